//! The rules core against known counts, lists and games, and against a second
//! implementation that shares no code with it.

mod data;
mod games;
mod native;
mod notation;
mod properties;
mod setups;
mod slow;
mod table;
mod wild;

use sisku::games::pijersi::{Board, Position};
use sisku::games::{Game, Outcome, Player, Rules};

/// The default rules.
fn rules<B: Board>() -> Rules {
    Rules::of(Position::<B>::rule_options())
}

/// A position that has to be readable.
fn position<B: Board>(fen: &str) -> Position<B> {
    Position::parse(fen, &rules::<B>()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The legal turns.
fn turns<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after a turn.
fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// An outcome by the names that the data files use.
fn status<G: Game>(position: &G) -> &'static str {
    match position.outcome() {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
    }
}
