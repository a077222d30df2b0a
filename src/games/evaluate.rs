//! Handcrafted evaluation: what a position is worth and which moves look good.

use super::Game;
use rand::rngs::Xoshiro256PlusPlus;

/// What a position is worth to the player who decides in it, as probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Of winning.
    pub win: f32,
    /// Of a draw.
    pub draw: f32,
}

impl Value {
    /// A certain win.
    pub const WIN: Value = Value { win: 1.0, draw: 0.0 };
    /// A certain draw.
    pub const DRAW: Value = Value { win: 0.0, draw: 1.0 };
    /// A certain loss.
    pub const LOSS: Value = Value { win: 0.0, draw: 0.0 };

    /// The value of a mean score and a mean share of draws, kept within what is possible.
    pub fn of_score(score: f32, draw: f32) -> Value {
        let score = score.clamp(0.0, 1.0);
        let draw = draw.clamp(0.0, 2.0 * score.min(1.0 - score));
        Value { win: score - draw / 2.0, draw }
    }

    /// The expected score: a win is 1, a draw one half.
    pub fn score(self) -> f32 {
        self.win + 0.5 * self.draw
    }

    /// The probability of losing.
    pub fn loss(self) -> f32 {
        (1.0 - self.win - self.draw).max(0.0)
    }

    /// The same as the other player sees it.
    pub fn flipped(self) -> Value {
        Value { win: self.loss(), draw: self.draw }
    }
}

/// The handcrafted evaluation of a game: what the search uses where there is no net.
pub trait Evaluate<G: Game>: 'static {
    /// Number of moves that a player on the clock should reckon with, whenever it is asked:
    /// what is left is shared out among so many.
    const MOVES_LEFT: f32 = 18.0;

    /// What an unfinished position is worth to its mover.
    fn value(position: &G) -> Value;
    /// The policy: writes one logit per move into `logits` (cleared first); a softmax
    /// turns them into priors.
    fn logits(position: &G, moves: &[G::Move], logits: &mut Vec<f32>);
    /// A rollout: the value of one way to play an unfinished position on, or its value.
    fn rollout(position: &G, _rng: &mut Xoshiro256PlusPlus) -> Value {
        Self::value(position)
    }
}
