//! Files of games that are looked at while they grow: those that were named when the server was
//! started, and no others.

use super::desk::Visitor;
use super::searches::Kind;
use super::texts::SentGame;
use crate::analysis::{Failure, Fields};
use crate::arena::records::read_games;
use crate::arena::report::{MatchReport, Standings};
use crate::formats::{self, ReadOptions};
use crate::games::{NotationError, Outcome};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use std::{fs, thread};

/// How often a file is looked at.
const TICK: Duration = Duration::from_millis(500);
/// Bytes of a file.
const LONGEST: u64 = 64 << 20;
/// The last games that are listed.
const MOST_LISTED: usize = 500;

#[derive(Serialize)]
struct Files {
    files: Vec<String>,
}

#[derive(Serialize)]
struct Match {
    file: String,
    /// As `sisku match --json` reports them; null for a file that no match has written.
    standings: serde_json::Value,
    /// The last games.
    games: Vec<ListedGame>,
}

#[derive(Serialize)]
struct ListedGame {
    /// Its place in the file, from 1.
    game: usize,
    players: [Option<String>; 2],
    result: Option<Outcome>,
    reason: Option<String>,
    turns: usize,
}

#[derive(Serialize)]
struct OneGame {
    game: SentGame,
}

/// Answers `match`: without `file` the names of the files, with `game` one game, and else how the
/// match stands, again whenever the file has grown.
pub(super) fn answer(visitor: &Arc<Visitor>, id: String, fields: &mut Fields) -> Result<(), Failure> {
    let file = fields.take::<String>("file", "the name of a file")?;
    let number = fields.take::<usize>("game", "the number of a game, from 1")?;
    fields.finish("id, action, file or game")?;
    let name = |path: &PathBuf| path.display().to_string();
    let watched = &visitor.hall.settings.watched;
    let Some(file) = file else {
        visitor.reply(&id, Files { files: watched.iter().map(name).collect() });
        return Ok(());
    };
    let path = watched.iter().find(|path| name(path) == file).cloned().ok_or_else(|| {
        let expected = "a file that 'sisku serve --watch' names";
        fields.failure("file", &NotationError::new(&file, expected))
    })?;
    if let Some(number) = number {
        let game = read_one(&path, number);
        let game = game.map_err(|error| Failure { error, ..fields.plain_failure("game") })?;
        visitor.reply(&id, OneGame { game });
        return Ok(());
    }
    let stopped = Arc::new(AtomicBool::new(false));
    let ours = stopped.clone();
    let watching = visitor.searches.begin(Kind::Match, &id, 1, move || ours.store(true, Ordering::Relaxed));
    let visitor = visitor.clone();
    thread::spawn(move || {
        watch(&visitor, &id, &path, &stopped);
        visitor.searches.end(watching);
    });
    Ok(())
}

/// Tells how a file stands whenever it has changed.
fn watch(visitor: &Visitor, id: &str, path: &Path, stopped: &AtomicBool) {
    let mut last: Option<(u64, Option<SystemTime>)> = None;
    while !stopped.load(Ordering::Relaxed) {
        let state = fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok()));
        if state.is_some() && state != last || last.is_none() {
            // Where there is no file yet, there is nothing yet.
            last = Some(state.unwrap_or_default());
            match read(path) {
                Ok(body) => visitor.reply(id, body),
                Err(error) => {
                    let id = Some(id.to_string());
                    visitor.send(&Failure { id, error, field: Some("file".to_string()) });
                }
            }
        }
        thread::sleep(TICK);
    }
}

fn read(path: &Path) -> Result<Match, String> {
    let text = read_text(path)?;
    let standings = match read_games(path) {
        Ok(contents) => contents.settings.map(|settings| {
            let mut standings = Standings::new(&settings);
            contents.games.iter().for_each(|game| standings.add(game));
            let planned = contents.games.iter().rev().find_map(|game| game.planned);
            let planned = planned.unwrap_or(contents.games.len() as u64);
            let report = MatchReport {
                settings: &settings,
                standings: &standings,
                sprt: None,
                ended: "So far",
                planned,
                run: &[],
            };
            report.json()
        }),
        Err(_) => None,
    };
    let games: Vec<ListedGame> = (1..)
        .zip(formats::read(&text, &ReadOptions::default()))
        .filter_map(|(number, game)| {
            let game = game.ok()?;
            Some(ListedGame {
                game: number,
                result: game.result(),
                reason: game.header.reason.clone().or_else(|| game.ending().map(str::to_string)),
                turns: game.turns(),
                players: game.header.players,
            })
        })
        .collect();
    let first = games.len().saturating_sub(MOST_LISTED);
    let games = games.into_iter().skip(first).collect();
    Ok(Match { file: path.display().to_string(), standings: standings.unwrap_or_default(), games })
}

fn read_one(path: &Path, number: usize) -> Result<SentGame, String> {
    let games = formats::read(&read_text(path)?, &ReadOptions::default());
    let count = games.len();
    let game = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
    let expected = || NotationError::new(number.to_string(), format!("a game from 1 to {count}")).to_string();
    let game = game.ok_or_else(expected)?.map_err(|error| error.to_string())?;
    Ok(SentGame::new(&game))
}

/// The whole lines of a file; none if it is not there yet.
fn read_text(path: &Path) -> Result<String, String> {
    match fs::metadata(path) {
        Ok(data) if data.len() > LONGEST => {
            return Err(format!("{}: expected at most {} MB", path.display(), LONGEST >> 20));
        }
        Ok(_) => {}
        Err(_) => return Ok(String::new()),
    }
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
