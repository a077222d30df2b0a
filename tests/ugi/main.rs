//! The engine as its clients meet it: sessions in memory and through the real binary.

mod cli;
mod clients;
mod engine;
mod hidden;
mod input;
mod memory;
mod protocol;
mod recipes;
mod selfplay;
mod session;

/// The usual start position on 45 spaces.
const START: &str = "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 0 1";
/// White arrives with f1-g1.
const WIN_IN_ONE: &str = "5s-/R-6/6/7/6/7/6 w 0 5";
/// White has arrived.
const WON: &str = "R-5/7/6/7/6/7/5s- b 1 5";
