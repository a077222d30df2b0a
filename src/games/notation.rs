//! Positions and moves as text.

use super::{Game, MoveStep, Rules, Scene};
use std::fmt;

/// The notation of a game: positions as FEN, moves in UGI and in native notation.
pub trait Notation: Game {
    /// Parses a position: a FEN, or what [`Notation::native_position`] writes.
    fn from_fen(text: &str, rules: &Rules) -> Result<Self, NotationError>;
    /// Writes the position as FEN.
    fn fen(&self) -> String;
    /// Writes the position in native notation, as at the head of a game record; `None` if that
    /// cannot express it or the game has none.
    fn native_position(&self) -> Option<String> {
        None
    }
    /// Draws the board with its coordinates, several lines without a final line break.
    fn diagram(&self) -> String;
    /// Counters for display: names and values.
    fn counters(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Parses a legal move, in UGI or native notation.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;
    /// Why a text is no legal move here, in plain words for a person, whatever the case of its
    /// letters; `None` if it is one, or if nothing better can be said than [`Notation::parse_move`]
    /// says. A sentence without a capital letter and a full stop. Of a view it tells nothing but
    /// what the view holds.
    ///
    /// ```
    /// use sisku::games::{Game, Notation, Rules, pijersi::{Board45, Position}};
    /// let start = Position::<Board45>::start(&Rules::of(Position::<Board45>::rule_options()));
    /// let words = start.explain("b4-b5");
    /// assert_eq!(words.as_deref(), Some("b4 cannot go to b5: a wise lies only on a wise, and b5 holds scissors"));
    /// assert_eq!(start.explain("b4=c4-d4"), None);
    /// ```
    fn explain(&self, _text: &str) -> Option<String> {
        None
    }
    /// Writes a legal move in UGI notation.
    fn ugi_move(&self, mv: Self::Move) -> String;
    /// Writes a legal move in native notation.
    fn native_move(&self, mv: Self::Move) -> String;

    /// Describes the position for drawing. Without it a game can be played, but `sisku show` draws
    /// no board.
    fn scene(&self) -> Scene {
        Scene::new(self)
    }
    /// The parts of a legal move in their order, for arrows, marks and animations.
    fn move_steps(&self, _mv: Self::Move) -> Vec<MoveStep> {
        Vec::new()
    }
}

/// A piece of notation that could not be read: the offending token and what was
/// expected in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The offending token.
    pub token: String,
    /// What was expected in its place.
    pub expected: String,
}

impl NotationError {
    /// An error about a token.
    pub fn new(token: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError { token: token.into(), expected: expected.into() }
    }
}

impl NotationError {
    /// The same error about a move of a list, with the move's number, from 1.
    pub fn in_move(self, number: usize) -> Self {
        NotationError { expected: format!("{}, as move {number}", self.expected), ..self }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A hostile token must not flood the one line it is reported in.
        let readable = |c: char| match c {
            '\'' | '"' => c.to_string(),
            _ => c.escape_debug().to_string(),
        };
        let shown: String = self.token.chars().take(80).map(readable).collect();
        let dots = if self.token.chars().nth(80).is_some() { "…" } else { "" };
        write!(f, "'{shown}{dots}': expected {}", self.expected)
    }
}

impl std::error::Error for NotationError {}
