//! Known counts, complete lists of turns and the rulebook's game.

use crate::slow::Slow;
use crate::table::rows;
use crate::wild::variant;
use crate::{after, line, position, start, status, turns};
use sisku::games::jersi::{Classic, Mode, NoDrop, Ransom};
use sisku::games::perft::{perft, split};
use sisku::games::{Game, History, Notation};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const PERFT: &str = include_str!("../data/jersi/perft.tsv");
const MOVES: &str = include_str!("../data/jersi/moves.tsv");

#[test]
fn perft_of_the_start_positions() {
    fn check<M: Mode>(known: &[u64]) {
        for (depth, &count) in (1..).zip(known) {
            assert_eq!(perft(&start::<M>(), depth), count, "depth {depth}");
        }
    }
    check::<Classic>(&[864, 721_069]);
    check::<NoDrop>(&[228, 51_984, 12_308_517]);
    // No king can be captured within three plies, so no ransom be asked for.
    check::<Ransom>(&[864, 721_069]);
    let counts = split(&start::<Classic>(), 3, 2, &|| false).expect("nobody stops it");
    assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), 497_825_578);
}

#[test]
fn perft_of_every_known_position() {
    for row in rows(PERFT) {
        let fen = row.get("fen");
        let root = position::<Classic>(fen);
        assert_eq!(turns(&root).len() as u64, row.number("perft1"), "{fen}");
        assert_eq!(root.count_moves(), row.number("perft1"), "{fen}");
        assert_eq!(perft(&root, 2), row.number("perft2"), "{fen}");
        if fen.contains(" - ") {
            assert_eq!(perft(&position::<NoDrop>(fen), 2), row.number("perft2"), "{fen}");
        }
    }
}

#[test]
fn complete_lists_of_turns() {
    for row in rows(MOVES) {
        let fen = row.get("fen");
        let known: BTreeSet<String> = row.get("moves").split(' ').map(String::from).collect();
        assert_eq!(known.len() as u64, row.number("turns"), "{fen}");
        let root = position::<Classic>(fen);
        let listed: Vec<String> = turns(&root).into_iter().map(|mv| root.ugi_move(mv)).collect();
        assert_eq!(listed.len(), known.len(), "no turn twice: {fen}");
        assert_eq!(BTreeSet::from_iter(listed), known, "{fen}");
        let slow = Slow::read(variant::<Classic>(), fen).turns();
        assert_eq!(slow.into_iter().map(|turn| turn.ugi).collect::<BTreeSet<_>>(), known, "slow: {fen}");
    }
}

/// The game printed in the rules file, unless that is absent: it may be read in place
/// but not copied here.
fn rulebook_game() -> Option<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/rules/jersi.md");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not here", path.display());
        return None;
    };
    let game = text.split("`a2-b2=d3 ").nth(1).and_then(|rest| rest.split('`').next()).expect("the game");
    Some(std::iter::once("a2-b2=d3").chain(game.split_whitespace()).map(String::from).collect())
}

#[test]
fn the_rulebooks_game_replays_with_every_mark() {
    let Some(game) = rulebook_game() else { return };
    assert_eq!(game.len(), 48);
    let mut record = History::new(start::<Classic>());
    let mut slow = Slow::read(variant::<Classic>(), &start::<Classic>().fen());
    for text in &game {
        let before = *record.current();
        assert_eq!(status(&before), "none");
        let turn = record.play(text).unwrap_or_else(|e| panic!("{}: {e}", before.fen()));
        // People write pairs of drops in any order.
        let canonical = before.native_move(turn);
        let sorted = |text: &str| {
            let mut parts: Vec<String> = text.split('/').map(String::from).collect();
            parts.sort();
            parts
        };
        assert_eq!(sorted(&canonical), sorted(text));
        assert!(canonical == *text || text.matches(':').count() == 2, "{canonical} {text}");
        assert_eq!(before.ugi_move(turn), canonical.replace('!', ""));
        let slow_turn = slow.turns().into_iter().find(|turn| turn.native == canonical);
        slow = slow_turn.unwrap_or_else(|| panic!("slow: {text}")).after;
        assert_eq!(record.current().fen(), slow.fen());
    }
    assert_eq!((status(record.current()), record.current().ending()), ("p2win", "arrival"));
}

