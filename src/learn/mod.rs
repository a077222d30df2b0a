//! Making nets: games that the engine plays against itself, and what is learned from them.

pub mod games;
mod model;
mod optimizer;
pub mod samples;
pub mod selfplay;
pub mod train;
