//! The command `proofs`.

use super::{Stress, Tally};
use crate::commands::parse_variant;
use crate::commands::print;
use crate::pool;
use clap::Args;
use serde_json::json;
use sisku::games::Variant;
use std::process::ExitCode;

/// All games: check what searches claim to have proven, by a slow search on the rules alone
#[derive(Args)]
#[command(
    after_help = "Positions are near the end of games and near the draw, of games with random turns and quick \
    searches, under the usual rules and others; and those once found wrong, again and again. Each is searched with \
    every number of threads in trees of 1 and 16 MB, and then one that follows in what is left of the tree. Every \
    claim of the root and of each move is checked: won or lost within so many plies, or drawn. In Bloch's game the \
    open search is meant. Exit code 1 if a claim is wrong; what was claimed is then printed as UGI.\n\n\
    full: searches whose tree was full. unchecked: claims too large for the slow search. longer: of the root's wins and \
    losses whose length could be checked too, those with a shorter win.\n\n\
    Examples:\n  \
    sisku-lab proofs --searches 2000\n  \
    sisku-lab proofs --variant jersi --threads 8 --searches 500 --seed 7 --json"
)]
pub struct ProofsArgs {
    /// Searches altogether, at least
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    searches: u64,
    /// Numbers of search threads
    #[arg(long, value_delimiter = ',', default_value = "1,2,8", value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Vec<u16>,
    /// Variants [default: all]
    #[arg(long = "variant", value_name = "NAME", value_delimiter = ',', value_parser = parse_variant)]
    variants: Vec<Variant>,
    /// Playouts of each search [default: 200, 500, 1500 or 6000, drawn]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Moves that the slow search may play for a claim
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    check_nodes: u64,
    /// Positions at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Seed of all that is left to chance
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of the first position
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    first: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A line of the table.
struct Row {
    variant: &'static str,
    threads: String,
    tally: Tally,
}

impl ProofsArgs {
    /// Runs the searches; the exit code says whether all claims are right.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let variants = if self.variants.is_empty() { Variant::ALL.to_vec() } else { self.variants.clone() };
        let threads: Vec<usize> = self.threads.iter().map(|&threads| threads.into()).collect();
        let (nodes, check_nodes) = (self.nodes, self.check_nodes);
        let stress = Stress { seed: self.seed, variants, threads, nodes, check_nodes };
        let positions = self.searches.div_ceil(stress.searches_at_once());
        let numbers = self.first..self.first.saturating_add(positions);
        let examined = pool::run(numbers, self.jobs.into(), "positions", |number| stress.examine(number))?;
        let mut rows = Vec::new();
        let mut total = Tally::default();
        for &variant in &stress.variants {
            for (i, threads) in stress.threads.iter().enumerate() {
                let mut tally = Tally::default();
                let of_variant = examined.iter().filter(|examined| examined.variant == variant);
                of_variant.filter_map(|examined| examined.tallies.get(i)).for_each(|part| tally.add(part));
                total.add(&tally);
                rows.push(Row { variant: variant.name(), threads: threads.to_string(), tally });
            }
        }
        rows.push(Row { variant: "all", threads: "all".into(), tally: total });
        let faults: Vec<&str> =
            examined.iter().flat_map(|examined| &examined.faults).map(String::as_str).collect();
        match self.json {
            true => print(&format!("{}\n", self.object(&rows, &faults)))?,
            false => print(&text(&rows, &faults))?,
        }
        Ok(if total.wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn object(&self, rows: &[Row], faults: &[&str]) -> serde_json::Value {
        let row = |row: &Row| {
            let tally = row.tally;
            json!({
                "variant": row.variant,
                "threads": row.threads,
                "searches": tally.searches,
                "full": tally.full,
                "claims": tally.claims,
                "checked": tally.checked(),
                "wrong": tally.wrong,
                "unchecked": tally.unchecked,
                "lengths": tally.lengths,
                "longer": tally.longer,
            })
        };
        json!({
            "seed": self.seed,
            "first": self.first,
            "nodes": self.nodes,
            "check_nodes": self.check_nodes,
            "rows": rows.iter().map(row).collect::<Vec<_>>(),
            "faults": faults,
        })
    }
}

fn text(rows: &[Row], faults: &[&str]) -> String {
    let mut text: String = faults.iter().map(|fault| format!("wrong: {fault}\n\n")).collect();
    text += "variant       threads  searches    full    claims   checked  wrong  unchecked  longer\n";
    for Row { variant, threads, tally } in rows {
        let longer = format!("{}/{}", tally.longer, tally.lengths);
        text += &format!(
            "{variant:12}  {threads:>7}  {:8}  {:6}  {:8}  {:8}  {:5}  {:9}  {longer}\n",
            tally.searches,
            tally.full,
            tally.claims,
            tally.checked(),
            tally.wrong,
            tally.unchecked
        );
    }
    text
}
