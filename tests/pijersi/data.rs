//! Known counts, complete lists of turns and directed cases.

use crate::slow::Slow;
use crate::table::{Row, rows};
use crate::{after, position, rules, status, turns};
use sisku::games::perft::{perft, split};
use sisku::games::pijersi::{Board, Board45, Board51, Position};
use sisku::games::{Game, Notation};
use std::collections::{BTreeSet, HashSet};

const PERFT: &str = include_str!("../data/pijersi/perft.tsv");
const MOVES: &str = include_str!("../data/pijersi/moves.tsv");
const EDGE_CASES: &str = include_str!("../data/pijersi/edge_cases.tsv");

/// Runs a check on every row, on the board that the row names.
fn for_each_row(table: &str, on45: fn(&Row), on51: fn(&Row)) {
    for row in rows(table) {
        match row.get("board") {
            "45" => on45(&row),
            "51" => on51(&row),
            other => panic!("no such board: {other}"),
        }
    }
}

fn fen(row: &Row, quiet: &str) -> String {
    format!("{} {} {quiet} 1", row.get("fen"), row.get("side"))
}

#[test]
fn perft_of_the_start_positions() {
    fn check<B: Board>(known: [u64; 4]) {
        let start = Position::<B>::start(&rules::<B>());
        assert_eq!(perft(&start, 0), 1);
        for (depth, count) in (1..4).zip(known) {
            assert_eq!(perft(&start, depth), count, "depth {depth}");
        }
        for threads in [1, 2] {
            let counts = split(&start, 3, threads, &|| false).expect("nobody stops it");
            assert_eq!(counts.iter().map(|&(mv, _)| mv).collect::<Vec<_>>(), turns(&start));
            assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), known[2]);
        }
        let counts = split(&start, 4, 2, &|| false).expect("nobody stops it");
        assert_eq!(counts.iter().map(|&(_, count)| count).sum::<u64>(), known[3]);
    }
    check::<Board45>([186, 34_054, 6_410_472, 1_181_445_032]);
    check::<Board51>([198, 38_656, 7_843_808, 1_562_378_520]);
}

#[test]
fn a_stopped_split_gives_nothing() {
    let start = Position::<Board45>::start(&rules::<Board45>());
    assert_eq!(split(&start, 5, 2, &|| true), Err(Vec::new()));
}

#[test]
fn perft_ignores_the_draw() {
    let late = "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 19 30";
    assert_eq!(perft(&position::<Board45>(late), 3), 6_410_472);
}

#[test]
fn perft_and_statistics_of_every_known_position() {
    fn check<B: Board>(row: &Row) {
        let fen = fen(row, "0");
        let root = position::<B>(&fen);
        let moves = turns(&root);
        assert_eq!(moves.len() as u64, row.number("turns"), "{fen}");
        assert_eq!(perft(&root, 2), row.number("perft2_end"), "{fen}");
        assert_eq!(perft(&root, 3), row.number("perft3_end"), "{fen}");

        let captures = |n| moves.iter().filter(|&&mv| root.native_move(mv).matches('!').count() >= n).count();
        assert_eq!(captures(1) as u64, row.number("captures1"), "{fen}");
        assert_eq!(captures(2) as u64, row.number("double_captures1"), "{fen}");

        let nexts: Vec<Position<B>> = moves.iter().map(|&mv| after(&root, mv)).collect();
        let notations: HashSet<String> = nexts.iter().map(Notation::fen).collect();
        assert_eq!(notations.len() as u64, row.number("distinct_positions"), "{fen}");
        let hashes: HashSet<u64> = nexts.iter().map(Position::placement).collect();
        assert_eq!(hashes.len(), notations.len(), "hashes tell positions apart: {fen}");

        let list = Slow::read(row.get("board"), &fen).turns();
        let wins = list.iter().filter(|turn| turn.after.arrived()).count() as u64;
        let only_mid = list.iter().filter(|turn| turn.touched_goal && !turn.after.arrived()).count() as u64;
        assert_eq!((wins, only_mid), (row.number("wins1"), row.number("mid_only1")), "{fen}");
        let wins = nexts.iter().filter(|next| next.outcome().is_some()).count() as u64;
        assert!(wins >= row.number("wins1"), "{fen}");
    }
    for_each_row(PERFT, check::<Board45>, check::<Board51>);
}

#[test]
fn complete_lists_of_turns() {
    fn check<B: Board>(row: &Row) {
        let fen = fen(row, "0");
        let known: BTreeSet<String> = row.get("moves").split(' ').map(String::from).collect();
        assert_eq!(known.len() as u64, row.number("turns"), "{fen}");

        let root = position::<B>(&fen);
        let listed: Vec<String> = turns(&root).into_iter().map(|mv| root.ugi_move(mv)).collect();
        assert_eq!(listed.len(), known.len(), "no turn twice: {fen}");
        assert_eq!(BTreeSet::from_iter(listed), known, "{fen}");

        let slow = Slow::read(row.get("board"), &fen).turns();
        assert_eq!(slow.into_iter().map(|turn| turn.ugi).collect::<BTreeSet<_>>(), known, "slow: {fen}");
    }
    for_each_row(MOVES, check::<Board45>, check::<Board51>);
}

#[test]
fn edge_cases() {
    fn check<B: Board>(row: &Row) {
        let fen = fen(row, row.get("half"));
        let context = format!("{fen} {}: {}", row.get("ugi"), row.get("note"));
        let root = position::<B>(&fen);
        let turn = turns(&root).into_iter().find(|&mv| root.ugi_move(mv) == row.get("ugi"));
        let slow = Slow::read(row.get("board"), &fen).turns();
        let slow = slow.iter().find(|turn| turn.ugi == row.get("ugi"));
        assert_eq!(turn.is_some(), row.get("legal") == "yes", "{context}");
        assert_eq!(slow.is_some(), turn.is_some(), "slow: {context}");
        let (Some(turn), Some(slow)) = (turn, slow) else { return };

        let native = root.native_move(turn);
        assert_eq!(native, row.get("native"), "{context}");
        assert_eq!(root.parse_move(row.get("ugi")), Ok(turn), "{context}");
        assert_eq!(root.parse_move(row.get("native")), Ok(turn), "{context}");
        assert_eq!(native.matches('!').count() as u64, row.number("captures"), "{context}");

        let next = after(&root, turn);
        assert_eq!(next.fen().split(' ').next(), Some(row.get("result_fen")), "{context}");
        assert_eq!(next.fen(), slow.after.fen(), "{context}");
        assert_eq!(status(&next), row.get("status_after"), "{context}");
        assert_eq!(status(&next) != "none", turns(&next).is_empty(), "{context}");
        assert_eq!(u64::from(slow.captures), row.number("captures"), "{context}");
        assert_eq!(u64::from(slow.touched_goal), row.number("mid_arrival"), "{context}");
    }
    for_each_row(EDGE_CASES, check::<Board45>, check::<Board51>);
}
