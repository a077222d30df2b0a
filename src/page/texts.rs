//! Games as text: read, written, and what is wrong with a move in words.

use super::desk::Visitor;
use super::game::{Asked, GAME_FIELDS};
use crate::analysis::{Failure, Fields};
use crate::draw::{Colour, Picture};
use crate::formats::{self, Format, GameRecord, ReadOptions};
use crate::games::{NotationError, Outcome, Variant};
use serde::Serialize;
use std::collections::BTreeMap;

/// What is wrong with a move.
#[derive(Serialize)]
pub(super) struct Words {
    words: Option<String>,
}

/// Answers `explain`.
pub(super) fn explain(visitor: &Visitor, fields: &mut Fields) -> Result<Words, Failure> {
    let asked = Asked::take(fields, visitor)?;
    let mv: String = fields.required("move", "a move")?;
    fields.finish(&format!("{GAME_FIELDS}, and move"))?;
    asked.check_thinking(fields)?;
    let game = asked.until_turn();
    let words = match game.find_move(&mv) {
        Some(_) => None,
        None => game.explain(&mv).or_else(|| not_a_move(game, &mv)),
    };
    Ok(Words { words })
}

/// What is wrong with a text where the game has no words for it.
fn not_a_move(mut game: GameRecord, text: &str) -> Option<String> {
    game.choose(text).err().map(|error| error.to_string())
}

#[derive(Serialize)]
pub(super) struct ReadGame {
    game: SentGame,
    /// How many games the text has.
    games: usize,
}

/// A game that the page can ask about.
#[derive(Serialize)]
pub(super) struct SentGame {
    variant: &'static str,
    rules: BTreeMap<&'static str, String>,
    position: String,
    moves: Vec<String>,
    header: SentHeader,
}

#[derive(Serialize)]
struct SentHeader {
    players: [Option<String>; 2],
    result: Option<Outcome>,
    reason: Option<String>,
    date: Option<String>,
}

impl SentGame {
    pub(super) fn new(game: &GameRecord) -> Self {
        let header = game.header.clone();
        SentGame {
            variant: game.variant().name(),
            rules: game.rules().changes().collect(),
            position: game.fen(0),
            moves: game.moves().map(|mv| mv.ugi).collect(),
            header: SentHeader {
                players: header.players,
                result: game.result(),
                reason: header.reason.or_else(|| game.ending().map(str::to_string)),
                date: header.date,
            },
        }
    }
}

/// Answers `read`.
pub(super) fn read(fields: &mut Fields) -> Result<ReadGame, Failure> {
    let text: String = fields.required("text", "a game or a position as text")?;
    let variant = fields.take::<String>("variant", "the name of a variant")?;
    let number = fields.take::<usize>("game", "the number of a game, from 1")?.unwrap_or(1);
    fields.finish("id, action, text, variant or game")?;
    let variant = match variant {
        None => None,
        Some(name) => Some(Variant::find(&name).ok_or_else(|| {
            let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
            fields.failure("variant", &NotationError::new(name, names.join(", ")))
        })?),
    };
    let games = formats::read(&text, &ReadOptions { variant, ..ReadOptions::default() });
    let count = games.len();
    let game = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
    let game = game.ok_or_else(|| {
        let expected = format!("the number of a game from 1 to {count}");
        fields.failure("game", &NotationError::new(number.to_string(), expected))
    })?;
    let game = game.map_err(|error| Failure { error: error.to_string(), ..fields.plain_failure("text") })?;
    Ok(ReadGame { game: SentGame::new(&game), games: count })
}

#[derive(Serialize)]
pub(super) struct Written {
    text: String,
}

const FORMATS: &str = "native, ugi, fen, json, certu, svg or text";

/// Answers `write`.
pub(super) fn write(visitor: &Visitor, fields: &mut Fields) -> Result<Written, Failure> {
    let asked = Asked::take(fields, visitor)?;
    let format: String = fields.required("format", FORMATS)?;
    fields.finish(&format!("{GAME_FIELDS}, and format"))?;
    let game = &asked.seen.game;
    let text = match format.as_str() {
        "fen" => game.fen(asked.turn) + "\n",
        "svg" => Picture::of_turn(game, asked.turn).svg(),
        "text" => Picture::of_turn(game, asked.turn).text(Colour::Never),
        name => {
            let format = Format::find(name);
            let format =
                format.ok_or_else(|| fields.failure("format", &NotationError::new(name, FORMATS)))?;
            let mut game = asked.until_turn();
            if let Some(finish) = asked.seen.table.as_ref().and_then(|table| table.finish.clone()) {
                game.header.result = Some(finish.outcome);
                game.header.reason = Some(finish.reason);
            }
            let written = formats::write(&game, format);
            written.map_err(|error| Failure { error: error.to_string(), ..fields.plain_failure("format") })?
        }
    };
    Ok(Written { text })
}
