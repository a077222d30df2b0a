//! Texts that nobody would write, and what has to be said of them.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use sisku::games::NotationError;

/// Characters that notation uses, and some that take several bytes.
const SPICE: [char; 36] = [
    'a', 'd', 'g', 'h', 'i', 'j', '1', '4', '9', '0', '-', '=', '!', '/', 'R', 'p', 's', 'F', 'W', 'w', 'b',
    ' ', '\t', '\0', ':', '#', 'K', 'k', 'M', 'm', 'é', 'ß', '—', '🂡', '\u{301}', '\u{fffd}',
];

/// A text with a few characters changed, put in or left out.
pub(crate) fn mutated(text: &str, rng: &mut Xoshiro256PlusPlus) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..=letters.len());
        let spice = *SPICE.choose(rng).expect("some");
        match rng.random_range(0..3) {
            0 => letters.insert(at, spice),
            1 if at < letters.len() => letters[at] = spice,
            _ if at < letters.len() => drop(letters.remove(at)),
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// Any bytes at all, read as a terminal would.
pub(crate) fn noise(rng: &mut Xoshiro256PlusPlus) -> String {
    let mut bytes = vec![0; rng.random_range(0..40)];
    rng.fill_bytes(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// One line that names the token, for every refusal.
pub(crate) fn check_error(error: &NotationError) {
    let shown = error.to_string();
    assert!(shown.starts_with('\''), "{shown}");
    assert!(shown.contains("expected ") && !shown.ends_with("expected "), "{shown}");
    assert!(!shown.contains(char::is_control) && shown.len() < 1500, "{shown}");
}

/// Tries garbled texts of moves and noise in positions: each is refused properly or read as
/// a legal move. Returns how many were read. `valid` writes a move to begin with.
pub(crate) fn check_moves<G: sisku::games::Notation>(
    positions: Vec<G>,
    tries: usize,
    rng: &mut Xoshiro256PlusPlus,
    valid: impl Fn(&G, G::Move, &mut Xoshiro256PlusPlus) -> String,
) -> usize {
    let mut understood = 0;
    for position in positions {
        let legal = super::turns(&position);
        for _ in 0..tries {
            let text = match legal.choose(rng) {
                Some(&mv) if rng.random_bool(0.9) => {
                    let text = valid(&position, mv, rng);
                    mutated(&text, rng)
                }
                _ => noise(rng),
            };
            match position.parse_move(&text) {
                Err(error) => check_error(&error),
                Ok(mv) => {
                    understood += 1;
                    assert!(legal.contains(&mv), "{} {text}", position.fen());
                }
            }
        }
    }
    understood
}
