//! Steps: positions and questions about them.

use super::fixtures::Fixture;
use super::report::Finding;
use super::under_test::{EngineUnderTest, QueryAnswer, is_complaint};
use super::{Found, hostile};
use crate::arena::engine::Fault;
use crate::ugi::wire::{Command, GameResult, PositionCommand, Query};

pub(crate) fn startpos(engine: &mut EngineUnderTest) -> Found {
    compare(engine, &engine.fixtures.clone().start)
}

pub(crate) fn moves(engine: &mut EngineUnderTest) -> Found {
    compare(engine, &engine.fixtures.clone().middle)
}

pub(crate) fn fen(engine: &mut EngineUnderTest) -> Found {
    compare(engine, &engine.fixtures.clone().middle_fen)
}

/// A bare `moves`, on from the position before: no part of the specification, but the match
/// runner cutergames of its author sends it after every move.
pub(crate) fn bare_moves(engine: &mut EngineUnderTest) -> Found {
    let middle = &engine.fixtures.clone().middle;
    engine.set_up(middle)?;
    let want = hostile::state(engine)?;
    let (start, mut moves) = (middle.command.start.clone(), middle.command.moves.clone());
    let last = moves.split_off(moves.len().saturating_sub(2));
    engine.tell(PositionCommand { start, moves })?;
    let before = hostile::state(engine)?;
    let line = Command::Moves(last);
    engine.tell(&line)?;
    let after = hostile::state(engine)?;
    Ok(if after == want {
        Finding::ok("a bare 'moves' plays moves on")
    } else if after == before {
        Finding::warn(format!("'{line}' is not supported; the match runner cutergames sends it"))
    } else {
        Finding::fail(format!("'{line}' has led to another position: '{after}', not '{want}'"))
    })
}

/// Sets up a position and asks for it.
fn compare(engine: &mut EngineUnderTest, fixture: &Fixture) -> Found {
    let said = engine.set_up(fixture)?;
    if let Some(complaint) = said.iter().find(|line| is_complaint(line)) {
        return Ok(Finding::fail(format!("a good position is met with '{complaint}'")));
    }
    let told = engine.ask_fen()?;
    let want = &fixture.fen;
    Ok(match told {
        Some(got) => match difference(&got, want) {
            None => Finding::ok("'query fen' tells the position that our rules have"),
            Some(Difference::Counters) => Finding::warn(format!(
                "the counters differ: 'query fen' tells '{got}', our rules have '{want}'"
            )),
            Some(Difference::Board) => {
                Finding::fail(format!("another position: 'query fen' tells '{got}', our rules have '{want}'"))
            }
        },
        None => Finding::warn("accepted, but cannot be looked into: 'query fen' is not answered"),
    })
}

pub(crate) fn query_fen(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().start)?;
    Ok(match engine.ask(&Query::Fen)? {
        QueryAnswer::Response(_) => Finding::ok("'query fen' is answered with 'response' and the position"),
        QueryAnswer::Bare(got) => {
            Finding::fail(format!("'query fen' is answered with '{got}', without 'response' before it"))
        }
        QueryAnswer::Complaint(_) | QueryAnswer::Nothing => Finding::warn("'query fen' is not supported"),
    })
}

enum Difference {
    Board,
    Counters,
}

/// The pieces and the mover count; the numbers behind them are often kept loosely.
fn difference(got: &str, want: &str) -> Option<Difference> {
    let words = |fen: &str| fen.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let (got, want) = (words(got), words(want));
    if got == want {
        None
    } else if got.len() >= 2 && got.get(..2) == want.get(..2) {
        Some(Difference::Counters)
    } else {
        Some(Difference::Board)
    }
}

/// Asks something with a known answer; `Some` says what is wrong.
fn expect(engine: &mut EngineUnderTest, query: &Query, want: &str) -> Result<Option<String>, Fault> {
    Ok(match engine.ask(query)? {
        QueryAnswer::Response(got) if got == want => None,
        QueryAnswer::Response(got) => Some(format!("'{query}' is answered with '{got}', not '{want}'")),
        QueryAnswer::Bare(got) => Some(format!("'{query}' is answered with '{got}', without 'response'")),
        QueryAnswer::Complaint(_) | QueryAnswer::Nothing => Some(format!("'{query}' is not answered")),
    })
}

