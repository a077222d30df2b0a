//! The Adam optimizer (Kingma and Ba, 2015).

/// Decay of the first moment.
const BETA1: f32 = 0.9;
/// Decay of the second moment.
const BETA2: f32 = 0.999;
/// Adam's epsilon, which keeps the denominator above 0.
const EPSILON: f32 = 1e-8;

/// The moments of each weight's gradient.
#[derive(Debug)]
pub(super) struct Adam {
    /// Running mean of the gradients.
    first_moment: Vec<f32>,
    /// Running mean of the squared gradients.
    second_moment: Vec<f32>,
    /// Powers of the betas, for the bias correction.
    beta1_power: f32,
    beta2_power: f32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Adam {
            first_moment: vec![0.0; weights],
            second_moment: vec![0.0; weights],
            beta1_power: 1.0,
            beta2_power: 1.0,
        }
    }

    /// Takes one step. The gradient of a batch of `batch_size` examples is given in parts,
    /// each summed over some of the examples; they are set to 0.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        gradients: &mut [Vec<f32>],
        batch_size: usize,
        learning_rate: f32,
    ) {
        self.beta1_power *= BETA1;
        self.beta2_power *= BETA2;
        let first_correction = 1.0 / (1.0 - self.beta1_power);
        let second_correction = 1.0 / (1.0 - self.beta2_power);
        let scale = 1.0 / batch_size.max(1) as f32;
        for i in 0..weights.len() {
            let mut gradient = 0.0;
            for part in gradients.iter_mut() {
                gradient += part[i];
                part[i] = 0.0;
            }
            gradient *= scale;
            self.first_moment[i] += (1.0 - BETA1) * (gradient - self.first_moment[i]);
            self.second_moment[i] += (1.0 - BETA2) * (gradient * gradient - self.second_moment[i]);
            let denominator = (self.second_moment[i] * second_correction).sqrt() + EPSILON;
            weights[i] -= learning_rate * self.first_moment[i] * first_correction / denominator;
        }
    }
}
