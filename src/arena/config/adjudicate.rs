//! When a game is given up before its end: both off unless asked for.

use super::engine::{number, pairs};
use crate::games::NotationError;
use serde::{Deserialize, Serialize};

/// A game is lost when both engines have agreed for so many moves each that one of them loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResignRule {
    /// Moves in a row of each engine.
    pub(crate) moves: usize,
    /// Centipawns that one is ahead by, at least, by its own score and by the other's.
    pub(crate) score: i64,
}

/// A game is drawn when both engines have thought it even for so many moves each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawRule {
    /// Moves of the game, without its opening, before which it goes on.
    #[serde(default)]
    pub(crate) from: usize,
    /// Moves in a row of each engine.
    pub(crate) moves: usize,
    /// Centipawns that either is ahead by, at most.
    pub(crate) score: i64,
}

impl ResignRule {
    /// Reads `moves=4,score=1000`.
    pub(crate) fn parse(text: &str) -> Result<Self, NotationError> {
        let [moves, score] = numbers(text, ["moves", "score"], "moves=N,score=CP")?;
        match (moves, score) {
            (Some(moves @ 1..), Some(score)) => Ok(ResignRule { moves: moves as usize, score }),
            _ => Err(NotationError::new(text, "moves=N,score=CP")),
        }
    }
}

impl DrawRule {
    /// Reads `from=60,moves=8,score=10`.
    pub(crate) fn parse(text: &str) -> Result<Self, NotationError> {
        let [from, moves, score] = numbers(text, ["from", "moves", "score"], "from=N,moves=N,score=CP")?;
        match (moves, score) {
            (Some(moves @ 1..), Some(score)) => {
                Ok(DrawRule { from: from.unwrap_or_default() as usize, moves: moves as usize, score })
            }
            _ => Err(NotationError::new(text, "from=N,moves=N,score=CP")),
        }
    }
}

/// The numbers of some keys, as far as they are there.
fn numbers<const N: usize>(
    text: &str,
    keys: [&str; N],
    form: &str,
) -> Result<[Option<i64>; N], NotationError> {
    let mut found = [None; N];
    for (key, value) in pairs(text)? {
        match keys.iter().position(|known| *known == key) {
            Some(at) => found[at] = Some(i64::from(number::<u32>(&value)?)),
            None => return Err(NotationError::new(key, form)),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        assert_eq!(ResignRule::parse("moves=4,score=1000"), Ok(ResignRule { moves: 4, score: 1000 }));
        assert_eq!(DrawRule::parse("moves=8,score=0"), Ok(DrawRule { from: 0, moves: 8, score: 0 }));
        let all = DrawRule { from: 60, moves: 8, score: 10 };
        assert_eq!(DrawRule::parse("from=60,moves=8,score=10"), Ok(all));
        for text in ["", "moves=4", "score=4", "moves=0,score=4", "moves=4,score=-1", "moves=4,score=5,x=1"] {
            assert!(ResignRule::parse(text).is_err() && DrawRule::parse(text).is_err(), "{text}");
        }
    }
}
