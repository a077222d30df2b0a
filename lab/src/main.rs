//! The laboratory: experiments with the engine that take long and measure, rather than pass
//! or fail. `lab/README.md` has the commands behind the figures in `docs/`.

mod belief;
mod commands;
mod contest;
mod dfpn;
mod exploit;
mod fit;
mod insider;
mod levels;
mod opponents;
mod pool;
mod proofs;
mod ratings;
mod reference;
mod responder;
mod setups;
mod small;
mod solvers;
mod tiny;
mod trees;
mod yardsticks;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::Position;
use sisku::games::{Game, Rules};
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::main()
}

/// The generator of a numbered experiment: the same number of the same seed has the same chance.
fn generator(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ number)
}

/// The default rules of Bloch's game.
fn rules() -> Rules {
    Rules::of(Position::rule_options())
}

/// The legal moves.
fn legal_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}
