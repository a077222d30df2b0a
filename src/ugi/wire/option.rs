//! `option` lines: what an engine lets its clients set.

use std::fmt;
use std::str::FromStr;

/// An option as an engine announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// As the engine writes it; some have several words.
    pub name: String,
    /// Its type and what values it takes.
    pub kind: OptionKind,
}

/// The type of an option, with its default and its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several values.
    Combo {
        /// The value at the start.
        default: String,
        /// All values.
        vars: Vec<String>,
    },
    /// Has no value: setting it does something.
    Button,
    /// Any text.
    String {
        /// The value at the start, if the line names it.
        default: Option<String>,
    },
}

const TYPES: [&str; 5] = ["check", "spin", "combo", "button", "string"];

impl OptionKind {
    /// The word after `type`.
    pub const fn name(&self) -> &'static str {
        match self {
            OptionKind::Check { .. } => "check",
            OptionKind::Spin { .. } => "spin",
            OptionKind::Combo { .. } => "combo",
            OptionKind::Button => "button",
            OptionKind::String { .. } => "string",
        }
    }

    /// What values the option takes, if this is none of them. Names of values are read in any
    /// case, as by most engines.
    pub fn refusal(&self, value: &str) -> Option<String> {
        let fits = match self {
            OptionKind::Check { .. } => {
                ["true", "false"].iter().any(|known| value.eq_ignore_ascii_case(known))
            }
            OptionKind::Spin { min, max, .. } => {
                value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            OptionKind::Combo { vars, .. } => vars.iter().any(|var| value.eq_ignore_ascii_case(var)),
            OptionKind::Button | OptionKind::String { .. } => true,
        };
        (!fits).then(|| match self {
            OptionKind::Spin { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Combo { vars, .. } => format!("one of {}", vars.join(" ")),
            _ => "true or false".to_string(),
        })
    }

    /// The default as it is written, if there is one.
    pub fn default_text(&self) -> Option<String> {
        match self {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } => Some(default.clone()),
            OptionKind::Button => None,
            OptionKind::String { default } => default.clone(),
        }
    }
}

/// What is wrong with an `option` line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionFlaw {
    /// It does not begin as it should.
    NotAnOption(String),
    /// Nothing between `name` and `type`.
    NoName(String),
    /// No word `type`.
    NoType(String),
    /// Nothing after `type`.
    TypeMissing {
        /// The name of the option.
        name: String,
    },
    /// A type that there is not.
    UnknownType {
        /// The name of the option.
        name: String,
        /// Its type.
        kind: String,
    },
    /// A word where `default`, `min`, `max` or `var` has to be.
    StrayWord {
        /// The name of the option.
        name: String,
        /// The word.
        word: String,
    },
    /// Its type is known, but its default or its bounds do not fit.
    Value {
        /// The name of the option.
        name: String,
        /// Its type.
        kind: String,
        /// What is wrong with its values.
        flaw: ValueFlaw,
    },
}

/// What is wrong with the values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueFlaw {
    /// A button has no value.
    HasDefault,
    /// Every other type but a string has one.
    NoDefault,
    /// The default of a check is neither true nor false.
    NotBoolean(String),
    /// The default of a combo is none of its values.
    NotAmongValues(String),
    /// A number of a spin is not whole.
    NotWhole(String),
    /// A spin needs `min` and `max`.
    NoBounds,
    /// The default of a spin is outside its bounds.
    OutOfBounds {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
}

impl fmt::Display for OptionFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionFlaw::NotAnOption(line) => write!(f, "'{line}' does not begin with 'option name'"),
            OptionFlaw::NoName(line) => write!(f, "'{line}' has no name"),
            OptionFlaw::NoType(line) => write!(f, "'{line}' has no 'type'"),
            OptionFlaw::TypeMissing { name } => write!(f, "option '{name}' has no type after 'type'"),
            OptionFlaw::UnknownType { name, kind } => {
                write!(f, "option '{name}' has the unknown type '{kind}'")
            }
            OptionFlaw::StrayWord { name, word } => write!(f, "option '{name}' has the stray word '{word}'"),
            OptionFlaw::Value { name, kind, flaw } => write!(f, "option '{name}' of type {kind} {flaw}"),
        }
    }
}

impl fmt::Display for ValueFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueFlaw::HasDefault => f.write_str("has a default"),
            ValueFlaw::NoDefault => f.write_str("has no default"),
            ValueFlaw::NotBoolean(value) => write!(f, "has the default '{value}', not true or false"),
            ValueFlaw::NotAmongValues(value) => {
                write!(f, "has the default '{value}', which is none of its values")
            }
            ValueFlaw::NotWhole(value) => write!(f, "has '{value}', not a whole number"),
            ValueFlaw::NoBounds => f.write_str("has no min or no max"),
            ValueFlaw::OutOfBounds { default, min, max } => {
                write!(f, "has the default {default} outside {min} to {max}")
            }
        }
    }
}

