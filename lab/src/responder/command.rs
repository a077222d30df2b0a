//! The command `best-response`.

use super::Settings;
use crate::commands::{EngineArgs, RunArgs, nodes, rounded};
use crate::contest::{Contest, Score};
use crate::opponents::{Name, Skill};
use crate::pool;
use clap::Args;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// Bloch's game: a responder that knows the engine's strategy, against the engine
#[derive(Args)]
#[command(
    after_help = "The score is the responder's, ± is one standard error over pairs. It plays a local best \
    response: it weighs the engine's possible pieces by what the engine, asked as an oracle, would have \
    played with them, and searches with the oracle's replies. What it scores above one half is a lower bound \
    of what the engine gives away at this number of nodes.\n\n\
    Examples:\n  \
    sisku-lab best-response --pairs 20 --nodes 500\n  \
    sisku-lab best-response --pairs 20 --nodes 2000 --oracle-nodes 200 --worlds 64 --threads 2 --json"
)]
pub struct BestResponseArgs {
    /// Pairs of games
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Number of the first pair
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    first_pair: u64,
    /// Playouts a turn of the engine
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Playouts of a search of the oracle [default: those of the engine]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    oracle_nodes: Option<u64>,
    /// Worlds in which the oracle is asked about a turn of the engine, at most
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..))]
    worlds: u16,
    /// Replies of the engine that the oracle is asked for each turn, at most
    #[arg(long, value_name = "N", default_value_t = 32)]
    replies: u16,
    /// Iterations a turn of the responder's own search [default: the engine's playouts]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl BestResponseArgs {
    /// Plays the games and prints the score.
    pub fn run(self) -> anyhow::Result<()> {
        let tally = Arc::default();
        let responder = Settings {
            oracle_nodes: self.oracle_nodes,
            worlds: self.worlds.into(),
            replies: self.replies.into(),
            iterations: self.iterations.unwrap_or(self.nodes),
            tally: Arc::clone(&tally),
        };
        let skill = Skill { responder, ..self.engine.skill(nodes(self.nodes)) };
        let contest = Contest {
            player: (Name::Responder, skill.clone()),
            opponent: (Name::Engine, skill),
            seed: self.run.seed,
        };
        let numbers = self.first_pair..self.first_pair.saturating_add(self.pairs.into());
        let begun = Instant::now();
        let pairs = pool::run(numbers, self.run.threads.into(), "pairs", |pair| contest.pair(pair))?;
        let minutes = begun.elapsed().as_secs_f64() / 60.0;
        let score = Score::of(&pairs);
        let [won, drawn, lost] = score.wdl;
        let games = won + drawn + lost;
        let (foreseen, searches) = (tally.mean_foreseen(), tally.searches.load(Relaxed));
        let text = format!(
            "responder against engine: {:.1} % ± {:.1} in {games} games ({won} won, {drawn} drawn, {lost} \
            lost), {:.1} games a minute\nprobability foreseen of the engine's turns: {foreseen:.3}; \
            {searches} searches of the oracle",
            100.0 * score.mean,
            100.0 * score.error,
            games as f64 / minutes.max(1e-9),
        );
        let value = json!({
            "first_pair": self.first_pair,
            "pairs": self.pairs,
            "nodes": self.nodes,
            "score": rounded(score.mean),
            "standard_error": rounded(score.error),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "foreseen": rounded(foreseen),
            "oracle_searches": searches,
        });
        self.run.print(&value, &text)
    }
}
