//! A runner: brings its foremost pieces to the enemy camp by the paths on which counting
//! finds the least danger, attacks when that is better in expectation, and stops runners.

use super::assess::{Weights, value};
use super::counted::Counted;
use crate::opponents::Agent;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::History;
use sisku::games::bloch::{Position, Turn};

const WEIGHTS: Weights = Weights { run: 1.0, stop: 0.9, piece: 3.0, exposed: 2.5, risk: 2.0 };

/// The counting runner.
pub struct Runner;

impl Agent for Runner {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let turns = crate::legal_moves(game.current());
        if let Some(turn) = super::set_up(&turns, rng) {
            return Some(turn);
        }
        let counted = Counted::new(game.current());
        let weights = WEIGHTS.impatient(game);
        super::best(&turns, rng, |turn| value(&counted, turn, &weights))
    }
}
