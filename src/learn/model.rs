//! The trainable model: a net in floating point, its losses and its gradient.

use super::samples::Example;
use super::vector::{add_scaled, dot, softmax_kl};
use crate::net::{
    self, ACCUMULATOR_SCALE, FeatureSet, HIDDEN, HIDDEN_WEIGHT_SCALE, Net, OUTCOMES, POLICY_HIDDEN,
    POLICY_WEIGHT_SCALE, PRODUCT_SCALE, Shape, VALUE_HIDDEN,
};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::ops::Range;

// Weights are clipped to these bounds, so that the integers of a quantized net can hold them.
const MAX_FEATURE_WEIGHT: f32 = 2.0;
const MAX_HIDDEN_WEIGHT: f32 = 30.0;
const MAX_POLICY_WEIGHT: f32 = 16.0;

/// The ranges of the layers' parameters in the flat list of weights.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    feature_weights: Range<usize>,
    accumulator_biases: Range<usize>,
    hidden_weights: Range<usize>,
    hidden_biases: Range<usize>,
    value_weights: Range<usize>,
    value_biases: Range<usize>,
    policy_weights: Range<usize>,
    policy_biases: Range<usize>,
    len: usize,
}

impl Layout {
    fn new(shape: Shape) -> Self {
        let mut len = 0;
        let mut layer = |n: usize| {
            len += n;
            len - n..len
        };
        let mut layout = Layout {
            feature_weights: layer(shape.features * shape.accumulator),
            accumulator_biases: layer(shape.accumulator),
            hidden_weights: layer(HIDDEN * shape.products()),
            hidden_biases: layer(HIDDEN),
            value_weights: layer(OUTCOMES * VALUE_HIDDEN),
            value_biases: layer(OUTCOMES),
            policy_weights: layer(shape.move_features * POLICY_HIDDEN),
            policy_biases: layer(shape.move_features),
            len: 0,
        };
        layout.len = len;
        layout
    }
}

/// The losses of both heads, summed over examples. Each loss is a KL divergence: the
/// cross-entropy less the entropy of the target, so that 0 is a perfect prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    value: f64,
    examples: u64,
    policy: f64,
    policy_examples: u64,
}

impl Losses {
    /// Adds the losses of other examples.
    pub(super) fn add(&mut self, other: Losses) {
        self.value += other.value;
        self.examples += other.examples;
        self.policy += other.policy;
        self.policy_examples += other.policy_examples;
    }

    /// The number of examples.
    pub fn examples(&self) -> u64 {
        self.examples
    }

    /// The mean loss of the value head.
    pub fn value(&self) -> f64 {
        self.value / self.examples.max(1) as f64
    }

    /// The mean loss of the policy head, over the examples that have a policy target.
    pub fn policy(&self) -> f64 {
        self.policy / self.policy_examples.max(1) as f64
    }
}

/// A net in floating point.
#[derive(Clone, Debug)]
pub(super) struct Model {
    feature_set: FeatureSet,
    pub(super) shape: Shape,
    layout: Layout,
    pub(super) weights: Vec<f32>,
}

/// A thread's buffers: activations and their gradients.
#[derive(Debug)]
pub(super) struct Workspace {
    accumulator: Vec<f32>,
    accumulator_gradient: Vec<f32>,
    products: Vec<f32>,
    products_gradient: Vec<f32>,
    /// Logits of the move features; NaN for those not in use.
    feature_logits: Vec<f32>,
    feature_logits_gradient: Vec<f32>,
    /// The move features in use, each once.
    used: Vec<u16>,
    /// Logits of the moves; their gradient after the loss is known.
    logits: Vec<f32>,
}

impl Workspace {
    pub(super) fn new(shape: Shape) -> Self {
        Workspace {
            accumulator: vec![0.0; shape.accumulator],
            accumulator_gradient: vec![0.0; shape.accumulator],
            products: vec![0.0; shape.products()],
            products_gradient: vec![0.0; shape.products()],
            feature_logits: vec![f32::NAN; shape.move_features],
            feature_logits_gradient: vec![0.0; shape.move_features],
            used: Vec::new(),
            logits: Vec::new(),
        }
    }
}

