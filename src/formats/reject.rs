//! Why a move cannot be played: what its game says, or else what holds for every game.

use super::record::GameRecord;
use crate::games::{NotationError, not_the_movers, nothing_on};

/// How many moves are named instead.
const NAMED: usize = 6;

/// What is wrong with a move that the game refused: the token, what was expected, and the reason,
/// or what can be said about the cell where it begins.
pub(super) fn explain(game: &GameRecord, text: &str, error: &NotationError) -> String {
    match game.explain(text).or_else(|| hint(game, text)) {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}

fn hint(game: &GameRecord, text: &str) -> Option<String> {
    let turn = game.turns();
    let scene = game.scene(turn);
    if scene.outcome.is_some() {
        return None;
    }
    let cell = scene.cells.iter().find(|cell| text.starts_with(&cell.name))?;
    let name = &cell.name;
    let Some(top) = scene.on(name).last() else { return Some(nothing_on(name)) };
    if top.player != scene.mover {
        return Some(not_the_movers(name, top.player, scene.mover));
    }
    let moves = game.legal_moves(turn).into_iter().map(|mv| mv.native);
    let moves: Vec<String> = moves.filter(|mv| mv.starts_with(name.as_str())).collect();
    if moves.is_empty() {
        return Some(format!("what stands on {name} cannot move"));
    }
    // Those that begin most like the refused one are the likeliest to be meant.
    let alike = |mv: &String| mv.chars().zip(text.chars()).take_while(|(a, b)| a == b).count();
    let mut nearest = moves.clone();
    nearest.sort_by_key(|mv| std::cmp::Reverse(alike(mv)));
    nearest.truncate(NAMED);
    let more = if moves.len() > NAMED { ", …" } else { "" };
    Some(format!("from {name}: {}{more}", nearest.join(", ")))
}
