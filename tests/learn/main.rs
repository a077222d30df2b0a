//! Self-play, training and nets: in memory and through the real binary.

mod cli;
mod hidden;
mod jersi;
mod memory;
mod symmetry;
