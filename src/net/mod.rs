//! Neural evaluation: small, quantized value and policy nets.
//!
//! ```text
//! active features ─> accumulator ─> pairwise product ─> hidden layer ─┬─> value head: win, draw, loss
//!                                                                     └─> policy head: a logit for every
//!                                                                         move feature; a move's logit is
//!                                                                         the sum over its features
//! ```
//!
//! Weights are integers, and the wide layers are computed in integers: a net gives the
//! same answer on every machine, whatever vector instructions it has.

mod file;
mod kernel;

pub use file::FileError;
#[cfg(feature = "fuzzing")]
pub(crate) use file::checksum;
use kernel::Kernel;

use crate::games::{FeatureList, Features, Game, MAX_ACTIVE, Value};
use crate::math;
use std::fmt;

/// Neurons of the hidden layer that feed the value head.
pub(crate) const VALUE_HIDDEN: usize = 32;
/// Neurons of the hidden layer that feed the policy head.
pub(crate) const POLICY_HIDDEN: usize = 32;
/// The whole hidden layer: the value head's neurons, then the policy head's.
pub(crate) const HIDDEN: usize = VALUE_HIDDEN + POLICY_HIDDEN;
/// Outputs of the value head: win, draw, loss.
pub(crate) const OUTCOMES: usize = 3;
/// The accumulator's width is a multiple of this.
pub(crate) const ACCUMULATOR_STEP: usize = kernel::TILE;
/// The widest accumulator.
pub(crate) const MAX_ACCUMULATOR: usize = 1024;
/// The most move features: their logits are computed on the stack.
pub(crate) const MAX_MOVE_FEATURES: usize = 4096;

// Quantization scales: the integer that stands for 1.0.
/// Scale of the accumulator and the feature weights. Also the upper bound of the clipped
/// ReLU after it, so that 1.0 is the most that an accumulator neuron counts for.
pub(crate) const ACCUMULATOR_SCALE: f32 = 255.0;
/// Scale of the pairwise products: two clipped activations, shifted right by eight bits.
pub(crate) const PRODUCT_SCALE: f32 = ACCUMULATOR_SCALE * ACCUMULATOR_SCALE / 256.0;
/// Scale of the hidden layer's weights.
pub(crate) const HIDDEN_WEIGHT_SCALE: f32 = 512.0;
/// Scale of the policy head's inputs.
pub(crate) const POLICY_HIDDEN_SCALE: f32 = 256.0;
/// The policy head's inputs are clipped to plus and minus this.
pub(crate) const MAX_POLICY_HIDDEN: f32 = 16.0;
/// Scale of the policy head's weights.
pub(crate) const POLICY_WEIGHT_SCALE: f32 = 512.0;

/// The feature set that a net was trained on. Nets of another one are refused: their weights
/// belong to other features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureSet<S = &'static str> {
    /// The game that the features belong to, see [`Features::NAME`].
    pub game: S,
    /// The revision of the features, see [`Features::REVISION`].
    pub revision: u32,
}

impl FeatureSet {
    /// The feature set of a game.
    pub fn of<G: Game>() -> FeatureSet {
        FeatureSet { game: G::Features::NAME, revision: G::Features::REVISION }
    }
}

impl<S: fmt::Display> fmt::Display for FeatureSet<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} revision {}", self.game, self.revision)
    }
}

/// The sizes of a net's layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Features of positions: the inputs of the accumulator.
    pub(crate) features: usize,
    /// Features of moves: the outputs of the policy head.
    pub(crate) move_features: usize,
    /// Width of the accumulator.
    pub(crate) accumulator: usize,
}

impl Shape {
    /// The shape of a net for a game.
    pub(crate) fn of<G: Game>(accumulator: usize) -> Shape {
        Shape { features: G::Features::COUNT, move_features: G::Features::MOVE_COUNT, accumulator }
    }

    /// Pairwise products: neuron `i` of the accumulator's first half times neuron `i` of
    /// its second.
    pub(crate) fn products(self) -> usize {
        self.accumulator / 2
    }
}

