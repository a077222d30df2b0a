//! Input of every kind, and output that nobody reads.

use crate::START;
use crate::engine::{Engine, say};
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn carriage_returns_and_blanks_do_not_matter() {
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"\r\n  \t\n  isready \t\r\n\n  query   p1turn\r\n");
    assert_eq!(engine.end_of_input().well(), ["readyok", "response true"]);
}

#[test]
fn the_last_line_needs_no_end() {
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"isready");
    assert_eq!(engine.end_of_input().well(), ["readyok"]);
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut engine = Engine::start(&[]);
    engine.send_bytes(b"\xff\xfe\x00\x80\nposition fen \xc3\x28\nsetoption name \xff value \xff\n");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[..3].iter().all(|line| line.starts_with("info string error: '")), "{lines:?}");
    assert_eq!(engine.ask("query fen"), format!("response {START}"));
}

#[test]
fn a_very_long_line_is_one_error() {
    let mut engine = Engine::start(&[]);
    let mut line = b"position startpos moves ".to_vec();
    line.resize(5 << 20, b'x');
    line.push(b'\n');
    engine.send_bytes(&line);
    assert_eq!(engine.line(), "info string error: 'position': expected a line of at most 1048576 bytes");
    // One that is long but allowed gets a short error too.
    line.truncate(1 << 19);
    line.push(b'\n');
    engine.send_bytes(&line);
    assert!(engine.line().len() < 200);
    assert_eq!(engine.ask("query fen"), format!("response {START}"));
}

#[test]
fn errors_change_nothing() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves b1c1");
    let fen = engine.ask("query fen");
    for line in [
        "position startpos moves b1g1",
        "position startpos moves b1c1 b1c1",
        "position fen 6/7/6",
        "position fen 6/7/6/7/6/7/6 x 0 1",
        "position nowhere",
        "go depth",
        "go depth -1",
        "go fast",
        "go movetime soon",
        "go p1time 100",
        "go manual a1a1",
        "go searchmoves a1a1 nodes 10",
        "setoption use-book true",
        "setoption name Hash value 0",
        "setoption name Variant value chess",
        "setoption name ownbook value true",
        "query weather",
        "hello",
    ] {
        let reply = engine.ask(line);
        assert!(reply.starts_with("info string error: '"), "{line}: {reply}");
        assert!(reply.contains("': expected "), "{line}: {reply}");
        assert_eq!(engine.ask("query fen"), fen, "{line}");
    }
    assert!(engine.end_of_input().well().is_empty());
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    for go in ["isready\n", "go infinite\n", "go nodes 1000\n", "go perft 1\n", "bench 100\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sisku"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        // The input stays open until the engine has ended.
        let mut input = child.stdin.take().expect("stdin");
        input.write_all(go.as_bytes()).expect("the engine reads");
        let _ = input.write_all(b"isready\n");
        let output = child.wait_with_output().expect("the engine ends");
        drop(input);
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{go}");
    }
}

#[test]
fn logs_are_there_for_who_wants_them_and_not_on_stdout() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sisku"))
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    child.stdin.take().expect("stdin").write_all(b"isready\n").expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!(output.stdout, b"readyok\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("isready"));
}

#[test]
fn every_reply_to_help_is_a_line_with_text() {
    let lines = say(&[], &["help"]);
    assert!(lines.len() >= 13 && lines.iter().all(|line| !line.trim().is_empty()), "{lines:?}");
}
