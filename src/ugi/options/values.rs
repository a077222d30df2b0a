//! Values of options as text: read, checked and announced.

use super::properties;
use crate::games::{LEVELS, Notation, NotationError, Variant, Visitor};
use crate::search::{EvalSource, InformationMode, Level};
use crate::ugi::wire::OptionKind;
use std::ops::RangeInclusive;

pub(super) fn spin(default: u64, range: RangeInclusive<u64>) -> OptionKind {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let (min, max) = range.into_inner();
    OptionKind::Spin { default: number(default), min: number(min), max: number(max) }
}

pub(super) fn combo<'a>(default: &str, vars: impl IntoIterator<Item = &'a str>) -> OptionKind {
    let vars = vars.into_iter().map(str::to_string).collect();
    OptionKind::Combo { default: default.to_string(), vars }
}

/// The evaluation that a user names.
pub(super) fn evaluation(variant: Variant, name: &str) -> Result<EvalSource, NotationError> {
    struct Find<'a>(&'a str);
    impl Visitor for Find<'_> {
        type Output = Result<EvalSource, NotationError>;
        fn visit<G: Notation>(self) -> Self::Output {
            EvalSource::find::<G>(self.0)
        }
    }
    variant.visit(Find(name))
}

pub(super) fn value_missing(name: &str) -> NotationError {
    NotationError::new(name, "'value' and a value after it")
}

pub(super) fn number(text: &str, range: RangeInclusive<u64>) -> Result<u64, NotationError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        NotationError::new(text, format!("a whole number from {} to {}", range.start(), range.end()))
    })
}

pub(super) fn level(text: &str) -> Result<Level, NotationError> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| NotationError::new(text, format!("a whole number from 1 to {LEVELS}")))
}

/// The Elo that a variant's levels span.
pub(super) fn elo_range(variant: Variant) -> RangeInclusive<i32> {
    let rungs = properties(variant).levels.rungs;
    rungs[0].elo..=rungs[LEVELS - 1].elo
}

/// The Elo of a level in the middle.
pub(super) fn default_elo(variant: Variant) -> i32 {
    properties(variant).levels.rungs[LEVELS / 2 - 1].elo
}

pub(super) fn elo(variant: Variant, text: &str) -> Result<i32, NotationError> {
    let range = elo_range(variant);
    let elo = text.parse().ok().filter(|elo| range.contains(elo));
    elo.ok_or_else(|| {
        NotationError::new(text, format!("a whole number from {} to {}", range.start(), range.end()))
    })
}

pub(super) fn information(text: &str) -> Result<InformationMode, NotationError> {
    match text.to_ascii_lowercase().as_str() {
        "player" => Ok(InformationMode::Player),
        "open" => Ok(InformationMode::Open),
        _ => Err(NotationError::new(text, "player or open")),
    }
}

pub(super) fn boolean(text: &str) -> Result<bool, NotationError> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(NotationError::new(text, "true or false")),
    }
}
