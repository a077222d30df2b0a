//! Steps: searches.

use super::Found;
use super::fixtures::Fixture;
use super::report::Finding;
use super::under_test::{BestLine, EngineUnderTest, GoAnswer};
use crate::arena::engine::Fault;
use crate::ugi::wire::{BestMove, Command, Go, GoSearch, Info, InfoFlaw, READY_OK, first_word};
use std::time::{Duration, Instant};

/// What cutegames forgives.
const STRICT: Duration = Duration::from_millis(10);
/// How soon `stop` and `isready` should be answered.
const PROMPT: Duration = Duration::from_millis(50);

pub(super) const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// What is wrong with a best move, in words.
pub(super) fn wrong_move(best: &BestLine, fixture: &Fixture) -> Option<String> {
    let words = best.line.split_whitespace().count();
    if words < 2 {
        return Some("'bestmove' without a move".to_string());
    }
    if !fixture.is_legal(best.mv()) {
        return Some(format!("'{}' is illegal in '{}'", best.line, fixture.fen));
    }
    (words > 2).then(|| format!("'{}' has more than two words, though pondering is off", best.line))
}

/// `go` with a limit that not every engine knows: a best move, or what to find instead.
fn go_maybe(engine: &mut EngineUnderTest, go: &Go) -> Result<Result<BestLine, Finding>, Fault> {
    Ok(match engine.go(go, Duration::ZERO)? {
        GoAnswer::Best(best) => match wrong_move(&best, &engine.fixtures.middle) {
            Some(wrong) => Err(Finding::fail(format!("after '{go}': {wrong}"))),
            None => Ok(best),
        },
        GoAnswer::Refused(complaint) => Err(Finding::warn(format!("'{go}' is not supported: '{complaint}'"))),
        GoAnswer::Silent(time) => {
            Err(Finding::fail(format!("no 'bestmove' {:.1} s after '{go}'", time.as_secs_f64())))
        }
    })
}

/// `go movetime`, which every engine must know.
pub(super) fn think(
    engine: &mut EngineUnderTest,
    fixture: &Fixture,
    time: u64,
) -> Result<Result<BestLine, Finding>, Fault> {
    engine.set_up(fixture)?;
    let go = Go::from(GoSearch::move_time(ms(time)));
    Ok(match engine.go(&go, ms(time))? {
        GoAnswer::Best(best) => Ok(best),
        GoAnswer::Refused(complaint) => Err(Finding::fail(format!("'{go}' is refused: '{complaint}'"))),
        GoAnswer::Silent(time) => {
            Err(Finding::fail(format!("no 'bestmove' {:.1} s after '{go}'", time.as_secs_f64())))
        }
    })
}

pub(crate) fn movetime(engine: &mut EngineUnderTest) -> Found {
    let mut worst = Duration::ZERO;
    let fixtures = engine.fixtures.clone();
    for (fixture, time) in
        [(&fixtures.start, 50), (&fixtures.middle, 50), (&fixtures.start, 100), (&fixtures.middle, 300)]
    {
        match think(engine, fixture, time)? {
            Ok(best) => worst = worst.max(best.time.saturating_sub(ms(time))),
            Err(finding) => return Ok(finding),
        }
    }
    let over = worst.as_millis();
    Ok(if worst > engine.patience.margin {
        Finding::fail(format!("'go movetime' is overrun by up to {over} ms"))
    } else if worst > STRICT {
        Finding::warn(format!("'go movetime' is overrun by up to {over} ms; cutegames forgives 10"))
    } else {
        Finding::ok(format!("'go movetime' is kept, at most {over} ms over"))
    })
}

pub(crate) fn best_move(engine: &mut EngineUnderTest) -> Found {
    let fixtures = engine.fixtures.clone();
    for fixture in [&fixtures.start, &fixtures.middle, &fixtures.middle_fen] {
        match think(engine, fixture, 50)? {
            Ok(best) => {
                if let Some(wrong) = wrong_move(&best, fixture) {
                    return Ok(Finding::fail(wrong));
                }
            }
            Err(finding) => return Ok(finding),
        }
    }
    Ok(Finding::ok("best moves are legal, and two words"))
}

