//! Fitting the handcrafted evaluation: logistic regression of the results of games on the
//! terms of their positions.

use crate::opponents::{Name, Skill, ask};
use crate::{generator, legal_moves, rules};
use anyhow::Context;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use sisku::games::bloch::{Position, TERMS, Turn, terms};
use sisku::games::{Game, History, Outcome, Player};

/// Most random turns at the beginning, and how often one is random later, so that more is
/// seen than the engine likes.
const RANDOM_OPENING: usize = 4;
const RANDOM_TURNS: f64 = 0.08;

/// Terms of a position, and the score of the player for whom they are.
pub type Sample<const N: usize> = ([f32; N], f32);

fn score(game: &History<Position>, player: Player) -> f32 {
    match game.current().outcome() {
        Some(Outcome::Win(winner)) => f32::from(u8::from(winner == player)),
        _ => 0.5,
    }
}

fn random_turn(position: &Position, rng: &mut Xoshiro256PlusPlus) -> anyhow::Result<Turn> {
    legal_moves(position).choose(rng).copied().context("an unfinished game has legal turns")
}

/// The positions of a game of the engine against itself.
pub fn self_play(skill: &Skill, seed: u64, number: u64) -> anyhow::Result<Vec<Sample<TERMS>>> {
    let mut rng = generator(seed, number);
    let mut agents = [skill.agent(Name::Engine), skill.agent(Name::Engine)];
    let mut game = History::new(Position::start(&rules()));
    let mut seen: Vec<Position> = Vec::new();
    let opening = 2 + rng.random_range(0..=RANDOM_OPENING);
    while game.current().outcome().is_none() {
        let (position, ply) = (*game.current(), game.moves().len());
        let turn = match ply < opening || rng.random_bool(RANDOM_TURNS) {
            true => random_turn(&position, &mut rng)?,
            false => ask(&mut *agents[position.mover().index()], &game, &mut rng)?,
        };
        if ply >= 2 {
            seen.push(position);
        }
        game.push(turn);
    }
    Ok(seen.iter().map(|position| (terms(position), score(&game, position.mover()))).collect())
}

/// A fitted evaluation.
pub struct Fitted<const N: usize> {
    /// One for each term.
    pub weights: [f32; N],
    /// Positions fitted to.
    pub positions: usize,
    /// Cross entropy on the games fitted to.
    pub training_loss: f32,
    /// Cross entropy on the games held out.
    pub held_out_loss: f32,
}

/// Fits to the positions of games; the last tenth of the games is held out.
pub fn fit_games<const N: usize>(mut games: Vec<Vec<Sample<N>>>, seed: u64) -> anyhow::Result<Fitted<N>> {
    // The positions of a game are too much alike to be divided.
    let held_out = games.len().div_ceil(10);
    let held_out = games.split_off(games.len() - held_out).concat();
    let mut samples = games.concat();
    anyhow::ensure!(
        !samples.is_empty() && !held_out.is_empty(),
        "too few games: there are no positions to fit to, or none to hold out"
    );
    let weights = logistic_regression(&mut samples, seed);
    Ok(Fitted {
        positions: samples.len(),
        training_loss: cross_entropy(&weights, &samples),
        held_out_loss: cross_entropy(&weights, &held_out),
        weights,
    })
}

