//! Reviews: a finished game, turn by turn, with what was lost and what would have been better.
//!
//! A turn is judged by two searches from the mover's point of view and knowledge: one over all
//! moves, one over the move that was made. What the second finds less is what the turn lost.

mod assess;
mod html;
mod text;
mod words;

pub use assess::{ReviewSettings, review};

use crate::formats::MoveText;
use crate::games::{Outcome, Player, Variant};
use crate::search::Proof;
use serde::{Serialize, Serializer};

/// A game, judged.
#[derive(Clone, Debug, Serialize)]
pub struct Review {
    /// The variant.
    #[serde(serialize_with = "name")]
    pub variant: Variant,
    /// The names of player one and two, where the file tells them.
    pub players: [Option<String>; 2],
    /// How the game ended.
    pub result: Option<Outcome>,
    /// Why it ended, if the file or the rules say so.
    pub reason: Option<String>,
    /// The turns in their order.
    pub turns: Vec<TurnReview>,
    /// The accuracy of player one and two in per cent; none without a turn.
    pub accuracy: [Option<f64>; 2],
    /// The numbers of the turns that decided most, in their order.
    pub turning_points: Vec<usize>,
}

/// A turn, judged. Expected points are those of the player who made it: a win is 1, a draw 1/2.
#[derive(Clone, Debug, Serialize)]
pub struct TurnReview {
    /// Its number, from 1.
    pub turn: usize,
    /// Who made it.
    pub player: Player,
    /// The move.
    #[serde(flatten)]
    pub made: MoveText,
    /// The expected points with the best move.
    pub expected_best: f64,
    /// The expected points with the move that was made.
    pub expected: f64,
    /// The difference: what the turn lost.
    pub loss: f64,
    /// What that amounts to.
    pub verdict: Verdict,
    /// The best move, if it is another one.
    pub better: Option<Line>,
    /// What was missed, in words.
    pub missed: Option<String>,
    /// The accuracy of the turn in per cent.
    pub accuracy: f64,
}

/// A move with the moves expected after it.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveText,
    /// The principal variation in native notation, the move first.
    pub pv: Vec<String>,
}

/// What a loss of expected points amounts to. The borders are those of lichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The best move.
    Best,
    /// Hardly a loss.
    Good,
    /// A loss of 1/20 or more.
    Inaccuracy,
    /// A loss of 1/10 or more.
    Mistake,
    /// A loss of 3/20 or more.
    Blunder,
}

impl Verdict {
    /// The verdict on a move that is not the best one.
    fn of_loss(loss: f64) -> Verdict {
        match loss {
            loss if loss >= 0.15 => Verdict::Blunder,
            loss if loss >= 0.10 => Verdict::Mistake,
            loss if loss >= 0.05 => Verdict::Inaccuracy,
            _ => Verdict::Good,
        }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        }
    }

    /// The mark of score sheets.
    pub const fn mark(self) -> &'static str {
        match self {
            Verdict::Best | Verdict::Good => "",
            Verdict::Inaccuracy => "?!",
            Verdict::Mistake => "?",
            Verdict::Blunder => "??",
        }
    }
}

impl TurnReview {
    /// The expected points of player one after the turn.
    pub fn expected_of_one(&self) -> f64 {
        if self.player == Player::One { self.expected } else { 1.0 - self.expected }
    }
}

/// What one search says of a position or a move.
#[derive(Clone, Debug)]
struct Found {
    /// Expected points of the mover.
    expected: f64,
    proof: Proof,
    /// The principal variation, in UGI notation.
    pv: Vec<String>,
}

/// The accuracy of a turn in per cent, by lichess's formula, which falls off with the loss: 100
/// for none, 63 for a tenth of a point, 0 for more than 0.8.
fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.04354 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

fn name<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(variant.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_have_their_verdicts() {
        let of = |loss| Verdict::of_loss(loss).name();
        assert_eq!(
            [0.0, 0.049, 0.05, 0.1, 0.15, 1.0].map(of),
            ["good", "good", "inaccuracy", "mistake", "blunder", "blunder"]
        );
        assert!(Verdict::Blunder > Verdict::Mistake);
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        assert!((accuracy(0.0) - 100.0).abs() < 0.1);
        assert!((accuracy(0.1) - 63.5).abs() < 0.5, "{}", accuracy(0.1));
        assert_eq!(accuracy(1.0), 0.0);
    }
}
