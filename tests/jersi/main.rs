//! Jersi: the rules core against known counts and lists, the rulebook's game, and a
//! second implementation that shares no code with it; and the search on top of it.

#[path = "../common/mod.rs"]
mod common;
mod data;
mod notation;
mod properties;
mod search;
mod setups;
mod slow;
mod wild;

use common::{after, status, table, turns};
use sisku::games::jersi::{Mode, Position};
use sisku::games::{Game, Notation, Rules};

/// The default rules.
fn rules<M: Mode>() -> Rules {
    Rules::of(Position::<M>::rule_options())
}

/// A position that has to be readable.
fn position<M: Mode>(fen: &str) -> Position<M> {
    Position::from_fen(fen, &rules::<M>()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The usual start.
fn start<M: Mode>() -> Position<M> {
    Position::start(&rules::<M>())
}

/// The position after decisions given as text.
fn line<M: Mode>(from: &Position<M>, moves: &str) -> Position<M> {
    moves.split_whitespace().fold(*from, |position, text| {
        let turn = position.parse_move(text).unwrap_or_else(|e| panic!("{}: {e}", position.fen()));
        after(&position, turn)
    })
}
