//! Adam: how weights follow their gradients.

/// How much of the past the means keep.
const MEAN_KEPT: f32 = 0.9;
const SQUARE_KEPT: f32 = 0.999;
/// Keeps divisions by nothing away.
const LITTLE: f32 = 1e-8;

/// The running means of each weight's gradient and of its square.
#[derive(Debug)]
pub struct Optimizer {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// What is left in the means of their beginning at nothing.
    mean_left: f32,
    square_left: f32,
}

impl Optimizer {
    pub fn new(weights: usize) -> Self {
        Optimizer { means: vec![0.0; weights], squares: vec![0.0; weights], mean_left: 1.0, square_left: 1.0 }
    }

    /// Takes one step along the mean of `gradients`, of which each is the sum over some of
    /// `examples`, and sets them to nothing.
    pub fn step(&mut self, weights: &mut [f32], gradients: &mut [Vec<f32>], examples: usize, rate: f32) {
        self.mean_left *= MEAN_KEPT;
        self.square_left *= SQUARE_KEPT;
        let mean_scale = 1.0 / (1.0 - self.mean_left);
        let square_scale = 1.0 / (1.0 - self.square_left);
        let scale = 1.0 / examples.max(1) as f32;
        for i in 0..weights.len() {
            let mut gradient = 0.0;
            for part in gradients.iter_mut() {
                gradient += part[i];
                part[i] = 0.0;
            }
            gradient *= scale;
            self.means[i] += (1.0 - MEAN_KEPT) * (gradient - self.means[i]);
            self.squares[i] += (1.0 - SQUARE_KEPT) * (gradient * gradient - self.squares[i]);
            let spread = (self.squares[i] * square_scale).sqrt() + LITTLE;
            weights[i] -= rate * self.means[i] * mean_scale / spread;
        }
    }
}
