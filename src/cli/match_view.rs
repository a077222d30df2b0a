//! What people see of a match while it is played.

use super::progress::{Bar, clock_time};
use crate::arena::play::Watcher;
use crate::arena::records::{GameRecord, game_record, score_sheet};
use crate::arena::referee::RuleSource;
use crate::arena::report::{MatchReport, Standings, plural};
use anyhow::Context;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

/// Where news of the match goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A bar on the terminal.
    Bar,
    /// A line for each game.
    Lines,
    /// The same on stderr, for stdout is taken.
    LinesAside,
    Quiet,
}

/// A view of a match.
pub(super) struct View {
    mode: Mode,
    planned: u64,
    before: u64,
    start: Instant,
    bar: Bar,
    record: Option<(File, RuleSource)>,
    error: Option<io::Error>,
}

impl View {
    /// A view of a match of so many games, some of which were played before.
    pub(super) fn new(planned: u64, before: u64, json: bool, quiet: bool) -> Self {
        let bar = Bar::from(before as f64 / planned.max(1) as f64);
        let mode = match (quiet, bar.is_hidden(), json) {
            (true, _, _) => Mode::Quiet,
            (_, false, _) => Mode::Bar,
            (_, _, true) => Mode::LinesAside,
            _ => Mode::Lines,
        };
        View { mode, planned, before, start: Instant::now(), bar, record: None, error: None }
    }

    /// Writes games as people do to a file, beginning with those played before.
    pub(super) fn record_to(
        &mut self,
        path: Option<&Path>,
        games: &[GameRecord],
        rule_source: &RuleSource,
    ) -> anyhow::Result<()> {
        let Some(path) = path else { return Ok(()) };
        let cannot = || format!("cannot write {}", path.display());
        let mut file = File::create(path).with_context(cannot)?;
        for game in games {
            file.write_all(game_record::write(game, rule_source).as_bytes()).with_context(cannot)?;
        }
        self.record = Some((file, rule_source.clone()));
        Ok(())
    }

    /// Says something beside the games.
    pub(super) fn note(&self, text: &str) {
        if self.mode != Mode::Quiet {
            self.bar.suspend(|| super::tell(&format!("note: {text}")));
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        self.bar.clear();
    }

    /// What has gone wrong with the record of games.
    pub(super) fn error(&mut self) -> anyhow::Result<()> {
        match self.error.take() {
            Some(error) => Err(error).context("cannot write the record of games"),
            None => Ok(()),
        }
    }

    fn time_left(&self, games: u64) -> String {
        let (now, left) = (games.saturating_sub(self.before), self.planned.saturating_sub(games));
        if now == 0 {
            return String::new();
        }
        let seconds = self.start.elapsed().as_secs_f64() / now as f64 * left as f64;
        format!(", {} left", clock_time(seconds as u64))
    }

    fn draw(&self, standings: &Standings) {
        let (games, planned) = (standings.games(), self.planned);
        self.bar.show(games as f64 / planned.max(1) as f64, || {
            format!("{games}/{planned}, {}", MatchReport::brief(standings))
        });
    }
}

impl Watcher for View {
    fn finished(&mut self, game: &GameRecord, standings: &Standings) {
        if let Some((file, rule_source)) = &mut self.record
            && let Err(error) = file.write_all(game_record::write(game, rule_source).as_bytes())
        {
            self.error.get_or_insert(error);
        }
        let faulty = game.detail.is_some() || !game.mismatches.is_empty();
        let [one, two] = &game.players;
        let (number, result, reason, moves) =
            (game.game + 1, score_sheet(game.result), &game.reason, plural(game.moves.len() as u64, "move"));
        let mut line = format!("game {number}: {one} - {two} {result}, {reason}, {moves}");
        if let Some(detail) = &game.detail {
            line.push_str(&format!(" ({detail})"));
        }
        for mismatch in &game.mismatches {
            line.push_str(&format!("\n  strict: {mismatch}"));
        }
        let so_far = || {
            let (games, brief) = (standings.games(), MatchReport::brief(standings));
            format!("; {games}/{}, {brief}{}", self.planned, self.time_left(games))
        };
        match self.mode {
            Mode::Quiet => {}
            // A reader that has gone away is no reason to stop.
            Mode::Lines => drop(writeln!(io::stdout(), "{line}{}", so_far())),
            Mode::LinesAside => super::tell(&format!("{line}{}", so_far())),
            Mode::Bar => {
                if faulty {
                    self.bar.suspend(|| super::tell(&line));
                }
                self.draw(standings);
            }
        }
    }

    fn tick(&mut self, standings: &Standings) {
        if self.mode == Mode::Bar {
            self.draw(standings);
        }
    }
}
