//! Yardsticks: opponents for Bloch's game that were written from the text of its rules alone,
//! by somebody who had not seen the engine's search, evaluation, policy or belief. What they
//! score says how the engine does against players that share none of its ideas.
//!
//! Each sees its own view of the game and counts the worlds that fit it, all alike.

mod assess;
mod counted;
mod expectimax;
mod feint;
mod guard;
mod ismcts;
mod runner;
#[cfg(test)]
mod tests;

pub use expectimax::{Expectimax, Replies};
pub use feint::Feint;
pub use guard::Guard;
pub use ismcts::Ismcts;
pub use runner::Runner;

use crate::opponents::Agent;
use rand::Rng;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::History;
use sisku::games::bloch::{Action, Position, Turn};

/// A set-up, all alike, where the turns are set-ups.
fn set_up(turns: &[Turn], rng: &mut impl Rng) -> Option<Turn> {
    turns.choose(rng).copied().filter(|turn| turn.action() == Action::SetUp)
}

/// What breaks ties: less than this is added to the value of each turn.
const TIE: f32 = 1e-3;

/// A yardstick that plays the turn of the greatest value.
pub trait Valuing {
    /// The turns that it considers and their values, after a game as it observed it.
    fn values(&self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Vec<(Turn, f32)>;
}

impl<V: Valuing> Agent for V {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let turns = crate::legal_moves(game.current());
        set_up(&turns, rng).or_else(|| best(self.values(game, rng), rng))
    }
}

/// The turn of the greatest value; ties are broken at random.
fn best(values: Vec<(Turn, f32)>, rng: &mut impl Rng) -> Option<Turn> {
    let valued = values.into_iter().map(|(turn, value)| (turn, value + TIE * rng.random::<f32>()));
    valued.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(turn, _)| turn)
}

/// How likely [`best`] is to choose each turn, those left out that it cannot choose.
pub fn chances(values: &[(Turn, f32)]) -> Vec<(Turn, f64)> {
    let most = values.iter().map(|&(_, value)| value).fold(f32::NEG_INFINITY, f32::max);
    let behind = values.iter().map(|&(turn, value)| (turn, f64::from((most - value) / TIE)));
    let near: Vec<(Turn, f64)> = behind.filter(|&(_, behind)| behind < 1.0).collect();
    // Turn i wins with u of what breaks ties if every other has less: an integral over u.
    let wins = |i: usize, u: f64| -> f64 {
        let others = near.iter().enumerate().filter(|&(j, _)| j != i);
        others.map(|(_, &(_, behind))| (u - near[i].1 + behind).clamp(0.0, 1.0)).product()
    };
    let points = |i: usize| (0..STEPS).map(|step| wins(i, (f64::from(step) + 0.5) / f64::from(STEPS))).sum();
    let sums: Vec<f64> = (0..near.len()).map(points).collect();
    let all: f64 = sums.iter().sum();
    near.iter().zip(sums).map(|(&(turn, _), sum)| (turn, sum / all)).filter(|&(_, p)| p > 0.0).collect()
}

/// Points of that integral.
const STEPS: u32 = 64;

/// Whether a turn attacks.
fn attacks(turn: Turn) -> bool {
    matches!(turn.action(), Action::Attack | Action::MoveAttack)
}
