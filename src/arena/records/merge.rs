//! Joins the files of a match that was played in parts.

use super::file;
use super::{GameRecord, write_line};
use crate::arena::config::MatchSettings;
use anyhow::{Context, bail, ensure};
use std::collections::BTreeMap;
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
    let games = games.into_values().map(|(game, _)| game).collect();
    Ok(Merged { settings, games, repeated, torn })
}

impl Merged {
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
