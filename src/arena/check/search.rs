//! Steps: thinking.

use super::Found;
use super::info::{self, Flaw};
use super::report::Finding;
use super::spots::Spot;
use super::talk::{Answer, Bench, Best, Trouble};
use std::time::{Duration, Instant};

/// What cutegames forgives.
const STRICT: Duration = Duration::from_millis(10);
/// How soon `stop` and `isready` should be answered.
const PROMPT: Duration = Duration::from_millis(50);

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// What is wrong with a best move, in words.
fn wrong_move(best: &Best, spot: &Spot) -> Option<String> {
    let words = best.line.split_whitespace().count();
    if words < 2 {
        return Some("'bestmove' without a move".to_string());
    }
    if !spot.is_legal(best.mv()) {
        return Some(format!("'{}' is illegal in '{}'", best.line, spot.fen));
    }
    (words > 2).then(|| format!("'{}' has more than two words, though pondering is off", best.line))
}

/// `go` with a limit that not every engine knows: a best move, or what to find instead.
fn go_maybe(bench: &mut Bench, go: &str) -> Result<Result<Best, Finding>, Trouble> {
    Ok(match bench.go(go, Duration::ZERO)? {
        Answer::Best(best) => match wrong_move(&best, &bench.spots.middle) {
            Some(wrong) => Err(Finding::fail(format!("after '{go}': {wrong}"))),
            None => Ok(best),
        },
        Answer::Refused(complaint) => Err(Finding::warn(format!("'{go}' is not supported: '{complaint}'"))),
        Answer::Silent(time) => {
            Err(Finding::fail(format!("no 'bestmove' {:.1} s after '{go}'", time.as_secs_f64())))
        }
    })
}

/// `go movetime`, which every engine must know.
fn think(bench: &mut Bench, spot: &Spot, time: u64) -> Result<Result<Best, Finding>, Trouble> {
    bench.set_up(spot)?;
    let go = format!("go movetime {time}");
    Ok(match bench.go(&go, ms(time))? {
        Answer::Best(best) => Ok(best),
        Answer::Refused(complaint) => Err(Finding::fail(format!("'{go}' is refused: '{complaint}'"))),
        Answer::Silent(time) => {
            Err(Finding::fail(format!("no 'bestmove' {:.1} s after '{go}'", time.as_secs_f64())))
        }
    })
}

pub fn movetime(bench: &mut Bench) -> Found {
    let mut worst = Duration::ZERO;
    let spots = bench.spots.clone();
    for (spot, time) in [(&spots.start, 50), (&spots.middle, 50), (&spots.start, 100), (&spots.middle, 300)] {
        match think(bench, spot, time)? {
            Ok(best) => worst = worst.max(best.time.saturating_sub(ms(time))),
            Err(finding) => return Ok(finding),
        }
    }
    let over = worst.as_millis();
    Ok(if worst > bench.limits.margin {
        Finding::fail(format!("'go movetime' is overrun by up to {over} ms"))
    } else if worst > STRICT {
        Finding::warn(format!("'go movetime' is overrun by up to {over} ms; cutegames forgives 10"))
    } else {
        Finding::ok(format!("'go movetime' is kept, at most {over} ms over"))
    })
}

pub fn best_move(bench: &mut Bench) -> Found {
    let spots = bench.spots.clone();
    for spot in [&spots.start, &spots.middle, &spots.middle_fen] {
        match think(bench, spot, 50)? {
            Ok(best) => {
                if let Some(wrong) = wrong_move(&best, spot) {
                    return Ok(Finding::fail(wrong));
                }
            }
            Err(finding) => return Ok(finding),
        }
    }
    Ok(Finding::ok("best moves are legal, and two words"))
}

pub fn info_lines(bench: &mut Bench) -> Found {
    let best = match think(bench, &bench.spots.clone().middle, 200)? {
        Ok(best) => best,
        Err(finding) => return Ok(finding),
    };
    let infos: Vec<&String> =
        best.before.iter().filter(|line| line.split_whitespace().next() == Some("info")).collect();
    if let Some(line) = best.before.iter().find(|line| !line.starts_with("info")) {
        return Ok(Finding::fail(format!("'{line}' during a search is no info line")));
    }
    if infos.is_empty() {
        return Ok(Finding::warn("no info line before 'bestmove'; some clients wait for one"));
    }
    let flaws: Vec<Flaw> = infos.iter().filter_map(|line| info::flaw(line)).collect();
    if let Some(Flaw::Wrong(what)) = flaws.iter().find(|flaw| matches!(flaw, Flaw::Wrong(_))) {
        return Ok(Finding::fail(format!("info lines are malformed: {what}")));
    }
    Ok(match flaws.first() {
        Some(Flaw::Odd(what) | Flaw::Wrong(what)) => Finding::warn(format!("unusual info lines: {what}")),
        None => Finding::ok(format!("{} info lines before 'bestmove', all well-formed", infos.len())),
    })
}

pub fn depth(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    for depth in 1..=3 {
        if let Err(finding) = go_maybe(bench, &format!("go depth {depth}"))? {
            return Ok(finding);
        }
    }
    Ok(Finding::ok("'go depth' 1 to 3 end with a legal move"))
}

const NODES: u64 = 2000;

