//! Self-play games, and the format of the files that hold them.
//!
//! A file begins with one line of text, `sisku-games 2 VARIANT SETTINGS`: what its games were
//! made with. (Version 1 has no settings.) Games follow, each with its length in bytes (32 bits)
//! and then as many bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | outcome for player one: 0 loss, 1 draw, 2 win |
//! | 2, n | length of the start, and the start: the FEN, then `NAME=VALUE` for each rule that is not at its default |
//! | 2 | number of plies |
//! | for each ply: 2 | the move played, by its index in the list of legal moves |
//! | 2, 2 | probabilities of the mover to win and to draw, of 65535 |
//! | 2 | moves with a policy target; 0 where the ply has none |
//! | for each: 2, 2 | the move by its index, and its visits, or its probability of 65535 after a hidden search |
//!
//! All numbers are little-endian. A truncated game at the end of a file is dropped when the file
//! is resumed.

use crate::games::{Notation, NotationError, Outcome, Player, Rules, Value, Variant};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The longest game: a bound on allocations by the length field of a corrupt file.
const MAX_GAME_BYTES: usize = 1 << 24;

/// An error in a file of games.
#[derive(Debug)]
#[non_exhaustive]
pub enum GamesError {
    /// The file cannot be created, read or written.
    Io {
        /// The operation that failed: "create", "read" or "write".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// Not a file of this variant's games.
    WrongKind {
        /// The file.
        path: PathBuf,
        /// The variant that was expected.
        expected: Variant,
    },
    /// The games were made with other settings, or with settings that the file does not tell.
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// Those of the file.
        found: Option<String>,
        /// Those of the games to be added.
        expected: String,
    },
    /// A game is corrupt.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the game begins, in bytes.
        offset: u64,
    },
}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The source is displayed as part of the error chain.
            GamesError::Io { action, path, .. } => write!(f, "cannot {action} {}", path.display()),
            GamesError::WrongKind { path, expected } => {
                write!(f, "{}: expected training games of {}", path.display(), expected.name())
            }
            GamesError::OtherSettings { path, found, expected } => {
                let found = found.as_deref().unwrap_or("games of an older version, which does not tell");
                write!(f, "{}: expected games made with {expected}; found {found}", path.display())
            }
            GamesError::Damaged { path, offset } => {
                write!(f, "{}: expected a whole game at byte {offset}, found a damaged one", path.display())
            }
        }
    }
}

impl std::error::Error for GamesError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            GamesError::Io { source, .. } => Some(source),
            GamesError::WrongKind { .. } | GamesError::OtherSettings { .. } | GamesError::Damaged { .. } => {
                None
            }
        }
    }
}

/// Adds the file and the action to an I/O error.
fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> GamesError {
    move |source| GamesError::Io { action, path: path.to_path_buf(), source }
}

/// A self-play game, with the results of its searches.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingGame {
    /// The number of the game, which with the seed determines it.
    pub number: u64,
    /// The FEN of the start position, followed by `NAME=VALUE` for each rule that is not at
    /// its default, so that the game replays under the rules that it was played by.
    pub start: String,
    /// How the game ended.
    pub outcome: Outcome,
    /// The moves played.
    pub plies: Vec<Ply>,
}

/// A move and the search that chose it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ply {
    /// The move played, by its index in the list of legal moves.
    pub played: u16,
    /// Probability of the mover to win, of 65535.
    pub win: u16,
    /// Probability of a draw, of 65535.
    pub draw: u16,
    /// The policy target: root visits of moves, given by their index, or the regularized policy of
    /// a hidden search in their place; empty if the ply has none.
    pub visits: Vec<(u16, u16)>,
}

/// Fixed-point scale of probabilities in a file.
const PROBABILITY_SCALE: f32 = 65535.0;

impl Ply {
    /// A move played after a search that found this value.
    pub(super) fn new(played: usize, value: Value) -> Self {
        let scaled = |probability: f32| (probability.clamp(0.0, 1.0) * PROBABILITY_SCALE) as u16;
        Ply { played: played as u16, win: scaled(value.win), draw: scaled(value.draw), visits: Vec::new() }
    }

    /// The value that the search found, for the mover.
    pub(super) fn value(&self) -> Value {
        Value { win: f32::from(self.win) / PROBABILITY_SCALE, draw: f32::from(self.draw) / PROBABILITY_SCALE }
    }
}