pub(crate) fn info_lines(engine: &mut EngineUnderTest) -> Found {
    let best = match think(engine, &engine.fixtures.clone().middle, 200)? {
        Ok(best) => best,
        Err(finding) => return Ok(finding),
    };
    let infos: Vec<&String> = best.before.iter().filter(|line| first_word(line) == Info::WORD).collect();
    if let Some(line) = best.before.iter().find(|line| !line.starts_with(Info::WORD)) {
        return Ok(Finding::fail(format!("'{line}' during a search is no info line")));
    }
    if infos.is_empty() {
        return Ok(Finding::warn("no info line before 'bestmove'; some clients wait for one"));
    }
    let flaws: Vec<InfoFlaw> = infos.iter().filter_map(|line| line.parse::<Info>().err()).collect();
    if let Some(flaw) = flaws.iter().find(|flaw| flaw.is_wrong()) {
        return Ok(Finding::fail(format!("info lines are malformed: {flaw}")));
    }
    Ok(match flaws.first() {
        Some(flaw) => Finding::warn(format!("unusual info lines: {flaw}")),
        None => Finding::ok(format!("{} info lines before 'bestmove', all well-formed", infos.len())),
    })
}

pub(crate) fn depth(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    for depth in 0..=3 {
        if let Err(finding) = go_maybe(engine, &GoSearch::depth(depth).into())? {
            return Ok(finding);
        }
    }
    Ok(Finding::ok("'go depth' 0 to 3 end with a legal move"))
}

const NODES: u64 = 2000;

pub(crate) fn nodes(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    let go = Go::from(GoSearch::nodes(NODES));
    let best = match go_maybe(engine, &go)? {
        Ok(best) => best,
        Err(finding) => return Ok(finding),
    };
    Ok(match best.nodes() {
        None => Finding::warn(format!("'{go}' ends, but no info line tells the nodes")),
        Some(nodes) if nodes > 2 * NODES => Finding::fail(format!("'{go}' took {nodes} nodes")),
        Some(nodes) => Finding::ok(format!("'{go}' took {nodes} nodes")),
    })
}

pub(crate) fn clock(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().middle)?;
    let (time, increment) = ([Some(ms(2000)); 2], [Some(Duration::ZERO); 2]);
    let go = Go::from(GoSearch { time, increment, ..GoSearch::default() });
    Ok(match go_maybe(engine, &go)? {
        Ok(best) if best.time > ms(2000) + engine.patience.margin => {
            Finding::fail(format!("'{go}' was answered after {} ms: lost on time", best.time.as_millis()))
        }
        Ok(best) => Finding::ok(format!("of a clock of 2000 ms, {} ms were used", best.time.as_millis())),
        Err(finding) => finding,
    })
}

/// Begins a search that is to be interrupted, and gives the engine a moment to get going.
fn begin(engine: &mut EngineUnderTest, go: &Go) -> Result<(), Fault> {
    engine.set_up(&engine.fixtures.clone().middle)?;
    engine.send(go);
    Ok(())
}

pub(crate) fn ready_in_search(engine: &mut EngineUnderTest) -> Found {
    let go = Go::from(GoSearch::move_time(ms(1000)));
    begin(engine, &go)?;
    engine.send(Command::IsReady);
    let start = Instant::now();
    let deadline = start + ms(1000) + engine.patience.answer;
    let mut best = false;
    let mut ready = None;
    while !best || ready.is_none() {
        let Some(line) = engine.read(deadline)? else {
            engine.dismiss();
            let missing = if best { READY_OK } else { BestMove::WORD };
            return Ok(Finding::fail(format!("'isready' during '{go}': no '{missing}' came")));
        };
        match line.word() {
            BestMove::WORD => best = true,
            READY_OK if best => {
                return Ok(Finding::fail(
                    "'isready' during a search is answered only after it; arenas take that for a hang",
                ));
            }
            READY_OK => ready = Some(line.at.saturating_duration_since(start)),
            _ => {}
        }
    }
    let time = ready.unwrap_or_default();
    Ok(if time > PROMPT {
        Finding::warn(format!("'isready' during a search is answered only after {} ms", time.as_millis()))
    } else {
        Finding::ok(format!("'isready' during a search is answered after {} ms", time.as_millis()))
    })
}

