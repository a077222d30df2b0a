//! `sisku train`.

use super::GameArgs;
use super::progress::Bar;
use crate::arena::report::plural;
use crate::games::{Notation, Variant, Visitor};
use crate::learn::samples::{Dataset, ValueTargets};
use crate::learn::train::{self, Losses, TrainConfig, TrainProgress};
use crate::net::{ACCUMULATOR_STEP, MAX_ACCUMULATOR, Net};
use crate::search::EvalSource;
use anyhow::{Context, ensure};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

/// Train a net on games of 'sisku selfplay'
#[derive(Args)]
#[command(after_help = "The net is written after every epoch; Ctrl-C stops with the net of the last one. \
    The same games, settings\nand seed give the same net on any number of threads. One game in twenty is \
    held out as the validation set.\nLosses are KL divergences from the targets, of the value head and of \
    the policy head; 0 is perfect.\n\n\
    Exit codes: 0 done, 2 bad usage, or files that cannot be read or written, 130 after Ctrl-C.\n\n\
    Examples:\n  sisku train --games gen1.games --out pijersi.net\n  \
    sisku train --variant pijersi51 --games a.games b.games --from pijersi.net --out pijersi51.net")]
pub(super) struct Train {
    #[command(flatten)]
    game: GameArgs,
    /// Files of games
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    games: Vec<PathBuf>,
    /// Write the net here
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Continue training from this net
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Width of the accumulator, a multiple of 128
    #[arg(long, default_value_t = 256, value_name = "N")]
    accumulator: usize,
    /// Passes over the training set
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    epochs: u64,
    /// Positions of each step
    #[arg(long, default_value_t = 2048, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    batch_size: u64,
    /// Peak learning rate, after the warm-up
    #[arg(long, default_value_t = 0.0015, value_name = "X")]
    learning_rate: f32,
    /// Weight of the game's outcome (with --td-lambda, of the λ-return) in the value target, against the value of the
    /// search, from 0 to 1
    #[arg(long, default_value_t = 0.5, value_name = "X")]
    outcome_share: f32,
    /// The λ of TD(λ): below 1 the values of the positions that follow stand for a part of the outcome; by the net of
    /// --from, or the embedded one, in games with hidden information, else by the search
    #[arg(long, default_value_t = 1.0, value_name = "X")]
    td_lambda: f32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Overwrite the file of --out
    #[arg(long)]
    force: bool,
    /// Print one JSON object for each epoch
    #[arg(long)]
    json: bool,
}

