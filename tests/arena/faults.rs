//! Whatever an engine does wrong ends its game with a reason, and the match goes on.

use super::{Folder, engine, expect_code, stdout};
use serde_json::Value;

/// A fault, and the reason for which it loses: with a clock or without.
const FAULTS: &[(&str, &str, &str)] = &[
    ("crash", "crash", "crash"),
    ("crash 3", "crash", "crash"),
    ("hang", "hang", "hang"),
    ("hang 2", "hang", "hang"),
    ("mute", "no bestmove", "no bestmove"),
    ("empty", "no bestmove", "no bestmove"),
    ("illegal 2", "illegal move", "illegal move"),
    ("flood", "hang", "hang"),
    ("slow", "time", "timeout"),
];

/// A healthy engine meets every fault in both colours, all under the same limit.
fn every_fault_under(limit: &str) {
    let folder = Folder::new();
    // A comma would end the description of an engine.
    let mark = format!("mark-{}-{}", std::process::id(), limit.replace(',', "-"));
    let mut args: Vec<String> =
        ["--each", limit, "--tournament", "gauntlet", "--games", "2"].map(str::to_string).into();
    args.extend(["--openings", "classic", "--plies", "2", "--concurrency", "9"].map(str::to_string));
    args.extend(["--engine".to_string(), engine("healthy", &format!("none 1 {mark}"))]);
    for (index, (fault, _, _)) in FAULTS.iter().enumerate() {
        let fault = if fault.contains(' ') { fault.to_string() } else { format!("{fault} 1") };
        args.extend(["--engine".to_string(), engine(&format!("e{index}"), &format!("{fault} {mark}"))]);
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let output = folder.play(&args);
    expect_code(&output, 0);
    let games = folder.games("match.jsonl");
    assert_eq!(games.len(), 2 * FAULTS.len(), "every game is there");
    let timed = limit.starts_with("movetime") || limit.starts_with("tc");
    for game in &games {
        let players: Vec<&str> =
            game["players"].as_array().expect("two").iter().filter_map(Value::as_str).collect();
        let side = players.iter().position(|&name| name != "healthy").expect("one with a fault");
        let index: usize = players[side][1..].parse().expect("its number");
        let (fault, with_clock, without) = FAULTS[index];
        let reason = game["reason"].as_str().expect("a reason");
        let moves = game["moves"].as_array().expect("moves").len();
        let lost = if side == 0 { "p2win" } else { "p1win" };
        // An engine whose fault comes late may have won or lost before.
        if game["detail"].is_null() {
            assert!(fault.contains(' '), "{fault} under {limit}: {game}");
            continue;
        }
        assert_eq!(reason, if timed { with_clock } else { without }, "{fault} under {limit}: {game}");
        assert_eq!(game["result"], lost, "{fault} under {limit}");
        assert!(moves < 8, "{fault} under {limit} shows early");
    }
    let text = stdout(&output);
    assert!(text.contains("Match complete: 18 of 18 games"), "{text}");
    assert!(text.contains("illegal move of e6"), "{text}");
    #[cfg(any(target_os = "linux", windows))]
    super::expect_none_left(&mark);
}

/// The move that lost is on record and counts among the longest; and who loses games on time
/// is told that this is no measure of play.
#[test]
fn moves_that_come_too_late_are_on_record() {
    let folder = Folder::new();
    let (slow, healthy) = (engine("slow", "slow"), engine("healthy", "none"));
    let args =
        ["--engine", &slow, "--engine", &healthy, "--movetime=1000", "--games=2", "--record=games.txt"];
    let output = folder.play(&args);
    expect_code(&output, 0);
    let games = folder.games("match.jsonl");
    assert_eq!(games.len(), 2);
    for game in &games {
        let late = &game["late"];
        assert!(game["reason"] == "time" && late["ms"].as_f64().is_some_and(|ms| ms > 2000.0), "{game}");
        let seat = if game["players"][0] == "slow" { 1 } else { 2 };
        assert!(late["by"] == seat && late["move"].as_str().is_some_and(|mv| mv.len() >= 4), "{game}");
    }
    let text = stdout(&output);
    let longest = text.lines().find(|line| line.starts_with("  slow: ")).expect("a line");
    let longest: f64 = longest.rsplit("at most ").next().and_then(|ms| ms.parse().ok()).expect("a number");
    assert!(longest > 2000.0, "{text}");
    assert!(text.contains("\nNote: 2 games lost on time, 100.0 % of all: "), "{text}");
    let record = std::fs::read_to_string(folder.path().join("games.txt")).expect("a record");
    assert_eq!(record.matches("# too late, and not among the moves: ").count(), 2, "{record}");
}

#[test]
fn an_engine_that_never_answers_is_named_within_seconds() {
    let deaf = format!("'{}' hang-on-new-game", super::double("rude_engine").display());
    let faulty = |fault| format!("'{}' {fault}", super::faulty_engine().display());
    for (cmd, expected) in [
        (&faulty("sleep"), "no sign of life: expected 'ugiok' within 1.5 s"),
        (&deaf, "no sign of life: expected 'readyok' within 1.5 s"),
        (&faulty("no-start"), "ended: exit code 7: cannot start"),
    ] {
        let folder = Folder::new();
        let spec = format!("name=dumb,cmd={cmd}");
        let start = std::time::Instant::now();
        let output = folder.play(&["--engine", &spec, "--nodes=1", "--games=2", "--start-timeout=1.5"]);
        expect_code(&output, 2);
        let text = super::stderr(&output);
        assert!(text.starts_with(&format!("error: engine 'dumb': {expected}")), "{text}");
        assert!(start.elapsed() < std::time::Duration::from_secs(30));
    }
}

#[test]
fn dialogues_are_logged_with_the_time() {
    let folder = Folder::new();
    let (a, b) = (engine("a/b", "crash 3"), engine("healthy", "none"));
    let args = ["--engine", &a, "--engine", &b, "--nodes=1", "--games=4", "--log=logs/all"];
    expect_code(&folder.play(&args), 0);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("logs/all").join(name));
    // A new process, a new file; the name of an engine is no path.
    let (first, second) = (read("a_b-1.log").expect("a log"), read("a_b-2.log").expect("another"));
    assert!(second.contains(" > ugi\n"), "{second}");
    let healthy = read("healthy-1.log").expect("a log");
    assert!(healthy.contains(" > quit\n") && healthy.contains(" < bestmove "), "{healthy}");
    let mut last = 0.0;
    for line in first.lines() {
        let [time, mark, said] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let time: f64 = time.parse().expect(line);
        assert!([">", "<"].contains(&mark) && !said.is_empty(), "{line}");
        assert!(time >= last - 0.5, "{line}");
        last = time;
    }
    assert!(first.contains(" > go nodes 1\n") && first.contains(" < readyok\n"), "{first}");
    // Nothing is overwritten.
    expect_code(&folder.play(&[&args[..], &["--resume"][..]].concat()), 0);
    assert_eq!(read("healthy-1.log").expect("a log"), healthy);
    assert!(read("healthy-2.log").is_ok());
}

