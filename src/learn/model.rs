//! A net in floating point, as it is trained: what it says, and how each weight bears
//! on that.

use super::samples::Example;
use crate::math;
use crate::net::{
    self, MOVE_UNITS, MOVE_WEIGHT, Net, PAIR_UNIT, RESULTS, SUM_UNIT, Shape, UNIT_WEIGHT, UNITS, VALUE_UNITS,
};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::ops::Range;

/// Weights stay in these bounds, so that the whole numbers of a [`Net`] can hold them.
const MOST_INPUT_WEIGHT: f32 = 2.0;
const MOST_UNIT_WEIGHT: f32 = 30.0;
const MOST_MOVE_WEIGHT: f32 = 16.0;

/// The parts of a model, one after the other in one list of weights.
#[derive(Clone, Debug)]
pub struct Layout {
    pub input_weights: Range<usize>,
    pub sum_biases: Range<usize>,
    pub unit_weights: Range<usize>,
    pub unit_biases: Range<usize>,
    pub result_weights: Range<usize>,
    pub result_biases: Range<usize>,
    pub move_weights: Range<usize>,
    pub move_biases: Range<usize>,
    pub len: usize,
}

impl Layout {
    fn new(shape: Shape) -> Self {
        let mut len = 0;
        let mut part = |n: usize| {
            len += n;
            len - n..len
        };
        let mut layout = Layout {
            input_weights: part(shape.inputs * shape.sums),
            sum_biases: part(shape.sums),
            unit_weights: part(UNITS * shape.pairs()),
            unit_biases: part(UNITS),
            result_weights: part(RESULTS * VALUE_UNITS),
            result_biases: part(RESULTS),
            move_weights: part(shape.move_inputs * MOVE_UNITS),
            move_biases: part(shape.move_inputs),
            len: 0,
        };
        layout.len = len;
        layout
    }
}

/// How wrong a model was, summed over examples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Cross entropy of the results, and how many examples.
    pub results: f64,
    pub examples: u64,
    /// Cross entropy of the moves, and how many examples have them.
    pub moves: f64,
    pub with_moves: u64,
}

impl Losses {
    pub fn add(&mut self, other: Losses) {
        self.results += other.results;
        self.examples += other.examples;
        self.moves += other.moves;
        self.with_moves += other.with_moves;
    }

    /// The mean loss of results.
    pub fn of_results(&self) -> f64 {
        self.results / self.examples.max(1) as f64
    }

    /// The mean loss of moves.
    pub fn of_moves(&self) -> f64 {
        self.moves / self.with_moves.max(1) as f64
    }
}

/// A net in floating point.
#[derive(Clone, Debug)]
pub struct Model {
    pub shape: Shape,
    pub layout: Layout,
    pub weights: Vec<f32>,
}

/// A thread's workspace.
#[derive(Debug)]
pub struct Work {
    sums: Vec<f32>,
    sum_errors: Vec<f32>,
    pairs: Vec<f32>,
    pair_errors: Vec<f32>,
    scores: Vec<f32>,
    /// How often and how wrongly each input of moves was used.
    score_errors: Vec<f32>,
    /// The inputs of moves in use, each once.
    used: Vec<u16>,
    logits: Vec<f32>,
}

impl Work {
    pub fn new(shape: Shape) -> Self {
        Work {
            sums: vec![0.0; shape.sums],
            sum_errors: vec![0.0; shape.sums],
            pairs: vec![0.0; shape.pairs()],
            pair_errors: vec![0.0; shape.pairs()],
            scores: vec![f32::NAN; shape.move_inputs],
            score_errors: vec![0.0; shape.move_inputs],
            used: Vec::new(),
            logits: Vec::new(),
        }
    }
}

impl Model {
    /// A model that knows nothing.
    pub fn random(shape: Shape, rng: &mut Xoshiro256PlusPlus) -> Self {
        /// Inputs that are usually on.
        const ON: f32 = 45.0;
        let layout = Layout::new(shape);
        let mut weights = vec![0.0; layout.len];
        let mut fill = |part: &Range<usize>, inputs: f32| {
            let most = (3.0 / inputs).sqrt();
            weights[part.clone()].iter_mut().for_each(|weight| *weight = most * rng.random_range(-1.0..1.0));
        };
        fill(&layout.input_weights, 4.0 * ON);
        fill(&layout.unit_weights, shape.pairs() as f32 / 4.0);
        fill(&layout.result_weights, VALUE_UNITS as f32);
        fill(&layout.move_weights, 16.0 * MOVE_UNITS as f32);
        weights[layout.sum_biases.clone()].fill(0.4);
        Model { shape, layout, weights }
    }

