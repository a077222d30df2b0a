//! `sisku selfplay`.

use super::GameArgs;
use super::progress::Bar;
use crate::arena::report::plural;
use crate::arena::schedule::Shard;
use crate::games::{Notation, Variant, Visitor};
use crate::learn::games::GamesWriter;
use crate::learn::selfplay::{self, SelfplayConfig};
use crate::search::EvalSource;
use anyhow::ensure;
use clap::Args;
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Play games against itself, to train nets on
#[derive(Args)]
#[command(after_help = "Game number n of a seed is always the same game, so that shards and resumed \
    runs fit together.\nThe file keeps what its games are made with, and --resume refuses anything else. Ctrl-C stops; finished games are in the file,\nand --resume goes on.\n\n\
    Exit codes: 0 all games are played, 2 bad usage, or a file that cannot be written or gone on with, 130 after Ctrl-C.\n\n\
    Examples:\n  sisku selfplay --games 20000 --nodes 400 --out gen1.games\n  \
    sisku selfplay --games 20000 --out a.games --shard 1/2 --eval-file nets/pijersi.net")]
pub(super) struct Selfplay {
    #[command(flatten)]
    game: GameArgs,
    /// Games to play, over all shards
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Playouts of a full search
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// Probability of a full search, from 0 to 1; others get a sixth of the playouts and no policy target
    #[arg(long, default_value_t = 1.0, value_name = "P")]
    full_search_prob: f32,
    /// Plies in which moves are drawn at temperature 1, in proportion to their visits
    #[arg(long, default_value_t = 12, value_name = "N")]
    temperature_plies: usize,
    /// Root noise: share of the root's priors that is Dirichlet noise, from 0 to 1
    #[arg(long, default_value_t = 0.2, value_name = "X")]
    noise: f32,
    /// Evaluate by this net, or 'embedded', or 'handcrafted'
    #[arg(long, value_name = "FILE", default_value = super::EMBEDDED)]
    eval_file: String,
    /// Memory of each thread's tree, in MB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: u64,
    /// Games at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only part i of n, for several machines
    #[arg(long, value_name = "i/n", default_value = "1/1")]
    shard: Shard,
    /// Write the games here
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Go on with the games in the file, if it exists
    #[arg(long)]
    resume: bool,
    /// Print one JSON object at the end
    #[arg(long)]
    json: bool,
}

/// The numbers of all games are in memory.
const MOST_GAMES: u64 = 100_000_000;

impl Selfplay {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        for (name, share) in [("noise", self.noise), ("full-search-prob", self.full_search_prob)] {
            ensure!((0.0..=1.0).contains(&share), "--{name} '{share}': expected 0 to 1");
        }
        let variant = self.game.variant();
        variant.visit(Run { args: self, variant })
    }
}

struct Run {
    args: Selfplay,
    variant: Variant,
}

impl Visitor for Run {
    type Output = anyhow::Result<ExitCode>;

    fn visit<G: Notation>(self) -> Self::Output {
        let Run { args, variant } = self;
        ensure!(super::learnable::<G>(), "--variant {}: expected a game that has nets", variant.name());
        let config = SelfplayConfig {
            evaluation: EvalSource::find::<G>(&args.eval_file)?,
            nodes: args.nodes,
            full_search_prob: args.full_search_prob,
            temperature_plies: args.temperature_plies,
            noise: args.noise,
            seed: args.seed,
            threads: args.threads.map_or_else(super::cores, |threads| threads as usize),
            hash_mb: args.hash as usize,
        };
        let settings = config.describe::<G>();
        ensure!(
            args.resume || !args.out.exists(),
            "{} exists: expected --resume to go on with it, or another file for --out",
            args.out.display()
        );
        let (mut writer, played) = match args.resume && args.out.exists() {
            true => GamesWriter::resume(&args.out, variant, &settings)?,
            false => (GamesWriter::create(&args.out, variant, &settings)?, Vec::new()),
        };
        let played: HashSet<u64> = played.into_iter().collect();
        let mine = |number: &u64| number % args.shard.count == args.shard.index - 1;
        let numbers: Vec<u64> =
            (0..args.games).filter(mine).filter(|number| !played.contains(number)).collect();
        let stop = super::flag_of_ctrl_c()?;

        let bar = Bar::new();
        let (mut games, mut plies) = (0u64, 0u64);
        let mut error = None;
        selfplay::play::<G>(&config, &numbers, &stop, |game| {
            games += 1;
            plies += game.plies.len() as u64;
            error = writer.write(&game).err();
            let rate = plies as f64 / bar.elapsed().as_secs_f64().max(1e-6);
            bar.show(games as f64 / numbers.len() as f64, || {
                format!("{games}/{} games, {plies} positions, {rate:.0}/s", numbers.len())
            });
            error.is_none()
        });
        bar.clear();
        if let Some(error) = error {
            return Err(error.into());
        }
        let seconds = bar.elapsed().as_secs_f64();
        let rate = plies as f64 / seconds.max(1e-6);
        let all = played.len() as u64 + games;
        let whole = games == numbers.len() as u64;
        super::print(&if args.json {
            super::json_line(&SelfplayJson {
                variant: variant.name(),
                games: all,
                new_games: games,
                new_positions: plies,
                seconds: (10.0 * seconds).round() / 10.0,
                complete: whole,
            })?
        } else {
            let note = if whole { "" } else { "stopped; --resume goes on. " };
            format!(
                "{note}{}, {}, {rate:.0} positions/s; {} in the file\n",
                plural(games, "game"),
                plural(plies, "position"),
                plural(all, "game")
            )
        })?;
        Ok(if whole { ExitCode::SUCCESS } else { ExitCode::from(super::INTERRUPTED) })
    }
}

/// What was played, as programs read it.
#[derive(Serialize)]
struct SelfplayJson<'a> {
    variant: &'a str,
    games: u64,
    new_games: u64,
    new_positions: u64,
    seconds: f64,
    complete: bool,
}
