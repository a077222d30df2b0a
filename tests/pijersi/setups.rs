//! Set-ups drawn at random.

use crate::common::generator;
use crate::slow::Slow;
use crate::{rules, turns};
use sisku::games::pijersi::{Board, Board45, Board51, Position};
use sisku::games::{Game, Notation, Player};
use std::collections::{HashMap, HashSet};

fn draw<B: Board>(kind: &str, seed: u64) -> Position<B> {
    let set_up = Position::<B>::SET_UPS.iter().find(|set_up| set_up.name == kind).expect("a known kind");
    (set_up.draw)(&rules::<B>(), &mut generator(seed))
}

/// What stands on the cells, from a1 to g6, and which of them are taken.
fn cubes<B: Board>(position: &Position<B>, board: &str) -> (Vec<String>, Vec<usize>) {
    let cubes = Slow::read(board, &position.fen()).cubes;
    let taken = (0..cubes.len()).filter(|&i| !cubes[i].is_empty()).collect();
    (cubes, taken)
}

/// Upper for lower case and the reverse.
fn other_colour(cubes: &str) -> String {
    let swap = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    cubes.chars().map(swap).collect()
}

#[test]
fn set_ups_follow_the_rules() {
    fn check<B: Board>(kind: &str, board: &str) {
        let (_, spaces) = cubes(&Position::<B>::start(&rules::<B>()), board);
        for seed in 0..500 {
            let position = draw::<B>(kind, seed);
            let context = position.fen();
            assert_eq!(position.mover(), Player::One);
            assert!(context.ends_with(" w 0 1"), "{context}");
            assert_eq!(position.placement(), position.fresh_placement());
            assert!(position.outcome().is_none() && !turns(&position).is_empty(), "{context}");

            let (cubes, taken) = cubes(&position, board);
            assert_eq!(taken, spaces, "the usual spaces: {context}");
            let last = cubes.len() - 1;
            // Row a has six cells, so the middle of row b is cell 6 + 3.
            for (cell, pile) in cubes.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
                let middle = cell == 9 || cell == last - 9;
                assert_eq!(pile.len(), if middle { 2 } else { 1 }, "{context}");
                assert_eq!(pile.to_uppercase() == *pile, cell < 13, "{context}");
                let wise_on_other =
                    pile.len() == 2 && pile.ends_with(['w', 'W']) && !pile.starts_with(['w', 'W']);
                assert!(!wise_on_other, "{context}");
            }
            let letters = cubes.concat();
            for (letter, count) in [('r', 4), ('p', 4), ('s', 4), ('w', 2)] {
                assert_eq!(letters.matches(letter).count(), count, "{context}");
                assert_eq!(letters.matches(letter.to_ascii_uppercase()).count(), count, "{context}");
            }
            let reflected = (0..cubes.len()).all(|i| cubes[last - i] == other_colour(&cubes[i]));
            match kind {
                "classic" | "half-random" => assert!(reflected, "{context}"),
                _ => assert!(!reflected, "unlikely: {context}"),
            }
        }
    }
    for kind in ["classic", "half-random", "full-random"] {
        check::<Board45>(kind, "45");
        check::<Board51>(kind, "51");
    }
}

#[test]
fn a_seed_gives_one_set_up() {
    for kind in ["half-random", "full-random"] {
        for seed in 0..50 {
            assert_eq!(draw::<Board45>(kind, seed), draw::<Board45>(kind, seed));
            let native = draw::<Board45>(kind, seed).native_position();
            assert_eq!(native, draw::<Board51>(kind, seed).native_position(), "both boards alike");
        }
        let distinct: HashSet<String> = (0..500).map(|seed| draw::<Board45>(kind, seed).fen()).collect();
        assert_eq!(distinct.len(), 500, "seeds give different set-ups");
    }
    assert_eq!(draw::<Board45>("classic", 1), Position::start(&rules::<Board45>()));
}

/// These set-ups are part of what users see: a seed has to mean the same for ever.
#[test]
fn seeds_keep_their_meaning() {
    assert_eq!(
        draw::<Board45>("half-random", 1).native_position().as_deref(),
        Some("g16:rpprwp f13:prs f4:ss f57:wsr b13:RSW b4:SS b57:SRP a16:PWRPPR")
    );
    assert_eq!(
        draw::<Board45>("full-random", 1).native_position().as_deref(),
        Some("g16:rprwps f13:srr f4:pw f57:pss b13:RSW b4:SS b57:SRP a16:PWRPPR")
    );
}

/// On every space each role should turn up as often as it is among the cubes.
#[test]
fn roles_are_spread_evenly() {
    const DRAWS: u32 = 7000;
    let mut counts: HashMap<(usize, char), u32> = HashMap::new();
    for seed in 0..u64::from(DRAWS) {
        let (cubes, taken) = cubes(&draw::<Board45>("full-random", seed), "45");
        for cell in taken.into_iter().filter(|&cell| cubes[cell].len() == 1) {
            let role = cubes[cell].to_ascii_lowercase().chars().next().expect("a cube");
            *counts.entry((cell, role)).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), 24 * 4, "every role on every single space");
    for ((cell, role), count) in counts {
        // A binomial with deviation 38 and 29: six of them are beyond chance.
        let (expected, slack) = if role == 'w' { (DRAWS / 7, 176) } else { (DRAWS * 2 / 7, 228) };
        assert!(count.abs_diff(expected) < slack, "{role} on cell {cell}: {count}, not {expected}");
    }
}
