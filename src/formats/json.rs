//! Games as JSON, one object a line: what `sisku match` writes, and what we write.

use super::error::FormatError;
use super::header::Header;
use super::raw::RawGame;
use super::record::GameRecord;
use crate::games::{Outcome, Player};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is read of a game; both kinds of lines have more.
#[derive(Deserialize)]
struct GameIn {
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
    #[serde(default)]
    players: [Option<String>; 2],
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    #[serde(default)]
    date: Option<String>,
    /// Seconds since 1970.
    #[serde(default)]
    ended: Option<u64>,
    #[serde(default)]
    opening: OpeningIn,
    moves: Vec<MoveIn>,
    #[serde(default)]
    settings: SettingsIn,
}

#[derive(Default, Deserialize)]
struct OpeningIn {
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

#[derive(Default, Deserialize)]
struct SettingsIn {
    #[serde(default)]
    variant: Option<String>,
    #[serde(default)]
    rules: BTreeMap<String, String>,
}

/// A move with what is known about it, or just the move.
#[derive(Deserialize)]
#[serde(untagged)]
enum MoveIn {
    Record {
        #[serde(rename = "move")]
        text: String,
    },
    Text(String),
}

pub(super) fn read(text: &str) -> Vec<Result<RawGame, FormatError>> {
    // One object over several lines is a game, too.
    if let Ok(game) = serde_json::from_str::<GameIn>(text) {
        return vec![Ok(raw(1, game))];
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line)| match serde_json::from_str::<GameIn>(line) {
        Ok(game) => Ok(raw(number, game)),
        Err(error) => Err(FormatError::new(number, format!("not a game: {error}"))),
    };
    lines.map(read).collect()
}

fn raw(line: usize, game: GameIn) -> RawGame {
    let result = match game.result.as_deref() {
        Some("p1win") => Some(Outcome::Win(Player::One)),
        Some("p2win") => Some(Outcome::Win(Player::Two)),
        Some("draw") => Some(Outcome::Draw),
        _ => None,
    };
    let date = game.date.or_else(|| game.ended.map(date));
    let made = game.moves.into_iter().map(|mv| match mv {
        MoveIn::Record { text } | MoveIn::Text(text) => text,
    });
    RawGame {
        header: Header { players: game.players, result, reason: game.reason, date },
        line,
        variant: game.variant.or(game.settings.variant),
        rules: game.rules.into_iter().chain(game.settings.rules).collect(),
        start: game.opening.fen,
        moves: game.opening.moves.into_iter().chain(made).map(|text| (line, text)).collect(),
    }
}

/// The day of a time in seconds since 1970, by the civil calendar (Howard Hinnant's
/// `civil_from_days`).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, shifted) = (day - (153 * month + 2) / 5 + 1, month < 10);
    let (month, more) = if shifted { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + more)
}

#[derive(Serialize)]
struct GameOut<'a> {
    variant: &'a str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<&'a [Option<String>; 2]>,
    /// `none` while it goes on.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<&'a str>,
    opening: OpeningOut,
    moves: Vec<MoveOut>,
}

#[derive(Serialize)]
struct OpeningOut {
    fen: String,
}

#[derive(Serialize)]
struct MoveOut {
    by: Player,
    #[serde(rename = "move")]
    ugi: String,
    native: String,
    /// The position after it.
    fen: String,
}

/// Writes a game, line break included.
pub(super) fn write(game: &GameRecord) -> String {
    let header = &game.header;
    let by = |turn: usize| game.mover(turn - 1);
    let moves = (1..).zip(game.moves()).map(|(turn, mv)| MoveOut {
        by: by(turn),
        ugi: mv.ugi,
        native: mv.native,
        fen: game.fen(turn),
    });
    let out = GameOut {
        variant: game.variant().name(),
        rules: game.rules().changes().collect(),
        players: header.players.iter().any(Option::is_some).then_some(&header.players),
        result: crate::ugi::wire::GameResult::from(game.result()).name(),
        reason: header.reason.as_deref().or(game.ending()),
        date: header.date.as_deref(),
        opening: OpeningOut { fen: game.fen(0) },
        moves: moves.collect(),
    };
    // Strings and numbers only: this cannot fail.
    serde_json::to_string(&out).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_are_those_of_the_calendar() {
        let days = [0, 951_782_400, 951_868_800, 1_794_970_548, 4_102_444_799];
        assert_eq!(
            days.map(super::date),
            ["1970-01-01", "2000-02-29", "2000-03-01", "2026-11-18", "2099-12-31"]
        );
    }
}
