//! What is wrong with a piece of notation.

use std::fmt;

/// A piece of notation that could not be read: the offending token and what was
/// expected in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    pub token: String,
    pub expected: String,
}

impl NotationError {
    pub fn new(token: impl Into<String>, expected: impl Into<String>) -> Self {
        NotationError { token: token.into(), expected: expected.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A hostile token must not flood the one line it is reported in.
        let shown: String = self.token.chars().take(80).flat_map(char::escape_default).collect();
        let dots = if self.token.chars().nth(80).is_some() { "…" } else { "" };
        write!(f, "'{shown}{dots}': expected {}", self.expected)
    }
}

impl std::error::Error for NotationError {}
