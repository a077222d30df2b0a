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

pub use expectimax::Expectimax;
pub use feint::Feint;
pub use guard::Guard;
pub use ismcts::Ismcts;
pub use runner::Runner;

use rand::Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Action, Turn};

/// A set-up, all alike, where the turns are set-ups.
fn set_up(turns: &[Turn], rng: &mut impl Rng) -> Option<Turn> {
    turns.choose(rng).copied().filter(|turn| turn.action() == Action::SetUp)
}

/// The turn of the greatest value; ties are broken at random.
fn best(turns: &[Turn], rng: &mut impl Rng, mut value: impl FnMut(Turn) -> f32) -> Option<Turn> {
    let valued = turns.iter().map(|&turn| (turn, value(turn) + 1e-3 * rng.random::<f32>()));
    valued.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(turn, _)| turn)
}

/// Whether a turn attacks.
fn attacks(turn: Turn) -> bool {
    matches!(turn.action(), Action::Attack | Action::MoveAttack)
}
