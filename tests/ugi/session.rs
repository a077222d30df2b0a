//! Searches and what comes while they run.

use crate::engine::{Engine, best_moves, say};
use crate::{START, WIN_IN_ONE, WON};

/// Nobody waits for the end of this.
const LONG: &str = "go perft 9";

#[test]
fn nothing_is_said_unasked() {
    assert_eq!(say(&[], &["isready"]), ["readyok"]);
    assert!(say(&[], &[]).is_empty());
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(best_moves(&lines).is_empty());
    engine.send("stop");
    let (best, _) = engine.best_move();
    assert_eq!(engine.ask(&format!("query islegal {best}")), "response true");
    assert!(engine.end_of_input().well().is_empty());
}

#[test]
fn a_long_count_blocks_nothing_and_can_be_stopped() {
    let mut engine = Engine::start(&[]);
    engine.send(LONG);
    assert_eq!(engine.ask("isready"), "readyok");
    assert_eq!(engine.ask("stop"), "info string perft stopped");
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("go perft 9");
    assert_eq!(engine.ask("query fen"), format!("response {START}"));
    assert_eq!(engine.ask("query p1turn"), "response true");
    engine.send("d");
    assert!(engine.until("Key:").iter().any(|line| line.contains(START)));
    // What comes after a change that waits, waits too.
    engine.send(&format!("position fen {WON}"));
    engine.send("query gameover");
    assert_eq!(engine.ask("stop"), "info string perft stopped");
    assert_eq!(engine.line(), "response true");
}

#[test]
fn the_end_of_input_lets_a_bounded_search_finish() {
    for go in
        ["go movetime 100", "go movetime 50.5", "go nodes 300", "go depth 1", "go p1time 900 p2time 900"]
    {
        let lines = say(&[], &[go]);
        assert_eq!(best_moves(&lines).len(), 1, "{go}: {lines:?}");
        assert!(lines[lines.len() - 2].starts_with("info depth "), "{lines:?}");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
    }
}

#[test]
fn the_end_of_input_stops_a_search_without_end() {
    for go in ["go", "go infinite", "go ponder movetime 10", "go depth 3 infinite"] {
        let lines = say(&[], &[go]);
        assert_eq!(best_moves(&lines).len(), 1, "{go}: {lines:?}");
    }
}

#[test]
fn commands_wait_for_a_bounded_search() {
    let mut engine = Engine::start(&[]);
    for line in
        ["go nodes 200", &format!("position fen {WIN_IN_ONE}"), "go nodes 200", "uginewgame", "query fen"]
    {
        engine.send(line);
    }
    let first = engine.best_move().0;
    let second = engine.best_move().0;
    assert_eq!(engine.line(), format!("response {START}"));
    assert_eq!(engine.ask(&format!("query islegal {first}")), "response true");
    engine.send(&format!("position fen {WIN_IN_ONE}"));
    assert_eq!(engine.ask(&format!("query islegal {second}")), "response true");
}

#[test]
fn commands_stop_a_search_without_end() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.send(&format!("position fen {WIN_IN_ONE}"));
    engine.send("go infinite");
    let first = engine.best_move().0;
    // A proven win does not end a search without end.
    engine.send("isready");
    assert!(best_moves(&engine.until("readyok")).is_empty());
    engine.send("uginewgame");
    let second = engine.best_move().0;
    assert!(second.starts_with("f1g"), "{second}");
    assert_eq!(engine.ask(&format!("query islegal {first}")), "response true");
}

#[test]
fn stop_also_stops_what_waits_before_it() {
    let mut engine = Engine::start(&[]);
    engine.send(LONG);
    engine.send(LONG);
    engine.send("stop");
    assert_eq!(engine.line(), "info string perft stopped");
    assert_eq!(engine.line(), "info string perft stopped");
    assert_eq!(engine.ask("isready"), "readyok");
    // Without a search it means nothing.
    engine.send("stop");
    engine.send("go nodes 100");
    engine.best_move();
}

#[test]
fn pondering_waits_for_the_expected_move() {
    let mut engine = Engine::start(&[]);
    engine.send("go ponder nodes 100");
    engine.send("isready");
    assert!(best_moves(&engine.until("readyok")).is_empty());
    engine.send("ponderhit");
    engine.best_move();
    engine.send("setoption name Ponder value true");
    engine.send("go nodes 2000");
    let lines = engine.until("bestmove ");
    let words: Vec<&str> = lines.last().map(|line| line.split(' ').collect()).unwrap_or_default();
    assert_eq!((words.len(), words[2]), (4, "ponder"), "{words:?}");
}

#[test]
fn quit_ends_at_once_and_a_search_still_answers() {
    for (go, answers) in [
        ("go infinite", 1),
        ("go ponder movetime 10", 1),
        ("go nodes 1000000000", 1),
        // What waits is forgotten.
        ("go nodes 1000000000\ngo nodes 1000000000\nisready", 1),
        (LONG, 0),
        ("isready", 0),
    ] {
        let mut engine = Engine::start(&[]);
        engine.send(go);
        engine.send("quit");
        let lines = engine.ended().well();
        assert_eq!(best_moves(&lines).len(), answers, "{go}: {lines:?}");
        if answers > 0 {
            let info = &lines[lines.len() - 2];
            for word in ["info ", " nodes ", " nps ", " time "] {
                assert!(info.contains(word), "{lines:?}");
            }
        }
    }
}

