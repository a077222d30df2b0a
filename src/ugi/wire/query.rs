//! `query`: questions about the position of the session.

use super::{arguments, missing};
use crate::games::{NotationError, Observer, Player};
use std::fmt;
use std::str::FromStr;

/// A question about the position of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether the game is over.
    GameOver,
    /// Whether it is player one's turn.
    P1Turn,
    /// How the game stands, see [`super::GameResult`].
    Result,
    /// Whether a move is legal.
    IsLegal(String),
    /// The position in notation.
    Fen,
    /// The legal moves.
    Moves,
    /// Whether players have secrets from each other.
    Hidden,
    /// The position as somebody may know it.
    View(Observer),
    /// The moves as an observer saw them.
    History(Observer),
}

impl FromStr for Query {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        read(&arguments(line, "query")?)
    }
}

impl Query {
    /// The question without the word `query`.
    pub fn question(&self) -> String {
        match self {
            Query::GameOver => "gameover".to_string(),
            Query::P1Turn => "p1turn".to_string(),
            Query::Result => "result".to_string(),
            Query::IsLegal(mv) => format!("islegal {mv}"),
            Query::Fen => "fen".to_string(),
            Query::Moves => "moves".to_string(),
            Query::Hidden => "hidden".to_string(),
            Query::View(observer) => format!("view {}", observer_name(*observer)),
            Query::History(observer) => format!("history {}", observer_name(*observer)),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "query {}", self.question())
    }
}

/// Reads the words after `query`.
pub(super) fn read(words: &[&str]) -> Result<Query, NotationError> {
    const QUESTIONS: &str =
        "gameover, p1turn, result, islegal MOVE, fen, moves, hidden, view OBSERVER or history OBSERVER";
    let (&question, rest) = words.split_first().ok_or_else(|| missing("query", QUESTIONS))?;
    let (query, rest) = match question {
        "gameover" => (Query::GameOver, rest),
        "p1turn" => (Query::P1Turn, rest),
        "result" => (Query::Result, rest),
        "fen" => (Query::Fen, rest),
        "moves" => (Query::Moves, rest),
        "hidden" => (Query::Hidden, rest),
        "islegal" => match rest.split_first() {
            Some((&mv, rest)) => (Query::IsLegal(mv.to_string()), rest),
            None => return Err(missing("islegal", "a move")),
        },
        "view" => (Query::View(observer(question, rest.first())?), &rest[1..]),
        "history" => (Query::History(observer(question, rest.first())?), &rest[1..]),
        _ => return Err(NotationError::new(question, QUESTIONS)),
    };
    match rest.first() {
        None => Ok(query),
        Some(&extra) => Err(NotationError::new(extra, "nothing after the question")),
    }
}

/// The observers, by name.
const OBSERVERS: [(&str, Observer); 3] = [
    ("p1", Observer::Player(Player::One)),
    ("p2", Observer::Player(Player::Two)),
    ("public", Observer::Public),
];

fn observer_name(observer: Observer) -> &'static str {
    OBSERVERS.iter().find(|(_, known)| *known == observer).map_or("public", |(name, _)| name)
}

fn observer(question: &str, word: Option<&&str>) -> Result<Observer, NotationError> {
    const NAMES: &str = "p1, p2 or public";
    let &word = word.ok_or_else(|| missing(question, NAMES))?;
    let known = OBSERVERS.iter().find(|(name, _)| *name == word).map(|&(_, observer)| observer);
    known.ok_or_else(|| NotationError::new(word, NAMES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_survive_the_wire() {
        for line in [
            "query gameover",
            "query p1turn",
            "query result",
            "query islegal a1b1",
            "query fen",
            "query moves",
            "query hidden",
            "query view p1",
            "query view p2",
            "query history public",
        ] {
            assert_eq!(line.parse::<Query>().expect(line).to_string(), line);
        }
        assert!("go".parse::<Query>().is_err());
    }

    #[test]
    fn errors_name_the_word_and_what_was_expected() {
        for (line, message) in [
            ("query islegal", "'islegal': expected a move after it"),
            ("query islegal a1b1 b1c1", "'b1c1': expected nothing after the question"),
            ("query view", "'view': expected p1, p2 or public after it"),
            ("query history p3", "'p3': expected p1, p2 or public"),
            ("query view p1 p2", "'p2': expected nothing after the question"),
        ] {
            assert_eq!(line.parse::<Query>().expect_err(line).to_string(), message);
        }
        let error = "query weather".parse::<Query>().expect_err("no question").to_string();
        assert!(error.starts_with("'weather': expected gameover, "), "{error}");
    }
}
