//! `sisku review`.

use super::game_input::{Source, VariantArgs};
use super::progress::Bar;
use crate::formats::GameRecord;
use crate::review::{ReviewSettings, review};
use crate::search::Limits;
use crate::ugi::Options;
use anyhow::{Context, bail};
use clap::Args;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Review a finished game: what every turn lost, and what was better
#[derive(Args)]
#[command(
    after_help = "FILE may be a native record, a file of pijersi-certu or jersi-certu, a list of UGI moves, or the arena's\n\
    JSON; - is standard input. Each turn is searched twice: all moves, and the move that was made.\n\n\
    Exit code 2 for wrong flags, files or games that cannot be read, 130 after Ctrl-C, with\n\
    the turns that were done.\n\n\
    Examples:\n  \
    sisku review game.txt\n  \
    sisku review games.jsonl --game 3 --movetime 100 --html review.html\n  \
    echo 'position startpos moves b4c4d4 g6f6e5' | sisku review - --nodes 200 --json"
)]
pub(super) struct Review {
    /// The game
    file: String,
    /// Which game of the file, from 1
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    #[command(flatten)]
    variant: VariantArgs,
    /// Set an option of the engine; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Playouts for each search [default: 5000, unless --movetime is given]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each search
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Searches at the same time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write one HTML page with boards and a graph
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Review {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let game = self.read()?;
        let mut options = Options::new(game.variant());
        super::set_options(&mut options, &self.options)?;
        let settings = ReviewSettings {
            limits: Limits {
                nodes: self.nodes.or(self.movetime.is_none().then_some(5000)),
                move_time: self.movetime.map(Duration::from_millis),
                ..Limits::default()
            },
            threads: self.threads.map_or_else(super::cores, usize::from),
            options,
        };
        let stopped = super::flag_of_ctrl_c()?;
        let bar = Bar::new();
        let result = review(&game, &settings, &mut |done| {
            bar.show(done, || format!("{} turns", game.turns()));
            !stopped.load(Ordering::Relaxed)
        });
        bar.clear();
        if let Some(path) = &self.html {
            fs::write(path, result.to_html(&game)).with_context(|| path.display().to_string())?;
        }
        super::print(&if self.json { super::json_line(&result)? } else { result.to_text() })?;
        let interrupted = stopped.load(Ordering::Relaxed);
        Ok(if interrupted { ExitCode::from(super::INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// The game to review.
    fn read(&self) -> anyhow::Result<GameRecord> {
        let source = Source::file(&self.file)?;
        let (game, count) = source.game(self.game, &self.variant.options()?)?;
        let name = source.name();
        if game.turns() == 0 {
            bail!("{name}: expected a game with at least one turn");
        }
        if count > 1 && self.game == 1 && !self.json {
            super::tell(&format!("note: {name} has {count} games; this is the first (--game N for another)"));
        }
        Ok(game)
    }
}
