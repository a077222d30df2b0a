//! What a match is: everything that makes its games comparable. Kept with every game.

use super::adjudicate::{DrawRule, ResignRule};
use super::command_line;
use super::limits::EngineLimits;
use crate::arena::engine::Launch;
use crate::games::Variant;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, io};

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tournament {
    /// Everyone against everyone.
    #[default]
    RoundRobin,
    /// The first engine against all others.
    Gauntlet,
}

/// The form in which an engine is sent the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PositionForm {
    /// Where the game began and all moves since.
    #[default]
    Moves,
    /// Where the game stands.
    Fen,
}

/// In which order a file of openings is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BookOrder {
    /// From the first line to the last.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EngineSettings {
    pub(crate) name: String,
    /// Program and arguments as typed, or `None` for this very program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cmd: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) args: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cwd: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
    /// Lines sent as they are before `isready`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) init: Vec<String>,
    #[serde(flatten)]
    pub(crate) limits: EngineLimits,
    pub(crate) position: PositionForm,
    /// Whether every game gets a fresh process.
    pub(crate) restart: bool,
    /// Whether it may think on the opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ponder: bool,
}

impl EngineSettings {
    /// The program as people know it.
    pub(crate) fn command(&self) -> String {
        let cmd = self.cmd.clone().unwrap_or_else(|| format!("sisku {}", env!("CARGO_PKG_VERSION")));
        [&[cmd], self.args.as_slice()].concat().join(" ")
    }

    /// Whether an option is set, whatever the case of its name.
    pub(crate) fn sets(&self, name: &str) -> bool {
        self.options.keys().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// What to start. Relative paths begin where we were started, not in `cwd`.
    pub(crate) fn launch(&self) -> io::Result<Launch> {
        let mut words = match &self.cmd {
            Some(cmd) => command_line::split(cmd)
                .map_err(|_| io::Error::other("a quote in its command has no end"))?
                .into_iter(),
            None => vec![env::current_exe()?.to_string_lossy().into_owned()].into_iter(),
        };
        let program = PathBuf::from(words.next().unwrap_or_default());
        let is_path = program.components().count() > 1;
        let program = if is_path { env::current_dir()?.join(program) } else { program };
        let args = words.chain(self.args.iter().cloned()).collect();
        Ok(Launch { program, args, cwd: self.cwd.clone() })
    }
}

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpeningSettings {
    /// The name of a set-up, or of a file.
    pub(crate) source: String,
    /// A fingerprint of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fingerprint: Option<String>,
    pub(crate) order: BookOrder,
    /// Random moves played from there on.
    pub(crate) plies: u32,
    pub(crate) seed: u64,
}

/// Everything that makes the games of a match comparable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct MatchSettings {
    pub(crate) variant: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) rules: BTreeMap<String, String>,
    pub(crate) tournament: Tournament,
    pub(crate) openings: OpeningSettings,
    pub(crate) engines: Vec<EngineSettings>,
    /// Who is trusted in a game that we do not know, or in one with secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) referee: Option<EngineSettings>,
    /// A game of more moves is drawn.
    pub(crate) max_plies: u32,
    /// When games are given up, and when they are drawn before their end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) resign: Option<ResignRule>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) draw: Option<DrawRule>,
}

impl MatchSettings {
    /// Whether it is known that the players have secrets from each other.
    pub(crate) fn hidden(&self) -> bool {
        Variant::find(&self.variant).is_some_and(Variant::hidden)
    }

    /// What differs in another match, each as `path: here x, there y`.
    pub(crate) fn differences(&self, there: &MatchSettings) -> Vec<String> {
        let value = |settings: &MatchSettings| serde_json::to_value(settings).unwrap_or_default();
        let mut found = Vec::new();
        compare("", &value(self), &value(there), &mut found);
        found
    }
}

fn compare(path: &str, here: &Value, there: &Value, found: &mut Vec<String>) {
    let step = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let get = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                compare(&step(key), &get(a), &get(b), found);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for index in 0..a.len().max(b.len()) {
                let get = |list: &Vec<Value>| list.get(index).cloned().unwrap_or_default();
                compare(&step(&(index + 1).to_string()), &get(a), &get(b), found);
            }
        }
        _ if here == there => {}
        _ => {
            let show = |value: &Value| match value {
                Value::Null => "nothing".to_string(),
                value => value.to_string(),
            };
            found.push(format!("{path}: here {}, there {}", show(here), show(there)));
        }
    }
}

/// The last part of a path: what is the same on another machine.
pub(crate) fn base_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_named() {
        let engine = |name: &str| EngineSettings {
            name: name.to_string(),
            cmd: None,
            args: Vec::new(),
            cwd: None,
            options: BTreeMap::new(),
            init: Vec::new(),
            limits: EngineLimits { movetime: Some(100), ..EngineLimits::default() },
            position: PositionForm::Moves,
            restart: false,
            ponder: false,
        };
        let openings = OpeningSettings {
            source: "classic".into(),
            fingerprint: None,
            order: BookOrder::Sequential,
            plies: 0,
            seed: 1,
        };
        let one = MatchSettings {
            variant: "pijersi".into(),
            rules: BTreeMap::new(),
            tournament: Tournament::RoundRobin,
            openings,
            engines: vec![engine("a"), engine("b")],
            referee: None,
            max_plies: 1000,
            resign: None,
            draw: None,
        };
        assert_eq!(one.differences(&one), [""; 0]);
        let mut two = one.clone();
        two.openings.seed = 2;
        two.engines[1].limits.nodes = Some(5);
        two.engines.push(engine("c"));
        let found = one.differences(&two);
        assert_eq!(found[0], "engines.2.nodes: here nothing, there 5");
        assert!(found[1].starts_with("engines.3: here nothing, there {"), "{}", found[1]);
        assert_eq!(found[2], "openings.seed: here 1, there 2");
        let written = serde_json::to_string(&two).expect("settings are plain");
        assert_eq!(serde_json::from_str::<MatchSettings>(&written).expect("as written"), two);
    }
}
