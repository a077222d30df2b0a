//! The commands of clients.

use super::go::{self, Go};
use super::query::{self, Query};
use super::{arguments, missing};
use crate::games::NotationError;
use std::fmt;
use std::str::FromStr;

/// Where a position begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The variant's usual start position.
    Startpos,
    /// A position in the variant's notation.
    Fen(String),
}

/// A position as clients set it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// Where the moves begin.
    pub start: Start,
    /// The moves from there on, as UGI carries them.
    pub moves: Vec<String>,
}

/// A command of a client.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Name the engine and list its options.
    Ugi,
    /// Answer when all that was sent before is dealt with.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option, or press it if it is a button.
    SetOption {
        /// The name of the option.
        name: String,
        /// Its value, if it has one.
        value: Option<String>,
    },
    /// Set up a position.
    Position(PositionCommand),
    /// Moves played on from the current position.
    Moves(Vec<String>),
    /// Search, count or play.
    Go(Go),
    /// End the search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// A question.
    Query(Query),
    /// Draw the board.
    Display,
    /// With this many nodes a position, or as many as usual.
    Bench(Option<u64>),
    /// List the commands.
    Help,
    /// End at once.
    Quit,
}

/// Every command as it is written, and what it does.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("ugi", "name the engine and list its options"),
    ("isready", "answer readyok, also while a search runs"),
    ("uginewgame", "forget the last game and set up the start position"),
    ("setoption name NAME value VALUE", "set an option; 'ugi' lists them"),
    ("position startpos|fen FEN [moves MOVE...]", "set up a position"),
    ("moves MOVE...", "play moves on from the current position"),
    ("go [LIMIT...]", "search; limits: movetime MS, p1time MS p2time MS p1inc MS p2inc MS movestogo N,"),
    ("", "depth N, nodes N, mate N, infinite, ponder, searchmoves MOVE..."),
    ("go perft N", "count sequences of N moves, split by the first one"),
    ("go manual MOVE", "play a move"),
    ("stop", "end the search and print its best move"),
    ("ponderhit", "the expected move was played: the time of 'go ponder' counts from now on"),
    ("query gameover|p1turn|result|fen|moves|hidden", "ask about the position"),
    ("query islegal MOVE", "ask whether a move is legal"),
    ("query view|history p1|p2|public", "ask what a player or the public may know"),
    ("d", "draw the board"),
    ("bench [NODES]", "search fixed positions and print a signature and the speed"),
    ("help", "this list"),
    ("quit", "end at once"),
];

impl Command {
    /// Reads a line; `None` for a blank one.
    pub fn read(line: &str) -> Result<Option<Command>, NotationError> {
        if line.trim().is_empty() { Ok(None) } else { line.parse().map(Some) }
    }

    /// Sets an option to a value.
    pub fn set_option(name: impl Into<String>, value: impl Into<String>) -> Command {
        Command::SetOption { name: name.into(), value: Some(value.into()) }
    }
}

impl FromStr for Command {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (&word, rest) = words.split_first().unwrap_or((&"", &[]));
        let alone = |command: Command| match rest.first() {
            None => Ok(command),
            Some(extra) => Err(NotationError::new(*extra, format!("nothing after '{word}'"))),
        };
        match word {
            "ugi" => alone(Command::Ugi),
            "isready" => alone(Command::IsReady),
            "uginewgame" => alone(Command::NewGame),
            "setoption" => set_option(rest),
            "position" => position(rest).map(Command::Position),
            "moves" => moves(rest).map(Command::Moves),
            "go" => go::read(rest).map(Command::Go),
            "stop" => alone(Command::Stop),
            "ponderhit" => alone(Command::PonderHit),
            "query" => query::read(rest).map(Command::Query),
            "d" => alone(Command::Display),
            "bench" => bench(rest),
            "help" => alone(Command::Help),
            "quit" => alone(Command::Quit),
            _ => Err(NotationError::new(word, "a command; 'help' lists them")),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Ugi => f.write_str("ugi"),
            Command::IsReady => f.write_str("isready"),
            Command::NewGame => f.write_str("uginewgame"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                // No blank at the end for a value that is empty.
                f.write_str(format!("setoption name {name} value {value}").trim_end())
            }
            Command::Position(position) => position.fmt(f),
            Command::Moves(moves) => write!(f, "moves {}", moves.join(" ")),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Query(query) => query.fmt(f),
            Command::Display => f.write_str("d"),
            Command::Bench(None) => f.write_str("bench"),
            Command::Bench(Some(nodes)) => write!(f, "bench {nodes}"),
            Command::Help => f.write_str("help"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for PositionCommand {
    type Err = NotationError;

    fn from_str(line: &str) -> Result<Self, NotationError> {
        position(&arguments(line, "position")?)
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Startpos => f.write_str("position startpos")?,
            Start::Fen(fen) => write!(f, "position fen {fen}")?,
        }
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.moves.join(" ")) }
    }
}

