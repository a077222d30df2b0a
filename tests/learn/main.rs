//! Self-play, training and nets: in memory and through the real binary.

mod cli;
mod memory;
mod symmetry;
