//! Training of nets: self-play, its games, and gradient descent on them.

pub mod games;
mod model;
mod optimizer;
pub mod samples;
pub mod selfplay;
pub mod train;
mod vector;
