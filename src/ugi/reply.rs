//! Replies as lines of text, made from reports, results and positions.

use super::score;
use super::wire::{BestMove, GameResult, Info, InfoTail, Query, Response, WdlShares};
use crate::games::{History, Information, Notation, NotationError, Outcome, Player};
use crate::search::{PvLine, SearchReport, SearchResult};

/// The format of replies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReplyFormat {
    pub style: Style,
    pub show_wdl: bool,
    /// Whether `bestmove` has a `ponder` move.
    pub ponder: bool,
}

/// A dialect of UGI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// As protocol.md says.
    #[default]
    Plain,
    /// As the desktop GUI pijersi-certu understands it, see `certu.rs`.
    Certu,
}

/// An error in the input, as an `info string` line.
pub(super) fn error(error: &NotationError) -> String {
    Info::text(format!("error: {error}")).to_string()
}

/// The `response` to a `query`.
pub(super) fn response<G: Notation>(history: &History<G>, query: &Query) -> String {
    let position = history.current();
    let answer = match query {
        Query::GameOver => position.outcome().is_some().to_string(),
        Query::P1Turn => (position.mover() == Player::One).to_string(),
        Query::Result => GameResult::from(position.outcome()).to_string(),
        Query::IsLegal(mv) => position.parse_move(mv).is_ok().to_string(),
        Query::Fen => position.fen(),
        Query::Moves => {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let moves: Vec<String> = moves.into_iter().map(|mv| position.ugi_move(mv)).collect();
            moves.join(" ")
        }
        Query::Hidden => G::Information::HIDDEN.to_string(),
        Query::View(observer) => G::Information::view(position, *observer).fen(),
        Query::History(observer) => history.observed(*observer).ugi_moves(),
    };
    Response(answer).to_string()
}

/// A position for people: diagram, side to move, counters, FEN and hash key.
pub(super) fn describe<G: Notation>(position: &G) -> String {
    let mut lines = vec![position.diagram()];
    let mut fact = |name: &str, value: &str| lines.push(format!("{:<13} {value}", format!("{name}:")));
    match position.outcome() {
        Some(outcome) => fact("Result", GameResult::from(outcome).name()),
        None => fact("To move", &format!("player {}", position.mover().index() + 1)),
    }
    for (name, value) in position.counters() {
        fact(name, &value);
    }
    fact("FEN", &position.fen());
    fact("Key", &format!("{:016x}", position.key()));
    lines.join("\n")
}

/// A principal variation in UGI notation.
pub(super) fn pv_moves<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    History::new(position.clone()).ugi_line(moves)
}

/// A report as `info` lines, one for each principal variation.
pub(super) fn info<G: Notation>(position: &G, report: &SearchReport<G::Move>, show_wdl: bool) -> Vec<String> {
    let line = |(index, line): (u64, &PvLine<G::Move>)| {
        let [win, draw, loss] = score::wdl(line.value).map(i64::from);
        let wdl = WdlShares { win, draw, loss };
        let info = Info {
            multipv: Some(index),
            score: Some(score::score(line, position.mover())),
            wdl: show_wdl.then_some(wdl),
            tail: InfoTail::Pv(pv_moves(position, &line.pv)),
            ..search_stats(report)
        };
        info.to_string()
    };
    (1..).zip(&report.lines).map(line).collect()
}

/// The `info` of a search's depth, nodes, time and memory.
pub(super) fn search_stats<M>(report: &SearchReport<M>) -> Info {
    Info {
        depth: Some(report.depth.into()),
        seldepth: Some(report.seldepth.into()),
        nodes: Some(report.nodes),
        nps: Some(report.nps()),
        hashfull: Some(report.hashfull.into()),
        time: Some(report.time.as_millis() as u64),
        ..Info::default()
    }
}

/// The `bestmove` line, with a `ponder` move if it is enabled and known.
pub(super) fn best_move<G: Notation>(position: &G, result: &SearchResult<G::Move>, ponder: bool) -> String {
    let Some(best) = result.best else { return no_move() };
    let mv = Some(position.ugi_move(best));
    let mut next = position.clone();
    next.play(best);
    let reply = result.ponder.filter(|_| ponder && next.outcome().is_none());
    BestMove { mv, ponder: reply.map(|reply| next.ugi_move(reply)) }.to_string()
}

/// The `bestmove` line of a finished game.
pub(super) fn no_move() -> String {
    BestMove::default().to_string()
}

