//! The sequential probability ratio test of two hypotheses about strength.
//!
//! Generalised: each hypothesis fixes only the expected score (logistic Elo) or the
//! score in standard deviations of a game (normalised Elo); everything else about the
//! distribution of the results is whatever makes the observed ones most likely.
//! Theory: M. Van den Bergh, "Comments on normalized Elo" and "A practical introduction
//! to the GSPRT", as used by fishtest.

use super::strength::{NELO, score_of_elo};
use super::{Pentanomial, Results, Tally};
use serde::Deserialize;
use std::fmt;

/// What the Elo of the bounds means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo as in rating lists: 400 points are odds of ten to one.
    Logistic,
    /// Elo per standard deviation of a game: bounds that cost the same number of games
    /// whatever the draw rate.
    #[default]
    Normalised,
}

impl EloModel {
    /// Every model.
    pub const ALL: [EloModel; 2] = [EloModel::Logistic, EloModel::Normalised];

    /// The name users type.
    pub const fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalised",
        }
    }
}

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// Not decided: play on.
    Continue,
    /// Strength is `elo0` or less.
    AcceptH0,
    /// Strength is `elo1` or more.
    AcceptH1,
}

impl SprtVerdict {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            SprtVerdict::AcceptH1 => "H1 accepted",
            SprtVerdict::AcceptH0 => "H0 accepted",
            SprtVerdict::Continue => "undecided",
        }
    }
}

/// Why a test cannot be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtError {
    /// Bounds that are not numbers, or out of order.
    Bounds(f64, f64),
    /// Error rates outside 0…1, or that leave nothing to decide.
    Rates(f64, f64),
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Bounds(elo0, elo1) => {
                write!(f, "SPRT bounds {elo0} and {elo1}: expected two numbers, the smaller first")
            }
            SprtError::Rates(alpha, beta) => write!(
                f,
                "SPRT error rates {alpha} and {beta}: expected numbers above 0 that add up to less than 1"
            ),
        }
    }
}

impl std::error::Error for SprtError {}

/// A test of `elo0` against `elo1` with error rates `alpha` (of accepting `elo1` when
/// `elo0` is true) and `beta` (the other way round).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

impl Sprt {
    /// Both error rates 5 %, as almost everyone uses it.
    pub fn new(elo0: f64, elo1: f64, model: EloModel) -> Result<Sprt, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        Ok(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model })
    }

    /// The same test with other error rates.
    pub fn with_rates(self, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Sprt { alpha, beta, ..self })
    }

    /// The log-likelihood ratios at which the test ends: lower for `elo0`, upper for `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The Elo of the two hypotheses.
    pub fn elo(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The error rates alpha and beta.
    pub fn rates(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// What the Elo of the bounds means.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The log-likelihood ratio of `elo1` to `elo0`; 0 without games.
    pub fn llr(&self, observed: impl Into<Observed>) -> f64 {
        match observed.into() {
            Observed::Games(counts) => self.ratio(counts, 1.0),
            Observed::Pairs(counts) => self.ratio(counts, 2.0),
        }
    }

    /// What a log-likelihood ratio decides.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            SprtVerdict::AcceptH1
        } else if llr <= lower {
            SprtVerdict::AcceptH0
        } else {
            SprtVerdict::Continue
        }
    }

    fn ratio<const N: usize>(&self, counts: [u64; N], games_each: f64) -> f64 {
        if counts.iter().all(|&n| n == 0) {
            return 0.0;
        }
        let observed = Distribution::observed(counts);
        match self.model {
            EloModel::Logistic => {
                let [mean0, mean1] = [self.elo0, self.elo1].map(score_of_elo);
                match (observed.with_mean(mean0), observed.with_mean(mean1)) {
                    (Some(p0), Some(p1)) => observed.log_ratio(&p1, &p0),
                    _ => observed.rough_log_ratio_of_mean(mean0, mean1),
                }
            }
            EloModel::Normalised => {
                // A pair's mean has the standard deviation of a game over the root of two.
                let [t0, t1] = [self.elo0, self.elo1].map(|elo| elo / NELO * games_each.sqrt());
                match (observed.with_t(t0), observed.with_t(t1)) {
                    (Some(p0), Some(p1)) => observed.log_ratio(&p1, &p0),
                    _ => observed.rough_log_ratio_of_t(t0, t1),
                }
            }
        }
    }
}

