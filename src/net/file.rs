//! The file format of nets, version 2.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the magic `SISKUNET` |
//! | 4 | version of the format |
//! | 4, n | length of the game's name, and the name: whose features they are |
//! | 4 | revision of the features |
//! | 4, 4, 4 | features, move features, width of the accumulator |
//! | 4, n | length of the origin, and the origin: UTF-8, for people |
//! | … | the weights, in the order of the fields of [`Net`]: 16-bit integers and 32-bit floats |
//! | 8 | checksum of all that comes before |
//!
//! All numbers are little-endian.

use super::{
    ACCUMULATOR_STEP, FeatureSet, HIDDEN, MAX_ACCUMULATOR, MAX_MOVE_FEATURES, Net, OUTCOMES, POLICY_HIDDEN,
    Shape, VALUE_HIDDEN,
};
use crate::games::{Features, Game};
use crate::math::mix;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

const MAGIC: &[u8] = b"SISKUNET";
/// The version of the format and of the architecture.
const VERSION: u32 = 2;
const CHECKSUM_BYTES: usize = 8;
/// The longest name of a game.
const MAX_NAME: usize = 64;
/// The largest weight in floating point. Sums of such weights are finite, so that no file
/// can make an evaluation NaN.
const MAX_WEIGHT: f32 = 1e6;
/// No net is larger; reading stops here, even if the path is a device or a huge file.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Why a net cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read; the text says why.
    Io(String),
    /// The game has no features, so no net can be for it.
    NoFeatures,
    /// Not a net at all.
    NotANet,
    /// A net of another version of the format: the one found.
    Version(u32),
    /// A net of another game, or of another revision of the game's features.
    Features {
        /// The feature set of the game that the net is for.
        expected: FeatureSet,
        /// The feature set that the file names.
        found: FeatureSet<String>,
    },
    /// The file is truncated or corrupt.
    Damaged,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileError::Io(error) => write!(f, "cannot read: {error}"),
            FileError::NoFeatures => write!(f, "expected no net, this game has none"),
            FileError::NotANet => write!(f, "expected a net, which begins with SISKUNET"),
            FileError::Version(found) => write!(f, "expected a net of version {VERSION}, found {found}"),
            FileError::Features { expected: FeatureSet { game, revision }, found } => {
                write!(f, "expected a net for {game}, features revision {revision}; found {found}")
            }
            FileError::Damaged => write!(f, "expected a whole net, this one is cut off or damaged"),
        }
    }
}

impl std::error::Error for FileError {}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        FileError::Io(error.to_string())
    }
}

/// The bytes yet to be parsed.
struct Parser<'a>(&'a [u8]);

impl<'a> Parser<'a> {
    /// The next bytes. Lengths are checked against the input before anything is allocated.
    fn bytes(&mut self, n: usize) -> Result<&'a [u8], FileError> {
        let (head, rest) = self.0.split_at_checked(n).ok_or(FileError::Damaged)?;
        self.0 = rest;
        Ok(head)
    }

    fn number(&mut self) -> Result<u32, FileError> {
        Ok(u32::from_le_bytes(array(self.bytes(4)?)))
    }

    /// A length-prefixed text.
    fn text(&mut self, max: usize) -> Result<String, FileError> {
        let length = self.number()? as usize;
        if length > max {
            return Err(FileError::Damaged);
        }
        Ok(String::from_utf8_lossy(self.bytes(length)?).into_owned())
    }

    fn integers(&mut self, n: usize) -> Result<Vec<i16>, FileError> {
        Ok(self.bytes(n * 2)?.chunks_exact(2).map(|pair| i16::from_le_bytes(array(pair))).collect())
    }

    fn floats(&mut self, n: usize) -> Result<Vec<f32>, FileError> {
        let floats: Vec<f32> =
            self.bytes(n * 4)?.chunks_exact(4).map(|four| f32::from_le_bytes(array(four))).collect();
        // False for NaN, too.
        let sound = floats.iter().all(|float| float.abs() <= MAX_WEIGHT);
        if sound { Ok(floats) } else { Err(FileError::Damaged) }
    }
}

/// A slice whose length is known, as an array.
fn array<const N: usize>(slice: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(slice);
    array
}

/// The checksum at the end of a file, of all that comes before.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word));
    }
    sum
}