impl TrainingGame {
    /// What [`TrainingGame::start`] says about a start under these rules.
    pub(super) fn start_text<G: Notation>(start: &G, rules: &Rules) -> String {
        let words = rules.changes().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(start.fen()).chain(words).collect()
    }

    /// The start position, under the rules of the game.
    ///
    /// ```
    /// use sisku::games::{Notation, Outcome, jersi::{Classic, Position}};
    /// use sisku::learn::games::TrainingGame;
    /// let start = "7/6k-1/4RR2/8/9/8/7/8/3K-3 b - 39 30 KingResets=false".to_string();
    /// let game = TrainingGame { number: 0, start, outcome: Outcome::Draw, plies: Vec::new() };
    /// let position = game.start_position::<Position<Classic>>()?;
    /// assert_eq!(position.fen(), "7/6k-1/4RR2/8/9/8/7/8/3K-3 b - 39 30");
    /// # Ok::<(), sisku::games::NotationError>(())
    /// ```
    pub fn start_position<G: Notation>(&self) -> Result<G, NotationError> {
        let mut rules = Rules::of(G::rule_options());
        let mut fen = Vec::new();
        for word in self.start.split_whitespace() {
            // No word of a FEN has such a sign.
            let Some((name, value)) = word.split_once('=') else {
                fen.push(word);
                continue;
            };
            if !rules.set(name, value)? {
                return Err(NotationError::new(word, "a rule of the game"));
            }
        }
        G::from_fen(&fen.join(" "), &rules)
    }

    /// The game in the format of a file, without its length.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.push(match self.outcome {
            Outcome::Win(Player::Two) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Player::One) => 2,
        });
        let mut short = |number: usize| bytes.extend((number.min(u16::MAX.into()) as u16).to_le_bytes());
        short(self.start.len());
        bytes.extend(self.start.as_bytes());
        let mut short = |number: usize| bytes.extend((number.min(u16::MAX.into()) as u16).to_le_bytes());
        short(self.plies.len());
        for ply in &self.plies {
            for number in [ply.played, ply.win, ply.draw] {
                short(number.into());
            }
            short(ply.visits.len());
            for &(index, visits) in &ply.visits {
                short(index.into());
                short(visits.into());
            }
        }
        bytes
    }

    /// A game in the format of a file, without its length; `None` if it is damaged.
    pub fn from_bytes(bytes: &[u8]) -> Option<TrainingGame> {
        let (number, mut rest) = bytes.split_first_chunk::<8>()?;
        let outcome = match rest.split_off_first()? {
            0 => Outcome::Win(Player::Two),
            1 => Outcome::Draw,
            2 => Outcome::Win(Player::One),
            _ => return None,
        };
        let short = |rest: &mut &[u8]| {
            let (number, after) = rest.split_first_chunk::<2>()?;
            *rest = after;
            Some(u16::from_le_bytes(*number))
        };
        let length = short(&mut rest)?;
        let start = String::from_utf8(rest.split_off(..length.into())?.to_vec()).ok()?;
        let mut plies = Vec::new();
        for _ in 0..short(&mut rest)? {
            let [played, win, draw] = [short(&mut rest)?, short(&mut rest)?, short(&mut rest)?];
            let count = short(&mut rest)?;
            let visits = (0..count).map(|_| Some((short(&mut rest)?, short(&mut rest)?)));
            plies.push(Ply { played, win, draw, visits: visits.collect::<Option<_>>()? });
        }
        rest.is_empty().then_some(TrainingGame { number: u64::from_le_bytes(*number), start, outcome, plies })
    }
}

/// The first line is not longer.
const MAX_HEADLINE: u64 = 4096;

fn headline(variant: Variant, settings: &str) -> String {
    let settings: Vec<&str> = settings.split_whitespace().collect();
    format!("sisku-games 2 {} {}\n", variant.name(), settings.join(" "))
}

/// The settings in a first line of games of this variant, if it is one; older ones have none.
fn settings_in(headline: &str, variant: Variant) -> Option<Option<String>> {
    let mut words = headline.strip_suffix('\n')?.splitn(4, ' ');
    let head = [words.next()?, words.next()?, words.next()?];
    match (head, words.next()) {
        (["sisku-games", "1", name], None) if name == variant.name() => Some(None),
        (["sisku-games", "2", name], Some(settings)) if name == variant.name() => {
            Some(Some(settings.to_string()))
        }
        _ => None,
    }
}

