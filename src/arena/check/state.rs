//! Steps: positions and questions about them.

use super::Found;
use super::report::Finding;
use super::spots::Spot;
use super::talk::{Bench, Reply, Trouble, is_complaint};
use crate::games::{Outcome, Player};

pub fn startpos(bench: &mut Bench) -> Found {
    compare(bench, &bench.spots.clone().start)
}

pub fn moves(bench: &mut Bench) -> Found {
    compare(bench, &bench.spots.clone().middle)
}

pub fn fen(bench: &mut Bench) -> Found {
    compare(bench, &bench.spots.clone().middle_fen)
}

/// Sets up a position and asks for it.
fn compare(bench: &mut Bench, spot: &Spot) -> Found {
    let said = bench.set_up(spot)?;
    if let Some(complaint) = said.iter().find(|line| is_complaint(line)) {
        return Ok(Finding::fail(format!("a good position is met with '{complaint}'")));
    }
    let told = bench.ask_fen()?;
    let want = &spot.fen;
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

pub fn query_fen(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().start)?;
    Ok(match bench.ask("fen")? {
        Reply::Response(_) => Finding::ok("'query fen' is answered with 'response' and the position"),
        Reply::Bare(got) => {
            Finding::fail(format!("'query fen' is answered with '{got}', without 'response' before it"))
        }
        Reply::Complaint(_) | Reply::Nothing => Finding::warn("'query fen' is not supported"),
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
fn expect(bench: &mut Bench, question: &str, want: &str) -> Result<Option<String>, Trouble> {
    Ok(match bench.ask(question)? {
        Reply::Response(got) if got == want => None,
        Reply::Response(got) => Some(format!("'query {question}' is answered with '{got}', not '{want}'")),
        Reply::Bare(got) => Some(format!("'query {question}' is answered with '{got}', without 'response'")),
        Reply::Complaint(_) | Reply::Nothing => Some(format!("'query {question}' is not answered")),
    })
}

pub fn turn(bench: &mut Bench) -> Found {
    let spots = bench.spots.clone();
    for spot in [&spots.start, &spots.middle] {
        bench.set_up(spot)?;
        let want = spot.p1_turn.to_string();
        if let Some(wrong) = expect(bench, "p1turn", &want)? {
            return Ok(Finding::fail(wrong));
        }
    }
    Ok(Finding::ok("'query p1turn' knows whose turn it is"))
}

pub fn result(bench: &mut Bench) -> Found {
    let spots = bench.spots.clone();
    for spot in [&spots.start, &spots.middle, &spots.won] {
        bench.set_up(spot)?;
        let outcome = spot.outcome;
        let result = match outcome {
            None => "none",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(Player::One)) => "p1win",
            Some(Outcome::Win(Player::Two)) => "p2win",
        };
        for (question, want) in [("gameover", outcome.is_some().to_string()), ("result", result.to_string())]
        {
            if let Some(wrong) = expect(bench, question, &want)? {
                return Ok(Finding::fail(wrong));
            }
        }
    }
    Ok(Finding::ok("'query gameover' and 'query result' are right before and after the end"))
}

pub fn is_legal(bench: &mut Bench) -> Found {
    bench.set_up(&bench.spots.clone().start)?;
    let moves = &bench.spots.start.moves;
    let legal: Vec<String> = moves.iter().step_by(moves.len().div_ceil(5).max(1)).cloned().collect();
    let illegal = [bench.spots.illegal.clone(), "rubbish".to_string()];
    let questions =
        legal.into_iter().map(|mv| (mv, "true")).chain(illegal.into_iter().map(|mv| (mv, "false")));
    for (i, (mv, want)) in questions.enumerate() {
        let question = format!("islegal {mv}");
        match bench.ask(&question)? {
            Reply::Response(got) if got == want => {}
            Reply::Response(got) => {
                return Ok(Finding::fail(format!(
                    "'query {question}' is answered with '{got}', not '{want}'"
                )));
            }
            Reply::Complaint(_) | Reply::Nothing if i == 0 => {
                return Ok(Finding::warn("'query islegal' is not supported"));
            }
            // To complain about a move that is none is an answer, but not one to a query.
            Reply::Complaint(_) if mv == "rubbish" => {
                return Ok(Finding::warn("'query islegal rubbish' gets a complaint, not 'response false'"));
            }
            _ => {
                return Ok(Finding::fail(format!(
                    "'query {question}' is not answered with 'response {want}'"
                )));
            }
        }
    }
    Ok(Finding::ok("'query islegal' tells legal moves from others"))
}

/// Whether there are secrets, and what of them is told to whom.
pub fn hidden(bench: &mut Bench) -> Found {
    let spots = bench.spots.clone();
    bench.set_up(&spots.middle)?;
    let secrets = !spots.told.is_empty();
    match bench.ask("hidden")? {
        Reply::Response(got) if got == secrets.to_string() => {}
        // Who does not know the question knows no secrets.
        Reply::Complaint(_) | Reply::Nothing if !secrets => {}
        _ => return Ok(Finding::fail(format!("'query hidden' is not answered with 'response {secrets}'"))),
    }
    for (question, want) in &spots.told {
        if let Some(wrong) = expect(bench, question, want)? {
            return Ok(Finding::fail(wrong));
        }
    }
    Ok(Finding::ok(match secrets {
        true => "'query hidden', 'view' and 'history' tell each reader what it may know",
        false => "there are no secrets in this game",
    }))
}