impl Net {
    /// Reads a net for a game from a file.
    pub fn load<G: Game>(path: &Path) -> Result<Net, FileError> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_FILE_BYTES).read_to_end(&mut bytes)?;
        Net::read::<G>(&bytes)
    }

    /// Parses a net for a game.
    pub fn read<G: Game>(bytes: &[u8]) -> Result<Net, FileError> {
        if G::Features::COUNT == 0 {
            return Err(FileError::NoFeatures);
        }
        let mut parser = Parser(bytes);
        if parser.bytes(MAGIC.len()).ok() != Some(MAGIC) {
            return Err(FileError::NotANet);
        }
        let version = parser.number()?;
        if version != VERSION {
            return Err(FileError::Version(version));
        }
        let body = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(FileError::Damaged)?;
        if u64::from_le_bytes(array(&bytes[body..])) != checksum(&bytes[..body]) {
            return Err(FileError::Damaged);
        }
        let found = FeatureSet { game: parser.text(MAX_NAME)?, revision: parser.number()? };
        let feature_set = FeatureSet::of::<G>();
        if (found.game.as_str(), found.revision) != (feature_set.game, feature_set.revision) {
            return Err(FileError::Features { expected: feature_set, found });
        }
        let shape = Shape {
            features: parser.number()? as usize,
            move_features: parser.number()? as usize,
            accumulator: parser.number()? as usize,
        };
        // The revision determines the number of features, so other numbers are corruption.
        if shape != Shape::of::<G>(shape.accumulator) || !shape.is_supported() {
            return Err(FileError::Damaged);
        }
        let net = Net {
            feature_set,
            shape,
            origin: parser.text(usize::MAX)?,
            feature_weights: parser.integers(shape.features * shape.accumulator)?,
            accumulator_biases: parser.integers(shape.accumulator)?,
            hidden_weights: parser.integers(HIDDEN * shape.products())?,
            hidden_biases: parser.floats(HIDDEN)?,
            value_weights: parser.floats(OUTCOMES * VALUE_HIDDEN)?,
            value_biases: parser.floats(OUTCOMES)?,
            policy_weights: parser.integers(shape.move_features * POLICY_HIDDEN)?,
            policy_biases: parser.floats(shape.move_features)?,
        };
        if parser.0.len() == CHECKSUM_BYTES { Ok(net) } else { Err(FileError::Damaged) }
    }

    /// The net in its file format.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let number = |bytes: &mut Vec<u8>, number: usize| bytes.extend((number as u32).to_le_bytes());
        let text = |bytes: &mut Vec<u8>, text: &str| {
            number(bytes, text.len());
            bytes.extend(text.as_bytes());
        };
        bytes.extend(VERSION.to_le_bytes());
        text(&mut bytes, self.feature_set.game);
        bytes.extend(self.feature_set.revision.to_le_bytes());
        let Shape { features, move_features, accumulator } = self.shape;
        [features, move_features, accumulator].into_iter().for_each(|size| number(&mut bytes, size));
        text(&mut bytes, &self.origin);
        let integers = |bytes: &mut Vec<u8>, numbers: &[i16]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        let floats = |bytes: &mut Vec<u8>, numbers: &[f32]| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        integers(&mut bytes, &self.feature_weights);
        integers(&mut bytes, &self.accumulator_biases);
        integers(&mut bytes, &self.hidden_weights);
        floats(&mut bytes, &self.hidden_biases);
        floats(&mut bytes, &self.value_weights);
        floats(&mut bytes, &self.value_biases);
        integers(&mut bytes, &self.policy_weights);
        floats(&mut bytes, &self.policy_biases);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

impl Shape {
    /// Whether the kernels and their buffers have room for a net of this shape.
    fn is_supported(self) -> bool {
        self.features <= usize::from(u16::MAX)
            && self.move_features <= MAX_MOVE_FEATURES
            && (ACCUMULATOR_STEP..=MAX_ACCUMULATOR).contains(&self.accumulator)
            && self.accumulator.is_multiple_of(ACCUMULATOR_STEP)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Board51, Position};
    use crate::games::{Notation, Variant, Visitor, bloch};

    type Pijersi = Position<Board45>;

    fn net() -> Net {
        let shape = Shape::of::<Pijersi>(128);
        let integers = |n: usize| (0..n).map(|i| (i % 601) as i16 - 300).collect();
        let floats = |n: usize| (0..n).map(|i| i as f32 / n as f32 - 0.5).collect();
        Net {
            feature_set: FeatureSet::of::<Pijersi>(),
            shape,
            origin: "a test, with ümlauts".to_string(),
            feature_weights: integers(shape.features * shape.accumulator),
            accumulator_biases: integers(shape.accumulator),
            hidden_weights: integers(HIDDEN * shape.products()),
            hidden_biases: floats(HIDDEN),
            value_weights: floats(OUTCOMES * VALUE_HIDDEN),
            value_biases: floats(OUTCOMES),
            policy_weights: integers(shape.move_features * POLICY_HIDDEN),
            policy_biases: floats(shape.move_features),
        }
    }

