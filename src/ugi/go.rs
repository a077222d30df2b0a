//! The arguments of `go`.

use super::command::missing;
use crate::games::{NotationError, Player};
use crate::search::{Limits, PlayerClock};
use std::time::Duration;

/// What `go` asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Go {
    Search(Box<Search>),
    Perft(u32),
    Manual(String),
}

/// A search as it was asked for, before it is known whose turn it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// All limits but the clock.
    limits: Limits,
    /// Time left and increment of each player.
    left: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    /// The moves to choose from, or none for all.
    pub among: Vec<String>,
}

impl Search {
    /// The limits for the player to move.
    pub fn limits(&self, mover: Player) -> Result<Limits, NotationError> {
        let index = mover.index();
        let clocked =
            self.moves_to_go.is_some() || self.left.iter().chain(&self.increment).any(Option::is_some);
        let clock = match self.left[index] {
            Some(left) => {
                let increment = self.increment[index].unwrap_or_default();
                Some(PlayerClock { left, increment, moves_to_go: self.moves_to_go })
            }
            // Half a clock must not turn into a search without end.
            None if clocked => {
                let expected = format!("p{}time, the clock of the player to move", index + 1);
                return Err(NotationError::new("go", expected));
            }
            None => None,
        };
        Ok(Limits { clock, ..self.limits.clone() })
    }
}

/// Words after which a list of moves is over.
const KEYWORDS: &[&str] = &[
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "manual",
];

/// Reads the words after `go`.
pub fn parse(words: &[&str]) -> Result<Go, NotationError> {
    match words {
        ["perft", rest @ ..] => Ok(Go::Perft(depth(only("perft", rest, "a depth")?)?)),
        ["manual", rest @ ..] => Ok(Go::Manual(only("manual", rest, "a move")?.to_string())),
        _ => search(words).map(|search| Go::Search(Box::new(search))),
    }
}

fn only<'a>(word: &str, rest: &[&'a str], what: &str) -> Result<&'a str, NotationError> {
    match rest {
        [argument] => Ok(argument),
        [] => Err(missing(word, what)),
        [_, extra, ..] => Err(NotationError::new(*extra, format!("nothing after '{word}' and {what}"))),
    }
}

fn search(words: &[&str]) -> Result<Search, NotationError> {
    let mut search = Search::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut argument = |what: &str| words.next().ok_or_else(|| missing(word, what));
        match word {
            "infinite" => search.limits.infinite = true,
            "ponder" => search.limits.ponder = true,
            "movetime" => search.limits.move_time = Some(milliseconds(argument("milliseconds")?)?),
            "depth" => search.limits.depth = Some(depth(argument("a depth")?)?),
            "nodes" => search.limits.nodes = Some(count(argument("a number of nodes")?)?),
            "mate" => search.limits.mate = Some(depth(argument("a number of moves")?)?),
            "movestogo" => search.moves_to_go = Some(depth(argument("a number of moves")?)?),
            "p1time" | "wtime" => search.left[0] = Some(clock_time(argument("milliseconds")?)?),
            "p2time" | "btime" => search.left[1] = Some(clock_time(argument("milliseconds")?)?),
            "p1inc" | "winc" => search.increment[0] = Some(clock_time(argument("milliseconds")?)?),
            "p2inc" | "binc" => search.increment[1] = Some(clock_time(argument("milliseconds")?)?),
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    search.among.push(mv.to_string());
                }
                if search.among.is_empty() {
                    return Err(missing(word, "moves"));
                }
            }
            "perft" | "manual" => return Err(NotationError::new(word, "it right after 'go', alone")),
            _ => return Err(NotationError::new(word, "a limit of 'go'; 'help' lists them")),
        }
    }
    Ok(search)
}

/// A whole number from 1.
pub(super) fn count(text: &str) -> Result<u64, NotationError> {
    let number = text.parse().ok().filter(|&number: &u64| number > 0);
    number.ok_or_else(|| NotationError::new(text, "a whole number from 1"))
}

fn depth(text: &str) -> Result<u32, NotationError> {
    u32::try_from(count(text)?)
        .map_err(|_| NotationError::new(text, format!("a whole number up to {}", u32::MAX)))
}