impl Train {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let width = self.accumulator;
        let fits =
            width.is_multiple_of(ACCUMULATOR_STEP) && (ACCUMULATOR_STEP..=MAX_ACCUMULATOR).contains(&width);
        ensure!(
            fits,
            "--accumulator '{width}': expected a multiple of {ACCUMULATOR_STEP} up to {MAX_ACCUMULATOR}"
        );
        let share = self.outcome_share;
        ensure!((0.0..=1.0).contains(&share), "--outcome-share '{share}': expected 0 to 1");
        let lambda = self.td_lambda;
        ensure!((0.0..=1.0).contains(&lambda), "--td-lambda '{lambda}': expected 0 to 1");
        let rate = self.learning_rate;
        ensure!(rate > 0.0 && rate < 1.0, "--learning-rate '{rate}': expected between 0 and 1");
        let out = self.out.display();
        ensure!(
            self.force || !self.out.exists(),
            "{out} exists: expected --force to overwrite it, or another file for --out"
        );
        let variant = self.game.variant();
        variant.visit(Run { args: self, variant })
    }

    fn origin(&self, variant: Variant, positions: usize, epochs: f64) -> String {
        let files: Vec<String> = self.games.iter().map(|file| base_name(file)).collect();
        let from = self.from.as_ref().map_or(String::new(), |from| format!(", from {}", base_name(from)));
        format!(
            "{}: sisku train on {} ({positions} positions){from}; epochs {epochs:.1} of {}, batch-size {}, \
             learning-rate {}, outcome-share {}, td-lambda {}, seed {}",
            variant.name(),
            files.join(" "),
            self.epochs,
            self.batch_size,
            self.learning_rate,
            self.outcome_share,
            self.td_lambda,
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

/// The losses after an epoch.
struct EpochReport {
    epochs: f64,
    training: Losses,
    /// On the validation set, with the weights of the training and with those of the file; nothing
    /// if too few games held any out.
    validation: Option<[Losses; 2]>,
    positions_per_second: f64,
}

impl EpochReport {
    fn json(&self) -> String {
        let rounded = |loss: f64| (loss * 1e5).round() / 1e5;
        let quantized = self.validation.map(|[_, quantized]| quantized);
        let object = json!({
            "epoch": self.epochs as u64,
            "value_loss": rounded(self.training.value()),
            "policy_loss": rounded(self.training.policy()),
            "validation_value_loss": quantized.map(|losses| rounded(losses.value())),
            "validation_policy_loss": quantized.map(|losses| rounded(losses.policy())),
            "positions_per_second": self.positions_per_second.round() as u64,
        });
        format!("{object}\n")
    }

    fn text(&self) -> String {
        let losses = |losses: Losses| format!("{:.4} {:.4}", losses.value(), losses.policy());
        let validation = self.validation.map_or_else(
            || "no validation".to_string(),
            |[validation, quantized]| {
                format!("validation {}, quantized {}", losses(validation), losses(quantized))
            },
        );
        format!(
            "epoch {}: value and policy loss {}; {validation}; {:.0} positions/s\n",
            self.epochs,
            losses(self.training),
            self.positions_per_second
        )
    }
}

impl Visitor for Run {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Notation>(self) -> Self::Output {
        let Run { args, variant } = self;
        ensure!(super::learnable::<G>(), "--variant {}: expected a game that has nets", variant.name());
        let from = match &args.from {
            Some(path) => Some(Net::load::<G>(path).with_context(|| path.display().to_string())?),
            None => None,
        };
        let embedded = if args.td_lambda < 1.0 { EvalSource::Embedded.net::<G>() } else { None };
        let bootstrap = from.as_ref().or(embedded.as_deref());
        let (outcome_share, lambda) = (args.outcome_share, args.td_lambda);
        let mut dataset = Dataset::<G>::default();
        for path in &args.games {
            dataset.read(path, variant, ValueTargets { outcome_share, lambda, bootstrap })?;
        }
        let positions = dataset.training.len();
        ensure!(positions > 0, "--games: expected games to train on, found {}", dataset.games);
        let config = TrainConfig {
            accumulator: args.accumulator,
            epochs: args.epochs as usize,
            batch_size: args.batch_size as usize,
            learning_rate: args.learning_rate,
            seed: args.seed,
            threads: args.threads.map_or_else(super::cores, |threads| threads as usize),
        };
        if !args.json {
            super::print(&format!(
                "{}: {} in the training set, {} in the validation set\n",
                plural(dataset.games, "game"),
                plural(positions as u64, "position"),
                dataset.validation.len()
            ))?;
        }
        let stop = super::flag_of_ctrl_c()?;

        let bar = Bar::new();
        let mut failure = None;
        train::train(&config, &dataset, from.as_ref(), &stop, &mut |progress, net| {
            let TrainProgress { epochs, training, validation } = *progress;
            let positions_per_second = epochs * positions as f64 / bar.elapsed().as_secs_f64().max(1e-6);
            bar.show(epochs / config.epochs as f64, || {
                let (value, policy) = (training.value(), training.policy());
                format!("epoch {epochs:.1}, losses {value:.4} {policy:.4}, {positions_per_second:.0}/s")
            });
            let Some(validation) = validation else { return };
            let net = net(args.origin(variant, positions, epochs));
            let quantized = || train::validate_quantized(&net, &dataset, config.threads);
            let validation = (!dataset.validation.is_empty()).then(|| [validation, quantized()]);
            let report = EpochReport { epochs, training, validation, positions_per_second };
            let written = std::fs::write(&args.out, net.write())
                .with_context(|| format!("cannot write {}", args.out.display()))
                .and_then(|()| {
                    let line = if args.json { report.json() } else { report.text() };
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
