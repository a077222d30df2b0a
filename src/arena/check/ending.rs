//! Steps: how an engine takes its leave.

use super::Found;
use super::report::Finding;
use super::under_test::EngineUnderTest;
use crate::arena::engine::Fault;
use crate::ugi::wire::{BestMove, Command, Go, GoSearch};
use std::time::{Duration, Instant};

/// How long leaving may take.
const LEAVE: Duration = Duration::from_secs(2);

/// Waits for the engine's end: how it ended and how many best moves came before, or `None` if
/// it did not end.
fn end(engine: &mut EngineUnderTest, within: Duration) -> Result<(Option<String>, usize), Fault> {
    let deadline = Instant::now() + within;
    let mut moves = 0;
    loop {
        match engine.read(deadline) {
            Ok(Some(line)) => moves += usize::from(line.word() == BestMove::WORD),
            Ok(None) => return Ok((None, moves)),
            Err(Fault::Crash { how }) => return Ok((Some(how), moves)),
            Err(fault) => return Err(fault),
        }
    }
}

/// The exit code in the words for an end, before which the system may write a colon and after
/// which comes what the engine wrote to stderr.
fn exit_code(how: &str) -> Option<i32> {
    let rest = how.strip_prefix("exit code")?.trim_start_matches([':', ' ']);
    rest.split([':', ' ']).next()?.parse().ok()
}

fn leaving(engine: &mut EngineUnderTest, what: &str) -> Found {
    let start = Instant::now();
    let within = LEAVE.max(engine.patience.margin);
    let (how, _) = end(engine, within)?;
    engine.dismiss();
    let time = start.elapsed().as_millis();
    Ok(match how.as_deref() {
        Some(how) if exit_code(how) == Some(0) => {
            Finding::ok(format!("{what} ends the engine after {time} ms with exit code 0"))
        }
        Some(how) => Finding::warn(format!("{what} ends the engine, but with {how}")),
        None => Finding::fail(format!("{what} does not end the engine within {:.1} s", within.as_secs_f64())),
    })
}

pub(crate) fn quit(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    engine.send(Command::Quit);
    leaving(engine, "'quit'")
}

pub(crate) fn quit_in_search(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    engine.send(Go::from(GoSearch::move_time(Duration::from_secs(20))));
    engine.send(Command::Quit);
    leaving(engine, "'quit' during a search")
}

pub(crate) fn end_of_input(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    engine.close_input();
    leaving(engine, "the end of the input")
}

pub(crate) fn end_in_search(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    engine.send(Go::from(GoSearch::move_time(Duration::from_millis(300))));
    engine.close_input();
    let within = engine.patience.answer;
    let (how, moves) = end(engine, within)?;
    engine.dismiss();
    Ok(match (how, moves) {
        (None, _) => Finding::fail(format!(
            "the end of the input during 'go movetime 300' does not end the engine within {:.1} s",
            within.as_secs_f64()
        )),
        (Some(_), 0) => Finding::warn(
            "the end of the input during 'go movetime 300' loses the best move: pipelines get no answer",
        ),
        (Some(_), _) => {
            Finding::ok("the end of the input lets a bounded search finish, then the engine ends")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::exit_code;

    #[test]
    fn exit_codes_are_read_whatever_was_written_beside() {
        assert_eq!(exit_code("exit code 0"), Some(0));
        assert_eq!(exit_code("exit code: 0"), Some(0));
        assert_eq!(exit_code("exit code 0: bye / see you 1"), Some(0));
        assert_eq!(exit_code("exit code 3: 0"), Some(3));
        assert_eq!(exit_code("killed by SIGKILL"), None);
    }
}
