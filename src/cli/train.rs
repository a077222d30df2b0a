//! `sisku train`.

use super::GameArgs;
use super::progress::Bar;
use crate::games::{Game, Variant, Visitor};
use crate::learn::samples::Samples;
use crate::learn::train::{self, Course, Progress};
use crate::net::{MOST_SUMS, Net, SUMS_STEP};
use anyhow::{Context, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

/// Fit a net to games of 'sisku selfplay'
#[derive(Args)]
#[command(after_help = "The net is written after every epoch; Ctrl-C stops with what there is. With the \
    same games, settings\nand seed the net is the same, on any number of threads. One game in twenty is \
    held out: the losses of\nthese are printed. Losses are cross entropies, less what no net could do \
    without.\n\n\
    Examples:\n  sisku train --games gen1.games --out pijersi.net\n  \
    sisku train --variant pijersi51 --games a.games b.games --from pijersi.net --out pijersi51.net")]
pub struct Train {
    #[command(flatten)]
    game: GameArgs,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// Write the net here
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Go on from this net
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Sums of the net, a multiple of 128
    #[arg(long, default_value_t = 256)]
    sums: usize,
    /// How often each position is looked at
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: u64,
    /// Positions between two steps
    #[arg(long, default_value_t = 2048, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// Length of the first steps
    #[arg(long, default_value_t = 0.0015, value_name = "X")]
    rate: f32,
    /// How much the end of a game counts against what the search thought, from 0 to 1
    #[arg(long, default_value_t = 0.5, value_name = "X")]
    outcome_share: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Print one JSON object for each epoch
    #[arg(long)]
    json: bool,
}

impl Train {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let fits = self.sums.is_multiple_of(SUMS_STEP) && (SUMS_STEP..=MOST_SUMS).contains(&self.sums);
        ensure!(fits, "--sums '{}': expected a multiple of {SUMS_STEP} up to {MOST_SUMS}", self.sums);
        let share = self.outcome_share;
        ensure!((0.0..=1.0).contains(&share), "--outcome-share '{share}': expected 0 to 1");
        ensure!(self.rate > 0.0 && self.rate < 1.0, "--rate '{}': expected between 0 and 1", self.rate);
        let variant = self.game.variant();
        variant.visit(Run { args: self, variant })
    }

    fn origin(&self, variant: Variant, positions: usize, epochs: f64) -> String {
        let files: Vec<String> = self.games.iter().map(|file| base_name(file)).collect();
        let from = self.from.as_ref().map_or(String::new(), |from| format!(", from {}", base_name(from)));
        format!(
            "{}: sisku train on {} ({positions} positions){from}; epochs {epochs:.1} of {}, batch {}, rate {}, \
             outcome-share {}, seed {}",
            variant.name(),
            files.join(" "),
            self.epochs,
            self.batch,
            self.rate,
            self.outcome_share,
            self.seed
        )
    }
}

fn base_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

struct Run {
    args: Train,
    variant: Variant,
}

impl Visitor for Run {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Game>(self) -> Self::Output {
        let Run { args, variant } = self;
        ensure!(super::learnable::<G>(), "--variant {}: expected a game that has nets", variant.name());
        let from = match &args.from {
            Some(path) => Some(read_net::<G>(path)?),
            None => None,
        };
        let mut samples = Samples::<G>::default();
        for path in &args.games {
            samples.read(path, variant, args.outcome_share)?;
        }
        let (lessons, exam) = (samples.lessons.len(), samples.exam.len());
        ensure!(lessons > 0, "--games: expected games to learn from, found {}", samples.games);
        let course = Course {
            sums: args.sums,
            epochs: args.epochs as usize,
            batch: args.batch as usize,
            rate: args.rate,
            seed: args.seed,
            threads: args.threads.map_or_else(super::cores, |threads| threads as usize),
        };
        if !args.json {
            super::print(&format!(
                "{} games, {lessons} positions to learn from, {exam} held out\n",
                samples.games
            ))?;
        }
        let stop = super::flag_of_ctrl_c()?;

        let bar = Bar::new();
        let mut failure = None;
        train::train(&course, &samples, from.as_ref(), &stop, &mut |progress, net| {
            let Progress { epochs, lessons: so_far, exam } = *progress;
            let done = epochs / course.epochs as f64;
            let rate = epochs * lessons as f64 / bar.elapsed().as_secs_f64().max(1e-6);
            bar.show(done, || {
                let losses = (so_far.of_results(), so_far.of_moves());
                format!("epoch {epochs:.1}, losses {:.4} {:.4}, {rate:.0}/s", losses.0, losses.1)
            });
            let Some(exam) = exam else { return };
            let net = net(args.origin(variant, lessons, epochs));
            let rounded = train::examine_net(&net, &samples, course.threads);
            let written = std::fs::write(&args.out, net.write())
                .with_context(|| format!("cannot write {}", args.out.display()))
                .and_then(|()| {
                    let line = if args.json {
                        format!(
                            "{{\"epoch\":{epochs},\"value_loss\":{:.5},\"policy_loss\":{:.5},\
                             \"held_out_value_loss\":{:.5},\"held_out_policy_loss\":{:.5},\"rate\":{rate:.0}}}\n",
                            so_far.of_results(),
                            so_far.of_moves(),
                            rounded.of_results(),
                            rounded.of_moves()
                        )
                    } else {
                        format!(
                            "epoch {epochs}: losses of value and policy {:.4} {:.4}; held out {:.4} {:.4}, rounded \
                             {:.4} {:.4}; {rate:.0} positions/s\n",
                            so_far.of_results(),
                            so_far.of_moves(),
                            exam.of_results(),
                            exam.of_moves(),
                            rounded.of_results(),
                            rounded.of_moves()
                        )
                    };
                    bar.suspend(|| super::print(&line))
                });
            if let Err(error) = written {
                failure = Some(error);
                stop.store(true, Relaxed);
            }
        });
        bar.clear();
        match failure {
            Some(error) => Err(error),
            None if stop.load(Relaxed) => Ok(ExitCode::from(super::INTERRUPTED)),
            None => Ok(ExitCode::SUCCESS),
        }
    }
}

fn read_net<G: Game>(path: &Path) -> anyhow::Result<Net> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Net::read::<G>(&bytes).with_context(|| path.display().to_string())
}