/// A quantized net, ready to evaluate positions and moves. Matrices are kept row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub(crate) feature_set: FeatureSet,
    pub(crate) shape: Shape,
    /// For people: the variant and how the net was trained.
    pub(crate) origin: String,
    /// A row of the accumulator's width for each feature.
    pub(crate) feature_weights: Vec<i16>,
    pub(crate) accumulator_biases: Vec<i16>,
    /// A row of all pairwise products for each hidden neuron.
    pub(crate) hidden_weights: Vec<i16>,
    pub(crate) hidden_biases: Vec<f32>,
    /// A row of [`VALUE_HIDDEN`] for each outcome.
    pub(crate) value_weights: Vec<f32>,
    pub(crate) value_biases: Vec<f32>,
    /// A row of [`POLICY_HIDDEN`] for each move feature.
    pub(crate) policy_weights: Vec<i16>,
    pub(crate) policy_biases: Vec<f32>,
}

/// The pairwise products of a position.
struct Products {
    values: [i16; MAX_ACCUMULATOR / 2],
}

impl Net {
    /// The value head: the value of an unfinished position for its mover.
    pub fn value<G: Game>(&self, position: &G) -> Value {
        let kernel = Kernel::pick();
        let products = self.products(kernel, position);
        let mut hidden = [0.0; VALUE_HIDDEN];
        self.hidden(kernel, &products, 0, &mut hidden);
        let mut logits = [0.0; OUTCOMES];
        for (i, logit) in logits.iter_mut().enumerate() {
            *logit = self.value_biases[i];
            let weights = &self.value_weights[i * VALUE_HIDDEN..(i + 1) * VALUE_HIDDEN];
            // In a fixed order: floating-point addition is not associative.
            for (weight, neuron) in weights.iter().zip(hidden) {
                *logit += weight * neuron.max(0.0);
            }
        }
        let max = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let [win, draw, loss] = logits.map(|logit| math::exp(logit - max));
        let sum = win + draw + loss;
        Value { win: win / sum, draw: draw / sum }
    }

    /// The policy head: writes one logit per move into `logits`.
    pub fn logits<G: Game>(&self, position: &G, moves: &[G::Move], logits: &mut Vec<f32>) {
        let kernel = Kernel::pick();
        let products = self.products(kernel, position);
        let mut hidden = [0.0; POLICY_HIDDEN];
        self.hidden(kernel, &products, VALUE_HIDDEN, &mut hidden);
        let hidden = hidden
            .map(|neuron| (neuron.clamp(-MAX_POLICY_HIDDEN, MAX_POLICY_HIDDEN) * POLICY_HIDDEN_SCALE) as i16);
        if G::Features::FEW_MOVES {
            logits.clear();
            G::Features::move_features(position, moves, |features| {
                let mut logit = 0.0;
                kernel.move_logit(&self.policy_weights, &hidden, &self.policy_biases, features, &mut logit);
                logits.push(logit);
            });
            return;
        }
        let mut feature_logits = [0.0; MAX_MOVE_FEATURES];
        let feature_logits = &mut feature_logits[..self.shape.move_features];
        kernel.policy(&self.policy_weights, &hidden, &self.policy_biases, feature_logits);
        G::Features::logits(position, moves, feature_logits, logits);
    }

    /// The accumulator of a position, through the clipped ReLU and the pairwise product.
    fn products<G: Game>(&self, kernel: Kernel, position: &G) -> Products {
        let mut active = FeatureList::<MAX_ACTIVE>::default();
        G::Features::active_features(position, |feature| active.push(feature));
        let mut accumulator = [0; MAX_ACCUMULATOR];
        let accumulator = &mut accumulator[..self.shape.accumulator];
        kernel.accumulate(&self.accumulator_biases, &self.feature_weights, active.as_slice(), accumulator);
        let mut products = Products { values: [0; MAX_ACCUMULATOR / 2] };
        let (left, right) = accumulator.split_at(self.shape.products());
        kernel.pairwise_product(left, right, &mut products.values[..self.shape.products()]);
        products
    }

    /// The hidden neurons from number `first` on, before their activation.
    fn hidden(&self, kernel: Kernel, products: &Products, first: usize, hidden: &mut [f32]) {
        let width = self.shape.products();
        let weights = &self.hidden_weights[first * width..(first + hidden.len()) * width];
        let mut sums = [0; HIDDEN];
        let sums = &mut sums[..hidden.len()];
        kernel.dot_products(weights, &products.values[..width], sums);
        let scale = 1.0 / (PRODUCT_SCALE * HIDDEN_WEIGHT_SCALE);
        for ((neuron, &sum), bias) in hidden.iter_mut().zip(&*sums).zip(&self.hidden_biases[first..]) {
            *neuron = sum as f32 * scale + bias;
        }
    }
}