impl std::error::Error for OptionFlaw {}

impl OptionLine {
    /// The first word of the line.
    pub const WORD: &str = "option";

    /// The name in an `option` line, be the rest of it as it may: all words between `name`
    /// and `type`.
    pub fn name_in(line: &str) -> String {
        let words = line.split_whitespace().skip_while(|&word| word != "name").skip(1);
        words.take_while(|&word| word != "type").collect::<Vec<_>>().join(" ")
    }

    /// The values in an `option` line, be the rest of it as it may: the word after each `var`.
    pub fn vars_in(line: &str) -> Vec<&str> {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]).collect()
    }
}

impl FromStr for OptionLine {
    type Err = OptionFlaw;

    fn from_str(line: &str) -> Result<Self, OptionFlaw> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = match words[..] {
            [OptionLine::WORD, "name", ref rest @ ..] => rest,
            _ => return Err(OptionFlaw::NotAnOption(line.to_string())),
        };
        let (name, rest) = match rest.iter().position(|&word| word == "type") {
            Some(0) => return Err(OptionFlaw::NoName(line.to_string())),
            Some(at) => (rest[..at].join(" "), &rest[at + 1..]),
            None => return Err(OptionFlaw::NoType(line.to_string())),
        };
        let Some((&kind, attributes)) = rest.split_first() else {
            return Err(OptionFlaw::TypeMissing { name });
        };
        if !TYPES.contains(&kind) {
            return Err(OptionFlaw::UnknownType { name, kind: kind.to_string() });
        }
        let attributes = Attributes::of(attributes)
            .map_err(|word| OptionFlaw::StrayWord { name: name.clone(), word: word.to_string() })?;
        match attributes.kind(kind) {
            Ok(kind) => Ok(OptionLine { name, kind }),
            Err(flaw) => Err(OptionFlaw::Value { name, kind: kind.to_string(), flaw }),
        }
    }
}

/// `default X min Y var A var B` in its parts.
struct Attributes<'a>(Vec<(&'a str, String)>);

