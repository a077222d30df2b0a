//! From counts to Elo, with intervals that stay sane for any sample.
//!
//! One model carries all intervals: the variance of a game's score is
//! `spread · s (1 - s)` at expected score `s`. Wins and losses alone, independent of
//! each other, have spread 1; draws lower it, pairs that hang together move it. The
//! spread is measured, with one game (or pair of games) imagined besides, as likely won
//! as lost, so that ten wins of ten are not taken for certainty. The interval is then
//! Wilson's: all `s` whose own standard error reaches the measured score. It never
//! leaves 0…1, and near one half it is the usual ±1.96 standard errors.

use super::normal::{Z95, cdf};
use super::{Pentanomial, Results, Tally};
use std::fmt;

/// Normalised Elo per unit of (score - 1/2) / (standard deviation of a game), so that
/// at no draws and small differences it is ordinary Elo.
pub(super) const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference at which the expected score is `score`; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    // The neutral case apart, so that an even score is 0 and not -0.
    if score == 0.5 { 0.0 } else { -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() }
}

/// The expected score at an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A value with its 95 % interval. Ends may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    fn map(self, f: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: f(self.value), low: f(self.low), high: f(self.high) }
    }

    /// The same seen by the opponent.
    pub fn negated(self) -> Estimate {
        // Not -0.
        let minus = |value: f64| if value == 0.0 { 0.0 } else { -value };
        Estimate { value: minus(self.value), low: minus(self.high), high: minus(self.low) }
    }

    /// Half the width of the interval; infinite if an end is.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// As Elo is written: `+12.3 ± 4.5`, or `+inf [+120.4, +inf]` when the interval is lopsided.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimate { value, low, high } = self;
        let (below, above) = (value - low, high - value);
        if self.error().is_finite() && below.max(above) < 1.25 * below.min(above) {
            write!(f, "{value:+.1} ± {:.1}", self.error())
        } else {
            write!(f, "{value:+.1} [{low:+.1}, {high:+.1}]")
        }
    }
}

/// What a sample of games says in three numbers; see the head of this module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreSample {
    games: f64,
    score: f64,
    /// The variance of a game's score as measured, and the spread with the imagined
    /// games besides.
    variance: f64,
    spread: f64,
}

impl ScoreSample {
    /// From counts of observations that brought evenly spaced scores from 0 to 1.
    fn new<const N: usize>(counts: [u64; N]) -> ScoreSample {
        let games_each = (N / 2) as f64;
        let mut counts = counts.map(|n| n as f64);
        let n: f64 = counts.iter().sum();
        let (score, variance) = if n > 0.0 { moments(&counts) } else { (0.5, 0.0) };
        // A pair counts as won or lost whole: simulation shows that the spread of few pairs is
        // otherwise taken for too small.
        counts[0] += 0.5;
        counts[N - 1] += 0.5;
        let (mixed, mixed_variance) = moments(&counts);
        ScoreSample {
            games: n * games_each,
            score,
            variance: games_each * variance,
            spread: games_each * mixed_variance / (mixed * (1.0 - mixed)),
        }
    }

    /// How far the variance of a game is from that of a coin of the same expected score.
    pub(super) fn spread(&self) -> f64 {
        self.spread
    }

    /// The variance a game would have at another expected score.
    fn variance_at(&self, score: f64) -> f64 {
        self.spread * score * (1.0 - score)
    }

    fn interval(&self) -> Estimate {
        if self.games == 0.0 {
            return Estimate { value: 0.5, low: 0.0, high: 1.0 };
        }
        // Wilson's interval on as many coins as carry the same information.
        let coins = self.games / self.spread;
        let weight = Z95 * Z95 / coins;
        let centre = (self.score + weight / 2.0) / (1.0 + weight);
        let half =
            (weight * (self.score * (1.0 - self.score) + weight / 4.0)).max(0.0).sqrt() / (1.0 + weight);
        Estimate {
            value: self.score,
            low: (centre - half).clamp(0.0, self.score),
            high: (centre + half).clamp(self.score, 1.0),
        }
    }

    fn normalised(&self, score: f64, variance: f64) -> f64 {
        if score == 0.5 { 0.0 } else { NELO * (score - 0.5) / variance.max(0.0).sqrt() }
    }
}

/// Mean and variance of evenly spaced scores from 0 to 1 with the given weights.
fn moments(weights: &[f64]) -> (f64, f64) {
    let total: f64 = weights.iter().sum();
    let value = |i: usize| i as f64 / (weights.len() - 1) as f64;
    let mean = weights.iter().enumerate().map(|(i, w)| w * value(i)).sum::<f64>() / total;
    let variance =
        weights.iter().enumerate().map(|(i, w)| w * (value(i) - mean).powi(2)).sum::<f64>() / total;
    (mean, variance)
}

impl From<&Results> for ScoreSample {
    fn from(results: &Results) -> ScoreSample {
        ScoreSample::new([results.losses, results.draws, results.wins])
    }
}

