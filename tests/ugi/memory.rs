//! Sessions with input and output in memory.

use crate::{START, WIN_IN_ONE, WON};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sisku::games::Variant;
use sisku::ugi::{self, Options, SessionMode};
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

/// An output that can be read afterwards.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn session(input: impl Into<Vec<u8>>) -> Vec<String> {
    let output = Memory::default();
    ugi::run(
        Options::new(Variant::Pijersi),
        SessionMode::default(),
        Cursor::new(input.into()),
        output.clone(),
    );
    let bytes = output.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("replies are text").lines().map(str::to_string).collect()
}

#[test]
fn questions_follow_the_position() {
    let input = "query p1turn\nposition startpos moves b1c1 f1=e1\nposition startpos moves b1-c1 f1e1\n\
                 query p1turn\nquery fen\ngo manual c1d1\nquery p1turn\nquery result\nquery hidden\n\
                 query islegal e1d2\nquery islegal e1c1\nquery islegal x";
    let expected = [
        "response true",
        "info string error: 'f1=e1': expected a legal turn, as move 2",
        "response true",
        "response s-p-r-s-p-r-/1r-s-wwr-s-p-/p-5/7/P-5/1S-R-WWS-R-P-/R-P-S-R-P-S- w 2 2",
        "response false",
        "response none",
        "response false",
        "response true",
        "response false",
        "response false",
    ];
    assert_eq!(session(input), expected);
}

#[test]
fn options_take_effect() {
    // A lower limit ends the game under way, a higher one lets it go on.
    let input = "position fen 6/R-6/6/7/5r-/6S-/6 b 18 5\nquery result\nsetoption name drawlimit value 18\n\
                 query result\nsetoption name DrawLimit value 19\nquery result\n\
                 setoption name Variant value Pijersi51\nquery fen\nquery moves";
    let lines = session(input);
    assert_eq!(lines[..3], ["response none", "response draw", "response none"]);
    assert!(lines[3].contains("/8/9/8/"), "{lines:?}");
    assert_eq!(lines[4].split(' ').count(), 1 + 198);
}

#[test]
fn a_rule_that_ends_the_game_earlier_keeps_the_position() {
    let input = "position startpos moves b1c1 f1e1 c1d1\nsetoption name DrawLimit value 2\nquery result\n\
                 query fen\nsetoption name DrawLimit value 20\nquery result";
    let lines = session(input);
    let fen = "response s-p-r-s-p-r-/1r-s-wwr-s-p-/p-5/P-6/6/1S-R-WWS-R-P-/R-P-S-R-P-S- b 3 2";
    assert_eq!(lines, ["response draw", fen, "response none"]);
}

#[test]
fn new_rules_undo_what_was_proven() {
    // Black loses the race in twelve quiet turns, unless eleven make a draw.
    let input = "setoption name DrawLimit value 0\nposition fen r-5/7/6/7/6/R-6/6 b 0 5\ngo nodes 50000\n\
                 setoption name DrawLimit value 11\ngo nodes 2000";
    let lines = session(input);
    let scores: Vec<&str> = lines
        .windows(2)
        .filter(|pair| pair[1].starts_with("bestmove "))
        .filter_map(|pair| pair[0].split(" score ").nth(1)?.split(" nodes ").next())
        .collect();
    assert_eq!(scores.len(), 2, "{lines:?}");
    assert!(scores[0].starts_with("mate -") && scores[1].starts_with("cp "), "{scores:?}");
}

#[test]
fn perft_splits_and_sums() {
    let lines = session("go perft 2\nposition startpos\nsetoption name Threads value 2\ngo perft 2");
    assert_eq!(lines.len(), 2 * 187);
    let counts = lines[..186].iter().map(|line| {
        let (mv, count) = line.split_once(": ").expect("MOVE: COUNT");
        assert!(mv.len() == 4 || mv.len() == 6, "{line}");
        count.parse::<u64>().expect("a number")
    });
    assert_eq!(counts.sum::<u64>(), 34054);
    let words: Vec<&str> = lines[186].split(' ').collect();
    assert_eq!(words[..6], ["info", "perft", "depth", "2", "result", "34054"]);
    assert_eq!((words[6], words[8], words.len()), ("time", "nps", 10));
    assert!([words[7], words[9]].iter().all(|number| number.parse::<u64>().is_ok()));
    assert_eq!(lines[187..373], lines[..186]);
}

#[test]
fn the_bench_has_a_signature() {
    let lines = session("bench 50\nbench 50");
    assert_eq!(lines.len(), 22);
    let signature = |line: &str| line.split(" signature ").nth(1).map(str::to_string);
    assert!(signature(&lines[10]).is_some_and(|hex| hex.len() == 16));
    assert_eq!(signature(&lines[10]), signature(&lines[21]));
}

/// Whatever is said, the session lives, answers, and its replies are of known kinds.
#[test]
fn no_dialogue_breaks_the_session() {
    const LINES: &[&str] = &[
        "ugi",
        "isready",
        "uginewgame",
        "position startpos",
        "position startpos moves b1c1",
        "position startpos moves b1c1 f1e1 nonsense",
        "go nodes 20",
        "go",
        "go infinite",
        "go ponder nodes 5",
        "go mate 1 nodes 20",
        "go perft 1",
        "go manual b4d3d3",
        "go manual f4d4d4",
        "go searchmoves b1c1 nodes 10",
        "go movetime 0",
        "go p1time 1 p2time 1",
        "go p1time -5 p2time -5 p1inc 0 p2inc 0",
        "stop",
        "ponderhit",
        "query moves",
        "query result",
        "query islegal \u{1f980}",
        "d",
        "bench 1",
        "help",
        "setoption name Hash value 1",
        "setoption name Threads value 2",
        "setoption name MultiPV value 256",
        "setoption name Variant value pijersi51",
        "setoption name Variant value pijersi",
        "setoption name DrawLimit value 1",
        "setoption name DrawLimit value 0",
        "setoption name ClearHash",
        "setoption name ShowWDL value true",
        "setoption name Ponder value true",
        "\u{0}\u{7f}",
    ];
    let positions = [START, WIN_IN_ONE, WON].map(|fen| format!("position fen {fen}"));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..60 {
        let mut input = String::new();
        for _ in 0..40 {
            let i = rng.random_range(0..LINES.len() + positions.len());
            let line = LINES.get(i).copied().unwrap_or_else(|| positions[i - LINES.len()].as_str());
            // Now and then a line loses its tail.
            let length = if rng.random_bool(0.1) { rng.random_range(0..line.len()) } else { line.len() };
            input.push_str(&line.chars().take(length).collect::<String>());
            input.push('\n');
        }
        let searches = |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        let lines = session(format!("{input}stop\nuginewgame\ngo nodes 1\n"));
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{input}\n{lines:?}");
        assert!(searches(&lines) <= input.matches("go").count() + 1);
        assert!(lines.iter().all(|line| !line.is_empty()));
    }
}