impl<'a> Attributes<'a> {
    /// Splits words; a stray one is given back.
    fn of(words: &[&'a str]) -> Result<Self, &'a str> {
        let mut attributes: Vec<(&str, Vec<&str>)> = Vec::new();
        for &word in words {
            match attributes.last_mut() {
                _ if ["default", "min", "max", "var"].contains(&word) => attributes.push((word, Vec::new())),
                Some((_, value)) => value.push(word),
                None => return Err(word),
            }
        }
        Ok(Attributes(attributes.into_iter().map(|(key, value)| (key, value.join(" "))).collect()))
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| *found == key).map(|(_, value)| value.as_str())
    }

    fn kind(&self, kind: &str) -> Result<OptionKind, ValueFlaw> {
        let default = || self.get("default").ok_or(ValueFlaw::NoDefault);
        Ok(match kind {
            "check" => match default()? {
                "true" => OptionKind::Check { default: true },
                "false" => OptionKind::Check { default: false },
                other => return Err(ValueFlaw::NotBoolean(other.to_string())),
            },
            "spin" => {
                let whole = |text: &str| text.parse().map_err(|_| ValueFlaw::NotWhole(text.to_string()));
                let bound = |key: &str| self.get(key).ok_or(ValueFlaw::NoBounds).and_then(whole);
                let (default, min, max) = (whole(default()?)?, bound("min")?, bound("max")?);
                if !(min..=max).contains(&default) {
                    return Err(ValueFlaw::OutOfBounds { default, min, max });
                }
                OptionKind::Spin { default, min, max }
            }
            "combo" => {
                let default = default()?.to_string();
                let vars = self.0.iter().filter(|(key, _)| *key == "var");
                let vars: Vec<String> = vars.map(|(_, value)| value.clone()).collect();
                if !vars.contains(&default) {
                    return Err(ValueFlaw::NotAmongValues(default));
                }
                OptionKind::Combo { default, vars }
            }
            "button" if self.get("default").is_some() => return Err(ValueFlaw::HasDefault),
            "button" => OptionKind::Button,
            _ => OptionKind::String { default: self.get("default").map(str::to_string) },
        })
    }
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} name {} type {}", OptionLine::WORD, self.name, self.kind.name())?;
        if let Some(default) = self.kind.default_text() {
            f.write_str(" default")?;
            if !default.is_empty() {
                write!(f, " {default}")?;
            }
        }
        match &self.kind {
            OptionKind::Spin { min, max, .. } => write!(f, " min {min} max {max}"),
            OptionKind::Combo { vars, .. } => vars.iter().try_for_each(|var| write!(f, " var {var}")),
            OptionKind::Check { .. } | OptionKind::Button | OptionKind::String { .. } => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn good_options_are_read_and_written() {
        for (line, name, kind, default) in [
            ("option name Hash type spin default 16 min 1 max 64", "Hash", "spin", Some("16")),
            ("option name Clear Hash type button", "Clear Hash", "button", None),
            ("option name X type combo default a b var a b var c", "X", "combo", Some("a b")),
            ("option name Y type check default true", "Y", "check", Some("true")),
            ("option name Z type string default", "Z", "string", Some("")),
            ("option name Z type string", "Z", "string", None),
        ] {
            let option: OptionLine = line.parse().expect(line);
            assert_eq!(
                (option.name.as_str(), option.kind.name(), option.kind.default_text().as_deref()),
                (name, kind, default)
            );
            assert_eq!(option.to_string(), line);
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let refusal = |line: &str, value| line.parse::<OptionLine>().expect(line).kind.refusal(value);
        let spin = "option name Hash type spin default 16 min 1 max 64";
        assert_eq!((refusal(spin, "1"), refusal(spin, "64")), (None, None));
        for value in ["0", "65", "many", ""] {
            assert_eq!(refusal(spin, value).as_deref(), Some("a whole number from 1 to 64"));
        }
        let combo = "option name X type combo default a b var a b var c";
        assert_eq!((refusal(combo, "A B"), refusal(combo, "d")), (None, Some("one of a b c".to_string())));
        let check = "option name Y type check default true";
        assert_eq!((refusal(check, "False"), refusal(check, "1")), (None, Some("true or false".to_string())));
        assert_eq!(refusal("option name Z type string", "x"), None);
    }

    #[test]
    fn random_options_survive_the_wire() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..2000 {
            let words = |rng: &mut Xoshiro256PlusPlus| {
                let word = |rng: &mut Xoshiro256PlusPlus| {
                    *["a", "Move", "Overhead", "1", "<empty>", "é"].choose(rng).expect("words")
                };
                (0..rng.random_range(1..3)).map(|_| word(rng)).collect::<Vec<_>>().join(" ")
            };
            let (min, max) = (rng.random_range(-100..=0), rng.random_range(0..1 << 40));
            let kind = match rng.random_range(0..5) {
                0 => OptionKind::Check { default: rng.random() },
                1 => OptionKind::Spin { default: rng.random_range(min..=max), min, max },
                2 => {
                    let vars: Vec<String> = (0..rng.random_range(1..4)).map(|_| words(&mut rng)).collect();
                    OptionKind::Combo { default: vars.choose(&mut rng).expect("one").clone(), vars }
                }
                3 => OptionKind::Button,
                _ => OptionKind::String { default: rng.random::<bool>().then(|| words(&mut rng)) },
            };
            let option = OptionLine { name: words(&mut rng), kind };
            assert_eq!(option.to_string().parse(), Ok(option.clone()), "{option}");
        }
    }

    #[test]
    fn bad_options_are_named() {
        for (line, complaint) in [
            ("option Hash", "does not begin"),
            ("option name type spin", "has no name"),
            ("option name A", "has no 'type'"),
            ("option name A type", "no type after"),
            ("option name A type float default 1.5", "unknown type 'float'"),
            ("option name A type check default yes", "not true or false"),
            ("option name A type check", "has no default"),
            ("option name A type spin default 5 min 6 max 9", "outside 6 to 9"),
            ("option name A type spin default 5 min 1.5 max 9", "'1.5', not a whole"),
            ("option name A type spin default 5", "has no min"),
            ("option name A type combo default x var y", "none of its values"),
            ("option name A type button default x", "has a default"),
            ("option name A type button x", "stray word 'x'"),
        ] {
            let error = line.parse::<OptionLine>().expect_err(line).to_string();
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }

    #[test]
    fn names_and_values_are_found_in_lines_of_any_engine() {
        assert_eq!(OptionLine::name_in("option name Move Overhead type spin default 1"), "Move Overhead");
        assert_eq!(OptionLine::name_in("option name X"), "X");
        assert_eq!(OptionLine::name_in("option"), "");
        assert_eq!(OptionLine::vars_in("option name V type combo default z var a var b"), ["a", "b"]);
    }
}