pub fn nodes(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    let go = format!("go nodes {NODES}");
    let best = match go_maybe(bench, &go)? {
        Ok(best) => best,
        Err(finding) => return Ok(finding),
    };
    Ok(match info::last_number(&best.before, "nodes") {
        None => Finding::warn(format!("'{go}' ends, but no info line tells the nodes")),
        Some(nodes) if nodes > 2 * NODES => Finding::fail(format!("'{go}' took {nodes} nodes")),
        Some(nodes) => Finding::ok(format!("'{go}' took {nodes} nodes")),
    })
}

pub fn clock(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().middle)?;
    let go = "go p1time 2000 p2time 2000 p1inc 0 p2inc 0";
    Ok(match go_maybe(bench, go)? {
        Ok(best) if best.time > ms(2000) + bench.limits.margin => {
            Finding::fail(format!("'{go}' was answered after {} ms: lost on time", best.time.as_millis()))
        }
        Ok(best) => Finding::ok(format!("of a clock of 2000 ms, {} ms were used", best.time.as_millis())),
        Err(finding) => finding,
    })
}

/// Begins a search that is to be interrupted, and gives the engine a moment to get going.
fn begin(bench: &mut Bench, go: &str) -> Result<(), Trouble> {
    bench.set_up(&bench.spots.clone().middle)?;
    bench.send(go);
    Ok(())
}

pub fn ready_in_search(bench: &mut Bench) -> Found {
    begin(bench, "go movetime 1000")?;
    bench.send("isready");
    let start = Instant::now();
    let deadline = start + ms(1000) + bench.limits.patience;
    let mut best = false;
    let mut ready = None;
    while !best || ready.is_none() {
        let Some(line) = bench.read(deadline)? else {
            bench.dismiss();
            let missing = if best { "readyok" } else { "bestmove" };
            return Ok(Finding::fail(format!("'isready' during 'go movetime 1000': no '{missing}' came")));
        };
        match line.word() {
            "bestmove" => best = true,
            "readyok" if best => {
                return Ok(Finding::fail(
                    "'isready' during a search is answered only after it; arenas take that for a hang",
                ));
            }
            "readyok" => ready = Some(line.at.saturating_duration_since(start)),
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

pub fn stop(bench: &mut Bench) -> Found {
    // `infinite` is not known everywhere; a long limit does as well.
    const LONG: u64 = 4000;
    let go = format!("go movetime {LONG}");
    begin(bench, &go)?;
    let early = Instant::now() + ms(200);
    while let Some(line) = bench.read(early)? {
        if line.word() == "bestmove" {
            return Ok(Finding::warn(format!(
                "'{go}' ended before it could be stopped; that is allowed, but shows nothing"
            )));
        }
    }
    bench.send("stop");
    let start = Instant::now();
    let deadline = start + ms(LONG) + bench.limits.patience;
    loop {
        let Some(line) = bench.read(deadline)? else {
            bench.dismiss();
            return Ok(Finding::fail("no 'bestmove' after 'stop'"));
        };
        if line.word() == "bestmove" {
            let time = line.at.saturating_duration_since(start);
            let after = time.as_millis();
            return Ok(if time > PROMPT.max(bench.limits.margin) * 10 {
                Finding::fail(format!("'stop' is not obeyed: 'bestmove' {after} ms later"))
            } else if time > PROMPT {
                Finding::warn(format!("'stop' is answered with 'bestmove' only {after} ms later"))
            } else {
                Finding::ok(format!("'stop' is answered with 'bestmove' after {after} ms"))
            });
        }
    }
}

pub fn game_over(bench: &mut Bench) -> Found {
    let best = match think(bench, &bench.spots.clone().won, 100)? {
        Ok(best) => best,
        Err(finding) => return Ok(Finding::fail(format!("in a finished game: {}", finding.says))),
    };
    Ok(match best.mv() {
        "0000" => Finding::ok("a finished game is answered with 'bestmove 0000'"),
        "(none)" | "none" | "null" | "------" | "----" | "" => {
            Finding::warn(format!("a finished game is answered with '{}', not 'bestmove 0000'", best.line))
        }
        _ => Finding::fail(format!("plays on in a finished game: '{}'", best.line)),
    })
}

pub fn repeatable(bench: &mut Bench) -> Found {
    let mut answers = Vec::new();
    for go in [format!("go nodes {NODES}"), "go depth 2".to_string()] {
        for _ in 0..2 {
            bench.ready()?;
            bench.tell("uginewgame")?;
            if bench.option("ClearHash").is_some() {
                bench.tell("setoption name ClearHash")?;
            }
            bench.set_up(&bench.spots.clone().middle)?;
            match go_maybe(bench, &go)? {
                Ok(best) => answers.push((best.line, info::last_number(&best.before, "nodes"))),
                Err(_) => break,
            }
        }
        if let [first, second] = &answers[..] {
            return Ok(if first == second {
                Finding::ok(format!("'{go}' twice gives '{}' twice", first.0))
            } else {
                Finding::warn(format!(
                    "'{go}' twice gives '{}' and '{}': matches cannot be repeated exactly",
                    told(first),
                    told(second)
                ))
            });
        }
        answers.clear();
    }
    Ok(Finding::warn("neither 'go nodes' nor 'go depth' works, so nothing can be repeated"))
}

fn told((best, nodes): &(String, Option<u64>)) -> String {
    nodes.map_or_else(|| best.clone(), |nodes| format!("{best}, {nodes} nodes"))
}
