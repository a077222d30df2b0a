//! The search for games in which players have secrets: information-set Monte-Carlo tree
//! search. Each playout takes one of the worlds that the player thinks possible; the
//! tree is over what the player sees, so that what it learns in one world it uses in all.

mod belief;
mod playout;
mod run;
mod tree;

pub use belief::Belief;
pub use run::{Run, Task, at_once};
