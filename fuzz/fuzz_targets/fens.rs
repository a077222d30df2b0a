//! Positions of every variant, from arbitrary text: nothing panics, and what is accepted is
//! a position like any other.
//!
//! Input: a byte for the variant, a byte for the rules, then the FEN.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sisku::games::{Information, Notation, Observer, Player, Visitor};
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
