//! Games as text.

use super::detect::Format;
use super::error::FormatError;
use super::record::GameRecord;
use crate::games::{Player, Variant};
use std::fmt::Write;

/// Moves in a line of a native record: long enough to be compact, short enough to be found again.
const NATIVE_LINE: usize = 10;

/// Writes a game, with a line break at the end. An error says why the format cannot express it.
pub fn write(game: &GameRecord, format: Format) -> Result<String, FormatError> {
    match format {
        Format::Native => Ok(native(game)),
        Format::Certu => certu(game),
        Format::Ugi => Ok(ugi(game)),
        Format::Fen => Ok((0..=game.turns()).map(|turn| game.fen(turn) + "\n").collect()),
        #[cfg(feature = "serde")]
        Format::Json => Ok(super::json::write(game)),
        #[cfg(not(feature = "serde"))]
        Format::Json => Err(FormatError::general("games as JSON need the cargo feature serde")),
    }
}

/// Comments that say what game it is, then numbered turns.
fn native(game: &GameRecord) -> String {
    let mut text = format!("# variant: {}\n", game.variant().name());
    let rules: Vec<String> = game.rules().changes().map(|(name, value)| format!("{name}={value}")).collect();
    let mut line = |name: &str, value: &str| text.push_str(&format!("# {name}: {value}\n"));
    if !rules.is_empty() {
        line("rules", &rules.join(" "));
    }
    let mut header = game.header.clone();
    header.result = game.result();
    header.reason = header.reason.or(game.ending().map(str::to_string));
    for (name, value) in header.lines() {
        line(name, &value);
    }
    let set_up = if game.is_usual_start() { Some(None) } else { game.native_position(0).map(Some) };
    match set_up {
        None => line("start", &game.fen(0)),
        Some(None) if game.turns() == 0 => line("start", &game.fen(0)),
        Some(None) => {}
        Some(Some(set_up)) => {
            text.push_str(&set_up);
            text.push('\n');
        }
    }
    let moves: Vec<String> = (1..).zip(game.moves()).map(|(n, mv)| format!("{n} {}", mv.native)).collect();
    for moves in moves.chunks(NATIVE_LINE) {
        text.push_str(&moves.join(" "));
        text.push('\n');
    }
    text
}

/// Commands that set a game up in any UGI engine that knows it.
fn ugi(game: &GameRecord) -> String {
    let mut text = String::new();
    if game.variant() != Variant::ALL[0] {
        text.push_str(&format!("setoption name Variant value {}\n", game.variant().name()));
    }
    for (name, value) in game.rules().changes() {
        text.push_str(&format!("setoption name {name} value {value}\n"));
    }
    let start = if game.is_usual_start() { "startpos".to_string() } else { format!("fen {}", game.fen(0)) };
    let moves: Vec<String> = game.moves().map(|mv| mv.ugi).collect();
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    text.push_str(&format!("position {start}{moves}\n"));
    text
}

/// Two turns a line, as pijersi-certu and jersi-certu have them in their text fields.
fn certu(game: &GameRecord) -> Result<String, FormatError> {
    let mut text = String::new();
    match game.variant() {
        Variant::Pijersi => {
            let set_up = game.native_position(0).ok_or_else(|| {
                FormatError::general("certu's games begin with player 1 to move and no turn played")
            })?;
            text.push_str(&certu_set_up(&set_up));
        }
        Variant::Jersi | Variant::JersiNoDrop if game.is_usual_start() => {}
        Variant::Jersi | Variant::JersiNoDrop => {
            return Err(FormatError::general("jersi-certu's games begin with the usual start position"));
        }
        other => return Err(FormatError::general(format!("certu does not play {}", other.name()))),
    }
    for (turn, mv) in (1..).zip(game.moves()) {
        let mv = certu_case(&mv.native, game.mover(turn - 1));
        let _ = write!(text, "{}{turn:4} {mv:16}", if turn % 2 == 0 { "  " } else { "" });
        if turn % 2 == 0 {
            text.push('\n');
        }
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    Ok(lines.join("\n") + "\n")
}

/// Two rows a line, and a blank line.
fn certu_set_up(set_up: &str) -> String {
    let tokens: Vec<&str> = set_up.split_whitespace().collect();
    let rows: Vec<String> =
        tokens.chunk_by(|a, b| a.chars().next() == b.chars().next()).map(|row| row.join(" ")).collect();
    let lines: Vec<String> = rows.chunks(2).map(|pair| format!("   {}\n", pair.join(" "))).collect();
    lines.concat() + "\n"
}

/// jersi-certu writes dropped cubes and kings by the case of their owners.
fn certu_case(mv: &str, mover: Player) -> String {
    let case = |letter: char, owner: Player| match owner {
        Player::One => letter.to_ascii_uppercase(),
        Player::Two => letter.to_ascii_lowercase(),
    };
    let letters: Vec<char> = mv.chars().collect();
    let owned = |(i, &letter): (usize, &char)| match (letter, letters.get(i + 1)) {
        ('K', Some(':')) => case(letter, !mover),
        ('M' | 'W', Some(':')) => case(letter, mover),
        _ => letter,
    };
    letters.iter().enumerate().map(owned).collect()
}