fn win_probability<const N: usize>(weights: &[f32; N], terms: &[f32; N]) -> f32 {
    let sum: f32 = weights.iter().zip(terms).map(|(weight, term)| weight * term).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn cross_entropy<const N: usize>(weights: &[f32; N], samples: &[Sample<N>]) -> f32 {
    let one = |(terms, score): &Sample<N>| {
        let p = win_probability(weights, terms).clamp(1e-6, 1.0 - 1e-6);
        f64::from(-(score * p.ln() + (1.0 - score) * (1.0 - p).ln()))
    };
    (samples.iter().map(one).sum::<f64>() / samples.len() as f64) as f32
}

const EPOCHS: usize = 30;
const BATCH: usize = 64;
/// Falls to nothing over the epochs.
const LEARNING_RATE: f32 = 0.01;
const WEIGHT_DECAY: f32 = 1e-4;

/// Adam's two moments and its number of steps.
struct Adam<const N: usize> {
    mean: [f32; N],
    square: [f32; N],
    steps: i32,
}

impl<const N: usize> Adam<N> {
    const BETA: [f32; 2] = [0.9, 0.999];
    const EPSILON: f32 = 1e-8;

    fn step(&mut self, weights: &mut [f32; N], gradient: &[f32; N], learning_rate: f32) {
        self.steps += 1;
        let [correct_mean, correct_square] = Self::BETA.map(|beta| 1.0 - beta.powi(self.steps));
        for (i, weight) in weights.iter_mut().enumerate() {
            let gradient = gradient[i] + WEIGHT_DECAY * *weight;
            let [b1, b2] = Self::BETA;
            self.mean[i] = b1 * self.mean[i] + (1.0 - b1) * gradient;
            self.square[i] = b2 * self.square[i] + (1.0 - b2) * gradient * gradient;
            let (mean, square) = (self.mean[i] / correct_mean, self.square[i] / correct_square);
            *weight -= learning_rate * mean / (square.sqrt() + Self::EPSILON);
        }
    }
}

/// Logistic regression by Adam with a little weight decay; shuffles the samples.
fn logistic_regression<const N: usize>(samples: &mut [Sample<N>], seed: u64) -> [f32; N] {
    let mut weights = [0.0; N];
    let mut adam = Adam { mean: [0.0; N], square: [0.0; N], steps: 0 };
    let mut rng = generator(seed, 1);
    for epoch in 0..EPOCHS {
        samples.shuffle(&mut rng);
        let learning_rate = LEARNING_RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in samples.chunks(BATCH) {
            let mut gradient = [0.0; N];
            for (terms, score) in batch {
                let miss = (win_probability(&weights, terms) - score) / batch.len() as f32;
                gradient.iter_mut().zip(terms).for_each(|(slope, term)| *slope += miss * term);
            }
            adam.step(&mut weights, &gradient, learning_rate);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_weights_are_recovered() {
        const TRUE: [f32; 5] = [1.5, -0.8, 0.3, 0.0, -0.4];
        let mut rng = generator(0, 3);
        let mut sample = || {
            let mut terms = [1.0; 5];
            terms[..4].iter_mut().for_each(|term| *term = rng.random_range(-2.0..2.0));
            let won = rng.random::<f32>() < win_probability(&TRUE, &terms);
            (terms, f32::from(u8::from(won)))
        };
        let games = (0..1000).map(|_| (0..30).map(|_| sample()).collect()).collect();
        let fitted = fit_games(games, 0).expect("many games");
        for (weight, truth) in fitted.weights.iter().zip(TRUE) {
            // About three standard errors of 27,000 samples, and the shrinkage of the decay.
            assert!((weight - truth).abs() < 0.08, "{:?} instead of {TRUE:?}", fitted.weights);
        }
        assert_eq!(fitted.positions, 27_000);
        assert!((fitted.held_out_loss - fitted.training_loss).abs() < 0.03);
        assert!(fitted.held_out_loss < 0.55, "a coin has 0.693, not {}", fitted.held_out_loss);
    }

    #[test]
    fn games_give_positions() {
        let skill = Skill::quick(10);
        let samples = self_play(&skill, 0, 0).expect("legal turns");
        // The score is the mover's, and the players take turns.
        assert!(samples.len() > 10);
        assert!(samples.windows(2).all(|pair| pair[0].1 + pair[1].1 == 1.0));
        let games: Vec<_> = (0..10).map(|number| self_play(&skill, 0, number).expect("legal")).collect();
        let fitted = fit_games(games, 0).expect("some games");
        assert!(fitted.training_loss < 0.69 && fitted.weights.iter().all(|weight| weight.is_finite()));
    }

    #[test]
    fn too_few_games_are_an_error() {
        assert!(fit_games::<2>(vec![vec![([1.0, 0.0], 1.0)]], 0).is_err());
        assert!(fit_games::<2>(vec![Vec::new(), Vec::new()], 0).is_err());
    }
}
