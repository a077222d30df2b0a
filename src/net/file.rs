//! The file that a net is kept in.
//!
//! Little-endian throughout: the word `SISKUNET`, the version, the number of inputs, of
//! inputs of moves and of sums, the length of the origin (32 bits each), the origin
//! (UTF-8), the weights in the order of the fields of [`Net`], and a checksum of all
//! that comes before it (64 bits).

use super::{MOST_MOVE_INPUTS, MOST_SUMS, MOVE_UNITS, Net, RESULTS, SUMS_STEP, Shape, UNITS, VALUE_UNITS};
use crate::games::Game;
use crate::math::mix;
use std::fmt;

const MAGIC: &[u8] = b"SISKUNET";
/// The version of the format and of what the numbers mean.
pub const VERSION: u32 = 1;
const CHECKSUM_BYTES: usize = 8;

/// Why bytes are no net that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileError {
    /// Not a net at all.
    NoNet,
    /// A net of another version.
    Version(u32),
    /// A net of another game, or of the same game with other inputs.
    Misfit { found: (usize, usize), expected: (usize, usize) },
    /// The file is cut off or changed.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::NoNet => write!(f, "expected a net, which begins with SISKUNET"),
            FileError::Version(found) => write!(f, "expected a net of version {VERSION}, found {found}"),
            FileError::Misfit { found, expected } => write!(
                f,
                "expected a net of this game with {} inputs and {} of moves, found {} and {}",
                expected.0, expected.1, found.0, found.1
            ),
            FileError::Damaged => write!(f, "expected a whole net, this one is cut off or damaged"),
        }
    }
}

impl std::error::Error for FileError {}

/// Bytes yet to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, n: usize) -> Result<&'a [u8], FileError> {
        let (head, rest) = self.0.split_at_checked(n).ok_or(FileError::Damaged)?;
        self.0 = rest;
        Ok(head)
    }

    fn number(&mut self) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(array(self.bytes(4)?)))
    }

    fn shorts(&mut self, n: usize) -> Result<Vec<i16>, FileError> {
        Ok(self.bytes(n * 2)?.chunks_exact(2).map(|pair| i16::from_le_bytes(array(pair))).collect())
    }

    fn floats(&mut self, n: usize) -> Result<Vec<f32>, FileError> {
        let floats: Vec<f32> =
            self.bytes(n * 4)?.chunks_exact(4).map(|four| f32::from_le_bytes(array(four))).collect();
        if floats.iter().all(|float| float.is_finite()) { Ok(floats) } else { Err(FileError::Damaged) }
    }
}

/// A slice of a length that is known.
fn array<const N: usize>(slice: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(slice);
    array
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word));
    }
    sum
}

impl Net {
    /// Reads a net for a game.
    pub fn read<G: Game>(bytes: &[u8]) -> Result<Net, FileError> {
        let mut reader = Reader(bytes);
        if reader.bytes(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(FileError::NoNet);
        }
        let version = reader.number()?;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let body = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(FileError::Damaged)?;
        if u64::from_le_bytes(array(&bytes[body..])) != checksum(&bytes[..body]) {
            return Err(FileError::Damaged);
        }
        let [inputs, move_inputs, sums] = [reader.number()?, reader.number()?, reader.number()?];
        let shape = Shape { inputs: inputs as usize, move_inputs: move_inputs as usize, sums: sums as usize };
        let fitting = Shape::of::<G>(shape.sums);
        if shape != fitting || fitting.inputs == 0 || shape.move_inputs > MOST_MOVE_INPUTS {
            let numbers = |shape: Shape| (shape.inputs, shape.move_inputs);
            return Err(FileError::Misfit { found: numbers(shape), expected: numbers(fitting) });
        }
        if shape.sums == 0 || shape.sums > MOST_SUMS || !shape.sums.is_multiple_of(SUMS_STEP) {
            return Err(FileError::Damaged);
        }
        let length = reader.number()? as usize;
        let origin = String::from_utf8_lossy(reader.bytes(length)?).into_owned();
        let net = Net {
            shape,
            origin,
            input_weights: reader.shorts(shape.inputs * shape.sums)?,
            sum_biases: reader.shorts(shape.sums)?,
            unit_weights: reader.shorts(UNITS * shape.pairs())?,
            unit_biases: reader.floats(UNITS)?,
            result_weights: reader.floats(RESULTS * VALUE_UNITS)?,
            result_biases: reader.floats(RESULTS)?,
            move_weights: reader.shorts(shape.move_inputs * MOVE_UNITS)?,
            move_biases: reader.floats(shape.move_inputs)?,
        };
        if reader.0.len() == CHECKSUM_BYTES { Ok(net) } else { Err(FileError::Damaged) }
    }