pub(crate) fn turn(engine: &mut EngineUnderTest) -> Found {
    let fixtures = engine.fixtures.clone();
    for fixture in [&fixtures.start, &fixtures.middle] {
        engine.set_up(fixture)?;
        let want = fixture.p1_turn.to_string();
        if let Some(wrong) = expect(engine, &Query::P1Turn, &want)? {
            return Ok(Finding::fail(wrong));
        }
    }
    Ok(Finding::ok("'query p1turn' knows whose turn it is"))
}

pub(crate) fn result(engine: &mut EngineUnderTest) -> Found {
    let fixtures = engine.fixtures.clone();
    for fixture in [&fixtures.start, &fixtures.middle, &fixtures.won] {
        engine.set_up(fixture)?;
        let outcome = fixture.outcome;
        let over = outcome.is_some().to_string();
        let result = GameResult::from(outcome).to_string();
        for (query, want) in [(Query::GameOver, over), (Query::Result, result)] {
            if let Some(wrong) = expect(engine, &query, &want)? {
                return Ok(Finding::fail(wrong));
            }
        }
    }
    Ok(Finding::ok("'query gameover' and 'query result' are right before and after the end"))
}

pub(crate) fn is_legal(engine: &mut EngineUnderTest) -> Found {
    engine.set_up(&engine.fixtures.clone().start)?;
    let moves = &engine.fixtures.start.moves;
    let legal: Vec<String> = moves.iter().step_by(moves.len().div_ceil(5).max(1)).cloned().collect();
    let illegal = [engine.fixtures.illegal.clone(), "rubbish".to_string()];
    let questions =
        legal.into_iter().map(|mv| (mv, "true")).chain(illegal.into_iter().map(|mv| (mv, "false")));
    for (i, (mv, want)) in questions.enumerate() {
        let query = Query::IsLegal(mv.clone());
        match engine.ask(&query)? {
            QueryAnswer::Response(got) if got == want => {}
            QueryAnswer::Response(got) => {
                return Ok(Finding::fail(format!("'{query}' is answered with '{got}', not '{want}'")));
            }
            QueryAnswer::Complaint(_) | QueryAnswer::Nothing if i == 0 => {
                return Ok(Finding::warn("'query islegal' is not supported"));
            }
            // To complain about a move that is none is an answer, but not one to a query.
            QueryAnswer::Complaint(_) if mv == "rubbish" => {
                return Ok(Finding::warn("'query islegal rubbish' gets a complaint, not 'response false'"));
            }
            _ => {
                return Ok(Finding::fail(format!("'{query}' is not answered with 'response {want}'")));
            }
        }
    }
    Ok(Finding::ok("'query islegal' tells legal moves from others"))
}

/// Whether there are secrets, and what each observer may see of them.
pub(crate) fn hidden(engine: &mut EngineUnderTest) -> Found {
    let fixtures = engine.fixtures.clone();
    engine.set_up(&fixtures.middle)?;
    let secrets = !fixtures.observed.is_empty();
    match engine.ask(&Query::Hidden)? {
        QueryAnswer::Response(got) if got == secrets.to_string() => {}
        // Who does not know the question knows no secrets.
        QueryAnswer::Complaint(_) | QueryAnswer::Nothing if !secrets => {}
        _ => return Ok(Finding::fail(format!("'query hidden' is not answered with 'response {secrets}'"))),
    }
    for (query, want) in &fixtures.observed {
        if let Some(wrong) = expect(engine, query, want)? {
            return Ok(Finding::fail(wrong));
        }
    }
    Ok(Finding::ok(match secrets {
        true => "'query hidden', 'view' and 'history' tell each observer what it may know",
        false => "there are no secrets in this game",
    }))
}
