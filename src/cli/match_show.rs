//! `sisku match show`.

use crate::arena::config::settle;
use crate::arena::records::{GameRecord, game_record, read_games};
use crate::arena::report::{MatchReport, Standings, plural};
use anyhow::Context;
use clap::Args;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show what a file of games holds: standings, faults, or one game
#[derive(Args)]
#[command(after_help = "The file may be that of a match that is being played: whole games count.\n\n\
    Exit codes: 0 done, 2 a file that cannot be read, no such game, or bad usage.\n\n\
    Examples:\n  sisku match show match.jsonl\n  sisku match show match.jsonl --game 7")]
pub(super) struct ShowArgs {
    /// File of games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replay the game of this number, from 1, with times and scores
    #[arg(long, value_name = "N")]
    game: Option<u64>,
}

impl ShowArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let shown = self.file.display();
        let contents = read_games(&self.file)?;
        let settings = contents.settings.with_context(|| format!("{shown}: expected games, found none"))?;
        if let Some(number) = self.game {
            let found = contents.games.iter().find(|game| game.game + 1 == number);
            let game = found.with_context(|| format!("{shown}: expected game {number}, found none"))?;
            super::print(&replay(game, &settle::rule_source(&settings)?))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut standings = Standings::new(&settings);
        contents.games.iter().for_each(|game| standings.add(game));
        let planned = contents.games.iter().filter_map(|game| game.planned).max();
        let report = MatchReport {
            settings: &settings,
            standings: &standings,
            sprt: None,
            ended: "So far",
            planned: planned.unwrap_or(standings.games()).max(standings.games()),
            run: &[("games file", shown.to_string())],
        };
        super::print(&format!("{}{}", report.text(), faults(&contents.games)))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The games that a fault has decided, a line for each.
fn faults(games: &[GameRecord]) -> String {
    let mut text = String::new();
    for game in games {
        let (number, [one, two]) = (game.game + 1, &game.players);
        if let Some(detail) = &game.detail {
            let _ = writeln!(text, "Fault in game {number}, {one} - {two}: {} ({detail})", game.reason);
        }
        for mismatch in &game.mismatches {
            let _ = writeln!(text, "Strict in game {number}, {one} - {two}: {mismatch}");
        }
    }
    text
}

/// A game with what its engines said about every move, and where it ended.
fn replay(game: &GameRecord, rule_source: &crate::arena::referee::RuleSource) -> String {
    let mut text = String::new();
    let native = game_record::native(game, rule_source);
    for line in game_record::write(game, rule_source).lines().take_while(|line| line.starts_with('#')) {
        let _ = writeln!(text, "{}", line.trim_start_matches(['#', ' ']));
    }
    let opening = game.opening.moves.len();
    for (ply, (number, native)) in (1..).zip(&native).enumerate() {
        let Some(mv) = ply.checked_sub(opening).and_then(|ply| game.moves.get(ply)) else {
            let _ = writeln!(text, "{number:4} {native:<16} opening");
            continue;
        };
        let player = &game.players[usize::from(mv.by == 2)];
        let _ = write!(text, "{number:4} {native:<16} {player}, {:.1} ms", mv.ms);
        if let Some(score) = mv.score {
            let _ = write!(text, ", score {score}");
        }
        for (name, value) in [("depth", mv.depth), ("nodes", mv.nodes)] {
            if let Some(value) = value {
                let _ = write!(text, ", {name} {value}");
            }
        }
        text.push('\n');
    }
    if let Some(diagram) = game_record::last_diagram(game, rule_source) {
        let moves = plural(native.len() as u64, "move");
        let _ = writeln!(text, "After {moves}:\n{diagram}");
    }
    text
}
