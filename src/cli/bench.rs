//! `sisku bench`.

use super::GameArgs;
use super::progress::Bar;
use crate::bench::{self, BenchReport};
use crate::games::{Notation, Visitor};
use crate::search::Control;
use clap::Args;
use serde::Serialize;
use std::process::ExitCode;

/// Search fixed positions on one thread; print a signature and the speed
#[derive(Args)]
#[command(
    after_help = "The nodes and the signature change only if the search does. Ctrl-C stops it with what it has.\n\n\
    Exit codes: 0 done, 2 bad usage or a net that cannot be read, 130 after Ctrl-C.\n\n\
    Examples:\n  sisku bench\n  sisku bench --variant pijersi51 --json"
)]
pub(super) struct Bench {
    #[command(flatten)]
    game: GameArgs,
    /// Nodes for each position
    #[arg(long, default_value_t = bench::NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let variant = self.game.variant();
        let control = super::stopped_by_ctrl_c()?;
        let done = variant.visit(Run { nodes: self.nodes, control: &control });
        let (positions, nodes, ms) = (done.positions, done.nodes, done.time.as_millis());
        let (nps, signature) = (done.speed(), done.signature);
        let complete = positions == bench::POSITIONS;
        // The signature of a part is none.
        super::print(&match (self.json, complete) {
            (true, _) => super::json_line(&BenchJson {
                variant: variant.name(),
                positions,
                nodes,
                signature: complete.then(|| format!("{signature:016x}")),
                interrupted: (!complete).then_some(true),
                time_ms: ms as u64,
                nps,
            })?,
            (false, true) => format!(
                "{positions} positions, {nodes} nodes, signature {signature:016x}, {ms} ms, {nps} nps\n"
            ),
            (false, false) => format!(
                "interrupted after {positions} of {} positions, {nodes} nodes, {ms} ms, {nps} nps\n",
                bench::POSITIONS
            ),
        })?;
        Ok(if complete { ExitCode::SUCCESS } else { ExitCode::from(super::INTERRUPTED) })
    }
}

/// A report as programs read it.
#[derive(Serialize)]
struct BenchJson<'a> {
    variant: &'a str,
    positions: usize,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
    time_ms: u64,
    nps: u64,
}

struct Run<'a> {
    nodes: u64,
    control: &'a Control,
}

impl Visitor for Run<'_> {
    type Output = BenchReport;

    fn visit<G: Notation>(self) -> BenchReport {
        let bar = Bar::new();
        let done = bench::run::<G>(self.nodes, self.control, &mut |so_far| {
            let (done, all, nps) = (so_far.positions, bench::POSITIONS, so_far.speed());
            bar.show(done as f64 / all as f64, || format!("{done}/{all} positions, {nps} nps"));
        });
        bar.clear();
        done
    }
}
