//! A runner: brings its foremost pieces to the enemy camp by the paths on which counting
//! finds the least danger, attacks when that is better in expectation, and stops runners.

use super::Valuing;
use super::assess::{Assessor, Weights};
use super::counted::Counted;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::History;
use sisku::games::bloch::{Position, Turn};

const WEIGHTS: Weights = Weights { run: 1.0, stop: 0.9, piece: 3.0, exposed: 2.5, risk: 2.0 };

/// The counting runner.
pub struct Runner;

impl Valuing for Runner {
    fn values(&self, game: &History<Position>, _: &mut Xoshiro256PlusPlus) -> Vec<(Turn, f32)> {
        let counted = Counted::new(game.current());
        let weights = WEIGHTS.impatient(game);
        let assessor = Assessor::new(&counted, &weights);
        let turns = crate::legal_moves(game.current());
        turns.into_iter().map(|turn| (turn, assessor.value(turn))).collect()
    }
}
