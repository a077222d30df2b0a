//! What is wrong with a move, in words: exact sentences by hand for every game, and on random
//! positions that nothing is said of a legal move, that something is said of every other one that
//! is well-formed, and that what is said is so.

mod bloch;
#[path = "../common/mod.rs"]
mod common;
mod jersi;
mod pijersi;
mod properties;
mod records;

use sisku::games::{Notation, Rules};

/// Checks sentences about texts in a position; those of an empty sentence are legal, or nothing
/// can be said of them.
fn check<G: Notation>(fen: &str, cases: &[(&str, &str)]) {
    let position = G::from_fen(fen, &Rules::of(G::rule_options())).unwrap_or_else(|e| panic!("{fen}: {e}"));
    let mut wrong = String::new();
    for &(text, expected) in cases {
        for text in [text.to_string(), text.to_ascii_uppercase(), text.to_ascii_lowercase()] {
            let said = position.explain(&text).unwrap_or_default();
            if said != expected {
                wrong.push_str(&format!("{text}: {said}\n    expected: {expected}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{fen}\n{}\n{wrong}", position.diagram());
}
