//! Replays every example of protocol.md.
//!
//! A block fenced as `ugi`, perhaps with arguments for the engine, is a dialogue: lines
//! after `> ` are sent, lines after `< ` must come, in this order and with nothing
//! between. In them `<int>` stands for a whole number, `<word>` for a word and
//! `<rest>` for anything up to the end; a lone `...` for any number of lines.

use crate::engine::Engine;

struct Dialogue {
    arguments: Vec<&'static str>,
    lines: Vec<&'static str>,
}

const DOCUMENT: &str = include_str!("../../protocol.md");

fn dialogues() -> Vec<Dialogue> {
    let mut dialogues = Vec::new();
    let mut lines = DOCUMENT.lines();
    while let Some(line) = lines.next() {
        let Some(fence) = line.strip_prefix("```") else { continue };
        let inside: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
        let mut words = fence.split_whitespace();
        if words.next() == Some("ugi") {
            dialogues.push(Dialogue { arguments: words.collect(), lines: inside });
        }
    }
    dialogues
}

fn matches(pattern: &str, line: &str) -> bool {
    if let Some(start) = pattern.strip_suffix("<rest>") {
        let (start, line) = (start.split(' '), line.split(' '));
        let fixed: Vec<&str> = start.filter(|word| !word.is_empty()).collect();
        let words: Vec<&str> = line.collect();
        return words.len() > fixed.len() && fixed.iter().zip(&words).all(|(word, other)| fits(word, other));
    }
    let (pattern, line): (Vec<&str>, Vec<&str>) = (pattern.split(' ').collect(), line.split(' ').collect());
    pattern.len() == line.len() && pattern.iter().zip(&line).all(|(word, other)| fits(word, other))
}

fn fits(pattern: &str, word: &str) -> bool {
    match pattern {
        "<int>" => word.parse::<i64>().is_ok(),
        "<word>" => !word.is_empty(),
        _ => pattern == word,
    }
}

fn replay(dialogue: &Dialogue) {
    let mut engine = Engine::start(&dialogue.arguments);
    let mut lines = dialogue.lines.as_slice();
    let mut open_end = false;
    while let Some((line, rest)) = lines.split_first() {
        if let Some(command) = line.strip_prefix("> ") {
            engine.send(command);
            lines = rest;
            continue;
        }
        // All that is expected up to the next command.
        let length = lines.iter().take_while(|line| line.starts_with("< ")).count();
        assert!(length > 0, "neither sent nor expected: {line}");
        let expected: Vec<&str> = lines[..length].iter().map(|line| &line[2..]).collect();
        lines = &lines[length..];
        open_end = expected == ["..."];
        if !open_end {
            hear(&mut engine, &expected);
        }
    }
    let ended = engine.end_of_input();
    // A strict session in which something is rejected does not end well.
    let strict = dialogue.arguments.contains(&"--strict");
    assert_eq!((ended.status.code(), ended.errors.as_str()), (Some(i32::from(strict)), ""));
    let rest = ended.lines;
    assert!(rest.is_empty() || open_end, "said after {:?}: {rest:?}", dialogue.lines);
}

/// Listens until everything expected was said. After `...` the lines that follow it
/// have to be the last ones said, and end with what they end with.
fn hear(engine: &mut Engine, expected: &[&str]) {
    let skip = expected.iter().position(|line| *line == "...");
    let (first, last) = expected.split_at(skip.unwrap_or(expected.len()));
    for pattern in first {
        let said = engine.line();
        assert!(matches(pattern, &said), "expected: {pattern}\nsaid:     {said}");
    }
    let Some((_, last)) = last.split_first() else { return };
    let Some(end) = last.last() else { return };
    let mut said = vec![engine.line()];
    while !matches(end, &said[said.len() - 1]) {
        said.push(engine.line());
    }
    let tail = &said[said.len().saturating_sub(last.len())..];
    let same =
        tail.len() == last.len() && last.iter().zip(tail).all(|(pattern, line)| matches(pattern, line));
    assert!(same, "expected: {last:#?}\nsaid: {said:#?}");
}

#[test]
fn examples_are_true() {
    let dialogues = dialogues();
    assert!(dialogues.len() >= 10, "protocol.md has lost its examples");
    for dialogue in dialogues {
        replay(&dialogue);
    }
}

/// Every command, query, limit and option has its place in an example.
#[test]
fn everything_is_in_an_example() {
    let examples: Vec<&str> = dialogues().into_iter().flat_map(|dialogue| dialogue.lines).collect();
    let examples = examples.join("\n");
    let sent = |what: &str| {
        let sent = examples.lines().filter_map(|line| line.strip_prefix("> "));
        sent.into_iter().any(|line| format!(" {line} ").contains(&format!(" {what} ")))
    };
    for what in [
        "ugi",
        "isready",
        "uginewgame",
        "setoption",
        "position startpos",
        "position fen",
        "moves",
        "go",
        "stop",
        "ponderhit",
        "query gameover",
        "query p1turn",
        "query result",
        "query islegal",
        "query fen",
        "query moves",
        "query hidden",
        "query view",
        "query history",
        "d",
        "bench",
        "help",
        "quit",
        "p1time",
        "p2time",
        "p1inc",
        "p2inc",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "infinite",
        "ponder",
        "mate",
        "searchmoves",
        "go perft",
        "go manual",
        "Variant",
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "MoveOverhead",
        "Seed",
        "Level",
        "LimitStrength",
        "Elo",
        "DrawLimit",
        "MaxTurns",
        "KingResets",
        "ShowWDL",
        "ClearHash",
        "EvalFile",
        "Information",
        "CampDepth",
        "DefenderAdvances",
        "NoProgress",
    ] {
        assert!(sent(what), "no example of '{what}'");
    }
}

#[test]
fn patterns_match_what_they_should() {
    assert!(matches("a <int> b", "a -12 b") && !matches("a <int> b", "a x b"));
    assert!(matches("a <word>", "a b") && !matches("a <word>", "a b c"));
    assert!(matches("a <rest>", "a b c") && !matches("a <rest>", "a") && !matches("a <rest>", "b c"));
}
