//! Lists: UGI commands, bare moves and FENs, one a line.

use super::detect::is_comment;
use super::error::FormatError;
use super::raw::{RawGame, ReadOptions, chosen_rules, first_fitting};
use super::record::GameRecord;
use crate::games::{Rules, Variant};
use crate::ugi::wire::{Command, Start};

/// The lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !is_comment(line))
}

/// Reads UGI commands: each `position` is a game, of the variant and under the rules that were set
/// before; a line of moves is one from the usual start. Other commands say nothing about a game.
pub(super) fn read_ugi(text: &str) -> Vec<Result<RawGame, FormatError>> {
    let mut games = Vec::new();
    let mut settings = RawGame::default();
    for (number, line) in lines(text) {
        match read_line(number, line, &mut settings) {
            Ok(game) => games.extend(game.map(Ok)),
            Err(error) => games.push(Err(error)),
        }
    }
    if games.is_empty() {
        games.push(Err(FormatError::expected(1, text.trim(), "a line such as position startpos moves …")));
    }
    games
}

fn read_line(number: usize, line: &str, settings: &mut RawGame) -> Result<Option<RawGame>, FormatError> {
    let first = line.split_whitespace().next().unwrap_or_default();
    let command = match first {
        "startpos" | "fen" => format!("position {line}"),
        _ if super::detect::is_move(first) => format!("position startpos moves {line}"),
        _ => line.to_string(),
    };
    let position = match command.parse() {
        Ok(Command::Position(position)) => position,
        Ok(Command::SetOption { name, value }) => {
            let value = value.unwrap_or_default();
            if name.eq_ignore_ascii_case("variant") {
                (settings.variant, settings.rules) = (Some(value), Vec::new());
            } else if is_rule(&name) {
                settings.rules.push((name, value));
            }
            return Ok(None);
        }
        Ok(_) => return Ok(None),
        Err(error) => return Err(FormatError::new(number, error)),
    };
    let mut game = RawGame { line: number, ..settings.clone() };
    game.start = match position.start {
        Start::Startpos => None,
        Start::Fen(fen) => Some(fen),
    };
    game.moves = position.moves.into_iter().map(|text| (number, text)).collect();
    Ok(Some(game))
}

/// Whether an option is a rule of some game, and not one of an engine.
fn is_rule(name: &str) -> bool {
    let mut rules = Variant::ALL.iter().flat_map(|variant| variant.rule_options());
    rules.any(|rule| rule.name.eq_ignore_ascii_case(name))
}

/// Reads FENs: positions that follow from one another by a move are a game, others are games
/// without moves.
pub(super) fn read_fens(text: &str, options: &ReadOptions) -> Vec<Result<GameRecord, FormatError>> {
    let mut games: Vec<Result<GameRecord, FormatError>> = Vec::new();
    for (number, fen) in lines(text) {
        let last = games.last_mut().and_then(|game| game.as_mut().ok());
        if last.is_some_and(|game| play_to(game, fen)) {
            continue;
        }
        let read = |variant| -> Result<GameRecord, FormatError> {
            let rules: Rules = chosen_rules(variant, options.rules.iter(), number)?;
            GameRecord::new(variant, &rules, Some(fen)).map_err(|error| FormatError::new(number, error))
        };
        games.push(options.variant.map_or_else(|| first_fitting(read), read));
    }
    games
}

/// Plays the move that leads to a position, if there is one.
fn play_to(game: &mut GameRecord, fen: &str) -> bool {
    let turn = game.turns();
    for mv in game.legal_moves(turn) {
        if game.choose(&mv.ugi).is_ok() {
            if game.fen(turn + 1) == fen {
                return true;
            }
            game.truncate(turn);
        }
    }
    false
}
