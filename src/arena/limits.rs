//! How long engines may think, and the clocks that hold them to it.

use crate::games::{NotationError, Player};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for so many moves, or for the whole game, with an increment for each move.
/// Written `10+0.1`, `1:30`, `40/60+0.5`: seconds, or minutes and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    pub moves: Option<u32>,
    pub base: Duration,
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "a time control like 10+0.1, 1:30 or 40/60+0.5");
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                seconds_of(minutes).ok_or_else(wrong)? * 60 + seconds_of(seconds).ok_or_else(wrong)?
            }
            None => seconds_of(base).ok_or_else(wrong)?,
        };
        let increment = seconds_of(increment).ok_or_else(wrong)?;
        if base.is_zero() {
            return Err(wrong());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// Seconds with decimals, up to a year.
fn seconds_of(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds <= 31_536_000.0).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(tc: TimeControl) -> String {
        tc.to_string()
    }
}

/// What ends an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Milliseconds a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Milliseconds an engine may be late without losing.
    pub margin: u64,
    /// Seconds after which a move without a clock counts as never coming.
    pub timeout: f64,
    /// Milliseconds before which a move of a game with secrets is not passed on, so that
    /// how long it took tells nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hold: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Default for Limits {
    fn default() -> Self {
        Limits { tc: None, movetime: None, nodes: None, depth: None, margin: 0, timeout: 60.0, hold: 0 }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tc.map(|tc| format!("tc {tc} s")));
        parts.extend(self.movetime.map(|ms| format!("movetime {ms} ms")));
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.push(format!("margin {} ms", self.margin));
        parts.push(format!("timeout {} s", self.timeout));
        parts.extend((self.hold > 0).then(|| format!("hold {} ms", self.hold)));
        f.write_str(&parts.join(", "))
    }
}

/// What an engine has left to think with during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(limits: Limits) -> Self {
        let left = limits.tc.map(|tc| tc.base).unwrap_or_default();
        Clock { limits, left, moves_to_go: limits.tc.and_then(|tc| tc.moves) }
    }

    /// How long a move may take without being lost.
    pub fn allowance(&self) -> Duration {
        let margin = Duration::from_millis(self.limits.margin);
        match (self.limits.tc, self.limits.movetime) {
            (Some(_), _) => self.left + margin,
            (None, Some(ms)) => Duration::from_millis(ms) + margin,
            (None, None) => Duration::from_secs_f64(self.limits.timeout),
        }
    }

    /// Takes the time of a move off the clock; false if it was too long.
    pub fn press(&mut self, time: Duration) -> bool {
        if time > self.allowance() {
            return false;
        }
        if let Some(tc) = self.limits.tc {
            self.left = self.left.saturating_sub(time) + tc.increment;
            if let Some(moves) = &mut self.moves_to_go {
                *moves -= 1;
                if *moves == 0 {
                    *moves = tc.moves.unwrap_or(1);
                    self.left += tc.base;
                }
            }
        }
        true
    }

    /// How long a move that took so long is held back in a game with secrets: the rest of a
    /// fixed time for each move.
    pub fn rest(&self, time: Duration) -> Duration {
        let fixed = self.limits.movetime.unwrap_or_default().max(self.limits.hold);
        Duration::from_millis(fixed).saturating_sub(time)
    }

    /// Whether running out of it is a loss on time, rather than a hang.
    pub fn is_timed(&self) -> bool {
        self.limits.tc.is_some() || self.limits.movetime.is_some()
    }

    fn left_ms(&self) -> u128 {
        self.left.as_millis().max(1)
    }

    fn increment_ms(&self) -> u128 {
        self.limits.tc.map_or(0, |tc| tc.increment.as_millis())
    }
}

/// The `go` command for the player to move. If times are secret, it tells nothing of the
/// opponent's clock.
pub fn go(clocks: &[Clock; 2], mover: Player, secret: bool) -> String {
    let own = &clocks[mover.index()];
    let mut words = vec!["go".to_string()];
    if own.limits.tc.is_some() {
        // An opponent's clock that there is not, or that is not shown, is replaced by our own:
        // engines want both.
        let shows = |clock: &Clock| clock.limits.tc.is_some() && !secret;
        let shown = clocks.each_ref().map(|clock| if shows(clock) { clock } else { own });
        let [one, two] = shown;
        words.push(format!("p1time {} p2time {}", one.left_ms(), two.left_ms()));
        words.push(format!("p1inc {} p2inc {}", one.increment_ms(), two.increment_ms()));
        words.extend(own.moves_to_go.map(|moves| format!("movestogo {moves}")));
    }
    words.extend(own.limits.movetime.map(|ms| format!("movetime {ms}")));
    words.extend(own.limits.nodes.map(|nodes| format!("nodes {nodes}")));
    words.extend(own.limits.depth.map(|depth| format!("depth {depth}")));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tc(text: &str) -> TimeControl {
        text.parse().expect(text)
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn limits(text: &str) -> Limits {
        Limits { tc: Some(tc(text)), ..Limits::default() }
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, written) in
            [("10+0.1", "10+0.1"), ("1:30", "90"), ("40/60+0.5", "40/60+0.5"), ("0.05", "0.05"), ("5+0", "5")]
        {
            assert_eq!(tc(text).to_string(), written);
            assert_eq!(tc(written), tc(text));
        }
        for text in ["", "0", "x", "-1", "10+", "0/5", "1:2:3", "1e3", "+1", "10+-1", "nan", "99999999999"] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.contains("expected a time control like"), "{error}");
        }
    }

    #[test]
    fn clocks_count_down_and_up() {
        let mut clock = Clock::new(limits("2/1+0.1"));
        assert!(clock.press(ms(400)));
        assert_eq!(clock.allowance(), ms(700));
        assert!(clock.press(ms(700)), "the last millisecond is still in time");
        assert_eq!(clock.allowance(), ms(1100), "the next period has begun");
        assert!(!clock.press(ms(1101)));
    }

    #[test]
    fn margins_forgive_but_give_no_time() {
        let mut clock = Clock::new(Limits { margin: 50, ..limits("1") });
        assert!(clock.press(ms(1040)));
        assert_eq!(clock.allowance(), ms(50));
        let mut clock = Clock::new(Limits { movetime: Some(100), ..Limits::default() });
        assert!(clock.press(ms(100)) && !clock.press(Duration::from_micros(100_001)));
        assert_eq!((clock.rest(ms(30)), clock.rest(ms(130))), (ms(70), ms(0)));
    }

    #[test]
    fn go_tells_the_limits_of_the_mover() {
        let nodes = Limits { nodes: Some(500), depth: Some(3), ..Limits::default() };
        let clocks = [Clock::new(limits("10+0.1")), Clock::new(limits("40/20"))];
        let open = |clocks: &[Clock; 2], mover| go(clocks, mover, false);
        assert_eq!(open(&clocks, Player::One), "go p1time 10000 p2time 20000 p1inc 100 p2inc 0");
        assert_eq!(open(&clocks, Player::Two), "go p1time 10000 p2time 20000 p1inc 100 p2inc 0 movestogo 40");
        assert_eq!(go(&clocks, Player::One, true), "go p1time 10000 p2time 10000 p1inc 100 p2inc 100");
        let clocks = [Clock::new(nodes), Clock::new(limits("10+0.1"))];
        assert_eq!(open(&clocks, Player::One), "go nodes 500 depth 3");
        assert_eq!(open(&clocks, Player::Two), "go p1time 10000 p2time 10000 p1inc 100 p2inc 100");
        assert!(!clocks[0].is_timed() && clocks[1].is_timed());
    }
}