/// The time of a search counts from when its line was read, unless it had to wait.
#[test]
fn a_search_that_waited_has_its_whole_time() {
    let lines = say(&[], &["go movetime 200", "go movetime 200", "go movetime 200"]);
    let times: Vec<u64> = (0..lines.len() - 1)
        .filter(|&i| lines[i + 1].starts_with("bestmove "))
        .map(|i| {
            let time = lines[i].split(" time ").nth(1).and_then(|rest| rest.split(' ').next());
            time.and_then(|time| time.parse().ok()).expect("a time")
        })
        .collect();
    assert_eq!(times.len(), 3);
    assert!(times.iter().all(|&time| time >= 150), "{times:?}");
}

#[test]
fn moves_play_on() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves b1c1");
    engine.send("moves f1e1 c1d1");
    assert_eq!(engine.ask("query p1turn"), "response false");
    let fen = engine.ask("query fen");
    let error = "info string error: 'b1b1': expected a legal turn, as move 2";
    assert_eq!(engine.ask("moves e1e2 b1b1"), error);
    assert_eq!(engine.ask("query fen"), fen, "all of them or none");
    assert_eq!(engine.ask("moves"), "info string error: 'moves': expected moves after it");
}

/// A script that sends `position` and `go` in one breath pairs answers with questions.
#[test]
fn strict_sessions_answer_no_question_that_was_not_asked() {
    let input = ["position startpos moves b1c1", "position fen nonsense", "go nodes 10", "moves f1e1"];
    let lenient = say(&[], &input);
    assert!(best_moves(&lenient).iter().all(|&best| best != "0000"), "{lenient:?}");
    let mut engine = Engine::start(&["--strict"]);
    input.iter().for_each(|line| engine.send(line));
    engine.send("position startpos");
    engine.send("go nodes 10");
    let ended = engine.end_of_input();
    assert_eq!(ended.status.code(), Some(1));
    let lines = ended.lines;
    let best = best_moves(&lines);
    assert_eq!((best.len(), best[0]), (2, "0000"), "{lines:?}");
    assert_ne!(best[1], "0000");
    let refused = "expected a good position first, the last one was rejected";
    assert_eq!(lines.iter().filter(|line| line.contains(refused)).count(), 2, "{lines:?}");
    // What is accepted as a whole ends well.
    assert_eq!(best_moves(&say(&["--strict"], &["position startpos", "go nodes 10"])).len(), 1);
}

#[test]
fn a_finished_game_has_no_best_move() {
    for go in ["go nodes 10", "go infinite", "go", "go p1time 100 p2time 100"] {
        let mut engine = Engine::start(&[]);
        engine.send(&format!("position fen {WON}"));
        engine.send(go);
        assert_eq!(engine.line(), "info string the game is over: p1win");
        assert_eq!(engine.line(), "bestmove 0000");
        assert!(engine.end_of_input().well().is_empty());
    }
}

#[test]
fn the_moves_to_search_are_kept_to() {
    let mut engine = Engine::start(&[]);
    for mv in ["b1c1", "a1b1", "b4=c4-d4"] {
        engine.send(&format!("go nodes 300 searchmoves {mv}"));
        let best = engine.best_move().0;
        engine.send(&format!("go nodes 300 searchmoves {best}"));
        assert_eq!(engine.best_move().0, best);
    }
    assert_eq!(engine.ask("go searchmoves b1g1"), "info string error: 'b1g1': expected a legal turn");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    let once = || {
        let lines = say(&[], &["setoption name Seed value 5", "go nodes 3000"]);
        // Time and speed may differ.
        let still = |line: &String| {
            let words: Vec<&str> = line.split(' ').collect();
            let timed = |word: &&str| ["nps", "time"].contains(word);
            let keep = |i: &usize| !timed(&words[*i]) && (*i == 0 || !timed(&words[*i - 1]));
            (0..words.len()).filter(keep).map(|i| words[i]).collect::<Vec<_>>().join(" ")
        };
        lines[lines.len() - 2..].iter().map(still).collect::<Vec<_>>()
    };
    let first = once();
    assert!(first[0].contains(" pv ") && first[1].starts_with("bestmove "), "{first:?}");
    assert_eq!(first, once());
}

#[test]
fn several_lines_and_chances_are_reported_on_demand() {
    let lines =
        say(&[], &["setoption name multipv value 3", "setoption name SHOWWDL value true", "go nodes 2000"]);
    let last: Vec<&String> = lines.iter().rev().skip(1).take(3).collect();
    for (line, index) in last.into_iter().rev().zip(1..) {
        let words: Vec<&str> = line.split(' ').collect();
        let after = |word: &str| words.iter().position(|&other| other == word).map(|i| i + 1);
        assert_eq!(after("multipv").map(|i| words[i]), Some(index.to_string().as_str()), "{line}");
        let wdl =
            after("wdl").map(|i| words[i..i + 3].iter().map(|n| n.parse::<u32>().expect("a number")).sum());
        assert_eq!(wdl, Some(1000), "{line}");
    }
}
