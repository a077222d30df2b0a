//! Joins the files of a match that was played in parts.

use super::file;
use super::{GameRecord, write_line};
use crate::arena::config::MatchSettings;
use crate::arena::schedule::Shard;
use anyhow::{Context, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// All games of several files.
#[derive(Debug)]
pub(crate) struct Merged {
    pub(crate) settings: MatchSettings,
    /// By number.
    pub(crate) games: Vec<GameRecord>,
    /// Games that were in more than one file, and counted once.
    pub(crate) repeated: u64,
    /// Files whose last line was cut off.
    pub(crate) torn: Vec<PathBuf>,
    /// Number of games in the whole match, as far as the files tell.
    pub(crate) planned: u64,
    /// The parts in which the match was played, if they are all of one division.
    parts: u64,
}

/// Reads files of one match; a game in several of them counts once.
pub(crate) fn merge(paths: &[PathBuf]) -> anyhow::Result<Merged> {
    let mut settings: Option<(MatchSettings, &PathBuf)> = None;
    let mut games: BTreeMap<u64, (GameRecord, &PathBuf)> = BTreeMap::new();
    let (mut repeated, mut torn) = (0, Vec::new());
    for path in paths {
        let contents = file::read(path)?;
        if contents.torn {
            torn.push(path.clone());
        }
        let Some(theirs) = contents.settings else { continue };
        match &settings {
            None => settings = Some((theirs, path)),
            Some((ours, first)) => {
                let differences = theirs.differences(ours);
                let (here, there) = (path.display(), first.display());
                ensure!(
                    differences.is_empty(),
                    "{here} has other settings than {there}: {}",
                    differences.join("; ")
                );
            }
        }
        for game in contents.games {
            match games.get(&game.game) {
                None => {
                    games.insert(game.game, (game, path));
                }
                Some((known, _)) if *known == game => repeated += 1,
                Some((_, first)) => {
                    let (number, here, there) = (game.game, path.display(), first.display());
                    bail!("game {number} of {here} is not game {number} of {there}: both were played")
                }
            }
        }
    }
    let (settings, _) = settings.context("no games in any of the files")?;
    let mut games: Vec<GameRecord> = games.into_values().map(|(game, _)| game).collect();
    // A game of the last pair is followed by the other, whatever was planned.
    let told = games.iter().filter_map(|game| game.planned).max();
    let planned = games.last().map_or(0, |game| 2 * (game.pair + 1)).max(told.unwrap_or_default());
    let mut divisions: Vec<u64> = games.iter().filter_map(|game| game.shard).map(|part| part.count).collect();
    divisions.sort_unstable();
    divisions.dedup();
    let parts = if let [parts] = divisions[..] { parts } else { 1 };
    // What is written is no part any more.
    for game in &mut games {
        (game.planned, game.shard) = (told.map(|_| planned), None);
    }
    Ok(Merged { settings, games, repeated, torn, planned, parts })
}

impl Merged {
    /// What is missing from the match, in words; `None` if it is whole.
    pub(crate) fn gap(&self) -> Option<String> {
        let there: BTreeSet<u64> = self.games.iter().map(|game| game.game).collect();
        let missing: Vec<u64> = (0..self.planned).filter(|game| !there.contains(game)).collect();
        if missing.is_empty() {
            return None;
        }
        if self.parts == 1 {
            let shown: Vec<String> = missing.iter().take(4).map(|game| (game + 1).to_string()).collect();
            let more = if missing.len() > shown.len() { ", …" } else { "" };
            let noun = if missing.len() == 1 { "game" } else { "games" };
            let (count, planned) = (missing.len(), self.planned);
            return Some(format!("{count} of {planned} games: {noun} {}{more}", shown.join(", ")));
        }
        let parts = (1..=self.parts).map(|index| Shard { index, count: self.parts });
        let parts = parts.filter_map(|part| {
            let lacks = missing.iter().filter(|&game| part.has(game / 2)).count() as u64;
            let all = (0..self.planned).filter(|game| part.has(game / 2)).count() as u64;
            match lacks {
                0 => None,
                _ if lacks == all => Some(format!("part {part}")),
                _ => Some(format!("{lacks} of {all} games of part {part}")),
            }
        });
        Some(parts.collect::<Vec<_>>().join(", "))
    }

    /// Writes all games into a new file.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let shown = path.display();
        let file = File::create_new(path).with_context(|| format!("cannot write {shown}"))?;
        let mut out = BufWriter::new(file);
        for game in &self.games {
            out.write_all(write_line(game, &self.settings)?.as_bytes())
                .with_context(|| format!("cannot write {shown}"))?;
        }
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all().with_context(|| format!("cannot write {shown}"))
    }
}