/// As in fishtest's bounds: `[0, 5] normalised, alpha 0.05, beta 0.05`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt { elo0, elo1, alpha, beta, model } = self;
        write!(f, "[{elo0}, {elo1}] {}, alpha {alpha}, beta {beta}", model.name())
    }
}

/// What a test looks at: pairs where there are any, else single games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observed {
    /// Single games: lost, drawn, won.
    Games([u64; 3]),
    /// Pairs by the half points they brought: 0 to 4.
    Pairs([u64; 5]),
}

impl From<&Results> for Observed {
    fn from(results: &Results) -> Observed {
        Observed::Games([results.losses, results.draws, results.wins])
    }
}

impl From<&Pentanomial> for Observed {
    fn from(pairs: &Pentanomial) -> Observed {
        Observed::Pairs(pairs.0)
    }
}

/// Complete pairs if there are any; a game without its partner waits for it.
impl From<&Tally> for Observed {
    fn from(tally: &Tally) -> Observed {
        if tally.pairs().pairs() > 0 { (&tally.pairs()).into() } else { (&tally.results()).into() }
    }
}

/// Observed shares of evenly spaced scores from 0 to 1.
struct Distribution<const N: usize> {
    count: f64,
    shares: [f64; N],
}

impl<const N: usize> Distribution<N> {
    /// Results never seen count as a thousandth, so that every share has a logarithm.
    fn observed(counts: [u64; N]) -> Distribution<N> {
        let counts = counts.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let count = counts.iter().sum();
        Distribution { count, shares: counts.map(|n| n / count) }
    }

    fn score(i: usize) -> f64 {
        i as f64 / (N - 1) as f64
    }

    fn moments(shares: &[f64; N]) -> (f64, f64) {
        let mean = (0..N).map(|i| shares[i] * Self::score(i)).sum::<f64>();
        (mean, (0..N).map(|i| shares[i] * (Self::score(i) - mean).powi(2)).sum())
    }