    /// Where the numbers of the header are in the file of a net for Pijersi.
    const NAME_LENGTH: usize = MAGIC.len() + 4;
    const REVISION: usize = NAME_LENGTH + 4 + "pijersi".len();
    const SIZES: usize = REVISION + 4;
    const ORIGIN_LENGTH: usize = SIZES + 12;

    /// The bytes with one number of the header changed and a valid checksum.
    fn with_number(bytes: &[u8], at: usize, number: u32) -> Vec<u8> {
        let mut bytes = bytes[..bytes.len() - CHECKSUM_BYTES].to_vec();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    #[test]
    fn embedded_nets_can_be_read() {
        struct ReadEmbedded;
        impl Visitor for ReadEmbedded {
            type Output = Option<Result<Net, FileError>>;
            fn visit<G: Notation>(self) -> Self::Output {
                let bytes = G::Features::NET;
                assert!(bytes.len() <= 4 << 20, "small enough to embed");
                (!bytes.is_empty()).then(|| Net::read::<G>(bytes))
            }
        }
        let mut found = Vec::new();
        for variant in Variant::ALL {
            if let Some(read) = variant.visit(ReadEmbedded) {
                let net = read.unwrap_or_else(|error| panic!("{}: {error}", variant.name()));
                assert!(net.origin.starts_with(&format!("{}: ", variant.name())), "{}", net.origin);
                found.push(variant.name());
            }
        }
        assert_eq!(found, ["pijersi", "pijersi51", "jersi", "bloch"]);
    }

    #[test]
    fn nets_survive_being_written() {
        let net = net();
        assert_eq!(Net::read::<Pijersi>(&net.write()), Ok(net));
    }

    #[test]
    fn nets_of_other_features_are_refused_in_one_line() {
        let bytes = net().write();
        let refused = |error: FileError| {
            assert!(matches!(error, FileError::Features { .. }), "{error:?}");
            error.to_string()
        };
        // Both boards of a game share their features.
        assert!(Net::read::<Position<Board51>>(&bytes).is_ok());
        assert_eq!(
            refused(Net::read::<bloch::Position>(&bytes).expect_err("another game")),
            "expected a net for bloch, features revision 2; found pijersi revision 1"
        );
        let newer = with_number(&bytes, REVISION, 7);
        assert_eq!(
            refused(Net::read::<Pijersi>(&newer).expect_err("another revision")),
            "expected a net for pijersi, features revision 1; found pijersi revision 7"
        );
    }

    #[test]
    fn other_versions_are_refused_in_one_line() {
        let bytes = net().write();
        for version in [0, 1, 3, u32::MAX] {
            let error =
                Net::read::<Pijersi>(&with_number(&bytes, MAGIC.len(), version)).expect_err("a version");
            assert_eq!(error, FileError::Version(version));
            assert_eq!(error.to_string(), format!("expected a net of version 2, found {version}"));
        }
    }

    #[test]
    fn what_is_no_net_is_refused() {
        let bytes = net().write();
        assert_eq!(Net::read::<Pijersi>(b""), Err(FileError::NotANet));
        assert_eq!(Net::read::<Pijersi>(b"#!/bin/sh\n"), Err(FileError::NotANet));
        for length in [8, 11, 12, 15, 30, 1000, bytes.len() - 1] {
            assert_eq!(Net::read::<Pijersi>(&bytes[..length]), Err(FileError::Damaged), "{length}");
        }
        let mut changed = bytes;
        changed[5000] ^= 1;
        assert_eq!(Net::read::<Pijersi>(&changed), Err(FileError::Damaged));
        assert!(matches!(Net::load::<Pijersi>(Path::new("/no/such/net")), Err(FileError::Io(_))));
    }

    /// Numbers of the header are checked before anything is allocated by them, even where
    /// the checksum fits.
    #[test]
    fn hostile_headers_are_refused() {
        let bytes = net().write();
        for at in [NAME_LENGTH, SIZES, SIZES + 4, SIZES + 8, ORIGIN_LENGTH] {
            for number in [0, 1, 127, 129, 1 << 16, 1 << 31, u32::MAX] {
                let read = Net::read::<Pijersi>(&with_number(&bytes, at, number));
                assert!(
                    matches!(read, Err(FileError::Damaged | FileError::Features { .. })),
                    "byte {at}: {number}"
                );
            }
        }
        assert_eq!(&bytes[ORIGIN_LENGTH + 4..][..6], b"a test", "the places above are right");
    }

    #[test]
    fn weights_that_would_overflow_are_refused() {
        for weight in [f32::NAN, f32::INFINITY, 1e30, -1e7] {
            let mut net = net();
            net.value_biases[1] = weight;
            assert_eq!(Net::read::<Pijersi>(&net.write()), Err(FileError::Damaged), "{weight}");
        }
    }
}
