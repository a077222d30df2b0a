//! The search for games in which players have secrets: information-set Monte-Carlo tree
//! search. Each playout takes one of the worlds that the player thinks possible. The
//! tree is over what everybody sees, and choices are told apart by the secret that bears
//! on them, so that what is learnt in one world is used in all that look alike. In a part
//! of the playouts the player itself has any of the secrets that it may have: else the
//! opponent in the tree would play as if it knew them. An opponent who seems to follow a
//! habit follows it in the tree.

mod belief;
mod playout;
mod run;
mod tree;

pub use belief::Belief;
pub use run::{Choices, Run, Task, at_once};
