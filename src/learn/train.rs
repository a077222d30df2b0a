//! Training: fits a net to a dataset.

pub use super::model::Losses;
use super::model::{Model, Workspace};
use super::optimizer::Adam;
use super::samples::{Dataset, Example, Sample};
use crate::games::{Features, Game};
use crate::math::mix;
use crate::net::{FeatureSet, Net, Shape};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// The gradient of a batch is summed in this many parts, on however many threads:
/// floating-point addition is not associative, and the net must not depend on the machine.
const PARTS: usize = 4;

/// The hyperparameters of training.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// Width of the accumulator of a new net.
    pub accumulator: usize,
    /// Passes over the training set.
    pub epochs: usize,
    /// Samples of each step.
    pub batch_size: usize,
    /// The peak learning rate, reached after the warm-up.
    pub learning_rate: f32,
    /// The random seed of initial weights, shuffling and symmetry augmentation.
    pub seed: u64,
    /// Threads to use; the net does not depend on it.
    pub threads: usize,
}

/// How far training has come.
#[derive(Clone, Copy, Debug)]
pub struct TrainProgress {
    /// Epochs done, with the fraction of the one under way.
    pub epochs: f64,
    /// Losses on the training set in this epoch so far.
    pub training: Losses,
    /// Losses on the validation set, at the end of each epoch.
    pub validation: Option<Losses>,
}

/// Called after each batch and at the end of each epoch. The second argument quantizes the
/// current model, given the net's origin.
pub type OnProgress<'a> = dyn FnMut(&TrainProgress, &dyn Fn(String) -> Net) + 'a;

/// Trains a net, from random weights or `from` another net, until all epochs are done or `stop`
/// is set.
pub fn train<G: Game>(
    config: &TrainConfig,
    dataset: &Dataset<G>,
    from: Option<&Net>,
    stop: &AtomicBool,
    on_progress: &mut OnProgress<'_>,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(config.seed);
    let model = match from {
        Some(net) => Model::dequantize(net),
        None => Model::random(FeatureSet::of::<G>(), Shape::of::<G>(config.accumulator), &mut rng),
    };
    let mut trainer = Trainer {
        config,
        optimizer: Adam::new(model.weights.len()),
        gradients: vec![vec![0.0; model.weights.len()]; PARTS],
        model,
    };
    let mut order: Vec<u32> = (0..dataset.training.len() as u32).collect();
    let all = (order.len() * config.epochs).max(1);
    let mut seen = 0;
    for epoch in 0..config.epochs {
        order.shuffle(&mut rng);
        let mut training = Losses::default();
        for batch in order.chunks(config.batch_size) {
            if stop.load(Relaxed) {
                return;
            }
            let learning_rate = config.learning_rate * schedule(seen as f32 / all as f32);
            training.add(trainer.step(&dataset.training, batch, epoch, learning_rate));
            seen += batch.len();
            let epochs = seen as f64 / order.len() as f64;
            let model = &trainer.model;
            on_progress(&TrainProgress { epochs, training, validation: None }, &|origin| {
                model.quantize(origin)
            });
        }
        let validation = Some(validate(&trainer.model, &dataset.validation, config.threads));
        let (model, epochs) = (&trainer.model, (epoch + 1) as f64);
        on_progress(&TrainProgress { epochs, training, validation }, &|origin| model.quantize(origin));
    }
}

/// The learning-rate schedule: the factor at a point of the training from 0 to 1. Linear
/// warm-up, then a smoothstep decay, close to a cosine's.
fn schedule(point: f32) -> f32 {
    const WARM_UP: f32 = 0.02;
    const MIN: f32 = 0.01;
    let decay = 1.0 - point * point * (3.0 - 2.0 * point);
    (point / WARM_UP).clamp(MIN, 1.0) * (MIN + (1.0 - MIN) * decay)
}

struct Trainer<'a> {
    config: &'a TrainConfig,
    model: Model,
    optimizer: Adam,
    /// The gradient of each part of a batch.
    gradients: Vec<Vec<f32>>,
}

impl Trainer<'_> {
    /// One step of gradient descent, on one batch.
    fn step<G: Game>(
        &mut self,
        samples: &[Sample<G>],
        batch: &[u32],
        epoch: usize,
        learning_rate: f32,
    ) -> Losses {
        let part_len = batch.len().div_ceil(PARTS).max(1);
        let mut jobs: Vec<(&[u32], &mut Vec<f32>, Losses)> = batch
            .chunks(part_len)
            .zip(&mut self.gradients)
            .map(|(part, gradient)| (part, gradient, Losses::default()))
            .collect();
        let (model, seed) = (&self.model, mix(self.config.seed ^ mix(epoch as u64)));
        let per_thread = jobs.len().div_ceil(self.config.threads.max(1)).max(1);
        thread::scope(|scope| {
            for jobs in jobs.chunks_mut(per_thread) {
                scope.spawn(move || {
                    let (mut workspace, mut example, mut moves) =
                        (Workspace::new(model.shape), Example::default(), Vec::new());
                    for (part, gradient, losses) in jobs {
                        for &i in *part {
                            let symmetry = mix(seed ^ u64::from(i)) as usize % G::Features::SYMMETRIES;
                            example.encode(&samples[i as usize], symmetry, &mut moves);
                            losses.add(model.backward(&example, &mut workspace, gradient));
                        }
                    }
                });
            }
        });
        let mut losses = Losses::default();
        jobs.iter().for_each(|job| losses.add(job.2));
        self.optimizer.step(&mut self.model.weights, &mut self.gradients, batch.len(), learning_rate);
        self.model.clip_weights();
        losses
    }
}

/// The losses of a model on samples.
fn validate<G: Game>(model: &Model, samples: &[Sample<G>], threads: usize) -> Losses {
    let part_len = samples.len().div_ceil(threads.max(1)).max(1);
    let validate_part = |part: &[Sample<G>]| {
        let (mut workspace, mut example, mut moves) =
            (Workspace::new(model.shape), Example::default(), Vec::new());
        let mut losses = Losses::default();
        for sample in part {
            example.encode(sample, 0, &mut moves);
            losses.add(model.loss(&example, &mut workspace));
        }
        losses
    };
    let mut losses = Losses::default();
    thread::scope(|scope| {
        let validate_part = &validate_part;
        let parts = samples.chunks(part_len);
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || validate_part(part))).collect();
        for worker in workers {
            losses.add(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    });
    losses
}

/// The losses of a net on the validation set, with its weights as they were quantized.
pub(crate) fn validate_quantized<G: Game>(net: &Net, dataset: &Dataset<G>, threads: usize) -> Losses {
    validate(&Model::dequantize(net), &dataset.validation, threads)
}
