//! How a game stands, by the names of `query result`.

use crate::games::{NotationError, Outcome, Player};
use std::fmt;
use std::str::FromStr;

/// The result of a game, or that it has none yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Player one has won.
    P1Win,
    /// Player two has won.
    P2Win,
    /// Nobody has won.
    Draw,
    /// The game goes on.
    Undecided,
}

impl GameResult {
    /// Every result.
    pub const ALL: [GameResult; 4] =
        [GameResult::P1Win, GameResult::P2Win, GameResult::Draw, GameResult::Undecided];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::P1Win => "p1win",
            GameResult::P2Win => "p2win",
            GameResult::Draw => "draw",
            GameResult::Undecided => "none",
        }
    }

    /// The outcome, if there is one.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            GameResult::P1Win => Some(Outcome::Win(Player::One)),
            GameResult::P2Win => Some(Outcome::Win(Player::Two)),
            GameResult::Draw => Some(Outcome::Draw),
            GameResult::Undecided => None,
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(Player::One)) => GameResult::P1Win,
            Some(Outcome::Win(Player::Two)) => GameResult::P2Win,
            Some(Outcome::Draw) => GameResult::Draw,
            None => GameResult::Undecided,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        Some(outcome).into()
    }
}

impl FromStr for GameResult {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = GameResult::ALL.into_iter().find(|result| result.name() == text);
        named.ok_or_else(|| NotationError::new(text, "p1win, p2win, draw or none"))
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_survive_the_wire() {
        for result in GameResult::ALL {
            assert_eq!(result.to_string().parse(), Ok(result));
            assert_eq!(GameResult::from(result.outcome()), result);
        }
        assert!("P1WIN".parse::<GameResult>().is_err());
    }
}
