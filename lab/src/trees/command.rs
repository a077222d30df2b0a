//! The command `tree`.

use super::cfr::{Behaviour, Cfr, exploitability, uniform};
use super::{SmallGame, Tree, counting};
use crate::commands::{print, rounded};
use crate::small::Small;
use crate::tiny::Tiny;
use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use sisku::search::{Control, Limits, Search, SearchRequest, Settings};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The games with small trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GameName {
    /// Two files, five ranks, two pieces each, five turns
    Tiny,
    /// Three files, six ranks, three pieces and one in reserve each, as many turns as asked for
    Small,
}

/// Small games as whole trees: exploitability, CFR+, and export as .efg for OpenSpiel
#[derive(Args)]
#[command(
    after_help = "Exploitability is what a best response wins on the average as either player, from 0 for an \
    equilibrium to 1. lab/openspiel.py compares an export and the figures with OpenSpiel's.\n\n\
    Examples:\n  \
    sisku-lab tree tiny --cfr-plus 10,100,1000\n  \
    sisku-lab tree tiny --export tiny.efg --cfr-plus 5,100 --strategy tiny-strategy.json --json > tiny.json\n  \
    sisku-lab tree small --horizon 3 --search 300 --seeds 4\n  \
    sisku-lab tree tiny --export tiny.efg --search 300 --search-strategy tiny-300.json\n  \
    sisku-lab tree small --horizon 4 --counting --cfr-plus 50"
)]
pub struct TreeArgs {
    /// The game
    game: GameName,
    /// Turns of both players together, after which the small game ends
    #[arg(long, value_name = "TURNS", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=12))]
    horizon: u8,
    /// Write the tree to a file in Gambit's format
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Exploitability of the average strategy after so many iterations of CFR+
    #[arg(long, value_name = "ITERATIONS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    cfr_plus: Vec<u32>,
    /// Write the last average strategy of CFR+, as JSON
    #[arg(long, value_name = "FILE", requires = "cfr_plus")]
    strategy: Option<PathBuf>,
    /// The same of plain CFR, with alternating updates
    #[arg(long, value_name = "ITERATIONS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..))]
    cfr: Vec<u32>,
    /// Exploitability of the engine's search with so many playouts
    #[arg(long, value_name = "NODES", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    search: Vec<u64>,
    /// Write the strategy of the last search, as JSON
    #[arg(long, value_name = "FILE", requires = "search")]
    search_strategy: Option<PathBuf>,
    /// Set a constant of the engine's search; may be repeated
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = crate::commands::parse_param)]
    params: Vec<(&'static str, f32)>,
    /// Also the scores against a player who counts one turn ahead, of a best response and of each
    /// strategy that is computed: how much luck the game leaves
    #[arg(long)]
    counting: bool,
    /// Seed of the first search; the others count on from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Searches at each information set, whose answers are averaged: what an opponent knows who knows
    /// the strategy, but no seed
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
    /// Give up if the tree has more nodes
    #[arg(long, value_name = "NODES", default_value_t = 20_000_000)]
    most: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl TreeArgs {
    /// Makes the tree and does with it what was asked for.
    pub fn run(self) -> anyhow::Result<()> {
        match self.game {
            GameName::Tiny => self.run_with::<Tiny>("tiny"),
            GameName::Small => self.run_with::<Small>("small"),
        }
    }

    fn run_with<G: SmallGame>(&self, name: &str) -> anyhow::Result<()> {
        let tree = Tree::new::<G>(self.horizon, self.most)?;
        if let Some(path) = &self.export {
            let file = File::create(path).with_context(|| path.display().to_string())?;
            let mut out = BufWriter::new(file);
            tree.write_efg(name, &mut out).and_then(|()| out.flush()).context("cannot write the tree")?;
        }
        let even = exploitability(&tree, &uniform(&tree));
        let (nodes, terminals, sets) = (tree.nodes.len(), tree.terminals(), tree.sets.len());
        let mut text = format!(
            "{nodes} nodes, {terminals} of them terminal, {sets} information sets\nuniform: {even:.6}"
        );
        let counting = self.counting.then(|| counting::counting::<G>(&tree, self.horizon));
        let against = |strategy: &Behaviour| {
            counting.as_ref().map(|counting| counting::score(&tree, strategy, counting))
        };
        let ceiling = counting.as_ref().map(|counting| counting::most(&tree, counting));
        if let Some(ceiling) = ceiling {
            text += &format!("\nbest response against counting: {:.1} %", 100.0 * ceiling);
        }
        let mut runs: Vec<Value> = Vec::new();
        for (algorithm, plus, checkpoints) in [("CFR+", true, &self.cfr_plus), ("CFR", false, &self.cfr)] {
            let (rows, average) = minimized(&tree, plus, checkpoints);
            for &(iterations, given) in &rows {
                text += &format!("\n{algorithm}, {iterations} iterations: {given:.6}");
                let row =
                    json!({ "algorithm": algorithm, "iterations": iterations, "exploitability": given });
                runs.push(row);
            }
            if let (Some(score), false) = (against(&average), rows.is_empty()) {
                text += &format!("\n{algorithm}, the last, against counting: {:.1} %", 100.0 * score);
                runs.push(json!({ "algorithm": algorithm, "against_counting": rounded(score) }));
            }
            if let (true, Some(path), Some((_, given))) = (plus, &self.strategy, rows.last()) {
                write_strategy(path, &tree, &average, *given)?;
            }
        }
        for &nodes in &self.search {
            let searched = self.searched::<G>(&tree, nodes)?;
            let given = exploitability(&tree, &searched);
            let score = against(&searched);
            text += &format!("\nsearch, {nodes} playouts: {given:.4}");
            if let Some(score) = score {
                text += &format!(", against counting {:.1} %", 100.0 * score);
            }
            if let Some(path) = &self.search_strategy {
                write_strategy(path, &tree, &searched, given)?;
            }
            let (given, score) = (rounded(given), score.map(rounded));
            runs.push(json!({
                "algorithm": "search",
                "iterations": nodes,
                "seeds": self.seeds,
                "exploitability": given,
                "against_counting": score,
            }));
        }
        let value = json!({
            "game": name,
            "horizon": self.horizon,
            "nodes": nodes,
            "terminals": terminals,
            "information_sets": sets,
            "uniform": even,
            "best_response_against_counting": ceiling.map(rounded),
            "runs": runs,
        });
        print(&if self.json { format!("{value}\n") } else { format!("{text}\n") })
    }

    /// The mixture that the search answers with at each information set, over seeds.
    fn searched<G: SmallGame>(&self, tree: &Tree, nodes: u64) -> anyhow::Result<Behaviour> {
        let mut search: Search<G> =
            Search::new(Settings { hash_mb: 16, tuned: self.params.clone(), ..Settings::default() });
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut seeds = self.seed..;
        let mut behaviour = Behaviour::new();
        for set in &tree.sets {
            let observed = tree.observed::<G>(set, self.horizon).context("a deal is missing")?;
            let turns = crate::legal_moves(observed.current());
            let mut shares = vec![0.0; turns.len()];
            for seed in seeds.by_ref().take(self.seeds as usize) {
                // What was found at another information set must not leak into this one.
                search.clear();
                let request = SearchRequest { seed, ..SearchRequest::new(observed.clone(), limits.clone()) };
                let result = search.search(&request, &Control::new(&limits), &mut |_| {});
                let best = result.best.context("the search found no move")?;
                let mixture = if result.mixture.is_empty() { vec![(best, 1.0)] } else { result.mixture };
                for (turn, share) in turns.iter().zip(&mut shares) {
                    let of_turn = mixture.iter().filter(|(other, _)| other == turn);
                    *share += of_turn.map(|(_, share)| share).sum::<f64>() / f64::from(self.seeds);
                }
            }
            behaviour.push(shares);
        }
        Ok(behaviour)
    }
}

/// Exploitability after these numbers of iterations, and the last average strategy.
fn minimized(tree: &Tree, plus: bool, checkpoints: &[u32]) -> (Vec<(u32, f64)>, Behaviour) {
    let mut cfr = Cfr::new(tree, plus);
    let mut rows = Vec::new();
    for iteration in 1..=checkpoints.iter().copied().max().unwrap_or(0) {
        cfr.iterate();
        if checkpoints.contains(&iteration) {
            rows.push((iteration, exploitability(tree, &cfr.average())));
        }
    }
    (rows, cfr.average())
}

fn write_strategy(path: &Path, tree: &Tree, strategy: &Behaviour, given: f64) -> anyhow::Result<()> {
    let json = strategy_json(tree, strategy, given);
    std::fs::write(path, format!("{json}\n")).with_context(|| path.display().to_string())
}

/// A strategy by player and by information set, in the order of the export.
fn strategy_json(tree: &Tree, behaviour: &Behaviour, exploitability: f64) -> Value {
    let mut players = [Vec::new(), Vec::new()];
    for (set, probabilities) in tree.sets.iter().zip(behaviour) {
        let actions = set.actions.iter().cloned().zip(probabilities.iter().map(|&p| Value::from(p)));
        players[set.player.index()].push(Value::Object(actions.collect()));
    }
    json!({ "exploitability": exploitability, "players": players })
}
