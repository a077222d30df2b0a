//! Texts that no rules would write: they are refused or understood, never a crash.

use crate::common::garble::{check_error, check_moves, mutated, noise};
use crate::common::generator;
use crate::wild::{played, thrown};
use crate::{position, rules, turns};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::pijersi::{Board, Board45, Board51, Position};
use sisku::games::{Game, History, Notation};
use std::collections::HashMap;

const START: &str = "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 0 1";

#[test]
fn any_text_for_a_position_is_refused_or_makes_sense() {
    fn run<B: Board>(board: &str, seed: u64) {
        let mut rng = generator(seed);
        let mut understood = 0;
        for _ in 0..30_000 {
            let mut slow = thrown(board, &mut rng);
            (slow.white, slow.quiet, slow.number) = (true, 0, 1);
            let valid = match position::<B>(&slow.fen()).native_position() {
                Some(native) if rng.random() => native,
                _ => slow.fen(),
            };
            let text = if rng.random_bool(0.1) { noise(&mut rng) } else { mutated(&valid, &mut rng) };
            match Position::<B>::from_fen(&text, &rules::<B>()) {
                Err(error) => check_error(&error),
                Ok(position) => {
                    understood += 1;
                    assert_eq!(Position::from_fen(&position.fen(), &rules::<B>()), Ok(position), "{text}");
                    assert_eq!(position.count_moves(), turns(&position).len() as u64, "{text}");
                    assert_eq!(position.placement(), position.fresh_placement(), "{text}");
                    assert_eq!(position.diagram().lines().count(), 7);
                }
            }
        }
        assert!((500..29_500).contains(&understood), "both kinds are in the sample: {understood}");
    }
    run::<Board45>("45", 11);
    run::<Board51>("51", 12);
}

#[test]
fn any_text_for_a_turn_is_refused_or_legal() {
    fn run<B: Board>(seed: u64) {
        let either = |position: &Position<B>, turn, rng: &mut Xoshiro256PlusPlus| match rng.random() {
            true => position.ugi_move(turn),
            false => position.native_move(turn),
        };
        let understood = check_moves(played::<B>(20, seed), 50, &mut generator(seed), either);
        assert!(understood > 100, "{understood}");
    }
    run::<Board45>(13);
    run::<Board51>(14);
}

#[test]
fn any_text_for_a_record_is_refused_or_replayed() {
    let mut rng = generator(17);
    let rules = rules::<Board45>();
    let mut understood = 0;
    for _ in 0..300 {
        let mut record = History::new(position::<Board45>(START));
        while let Some(&turn) = turns(record.current()).choose(&mut rng) {
            let text = record.current().native_move(turn);
            assert_eq!(record.play(&text), Ok(turn));
        }
        let text = record.write_native().expect("a fresh start");
        for _ in 0..20 {
            match History::<Position<Board45>>::read_native(&mutated(&text, &mut rng), &rules) {
                Err(error) => check_error(&error),
                Ok(read) => {
                    understood += 1;
                    let again = read.write_native().map(|text| History::read_native(&text, &rules));
                    let again = again.expect("a set-up").expect("what was written");
                    assert_eq!(read.current(), again.current());
                }
            }
        }
    }
    assert!((50..5950).contains(&understood), "both kinds are in the sample: {understood}");
}

/// Every string of two or three cells, and what it may stand for.
#[test]
fn strings_of_cells_stand_for_canonical_turns_and_known_shortcuts_only() {
    fn run<B: Board>(seed: u64) {
        let cells: Vec<String> = ('a'..='g')
            .zip(B::LENGTHS)
            .flat_map(|(row, length)| (1..=length).map(move |column| format!("{row}{column}")))
            .collect();
        let some: Vec<Position<B>> = played::<B>(10, seed).into_iter().step_by(23).collect();
        assert!(some.len() > 8);
        for position in some {
            let mut meanings: HashMap<String, String> = HashMap::new();
            for turn in turns(&position) {
                let ugi = position.ugi_move(turn);
                let (a, rest) = ugi.split_at(2);
                let last = &ugi[ugi.len() - 2..];
                if rest.len() == 2 {
                    meanings.insert(format!("{a}{last}{last}"), ugi.clone());
                    meanings.insert(format!("{a}{a}{last}"), ugi.clone());
                } else if rest == format!("{last}{last}") {
                    meanings.insert(format!("{a}{last}"), ugi.clone());
                } else if rest == format!("{a}{last}") {
                    meanings.entry(format!("{a}{last}")).or_insert(ugi.clone());
                }
                meanings.insert(ugi.clone(), ugi);
            }
            let read = |text: &str| position.parse_move(text).ok().map(|turn| position.ugi_move(turn));
            for a in &cells {
                for b in &cells {
                    let two = format!("{a}{b}");
                    assert_eq!(read(&two).as_ref(), meanings.get(&two), "{} {two}", position.fen());
                    for c in &cells {
                        let three = format!("{two}{c}");
                        let meaning = meanings.get(&three);
                        assert_eq!(read(&three).as_ref(), meaning, "{} {three}", position.fen());
                    }
                }
            }
        }
    }
    run::<Board45>(15);
    run::<Board51>(16);
}

