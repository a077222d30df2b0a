//! Search with hidden information: information-set Monte-Carlo tree search over a belief state.
//!
//! Each playout samples one determinization of the belief. Nodes are public states; the actions
//! of a node are split by buckets of the mover's private information (an information
//! abstraction), so that statistics are shared by all worlds in which the mover knows the same
//! of what matters. In a part of the playouts the player's own private information is resampled
//! too: else the opponent in the tree would play as if it knew it (the leak of plain
//! determinization).

mod belief;
mod playout;
mod root;
mod run;
mod tree;

pub(super) use belief::BeliefTracker;
pub use belief::{Belief, World};
pub(super) use run::{HiddenRun, sampled_result};
