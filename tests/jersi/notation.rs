//! Texts that no rules would write: they are refused or understood, never a crash.

use crate::common::garble::{check_error, check_moves, mutated, noise};
use crate::common::generator;
use crate::wild::{played, thrown, variant};
use crate::{position, rules, start, turns};
use rand::RngExt;
use sisku::games::jersi::{Classic, Mode, NoDrop, Position, Ransom};
use sisku::games::{Game, Notation};

#[test]
fn any_text_for_a_position_is_refused_or_makes_sense() {
    fn run<M: Mode>(seed: u64) {
        let mut rng = generator(seed);
        let mut understood = 0;
        for _ in 0..10_000 {
            let fen = thrown(variant::<M>(), &mut rng).fen();
            let text = if rng.random_bool(0.1) { noise(&mut rng) } else { mutated(&fen, &mut rng) };
            match Position::<M>::from_fen(&text, &rules::<M>()) {
                Err(error) => check_error(&error),
                Ok(position) => {
                    understood += 1;
                    assert_eq!(Position::from_fen(&position.fen(), &rules::<M>()), Ok(position), "{text}");
                    assert_eq!(position.count_moves(), turns(&position).len() as u64, "{text}");
                    assert_eq!(position.placement(), position.fresh_placement(), "{text}");
                    assert_eq!(position.diagram().lines().count(), 9);
                    assert!(position.outcome().is_some() || !turns(&position).is_empty(), "{text}");
                }
            }
        }
        assert!((200..9_800).contains(&understood), "both kinds are in the sample: {understood}");
    }
    run::<Classic>(11);
    run::<NoDrop>(12);
    run::<Ransom>(13);
}

#[test]
fn any_text_for_a_turn_is_refused_or_legal() {
    fn run<M: Mode>(seed: u64) {
        let native = |position: &Position<M>, turn, _: &mut _| position.native_move(turn);
        let understood = check_moves(played::<M>(6, seed), 20, &mut generator(seed), native);
        assert!(understood > 100, "{understood}");
    }
    run::<Classic>(14);
    run::<NoDrop>(15);
    run::<Ransom>(16);
}

const START: &str =
    "p-r-s-k-r-s-p-/f-s-p-r-s-p-r-f-/7/8/9/8/7/F-R-P-S-R-P-S-F-/P-S-R-K-S-R-P- w M4W2m4w2 0 1";

#[test]
fn the_start_is_written_as_the_rules_say() {
    assert_eq!(start::<Classic>().fen(), START);
    assert_eq!(start::<Ransom>().fen(), START);
    assert_eq!(start::<NoDrop>().fen(), START.replace("M4W2m4w2", "-"));
    let mut rng = generator(1);
    let [classic, ..] = Position::<Classic>::SET_UPS else { panic!("a set-up") };
    assert_eq!((classic.draw)(&rules::<Classic>(), &mut rng), start::<Classic>());
    assert_eq!(position::<Classic>(START.trim_end_matches(" 0 1")), start());
}

#[test]
fn refused_positions_say_what_is_wrong() {
    fn error<M: Mode>(text: &str) -> String {
        match Position::<M>::from_fen(text, &rules::<M>()) {
            Ok(position) => panic!("{text} read as {}", position.fen()),
            Err(error) => error.to_string(),
        }
    }
    let change = |from: &str, to: &str| START.replacen(from, to, 1);
    for (text, expected) in [
        (String::new(), "rows, side"),
        (change("/9/", "/"), "9 rows"),
        (change("/9/", "/8/"), "9 cells in row e"),
        (change("/9/", "/8xx/"), "a cube"),
        (change("/9/", "/8RM/"), "a mountain only on a mountain"),
        (change("/9/", "/8mM/"), "a wall of one colour"),
        (change("/9/", "/8Rr/"), "a stack of one colour"),
        (change("K-", "KR"), "no king below"),
        (change("/9/", "/8K-/"), "at most one king 'K'"),
        (change("/9/8/", "/RRRRRRRRRRRRRRRRRR/rrrrrrrrrrrrrrrr/"), "at most 60 cubes that are no mountains"),
        (change("/9/8/", "/RRRRRRRRRRRRRRRR1/rrrrrrrr4/").replace("W2", "W9"), "at most 60 cubes"),
        (change("/9/", "/MMMMMMMMMMMMMMMMMM/"), "at most 22 mountains"),
        (change("k-", "1"), "a king 'k'"),
        (change(" w ", " x "), "side w or b"),
        (change("M4", "M10"), "reserves such as"),
        (change("M4W2", "M4W0"), "reserves such as"),
        (change("M4W2", "M4M4"), "reserves such as"),
        (change("M4W2", "R1"), "reserves such as"),
        (change("M4W2m4w2", "M4W"), "reserves such as"),
        (change(" 0 1", " 65536 1"), "quiet turns"),
        (change(" 0 1", " 0 x"), "full turn"),
        (change(" 0 1", " 0 1 #R"), "nothing after the full turn"),
    ] {
        let shown = error::<Classic>(&text);
        assert!(shown.contains(expected), "{text}: {shown}");
    }
    assert!(error::<NoDrop>(START).contains("no reserve"));
    for (text, expected) in [
        (change(" 0 1", " 0 1 #X"), "a kind of cube"),
        (change(" 0 1", " 0 1 #M"), "a kind of cube"),
        (change(" 0 1", " 0 1 #W"), "can give up"),
        (change(" 0 1", " 0 1 #R"), "no king 'K' before it is put back"),
        (change(" 0 1", " 0 1 /K"), "no king 'k' before it is put back"),
        (change(" 0 1", " 0 1 /K x"), "nothing more"),
    ] {
        let shown = error::<Ransom>(&text);
        assert!(shown.contains(expected), "{text}: {shown}");
    }
}

#[test]
fn refused_turns_say_what_is_wrong() {
    let start = start::<Classic>();
    for (text, expected) in [
        ("", "a turn such as"),
        ("b4", "a turn such as"),
        ("b4c4", "a turn such as"),
        ("b4-j4", "a turn such as"),
        ("b4=c4=d4", "a turn such as"),
        ("b4-c4!!!", "a turn such as"),
        ("R:d4", "a turn such as"),
        ("M:d4/", "a turn such as"),
        ("M:d4/W:d5/W:d6", "a turn such as"),
        ("b4-c4/K:d4", "a turn such as"),
        ("b4-c4#K", "a turn such as"),
        ("#", "a turn such as"),
        ("/K:", "a turn such as"),
        ("b4-c4/K:i4", "a legal turn"),
        ("b4-c4#R", "a legal turn"),
        ("b4=c4", "a legal turn"),
        ("a4-b4=", "a turn such as"),
        ("h4-g4", "a legal turn"),
        ("#b3", "a legal turn"),
        ("/K:i1", "a legal turn"),
        ("W:d4/M:d4", "a legal turn"),
        ("W:a4", "a legal turn"),
        ("M:d4/M:d6", "a legal turn"),
    ] {
        let error = start.parse_move(text).expect_err(text);
        assert_eq!(error.token, text);
        assert!(error.expected.contains(expected), "{error}");
        check_error(&error);
    }
}
