//! The arena: other engines, matches between them, statistics and records, and tests of
//! engines' manners.
//!
//! The way of a match: what files and flags say (`config`) is settled into a match with its
//! `schedule` and `openings`; `play` has games played by clients of `engine`s under a
//! `referee`, keeps them in `records`, and `report` tells what `stats` make of them. `check`
//! tests one engine through the same client.
//!
//! The engine itself needs nothing of this room, and nobody outside the crate needs more of
//! it than its arithmetic.
#![warn(missing_docs, unreachable_pub)]

pub mod check;
pub(crate) mod config;
pub(crate) mod engine;
pub(crate) mod openings;
pub(crate) mod play;
pub(crate) mod records;
pub(crate) mod referee;
pub(crate) mod report;
pub(crate) mod schedule;
pub mod stats;
