//! The arena: other engines, matches between them, statistics and records.
//!
//! The engine itself needs nothing of this room.

pub mod chart;
pub mod stats;
