//! `go` and its arguments.

use super::{arguments, missing};
use crate::games::NotationError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What `go` asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Go {
    /// Search for the best move.
    Search(Box<GoSearch>),
    /// Count the sequences of so many moves.
    Perft(u32),
    /// Play a move.
    Manual(String),
}

/// A search as it was asked for: plain data, before it is known whose turn it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoSearch {
    /// Time left of player one and two.
    pub time: [Option<Duration>; 2],
    /// What each gets for every move.
    pub increment: [Option<Duration>; 2],
    /// Moves until there is more time.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Depth of the search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// A win in so many moves is searched for.
    pub mate: Option<u32>,
    /// The search goes on until it is stopped.
    pub infinite: bool,
    /// Time does not count before `ponderhit`.
    pub ponder: bool,
    /// The moves to choose from, or none for all.
    pub search_moves: Vec<String>,
}

impl From<GoSearch> for Go {
    fn from(search: GoSearch) -> Go {
        Go::Search(Box::new(search))
    }
}

impl GoSearch {
    /// So many nodes, and no other limit.
    pub fn nodes(nodes: u64) -> Self {
        GoSearch { nodes: Some(nodes), ..GoSearch::default() }
    }

    /// So many moves deep, and no other limit.
    pub fn depth(depth: u32) -> Self {
        GoSearch { depth: Some(depth), ..GoSearch::default() }
    }

    /// So much time, and no other limit.
    pub fn move_time(time: Duration) -> Self {
        GoSearch { move_time: Some(time), ..GoSearch::default() }
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
pub(super) fn read(words: &[&str]) -> Result<Go, NotationError> {
    match words {
        ["perft", rest @ ..] => Ok(Go::Perft(depth(only("perft", rest, "a depth")?)?)),
        ["manual", rest @ ..] => Ok(Go::Manual(only("manual", rest, "a move")?.to_string())),
        _ => search(words).map(Go::from),
    }
}

fn only<'a>(word: &str, rest: &[&'a str], what: &str) -> Result<&'a str, NotationError> {
    match rest {
        [argument] => Ok(argument),
        [] => Err(missing(word, what)),
        [_, extra, ..] => Err(NotationError::new(*extra, format!("nothing after '{word}' and {what}"))),
    }
}

fn search(words: &[&str]) -> Result<GoSearch, NotationError> {
    let mut search = GoSearch::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        let mut argument = |what: &str| words.next().ok_or_else(|| missing(word, what));
        match word {
            "infinite" => search.infinite = true,
            "ponder" => search.ponder = true,
            "movetime" => search.move_time = Some(milliseconds(argument("milliseconds")?)?),
            "depth" => search.depth = Some(depth_or_none(argument("a depth")?)?),
            "nodes" => search.nodes = Some(count(argument("a number of nodes")?)?),
            "mate" => search.mate = Some(depth(argument("a number of moves")?)?),
            "movestogo" => search.moves_to_go = Some(depth(argument("a number of moves")?)?),
            "p1time" | "wtime" => search.time[0] = Some(clock_time(argument("milliseconds")?)?),
            "p2time" | "btime" => search.time[1] = Some(clock_time(argument("milliseconds")?)?),
            "p1inc" | "winc" => search.increment[0] = Some(clock_time(argument("milliseconds")?)?),
            "p2inc" | "binc" => search.increment[1] = Some(clock_time(argument("milliseconds")?)?),
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    search.search_moves.push(mv.to_string());
                }
                if search.search_moves.is_empty() {
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

/// A depth that may be 0: UGI 1.0 allows it.
fn depth_or_none(text: &str) -> Result<u32, NotationError> {
    text.parse().map_err(|_| NotationError::new(text, format!("a whole number from 0, up to {}", u32::MAX)))
}

/// Milliseconds, with decimals or without.
fn milliseconds(text: &str) -> Result<Duration, NotationError> {
    let number: Option<f64> = text.parse().ok().filter(|ms| (0.0..u64::MAX as f64).contains(ms));
    let ms = number.ok_or_else(|| NotationError::new(text, "milliseconds"))?;
    // Whole milliseconds apart from decimals: as seconds, large numbers would lose some, and
    // would not be read as they were written.
    let nanos = (ms.fract() * 1e6).round();
    Ok(Duration::from_millis(ms as u64) + Duration::from_nanos(nanos as u64))
}

/// What a clock shows: arenas let it run below zero.
fn clock_time(text: &str) -> Result<Duration, NotationError> {
    match text.strip_prefix('-') {
        Some(overrun) => milliseconds(overrun).map(|_| Duration::ZERO),
        None => milliseconds(text),
    }
    .map_err(|_| NotationError::new(text, "milliseconds"))
}

impl FromStr for Go {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        read(&arguments(line, "go")?)
    }
}

/// Milliseconds, with decimals if need be.
struct Milliseconds(Duration);

impl fmt::Display for Milliseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.as_nanos();
        let (whole, decimals) = (nanos / 1_000_000, nanos % 1_000_000);
        if decimals == 0 {
            write!(f, "{whole}")
        } else {
            f.write_str(format!("{whole}.{decimals:06}").trim_end_matches('0'))
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Go::Search(search) => search.fmt(f),
            Go::Perft(depth) => write!(f, "go perft {depth}"),
            Go::Manual(mv) => write!(f, "go manual {mv}"),
        }
    }
}

