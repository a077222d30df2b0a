//! Jersi: the rules core against known counts and lists, the rulebook's game, and a
//! second implementation that shares no code with it; and the search on top of it.

mod data;
mod notation;
mod properties;
mod search;
mod slow;
#[path = "../rules/table.rs"]
mod table;
mod wild;

use sisku::games::jersi::{Mode, Position};
use sisku::games::{Game, Outcome, Player, Rules};

/// The default rules.
fn rules<M: Mode>() -> Rules {
    Rules::of(Position::<M>::rule_options())
}

/// A position that has to be readable.
fn position<M: Mode>(fen: &str) -> Position<M> {
    Position::parse(fen, &rules::<M>()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The usual start.
fn start<M: Mode>() -> Position<M> {
    Position::start(&rules::<M>())
}

/// The legal decisions.
fn turns<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after a decision.
fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// The position after decisions given as text.
fn line<M: Mode>(from: &Position<M>, moves: &str) -> Position<M> {
    moves.split_whitespace().fold(*from, |position, text| {
        let turn = position.parse_move(text).unwrap_or_else(|e| panic!("{}: {e}", position.notation()));
        after(&position, turn)
    })
}

/// An outcome by name.
fn status<G: Game>(position: &G) -> &'static str {
    match position.outcome() {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
    }
}