#[test]
fn under_nodes() {
    every_fault_under("nodes=10,timeout=2");
}

#[test]
fn under_depth() {
    every_fault_under("depth=1,timeout=2");
}

#[test]
fn under_movetime() {
    every_fault_under("movetime=2000");
}

#[test]
fn under_a_clock() {
    every_fault_under("tc=2");
}

#[test]
fn engines_that_fail_between_games_lose_and_come_back() {
    let folder = Folder::new();
    let output = folder.play(&[
        "--engine",
        &engine("moody", "crash-new-game"),
        "--engine",
        &engine("healthy", "none"),
        "--nodes=1",
        "--games=6",
    ]);
    expect_code(&output, 0);
    let reasons: Vec<String> = folder
        .games("match.jsonl")
        .iter()
        .map(|game| game["reason"].as_str().unwrap_or("").to_string())
        .collect();
    // It has been told of a game before the first one, breaks down at the next, is started
    // again, plays a game, and so on.
    for (number, reason) in reasons.iter().enumerate() {
        assert_eq!(reason == "crash", number % 2 == 0, "{reasons:?}");
    }
    assert_eq!(reasons.len(), 6);
}

#[test]
fn rubbish_beside_the_moves_does_no_harm() {
    let folder = Folder::new();
    let (garbage, healthy) = (engine("garbage", "garbage"), engine("healthy", "none"));
    expect_code(&folder.play(&["--engine", &garbage, "--engine", &healthy, "--nodes=1", "--games=4"]), 0);
    for game in folder.games("match.jsonl") {
        assert!(game["detail"].is_null(), "{game}");
        let moves = game["moves"].as_array().expect("moves");
        assert!(!moves.is_empty() && moves.iter().all(|mv| mv["score"]["cp"] == 12 && mv["nodes"] == 10));
    }
}

#[cfg(any(target_os = "linux", windows))]
#[test]
fn processes_that_engines_leave_behind_are_ended() {
    let folder = Folder::new();
    let mark = format!("orphan-{}", std::process::id());
    let (orphan, healthy) = (engine("orphan", &format!("orphan 2 {mark}")), engine("healthy", "none"));
    let output =
        folder.play(&["--engine", &orphan, "--engine", &healthy, "--each=nodes=1,timeout=2", "--games=2"]);
    expect_code(&output, 0);
    let games = folder.games("match.jsonl");
    assert!(games.iter().any(|game| game["reason"] == "crash"), "{games:?}");
    super::expect_none_left(&mark);
}
