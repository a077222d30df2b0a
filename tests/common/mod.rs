//! What the tests of several games share. Each uses a part of it.
#![allow(dead_code)]

pub(crate) mod garble;
pub(crate) mod table;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::{Game, Outcome, Player};
use std::collections::{HashMap, HashSet};

pub(crate) fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The legal moves.
pub(crate) fn turns<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The position after a move.
pub(crate) fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// An outcome by the names that the data files use.
pub(crate) fn status<G: Game>(position: &G) -> &'static str {
    match position.outcome() {
        None => "none",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(Player::One)) => "p1win",
        Some(Outcome::Win(Player::Two)) => "p2win",
    }
}

/// Checks that keys are the same for positions of which the same is said, and for no
/// others; returns how many there are.
pub(crate) fn check_keys(said: impl Iterator<Item = (u64, String)>) -> usize {
    let mut seen: HashMap<u64, String> = HashMap::new();
    for (key, said) in said {
        let other = seen.entry(key).or_insert_with(|| said.clone());
        assert_eq!(*other, said);
    }
    let distinct: HashSet<&String> = seen.values().collect();
    assert_eq!(distinct.len(), seen.len(), "equal positions have equal keys");
    seen.len()
}

/// The cells in the rows of a FEN as letters, `None` for an empty one, the first row first.
pub(crate) fn fen_rows(rows: &str) -> Vec<Vec<Option<String>>> {
    let cells = |row: &str| {
        let letters: Vec<char> = row.chars().collect();
        let mut cells = Vec::new();
        let mut i = 0;
        while i < letters.len() {
            if let Some(run) = letters[i].to_digit(10) {
                cells.extend((0..run).map(|_| None));
                i += 1;
            } else {
                cells.push(Some(letters[i..i + 2].iter().filter(|&&c| c != '-').collect()));
                i += 2;
            }
        }
        cells
    };
    rows.split('/').rev().map(cells).collect()
}
