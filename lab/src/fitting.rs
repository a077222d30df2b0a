//! Where the weights of the values come from: the engine plays against itself, or against
//! a player who rushes, and what is counted in its positions is fitted to the results.
//!
//! ```sh
//! BLOCH_GAMES=1500 BLOCH_NODES=200 \
//! cargo test --release --test bloch fitting::fit_the_value -- --exact --ignored --nocapture
//! BLOCH_GAMES=18000 BLOCH_NODES=400 \
//! cargo test --release --test bloch fitting::fit_the_value_against_greedy -- --exact --ignored --nocapture
//! ```

use crate::matches::number;
use crate::opponents::{Engine, Greedy, Opponent};
use crate::{generator, rules, turns};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use sisku::games::bloch::{COUNTED, Position, Turn, counted, counted_for};
use sisku::games::{Game, Outcome, Player, History};
use sisku::search::Limits;

/// What was counted, and the score of the player for whom it was.
type Sample<const N: usize> = ([f32; N], f32);

/// Random turns at the beginning, and now and then later, so that more is seen than the
/// engine likes.
const AT_RANDOM: usize = 4;
const SELDOM: f64 = 0.08;
/// Against a player who rushes: the last turn that may be random, and how often it is.
const LONGEST_OPENING: usize = 20;
const OFTEN: [f64; 3] = [0.1, 0.3, 0.6];

fn engine() -> Engine {
    Engine::new(Limits { nodes: Some(number("BLOCH_NODES", 200)), ..Limits::default() })
}

fn score(game: &History<Position>, player: Player) -> f32 {
    match game.current().outcome() {
        Some(Outcome::Win(winner)) => f32::from(u8::from(winner == player)),
        _ => 0.5,
    }
}

fn at_random(position: &Position, rng: &mut Xoshiro256PlusPlus) -> Turn {
    *turns(position).choose(rng).expect("not over")
}

fn against_itself(games: u64) -> Vec<Sample<COUNTED>> {
    let mut samples = Vec::new();
    // One for each player: what it thinks of the other is kept along the game.
    let mut engines = [engine(), engine()];
    for game in 0..games {
        let mut rng = generator(number("BLOCH_SEED", 0) + game);
        let mut record = History::new(Position::start(&rules()));
        let mut seen: Vec<Position> = Vec::new();
        let opening = 2 + rng.random_range(0..=AT_RANDOM);
        while record.current().outcome().is_none() {
            let ply = record.moves().len();
            let random = ply < opening || rng.random_bool(SELDOM);
            let position = *record.current();
            let turn = match random {
                true => at_random(&position, &mut rng),
                false => engines[position.mover().index()].choose(&record, &mut rng),
            };
            if ply >= 2 {
                seen.push(position);
            }
            record.play(&position.ugi_move(turn)).expect("legal");
        }
        let sample = |position: &Position| (counted(position), score(&record, position.mover()));
        samples.extend(seen.iter().map(sample));
    }
    samples
}

/// Games against a player who rushes. Some have random turns up to a certain one, few or
/// many; what comes after the last of these is looked at.
fn against_greedy(games: u64) -> Vec<Sample<{ COUNTED + 1 }>> {
    let mut samples = Vec::new();
    let mut engine = engine();
    for game in 0..games {
        let mut rng = generator(number("BLOCH_SEED", 0) + game);
        let mut record = History::new(Position::start(&rules()));
        let player = if rng.random_bool(0.5) { Player::One } else { Player::Two };
        let opening = 2 + rng.random_range(0..=LONGEST_OPENING);
        let often = *OFTEN.choose(&mut rng).expect("some");
        let mut seen: Vec<Position> = Vec::new();
        while record.current().outcome().is_none() {
            let ply = record.moves().len();
            let position = *record.current();
            let turn = if ply < 2 || ply < opening && rng.random_bool(often) {
                seen.clear();
                at_random(&position, &mut rng)
            } else {
                seen.push(position);
                match position.mover() == player {
                    true => engine.choose(&record, &mut rng),
                    false => Greedy.choose(&record, &mut rng),
                }
            };
            record.play(&position.ugi_move(turn)).expect("legal");
        }
        let score = score(&record, player);
        samples.extend(seen.iter().map(|position| (counted_for(position, player), score)));
    }
    samples
}

fn chance<const N: usize>(weights: &[f32; N], counted: &[f32; N]) -> f32 {
    let sum: f32 = weights.iter().zip(counted).map(|(w, c)| w * c).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss<const N: usize>(weights: &[f32; N], samples: &[Sample<N>]) -> f32 {
    let one = |(counted, score): &Sample<N>| {
        let p = chance(weights, counted).clamp(1e-6, 1.0 - 1e-6);
        -(score * p.ln() + (1.0 - score) * (1.0 - p).ln())
    };
    samples.iter().map(one).sum::<f32>() / samples.len() as f32
}

/// Logistic regression by Adam, a little weight decay.
fn fit<const N: usize>(samples: &mut [Sample<N>]) -> [f32; N] {
    let (mut weights, mut mean, mut square) = ([0.0f32; N], [0.0f32; N], [0.0f32; N]);
    let mut rng = generator(1);
    let mut step = 0;
    for epoch in 0..30 {
        samples.shuffle(&mut rng);
        let rate = 0.01 * (1.0 - epoch as f32 / 30.0);
        for batch in samples.chunks(64) {
            step += 1;
            let mut slope = [0.0f32; N];
            for (counted, score) in batch {
                let miss = chance(&weights, counted) - score;
                slope.iter_mut().zip(counted).for_each(|(s, c)| *s += miss * c / batch.len() as f32);
            }
            for i in 0..N {
                let slope = slope[i] + 1e-4 * weights[i];
                mean[i] = 0.9 * mean[i] + 0.1 * slope;
                square[i] = 0.999 * square[i] + 0.001 * slope * slope;
                let (m, s) = (mean[i] / (1.0 - 0.9f32.powi(step)), square[i] / (1.0 - 0.999f32.powi(step)));
                weights[i] -= rate * m / (s.sqrt() + 1e-8);
            }
        }
    }
    weights
}

fn fit_and_show<const N: usize>(mut samples: Vec<Sample<N>>) {
    // Positions of a game belong together: the last games are kept apart.
    let held = samples.split_off(samples.len() * 9 / 10);
    let weights = fit(&mut samples);
    let (fitted, apart) = (loss(&weights, &samples), loss(&weights, &held));
    println!("{} positions, loss {fitted:.4}, of games kept apart {apart:.4}", samples.len());
    println!("{weights:.3?}");
    assert!(apart < 0.69, "better than a coin");
}

#[test]
#[ignore = "hundreds of games"]
fn fit_the_value() {
    fit_and_show(against_itself(number("BLOCH_GAMES", 500)));
}

#[test]
#[ignore = "hundreds of games"]
fn fit_the_value_against_greedy() {
    fit_and_show(against_greedy(number("BLOCH_GAMES", 500)));
}
