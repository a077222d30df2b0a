//! Learned evaluations: small nets that tell what a position is worth and which moves
//! deserve attention.
//!
//! ```text
//! inputs that are on ──> sums ──> products of pairs ──┬──> value units ──> win, draw, loss
//!                                                     └──> move units ──> a score for every
//!                                                          input of moves; a move's logit is
//!                                                          the sum over its inputs
//! ```
//!
//! A net is kept as whole numbers, and its wide layers are computed in them: the same on
//! every machine, whatever instructions it has.

mod file;
mod kernel;

pub use file::{FileError, VERSION};
use kernel::Kernel;

use crate::games::{Features, Game, Value};
use crate::math;

/// Units between the pairs and the value.
pub const VALUE_UNITS: usize = 32;
/// Units between the pairs and the inputs of moves.
pub const MOVE_UNITS: usize = 32;
/// Both.
pub const UNITS: usize = VALUE_UNITS + MOVE_UNITS;
/// Win, draw, loss.
pub const RESULTS: usize = 3;
/// Sums come in multiples of this.
pub const SUMS_STEP: usize = kernel::TILE;
/// The most sums a net may have.
pub const MOST_SUMS: usize = 1024;
/// The most inputs of moves a net may have.
pub const MOST_MOVE_INPUTS: usize = 4096;
/// The most inputs that are looked at in a position.
const MOST_ON: usize = 256;

// What 1.0 becomes as a whole number.
/// In sums, and the most that a sum counts for.
pub const SUM_UNIT: f32 = 255.0;
/// In products of pairs: two sums, eight bits taken off.
pub const PAIR_UNIT: f32 = SUM_UNIT * SUM_UNIT / 256.0;
/// In the weights from pairs to units.
pub const UNIT_WEIGHT: f32 = 512.0;
/// In move units, and how large they may grow.
pub const MOVE_UNIT: f32 = 256.0;
pub const MOST_MOVE_UNIT: f32 = 16.0;
/// In the weights from move units to inputs of moves.
pub const MOVE_WEIGHT: f32 = 512.0;

/// The sizes of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs that tell of a position.
    pub inputs: usize,
    /// Inputs that tell of a move.
    pub move_inputs: usize,
    /// Sums, half as many pairs.
    pub sums: usize,
}

impl Shape {
    /// The shape of a net for a game.
    pub fn of<G: Game>(sums: usize) -> Shape {
        Shape { inputs: G::Features::INPUTS, move_inputs: G::Features::MOVE_INPUTS, sums }
    }

    /// Products of two sums.
    pub fn pairs(self) -> usize {
        self.sums / 2
    }
}

/// A net, ready to judge.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    pub shape: Shape,
    /// Whose net it is and how it was made, for people.
    pub origin: String,
    /// For each input, what it adds to each sum.
    pub input_weights: Vec<i16>,
    pub sum_biases: Vec<i16>,
    /// For each unit, the weights of the pairs.
    pub unit_weights: Vec<i16>,
    pub unit_biases: Vec<f32>,
    /// For each result, the weights of the value units.
    pub result_weights: Vec<f32>,
    pub result_biases: Vec<f32>,
    /// For each input of moves, the weights of the move units.
    pub move_weights: Vec<i16>,
    pub move_biases: Vec<f32>,
}

/// The products of pairs.
struct Pairs {
    values: [i16; MOST_SUMS / 2],
}

impl Net {
    /// What a position is worth to its mover.
    pub fn value<G: Game>(&self, position: &G) -> Value {
        let kernel = Kernel::pick();
        let pairs = self.pairs(kernel, position);
        let mut units = [0.0; VALUE_UNITS];
        self.units(kernel, &pairs, 0, &mut units);
        let mut logits = [0.0; RESULTS];
        for (i, logit) in logits.iter_mut().enumerate() {
            *logit = self.result_biases[i];
            let weights = &self.result_weights[i * VALUE_UNITS..(i + 1) * VALUE_UNITS];
            // In a fixed order, for sums of floats depend on it.
            for (weight, unit) in weights.iter().zip(units) {
                *logit += weight * unit.max(0.0);
            }
        }
        let most = logits.into_iter().fold(f32::NEG_INFINITY, f32::max);
        let [win, draw, loss] = logits.map(|logit| math::exp(logit - most));
        let sum = win + draw + loss;
        Value { win: win / sum, draw: draw / sum }
    }

    /// Writes one logit per move into `logits`.
    pub fn logits<G: Game>(&self, position: &G, moves: &[G::Move], logits: &mut Vec<f32>) {
        let kernel = Kernel::pick();
        let pairs = self.pairs(kernel, position);
        let mut units = [0.0; MOVE_UNITS];
        self.units(kernel, &pairs, VALUE_UNITS, &mut units);
        let units = units.map(|unit| (unit.clamp(-MOST_MOVE_UNIT, MOST_MOVE_UNIT) * MOVE_UNIT) as i16);
        let mut scores = [0.0; MOST_MOVE_INPUTS];
        let scores = &mut scores[..self.shape.move_inputs];
        kernel.scores(&self.move_weights, &units, &self.move_biases, scores);
        G::Features::logits(position, moves, scores, logits);
    }

    fn pairs<G: Game>(&self, kernel: Kernel, position: &G) -> Pairs {
        let mut on = [0; MOST_ON];
        let mut len = 0;
        G::Features::position(position, |input| {
            // Far beyond what positions have; the check keeps a mistake from doing harm.
            if len < MOST_ON {
                on[len] = input as u16;
                len += 1;
            }
        });
        let mut sums = [0; MOST_SUMS];
        let sums = &mut sums[..self.shape.sums];
        kernel.add_rows(&self.sum_biases, &self.input_weights, &on[..len], sums);
        let mut pairs = Pairs { values: [0; MOST_SUMS / 2] };
        let (left, right) = sums.split_at(self.shape.pairs());
        kernel.multiply(left, right, &mut pairs.values[..self.shape.pairs()]);
        pairs
    }

    /// The units from number `first` on, as many as asked for.
    fn units(&self, kernel: Kernel, pairs: &Pairs, first: usize, units: &mut [f32]) {
        let count = self.shape.pairs();
        let weights = &self.unit_weights[first * count..(first + units.len()) * count];
        let mut sums = [0; UNITS];
        let sums = &mut sums[..units.len()];
        kernel.rows(weights, &pairs.values[..count], sums);
        let scale = 1.0 / (PAIR_UNIT * UNIT_WEIGHT);
        for ((unit, &sum), bias) in units.iter_mut().zip(&*sums).zip(&self.unit_biases[first..]) {
            *unit = sum as f32 * scale + bias;
        }
    }
}
