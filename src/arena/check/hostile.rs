//! Steps: input that no client should send, and some do.

use super::Found;
use super::report::Finding;
use super::under_test::{EngineUnderTest, QueryAnswer};
use crate::arena::engine::Fault;
use crate::ugi::wire::{BestMove, Command, PositionCommand, Query, Start};

/// What the engine says of its position: all we can see of its state.
pub(super) fn state(engine: &mut EngineUnderTest) -> Result<String, Fault> {
    if let Some(fen) = engine.ask_fen()? {
        return Ok(fen);
    }
    let mut answers = Vec::new();
    for query in [Query::P1Turn, Query::GameOver] {
        answers.push(match engine.ask(&query)? {
            QueryAnswer::Response(answer) => answer,
            _ => "unknown".to_string(),
        });
    }
    Ok(format!("p1turn {}, gameover {}", answers[0], answers[1]))
}

pub(crate) fn garbage(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    let before = state(engine)?;
    let long = format!("x{}", " 0".repeat(50_000));
    let lines = [
        "",
        "   ",
        "rubbish",
        "rubbish with more words",
        "go rubbish\r",
        "query",
        "query rubbish",
        "position",
        "é ✓ \u{1b}[2J",
        &long,
    ];
    for line in lines {
        // A `go` with nonsense may well be taken for a search: end it.
        engine.send(line);
        engine.send(Command::Stop);
        engine.fence()?;
    }
    let after = state(engine)?;
    Ok(if before == after {
        Finding::ok("unknown words, blank and very long lines are survived")
    } else {
        Finding::fail(format!("rubbish has changed the position from '{before}' to '{after}'"))
    })
}

pub(crate) fn bad_fen(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    let before = state(engine)?;
    let good = engine.fixtures.start.fen.clone();
    for fen in bad_fens(&good) {
        engine.tell(PositionCommand { start: Start::Fen(fen), moves: Vec::new() }.to_string().trim_end())?;
    }
    let after = state(engine)?;
    Ok(if before == after {
        Finding::ok("bad FENs are survived and change nothing")
    } else {
        Finding::warn(format!("bad FENs are survived, but changed the position from '{before}' to '{after}'"))
    })
}

/// What is no position of a game that has this one, whatever the game: rubbish, a part of a
/// position, and the position with one word after the other spoiled.
fn bad_fens(good: &str) -> Vec<String> {
    let words: Vec<&str> = good.split_whitespace().collect();
    let with = |at: usize, word: &str| {
        let mut words = words.clone();
        words[at] = word;
        words.join(" ")
    };
    let mut bad = vec![String::new(), "rubbish".to_string(), good.chars().skip(3).collect()];
    if let Some(first) = words.first() {
        // Other rows, empty rows, rows twice.
        let rows: String = first.chars().filter(|&c| c == '/').collect();
        bad.extend(["9/9/9", &rows, &format!("{first}/{first}")].map(|rows| with(0, rows)));
    }
    bad.extend((1..words.len()).map(|at| with(at, "?")));
    bad.extend((1..words.len()).rev().take(1).map(|at| with(at, "99999999999999999999")));
    bad
}

pub(crate) fn illegal_move(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().start)?;
    let start = state(engine)?;
    engine.set_up(&engine.fixtures.clone().middle)?;
    let before = state(engine)?;
    let illegal = engine.fixtures.illegal.clone();
    for mv in [illegal.as_str(), "rubbish", BestMove::NO_MOVE] {
        let position = PositionCommand { start: Start::Startpos, moves: vec![mv.to_string()] };
        engine.tell(position)?;
        let after = state(engine)?;
        if after == start {
            let says = "is survived, but the start position stays set up; clients cannot tell it was refused";
            return Ok(Finding::warn(format!("the illegal move '{mv}' {says}")));
        }
        if after != before {
            return Ok(Finding::fail(format!("the illegal move '{mv}' was played: now '{after}'")));
        }
    }
    Ok(Finding::ok("illegal moves are refused and change nothing"))
}
