//! Games of self-play, from arbitrary bytes: what can be read is written as the same bytes,
//! and what keeps the rules becomes samples.
//!
//! Input: a byte for the variant, then a game as it is in a file, without its length.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sisku::games::{Notation, Visitor};
use sisku::learn::games::TrainingGame;
use sisku::learn::samples::Dataset;
use sisku_fuzz::variant;

struct Add<'a>(&'a TrainingGame);

impl Visitor for Add<'_> {
    type Output = ();

    fn visit<G: Notation>(self) {
        let mut dataset = Dataset::<G>::default();
        if dataset.add(self.0, 0.5).is_ok() {
            assert_eq!(dataset.games, 1);
            sisku::fuzzing::encode(&dataset);
        }
    }
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some((variant, bytes)) = variant(data) else { return Corpus::Reject };
    if let Some(game) = TrainingGame::from_bytes(bytes) {
        assert_eq!(game.to_bytes(), bytes);
        variant.visit(Add(&game));
    }
    Corpus::Keep
});
