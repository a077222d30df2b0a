//! What engines answer: who they are, best moves, responses.

use super::missing;
use crate::games::NotationError;
use std::fmt;
use std::str::FromStr;

/// The end of the answer to `ugi`.
pub const UGI_OK: &str = "ugiok";
/// The answer to `isready`.
pub const READY_OK: &str = "readyok";

/// What an engine says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Id {
    /// After `id name`.
    Name(String),
    /// After `id author`.
    Author(String),
}

impl Id {
    /// The first word of the line.
    pub const WORD: &str = "id";
}

impl FromStr for Id {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        let line = line.trim();
        let told = |key: &str| line.strip_prefix(key).map(|text| text.trim().to_string());
        told("id name ")
            .map(Id::Name)
            .or_else(|| told("id author ").map(Id::Author))
            .ok_or_else(|| NotationError::new(line, "'id name' or 'id author'"))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Name(name) => write!(f, "id name {name}"),
            Id::Author(author) => write!(f, "id author {author}"),
        }
    }
}

/// The answer to `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move, or `None` if the game is over.
    pub mv: Option<String>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
}

impl BestMove {
    /// The first word of the line.
    pub const WORD: &str = "bestmove";
    /// What stands for a move when there is none.
    pub const NO_MOVE: &str = "0000";

    /// The move in a line of any engine, whatever comes after it; [`BestMove::NO_MOVE`] is
    /// taken as it stands.
    pub fn move_in(line: &str) -> Option<&str> {
        let mut words = line.split_whitespace();
        words.next().filter(|&word| word == BestMove::WORD)?;
        words.next()
    }
}

impl FromStr for BestMove {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (mv, ponder) = match words[..] {
            [BestMove::WORD, mv] => (mv, None),
            [BestMove::WORD, mv, "ponder", reply] => (mv, Some(reply.to_string())),
            [BestMove::WORD] => return Err(missing(BestMove::WORD, "a move")),
            [BestMove::WORD, _, "ponder"] => return Err(missing("ponder", "a move")),
            [BestMove::WORD, _, "ponder", _, extra, ..] => {
                return Err(NotationError::new(extra, "nothing after the moves"));
            }
            [BestMove::WORD, _, other, ..] => return Err(NotationError::new(other, "'ponder' or nothing")),
            _ => return Err(NotationError::new(line, "'bestmove'")),
        };
        Ok(BestMove { mv: (mv != BestMove::NO_MOVE).then(|| mv.to_string()), ponder })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", BestMove::WORD, self.mv.as_deref().unwrap_or(BestMove::NO_MOVE))?;
        match &self.ponder {
            Some(reply) => write!(f, " ponder {reply}"),
            None => Ok(()),
        }
    }
}

/// The answer to `query`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response(pub String);

impl Response {
    /// The first word of the line.
    pub const WORD: &str = "response";
}

impl FromStr for Response {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        let answer = line.trim().strip_prefix(Response::WORD);
        let answer = answer.filter(|answer| answer.is_empty() || answer.starts_with(char::is_whitespace));
        let answer = answer.ok_or_else(|| NotationError::new(line, "'response'"))?;
        Ok(Response(answer.split_whitespace().collect::<Vec<_>>().join(" ")))
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No blank at the end of an answer that is empty.
        f.write_str(format!("{} {}", Response::WORD, self.0).trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_moves_survive_the_wire() {
        for line in ["bestmove a1b1", "bestmove 0000", "bestmove a1b1 ponder b1c1"] {
            assert_eq!(line.parse::<BestMove>().expect(line).to_string(), line);
        }
        assert_eq!("bestmove 0000".parse(), Ok(BestMove::default()));
        for (line, error) in [
            ("bestmove", "'bestmove': expected a move after it"),
            ("bestmove a ponder", "'ponder': expected a move after it"),
            ("bestmove a b", "'b': expected 'ponder' or nothing"),
            ("bestmove a ponder b c", "'c': expected nothing after the moves"),
            ("bestmovex a", "'bestmovex a': expected 'bestmove'"),
        ] {
            assert_eq!(line.parse::<BestMove>().expect_err(line).to_string(), error);
        }
    }

    #[test]
    fn moves_are_found_in_lines_of_any_engine() {
        assert_eq!(BestMove::move_in(" bestmove  a1b1 what ever"), Some("a1b1"));
        assert_eq!(BestMove::move_in("bestmove 0000"), Some("0000"));
        assert_eq!([BestMove::move_in("bestmove"), BestMove::move_in("bestmovex a1b1")], [None, None]);
    }

    #[test]
    fn responses_and_names_survive_the_wire() {
        for line in ["response", "response true", "response 6/7 w 0 1"] {
            assert_eq!(line.parse::<Response>().expect(line).to_string(), line);
        }
        assert!("responses".parse::<Response>().is_err());
        for line in ["id name Sisku 1.0", "id author A and B"] {
            assert_eq!(line.parse::<Id>().expect(line).to_string(), line);
        }
        assert!("id".parse::<Id>().is_err());
    }
}