    /// Writes the net.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Shape { inputs, move_inputs, sums } = self.shape;
        for number in [VERSION as usize, inputs, move_inputs, sums, self.origin.len()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(self.origin.as_bytes());
        let shorts = |bytes: &mut Vec<u8>, numbers: &[i16]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        let floats = |bytes: &mut Vec<u8>, numbers: &[f32]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        shorts(&mut bytes, &self.input_weights);
        shorts(&mut bytes, &self.sum_biases);
        shorts(&mut bytes, &self.unit_weights);
        floats(&mut bytes, &self.unit_biases);
        floats(&mut bytes, &self.result_weights);
        floats(&mut bytes, &self.result_biases);
        shorts(&mut bytes, &self.move_weights);
        floats(&mut bytes, &self.move_biases);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{Features, Notation, Variant, Visitor, bloch};

    type Pijersi = Position<Board45>;

    fn net() -> Net {
        let shape = Shape::of::<Pijersi>(128);
        let shorts = |n: usize| (0..n).map(|i| (i % 601) as i16 - 300).collect();
        let floats = |n: usize| (0..n).map(|i| i as f32 / n as f32 - 0.5).collect();
        Net {
            shape,
            origin: "a test, with ümlauts".to_string(),
            input_weights: shorts(shape.inputs * shape.sums),
            sum_biases: shorts(shape.sums),
            unit_weights: shorts(UNITS * shape.pairs()),
            unit_biases: floats(UNITS),
            result_weights: floats(RESULTS * VALUE_UNITS),
            result_biases: floats(RESULTS),
            move_weights: shorts(shape.move_inputs * MOVE_UNITS),
            move_biases: floats(shape.move_inputs),
        }
    }

    /// Every variant's own net can be read.
    #[test]
    fn embedded_nets_are_whole() {
        struct Read;
        impl Visitor for Read {
            type Output = Option<Result<Net, FileError>>;
            fn visit<G: Notation>(self) -> Self::Output {
                let bytes = G::Features::NET;
                assert!(bytes.len() <= 4 << 20, "small enough to embed");
                (!bytes.is_empty()).then(|| Net::read::<G>(bytes))
            }
        }
        let mut found = 0;
        for variant in Variant::ALL {
            if let Some(read) = variant.visit(Read) {
                let net = read.unwrap_or_else(|error| panic!("{}: {error}", variant.name()));
                assert!(!net.origin.is_empty());
                found += 1;
            }
        }
        assert!(found >= 2);
    }

    #[test]
    fn nets_survive_being_written() {
        let net = net();
        assert_eq!(Net::read::<Pijersi>(&net.write()), Ok(net));
    }

    #[test]
    fn what_is_no_net_of_the_game_is_refused() {
        let bytes = net().write();
        assert_eq!(Net::read::<Pijersi>(b""), Err(FileError::NoNet));
        assert_eq!(Net::read::<Pijersi>(b"#!/bin/sh\n"), Err(FileError::NoNet));
        assert!(matches!(Net::read::<bloch::Position>(&bytes), Err(FileError::Misfit { .. })));
        for length in [8, 11, 30, 1000, bytes.len() - 1] {
            assert_eq!(Net::read::<Pijersi>(&bytes[..length]), Err(FileError::Damaged), "{length}");
        }
        let mut changed = bytes.clone();
        changed[5000] ^= 1;
        assert_eq!(Net::read::<Pijersi>(&changed), Err(FileError::Damaged));
        let mut newer = bytes;
        newer[8] = 9;
        assert_eq!(Net::read::<Pijersi>(&newer), Err(FileError::Version(9)));
    }
}