impl Model {
    /// A model with random weights.
    pub(super) fn random(feature_set: FeatureSet, shape: Shape, rng: &mut Xoshiro256PlusPlus) -> Self {
        /// Typical number of active features.
        const ACTIVE: f32 = 45.0;
        let layout = Layout::new(shape);
        let mut weights = vec![0.0; layout.len];
        let mut fill = |layer: &Range<usize>, fan_in: f32| {
            let max = (3.0 / fan_in).sqrt();
            weights[layer.clone()].iter_mut().for_each(|weight| *weight = max * rng.random_range(-1.0..1.0));
        };
        fill(&layout.feature_weights, 4.0 * ACTIVE);
        fill(&layout.hidden_weights, shape.products() as f32 / 4.0);
        fill(&layout.value_weights, VALUE_HIDDEN as f32);
        fill(&layout.policy_weights, 16.0 * POLICY_HIDDEN as f32);
        weights[layout.accumulator_biases.clone()].fill(0.4);
        Model { feature_set, shape, layout, weights }
    }

    /// Forward and backward pass: adds the gradient of the loss to `gradient`.
    pub(super) fn backward(
        &self,
        example: &Example,
        workspace: &mut Workspace,
        gradient: &mut [f32],
    ) -> Losses {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn with_avx2(
                model: &Model,
                example: &Example,
                workspace: &mut Workspace,
                gradient: &mut [f32],
            ) -> Losses {
                model.pass(example, workspace, Some(gradient))
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2, and the function needs nothing else.
                return unsafe { with_avx2(self, example, workspace, gradient) };
            }
        }
        self.pass(example, workspace, Some(gradient))
    }

    /// Forward pass only.
    pub(super) fn loss(&self, example: &Example, workspace: &mut Workspace) -> Losses {
        self.pass(example, workspace, None)
    }

    fn layer(&self, range: &Range<usize>) -> &[f32] {
        &self.weights[range.clone()]
    }

    #[inline(always)]
    fn pass(&self, example: &Example, workspace: &mut Workspace, gradient: Option<&mut [f32]>) -> Losses {
        let layout = &self.layout;
        let (width, products) = (self.shape.accumulator, self.shape.products());
        // Forward: accumulator, clipped ReLU and pairwise product, hidden layer, heads.
        workspace.accumulator.copy_from_slice(self.layer(&layout.accumulator_biases));
        let feature_weights = self.layer(&layout.feature_weights);
        for &feature in &example.active {
            add_scaled(
                &mut workspace.accumulator,
                &feature_weights[usize::from(feature) * width..][..width],
                1.0,
            );
        }
        for i in 0..products {
            workspace.products[i] = workspace.accumulator[i].clamp(0.0, 1.0)
                * workspace.accumulator[products + i].clamp(0.0, 1.0);
        }
        let hidden_weights = self.layer(&layout.hidden_weights);
        let hidden_biases = self.layer(&layout.hidden_biases);
        let mut hidden = [0.0; HIDDEN];
        for (i, neuron) in hidden.iter_mut().enumerate() {
            *neuron =
                hidden_biases[i] + dot(&hidden_weights[i * products..][..products], &workspace.products);
        }
        let mut hidden_gradient = [0.0; HIDDEN];
        let mut losses = Losses { examples: 1, ..Losses::default() };
        let value_hidden: [f32; VALUE_HIDDEN] = std::array::from_fn(|i| hidden[i].max(0.0));
        let value_weights = self.layer(&layout.value_weights);
        let mut value_logits: [f32; OUTCOMES] = std::array::from_fn(|i| {
            self.layer(&layout.value_biases)[i]
                + dot(&value_weights[i * VALUE_HIDDEN..][..VALUE_HIDDEN], &value_hidden)
        });
        losses.value = softmax_kl(&mut value_logits, &example.value_target);
        let value_gradient = value_logits;
        for (i, slope) in value_gradient.into_iter().enumerate() {
            add_scaled(
                &mut hidden_gradient[..VALUE_HIDDEN],
                &value_weights[i * VALUE_HIDDEN..][..VALUE_HIDDEN],
                slope,
            );
        }
        for (slope, neuron) in hidden_gradient[..VALUE_HIDDEN].iter_mut().zip(hidden) {
            *slope = if neuron > 0.0 { *slope } else { 0.0 };
        }
        let policy_hidden = &hidden[VALUE_HIDDEN..];
        if !example.policy_target.is_empty() {
            losses.policy_examples = 1;
            losses.policy = self.policy_loss(example, policy_hidden, workspace);
        }
        let Some(gradient) = gradient else {
            workspace.used.clear();
            return losses;
        };
        // Backward: heads, hidden layer, pairwise product and clipped ReLU, accumulator.
        for (i, slope) in value_gradient.into_iter().enumerate() {
            gradient[layout.value_biases.start + i] += slope;
            let at = layout.value_weights.start + i * VALUE_HIDDEN;
            add_scaled(&mut gradient[at..at + VALUE_HIDDEN], &value_hidden, slope);
        }
        let policy_weights = self.layer(&layout.policy_weights);
        for &feature in &workspace.used {
            let feature = usize::from(feature);
            let slope = workspace.feature_logits_gradient[feature];
            gradient[layout.policy_biases.start + feature] += slope;
            let at = layout.policy_weights.start + feature * POLICY_HIDDEN;
            add_scaled(&mut gradient[at..at + POLICY_HIDDEN], policy_hidden, slope);
            let row = &policy_weights[feature * POLICY_HIDDEN..][..POLICY_HIDDEN];
            add_scaled(&mut hidden_gradient[VALUE_HIDDEN..], row, slope);
        }
        workspace.used.clear();
        workspace.products_gradient.fill(0.0);
        for (i, &slope) in hidden_gradient.iter().enumerate() {
            gradient[layout.hidden_biases.start + i] += slope;
            let at = layout.hidden_weights.start + i * products;
            add_scaled(&mut gradient[at..at + products], &workspace.products, slope);
            add_scaled(&mut workspace.products_gradient, &hidden_weights[i * products..][..products], slope);
        }
        for i in 0..products {
            let (left, right) = (workspace.accumulator[i], workspace.accumulator[products + i]);
            let slope = workspace.products_gradient[i];
            workspace.accumulator_gradient[i] =
                if left > 0.0 && left < 1.0 { slope * right.clamp(0.0, 1.0) } else { 0.0 };
            workspace.accumulator_gradient[products + i] =
                if right > 0.0 && right < 1.0 { slope * left.clamp(0.0, 1.0) } else { 0.0 };
        }
        add_scaled(&mut gradient[layout.accumulator_biases.clone()], &workspace.accumulator_gradient, 1.0);
        for &feature in &example.active {
            let at = layout.feature_weights.start + usize::from(feature) * width;
            add_scaled(&mut gradient[at..at + width], &workspace.accumulator_gradient, 1.0);
        }
        losses
    }

    /// The loss of the policy head; leaves the gradient of the move features' logits in the
    /// workspace.
    #[inline(always)]
    fn policy_loss(&self, example: &Example, policy_hidden: &[f32], workspace: &mut Workspace) -> f64 {
        let policy_weights = self.layer(&self.layout.policy_weights);
        let policy_biases = self.layer(&self.layout.policy_biases);
        workspace.logits.clear();
        let mut start = 0;
        for &end in &example.move_ends {
            let mut logit = 0.0;
            for &feature in &example.move_features[start..end as usize] {
                let at = usize::from(feature);
                if workspace.feature_logits[at].is_nan() {
                    let row = &policy_weights[at * POLICY_HIDDEN..][..POLICY_HIDDEN];
                    workspace.feature_logits[at] = policy_biases[at] + dot(row, policy_hidden);
                    workspace.feature_logits_gradient[at] = 0.0;
                    workspace.used.push(feature);
                }
                logit += workspace.feature_logits[at];
            }
            workspace.logits.push(logit);
            start = end as usize;
        }
        let loss = softmax_kl(&mut workspace.logits, &example.policy_target);
        let mut start = 0;
        for (&slope, &end) in workspace.logits.iter().zip(&example.move_ends) {
            for &feature in &example.move_features[start..end as usize] {
                workspace.feature_logits_gradient[usize::from(feature)] += slope;
            }
            start = end as usize;
        }
        for &feature in &workspace.used {
            workspace.feature_logits[usize::from(feature)] = f32::NAN;
        }
        loss
    }

    /// Clips all weights to the range that quantization can hold.
    pub(super) fn clip_weights(&mut self) {
        let layers = [
            (&self.layout.feature_weights, MAX_FEATURE_WEIGHT),
            (&self.layout.hidden_weights, MAX_HIDDEN_WEIGHT),
            (&self.layout.policy_weights, MAX_POLICY_WEIGHT),
        ];
        for (layer, max) in layers {
            self.weights[layer.clone()].iter_mut().for_each(|weight| *weight = weight.clamp(-max, max));
        }
    }

    /// The quantized net.
    pub(super) fn quantize(&self, origin: String) -> Net {
        let quantized = |layer: &Range<usize>, scale: f32| -> Vec<i16> {
            self.layer(layer).iter().map(|weight| (weight * scale).round() as i16).collect()
        };
        Net {
            feature_set: self.feature_set,
            shape: self.shape,
            origin,
            feature_weights: quantized(&self.layout.feature_weights, ACCUMULATOR_SCALE),
            accumulator_biases: quantized(&self.layout.accumulator_biases, ACCUMULATOR_SCALE),
            hidden_weights: quantized(&self.layout.hidden_weights, HIDDEN_WEIGHT_SCALE),
            hidden_biases: self.layer(&self.layout.hidden_biases).to_vec(),
            value_weights: self.layer(&self.layout.value_weights).to_vec(),
            value_biases: self.layer(&self.layout.value_biases).to_vec(),
            policy_weights: quantized(&self.layout.policy_weights, POLICY_WEIGHT_SCALE),
            policy_biases: self.layer(&self.layout.policy_biases).to_vec(),
        }
    }

    /// The model of a quantized net, to continue training from it or to measure it.
    pub(super) fn dequantize(net: &Net) -> Model {
        let layout = Layout::new(net.shape);
        let mut weights = vec![0.0; layout.len];
        let mut dequantized = |layer: &Range<usize>, integers: &[i16], scale: f32| {
            let floats = integers.iter().map(|&integer| f32::from(integer) / scale);
            weights[layer.clone()].iter_mut().zip(floats).for_each(|(weight, float)| *weight = float);
        };
        dequantized(&layout.feature_weights, &net.feature_weights, ACCUMULATOR_SCALE);
        dequantized(&layout.accumulator_biases, &net.accumulator_biases, ACCUMULATOR_SCALE);
        dequantized(&layout.hidden_weights, &net.hidden_weights, HIDDEN_WEIGHT_SCALE);
        dequantized(&layout.policy_weights, &net.policy_weights, POLICY_WEIGHT_SCALE);
        weights[layout.hidden_biases.clone()].copy_from_slice(&net.hidden_biases);
        weights[layout.value_weights.clone()].copy_from_slice(&net.value_weights);
        weights[layout.value_biases.clone()].copy_from_slice(&net.value_biases);
        weights[layout.policy_biases.clone()].copy_from_slice(&net.policy_biases);
        Model { feature_set: net.feature_set, shape: net.shape, layout, weights }
    }
}

