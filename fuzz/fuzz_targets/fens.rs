//! Positions of every variant, from arbitrary text: nothing panics, and what is accepted is
//! a position like any other.
//!
//! Input: a byte for the variant, a byte for the rules, then the FEN.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_mutator, fuzz_target, fuzzer_mutate};
use sisku::games::{Information, Notation, Observer, Player, Variant, Visitor};
use sisku_fuzz::{check_moves, check_position, rules, variant};

struct Read<'a>(&'a [u8]);

impl Visitor for Read<'_> {
    type Output = Option<()>;

    fn visit<G: Notation>(self) -> Option<()> {
        let (rules, text) = rules::<G>(self.0)?;
        let text = str::from_utf8(text).ok()?;
        let Ok(position) = G::from_fen(text, &rules) else { return Some(()) };
        check_position(&position, &rules);
        check_moves(&position, &rules);
        if G::Information::HIDDEN {
            for observer in [Observer::Player(Player::One), Observer::Player(Player::Two), Observer::Public] {
                let view = G::Information::view(&position, observer);
                check_position(&view, &rules);
                check_position(&G::Information::initial_view(&position, observer), &rules);
            }
        }
        Some(())
    }
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let read = variant(data).and_then(|(variant, rest)| variant.visit(Read(rest)));
    if read.is_some() { Corpus::Keep } else { Corpus::Reject }
});

// Most changes of bytes make a row too long or too short. Half of the mutations change cells
// instead, so that many FENs are positions.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match change_cells(&data[..size], seed) {
        Some(changed) if seed.is_multiple_of(2) && changed.len() <= max_size => {
            data[..changed.len()].copy_from_slice(&changed);
            changed.len()
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});

/// A small generator of numbers (xorshift).
struct Chance(u32);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % bound.max(1)
    }
}

/// The input with some cells swapped, emptied or filled.
fn change_cells(data: &[u8], seed: u32) -> Option<Vec<u8>> {
    const UNITS: [&str; 30] = [
        "R-", "P-", "S-", "W-", "F-", "K-", "M-", "r-", "p-", "s-", "w-", "f-", "k-", "m-", "RS", "PR", "WW",
        "WP", "MM", "MR", "mK", "rs", "pr", "ww", "wp", "mm", "mr", "Mk", "FF", "ff",
    ];
    const PIECES: [&str; 14] = ["R", "P", "S", "X", "r", "p", "s", "x", "+R", "+P", "+S", "+r", "+p", "+s"];
    let (variant, _) = variant(data)?;
    let (head, text) = (data.get(..2)?, str::from_utf8(data.get(2..)?).ok()?);
    let (board, rest) = text.split_once(' ')?;
    let single = variant == Variant::Bloch;
    let mut cells = cells(board, single);
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9) | 1);
    for _ in 0..=chance.below(4) {
        let [a, b] = [(); 2].map(|()| chance.below(cells.len()));
        if cells.get(a)? == "/" || cells[b] == "/" {
            continue;
        }
        match chance.below(8) {
            0..5 => cells.swap(a, b),
            5 => cells[a] = "1".to_string(),
            _ => {
                let units: &[&str] = if single { &PIECES } else { &UNITS };
                cells[a] = units[chance.below(units.len())].to_string();
            }
        }
    }
    Some([head, cells.concat().as_bytes(), b" ", rest.as_bytes()].concat())
}

/// The cells of a board, `1` for an empty one, with `/` between rows.
fn cells(board: &str, single: bool) -> Vec<String> {
    let mut cells = Vec::new();
    let mut letters = board.chars();
    while let Some(first) = letters.next() {
        match first.to_digit(10) {
            Some(gap) => cells.extend((0..gap).map(|_| "1".to_string())),
            None if first == '/' || (single && first != '+') => cells.push(first.to_string()),
            None => cells.push([first].into_iter().chain(letters.next()).collect()),
        }
    }
    cells
}
