//! Root noise: what varies the priors of the root.

use crate::math;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// What varies the priors of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootNoise {
    /// A little, so that seeds choose among nearly equal moves.
    Jitter {
        /// Of the generator.
        seed: u64,
    },
    /// This share of the priors is drawn from a Dirichlet distribution, as AlphaZero does
    /// in self-play.
    Dirichlet {
        /// Of the generator.
        seed: u64,
        /// From 0 for none to 1 for nothing but noise.
        share: f32,
    },
}

impl RootNoise {
    /// The noise of the seed that users set; 0 stands for none.
    pub fn of_seed(seed: u64) -> Option<RootNoise> {
        (seed != 0).then_some(RootNoise::Jitter { seed })
    }

    pub(super) fn apply(self, priors: &mut [f32]) {
        /// How far a seed may shift a prior, as a part of it.
        const JITTER: f32 = 0.2;
        /// The Dirichlet parameter is this number over that of the moves: about so many get
        /// most of the noise.
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

/// Draws from the gamma distribution of this shape, by the method of Marsaglia and Tsang.
fn gamma(shape: f32, rng: &mut Xoshiro256PlusPlus) -> f32 {
    // A shape below 1 is brought above it, and the result scaled back.
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

/// Draws from the normal distribution, by the method of Marsaglia.
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    loop {
        let (x, y) = (rng.random_range(-1.0..1.0f32), rng.random_range(-1.0..1.0f32));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * math::ln(square) / square).sqrt();
        }
    }
}

/// Draws from the numbers above 0 and up to 1.
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
