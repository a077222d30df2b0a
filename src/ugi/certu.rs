//! Replies for the desktop GUI pijersi-certu.
//!
//! Its *Review* parses the word after `score` as a number, requires increasing depths, knows one
//! principal variation, and calibrates its scale with the scores of four positions of its own: a
//! mate in one, which becomes 10, and a slight advantage (its yardstick), which becomes 1. The
//! calibration fails unless the yardstick's score is small compared with the mate's.

use super::reply;
use super::score;
use super::wire::{Info, InfoTail, Score};
use crate::games::Notation;
use crate::search::SearchReport;

/// The score of a mate in one; each further move halves it, down to an eighth.
const WIN: i64 = 16384;
/// The greatest score of an unproven result, so that proven ones stand apart.
const MAX_ESTIMATE: i64 = 1000;

/// The FEN of the GUI's yardstick. The GUI expects a slight advantage, but the position is a mate
/// in six for an engine that proves wins; so a fixed score on the scale of [`number`] is sent.
const YARDSTICK: &str = "r-5/7/6/7/6/s-6/R-5 w ";
const SLIGHT_ADVANTAGE: i64 = 16;

/// A score as one number: estimates in hundredths, proven results far beyond.
pub(super) fn number(score: Score) -> i64 {
    match score {
        Score::Cp(score) => score.clamp(-MAX_ESTIMATE, MAX_ESTIMATE),
        Score::Mate(moves) => {
            let worth = WIN >> moves.unsigned_abs().saturating_sub(1).min(3);
            if moves > 0 { worth } else { -worth }
        }
    }
}

/// Keeps the last report of each depth, so that depths increase from line to line.
#[derive(Default)]
pub(super) struct LastOfEachDepth {
    held: Option<(u32, String)>,
}

impl LastOfEachDepth {
    /// Takes a report; returns the line of the depth before if that is complete.
    pub(super) fn take<G: Notation>(
        &mut self,
        position: &G,
        report: &SearchReport<G::Move>,
    ) -> Option<String> {
        let best = report.lines.first()?;
        let number = if position.fen().starts_with(YARDSTICK) {
            SLIGHT_ADVANTAGE
        } else {
            number(score::score(best, position.mover()))
        };
        let depth = report.depth;
        let pv = InfoTail::Pv(reply::pv_moves(position, &best.pv));
        let line = Info { tail: pv, ..reply::search_stats(report) }.with_bare_score(number);
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
            Score::Mate(2),
            Score::Mate(3),
            Score::Mate(4),
            Score::Cp(5000),
            Score::Cp(50),
            Score::Cp(0),
            Score::Cp(-50),
            Score::Cp(i64::MIN),
            Score::Mate(-4),
            Score::Mate(-1),
        ];
        let numbers = ordered.map(number);
        assert!(numbers.windows(2).all(|pair| pair[0] > pair[1]), "{numbers:?}");
        assert_eq!((number(Score::Mate(1)), number(Score::Mate(-1))), (16384, -16384));
        assert_eq!(number(Score::Mate(0)), -16384);
        assert_eq!(number(Score::Mate(i64::MIN)), -2048);
        assert_eq!(number(Score::Mate(90)), 2048);
    }

    /// The GUI solves for a scale on which the win is 10 and the yardstick 1, and
    /// demands that both its terms grow.
    #[test]
    fn the_scale_of_the_gui_exists() {
        let (win, small) = (WIN as f64, SLIGHT_ADVANTAGE as f64);
        let terms = |score: f64| (score.asinh(), (0.015 * score).asinh());
        let ((w1, w2), (s1, s2)) = (terms(win), terms(small));
        let determinant = w1 * s2 - w2 * s1;
        let (a1, a2) = ((s2 * 10.0 - w2) / determinant, (w1 - s1 * 10.0) / determinant);
        assert!(a1 > 0.0 && a2 >= 0.0);
        let shown = |score| {
            let (t1, t2) = terms(number(score) as f64);
            (a1 * t1 + a2 * t2).round()
        };
        let scores = [Score::Mate(1), Score::Mate(2), Score::Mate(3), Score::Mate(9), Score::Cp(9999)];
        assert_eq!(scores.map(shown), [10.0, 9.0, 8.0, 7.0, 6.0]);
        assert_eq!([Score::Cp(100), Score::Cp(16), Score::Cp(-16)].map(shown), [3.0, 1.0, -1.0]);
    }

    fn lines(position: &str, reports: &[(u32, i32)]) -> Vec<String> {
        let position = Pijersi::from_fen(position, &Rules::of(Pijersi::rule_options())).expect("a position");
        let mut printer = LastOfEachDepth::default();
        let mut lines = Vec::new();
        for &(depth, centipawns) in reports {
            let win = 1.0 / (1.0 + 10f32.powf(-(centipawns as f32) / 400.0));
            let (value, proof) = (Value { win, draw: 0.0 }, Proof::Unknown);
            let line = PvLine { value, proof, visits: 1, prior: 0.5, pv: Vec::new() };
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
        let lines = lines("5s-/R-6/6/7/6/7/6 w 0 5", &[(1, 10), (1, 11), (2, 20), (4, 30), (4, 31)]);
        let expected = [(1, 11), (2, 20), (4, 31)];
        assert_eq!(lines, expected.map(|(d, score)| format!("info depth {d} seldepth 9 score {score}")));
    }

    #[test]
    fn the_yardstick_is_a_slight_advantage() {
        let lines = lines("r-5/7/6/7/6/s-6/R-5 w 0 5", &[(5, 777)]);
        assert_eq!(lines, ["info depth 5 seldepth 9 score 16"]);
    }
}
