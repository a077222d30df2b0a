//! Step: what becomes of a search when the engine is told to quit.

use super::Found;
use super::report::Finding;
use super::search::{ms, wrong_move};
use super::under_test::{BestLine, EngineUnderTest};
use crate::arena::engine::Fault;
use crate::ugi::wire::{BestMove, Command, Go, GoSearch};
use std::time::{Duration, Instant};

/// How long leaving may take.
const LEAVE: Duration = Duration::from_secs(2);

/// UGI 1.0: a search under way when `quit` comes finishes normally, that is with a best move.
pub(crate) fn best_move(engine: &mut EngineUnderTest) -> Found {
    let fixture = &engine.fixtures.clone().middle;
    engine.set_up(fixture)?;
    let go = Go::from(GoSearch::move_time(Duration::from_secs(20)));
    engine.send(&go);
    let start = Instant::now();
    let early = read_best(engine, start, start + ms(100))?;
    if early.is_some() {
        engine.dismiss();
        let says = "ended before it could be interrupted; that is allowed, but shows nothing";
        return Ok(Finding::warn(format!("'{go}' {says}")));
    }
    engine.send(Command::Quit);
    let best = read_best(engine, start, Instant::now() + LEAVE.max(engine.patience.margin))?;
    engine.dismiss();
    Ok(match best {
        None => Finding::fail("'quit' during a search: no 'bestmove'; the search has to finish normally"),
        Some(best) => match wrong_move(&best, fixture) {
            Some(wrong) => Finding::fail(format!("'quit' during a search: {wrong}")),
            None => Finding::ok("'quit' during a search is answered with 'bestmove'"),
        },
    })
}

/// The best move, or `None` if there is none before the deadline or the engine's end.
fn read_best(
    engine: &mut EngineUnderTest,
    start: Instant,
    deadline: Instant,
) -> Result<Option<BestLine>, Fault> {
    loop {
        match engine.read(deadline) {
            Ok(Some(line)) if line.word() == BestMove::WORD => {
                let time = line.at.saturating_duration_since(start);
                return Ok(Some(BestLine { line: line.text, before: Vec::new(), time }));
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(Fault::Crash { .. }) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
}