    /// Learns from an example: adds to `gradient` how the loss changes with each weight.
    pub fn learn(&self, example: &Example, work: &mut Work, gradient: &mut [f32]) -> Losses {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            fn with_avx2(model: &Model, example: &Example, work: &mut Work, gradient: &mut [f32]) -> Losses {
                model.pass(example, work, Some(gradient))
            }
            if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2, and the function needs nothing else.
                return unsafe { with_avx2(self, example, work, gradient) };
            }
        }
        self.pass(example, work, Some(gradient))
    }

    /// How wrong the model is about an example.
    pub fn examine(&self, example: &Example, work: &mut Work) -> Losses {
        self.pass(example, work, None)
    }

    fn part(&self, range: &Range<usize>) -> &[f32] {
        &self.weights[range.clone()]
    }

    #[inline(always)]
    fn pass(&self, example: &Example, work: &mut Work, gradient: Option<&mut [f32]>) -> Losses {
        let layout = &self.layout;
        let (sums, pairs) = (self.shape.sums, self.shape.pairs());
        // Forward.
        work.sums.copy_from_slice(self.part(&layout.sum_biases));
        let input_weights = self.part(&layout.input_weights);
        for &input in &example.on {
            add(&mut work.sums, &input_weights[usize::from(input) * sums..][..sums], 1.0);
        }
        for i in 0..pairs {
            work.pairs[i] = work.sums[i].clamp(0.0, 1.0) * work.sums[pairs + i].clamp(0.0, 1.0);
        }
        let unit_weights = self.part(&layout.unit_weights);
        let unit_biases = self.part(&layout.unit_biases);
        let mut units = [0.0; UNITS];
        for (i, unit) in units.iter_mut().enumerate() {
            *unit = unit_biases[i] + dot(&unit_weights[i * pairs..][..pairs], &work.pairs);
        }
        let mut unit_errors = [0.0; UNITS];
        let mut losses = Losses { examples: 1, ..Losses::default() };
        let value_units: [f32; VALUE_UNITS] = std::array::from_fn(|i| units[i].max(0.0));
        let result_weights = self.part(&layout.result_weights);
        let mut results: [f32; RESULTS] = std::array::from_fn(|i| {
            self.part(&layout.result_biases)[i]
                + dot(&result_weights[i * VALUE_UNITS..][..VALUE_UNITS], &value_units)
        });
        losses.results = softmax_loss(&mut results, &example.results);
        // From here on `results` holds the errors.
        for (i, error) in results.into_iter().enumerate() {
            add(&mut unit_errors[..VALUE_UNITS], &result_weights[i * VALUE_UNITS..][..VALUE_UNITS], error);
        }
        for (error, unit) in unit_errors[..VALUE_UNITS].iter_mut().zip(units) {
            *error = if unit > 0.0 { *error } else { 0.0 };
        }
        let move_units = &units[VALUE_UNITS..];
        if !example.attention.is_empty() {
            losses.with_moves = 1;
            losses.moves = self.judge_moves(example, move_units, work);
        }
        let Some(gradient) = gradient else {
            work.used.clear();
            return losses;
        };
        // Backward.
        for (i, error) in results.into_iter().enumerate() {
            gradient[layout.result_biases.start + i] += error;
            let at = layout.result_weights.start + i * VALUE_UNITS;
            add(&mut gradient[at..at + VALUE_UNITS], &value_units, error);
        }
        let move_weights = self.part(&layout.move_weights);
        for &input in &work.used {
            let input = usize::from(input);
            let error = work.score_errors[input];
            gradient[layout.move_biases.start + input] += error;
            let at = layout.move_weights.start + input * MOVE_UNITS;
            add(&mut gradient[at..at + MOVE_UNITS], move_units, error);
            add(&mut unit_errors[VALUE_UNITS..], &move_weights[input * MOVE_UNITS..][..MOVE_UNITS], error);
        }
        work.used.clear();
        work.pair_errors.fill(0.0);
        for (i, &error) in unit_errors.iter().enumerate() {
            gradient[layout.unit_biases.start + i] += error;
            let at = layout.unit_weights.start + i * pairs;
            add(&mut gradient[at..at + pairs], &work.pairs, error);
            add(&mut work.pair_errors, &unit_weights[i * pairs..][..pairs], error);
        }
        for i in 0..pairs {
            let (left, right) = (work.sums[i], work.sums[pairs + i]);
            let error = work.pair_errors[i];
            work.sum_errors[i] = if left > 0.0 && left < 1.0 { error * right.clamp(0.0, 1.0) } else { 0.0 };
            work.sum_errors[pairs + i] =
                if right > 0.0 && right < 1.0 { error * left.clamp(0.0, 1.0) } else { 0.0 };
        }
        add(&mut gradient[layout.sum_biases.clone()], &work.sum_errors, 1.0);
        for &input in &example.on {
            let at = layout.input_weights.start + usize::from(input) * sums;
            add(&mut gradient[at..at + sums], &work.sum_errors, 1.0);
        }
        losses
    }

    /// The loss of the moves; leaves the errors of their inputs in the workspace.
    #[inline(always)]
    fn judge_moves(&self, example: &Example, move_units: &[f32], work: &mut Work) -> f64 {
        let move_weights = self.part(&self.layout.move_weights);
        let move_biases = self.part(&self.layout.move_biases);
        work.logits.clear();
        let mut start = 0;
        for &end in &example.move_ends {
            let mut logit = 0.0;
            for &input in &example.move_inputs[start..end as usize] {
                let at = usize::from(input);
                // Scores of inputs not met yet are no numbers.
                if work.scores[at].is_nan() {
                    let row = &move_weights[at * MOVE_UNITS..][..MOVE_UNITS];
                    work.scores[at] = move_biases[at] + dot(row, move_units);
                    work.score_errors[at] = 0.0;
                    work.used.push(input);
                }
                logit += work.scores[at];
            }
            work.logits.push(logit);
            start = end as usize;
        }
        let loss = softmax_loss(&mut work.logits, &example.attention);
        let mut start = 0;
        for (&error, &end) in work.logits.iter().zip(&example.move_ends) {
            for &input in &example.move_inputs[start..end as usize] {
                work.score_errors[usize::from(input)] += error;
            }
            start = end as usize;
        }
        for &input in &work.used {
            work.scores[usize::from(input)] = f32::NAN;
        }
        loss
    }

    /// Brings all weights into their bounds.
    pub fn bound(&mut self) {
        let parts = [
            (&self.layout.input_weights, MOST_INPUT_WEIGHT),
            (&self.layout.unit_weights, MOST_UNIT_WEIGHT),
            (&self.layout.move_weights, MOST_MOVE_WEIGHT),
        ];
        for (part, most) in parts {
            self.weights[part.clone()].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        }
    }

    /// The model as whole numbers.
    pub fn net(&self, origin: String) -> Net {
        let shorts = |part: &Range<usize>, unit: f32| -> Vec<i16> {
            self.part(part).iter().map(|weight| (weight * unit).round() as i16).collect()
        };
        Net {
            shape: self.shape,
            origin,
            input_weights: shorts(&self.layout.input_weights, SUM_UNIT),
            sum_biases: shorts(&self.layout.sum_biases, SUM_UNIT),
            unit_weights: shorts(&self.layout.unit_weights, UNIT_WEIGHT),
            unit_biases: self.part(&self.layout.unit_biases).to_vec(),
            result_weights: self.part(&self.layout.result_weights).to_vec(),
            result_biases: self.part(&self.layout.result_biases).to_vec(),
            move_weights: shorts(&self.layout.move_weights, MOVE_WEIGHT),
            move_biases: self.part(&self.layout.move_biases).to_vec(),
        }
    }

    /// The model that a net was made from, as far as whole numbers tell.
    pub fn from_net(net: &Net) -> Model {
        let layout = Layout::new(net.shape);
        let mut weights = vec![0.0; layout.len];
        let mut shorts = |part: &Range<usize>, numbers: &[i16], unit: f32| {
            let floats = numbers.iter().map(|&number| f32::from(number) / unit);
            weights[part.clone()].iter_mut().zip(floats).for_each(|(weight, float)| *weight = float);
        };
        shorts(&layout.input_weights, &net.input_weights, SUM_UNIT);
        shorts(&layout.sum_biases, &net.sum_biases, SUM_UNIT);
        shorts(&layout.unit_weights, &net.unit_weights, UNIT_WEIGHT);
        shorts(&layout.move_weights, &net.move_weights, MOVE_WEIGHT);
        weights[layout.unit_biases.clone()].copy_from_slice(&net.unit_biases);
        weights[layout.result_weights.clone()].copy_from_slice(&net.result_weights);
        weights[layout.result_biases.clone()].copy_from_slice(&net.result_biases);
        weights[layout.move_biases.clone()].copy_from_slice(&net.move_biases);
        Model { shape: net.shape, layout, weights }
    }
}

