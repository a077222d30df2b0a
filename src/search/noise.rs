//! Root noise: random variation of the root's priors.

use crate::math;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Random variation of the root's priors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootNoise {
    /// A small relative perturbation, so that seeds choose among nearly equal moves.
    Jitter {
        /// Random seed.
        seed: u64,
    },
    /// Dirichlet noise, mixed into the priors as AlphaZero does in self-play.
    Dirichlet {
        /// Random seed.
        seed: u64,
        /// The weight of the noise, from 0 to 1 (AlphaZero's epsilon).
        share: f32,
    },
}

impl RootNoise {
    /// The noise of a user's seed: none for seed 0, which is deterministic.
    pub fn of_seed(seed: u64) -> Option<RootNoise> {
        (seed != 0).then_some(RootNoise::Jitter { seed })
    }

    pub(super) fn apply(self, priors: &mut [f32]) {
        /// The greatest relative change of a prior.
        const JITTER: f32 = 0.2;
        /// Dirichlet alpha times the number of moves: about so many get most of the noise.
        const DIRICHLET_MOVES: f32 = 10.0;
        match self {
            RootNoise::Jitter { seed } => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                priors.iter_mut().for_each(|prior| *prior *= 1.0 + rng.random_range(-JITTER..JITTER));
            }
            RootNoise::Dirichlet { seed, share } => {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let shape = DIRICHLET_MOVES / priors.len().max(1) as f32;
                let parts: Vec<f32> = priors.iter().map(|_| gamma(shape, &mut rng)).collect();
                let sum = parts.iter().sum::<f32>().max(f32::MIN_POSITIVE);
                for (prior, part) in priors.iter_mut().zip(parts) {
                    *prior += share * (part / sum - *prior);
                }
            }
        }
    }
}

/// Samples the gamma distribution of this shape, by the method of Marsaglia and Tsang.
fn gamma(shape: f32, rng: &mut Xoshiro256PlusPlus) -> f32 {
    // A shape below 1 is boosted by 1, and the sample scaled back.
    let (d, scale) = match shape < 1.0 {
        true => (shape + 2.0 / 3.0, math::exp(math::ln(positive(rng)) / shape)),
        false => (shape - 1.0 / 3.0, 1.0),
    };
    loop {
        let x = normal(rng);
        let v = 1.0 + x / (9.0 * d).sqrt();
        let v = v * v * v;
        if v > 0.0 && math::ln(positive(rng)) < 0.5 * x * x + d - d * v + d * math::ln(v) {
            return d * v * scale;
        }
    }
}

/// Samples the standard normal distribution, by Marsaglia's polar method.
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    loop {
        let (x, y) = (rng.random_range(-1.0..1.0f32), rng.random_range(-1.0..1.0f32));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * math::ln(square) / square).sqrt();
        }
    }
}

/// Samples uniformly from (0, 1].
fn positive(rng: &mut Xoshiro256PlusPlus) -> f32 {
    1.0 - rng.random::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_has_the_right_mean_and_spread() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for shape in [0.1, 0.5, 3.0] {
            let draws: Vec<f32> = (0..40_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = draws.iter().sum::<f32>() / draws.len() as f32;
            let spread = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / draws.len() as f32;
            assert!((mean / shape - 1.0).abs() < 0.08, "{shape}: mean {mean}");
            assert!((spread / shape - 1.0).abs() < 0.15, "{shape}: spread {spread}");
        }
    }

    #[test]
    fn noise_keeps_the_sum_of_priors() {
        let mut priors = [0.5, 0.3, 0.1, 0.1];
        RootNoise::Dirichlet { seed: 3, share: 0.25 }.apply(&mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{priors:?}");
        assert!(priors[0] >= 0.375 && priors != [0.5, 0.3, 0.1, 0.1]);
    }
}
