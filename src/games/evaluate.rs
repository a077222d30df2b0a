//! Handcrafted evaluation: value and policy of a position.

use super::{Game, LevelScale};
use rand::rngs::Xoshiro256PlusPlus;

/// The value of a position for a player, as probabilities of win and draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Probability of a win.
    pub win: f32,
    /// Probability of a draw.
    pub draw: f32,
}

impl Value {
    /// A certain win.
    pub const WIN: Value = Value { win: 1.0, draw: 0.0 };
    /// A certain draw.
    pub const DRAW: Value = Value { win: 0.0, draw: 1.0 };
    /// A certain loss.
    pub const LOSS: Value = Value { win: 0.0, draw: 0.0 };

    /// The value of a mean score and a mean draw rate, clamped to what is consistent.
    pub fn of_score(score: f32, draw: f32) -> Value {
        let score = score.clamp(0.0, 1.0);
        let draw = draw.clamp(0.0, 2.0 * score.min(1.0 - score));
        Value { win: score - draw / 2.0, draw }
    }

    /// The expected score: a win is 1, a draw one half.
    pub fn score(self) -> f32 {
        self.win + 0.5 * self.draw
    }

    /// Probability of a loss.
    pub fn loss(self) -> f32 {
        (1.0 - self.win - self.draw).max(0.0)
    }

    /// The same for the other player.
    pub fn flipped(self) -> Value {
        Value { win: self.loss(), draw: self.draw }
    }
}

/// The handcrafted evaluation of a game, used where there is no net.
pub trait Evaluate<G: Game>: 'static {
    /// Time management: the expected number of moves that a player has yet to make, at any
    /// point of a game. The clock is divided by it.
    const MOVES_LEFT: f32 = 18.0;
    /// The levels of play with their Elo, as matches have shown (docs/levels.md).
    const LEVELS: LevelScale = LevelScale::UNCALIBRATED;

    /// The value of an unfinished position for its mover.
    fn value(position: &G) -> Value;
    /// The policy: writes one logit per move into `logits` (cleared first); a softmax
    /// turns them into priors.
    fn logits(position: &G, moves: &[G::Move], logits: &mut Vec<f32>);
    /// A rollout from an unfinished position; the static value where the game has none.
    fn rollout(position: &G, _rng: &mut Xoshiro256PlusPlus) -> Value {
        Self::value(position)
    }
}
