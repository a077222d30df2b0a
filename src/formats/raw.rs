//! From a text to games: the format, the variant, the moves.

use super::detect::Format;
use super::error::FormatError;
use super::header::{Header, Setting};
use super::record::GameRecord;
use super::{lists, numbered, reject};
use crate::games::{Rules, Variant};

/// How to read games that do not say themselves what they are.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The variant; without it, the one that the text names, or else the first in the list of
    /// variants that the game can have been played in.
    pub variant: Option<Variant>,
    /// Rules that differ from the usual ones, besides those that the text names.
    pub rules: Vec<(String, String)>,
}

/// Reads all games of a text, in whatever format. What is wrong with one game does not keep the
/// others of a list from being read; a text without games is one error.
pub fn read(text: &str, options: &ReadOptions) -> Vec<Result<GameRecord, FormatError>> {
    let games = match Format::detect(text) {
        Some(Format::Native | Format::Certu) => numbered::read(text),
        Some(Format::Ugi) => lists::read_ugi(text),
        Some(Format::Fen) => return lists::read_fens(text, options),
        #[cfg(feature = "serde")]
        Some(Format::Json) => super::json::read(text),
        #[cfg(not(feature = "serde"))]
        Some(Format::Json) => vec![Err(FormatError::new(1, "games as JSON need the cargo feature serde"))],
        None => {
            let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
            let expected = "a game: numbered turns, UGI or FEN lines, or JSON";
            vec![Err(FormatError::expected(1, first.trim(), expected))]
        }
    };
    games.into_iter().map(|game| game.and_then(|game| game.resolve(options))).collect()
}

/// A game from a position, or the usual start, and moves in either notation.
pub fn play(start: Option<&str>, moves: &[String], options: &ReadOptions) -> Result<GameRecord, FormatError> {
    let moves = moves.iter().map(|text| (1, text.clone())).collect();
    let game = RawGame { line: 1, start: start.map(str::to_string), moves, ..RawGame::default() };
    game.resolve(options).map_err(|error| FormatError { line: None, ..error })
}

/// A game as it stands in a text, before it is known what its words mean.
#[derive(Clone, Debug, Default)]
pub(super) struct RawGame {
    pub(super) header: Header,
    /// The line it begins in.
    pub(super) line: usize,
    pub(super) variant: Option<String>,
    pub(super) rules: Vec<(String, String)>,
    /// The start position in some notation.
    pub(super) start: Option<String>,
    /// The moves with their lines.
    pub(super) moves: Vec<(usize, String)>,
}

impl RawGame {
    /// Takes what a header says of the game.
    pub(super) fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Variant(name) => self.variant = Some(name),
            Setting::Rule(name, value) => self.rules.push((name, value)),
            Setting::Start(text) => self.start = Some(text),
        }
    }

    /// Plays the game in the variant that it names or the options say, or else in the first that
    /// fits.
    fn resolve(self, options: &ReadOptions) -> Result<GameRecord, FormatError> {
        let wrong = |name: &str| FormatError::expected(self.line, name, &names());
        let named = self.variant.as_deref().map(|name| Variant::find(name).ok_or_else(|| wrong(name)));
        match options.variant.map(Ok).or(named) {
            Some(variant) => self.play(variant?, options),
            None => first_fitting(|variant| self.play(variant, options)),
        }
    }

    fn play(&self, variant: Variant, options: &ReadOptions) -> Result<GameRecord, FormatError> {
        let rules = chosen_rules(variant, options.rules.iter().chain(&self.rules), self.line)?;
        let mut game = GameRecord::new(variant, &rules, self.start.as_deref())
            .map_err(|error| FormatError::new(self.line, error))?;
        game.header = self.header.clone();
        for (line, text) in &self.moves {
            if let Err(error) = game.play(text) {
                let message = reject::explain(&game, text, &error);
                return Err(FormatError { line: Some(*line), turn: Some(game.turns() + 1), message });
            }
        }
        Ok(game)
    }
}

/// The usual rules of a variant with these changes.
pub(super) fn chosen_rules<'a>(
    variant: Variant,
    changes: impl Iterator<Item = &'a (String, String)>,
    line: usize,
) -> Result<Rules, FormatError> {
    let mut rules = Rules::of(variant.rule_options());
    for (name, value) in changes {
        match rules.set(name, value) {
            Ok(true) => {}
            Ok(false) => {
                let known: Vec<&str> = variant.rule_options().iter().map(|rule| rule.name).collect();
                let expected = format!("a rule of {}: {}", variant.name(), known.join(", "));
                return Err(FormatError::expected(line, name, &expected));
            }
            Err(error) => return Err(FormatError::new(line, format!("{name}: {error}"))),
        }
    }
    Ok(rules)
}

/// The names of the variants, as they are expected somewhere.
pub(super) fn names() -> String {
    let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    format!("a variant: {}", names.join(", "))
}

/// The first variant in which something can be read; if there is none, the error of the one
/// that got furthest.
pub(super) fn first_fitting<T>(read: impl Fn(Variant) -> Result<T, FormatError>) -> Result<T, FormatError> {
    let mut furthest: Option<FormatError> = None;
    for &variant in Variant::ALL {
        match read(variant) {
            Ok(game) => return Ok(game),
            Err(mut error) => {
                error.message.push_str(&format!(" (read as {})", variant.name()));
                let place = |error: &FormatError| (error.turn, error.line);
                if furthest.as_ref().is_none_or(|other| place(other) < place(&error)) {
                    furthest = Some(error);
                }
            }
        }
    }
    Err(furthest.unwrap_or_else(|| FormatError::general("there are no variants")))
}