    /// The likeliest distribution with `Σ p x = 0`: `p = share / (1 + λ x)`, where λ is
    /// the multiplier that makes the constraint hold.
    fn constrained(&self, x: [f64; N]) -> Option<[f64; N]> {
        let (min, max) = x.iter().fold((0f64, 0f64), |(min, max), &x| (min.min(x), max.max(x)));
        if !(min < 0.0 && max > 0.0) {
            return None;
        }
        // All shares stay positive between the poles, and the sum falls all the way from
        // one to the other: halving cannot miss the only root.
        let (mut low, mut high) = (-1.0 / max, -1.0 / min);
        for _ in 0..200 {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break;
            }
            let sum: f64 = (0..N).map(|i| self.shares[i] * x[i] / (1.0 + middle * x[i])).sum();
            if sum > 0.0 { low = middle } else { high = middle }
        }
        let multiplier = low + (high - low) / 2.0;
        let fitted: [f64; N] = std::array::from_fn(|i| self.shares[i] / (1.0 + multiplier * x[i]));
        // Where the root lies so close to a pole that its digits run out, the shares no
        // longer add up to one.
        let total: f64 = fitted.iter().sum();
        ((total - 1.0).abs() < 1e-6 && fitted.iter().all(|&p| p > 0.0)).then_some(fitted)
    }

    /// The likeliest distribution with the given mean.
    fn with_mean(&self, mean: f64) -> Option<[f64; N]> {
        self.constrained(std::array::from_fn(|i| Self::score(i) - mean))
    }

    /// The likeliest distribution whose mean is `t` standard deviations above one half.
    ///
    /// Far from the observed distribution a solution is only found from close by, so walk
    /// there: from the `t` observed, whose solution is the observation itself, in strides
    /// that shorten when one fails. The angle of `t` is walked on, since `t` may be huge.
    fn with_t(&self, t: f64) -> Option<[f64; N]> {
        let (mean, variance) = Self::moments(&self.shares);
        let mut angle = ((mean - 0.5) / variance.sqrt()).atan();
        let goal = t.atan();
        let mut stride = (goal - angle).abs();
        let mut fit = self.shares;
        for _ in 0..500 {
            if angle == goal {
                return Some(fit);
            }
            let next =
                if (goal - angle).abs() <= stride { goal } else { angle + stride.copysign(goal - angle) };
            match self.settle(if next == goal { t } else { next.tan() }, fit) {
                Some(found) => (fit, angle, stride) = (found, next, stride * 1.5),
                None => stride /= 2.0,
            }
        }
        None
    }

    /// The constraint on `t` is not linear: solve it linearised around a guess, take the
    /// solution for the next guess, until it stays.
    fn settle(&self, t: f64, mut guess: [f64; N]) -> Option<[f64; N]> {
        for _ in 0..60 {
            let (mean, variance) = Self::moments(&guess);
            let deviation = variance.sqrt();
            let next = self.constrained(std::array::from_fn(|i| {
                let z = (Self::score(i) - mean) / deviation;
                Self::score(i) - 0.5 - t * deviation * (1.0 + z * z) / 2.0
            }))?;
            let change = (0..N).map(|i| (next[i] - guess[i]).abs()).fold(0.0, f64::max);
            guess = next;
            if change < 1e-11 {
                let (mean, variance) = Self::moments(&guess);
                return ((mean - 0.5 - t * variance.sqrt()).abs() < 1e-7).then_some(guess);
            }
        }
        None
    }

    fn log_ratio(&self, p1: &[f64; N], p0: &[f64; N]) -> f64 {
        self.count * (0..N).map(|i| self.shares[i] * (p1[i] / p0[i]).ln()).sum::<f64>()
    }

    /// A closed form that is close where the exact fit cannot be had (bounds of hundreds of
    /// Elo, far from the results): section 4.2 of "Comments on normalized Elo".
    fn rough_log_ratio_of_t(&self, t0: f64, t1: f64) -> f64 {
        let (mean, variance) = Self::moments(&self.shares);
        let t = (mean - 0.5) / variance.sqrt();
        self.count / 2.0 * ((1.0 + (t - t0).powi(2)) / (1.0 + (t - t1).powi(2))).ln()
    }

    /// The same for a fixed mean: the ratio of the mean squares around the two.
    fn rough_log_ratio_of_mean(&self, mean0: f64, mean1: f64) -> f64 {
        let square = |m: f64| (0..N).map(|i| self.shares[i] * (Self::score(i) - m).powi(2)).sum::<f64>();
        self.count / 2.0 * (square(mean0) / square(mean1)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, model).expect("bounds are in order")
    }

    fn wdl(wins: u64, draws: u64, losses: u64) -> Results {
        Results { wins, draws, losses }
    }

    #[track_caller]
    fn near(got: f64, want: f64, tolerance: f64) {
        assert!((got - want).abs() <= tolerance, "{got}, not {want}");
    }

    /// Values of fastchess's app/tests/sprt_test.cpp (commit e633d95), two digits published.
    #[test]
    fn pairs_agree_with_fastchess() {
        for (counts, elo0, elo1, model, want) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, EloModel::Normalised, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, EloModel::Normalised, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, EloModel::Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, EloModel::Logistic, -4.98),
        ] {
            near(sprt(elo0, elo1, model).llr(&Pentanomial(counts)), want, 0.006);
        }
    }

    /// The same source, single games.
    #[test]
    fn games_agree_with_fastchess() {
        for (results, elo0, elo1, model, want) in [
            (wdl(36433, 68692, 36027), 0.0, 2.0, EloModel::Normalised, 0.92),
            (wdl(10871, 20431, 10650), -1.75, 0.25, EloModel::Normalised, 2.30),
            (wdl(21404, 40708, 21184), 0.5, 2.5, EloModel::Logistic, -1.57),
            (wdl(57433, 106593, 57030), 0.0, 2.0, EloModel::Logistic, -2.59),
        ] {
            near(sprt(elo0, elo1, model).llr(&results), want, 0.006);
        }
    }

    /// fishtest issue 1737 prints all digits.
    #[test]
    fn pairs_agree_with_fishtest() {
        let llr = sprt(-1.75, 0.25, EloModel::Normalised).llr(&Pentanomial([93, 18711, 58877, 18739, 100]));
        near(llr, 2.942_097_472, 1e-6);
    }

    /// Reports of matches: PlentyChess pull requests 213, 233 and 334 (OpenBench), Lynx pull
    /// request 1899, cutechess issue 543, fastchess pull requests 697 and 882.
    #[test]
    fn published_matches_come_out_the_same() {
        let normalised = |elo0, elo1| sprt(elo0, elo1, EloModel::Normalised);
        let lynx = Pentanomial([235, 1384, 2521, 1341, 239]);
        near(sprt(-5.0, 0.0, EloModel::Logistic).llr(&lynx), 1.69, 0.006);
        near(normalised(0.0, 5.0).llr(&Pentanomial([0, 0, 1, 1, 0])), 0.02, 0.006);
        near(normalised(-1000.0, -500.0).llr(&Pentanomial([72, 10, 0, 0, 0])), -2.97, 0.006);
        near(normalised(-1000.0, -500.0).llr(&Pentanomial([77, 1, 0, 0, 0])), -2.95, 0.006);
        near(sprt(0.0, 5.0, EloModel::Logistic).llr(&wdl(880, 1863, 759)), 2.95, 0.006);
        for (counts, elo0, elo1, want) in [
            ([44, 241, 590, 413, 71], 0.0, 3.0, 2.91),
            ([59, 1365, 2872, 1515, 89], 0.0, 3.0, 2.91),
            ([214, 8992, 19871, 9102, 235], 0.0, 2.5, 0.16),
            ([5, 942, 2469, 1050, 5], -3.0, 1.0, 2.90),
        ] {
            near(normalised(elo0, elo1).llr(&Pentanomial(counts)), want, 0.02);
        }
    }

    #[test]
    fn bounds_and_verdicts() {
        let test = sprt(0.0, 5.0, EloModel::Normalised);
        let (lower, upper) = test.bounds();
        near(lower, -2.944_439, 1e-6);
        near(upper, 2.944_439, 1e-6);
        // Lynx, OpenBench: alpha 0.05, beta 0.1.
        let (lower, upper) = test.with_rates(0.05, 0.1).expect("rates are in order").bounds();
        near(lower, -2.25, 0.005);
        near(upper, 2.89, 0.005);
        assert_eq!(test.verdict(2.9), SprtVerdict::Continue);
        assert_eq!(test.verdict(2.95), SprtVerdict::AcceptH1);
        assert_eq!(test.verdict(-2.95), SprtVerdict::AcceptH0);
        assert_eq!(test.llr(&Pentanomial::default()), 0.0);
        assert_eq!(test.to_string(), "[0, 5] normalised, alpha 0.05, beta 0.05");
    }

    #[test]
    fn senseless_tests_are_refused() {
        for (elo0, elo1) in [(5.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(Sprt::new(elo0, elo1, EloModel::Logistic).is_err());
        }
        let test = sprt(0.0, 5.0, EloModel::Logistic);
        for (alpha, beta) in [(0.0, 0.05), (0.05, -0.1), (0.5, 0.5), (f64::NAN, 0.05)] {
            let error = test.with_rates(alpha, beta).expect_err("refused");
            assert!(error.to_string().contains("expected"));
        }
    }

    /// fastchess issues 877 and 879: one-sided matches made it hang or print NaN.
    #[test]
    fn any_sample_gives_a_finite_ratio_that_mirrors() {
        let counts = (0..4u64.pow(5))
            .map(|code| [0, 1, 2, 3, 4].map(|i| [0, 1, 7, 150][(code >> (2 * i) & 3) as usize]));
        for counts in
            counts.map(Pentanomial).chain([Pentanomial([144, 3, 1, 0, 0]), Pentanomial([20, 0, 0, 0, 0])])
        {
            for (elo0, elo1) in [(0.0, 5.0), (-1500.0, -500.0), (-20.0, 100.0), (1e5, 1e6)] {
                for model in EloModel::ALL {
                    let llr = sprt(elo0, elo1, model).llr(&counts);
                    assert!(llr.is_finite(), "{counts} [{elo0}, {elo1}] {model:?}");
                    let mirrored = sprt(-elo1, -elo0, model).llr(&counts.flipped());
                    near(mirrored, -llr, 1e-4 * (1.0 + llr.abs()));
                }
            }
        }
    }

    #[test]
    fn a_tally_is_judged_by_its_pairs() {
        use super::super::{CountedGame, Points};
        let game = |pair, score| CountedGame { pair, score };
        let paired: Tally =
            [game(Some(1), Points::Win), game(Some(1), Points::Draw), game(Some(2), Points::Win)]
                .into_iter()
                .collect();
        let test = sprt(0.0, 50.0, EloModel::Logistic);
        assert_eq!(test.llr(&paired), test.llr(&Pentanomial([0, 0, 0, 1, 0])));
        let single: Tally = [game(None, Points::Win)].into_iter().collect();
        assert_eq!(test.llr(&single), test.llr(&wdl(1, 0, 0)));
        assert!(test.llr(&single) > 0.0);
    }
}