/// Fills a buffer; false at the end of the file.
fn read_whole(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads the games of a file one after the other.
#[derive(Debug)]
pub struct GamesReader {
    file: BufReader<File>,
    path: PathBuf,
    /// Where the last whole game ended.
    end: u64,
    settings: Option<String>,
}

impl GamesReader {
    /// Opens a file of games of a variant.
    pub fn open(path: &Path, variant: Variant) -> Result<GamesReader, GamesError> {
        let mut file = BufReader::new(File::open(path).map_err(io_error("read", path))?);
        let mut found = Vec::new();
        let headline = (&mut file).take(MAX_HEADLINE).read_until(b'\n', &mut found);
        headline.map_err(io_error("read", path))?;
        match settings_in(&String::from_utf8_lossy(&found), variant) {
            Some(settings) => {
                let end = found.len() as u64;
                Ok(GamesReader { file, path: path.to_path_buf(), end, settings })
            }
            None => Err(GamesError::WrongKind { path: path.to_path_buf(), expected: variant }),
        }
    }

    /// What the games were made with, if the file tells.
    pub fn settings(&self) -> Option<&str> {
        self.settings.as_deref()
    }

    /// The next game; `None` at the end, or where the file is truncated.
    pub fn next_game(&mut self) -> Result<Option<TrainingGame>, GamesError> {
        let mut length = [0; 4];
        if !self.fill(&mut length)? {
            return Ok(None);
        }
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_GAME_BYTES {
            return Err(self.damaged());
        }
        let mut bytes = vec![0; length];
        if !self.fill(&mut bytes)? {
            return Ok(None);
        }
        let game = TrainingGame::from_bytes(&bytes).ok_or_else(|| self.damaged())?;
        self.end += 4 + length as u64;
        Ok(Some(game))
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<bool, GamesError> {
        read_whole(&mut self.file, buffer).map_err(io_error("read", &self.path))
    }

    fn damaged(&self) -> GamesError {
        GamesError::Damaged { path: self.path.clone(), offset: self.end }
    }
}

/// Appends games to a file.
#[derive(Debug)]
pub struct GamesWriter {
    file: File,
    path: PathBuf,
}

impl GamesWriter {
    /// Begins a file, which must not exist yet.
    pub fn create(path: &Path, variant: Variant, settings: &str) -> Result<GamesWriter, GamesError> {
        let created = OpenOptions::new().write(true).create_new(true).open(path);
        let mut file = created.map_err(io_error("create", path))?;
        file.write_all(headline(variant, settings).as_bytes()).map_err(io_error("create", path))?;
        Ok(GamesWriter { file, path: path.to_path_buf() })
    }

    /// Continues a file of games that were made with the same settings; returns the numbers of
    /// the games in it, too.
    pub fn resume(
        path: &Path,
        variant: Variant,
        settings: &str,
    ) -> Result<(GamesWriter, Vec<u64>), GamesError> {
        let mut reader = GamesReader::open(path, variant)?;
        if settings_in(&headline(variant, settings), variant) != Some(reader.settings.clone()) {
            let (found, expected) = (reader.settings, settings.to_string());
            return Err(GamesError::OtherSettings { path: path.to_path_buf(), found, expected });
        }
        let mut numbers = Vec::new();
        while let Some(game) = reader.next_game()? {
            numbers.push(game.number);
        }
        let mut file = OpenOptions::new().write(true).open(path).map_err(io_error("write", path))?;
        file.set_len(reader.end).map_err(io_error("write", path))?;
        file.seek(SeekFrom::End(0)).map_err(io_error("write", path))?;
        Ok((GamesWriter { file, path: path.to_path_buf() }, numbers))
    }

    /// Appends a game in one write, so that an interrupted run leaves whole games.
    pub fn write(&mut self, game: &TrainingGame) -> Result<(), GamesError> {
        let body = game.to_bytes();
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(body);
        self.file.write_all(&bytes).map_err(io_error("write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_whole_or_refused() {
        let mut ply = Ply::new(7, Value { win: 0.25, draw: 0.5 });
        ply.visits = vec![(7, 300), (0, 1)];
        let outcome = Outcome::Win(Player::Two);
        let game =
            TrainingGame { number: 1 << 40, start: "a start".to_string(), outcome, plies: vec![ply; 2] };
        let bytes = game.to_bytes();
        assert_eq!(TrainingGame::from_bytes(&bytes), Some(game));
        for length in 0..bytes.len() {
            assert_eq!(TrainingGame::from_bytes(&bytes[..length]), None, "{length} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(TrainingGame::from_bytes(&longer), None);
    }
}