impl From<&Pentanomial> for ScoreSample {
    fn from(pairs: &Pentanomial) -> ScoreSample {
        ScoreSample::new(pairs.0)
    }
}

/// The score of all games, with the spread that the pairs show.
impl From<&Tally> for ScoreSample {
    fn from(tally: &Tally) -> ScoreSample {
        let games = ScoreSample::from(&tally.results());
        let pairs = ScoreSample::from(&tally.pairs());
        // A match that has hardly begun knows little of its pairs.
        if 2.0 * pairs.games < games.games {
            return games;
        }
        ScoreSample { score: games.score, games: games.games, ..pairs }
    }
}

/// How strong one player is against another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// Points a game.
    pub score: Estimate,
    /// The logistic Elo difference.
    pub elo: Estimate,
    /// The normalised Elo difference: what a game tells, whatever the draw rate.
    pub nelo: Estimate,
    /// The likelihood of superiority, from 0 to 1.
    pub los: f64,
}

impl Strength {
    /// What games say about strength. A number of games fixed beforehand is assumed:
    /// of a match that an [`super::Sprt`] has stopped, the score is a little extreme.
    pub fn of(sample: impl Into<ScoreSample>) -> Strength {
        let sample = sample.into();
        let score = sample.interval();
        let end = |s: f64| sample.normalised(s, sample.variance_at(s));
        // Games that all went alike have no variance of their own; what is assumed at the ends
        // of the interval is assumed here too, so that it is finite wherever Elo is.
        let variance = match sample.variance > 0.0 {
            true => sample.variance,
            false => sample.variance_at(score.value),
        };
        let value = sample.normalised(score.value, variance);
        let (low, high) = (end(score.low).min(value), end(score.high).max(value));
        let error = (sample.variance_at(0.5) / sample.games).sqrt();
        let los = if sample.games == 0.0 { 0.5 } else { cdf((score.value - 0.5) / error) };
        Strength { score, elo: score.map(elo_of_score), nelo: Estimate { value, low, high }, los }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wdl(wins: u64, draws: u64, losses: u64) -> Strength {
        Strength::of(&Results { wins, draws, losses })
    }

    #[track_caller]
    fn near(got: f64, want: f64, tolerance: f64) {
        assert!((got - want).abs() <= tolerance, "{got}, not {want}");
    }

    /// The published figures below are of the form value ± half the width. Those of
    /// normalised Elo take the variance for known, so ours are a little wider.
    #[track_caller]
    fn near_published(got: Estimate, value: f64, error: f64) {
        near(got.value, value, 0.006);
        near(got.error(), error, 0.016 * error);
    }

    #[test]
    fn normalised_elo_is_finite_where_elo_is() {
        for (counts, finite) in [
            ([0, 0, 0, 5, 0], true),
            ([0, 7, 0, 0, 0], true),
            ([0, 0, 0, 0, 5], false),
            ([5, 0, 0, 0, 0], false),
        ] {
            let Strength { elo, nelo, .. } = Strength::of(&Pentanomial(counts));
            assert_eq!((elo.value.is_finite(), nelo.value.is_finite()), (finite, finite), "{counts:?}");
            assert_eq!(elo.value.is_sign_positive(), nelo.value.is_sign_positive());
            assert!(nelo.low <= nelo.value && nelo.value <= nelo.high, "{nelo:?}");
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
        for elo in [-700.0, -3.5, 0.0, 120.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    /// Values of fastchess's app/tests/elo_test.cpp (commit 2f5e888).
    #[test]
    fn single_games_agree_with_fastchess() {
        let first = wdl(76, 123, 89);
        near_published(first.nelo, -20.76, 40.13);
        near(first.los, 0.1553, 0.001);
        let second = wdl(136, 111, 96);
        near_published(second.elo, 40.70, 30.43);
        near_published(second.nelo, 49.77, 36.77);
        near(second.los, 0.9960, 0.0005);
        // Only the value: at 9 % the published ± 34.48 ignores that the variance is
        // itself a guess. Simulation (tests/arena_stats.rs) sides with the wider one.
        near(wdl(34, 0, 356).nelo.value, -508.44, 0.006);
        assert!(wdl(34, 0, 356).nelo.error() > 80.0);
    }

    /// Values of fastchess's app/tests/elo_test.cpp (commit 2f5e888).
    #[test]
    fn pairs_agree_with_fastchess() {
        let first = Strength::of(&Pentanomial([34, 54, 31 + 32, 64, 75]));
        near_published(first.elo, 55.58, 27.65);
        near(first.nelo.value, 57.94, 0.006);
        near(first.nelo.error(), 28.28, 0.8);
        near(first.los, 1.0, 0.0001);
        let second = Strength::of(&Pentanomial([332, 433, 457 + 41, 333, 334]));
        near_published(second.elo, -8.64, 10.33);
        near_published(second.nelo, -9.17, 10.96);
        near(second.los, 0.0505, 0.0005);
        let third = Strength::of(&Pentanomial([7895, 8757, 5485 + 200, 568, 9999]));
        near_published(third.elo, -21.04, 2.95);
        near_published(third.nelo, -19.01, 2.65);
    }

    /// Reports of matches: fastchess issues 807 and 1007 and pull request 882, Lynx pull
    /// request 1899, PlentyChess pull requests 213 (OpenBench).
    #[test]
    fn pairs_agree_with_published_matches() {
        let capped = Strength::of(&Pentanomial([30, 6, 18, 0, 6]));
        near(capped.elo.value, -168.40, 0.006);
        near(capped.elo.error(), 73.37, 4.0); // 60 pairs: ours is a little wider
        near(capped.nelo.value, -170.08, 0.006);
        let lynx = Strength::of(&Pentanomial([235, 1384, 2521, 1341, 239]));
        near_published(lynx.elo, -1.06, 4.05);
        near_published(lynx.nelo, -1.67, 6.37);
        near(lynx.los, 0.3033, 0.0005);
        near_published(Strength::of(&Pentanomial([44, 241, 590, 413, 71])).elo, 28.96, 8.30);
        let weak = Strength::of(&Pentanomial([72, 10, 0, 0, 0]));
        near(weak.elo.value, -600.97, 0.006);
        near(weak.nelo.value, -1409.98, 0.006);
        near(Strength::of(&Pentanomial([77, 1, 0, 0, 0])).nelo.value, -4339.56, 0.006);
    }

    /// cutechess issue 543.
    #[test]
    fn single_games_agree_with_cutechess() {
        let strength = wdl(880, 1863, 759);
        near(strength.elo.value, 12.0, 0.05);
        near(strength.elo.error(), 7.9, 0.05);
        near(strength.los, 0.999, 0.001);
    }

    #[test]
    fn one_sided_and_tiny_samples_stay_sane() {
        let ten = wdl(10, 0, 0);
        assert_eq!(ten.elo.value, f64::INFINITY);
        assert_eq!(ten.elo.high, f64::INFINITY);
        near(ten.score.low, 10.0 / (10.0 + Z95 * Z95), 1e-12); // Wilson's own
        assert!(ten.nelo.low > 0.0 && ten.los > 0.99 && ten.los < 1.0);
        assert_eq!(ten.elo.to_string(), "+inf [+166.2, +inf]");
        let lost = wdl(0, 0, 10);
        near(lost.elo.high, -ten.elo.low, 1e-9);
        assert_eq!(lost.elo.to_string(), "-inf [-inf, -166.2]");
        let drawn = wdl(0, 10, 0);
        assert_eq!((drawn.elo.value, drawn.nelo.value, drawn.los), (0.0, 0.0, 0.5));
        assert!(drawn.elo.low < -10.0 && drawn.elo.high > 10.0, "ten draws do not prove equality");
        assert_eq!(wdl(1, 0, 0).elo.low, -wdl(0, 0, 1).elo.high);
        assert!(wdl(1, 0, 0).elo.low < -200.0);
        let none = wdl(0, 0, 0);
        assert_eq!((none.elo.value, none.nelo.value, none.los), (0.0, 0.0, 0.5));
        assert_eq!((none.elo.low, none.elo.high), (f64::NEG_INFINITY, f64::INFINITY));
    }

    #[test]
    fn no_sample_gives_a_number_that_is_not_one() {
        for counts in (0..3u64.pow(5)).map(|code| [0, 1, 2, 3, 4].map(|i| code / 3u64.pow(i) % 3 * 4)) {
            let strength = Strength::of(&Pentanomial(counts));
            for Estimate { value, low, high } in [strength.score, strength.elo, strength.nelo] {
                assert!(low <= value && value <= high, "{counts:?}: {strength:?}");
            }
            assert!((0.0..=1.0).contains(&strength.los), "{counts:?}");
            let mirrored = Strength::of(&Pentanomial(counts).flipped());
            near(mirrored.los, 1.0 - strength.los, 1e-9);
        }
    }

    #[test]
    fn a_tally_uses_the_score_of_all_games_and_the_spread_of_the_pairs() {
        use super::super::{CountedGame, Points};
        // Every pair one win each: the first player always wins, so the score is sure.
        let games = (0..200).map(|i| CountedGame {
            pair: Some(i / 2),
            score: if i % 2 == 0 { Points::Win } else { Points::Loss },
        });
        let mut tally: Tally = games.collect();
        let paired = Strength::of(&tally);
        assert!(paired.elo.error() < 10.0, "{:?}", paired.elo);
        assert!(Strength::of(&tally.results()).elo.error() > 45.0);
        tally.add(CountedGame { pair: Some(500), score: Points::Win });
        assert!(Strength::of(&tally).elo.value > 0.0);
    }
}
