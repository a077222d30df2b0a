//! A finished game as it is kept: one line of JSON that tells everything.

use super::info::{Info, Score};
use super::openings::Opening;
use super::settings::Settings;
use super::stats;
use crate::games::{Outcome, Player};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How a game ended, by the names of `query result`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    P1Win,
    P2Win,
    Draw,
}

impl GameResult {
    /// A loss of this player.
    pub fn lost_by(player: Player) -> Self {
        Outcome::Win(!player).into()
    }

    /// The name in answers to `query result`.
    pub fn name(self) -> &'static str {
        match self {
            GameResult::P1Win => "p1win",
            GameResult::P2Win => "p2win",
            GameResult::Draw => "draw",
        }
    }

    /// As score sheets have it.
    pub fn score(self) -> &'static str {
        match self {
            GameResult::P1Win => "1-0",
            GameResult::P2Win => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// What it brought this player.
    pub fn seen_by(self, player: Player) -> stats::Score {
        let first = match self {
            GameResult::P1Win => stats::Score::Win,
            GameResult::P2Win => stats::Score::Loss,
            GameResult::Draw => stats::Score::Draw,
        };
        if player == Player::One { first } else { first.flipped() }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Player::One) => GameResult::P1Win,
            Outcome::Win(Player::Two) => GameResult::P2Win,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The player who made it: 1 or 2.
    pub by: usize,
    #[serde(rename = "move")]
    pub text: String,
    /// Milliseconds it took.
    pub ms: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl MoveRecord {
    /// A move with what its engine told about it.
    pub fn new(by: Player, text: String, time: Duration, info: Info) -> Self {
        let Info { score, depth, nodes } = info;
        MoveRecord { by: by.index() + 1, text, ms: milliseconds(time), score, depth, nodes }
    }
}

/// Milliseconds to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 0; see [`super::schedule::Task`].
    pub game: u64,
    pub pair: u64,
    pub round: u64,
    /// The names of the engines that played for player one and two.
    pub players: [String; 2],
    /// What they called themselves.
    pub ids: [String; 2],
    pub result: GameResult,
    /// How it ended: by the rules, or by a fault of the loser.
    pub reason: String,
    /// More about a fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub opening: Opening,
    pub moves: Vec<MoveRecord>,
    /// Milliseconds each engine thought, the last move of a fault included.
    pub thought_ms: [f64; 2],
    /// Where engines disagree with the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mismatches: Vec<String>,
    /// Seconds since 1970 when it ended.
    pub ended: u64,
}

#[derive(Serialize)]
struct LineOut<'a> {
    #[serde(flatten)]
    game: &'a GameRecord,
    settings: &'a Settings,
}

#[derive(Deserialize)]
struct LineIn {
    #[serde(flatten)]
    game: GameRecord,
    settings: Settings,
}

/// Writes a game with the settings of its match, line break included.
pub fn write_line(game: &GameRecord, settings: &Settings) -> serde_json::Result<String> {
    Ok(serde_json::to_string(&LineOut { game, settings })? + "\n")
}

/// Reads a line written by [`write_line`].
pub fn read_line(line: &str) -> serde_json::Result<(GameRecord, Settings)> {
    let LineIn { game, settings } = serde_json::from_str(line)?;
    Ok((game, settings))
}
