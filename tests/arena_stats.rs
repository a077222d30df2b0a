//! The statistics against simulated matches whose truth is known. Seeds are fixed, so
//! these always do the same.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sisku::arena::stats::{
    EloModel, Pentanomial, Points, Results, Sprt, SprtVerdict, Strength, elo_of_score, score_of_elo,
};

/// Pairs of games whose opening favours one colour: correlated, as real ones are.
#[derive(Clone, Copy)]
struct Match {
    /// Expected score, share of draws among even games, bias of the openings in Elo.
    score: f64,
    draws: f64,
    bias: f64,
}

impl Match {
    fn probabilities(&self, shift: f64) -> [f64; 3] {
        let expected = score_of_elo(elo_of_score(self.score) + shift);
        let draw = self.draws * 4.0 * expected * (1.0 - expected);
        [1.0 - expected - draw / 2.0, draw, expected - draw / 2.0]
    }

    fn pair(&self, rng: &mut Xoshiro256PlusPlus) -> (Points, Points) {
        let shift = if rng.random::<bool>() { self.bias } else { -self.bias };
        let mut play = |shift: f64| {
            let [loss, draw, _] = self.probabilities(shift);
            match rng.random::<f64>() {
                x if x < loss => Points::Loss,
                x if x < loss + draw => Points::Draw,
                _ => Points::Win,
            }
        };
        (play(shift), play(-shift))
    }

    /// The true distribution of the score of a pair.
    fn truth(&self) -> [f64; 5] {
        let (a, b) = (self.probabilities(self.bias), self.probabilities(-self.bias));
        let mut pairs = [0.0; 5];
        (0..9).for_each(|i| pairs[i / 3 + i % 3] += a[i / 3] * b[i % 3]);
        pairs
    }

    fn true_score(&self) -> f64 {
        self.truth().iter().enumerate().map(|(i, p)| p * i as f64 / 4.0).sum()
    }

    fn true_nelo(&self) -> f64 {
        let mean = self.true_score();
        let variance: f64 =
            self.truth().iter().enumerate().map(|(i, p)| p * (i as f64 / 4.0 - mean).powi(2)).sum();
        (mean - 0.5) / (2.0 * variance).sqrt() * 800.0 / std::f64::consts::LN_10
    }
}

/// How often the 95 % intervals of Elo and of normalised Elo hold the truth.
fn coverage(game: Match, pairs: usize, rounds: usize) -> (f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(pairs as u64);
    let (elo, nelo) = (elo_of_score(game.true_score()), game.true_nelo());
    let mut hits = (0, 0);
    for _ in 0..rounds {
        let mut counts = Pentanomial::default();
        for _ in 0..pairs {
            let (first, second) = game.pair(&mut rng);
            counts.add(first, second);
        }
        let strength = Strength::of(&counts);
        hits.0 += usize::from(strength.elo.low <= elo && elo <= strength.elo.high);
        hits.1 += usize::from(strength.nelo.low <= nelo && nelo <= strength.nelo.high);
    }
    (hits.0 as f64 / rounds as f64, hits.1 as f64 / rounds as f64)
}

#[test]
fn intervals_hold_the_truth_about_95_times_in_100() {
    for (score, draws, bias) in
        [(0.5, 0.0, 0.0), (0.5, 0.6, 150.0), (0.55, 0.3, 0.0), (0.7, 0.1, 200.0), (0.9, 0.05, 0.0)]
    {
        for pairs in [20, 100, 1000] {
            let (elo, nelo) = coverage(Match { score, draws, bias }, pairs, 4000);
            let what = format!("score {score}, draws {draws}, bias {bias}, {pairs} pairs: {elo}, {nelo}");
            println!("{what}");
            // Small samples of pairs err on the side of caution.
            let most = if pairs < 100 { 0.99 } else { 0.97 };
            assert!((0.925..=most).contains(&elo), "Elo: {what}");
            assert!((0.90..=most).contains(&nelo), "normalised Elo: {what}");
        }
    }
}

#[test]
fn intervals_of_single_games_hold_the_truth_too() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    for (score, draws) in [(0.5, 0.0), (0.6, 0.4), (0.95, 0.02)] {
        let game = Match { score, draws, bias: 0.0 };
        for games in [10, 40, 400] {
            let mut hits = 0usize;
            for _ in 0..4000 {
                let mut results = Results::default();
                (0..games).for_each(|_| results.add(game.pair(&mut rng).0));
                let elo = Strength::of(&results).elo;
                hits += usize::from((elo.low..=elo.high).contains(&elo_of_score(score)));
            }
            let share = hits as f64 / 4000.0;
            println!("score {score}, draws {draws}, {games} games: {share}");
            // Ten games know few different results, so the share jumps.
            let least = if games == 10 { 0.90 } else { 0.93 };
            assert!((least..=0.99).contains(&share), "score {score}, draws {draws}, {games} games: {share}");
        }
    }
}

/// How often a test accepts each hypothesis, and the pairs it takes on average.
fn decide(sprt: &Sprt, game: Match, rounds: usize) -> (f64, f64, f64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut h0, mut h1, mut pairs) = (0, 0, 0u64);
    for _ in 0..rounds {
        let mut counts = Pentanomial::default();
        loop {
            let (first, second) = game.pair(&mut rng);
            counts.add(first, second);
            match sprt.verdict(sprt.llr(&counts)) {
                SprtVerdict::Continue => continue,
                SprtVerdict::AcceptH0 => h0 += 1,
                SprtVerdict::AcceptH1 => h1 += 1,
            }
            break;
        }
        pairs += counts.pairs();
    }
    (f64::from(h0) / rounds as f64, f64::from(h1) / rounds as f64, pairs as f64 / rounds as f64)
}

#[test]
fn sequential_tests_err_as_seldom_as_they_promise() {
    // No bias, few draws: the true Elo of either kind is easily set.
    for (model, elo0, elo1) in [(EloModel::Logistic, 0.0, 40.0), (EloModel::Normalised, 0.0, 50.0)] {
        let sprt = Sprt::new(elo0, elo1, model).expect("bounds are in order");
        let game = |elo: f64| {
            let mut game = Match { score: 0.5, draws: 0.4, bias: 60.0 };
            // Walk to the score at which the game has that Elo.
            for _ in 0..200 {
                let now = match model {
                    EloModel::Logistic => elo_of_score(game.true_score()),
                    EloModel::Normalised => game.true_nelo(),
                };
                game.score += (elo - now) * 1e-3;
            }
            game
        };
        let (_, wrong, pairs) = decide(&sprt, game(elo0), 600);
        println!("{sprt}: accepted elo1 at elo0 {wrong}, {pairs} pairs");
        assert!(wrong < 0.075, "{sprt}: accepted elo1 at elo0 {wrong}");
        let (wrong, _, pairs) = decide(&sprt, game(elo1), 600);
        println!("{sprt}: accepted elo0 at elo1 {wrong}, {pairs} pairs");
        assert!(wrong < 0.075, "{sprt}: accepted elo0 at elo1 {wrong}");
        assert!(wrong > 0.0, "a test that never errs is not sequential");
    }
}