impl fmt::Display for GoSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let [p1time, p2time] = self.time;
        let [p1inc, p2inc] = self.increment;
        for (key, time) in [("p1time", p1time), ("p2time", p2time), ("p1inc", p1inc), ("p2inc", p2inc)] {
            if let Some(time) = time {
                write!(f, " {key} {}", Milliseconds(time))?;
            }
        }
        let mut limit = |key: &str, value: Option<&dyn fmt::Display>| match value {
            Some(value) => write!(f, " {key} {value}"),
            None => Ok(()),
        };
        limit("movestogo", self.moves_to_go.as_ref().map(|moves| moves as _))?;
        limit("movetime", self.move_time.map(Milliseconds).as_ref().map(|time| time as _))?;
        limit("nodes", self.nodes.as_ref().map(|nodes| nodes as _))?;
        limit("depth", self.depth.as_ref().map(|depth| depth as _))?;
        limit("mate", self.mate.as_ref().map(|moves| moves as _))?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if self.search_moves.is_empty() {
            Ok(())
        } else {
            write!(f, " searchmoves {}", self.search_moves.join(" "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{Rng, RngExt, SeedableRng};

    fn go(line: &str) -> Result<Go, NotationError> {
        read(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn search(line: &str) -> GoSearch {
        match go(line) {
            Ok(Go::Search(search)) => *search,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_are_read() {
        let all = search("depth 3 nodes 10 mate 2 movetime 1.5 infinite ponder");
        assert_eq!((all.depth, all.nodes, all.mate), (Some(3), Some(10), Some(2)));
        assert_eq!(all.move_time, Some(Duration::from_micros(1500)));
        assert!(all.infinite && all.ponder);
        assert_eq!(search(""), GoSearch::default());
    }

    #[test]
    fn each_player_has_its_clock_under_either_name() {
        let ms = |ms| Some(Duration::from_millis(ms));
        for line in ["p1time 1000 p2time 2000.0 p1inc 10 p2inc 20", "wtime 1000 btime 2000 winc 10 binc 20"] {
            let search = search(line);
            assert_eq!((search.time, search.increment), ([ms(1000), ms(2000)], [ms(10), ms(20)]));
        }
        let overrun = search("p1time -20 p2time 5 movestogo 3");
        assert_eq!((overrun.time, overrun.moves_to_go), ([ms(0), ms(5)], Some(3)));
    }

    #[test]
    fn moves_to_search_end_at_the_next_limit() {
        let search = search("searchmoves a1b1 b1c1 nodes 5");
        assert_eq!((search.search_moves.len(), search.nodes), (2, Some(5)));
    }

    #[test]
    fn random_searches_survive_the_wire() {
        fn some<T>(rng: &mut impl Rng, value: impl FnOnce(&mut dyn Rng) -> T) -> Option<T> {
            rng.random::<bool>().then(|| value(rng))
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..2000 {
            let time = |rng: &mut Xoshiro256PlusPlus| {
                some(rng, |rng| match rng.random_range(0..2) {
                    0 => Duration::from_millis(rng.random_range(0..1 << 30)),
                    _ => Duration::from_nanos(rng.random_range(0..1 << 40)),
                })
            };
            let search = GoSearch {
                time: [time(&mut rng), time(&mut rng)],
                increment: [time(&mut rng), time(&mut rng)],
                moves_to_go: some(&mut rng, |rng| rng.random_range(1..100)),
                move_time: time(&mut rng),
                depth: some(&mut rng, |rng| rng.random_range(1..=u32::MAX)),
                nodes: some(&mut rng, |rng| rng.random_range(1..=u64::MAX)),
                mate: some(&mut rng, |rng| rng.random_range(1..9)),
                infinite: rng.random(),
                ponder: rng.random(),
                search_moves: (0..rng.random_range(0..3)).map(|n| format!("a{n}b{n}")).collect(),
            };
            let go = Go::from(search);
            assert_eq!(go.to_string().parse(), Ok(go.clone()), "{go}");
        }
    }

    /// Found by fuzzing: times of ages lost some milliseconds each time they were written.
    #[test]
    fn long_times_survive_the_wire() {
        for (text, written) in [
            ("600004444444444", "600004444444444"),
            ("123456789012345.67", "123456789012345.671875"),
            ("9007199254740993", "9007199254740992"),
            ("0.000001", "0.000001"),
            ("0.9999999", "1"),
        ] {
            let time = milliseconds(text).expect(text);
            assert_eq!(Milliseconds(time).to_string(), written);
            assert_eq!(milliseconds(written), Ok(time));
        }
        assert!(milliseconds("1e20").is_err());
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
            ("depth -1", "'-1': expected a whole number from 0, up to 4294967295"),
            ("depth 5000000000", "'5000000000': expected a whole number from 0, up to 4294967295"),
            ("nodes -3", "'-3': expected a whole number from 1"),
            ("movetime soon", "'soon': expected milliseconds"),
            ("movetime -1", "'-1': expected milliseconds"),
            ("movetime nan", "'nan': expected milliseconds"),
            ("movetime inf", "'inf': expected milliseconds"),
            ("p1time -inf", "'-inf': expected milliseconds"),
            ("searchmoves", "'searchmoves': expected moves after it"),
            ("searchmoves depth 3", "'searchmoves': expected moves after it"),
            ("perft", "'perft': expected a depth after it"),
            ("perft 0", "'0': expected a whole number from 1"),
            ("perft 2 3", "'3': expected nothing after 'perft' and a depth"),
            ("manual", "'manual': expected a move after it"),
            ("depth 2 perft 3", "'perft': expected it right after 'go', alone"),
        ] {
            assert_eq!(go(line).expect_err(line).to_string(), message, "{line}");
        }
    }
}
