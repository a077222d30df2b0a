//! A finished game as it is kept: one line of JSON that tells everything.

mod file;
pub(crate) mod game_record;
mod json;
mod merge;

#[cfg(feature = "fuzzing")]
pub(crate) use file::parse as parse_file;
pub(crate) use file::{FileContents, GamesFile, read as read_games};
pub(crate) use merge::merge;

use super::config::MatchSettings;
use super::openings::Opening;
use super::schedule::Shard;
use super::stats::Points;
use crate::games::{Outcome, Player};
use crate::ugi::wire::{Info, Score};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A result as score sheets have it.
pub(crate) fn score_sheet(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::One) => "1-0",
        Outcome::Win(Player::Two) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// What an outcome brought a player.
pub(crate) fn points(outcome: Outcome, player: Player) -> Points {
    match outcome {
        Outcome::Win(winner) if winner == player => Points::Win,
        Outcome::Win(_) => Points::Loss,
        Outcome::Draw => Points::Draw,
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MoveRecord {
    /// The player who made it: 1 or 2.
    pub(crate) by: usize,
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// Milliseconds it took.
    pub(crate) ms: f64,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json::score")]
    pub(crate) score: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
}

impl MoveRecord {
    /// A move with what its engine reported about it.
    pub(crate) fn new(by: Player, text: String, time: Duration, info: Info) -> Self {
        let Info { score, depth, nodes, .. } = info;
        MoveRecord { by: by.index() + 1, text, ms: milliseconds(time), score, depth, nodes }
    }
}

/// Milliseconds to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// The number of the game in the match, from 0; see [`super::schedule::GameTask`].
    pub(crate) game: u64,
    pub(crate) pair: u64,
    pub(crate) round: u64,
    /// The names of the engines that played for player one and two.
    pub(crate) players: [String; 2],
    /// What they called themselves.
    pub(crate) ids: [String; 2],
    #[serde(with = "json::result")]
    pub(crate) result: Outcome,
    /// How it ended: by the rules, or by a fault of the loser.
    pub(crate) reason: String,
    /// More about a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
    pub(crate) opening: Opening,
    pub(crate) moves: Vec<MoveRecord>,
    /// The move that came too late and lost: as the engine wrote it, not played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) late: Option<MoveRecord>,
    /// Milliseconds each engine thought, the last move of a fault included.
    pub(crate) thought_ms: [f64; 2],
    /// Where engines disagree with the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) mismatches: Vec<String>,
    /// Seconds since 1970 when it ended.
    pub(crate) ended: u64,
    /// The games of the whole match, as it was planned then; files of older versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) planned: Option<u64>,
    /// The part of the match that it was played in, if it was played in parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shard: Option<Shard>,
}

/// The version of the lines that are written. It goes up when a reader of older lines would
/// misread newer ones; a field more does not need that.
const VERSION: u64 = 1;

#[derive(Serialize)]
struct LineOut<'a> {
    #[serde(flatten)]
    game: &'a GameRecord,
    version: u64,
    settings: &'a MatchSettings,
}

#[derive(Deserialize)]
struct LineIn {
    #[serde(flatten)]
    game: GameRecord,
    settings: MatchSettings,
}

/// What every version of a line has; the first lines of all had none.
#[derive(Deserialize)]
struct LineVersion {
    #[serde(default)]
    version: u64,
}

/// Why a line is not read.
#[derive(Debug)]
pub(crate) enum LineError {
    /// A newer version of the program has written it.
    Newer(u64),
    /// It is no game.
    Malformed(serde_json::Error),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Newer(version) => write!(
                f,
                "version {version}: expected at most {VERSION}; it takes a newer sisku to read this file"
            ),
            LineError::Malformed(error) => write!(f, "not a game: {error}"),
        }
    }
}

impl std::error::Error for LineError {}

/// Writes a game with the settings of its match, line break included.
pub(crate) fn write_line(game: &GameRecord, settings: &MatchSettings) -> serde_json::Result<String> {
    Ok(serde_json::to_string(&LineOut { game, version: VERSION, settings })? + "\n")
}

/// Reads a line written by [`write_line`].
pub(crate) fn read_line(line: &str) -> Result<(GameRecord, MatchSettings), LineError> {
    // The version first: what a newer line has may be anything.
    let LineVersion { version } = serde_json::from_str(line).map_err(LineError::Malformed)?;
    if version > VERSION {
        return Err(LineError::Newer(version));
    }
    let LineIn { game, settings } = serde_json::from_str(line).map_err(LineError::Malformed)?;
    Ok((game, settings))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::config::MatchConfig;

    #[test]
    fn games_are_read_as_they_were_written() {
        let settings = toml::from_str::<MatchConfig>("[[engine]]").expect("a config").settings();
        let settings = settings.expect("settled");
        let mv = |score| {
            let info = Info { score, depth: Some(3), ..Info::default() };
            MoveRecord::new(Player::One, "a1b1".into(), Duration::from_micros(1500), info)
        };
        let mut game = GameRecord {
            game: 3,
            pair: 1,
            round: 1,
            players: ["a".into(), "b".into()],
            ids: [String::new(), String::new()],
            result: Outcome::Draw,
            reason: "length".into(),
            detail: None,
            opening: Opening::default(),
            moves: vec![mv(None), mv(Some(Score::Cp(12))), mv(Some(Score::Mate(-3)))],
            late: None,
            // A sum of floats, with as many digits as they come to: found by fuzzing, for
            // serde_json by itself reads such a number as its neighbour.
            thought_ms: [4.5, 3.3528000000000002],
            mismatches: Vec::new(),
            ended: 0,
            planned: Some(8),
            shard: Some(Shard { index: 2, count: 4 }),
        };
        for result in [Outcome::Draw, Outcome::Win(Player::One), Outcome::Win(Player::Two)] {
            game.result = result;
            game.late = (result == Outcome::Win(Player::Two)).then(|| mv(None));
            let line = write_line(&game, &settings).expect("plain");
            assert_eq!(read_line(&line).expect("as written"), (game.clone(), settings.clone()));
        }
        let line = write_line(&game, &settings).expect("plain");
        for part in [
            r#""result":"p2win""#,
            r#""score":{"cp":12}"#,
            r#""score":{"mate":-3}"#,
            r#""ms":1.5"#,
            r#""shard":"2/4""#,
            r#""version":1"#,
        ] {
            assert!(line.contains(part), "{line}");
        }
        let open = line.replace("p2win", "none");
        assert!(read_line(&open).is_err_and(|error| error.to_string().contains("a game that is over")));
        // Files from before there was a version are read, newer ones are not.
        let old = line.replace(r#""version":1,"#, "");
        assert!(old.len() < line.len() && read_line(&old).is_ok());
        let newer = r#"{"game":3,"version":2,"played":"otherwise"}"#;
        assert!(read_line(newer).is_err_and(|error| matches!(error, LineError::Newer(2))));
    }
}
