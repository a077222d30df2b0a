//! Clocks of both players.

use crate::games::{NotationError, Player};
use crate::search::PlayerClock;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for the game, and time added after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for all moves.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// The longest time for a game, in minutes: a week.
const LONGEST: f64 = 7.0 * 24.0 * 60.0;

impl FromStr for TimeControl {
    type Err = NotationError;

    /// Reads minutes, and perhaps a plus and seconds: `5` or `3+2`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = || NotationError::new(text, "minutes, or minutes+seconds such as 5+3");
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| (0.0..=LONGEST).contains(number));
        let (Some(minutes), Some(seconds)) = (number(minutes), number(seconds)) else {
            return Err(expected());
        };
        if minutes == 0.0 && seconds == 0.0 {
            return Err(expected());
        }
        Ok(TimeControl {
            base: Duration::from_secs_f64(60.0 * minutes).max(Duration::from_secs_f64(seconds)),
            increment: Duration::from_secs_f64(seconds),
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time control.
    pub control: TimeControl,
    /// What both players have left.
    left: [Duration; 2],
}

impl Clock {
    /// Clocks at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        Clock { control, left: [control.base; 2] }
    }

    /// Clocks as they stood when a game was saved.
    pub fn with_left(control: TimeControl, left: [Duration; 2]) -> Self {
        Clock { control, left }
    }

    /// The time that a player has left.
    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    /// Takes the time of a move off a player's clock; false if it was too much.
    pub fn press(&mut self, player: Player, used: Duration) -> bool {
        let left = &mut self.left[player.index()];
        match left.checked_sub(used) {
            Some(rest) => {
                *left = rest + self.control.increment;
                true
            }
            None => {
                *left = Duration::ZERO;
                false
            }
        }
    }

    /// A player's clock as the search takes it.
    pub fn of(&self, player: Player) -> PlayerClock {
        PlayerClock { left: self.left(player), increment: self.control.increment, moves_to_go: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_minutes_and_seconds() {
        let read = |text: &str| text.parse::<TimeControl>().map(|control| control.to_string());
        assert_eq!(read("5"), Ok("5+0".to_string()));
        assert_eq!(read("0.5+2"), Ok("0.5+2".to_string()));
        assert_eq!(read("3 + 2"), Ok("3+2".to_string()));
        for wrong in ["", "0", "-1", "x", "5+", "5+x", "1e9", "NaN", "inf"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clocks_run_down_and_get_increments() {
        let control: TimeControl = "1+5".parse().expect("a time control");
        let mut clock = Clock::new(control);
        assert!(clock.press(Player::One, Duration::from_secs(10)));
        assert_eq!(clock.left(Player::One), Duration::from_secs(55));
        assert_eq!(clock.left(Player::Two), Duration::from_secs(60));
        assert!(!clock.press(Player::One, Duration::from_secs(56)));
        assert_eq!(clock.left(Player::One), Duration::ZERO);
    }
}