pub(crate) fn stop(engine: &mut EngineUnderTest) -> Found {
    // `infinite` is not known everywhere; a long limit does as well.
    const LONG: u64 = 4000;
    let go = Go::from(GoSearch::move_time(ms(LONG)));
    begin(engine, &go)?;
    let early = Instant::now() + ms(200);
    while let Some(line) = engine.read(early)? {
        if line.word() == BestMove::WORD {
            return Ok(Finding::warn(format!(
                "'{go}' ended before it could be stopped; that is allowed, but shows nothing"
            )));
        }
    }
    engine.send(Command::Stop);
    let start = Instant::now();
    let deadline = start + ms(LONG) + engine.patience.answer;
    loop {
        let Some(line) = engine.read(deadline)? else {
            engine.dismiss();
            return Ok(Finding::fail("no 'bestmove' after 'stop'"));
        };
        if line.word() == BestMove::WORD {
            let time = line.at.saturating_duration_since(start);
            let after = time.as_millis();
            return Ok(if time > PROMPT.max(engine.patience.margin) * 10 {
                Finding::fail(format!("'stop' is not obeyed: 'bestmove' {after} ms later"))
            } else if time > PROMPT {
                Finding::warn(format!("'stop' is answered with 'bestmove' only {after} ms later"))
            } else {
                Finding::ok(format!("'stop' is answered with 'bestmove' after {after} ms"))
            });
        }
    }
}

pub(crate) fn game_over(engine: &mut EngineUnderTest) -> Found {
    let best = match think(engine, &engine.fixtures.clone().won, 100)? {
        Ok(best) => best,
        Err(finding) => return Ok(Finding::fail(format!("in a finished game: {}", finding.says))),
    };
    Ok(match best.mv() {
        BestMove::NO_MOVE => Finding::ok("a finished game is answered with 'bestmove 0000'"),
        "(none)" | "none" | "null" | "------" | "----" | "" => {
            Finding::warn(format!("a finished game is answered with '{}', not 'bestmove 0000'", best.line))
        }
        _ => Finding::fail(format!("plays on in a finished game: '{}'", best.line)),
    })
}

pub(crate) fn repeatable(engine: &mut EngineUnderTest) -> Found {
    let mut answers = Vec::new();
    for go in [GoSearch::nodes(NODES), GoSearch::depth(2)].map(Go::from) {
        for _ in 0..2 {
            engine.ready()?;
            engine.tell(Command::NewGame)?;
            if let Some(name) = engine.option("ClearHash") {
                engine.tell(Command::SetOption { name, value: None })?;
            }
            // In games with secrets, only an engine that is given a seed repeats itself.
            if let Some(name) = engine.option("Seed") {
                engine.tell(Command::set_option(name, "1"))?;
            }
            engine.set_up(&engine.fixtures.clone().middle)?;
            match go_maybe(engine, &go)? {
                Ok(best) => answers.push((best.line.clone(), best.nodes())),
                Err(_) => break,
            }
        }
        if let [first, second] = &answers[..] {
            return Ok(if first == second {
                Finding::ok(format!("'{go}' twice gives '{}' twice", first.0))
            } else {
                Finding::warn(format!(
                    "'{go}' twice gives '{}' and '{}': matches cannot be repeated exactly",
                    shown(first),
                    shown(second)
                ))
            });
        }
        answers.clear();
    }
    Ok(Finding::warn("neither 'go nodes' nor 'go depth' works, so nothing can be repeated"))
}

fn shown((best, nodes): &(String, Option<u64>)) -> String {
    nodes.map_or_else(|| best.clone(), |nodes| format!("{best}, {nodes} nodes"))
}