fn set_option(words: &[&str]) -> Result<Command, NotationError> {
    let words = match words.split_first() {
        Some((&"name", words)) => words,
        Some((&other, _)) => return Err(NotationError::new(other, "'name', then an option")),
        None => return Err(missing("setoption", "'name' and an option")),
    };
    let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value) = words.split_at(split);
    if name.is_empty() {
        return Err(missing("name", "an option"));
    }
    let value = value.split_first().map(|(_, value)| value.join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn moves(words: &[&str]) -> Result<Vec<String>, NotationError> {
    if words.is_empty() {
        return Err(missing("moves", "moves"));
    }
    Ok(words.iter().map(|&mv| mv.to_string()).collect())
}

fn position(words: &[&str]) -> Result<PositionCommand, NotationError> {
    const KINDS: &str = "'startpos' or 'fen'";
    let (&kind, words) = words.split_first().ok_or_else(|| missing("position", KINDS))?;
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (notation, moves) = words.split_at(split);
    let start = match kind {
        "startpos" => match notation.first() {
            None => Start::Startpos,
            Some(&extra) => return Err(NotationError::new(extra, "'moves' or nothing after 'startpos'")),
        },
        "fen" if notation.is_empty() => return Err(missing("fen", "a position")),
        "fen" => Start::Fen(notation.join(" ")),
        _ => return Err(NotationError::new(kind, KINDS)),
    };
    let moves = moves.iter().skip(1).map(|&mv| mv.to_string()).collect();
    Ok(PositionCommand { start, moves })
}

fn bench(words: &[&str]) -> Result<Command, NotationError> {
    match words {
        [] => Ok(Command::Bench(None)),
        [nodes] => Ok(Command::Bench(Some(go::count(nodes)?))),
        [_, extra, ..] => Err(NotationError::new(*extra, "nothing after the nodes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    fn command(line: &str) -> Command {
        line.parse().expect("a command")
    }

    fn error(line: &str) -> String {
        line.parse::<Command>().expect_err(line).to_string()
    }

    #[test]
    fn blank_lines_are_no_commands() {
        for line in ["", " ", "\t \u{a0}\r"] {
            assert_eq!(Command::read(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn blanks_around_words_do_not_matter() {
        assert_eq!(command("  isready\t\r"), Command::IsReady);
        let moves = vec!["a1b1".to_string()];
        assert_eq!(
            command("position  fen  x w   moves   a1b1 "),
            Command::Position(PositionCommand { start: Start::Fen("x w".into()), moves })
        );
    }

    #[test]
    fn options_have_names_and_perhaps_values() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(str::to_string),
        };
        assert_eq!(command("setoption name Hash value 64"), set("Hash", Some("64")));
        assert_eq!(command("setoption name ClearHash"), set("ClearHash", None));
        assert_eq!(command("setoption name a b value c d"), set("a b", Some("c d")));
        assert_eq!(command("setoption name a value"), set("a", Some("")));
        assert_eq!(error("setoption use-book true"), "'use-book': expected 'name', then an option");
        assert_eq!(error("setoption"), "'setoption': expected 'name' and an option after it");
        assert_eq!(error("setoption name value 3"), "'name': expected an option after it");
    }

    #[test]
    fn commands_survive_the_wire() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "setoption name Hash value 64",
            "setoption name Move Overhead value",
            "setoption name ClearHash",
            "position startpos",
            "position startpos moves a1b1 b1c1",
            "position fen 6/7/6 w 0 1 moves a1b1",
            "go",
            "go perft 3",
            "go manual a1b1",
            "stop",
            "ponderhit",
            "query fen",
            "d",
            "bench",
            "bench 500",
            "help",
            "quit",
        ] {
            assert_eq!(command(line).to_string(), line);
        }
        assert_eq!("go nodes 5".parse::<Go>().map(Command::Go), "go nodes 5".parse());
        assert_eq!("query fen".parse(), Ok(Query::Fen));
        assert!("query fen".parse::<PositionCommand>().is_err());
    }

    #[test]
    fn errors_name_the_word_and_what_was_expected() {
        for (line, message) in [
            ("hello", "'hello': expected a command; 'help' lists them"),
            ("quit now", "'now': expected nothing after 'quit'"),
            ("position", "'position': expected 'startpos' or 'fen' after it"),
            ("position somewhere", "'somewhere': expected 'startpos' or 'fen'"),
            ("position fen", "'fen': expected a position after it"),
            ("position fen moves a1b1", "'fen': expected a position after it"),
            ("position startpos a1b1", "'a1b1': expected 'moves' or nothing after 'startpos'"),
            ("bench much", "'much': expected a whole number from 1"),
            ("bench 1 2", "'2': expected nothing after the nodes"),
        ] {
            assert_eq!(error(line), message);
        }
    }

    #[test]
    fn help_lists_every_command() {
        for (usage, what) in HELP.iter().filter(|(usage, _)| !usage.is_empty()) {
            let word = usage.split_whitespace().next().unwrap_or_default();
            let unknown = "expected a command";
            let known = !word.parse::<Command>().is_err_and(|error| error.to_string().contains(unknown));
            assert!(known && !what.is_empty(), "{usage}");
        }
        let words: Vec<_> = HELP.iter().filter_map(|(usage, _)| usage.split_whitespace().next()).collect();
        for word in
            "ugi isready uginewgame setoption position go stop ponderhit query d bench help quit".split(' ')
        {
            assert!(words.contains(&word), "{word}");
        }
    }

    /// Lines made of words that mean something, of numbers and of noise.
    #[test]
    fn no_line_makes_the_parser_panic() {
        const WORDS: &[&str] = &[
            "go",
            "position",
            "startpos",
            "fen",
            "moves",
            "setoption",
            "name",
            "value",
            "query",
            "islegal",
            "depth",
            "nodes",
            "movetime",
            "p1time",
            "p2inc",
            "movestogo",
            "mate",
            "searchmoves",
            "perft",
            "manual",
            "infinite",
            "ponder",
            "bench",
            "-1",
            "0",
            "1e999",
            "nan",
            "inf",
            "-inf",
            "1.5",
            "18446744073709551616",
            "4294967296",
            "a1b1",
            "é",
            "\u{0}",
            "🦀",
            "6/7/6",
            "",
        ];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut understood = 0;
        for _ in 0..20_000 {
            let length = rng.random_range(0..8);
            let word = |rng: &mut Xoshiro256PlusPlus| match rng.random_range(0..8) {
                0 => (0..rng.random_range(1..6)).map(|_| rng.random::<char>()).collect(),
                _ => WORDS[rng.random_range(0..WORDS.len())].to_string(),
            };
            let line: Vec<String> = (0..length).map(|_| word(&mut rng)).collect();
            match Command::read(&line.join(" ")) {
                Ok(command) => {
                    understood += 1;
                    // What was understood survives the wire.
                    if let Some(command) = command {
                        assert_eq!(command.to_string().parse(), Ok(command.clone()), "{command}");
                    }
                }
                Err(error) => assert!(!error.to_string().contains('\n')),
            }
        }
        assert!(understood > 100, "the words should make some commands: {understood}");
    }
}
