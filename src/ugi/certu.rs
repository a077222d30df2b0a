//! Replies for the desktop GUI pijersi-certu.
//!
//! Its *Review* takes the word after `score` for a number, wants every `depth` to be
//! greater than the first, knows one principal variation, and draws a scale from the scores
//! of four positions of its own: a win in one move becomes 10, and a yardstick, which is a
//! slight advantage to an engine of limited depth, becomes 1. It gives up unless the
//! yardstick is positive and small beside the win. So a win that lies beyond the depth asked
//! for is reported as an estimate, and estimates are small beside proven results.

use super::reply;
use super::score;
use super::wire::{Info, InfoTail, Score};
use crate::games::Notation;
use crate::search::{Proof, SearchReport};

/// The score of a mate in one; each further move halves it, down to an eighth.
const WIN: i64 = 16384;
/// Centipawns in one point of an estimate.
const POINT: i64 = 10;
/// The greatest score of an unproven result, so that proven ones stand apart.
const MAX_ESTIMATE: i64 = 100;

/// A score as one number: estimates in tenths of a pawn, proven results far beyond.
pub(super) fn number(score: Score) -> i64 {
    match score {
        Score::Cp(score) => (score / POINT).clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
        Score::Mate(plies) => {
            // Its own moves, or the opponent's.
            let moves = plies.unsigned_abs().div_ceil(2);
            let worth = WIN >> moves.saturating_sub(1).min(3);
            if plies > 0 { worth } else { -worth }
        }
    }
}

/// Keeps the last report of each depth, so that depths increase from line to line.
#[derive(Default)]
pub(super) struct LastOfEachDepth {
    /// The depth asked for, if one was.
    limit: Option<u32>,
    held: Option<(u32, String)>,
}

impl LastOfEachDepth {
    /// For a search to this depth.
    pub(super) fn new(limit: Option<u32>) -> Self {
        LastOfEachDepth { limit, held: None }
    }

    /// Takes a report; returns the line of a depth that is over.
    pub(super) fn take<G: Notation>(
        &mut self,
        position: &G,
        report: &SearchReport<G::Move>,
    ) -> Option<String> {
        let best = report.lines.first()?;
        let beyond = |plies: u16| self.limit.is_some_and(|limit| u32::from(plies) > limit);
        let score = match best.proof {
            Proof::Win(_, plies) if beyond(plies) => Score::Cp(score::centipawns(best.estimate.score())),
            _ => score::score(best, position.mover()),
        };
        let depth = report.depth;
        let pv = InfoTail::Pv(reply::pv_moves(position, &best.pv));
        let line = Info { tail: pv, ..reply::search_stats(report) }.with_bare_score(number(score));
        let over = self.held.replace((depth, line))?;
        (over.0 < depth).then_some(over.1)
    }

    /// The line of the last depth.
    pub(super) fn finish(self) -> Option<String> {
        self.held.map(|(_, line)| line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{Game, Rules, Value};
    use crate::search::{Proof, PvLine, RootStats};
    use std::time::Duration;

    type Pijersi = Position<Board45>;

    #[test]
    fn scores_keep_their_order() {
        let ordered = [
            Score::Mate(1),
            Score::Mate(3),
            Score::Mate(5),
            Score::Mate(7),
            Score::Cp(5000),
            Score::Cp(50),
            Score::Cp(0),
            Score::Cp(-50),
            Score::Cp(i64::MIN),
            Score::Mate(-8),
            Score::Mate(-2),
        ];
        let numbers = ordered.map(number);
        assert!(numbers.windows(2).all(|pair| pair[0] > pair[1]), "{numbers:?}");
        assert_eq!((number(Score::Mate(1)), number(Score::Mate(-2))), (16384, -16384));
        assert_eq!(number(Score::Mate(0)), -16384);
        assert_eq!(number(Score::Mate(i64::MIN)), -2048);
        assert_eq!(number(Score::Mate(90)), 2048);
    }

    /// The GUI solves for a scale on which the win is 10 and the yardstick 1, and
    /// demands that both its terms grow.
    #[test]
    fn the_scale_of_the_gui_exists_for_every_slight_advantage() {
        let terms = |score: f64| (score.asinh(), (0.015 * score).asinh());
        for small in 2..=44 {
            let ((w1, w2), (s1, s2)) = (terms(WIN as f64), terms(f64::from(small)));
            let determinant = w1 * s2 - w2 * s1;
            let (a1, a2) = ((s2 * 10.0 - w2) / determinant, (w1 - s1 * 10.0) / determinant);
            assert!(a1 > 0.0 && a2 >= 0.0, "{small}");
        }
    }

    fn lines(position: &str, reports: &[(u32, i32)]) -> Vec<String> {
        let position = Pijersi::from_fen(position, &Rules::of(Pijersi::rule_options())).expect("a position");
        let mut printer = LastOfEachDepth::new(Some(4));
        let mut lines = Vec::new();
        for &(depth, centipawns) in reports {
            let win = 1.0 / (1.0 + 10f32.powf(-(centipawns as f32) / 400.0));
            let (value, proof) = (Value { win, draw: 0.0 }, Proof::Unknown);
            let line = PvLine { value, proof, estimate: value, visits: 1, prior: 0.5, pv: Vec::new() };
            let (time, pvs) = (Duration::from_millis(1), vec![line.clone(), line]);
            let root = RootStats { value, proof, visits: 1 };
            let report = SearchReport { depth, seldepth: 9, nodes: 1, time, hashfull: 0, root, lines: pvs };
            lines.extend(printer.take(&position, &report));
        }
        lines.extend(printer.finish());
        lines.iter().map(|line| line.split(" nodes ").next().unwrap_or_default().to_string()).collect()
    }

    #[test]
    fn depths_grow_and_the_last_score_is_the_last() {
        let lines = lines("5s-/R-6/6/7/6/7/6 w 0 5", &[(1, 100), (1, 110), (2, 200), (4, 300), (4, 310)]);
        let expected = [(1, 11), (2, 20), (4, 31)];
        assert_eq!(lines, expected.map(|(d, score)| format!("info depth {d} seldepth 9 score {score}")));
    }

    /// A win in six plies, at depths on either side of it.
    #[test]
    fn a_win_beyond_the_depth_is_an_estimate() {
        let rules = Rules::of(Pijersi::rule_options());
        let position = Pijersi::from_fen("r-5/7/6/7/6/s-6/R-5 w 0 5", &rules).expect("a position");
        for (limit, shown) in [(Some(5), "score 14 "), (Some(7), "score 2048 "), (None, "score 2048 ")] {
            let estimate = Value { win: 0.7, draw: 0.0 };
            let proof = Proof::Win(position.mover(), 7);
            let line = PvLine { value: Value::WIN, proof, estimate, visits: 1, prior: 0.5, pv: Vec::new() };
            let root = RootStats { value: Value::WIN, proof, visits: 1 };
            let (time, lines) = (Duration::from_millis(1), vec![line]);
            let report = SearchReport { depth: 5, seldepth: 9, nodes: 1, time, hashfull: 0, root, lines };
            let mut printer = LastOfEachDepth::new(limit);
            assert_eq!(printer.take(&position, &report), None);
            let line = printer.finish().expect("a line");
            assert!(line.contains(shown), "{limit:?}: {line}");
        }
    }
}