// Integer products are rounded down, which the model does not follow: the scale must be fine.
const _: () = assert!(PRODUCT_SCALE > 250.0);
// The policy head's inputs fit 16 bits.
const _: () = assert!(net::MAX_POLICY_HIDDEN * net::POLICY_HIDDEN_SCALE < 32768.0);

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const SET: FeatureSet = FeatureSet { game: "test", revision: 1 };
    const SHAPE: Shape = Shape { features: 20, move_features: 12, accumulator: 128 };

    fn example() -> Example {
        Example {
            active: vec![1, 4, 7, 19],
            value_target: [0.6, 0.1, 0.3],
            move_features: vec![0, 3, 3, 5, 11, 2],
            move_ends: vec![2, 5, 6],
            policy_target: vec![0.7, 0.3, 0.0],
        }
    }

    /// The gradient is the finite difference of the loss.
    #[test]
    fn gradients_are_slopes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut model = Model::random(SET, SHAPE, &mut rng);
        let (example, mut workspace) = (example(), Workspace::new(SHAPE));
        let mut gradient = vec![0.0; model.layout.len];
        model.backward(&example, &mut workspace, &mut gradient);
        let mut loss = |model: &Model| {
            let losses = model.loss(&example, &mut workspace);
            losses.value + losses.policy
        };
        let layout = model.layout.clone();
        let row = |feature: usize| layout.feature_weights.start + feature * SHAPE.accumulator;
        let layers = [
            row(4)..row(5),
            layout.accumulator_biases,
            layout.hidden_weights,
            layout.hidden_biases,
            layout.value_weights,
            layout.value_biases,
            layout.policy_weights,
            layout.policy_biases,
        ];
        for layer in layers {
            let mut steep = 0;
            for i in layer.clone().step_by(layer.len().div_ceil(40)) {
                let (weight, step) = (model.weights[i], 0.002);
                model.weights[i] = weight + step;
                let above = loss(&model);
                model.weights[i] = weight - step;
                let below = loss(&model);
                model.weights[i] = weight;
                let slope = (above - below) / (2.0 * f64::from(step));
                assert!(
                    (slope - f64::from(gradient[i])).abs() < 0.003,
                    "{layer:?} {i}: {slope} {}",
                    gradient[i]
                );
                steep += usize::from(slope.abs() > 0.003);
            }
            assert!(steep > 0, "{layer:?}: a gradient of 0 would have passed");
        }
    }

    #[test]
    fn quantization_is_close_to_the_model() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let model = Model::random(SET, SHAPE, &mut rng);
        let back = Model::dequantize(&model.quantize(String::new()));
        assert_eq!(model.weights.len(), back.weights.len());
        for (a, b) in model.weights.iter().zip(&back.weights) {
            assert!((a - b).abs() <= 0.5 / ACCUMULATOR_SCALE + 1e-6, "{a} {b}");
        }
    }
}