/// The `info string` for a search of a finished game.
pub(super) fn game_over(outcome: Outcome) -> String {
    Info::text(format!("the game is over: {}", GameResult::from(outcome))).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position, Turn};
    use crate::games::{Game, Rules, Value};
    use crate::search::{Proof, RootStats};
    use std::time::Duration;

    type Pijersi = Position<Board45>;

    fn position(text: &str) -> Pijersi {
        Pijersi::from_fen(text, &Rules::of(Pijersi::rule_options())).expect(text)
    }

    fn start() -> Pijersi {
        Pijersi::start(&Rules::of(Pijersi::rule_options()))
    }

    fn report(value: Value, proof: Proof) -> (Pijersi, SearchReport<Turn>) {
        let start = start();
        let first = start.parse_move("b1c1").expect("legal");
        let mut next = start;
        next.play(first);
        let second = next.parse_move("f1e1").expect("legal");
        let lines =
            vec![PvLine { value, proof, estimate: value, visits: 9, prior: 0.1, pv: vec![first, second] }];
        let (time, root) = (Duration::from_micros(2900), RootStats { value, proof, visits: 29 });
        (start, SearchReport { depth: 2, seldepth: 7, nodes: 29, time, hashfull: 3, root, lines })
    }

    const VALUE: Value = Value { win: 0.5, draw: 0.3 };

    #[test]
    fn info_lines_have_whole_numbers_only() {
        let (start, report) = report(Value { win: 0.3327, draw: 0.3 }, Proof::Unknown);
        let effort = "nodes 29 nps 10000 hashfull 3 time 2 pv b1c1 f1e1";
        let plain = format!("info depth 2 seldepth 7 multipv 1 score cp -12 {effort}");
        assert_eq!(info(&start, &report, false), [plain]);
        let wdl = format!("info depth 2 seldepth 7 multipv 1 score cp -12 wdl 333 300 367 {effort}");
        assert_eq!(info(&start, &report, true), [wdl]);
    }

    #[test]
    fn proven_results_are_mates() {
        let (start, report) = report(VALUE, Proof::Win(Player::Two, 6));
        assert!(info(&start, &report, false)[0].contains(" score mate -6 nodes "));
    }

    #[test]
    fn best_moves_have_two_words_unless_pondering() {
        let (start, report) = report(VALUE, Proof::Unknown);
        let moves = report.lines[0].pv.clone();
        let answer = SearchResult {
            best: Some(moves[0]),
            ponder: Some(moves[1]),
            report,
            root_visits: Vec::new(),
            root_policy: Vec::new(),
            mixture: Vec::new(),
        };
        assert_eq!(best_move(&start, &answer, false), "bestmove b1c1");
        assert_eq!(best_move(&start, &answer, true), "bestmove b1c1 ponder f1e1");
        let alone = SearchResult { ponder: None, ..answer };
        assert_eq!(best_move(&start, &alone, true), "bestmove b1c1");
    }

    #[test]
    fn questions_about_a_finished_game() {
        let won = position("R-5/7/6/7/6/7/5s- b 1 5");
        for (query, answer) in [
            (Query::GameOver, "response true"),
            (Query::Result, "response p1win"),
            (Query::P1Turn, "response false"),
            (Query::Moves, "response"),
            (Query::IsLegal("a6b6".into()), "response false"),
            (Query::Hidden, "response false"),
            (Query::Fen, "response R-5/7/6/7/6/7/5s- b 1 5"),
        ] {
            assert_eq!(response(&History::new(won), &query), answer, "{query:?}");
        }
        let drawn = History::new(position("6/R-6/6/7/5r-/6S-/6 b 20 5"));
        assert_eq!(response(&drawn, &Query::Result), "response draw");
    }

    #[test]
    fn a_description_has_the_counters() {
        let text = describe(&position("5s-/R-6/6/7/6/7/6 w 3 5"));
        let rest: Vec<&str> = text.lines().skip(7).collect();
        assert_eq!(
            rest[..4],
            [
                "To move:      player 1",
                "Quiet turns:  3 of 20",
                "Full turn:    5",
                "FEN:          5s-/R-6/6/7/6/7/6 w 3 5"
            ]
        );
        assert!(rest[4].starts_with("Key:          "));
        assert!(text.lines().all(|line| !line.trim().is_empty()));
    }
}
