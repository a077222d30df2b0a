//! Steps: input that no client should send, and some do.

use super::Found;
use super::report::Finding;
use super::talk::{Bench, Reply, Trouble};

/// What the engine says of its position: all we can see of its state.
fn state(bench: &mut Bench) -> Result<String, Trouble> {
    if let Some(fen) = bench.ask_fen()? {
        return Ok(fen);
    }
    let mut answers = Vec::new();
    for question in ["p1turn", "gameover"] {
        answers.push(match bench.ask(question)? {
            Reply::Response(answer) => answer,
            _ => "unknown".to_string(),
        });
    }
    Ok(format!("p1turn {}, gameover {}", answers[0], answers[1]))
}

pub fn garbage(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    let before = state(bench)?;
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
        bench.send(line);
        bench.send("stop");
        bench.fence()?;
    }
    let after = state(bench)?;
    Ok(if before == after {
        Finding::ok("unknown words, blank and very long lines are survived")
    } else {
        Finding::fail(format!("rubbish has changed the position from '{before}' to '{after}'"))
    })
}

pub fn bad_fen(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    let before = state(bench)?;
    let good = bench.spots.start.fen.clone();
    let cut: String = good.chars().skip(3).collect();
    // A side that is none, however the game writes sides.
    let side = good.replacen(" w ", " ? ", 1).replacen(" 1 ", " ? ", 1);
    for fen in
        ["", "rubbish", "9/9/9 w 0 1", &cut, &side, "////// w 0 1", "6/7/6/7/6/7/6 w -5 99999999999999999999"]
    {
        bench.tell(format!("position fen {fen}").trim_end())?;
    }
    let after = state(bench)?;
    Ok(if before == after {
        Finding::ok("bad FENs are survived and change nothing")
    } else {
        Finding::warn(format!("bad FENs are survived, but changed the position from '{before}' to '{after}'"))
    })
}

pub fn illegal_move(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().start)?;
    let start = state(bench)?;
    bench.set_up(&bench.spots.clone().middle)?;
    let before = state(bench)?;
    let illegal = bench.spots.illegal.clone();
    for mv in [illegal.as_str(), "rubbish", "0000"] {
        bench.tell(&format!("position startpos moves {mv}"))?;
        let after = state(bench)?;
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
