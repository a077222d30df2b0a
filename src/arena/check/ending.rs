//! Steps: how an engine takes its leave.

use super::Found;
use super::report::Finding;
use super::talk::{Bench, Trouble};
use std::time::{Duration, Instant};

/// How long leaving may take.
const LEAVE: Duration = Duration::from_secs(2);

/// Waits for the engine's end: how it ended and how many best moves came before, or `None` if
/// it did not end.
fn end(bench: &mut Bench, within: Duration) -> Result<(Option<String>, usize), Trouble> {
    let deadline = Instant::now() + within;
    let mut moves = 0;
    loop {
        match bench.read(deadline) {
            Ok(Some(line)) => moves += usize::from(line.word() == "bestmove"),
            Ok(None) => return Ok((None, moves)),
            Err(Trouble::Ended(how)) => return Ok((Some(how), moves)),
            Err(trouble) => return Err(trouble),
        }
    }
}

fn judge(bench: &mut Bench, what: &str) -> Found {
    let start = Instant::now();
    let within = LEAVE.max(bench.limits.margin);
    let (how, _) = end(bench, within)?;
    bench.dismiss();
    let time = start.elapsed().as_millis();
    Ok(match how.as_deref() {
        Some("exit code 0") => {
            Finding::ok(format!("{what} ends the engine after {time} ms with exit code 0"))
        }
        Some(how) => Finding::warn(format!("{what} ends the engine, but with {how}")),
        None => Finding::fail(format!("{what} does not end the engine within {:.1} s", within.as_secs_f64())),
    })
}

pub fn quit(bench: &mut Bench) -> Found {
    bench.ready()?;
    bench.send("quit");
    judge(bench, "'quit'")
}

pub fn quit_in_search(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    bench.send("go movetime 20000");
    bench.send("quit");
    judge(bench, "'quit' during a search")
}

pub fn end_of_input(bench: &mut Bench) -> Found {
    bench.ready()?;
    bench.close_input();
    judge(bench, "the end of the input")
}

pub fn end_in_search(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    bench.send("go movetime 300");
    bench.close_input();
    let within = bench.limits.patience;
    let (how, moves) = end(bench, within)?;
    bench.dismiss();
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