#[test]
fn refused_positions_say_what_is_wrong() {
    let error = |text: &str| match Position::<Board45>::from_fen(text, &rules::<Board45>()) {
        Ok(position) => panic!("{text} read as {}", position.fen()),
        Err(error) => (error.token, error.expected),
    };
    let change = |from: &str, to: &str| START.replacen(from, to, 1);
    let cases = [
        (String::new(), "", "rows"),
        (change("/6/7/6/", "/6/7/"), "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/P-S-R-WWS-R-P-/R-P-S-R-P-S-", "7 rows"),
        (change("/7/", "/8/"), "8", "7 cells in row d"),
        (change("/7/", "/62/"), "62", "7 cells in row d"),
        (change("/7/", "/0x/"), "0x", "a cube"),
        (change("/7/", "/6x-/"), "x-", "a cube"),
        (change("/7/", "/6r/"), "r", "'-'"),
        (change("/7/", "/6ré/"), "ré", "'-'"),
        (change("WW", "RW"), "RW", "wise"),
        (change("WW", "Ww"), "Ww", "one colour"),
        (change(" w ", " x "), "x", "side w or b"),
        (change(" 0 ", " 65536 "), "65536", "quiet turns"),
        (change(" 0 ", " -1 "), "-1", "quiet turns"),
        (change(" 0 ", " +1 "), "+1", "quiet turns"),
        (change(" 0 1", " 0 99999999999999999999"), "99999999999999999999", "full turn"),
        (change(" 0 1", " 0 1 e"), "e", "nothing after"),
    ];
    for (text, token, expected) in cases {
        let (found, reason) = error(&text);
        assert_eq!(found, token, "{text}: {reason}");
        assert!(reason.contains(expected), "{text}: {reason}");
    }
}

#[test]
fn refused_turns_say_what_is_wrong() {
    let start = position::<Board45>(START);
    for (text, expected) in [
        ("", "a turn such as"),
        ("b4", "a turn such as"),
        ("b4h4", "a turn such as"),
        ("b4c4d4e4", "a turn such as"),
        ("b4=c4=d4", "a turn such as"),
        ("b4=c4d4", "a turn such as"),
        ("b4=é4", "a turn such as"),
        ("b4c4!", "a turn such as"),
        ("b4e4", "a legal turn"),
        ("g1f1", "a legal turn"),
        ("a1=b1", "a legal turn"),
        ("d4d5", "a legal turn"),
    ] {
        let error = start.parse_move(text).expect_err(text);
        assert_eq!(error.token, text);
        assert!(error.expected.contains(expected), "{error}");
        check_error(&error);
    }
}

#[test]
fn positions_may_leave_out_counters() {
    let rows = START.split(' ').next().expect("rows");
    assert_eq!(position::<Board45>(&format!("{rows} w")), position(START));
    assert_eq!(position::<Board45>(&format!(" {rows}\tw  0 ")), position(START));
}

#[test]
fn extreme_counters_are_kept_and_do_not_overflow() {
    let fen = START.replace("w 0 1", "b 0 65535");
    let mut late = position::<Board45>(&fen);
    let turn = late.parse_move("f4d5d5").expect("legal");
    late.play(turn);
    assert!(late.fen().ends_with(" w 1 65535"), "{}", late.fen());

    let quiet = position::<Board45>(&START.replace("w 0 1", "w 65535 1"));
    assert!(quiet.outcome().is_some() && turns(&quiet).is_empty());
    let mut free = quiet.without_draws();
    let turn = free.parse_move("b4d3d3").expect("legal without a limit");
    free.play(turn);
    assert_eq!(free.quiet_turns(), 65535);
}

#[test]
fn empty_boards_and_sides_without_cubes_are_lost() {
    for (fen, winner) in [
        ("6/7/6/7/6/7/6 w 0 1", "p2win"),
        ("6/7/6/7/6/7/6 b 0 1", "p1win"),
        ("6/7/6/3R-3/6/7/6 b 0 1", "p1win"),
        ("6/7/6/3r-3/6/7/6 w 0 1", "p2win"),
        ("6/7/6/3R-3/6/7/6 w 0 1", "none"),
    ] {
        assert_eq!(crate::status(&position::<Board45>(fen)), winner, "{fen}");
    }
}

/// Positions for analysis may have more cubes than the set: as many as the board holds.
#[test]
fn more_cubes_than_the_set_has_are_read() {
    fn check<B: Board>(row: &dyn Fn(usize, &str) -> String) {
        let lengths = B::LENGTHS;
        for (white, black) in [("RR", "ss"), ("PS", "pw"), ("WW", "rr")] {
            let rows: Vec<String> = lengths
                .iter()
                .enumerate()
                .rev()
                .map(|(i, &n)| {
                    row(
                        n,
                        if i < 3 {
                            white
                        } else if i > 3 {
                            black
                        } else {
                            ""
                        },
                    )
                })
                .collect();
            let fen = format!("{} w 0 1", rows.join("/"));
            let position = Position::<B>::from_fen(&fen, &rules::<B>());
            // A wise lies only on a wise.
            let Ok(position) = position else {
                assert_eq!(black, "pw", "{fen}");
                continue;
            };
            assert_eq!(position.fen(), fen);
            assert_eq!(position.count_moves(), turns(&position).len() as u64, "{fen}");
            assert_eq!(position.placement(), position.fresh_placement());
        }
    }
    let row = |n: usize, unit: &str| if unit.is_empty() { n.to_string() } else { unit.repeat(n) };
    check::<Board45>(&row);
    check::<Board51>(&row);
}
