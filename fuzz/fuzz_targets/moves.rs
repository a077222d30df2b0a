//! Moves of every variant, from arbitrary text: what is read is legal, and is read again from
//! what it was written as.
//!
//! Input: a byte for the variant, a byte for the rules, then lines: a FEN, or nothing for the
//! usual start position, and one move a line, in any form. A line of `@` and a number plays
//! the legal move of that index, so that a fuzzer gets around without knowing the notation.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sisku::games::{History, Information, Notation, Observer, Player, Rules, Visitor};
use sisku_fuzz::{check_position, rules, variant};

const MOST_MOVES: usize = 40;
const OBSERVERS: [Observer; 3] =
    [Observer::Player(Player::One), Observer::Player(Player::Two), Observer::Public];

struct Play<'a>(&'a [u8]);

impl Visitor for Play<'_> {
    type Output = Option<()>;

    fn visit<G: Notation>(self) -> Option<()> {
        let (rules, text) = rules::<G>(self.0)?;
        let text = str::from_utf8(text).ok()?;
        check_native::<G>(text, &rules);
        let mut lines = text.lines();
        let fen = lines.next().unwrap_or_default();
        let start = if fen.is_empty() { G::start(&rules) } else { G::from_fen(fen, &rules).ok()? };
        let mut history = History::new(start);
        for line in lines.take(MOST_MOVES) {
            step(&mut history, line);
        }
        check_position(history.current(), &rules);
        // What was played can be told again, to whoever observes it.
        let mut again = History::new(history.start().clone());
        for text in history.ugi_moves().split_whitespace() {
            again.play(text).unwrap_or_else(|error| panic!("{}: {error}", again.current().fen()));
        }
        assert!(again == history, "{}", history.current().fen());
        if G::Information::is_complete(history.start()) {
            for observer in OBSERVERS {
                let observed = history.observed(observer);
                let view = G::Information::view(history.current(), observer);
                assert_eq!(observed.current().fen(), view.fen(), "{observer:?}");
            }
        }
        Some(())
    }
}

/// Reads a line in every way, and plays what it stands for.
fn step<G: Notation>(history: &mut History<G>, line: &str) {
    let position = history.current().clone();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if let Some(index) = line.strip_prefix('@').and_then(|number| number.parse::<usize>().ok()) {
        // Only what keeps nothing back can be told again.
        if let Some(&mv) = moves.get(index % moves.len().max(1))
            && let Ok(mv) = G::Information::parse_observed(&position, &position.ugi_move(mv))
        {
            history.push(mv);
        }
        return;
    }
    if let Ok(mv) = position.parse_move(line) {
        assert!(moves.contains(&mv), "{line} in {}", position.fen());
        for text in [position.ugi_move(mv), position.native_move(mv)] {
            assert_eq!(position.parse_move(&text), Ok(mv), "{line} in {}", position.fen());
        }
    }
    if let Ok(mv) = G::Information::parse_observed(&position, line) {
        assert!(!moves.is_empty(), "{line} in {}", position.fen());
        let text = position.ugi_move(mv);
        assert_eq!(G::Information::parse_observed(&position, &text), Ok(mv), "{line} in {}", position.fen());
        let chosen = G::Information::chosen(mv);
        assert!(G::Information::HIDDEN || moves.contains(&chosen), "{line} in {}", position.fen());
        for player in Player::BOTH {
            G::Information::meanings(&position, mv, player);
        }
        history.push(mv);
    }
}

/// A game as people write it.
fn check_native<G: Notation>(text: &str, rules: &Rules) {
    let Ok(history) = History::<G>::read_native(text, rules) else { return };
    let Some(written) = history.write_native() else { return };
    let again =
        History::<G>::read_native(&written, rules).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert!(again == history, "{written}");
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let read = variant(data).and_then(|(variant, rest)| variant.visit(Play(rest)));
    if read.is_some() { Corpus::Keep } else { Corpus::Reject }
});