// Pairs are rounded down in a net, which a model does not follow.
const _: () = assert!(PAIR_UNIT > 250.0 && net::MOST_MOVE_UNIT * net::MOVE_UNIT < 32768.0);

/// Numbers added up side by side: enough for the widest vectors in use.
const LANES: usize = 8;

/// The sum of products. The order of additions is part of the code, so that it is the
/// same with any vector instructions.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let len = a.len() / LANES * LANES;
    let (a, b) = (&a[..len], &b[..len]);
    let mut lanes = [0.0; LANES];
    let mut i = 0;
    while i < len {
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] += a[i + lane] * b[i + lane];
            lane += 1;
        }
        i += LANES;
    }
    lanes[0] + lanes[1] + lanes[2] + lanes[3] + lanes[4] + lanes[5] + lanes[6] + lanes[7]
}

/// Adds a multiple of some numbers to others.
#[inline(always)]
fn add(to: &mut [f32], numbers: &[f32], factor: f32) {
    let len = to.len();
    let numbers = &numbers[..len];
    // Not with iterators, which are not always compiled anew for wider vectors.
    let mut i = 0;
    while i < len {
        to[i] += numbers[i] * factor;
        i += 1;
    }
}

/// Turns logits into errors (softmax less target) and returns the cross entropy beyond
/// what no prediction could do without.
#[inline(always)]
fn softmax_loss(logits: &mut [f32], target: &[f32]) -> f64 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = math::exp(*logit - most);
        sum += *logit;
    }
    let mut loss = 0.0;
    for (logit, &target) in logits.iter_mut().zip(target) {
        let share = *logit / sum;
        if target > 0.0 {
            loss += f64::from(target * (math::ln(target) - math::ln(share)));
        }
        *logit = share - target;
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const SHAPE: Shape = Shape { inputs: 20, move_inputs: 12, sums: 128 };

    fn example() -> Example {
        Example {
            on: vec![1, 4, 7, 19],
            results: [0.6, 0.1, 0.3],
            move_inputs: vec![0, 3, 3, 5, 11, 2],
            move_ends: vec![2, 5, 6],
            attention: vec![0.7, 0.3, 0.0],
        }
    }

    /// The gradient says what happens to the loss when a weight changes a little.
    #[test]
    fn gradients_are_slopes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut model = Model::random(SHAPE, &mut rng);
        let (example, mut work) = (example(), Work::new(SHAPE));
        let mut gradient = vec![0.0; model.layout.len];
        model.learn(&example, &mut work, &mut gradient);
        let mut loss = |model: &Model| {
            let losses = model.examine(&example, &mut work);
            losses.results + losses.moves
        };
        let layout = model.layout.clone();
        let parts = [
            layout.input_weights.start + 4 * SHAPE.sums..layout.input_weights.start + 5 * SHAPE.sums,
            layout.sum_biases,
            layout.unit_weights,
            layout.unit_biases,
            layout.result_weights,
            layout.result_biases,
            layout.move_weights,
            layout.move_biases,
        ];
        for part in parts {
            let mut told = 0;
            for i in part.clone().step_by(part.len().div_ceil(40)) {
                let (weight, step) = (model.weights[i], 0.002);
                model.weights[i] = weight + step;
                let above = loss(&model);
                model.weights[i] = weight - step;
                let below = loss(&model);
                model.weights[i] = weight;
                let slope = (above - below) / (2.0 * f64::from(step));
                assert!(
                    (slope - f64::from(gradient[i])).abs() < 0.003,
                    "{part:?} {i}: {slope} {}",
                    gradient[i]
                );
                told += usize::from(slope.abs() > 1e-4);
            }
            assert!(told > 0, "{part:?}: nothing was tested");
        }
    }

    #[test]
    fn whole_numbers_are_close_to_the_model() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let model = Model::random(SHAPE, &mut rng);
        let back = Model::from_net(&model.net(String::new()));
        for (a, b) in model.weights.iter().zip(&back.weights) {
            assert!((a - b).abs() <= 0.5 / SUM_UNIT + 1e-6, "{a} {b}");
        }
    }
}
