//! Search in games with secrets: information-set Monte-Carlo tree search over a belief.
//!
//! Each playout takes one determinization of the belief. The tree is over public states,
//! and actions are told apart by the bucket of secrets that bears on them, so that what is
//! learnt in one world is used in all that look alike. In a part of the playouts the
//! player's own secrets are resampled too: else the opponent in the tree would play as if
//! it knew them. An opponent who seems to be of a modelled kind plays by that model in the
//! tree.

mod belief;
mod playout;
mod run;
mod tree;

pub(super) use belief::BeliefTracker;
pub use belief::{Belief, World};
pub(super) use run::{HiddenRun, drawn};