#[test]
fn a_ransom_takes_three_decisions_of_two_players() {
    // White's rock stack takes the king on h4 and may go on.
    let fen = "1s-1s-3/3k-4/3RR3/8/9/8/7/8/3K-3 w - 7 12";
    let root = position::<Ransom>(fen);
    let asked = line(&root, "g4-h4#S");
    assert_eq!(asked.fen(), "1s-1s-3/3R-4/3R-3/8/9/8/7/8/3K-3 b - 0 12 #S");
    assert_eq!(turns(&asked).into_iter().map(|mv| asked.ugi_move(mv)).collect::<Vec<_>>(), ["#i2", "#i4"]);
    let paid = line(&asked, "#i4");
    assert_eq!(paid.fen(), "1s-5/3R-4/3R-3/8/9/8/7/8/3K-3 w - 0 12 /K");
    assert_eq!(paid.count_moves(), 7);
    let back = line(&paid, "/K:i2");
    assert_eq!(back.fen(), "1sk5/3R-4/3R-3/8/9/8/7/8/3K-3 b - 0 12");
    assert!(root.parse_move("g4-h4").is_err_and(|e| e.expected.contains("#R")));
    assert!(root.parse_move("g4-h4#P").is_err(), "black has no paper");
    assert!(position::<Classic>(fen).parse_move("g4-h4").is_err_and(|e| e.expected.contains("/K:")));
    // Black's captures count the full turn only when the king is back.
    let black = position::<Ransom>("3k-3/8/7/8/9/8/3r-3/3K-R-3/7 b - 3 12");
    let ends: Vec<String> = ["c4-b4#R", "#b5", "/K:a1"]
        .iter()
        .scan(black, |position, text| {
            *position = line(position, text);
            Some(position.fen().split(' ').skip(1).collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert_eq!(ends, ["w - 0 12 #R", "b - 0 12 /K", "w - 0 13"]);
}

#[test]
fn kings_that_cannot_return_lose_the_game() {
    // The first row is full: stacks, a wall, units on mountains.
    let fen = "rrppssmmmrmsff/3k-4/3R-3/8/9/8/7/8/3K-3 w - 7 12";
    let root = position::<Classic>(fen);
    let won = line(&root, "g4-h4");
    assert_eq!((status(&won), won.ending()), ("p1win", "king captured"));
    assert!(turns(&won).is_empty() && won.count_moves() == 0);
    assert_eq!(root.winning_move().map(|mv| root.native_move(mv)), Some("g4-h4!!".to_string()));
    assert!(root.can_win_now());
    // With a ransom, a stack's top given up makes room; a mountain's top does as well.
    let ransom = position::<Ransom>(fen);
    assert!(!ransom.can_win_now());
    assert_eq!(status(&line(&ransom, "g4-h4#R #i1")), "none");
    // A cube given up elsewhere does not: the captor has won.
    let elsewhere = position::<Ransom>(&fen.replace("/8/3K-3", "/8/w-2K-3"));
    let lost = line(&elsewhere, "g4-h4#W #a1");
    assert_eq!((status(&lost), turns(&lost).len(), lost.ending()), ("p1win", 0, "king captured"));
    // Nothing to give up.
    let poor = position::<Ransom>("mm6/3k-4/3R-3/8/9/8/7/8/3K-3 w - 7 12");
    assert!(poor.can_win_now());
    assert_eq!(status(&line(&poor, "g4-h4")), "p1win");
    assert_eq!(after(&poor, poor.winning_move().expect("a win")).outcome(), line(&poor, "g4-h4").outcome());
}