/// Milliseconds, with decimals or without.
fn milliseconds(text: &str) -> Result<Duration, NotationError> {
    let number: Option<f64> = text.parse().ok();
    number
        .and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok())
        .ok_or_else(|| NotationError::new(text, "milliseconds"))
}

/// What a clock shows: arenas let it run below zero.
fn clock_time(text: &str) -> Result<Duration, NotationError> {
    match text.strip_prefix('-') {
        Some(overrun) => milliseconds(overrun).map(|_| Duration::ZERO),
        None => milliseconds(text),
    }
    .map_err(|_| NotationError::new(text, "milliseconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Result<Go, NotationError> {
        parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn limits(line: &str, mover: Player) -> Limits {
        match go(line) {
            Ok(Go::Search(search)) => search.limits(mover).expect(line),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> String {
        match go(line) {
            Err(error) => error.to_string(),
            Ok(Go::Search(search)) => search.limits(Player::One).expect_err(line).to_string(),
            Ok(other) => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_are_read() {
        let all = limits("depth 3 nodes 10 mate 2 movetime 1.5 infinite ponder", Player::One);
        assert_eq!((all.depth, all.nodes, all.mate), (Some(3), Some(10), Some(2)));
        assert_eq!(all.move_time, Some(Duration::from_micros(1500)));
        assert!(all.infinite && all.ponder && all.clock.is_none());
        assert!(!limits("", Player::One).bounded());
        assert!(limits("movetime 0", Player::One).bounded());
    }

    #[test]
    fn each_player_has_its_clock_under_either_name() {
        for line in ["p1time 1000 p2time 2000.0 p1inc 10 p2inc 20", "wtime 1000 btime 2000 winc 10 binc 20"] {
            for (mover, left, increment) in [(Player::One, 1000, 10), (Player::Two, 2000, 20)] {
                let clock = limits(line, mover).clock.expect("a clock");
                assert_eq!(clock.left, Duration::from_millis(left));
                assert_eq!(clock.increment, Duration::from_millis(increment));
                assert_eq!(clock.moves_to_go, None);
            }
        }
        let overrun = limits("p1time -20 p2time 5 movestogo 3", Player::One).clock.expect("a clock");
        assert_eq!((overrun.left, overrun.moves_to_go), (Duration::ZERO, Some(3)));
    }

    #[test]
    fn moves_to_search_end_at_the_next_limit() {
        let Ok(Go::Search(search)) = go("searchmoves a1b1 b1c1 nodes 5") else { panic!() };
        assert_eq!(search.among, ["a1b1", "b1c1"]);
        assert_eq!(search.limits.nodes, Some(5));
    }

    #[test]
    fn perft_and_manual_stand_alone() {
        assert_eq!(go("perft 3"), Ok(Go::Perft(3)));
        assert_eq!(go("manual a1b1"), Ok(Go::Manual("a1b1".into())));
    }

    #[test]
    fn errors_name_the_word_and_what_was_expected() {
        for (line, message) in [
            ("fast", "'fast': expected a limit of 'go'; 'help' lists them"),
            ("depth", "'depth': expected a depth after it"),
            ("depth 0", "'0': expected a whole number from 1"),
            ("depth 5000000000", "'5000000000': expected a whole number up to 4294967295"),
            ("nodes -3", "'-3': expected a whole number from 1"),
            ("movetime soon", "'soon': expected milliseconds"),
            ("movetime -1", "'-1': expected milliseconds"),
            ("movetime nan", "'nan': expected milliseconds"),
            ("movetime inf", "'inf': expected milliseconds"),
            ("p1time -inf", "'-inf': expected milliseconds"),
            ("p2time 1000", "'go': expected p1time, the clock of the player to move"),
            ("p1inc 10", "'go': expected p1time, the clock of the player to move"),
            ("movestogo 10", "'go': expected p1time, the clock of the player to move"),
            ("searchmoves", "'searchmoves': expected moves after it"),
            ("searchmoves depth 3", "'searchmoves': expected moves after it"),
            ("perft", "'perft': expected a depth after it"),
            ("perft 0", "'0': expected a whole number from 1"),
            ("perft 2 3", "'3': expected nothing after 'perft' and a depth"),
            ("manual", "'manual': expected a move after it"),
            ("depth 2 perft 3", "'perft': expected it right after 'go', alone"),
        ] {
            assert_eq!(error(line), message, "{line}");
        }
    }
}
