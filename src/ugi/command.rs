//! Lines of text into commands. Pure: nothing here knows the state of the session.

use super::go::{self, Go};
use crate::games::{NotationError, Observer, Player};

/// Where a position begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The variant's usual start position.
    Usual,
    /// A position in the variant's notation.
    Notation(String),
}

/// A question about the position of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    GameOver,
    P1Turn,
    Result,
    IsLegal(String),
    Fen,
    Moves,
    /// Whether players have secrets from each other.
    Hidden,
    /// The position as somebody may know it.
    View(Observer),
    /// The moves as somebody was told of them.
    History(Observer),
}

/// A command of a client.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        start: Start,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Query(Query),
    Display,
    /// With this many nodes a position, or as many as usual.
    Bench(Option<u64>),
    Help,
    Quit,
}

/// Every command as it is written, and what it does.
pub const HELP: &[(&str, &str)] = &[
    ("ugi", "name the engine and list its options"),
    ("isready", "answer readyok, also while a search runs"),
    ("uginewgame", "forget the last game and set up the start position"),
    ("setoption name NAME value VALUE", "set an option; 'ugi' lists them"),
    ("position startpos|fen FEN [moves MOVE...]", "set up a position"),
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

/// Reads a line; `None` for a blank one.
pub fn parse(line: &str) -> Result<Option<Command>, NotationError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&word, rest)) = words.split_first() else { return Ok(None) };
    let alone = |command: Command| match rest.first() {
        None => Ok(command),
        Some(extra) => Err(NotationError::new(*extra, format!("nothing after '{word}'"))),
    };
    let command = match word {
        "ugi" => alone(Command::Ugi)?,
        "isready" => alone(Command::IsReady)?,
        "uginewgame" => alone(Command::NewGame)?,
        "setoption" => set_option(rest)?,
        "position" => position(rest)?,
        "go" => Command::Go(go::parse(rest)?),
        "stop" => alone(Command::Stop)?,
        "ponderhit" => alone(Command::PonderHit)?,
        "query" => Command::Query(query(rest)?),
        "d" => alone(Command::Display)?,
        "bench" => bench(rest)?,
        "help" => alone(Command::Help)?,
        "quit" => alone(Command::Quit)?,
        _ => return Err(NotationError::new(word, "a command; 'help' lists them")),
    };
    Ok(Some(command))
}

/// What `what` needs but the line does not have.
pub(super) fn missing(after: &str, what: &str) -> NotationError {
    NotationError::new(after, format!("{what} after it"))
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

fn position(words: &[&str]) -> Result<Command, NotationError> {
    const KINDS: &str = "'startpos' or 'fen'";
    let (&kind, words) = words.split_first().ok_or_else(|| missing("position", KINDS))?;
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (notation, moves) = words.split_at(split);
    let start = match kind {
        "startpos" => match notation.first() {
            None => Start::Usual,
            Some(&extra) => return Err(NotationError::new(extra, "'moves' or nothing after 'startpos'")),
        },
        "fen" if notation.is_empty() => return Err(missing("fen", "a position")),
        "fen" => Start::Notation(notation.join(" ")),
        _ => return Err(NotationError::new(kind, KINDS)),
    };
    let moves = moves.iter().skip(1).map(|&mv| mv.to_string()).collect();
    Ok(Command::Position { start, moves })
}

fn query(words: &[&str]) -> Result<Query, NotationError> {
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

fn observer(question: &str, word: Option<&&str>) -> Result<Observer, NotationError> {
    const OBSERVERS: &str = "p1, p2 or public";
    match word {
        Some(&"p1") => Ok(Observer::Player(Player::One)),
        Some(&"p2") => Ok(Observer::Player(Player::Two)),
        Some(&"public") => Ok(Observer::Public),
        Some(&other) => Err(NotationError::new(other, OBSERVERS)),
        None => Err(missing(question, OBSERVERS)),
    }
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
        parse(line).expect("a command").expect("not blank")
    }

    fn error(line: &str) -> String {
        parse(line).expect_err(line).to_string()
    }

    #[test]
    fn blank_lines_are_no_commands() {
        for line in ["", " ", "\t \u{a0}\r"] {
            assert_eq!(parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn blanks_around_words_do_not_matter() {
        assert_eq!(command("  isready\t\r"), Command::IsReady);
        let moves = vec!["a1b1".to_string()];
        assert_eq!(
            command("position  fen  x w   moves   a1b1 "),
            Command::Position { start: Start::Notation("x w".into()), moves }
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
    fn errors_name_the_word_and_what_was_expected() {
        for (line, message) in [
            ("hello", "'hello': expected a command; 'help' lists them"),
            ("quit now", "'now': expected nothing after 'quit'"),
            ("position", "'position': expected 'startpos' or 'fen' after it"),
            ("position somewhere", "'somewhere': expected 'startpos' or 'fen'"),
            ("position fen", "'fen': expected a position after it"),
            ("position fen moves a1b1", "'fen': expected a position after it"),
            ("position startpos a1b1", "'a1b1': expected 'moves' or nothing after 'startpos'"),
            ("query islegal", "'islegal': expected a move after it"),
            ("query islegal a1b1 b1c1", "'b1c1': expected nothing after the question"),
            ("query view", "'view': expected p1, p2 or public after it"),
            ("query history p3", "'p3': expected p1, p2 or public"),
            ("query view p1 p2", "'p2': expected nothing after the question"),
            ("bench much", "'much': expected a whole number from 1"),
            ("bench 1 2", "'2': expected nothing after the nodes"),
        ] {
            assert_eq!(error(line), message);
        }
        assert!(error("query weather").starts_with("'weather': expected gameover, "));
    }

    #[test]
    fn help_lists_every_command() {
        for (usage, what) in HELP.iter().filter(|(usage, _)| !usage.is_empty()) {
            let word = usage.split_whitespace().next().unwrap_or_default();
            let unknown = "expected a command";
            let known = !parse(word).is_err_and(|error| error.to_string().contains(unknown));
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
            match parse(&line.join(" ")) {
                Ok(_) => understood += 1,
                Err(error) => assert!(!error.to_string().contains('\n')),
            }
        }
        assert!(understood > 100, "the words should make some commands: {understood}");
    }
}
