//! Steps: what the info lines of a search say.

use super::Found;
use super::mates::{self, KnownMate};
use super::report::Finding;
use super::search::{ms, think};
use super::under_test::{BestLine, EngineUnderTest};
use crate::ugi::wire::{Info, InfoTail, Score, first_word};

/// Milliseconds for a position whose end is near.
const NEAR_THE_END: u64 = 300;

/// The info lines before a best move that tell of the search.
fn infos(best: &BestLine) -> impl DoubleEndedIterator<Item = Info> + '_ {
    let lines = best.before.iter().filter(|line| first_word(line) == Info::WORD);
    lines.map(|line| Info::lenient(line)).filter(|info| !matches!(info.tail, InfoTail::Text(_)))
}

/// The last info line: nodes, time and nps.
pub(crate) fn last_info(engine: &mut EngineUnderTest) -> Found {
    let best = match think(engine, &engine.fixtures.clone().middle, 200)? {
        Ok(best) => best,
        Err(finding) => return Ok(finding),
    };
    let Some(info) = infos(&best).next_back() else {
        return Ok(Finding::warn("no info line with 'nodes', 'time' and 'nps' before 'bestmove'"));
    };
    let told = [("nodes", info.nodes), ("time", info.time), ("nps", info.nps)];
    let missing: Vec<&str> = told.iter().filter(|(_, value)| value.is_none()).map(|(key, _)| *key).collect();
    if !missing.is_empty() {
        let missing = missing.join("', '");
        return Ok(Finding::warn(format!("the last info line before 'bestmove' lacks '{missing}'")));
    }
    let told = info.time.unwrap_or_default();
    Ok(if ms(told) > best.time + engine.patience.margin {
        let took = best.time.as_millis();
        Finding::fail(format!("the last info line tells 'time {told}' of a search that took {took} ms"))
    } else {
        Finding::ok("the last info line before 'bestmove' tells nodes, time and nps")
    })
}

/// Mates in positions where our rules know them, and plausible ones elsewhere.
pub(crate) fn mate(engine: &mut EngineUnderTest) -> Found {
    let mut notes = Vec::new();
    let known = mates::of(engine.variant());
    for known in &known {
        let best = match think(engine, &known.fixture, NEAR_THE_END)? {
            Ok(best) => best,
            Err(finding) => return Ok(finding),
        };
        // The last word on the best line counts.
        let score = infos(&best).filter(|info| info.multipv.is_none_or(|rank| rank == 1));
        match judge(score.filter_map(|info| info.score).next_back(), known) {
            Ok(counted) => notes.push(counted),
            Err(finding) => return Ok(finding),
        }
    }
    let middle = match think(engine, &engine.fixtures.clone().middle, NEAR_THE_END)? {
        Ok(best) => best,
        Err(finding) => return Ok(finding),
    };
    if infos(&middle).any(|info| info.score == Some(Score::Mate(0))) {
        return Ok(Finding::fail("'score mate 0' in a game that is not over"));
    }
    Ok(if known.is_empty() {
        Finding::ok("no mate is known here, and none is counted wrong")
    } else if notes.contains(&true) {
        Finding::ok("'score mate' counts plies, negative when losing")
    } else {
        Finding::ok("no 'score mate' is reported, so none is counted wrong")
    })
}

/// Whether a mate was counted, and rightly.
fn judge(score: Option<Score>, known: &KnownMate) -> Result<bool, Finding> {
    let (plies, fen) = (known.plies, &known.fixture.fen);
    let won = plies > 0;
    let truth = format!("{} in {} plies at '{fen}'", if won { "won" } else { "lost" }, plies.abs());
    let told = match score {
        Some(Score::Mate(told)) => told,
        // What is won at once is not overlooked, so a score below zero is another player's.
        Some(Score::Cp(told)) if plies == 1 && told < 0 => {
            let says = "scores are for the player to move";
            return Err(Finding::warn(format!("'score cp {told}', but it is {truth}; {says}")));
        }
        _ => return Ok(false),
    };
    let fail = |why: &str| Err(Finding::fail(format!("'score mate {told}', but it is {truth}: {why}")));
    let in_moves = if won { (plies + 1) / 2 } else { plies / 2 };
    if told == plies {
        Ok(true)
    } else if told == in_moves {
        fail("it counts moves")
    } else if (told > 0) != won {
        fail("the sign is wrong")
    } else if told.abs() < plies.abs() {
        fail("nothing ends so soon")
    } else if (told % 2 == 0) == won {
        fail("a win takes an odd number of plies, a loss an even one")
    } else {
        // A longer way to the same end is no fault of the protocol.
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Variant;

    #[test]
    fn mates_are_judged() {
        let known = mates::of(Variant::ALL[0]);
        let judged = |plies: i64, score: Option<Score>| {
            let known = known.iter().find(|known| known.plies == plies).expect("known");
            judge(score, known).map_err(|finding| finding.says)
        };
        for plies in [1, -2, 3] {
            assert_eq!(judged(plies, Some(Score::Mate(plies))), Ok(true));
            assert_eq!(judged(plies, None), Ok(false));
        }
        assert_eq!(judged(3, Some(Score::Mate(7))), Ok(true));
        assert_eq!(judged(-2, Some(Score::Cp(-5))), Ok(false));
        for (plies, told, why) in [
            (3, 2, "counts moves"),
            (-2, -1, "counts moves"),
            (3, -3, "sign"),
            (-2, 2, "sign"),
            (1, 0, "sign"),
            (3, 1, "so soon"),
            (3, 4, "odd"),
            (-2, -5, "odd"),
        ] {
            let says = judged(plies, Some(Score::Mate(told))).expect_err("wrong");
            assert!(says.contains(why), "{says}");
        }
        assert!(judged(1, Some(Score::Cp(-50))).expect_err("wrong").contains("player to move"));
    }
}
