//! What is wrong with a game file, and where.

use crate::games::NotationError;
use std::fmt;

/// An error in a game file: what was found and what was expected instead, with the line and the
/// turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line of the text, from 1, where one can be named.
    pub line: Option<usize>,
    /// The turn, from 1, if it is about one.
    pub turn: Option<usize>,
    /// What is wrong, in words.
    pub message: String,
}

impl FormatError {
    /// An error in a line.
    pub(super) fn new(line: usize, message: impl fmt::Display) -> Self {
        FormatError { line: Some(line), turn: None, message: message.to_string() }
    }

    /// An error about a token in a line.
    pub(super) fn expected(line: usize, token: &str, expected: &str) -> Self {
        FormatError::new(line, NotationError::new(token, expected))
    }

    /// An error without a place.
    pub(crate) fn general(message: impl fmt::Display) -> Self {
        FormatError { line: None, turn: None, message: message.to_string() }
    }

    /// The error in a named file: `FILE:LINE: turn N: …`.
    pub fn in_file(&self, file: &str) -> String {
        let place = self.line.map_or_else(String::new, |line| format!(":{line}"));
        format!("{file}{place}: {}{}", self.turn_text(), self.message)
    }

    fn turn_text(&self) -> String {
        self.turn.map_or_else(String::new, |turn| format!("turn {turn}: "))
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}{}", self.turn_text(), self.message)
    }
}

impl std::error::Error for FormatError {}
