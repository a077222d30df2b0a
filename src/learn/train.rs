//! Training: from samples to a net.

use super::model::{Losses, Model, Work};
use super::optimizer::Optimizer;
use super::samples::{Example, Sample, Samples};
use crate::games::{Features, Game};
use crate::math::mix;
use crate::net::{Net, Shape};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// A batch is learned in this many parts at the same time, on however many threads:
/// sums depend on their order, and the result must not depend on the machine.
const PARTS: usize = 4;

/// How to train.
#[derive(Clone, Debug)]
pub struct Course {
    /// Sums of the net, unless it goes on from another.
    pub sums: usize,
    /// Times that every sample is looked at.
    pub epochs: usize,
    /// Samples between two steps.
    pub batch: usize,
    /// Length of the first steps; later ones get shorter.
    pub rate: f32,
    pub seed: u64,
    pub threads: usize,
}

/// How far training has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Epochs done, with a part for the one under way.
    pub epochs: f64,
    /// Losses of the lessons of this epoch so far.
    pub lessons: Losses,
    /// Losses of the exam after the epoch, at its end.
    pub exam: Option<Losses>,
}

/// Somebody who is told of progress, and may ask for the net as it is, given its origin.
pub type Report<'a> = dyn FnMut(&Progress, &dyn Fn(String) -> Net) + 'a;

/// Trains a model and shows it with its progress now and then. Ends early when `stop` is
/// set. Goes on from a net if one is given.
pub fn train<G: Game>(
    course: &Course,
    samples: &Samples<G>,
    from: Option<&Net>,
    stop: &AtomicBool,
    report: &mut Report<'_>,
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(course.seed);
    let model = match from {
        Some(net) => Model::from_net(net),
        None => Model::random(Shape::of::<G>(course.sums), &mut rng),
    };
    let mut trainer = Trainer {
        course,
        optimizer: Optimizer::new(model.weights.len()),
        gradients: vec![vec![0.0; model.weights.len()]; PARTS],
        model,
    };
    let mut order: Vec<u32> = (0..samples.lessons.len() as u32).collect();
    let all = (order.len() * course.epochs).max(1);
    let mut seen = 0;
    for epoch in 0..course.epochs {
        order.shuffle(&mut rng);
        let mut lessons = Losses::default();
        for batch in order.chunks(course.batch) {
            if stop.load(Relaxed) {
                return;
            }
            let rate = course.rate * rate_at(seen as f32 / all as f32);
            lessons.add(trainer.learn(&samples.lessons, batch, epoch, rate));
            seen += batch.len();
            let epochs = seen as f64 / order.len() as f64;
            let model = &trainer.model;
            report(&Progress { epochs, lessons, exam: None }, &|origin| model.net(origin));
        }
        let exam = Some(examine(&trainer.model, &samples.exam, course.threads));
        let model = &trainer.model;
        report(&Progress { epochs: (epoch + 1) as f64, lessons, exam }, &|origin| model.net(origin));
    }
}

/// The length of steps at a point of the course from 0 to 1: rises fast, then falls
/// along half a wave, slowly at either end.
fn rate_at(point: f32) -> f32 {
    const WARM_UP: f32 = 0.02;
    const LEAST: f32 = 0.01;
    let wave = 1.0 - point * point * (3.0 - 2.0 * point);
    (point / WARM_UP).clamp(LEAST, 1.0) * (LEAST + (1.0 - LEAST) * wave)
}

struct Trainer<'a> {
    course: &'a Course,
    model: Model,
    optimizer: Optimizer,
    /// One for each part of a batch.
    gradients: Vec<Vec<f32>>,
}

impl Trainer<'_> {
    /// Learns a batch of samples and takes a step.
    fn learn<G: Game>(&mut self, samples: &[Sample<G>], batch: &[u32], epoch: usize, rate: f32) -> Losses {
        let part_len = batch.len().div_ceil(PARTS).max(1);
        let mut jobs: Vec<(&[u32], &mut Vec<f32>, Losses)> = batch
            .chunks(part_len)
            .zip(&mut self.gradients)
            .map(|(part, gradient)| (part, gradient, Losses::default()))
            .collect();
        let (model, seed) = (&self.model, mix(self.course.seed ^ mix(epoch as u64)));
        let per_thread = jobs.len().div_ceil(self.course.threads.max(1)).max(1);
        thread::scope(|scope| {
            for jobs in jobs.chunks_mut(per_thread) {
                scope.spawn(move || {
                    let (mut work, mut example, mut moves) =
                        (Work::new(model.shape), Example::default(), Vec::new());
                    for (part, gradient, losses) in jobs {
                        for &i in *part {
                            let symmetry = mix(seed ^ u64::from(i)) as usize % G::Features::SYMMETRIES;
                            example.look(&samples[i as usize], symmetry, &mut moves);
                            losses.add(model.learn(&example, &mut work, gradient));
                        }
                    }
                });
            }
        });
        let mut losses = Losses::default();
        jobs.iter().for_each(|job| losses.add(job.2));
        self.optimizer.step(&mut self.model.weights, &mut self.gradients, batch.len(), rate);
        self.model.bound();
        losses
    }
}

/// How wrong a model is about samples.
fn examine<G: Game>(model: &Model, samples: &[Sample<G>], threads: usize) -> Losses {
    let part = samples.len().div_ceil(threads.max(1)).max(1);
    let mut losses = Losses::default();
    let look = |part: &[Sample<G>]| {
        let (mut work, mut example, mut moves) = (Work::new(model.shape), Example::default(), Vec::new());
        let mut losses = Losses::default();
        for sample in part {
            example.look(sample, 0, &mut moves);
            losses.add(model.examine(&example, &mut work));
        }
        losses
    };
    thread::scope(|scope| {
        let look = &look;
        let workers: Vec<_> = samples.chunks(part).map(|part| scope.spawn(move || look(part))).collect();
        for worker in workers {
            losses.add(worker.join().unwrap_or_default());
        }
    });
    losses
}

/// How wrong a net is about the exam, with its weights as they were rounded.
pub fn examine_net<G: Game>(net: &Net, samples: &Samples<G>, threads: usize) -> Losses {
    examine(&Model::from_net(net), &samples.exam, threads)
}
