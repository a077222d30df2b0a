//! Where the weights of the value come from: the engine plays against itself, and what is
//! counted in its positions is fitted to the results.
//!
//! ```sh
//! BLOCH_GAMES=1500 BLOCH_NODES=200 \
//! cargo test --release --test bloch fitting -- --ignored --nocapture
//! ```

use crate::matches::number;
use crate::opponents::{Engine, Opponent};
use crate::{generator, rules, turns};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use sisku::games::bloch::{COUNTED, Position, counted};
use sisku::games::{Game, Outcome, Record};
use sisku::search::Limits;

/// What was counted, and the score of who was to move.
type Sample = ([f32; COUNTED], f32);

/// Random turns at the beginning, and now and then later, so that more is seen than the
/// engine likes.
const AT_RANDOM: usize = 4;
const SELDOM: f64 = 0.08;

fn samples(games: u64, nodes: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    let engine = || Engine::new(Limits { nodes: Some(nodes), ..Limits::default() });
    // One for each player: what it thinks of the other is kept along the game.
    let mut engines = [engine(), engine()];
    for game in 0..games {
        let mut rng = generator(number("BLOCH_SEED", 0) + game);
        let mut record = Record::new(Position::start(&rules()));
        let mut seen: Vec<Position> = Vec::new();
        let at_random = 2 + rng.random_range(0..=AT_RANDOM);
        while record.current().outcome().is_none() {
            let ply = record.moves().len();
            let random = ply < at_random || rng.random_bool(SELDOM);
            let position = *record.current();
            let turn = match random {
                true => *turns(&position).choose(&mut rng).expect("not over"),
                false => engines[position.mover().index()].choose(&record, &mut rng),
            };
            if ply >= 2 {
                seen.push(position);
            }
            record.play(&position.ugi_move(turn)).expect("legal");
        }
        for position in seen {
            let score = match record.current().outcome() {
                Some(Outcome::Win(winner)) => f32::from(u8::from(winner == position.mover())),
                _ => 0.5,
            };
            samples.push((counted(&position), score));
        }
    }
    samples
}

fn chance(weights: &[f32; COUNTED], counted: &[f32; COUNTED]) -> f32 {
    let sum: f32 = weights.iter().zip(counted).map(|(w, c)| w * c).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn loss(weights: &[f32; COUNTED], samples: &[Sample]) -> f32 {
    let one = |(counted, score): &Sample| {
        let p = chance(weights, counted).clamp(1e-6, 1.0 - 1e-6);
        -(score * p.ln() + (1.0 - score) * (1.0 - p).ln())
    };
    samples.iter().map(one).sum::<f32>() / samples.len() as f32
}

/// Logistic regression by Adam, a little weight decay.
fn fit(samples: &mut [Sample]) -> [f32; COUNTED] {
    let (mut weights, mut mean, mut square) = ([0.0f32; COUNTED], [0.0f32; COUNTED], [0.0f32; COUNTED]);
    let mut rng = generator(1);
    let mut step = 0;
    for epoch in 0..30 {
        samples.shuffle(&mut rng);
        let rate = 0.01 * (1.0 - epoch as f32 / 30.0);
        for batch in samples.chunks(64) {
            step += 1;
            let mut slope = [0.0f32; COUNTED];
            for (counted, score) in batch {
                let miss = chance(&weights, counted) - score;
                slope.iter_mut().zip(counted).for_each(|(s, c)| *s += miss * c / batch.len() as f32);
            }
            for i in 0..COUNTED {
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

#[test]
#[ignore = "hundreds of games"]
fn fit_the_value() {
    let mut samples = samples(number("BLOCH_GAMES", 500), number("BLOCH_NODES", 200));
    // Positions of a game belong together: the last games are kept apart.
    let held = samples.split_off(samples.len() * 9 / 10);
    let weights = fit(&mut samples);
    let (fitted, apart) = (loss(&weights, &samples), loss(&weights, &held));
    println!("{} positions, loss {fitted:.4}, of games kept apart {apart:.4}", samples.len());
    println!("{weights:.3?}");
    assert!(apart < 0.69, "better than a coin");
}
