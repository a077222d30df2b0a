//! What is known of Pijersi beyond its rules, made by hand.

use super::board::Board;
use super::mv::Turn;
use super::position::Position;
use crate::games::{Knowledge, Value};

/// The hand-made evaluation and priors.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl<B: Board> Knowledge<Position<B>> for HandMade {
    fn value(&self, _position: &Position<B>) -> Value {
        Value { win: 0.5, draw: 0.0 }
    }

    fn logits(&self, _position: &Position<B>, moves: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        logits.resize(moves.len(), 0.0);
    }
}
