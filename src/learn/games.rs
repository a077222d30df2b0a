//! Games made for training, and the file they are kept in.
//!
//! A file begins with one line of text, `sisku-games 1 VARIANT`. Games follow, each with
//! its length in bytes (32 bits) and then as many bytes:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | number of the game |
//! | 1 | result for player one: 0 loss, 1 draw, 2 win |
//! | 2, n | length of the start position's notation, and the notation |
//! | 2 | number of plies |
//! | for each ply: 2 | the move played, by its place in the list of legal moves |
//! | 2, 2 | chances of the mover to win and to draw, of 65535 |
//! | 2 | moves that were searched, 0 where nothing is to be learned from them |
//! | for each: 2, 2 | the move by its place, and its playouts |
//!
//! All numbers are little-endian. A game cut off at the end of a file is dropped when the
//! file is opened again.

use crate::games::{Outcome, Player, Value, Variant};
use anyhow::{Context, bail, ensure};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// No game is longer: a guard against files that are none.
const MOST_BYTES: usize = 1 << 24;

/// A game and what the searches found.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingGame {
    pub number: u64,
    /// The start position, in notation.
    pub start: String,
    pub outcome: Outcome,
    pub plies: Vec<Ply>,
}

/// A move and the search that chose it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ply {
    /// The move played, by its place in the list of legal moves.
    pub played: u16,
    /// Chances of the mover to win and to draw, of 65535.
    pub win: u16,
    pub draw: u16,
    /// Moves by their place, with their playouts.
    pub tried: Vec<(u16, u16)>,
}

/// Chances in the units of a file.
const CHANCE: f32 = 65535.0;

impl Ply {
    /// A move played after a search that found this value.
    pub fn new(played: usize, value: Value) -> Self {
        let chance = |x: f32| (x.clamp(0.0, 1.0) * CHANCE) as u16;
        Ply { played: played as u16, win: chance(value.win), draw: chance(value.draw), tried: Vec::new() }
    }

    pub fn value(&self) -> Value {
        Value { win: f32::from(self.win) / CHANCE, draw: f32::from(self.draw) / CHANCE }
    }
}

impl TrainingGame {
    fn write(&self) -> Vec<u8> {
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
            short(ply.tried.len());
            for &(place, playouts) in &ply.tried {
                short(place.into());
                short(playouts.into());
            }
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<TrainingGame> {
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
            let tried = (0..count).map(|_| Some((short(&mut rest)?, short(&mut rest)?)));
            plies.push(Ply { played, win, draw, tried: tried.collect::<Option<_>>()? });
        }
        rest.is_empty().then_some(TrainingGame { number: u64::from_le_bytes(*number), start, outcome, plies })
    }
}

fn headline(variant: Variant) -> String {
    format!("sisku-games 1 {}\n", variant.name())
}

/// Reads the games of a file one after the other.
pub struct GamesReader {
    file: BufReader<File>,
    /// Where the last whole game ended.
    end: u64,
}

impl GamesReader {
    /// Opens a file of games of a variant.
    pub fn open(path: &Path, variant: Variant) -> anyhow::Result<GamesReader> {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut file = BufReader::new(file);
        let expected = headline(variant);
        let mut found = vec![0; expected.len()];
        let whole = file.read_exact(&mut found).is_ok();
        ensure!(
            whole && found == expected.as_bytes(),
            "{}: expected training games of {}",
            path.display(),
            variant.name()
        );
        Ok(GamesReader { file, end: expected.len() as u64 })
    }

    /// The next game; `None` at the end, or where the file is cut off.
    pub fn next_game(&mut self) -> anyhow::Result<Option<TrainingGame>> {
        let mut length = [0; 4];
        if self.file.read_exact(&mut length).is_err() {
            return Ok(None);
        }
        let length = u32::from_le_bytes(length) as usize;
        if length > MOST_BYTES {
            bail!("a game of {length} bytes: expected a file of training games that is not damaged");
        }
        let mut bytes = vec![0; length];
        if self.file.read_exact(&mut bytes).is_err() {
            return Ok(None);
        }
        let game = TrainingGame::read(&bytes).context("a damaged game")?;
        self.end += 4 + length as u64;
        Ok(Some(game))
    }
}

/// Appends games to a file.
pub struct GamesWriter {
    file: File,
}

impl GamesWriter {
    /// Begins a file, which must not exist yet.
    pub fn create(path: &Path, variant: Variant) -> anyhow::Result<GamesWriter> {
        let cannot = || format!("cannot create {}", path.display());
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).with_context(cannot)?;
        file.write_all(headline(variant).as_bytes()).with_context(cannot)?;
        Ok(GamesWriter { file })
    }

    /// Goes on with a file: hands over the numbers of the games that it has.
    pub fn resume(path: &Path, variant: Variant) -> anyhow::Result<(GamesWriter, Vec<u64>)> {
        let mut reader = GamesReader::open(path, variant)?;
        let mut numbers = Vec::new();
        while let Some(game) = reader.next_game().with_context(|| path.display().to_string())? {
            numbers.push(game.number);
        }
        let cannot = || format!("cannot write {}", path.display());
        let mut file = OpenOptions::new().write(true).open(path).with_context(cannot)?;
        file.set_len(reader.end).with_context(cannot)?;
        file.seek(SeekFrom::End(0)).with_context(cannot)?;
        Ok((GamesWriter { file }, numbers))
    }

    /// Appends a game, at once and in one piece.
    pub fn write(&mut self, game: &TrainingGame) -> anyhow::Result<()> {
        let body = game.write();
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(body);
        self.file.write_all(&bytes).context("cannot write the games")
    }
}
