//! The rules core against known counts, lists and games, and against a second
//! implementation that shares no code with it.

#[path = "../common/mod.rs"]
mod common;
mod data;
mod games;
mod native;
mod notation;
mod properties;
mod setups;
mod slow;
mod wild;

use common::{after, status, table, turns};
use sisku::games::pijersi::{Board, Position};
use sisku::games::{Game, Notation, Rules};

/// The default rules.
fn rules<B: Board>() -> Rules {
    Rules::of(Position::<B>::rule_options())
}

/// A position that has to be readable.
fn position<B: Board>(fen: &str) -> Position<B> {
    Position::from_fen(fen, &rules::<B>()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}
