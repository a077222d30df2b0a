//! Hidden games: what each engine is sent, as an engine writes it down that does nothing
//! else. See examples/recording_engine.rs.

use super::{Folder, SISKU, example, expect_code};
use serde_json::Value;
use std::fs;

/// A full position after the set-ups, and one before them with moves.
const BOOK: &str = "6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1 moves a2a4 a7=R\n\
                    =RRPPSS =SPRSPR b2b4\n";

/// Plays four games, and checks everything that the engines were sent. Returns how many
/// secrets of others were kept from them.
fn secrets_kept(args: &[&str]) -> usize {
    let folder = Folder::new();
    fs::write(folder.path().join("book.txt"), BOOK).expect("writable");
    let engine = |name: &str, seed: u32| {
        format!("name={name},cmd='{}' {name}.log {seed}", example("recording_engine").display())
    };
    let (a, b) = (engine("a", 1), engine("b", 2));
    let common = ["--engine", &a, "--engine", &b, "--games=4", "--max-plies=60", "--strict"];
    expect_code(&folder.play(&[&common, args].concat()), 0);
    let games = folder.games("match.jsonl");
    assert_eq!(games.len(), 4);
    let mut kept = 0;
    for name in ["a", "b"] {
        let heard = fs::read_to_string(folder.path().join(format!("{name}.log"))).expect("a log");
        let heard: Vec<Vec<&str>> =
            heard.split("uginewgame\n").map(|part| part.lines().collect::<Vec<_>>()).collect();
        // Before the first game the engines are only tried.
        let heard: Vec<_> = heard.iter().filter(|lines| lines.iter().any(|l| l.starts_with("go "))).collect();
        assert_eq!(heard.len(), 4, "{name} has played four games");
        for (game, lines) in games.iter().zip(heard) {
            let seat = (0..2).find(|&seat| game["players"][seat] == name).expect("a player");
            kept += lines.iter().map(|line| secrets_in_line(game, seat, line)).sum::<usize>();
        }
    }
    kept
}

/// Fails if a line tells the player in a seat what it may not know; counts what was kept back.
fn secrets_in_line(game: &Value, seat: usize, line: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["position", rest @ ..] => secrets_in_position(game, seat, rest),
        ["go", "nodes", "1"] => 0,
        // Both are the player's own: the opponent's would tell how long it has thought.
        ["go", "p1time", one, "p2time", two, "p1inc", "1000", "p2inc", "1000"] => {
            assert_eq!(one, two, "{line}");
            0
        }
        ["ugi" | "isready" | "quit"] | ["query", "gameover" | "p1turn" | "result"] => 0,
        _ => panic!("why was this sent? {line}"),
    }
}

fn secrets_in_position(game: &Value, seat: usize, words: &[&str]) -> usize {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, told) = words.split_at(split);
    let mut kept = 0;
    if let ["fen", board, reserves, ..] = start {
        let others = if seat == 0 { ['r', 'p', 's'] } else { ['R', 'P', 'S'] };
        assert!(!board.contains(others) && !reserves.contains(others), "{words:?} to player {}", seat + 1);
        kept += 1;
    }
    let text = |mv: &Value| mv.as_str().expect("a text").to_string();
    let opening = game["opening"]["moves"].as_array().into_iter().flatten().map(text);
    let played = game["moves"].as_array().into_iter().flatten().map(|mv| text(&mv["move"]));
    for (ply, (truth, told)) in opening.chain(played).zip(told.iter().skip(1)).enumerate() {
        // What fights is said aloud.
        let (told, _) = told.split_once(':').unwrap_or((told, ""));
        match truth.split_once('=') {
            Some((place, secret)) if ply % 2 != seat => {
                assert_eq!(told, format!("{place}={}", "X".repeat(secret.len())), "{words:?}");
                kept += 1;
            }
            _ => assert_eq!(told, truth, "{words:?}"),
        }
    }
    kept
}

#[test]
fn engines_are_told_what_they_may_know_by_our_rules() {
    let variant = "--variant=bloch";
    assert!(secrets_kept(&[variant, "--nodes=1"]) > 100, "set-ups are made by the engines themselves");
    assert!(secrets_kept(&[variant, "--tc=60+1", "--openings=full-random"]) > 100);
    assert!(secrets_kept(&[variant, "--nodes=1", "--openings=book.txt"]) > 100);
}

#[test]
fn engines_are_told_what_they_may_know_by_a_referee() {
    let referee = format!("cmd='{SISKU}' --variant bloch");
    let unknown = ["--variant=mystery", "--referee", &referee];
    assert!(secrets_kept(&[&unknown[..], &["--tc=60+1", "--openings=classic"]].concat()) > 100);
    assert!(secrets_kept(&[&unknown[..], &["--nodes=1", "--openings=book.txt"]].concat()) > 100);
}

#[test]
fn positions_without_moves_keep_secrets_too() {
    let folder = Folder::new();
    let engine = |name: &str| {
        format!("name={name},position=fen,cmd='{}' {name}.log", example("recording_engine").display())
    };
    let (a, b) = (engine("a"), engine("b"));
    let args = ["--engine", &a, "--engine", &b, "--variant=bloch", "--nodes=1", "--games=2"];
    expect_code(&folder.play(&[&args[..], &["--max-plies=2"]].concat()), 0);
    // The set-ups are the only moves: nobody is told more than that there was one.
    let heard = fs::read_to_string(folder.path().join("b.log")).expect("a log");
    assert!(heard.contains("position fen 6/6/6/6/6/6/XXXXXX/6 XXX/rrrpppsss 2 "), "{heard}");
}
