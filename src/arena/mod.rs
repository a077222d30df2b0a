//! The arena: other engines, matches between them, statistics and records.
//!
//! The engine itself needs nothing of this room.

pub mod chart;
pub mod check;
pub mod engine;
pub mod guard;
pub mod info;
pub mod process;
pub mod stats;

pub use engine::{Engine, Fault, Hello, Thought};
pub use process::{Launch, Owner};
