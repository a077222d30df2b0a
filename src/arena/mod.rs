//! The arena: other engines, matches between them, statistics and records.
//!
//! The engine itself needs nothing of this room.

pub mod chart;
pub mod check;
pub mod config;
pub mod engine;
pub mod file;
pub mod game;
pub mod guard;
pub mod info;
pub mod limits;
pub mod merge;
pub mod openings;
pub mod patch;
pub mod plan;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod run;
pub mod schedule;
pub mod settings;
pub mod slot;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod text;

pub use engine::{Engine, Fault, Hello, Thought};
pub use process::{Launch, Owner};
