//! `sisku perft`.

use super::GameArgs;
use super::progress::Bar;
use crate::games::perft::{self, CountProgress};
use crate::games::{Information, Notation, Rules, Visitor};
use crate::search::Control;
use anyhow::ensure;
use clap::Args;
use serde::{Serialize, Serializer};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Count the sequences of moves of a given length
#[derive(Args)]
#[command(
    after_help = "Rules that end drawn-out games are ignored. Ctrl-C prints the first moves counted so far.\n\n\
    Exit codes: 0 done, 2 a bad position or bad usage, 130 after Ctrl-C.\n\n\
    Examples:\n  sisku perft 4\n  sisku perft 3 --variant pijersi51 --threads 2 --split\n  \
    sisku perft 2 --fen '5s-/R-6/6/7/6/7/6 b 0 5' --json"
)]
pub(super) struct Perft {
    /// The length of the sequences
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    #[command(flatten)]
    game: GameArgs,
    /// Count from this position instead of the start
    #[arg(long)]
    fen: Option<String>,
    /// Threads to count on
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Print the count of each first move
    #[arg(long)]
    split: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let control = super::stopped_by_ctrl_c()?;
        let count = self.game.variant().visit(Counting { perft: &self, control: &control })?;
        super::print(&if self.json { self.json(&count)? } else { self.text(&count)? })?;
        Ok(if count.complete { ExitCode::SUCCESS } else { ExitCode::from(super::INTERRUPTED) })
    }

    fn json(&self, count: &Count) -> anyhow::Result<String> {
        let total = count.total();
        let json = CountJson {
            variant: self.game.variant().name(),
            depth: self.depth,
            interrupted: (!count.complete).then_some(true),
            result: count.complete.then_some(total),
            counted: (!count.complete).then_some(total),
            time_ms: count.time.as_millis() as u64,
            nps: count.speed(),
            split: (self.split || !count.complete).then_some(&count.split),
        };
        super::json_line(&json)
    }

    fn text(&self, count: &Count) -> Result<String, std::fmt::Error> {
        let (depth, total, ms, nps) = (self.depth, count.total(), count.time.as_millis(), count.speed());
        let mut text = String::new();
        for (mv, nodes) in count.split.iter().filter(|_| self.split || !count.complete) {
            writeln!(text, "{mv}: {nodes}")?;
        }
        if count.complete {
            writeln!(text, "depth {depth} result {total} time {ms} ms, {nps} per second")?;
        } else {
            let moves = count.split.len();
            writeln!(
                text,
                "interrupted: depth {depth} after {moves} first moves {total} time {ms} ms, {nps} per second"
            )?;
        }
        Ok(text)
    }
}

/// A count as programs read it.
#[derive(Serialize)]
struct CountJson<'a> {
    variant: &'a str,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<u64>,
    /// What was counted of a count that was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    counted: Option<u64>,
    time_ms: u64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_order")]
    split: Option<&'a Vec<(String, u64)>>,
}

/// Writes pairs as one object, in their order.
fn in_order<S: Serializer>(pairs: &Option<&Vec<(String, u64)>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().flat_map(|pairs| pairs.iter()).map(|(mv, count)| (mv, count)))
}

/// A count, or as much of it as was made.
struct Count {
    split: Vec<(String, u64)>,
    complete: bool,
    time: Duration,
}

impl Count {
    fn total(&self) -> u64 {
        self.split.iter().map(|(_, nodes)| nodes).sum()
    }

    fn speed(&self) -> u64 {
        (self.total() as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

struct Counting<'a> {
    perft: &'a Perft,
    control: &'a Control,
}

impl Visitor for Counting<'_> {
    type Output = anyhow::Result<Count>;

    fn visit<G: Notation>(self) -> Self::Output {
        let Counting { perft, control } = self;
        let rules = Rules::of(G::rule_options());
        let position = match &perft.fen {
            Some(text) => G::from_fen(text, &rules)?,
            None => G::start(&rules),
        };
        ensure!(
            G::Information::is_complete(&position),
            "--fen '{}': expected a position of which all is known",
            position.fen()
        );
        let start = Instant::now();
        let bar = Bar::new();
        let progress = Progress { bar: &bar, control };
        let split = perft::split(&position, perft.depth, perft.threads.into(), &progress);
        bar.clear();
        let complete = split.is_ok();
        let split = split.unwrap_or_else(|part| part).into_iter();
        let split = split.map(|(mv, nodes)| (position.ugi_move(mv), nodes)).collect();
        Ok(Count { split, complete, time: start.elapsed() })
    }
}

/// Shows how far a count has come, and stops it.
struct Progress<'a> {
    bar: &'a Bar,
    control: &'a Control,
}

impl CountProgress for Progress<'_> {
    fn stop(&self) -> bool {
        self.control.stopped()
    }

    fn counted(&self, done: usize, all: usize, nodes: u64) {
        self.bar.show(done as f64 / all.max(1) as f64, || {
            let rate = nodes as f64 / self.bar.elapsed().as_secs_f64().max(1e-6) / 1e6;
            format!("{done}/{all}, {nodes}, {rate:.0} M/s")
        });
    }
}
