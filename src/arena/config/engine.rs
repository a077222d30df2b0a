//! An engine as a file or a flag describes it: any part may be missing.

use super::command_line;
use super::limits::{EngineLimits, TimeControl};
use super::settings::{EngineSettings, PositionForm, base_name};
use crate::games::NotationError;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};

/// Some settings of an engine.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EngineConfig {
    pub(crate) name: Option<String>,
    pub(crate) cmd: Option<String>,
    #[serde(default)]
    pub(crate) args: Vec<String>,
    pub(crate) cwd: Option<PathBuf>,
    #[serde(default, deserialize_with = "texts")]
    pub(crate) options: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) init: Vec<String>,
    pub(crate) tc: Option<TimeControl>,
    pub(crate) movetime: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u64>,
    pub(crate) margin: Option<u64>,
    pub(crate) timeout: Option<f64>,
    pub(crate) hold: Option<u64>,
    pub(crate) position: Option<PositionForm>,
    pub(crate) restart: Option<bool>,
    pub(crate) ponder: Option<bool>,
}

/// A value of an option, which files may write without quotes.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Words(String),
    Number(i64),
    Fraction(f64),
    Flag(bool),
}

/// Reads a table of names and values.
pub(super) fn texts<'de, D>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error>
where
    D: serde::Deserializer<'de>,
{
    let values = BTreeMap::<String, Text>::deserialize(deserializer)?;
    let text = |value| match value {
        Text::Words(text) => text,
        Text::Number(number) => number.to_string(),
        Text::Fraction(number) => number.to_string(),
        Text::Flag(flag) => flag.to_string(),
    };
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// The keys of an engine's description, for messages.
const KEYS: &str = "name, cmd, arg, cwd, option.NAME, init, tc, movetime, nodes, depth, margin, timeout, \
                    hold, position, restart or ponder";

impl EngineConfig {
    /// Reads `key=value,key=value,…`; `\,` stands for a comma in a value. The path of a program
    /// may come first without a key.
    pub(crate) fn parse(text: &str) -> Result<Self, NotationError> {
        let mut config = EngineConfig::default();
        let (first, rest) = text.split_once(',').map_or((text, None), |(first, rest)| (first, Some(rest)));
        let text = match first.contains('=') {
            true => text,
            false if first.contains(['/', std::path::MAIN_SEPARATOR]) => {
                config.cmd = Some(command_line::quote(first));
                match rest {
                    Some(rest) => rest,
                    None => return Ok(config),
                }
            }
            false => {
                return Err(NotationError::new(first, "key=value, or a program with its path, as ./NAME"));
            }
        };
        for (key, value) in pairs(text)? {
            config.set(&key, value)?;
        }
        Ok(config)
    }

    fn set(&mut self, key: &str, value: String) -> Result<(), NotationError> {
        if let Some(name) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            self.options.insert(name.to_string(), value);
            return Ok(());
        }
        match key {
            "name" => self.name = Some(value),
            "cmd" => self.cmd = Some(value),
            "arg" => self.args.push(value),
            "cwd" => self.cwd = Some(value.into()),
            "init" => self.init.push(value),
            "tc" => self.tc = Some(value.parse()?),
            "movetime" => self.movetime = Some(number(&value)?),
            "nodes" => self.nodes = Some(number(&value)?),
            "depth" => self.depth = Some(number(&value)?),
            "margin" => self.margin = Some(number(&value)?),
            "timeout" => self.timeout = Some(number(&value)?),
            "hold" => self.hold = Some(number(&value)?),
            "position" => {
                self.position = Some(match value.as_str() {
                    "moves" => PositionForm::Moves,
                    "fen" => PositionForm::Fen,
                    _ => return Err(NotationError::new(value, "moves or fen")),
                })
            }
            "restart" | "ponder" => {
                let flag = value.parse().map_err(|_| NotationError::new(value, "true or false"))?;
                let place = if key == "restart" { &mut self.restart } else { &mut self.ponder };
                *place = Some(flag);
            }
            _ => return Err(NotationError::new(key, KEYS)),
        }
        Ok(())
    }

    /// Lays another description over this one: what it says holds.
    pub(crate) fn overlay(&mut self, over: EngineConfig) {
        fn take<T>(place: &mut Option<T>, over: Option<T>) {
            if over.is_some() {
                *place = over;
            }
        }
        // Another way to limit time replaces the one before.
        if over.tc.is_some() || over.movetime.is_some() || over.nodes.is_some() || over.depth.is_some() {
            (self.tc, self.movetime, self.nodes, self.depth) = (None, None, None, None);
        }
        take(&mut self.name, over.name);
        if over.cmd.is_some() {
            self.args.clear();
        }
        take(&mut self.cmd, over.cmd);
        take(&mut self.cwd, over.cwd);
        take(&mut self.tc, over.tc);
        take(&mut self.movetime, over.movetime);
        take(&mut self.nodes, over.nodes);
        take(&mut self.depth, over.depth);
        take(&mut self.margin, over.margin);
        take(&mut self.timeout, over.timeout);
        take(&mut self.hold, over.hold);
        take(&mut self.position, over.position);
        take(&mut self.restart, over.restart);
        take(&mut self.ponder, over.ponder);
        self.args.extend(over.args);
        self.init.extend(over.init);
        self.options.extend(over.options);
    }

    /// The name given, or that of the program.
    pub(crate) fn name(&self) -> String {
        let program = || {
            let cmd = self.cmd.as_deref().unwrap_or("sisku");
            let words = command_line::split(cmd).unwrap_or_else(|_| vec![cmd.to_string()]);
            let name = base_name(Path::new(words.first().map_or("", String::as_str)));
            name.strip_suffix(EXE_SUFFIX).map(str::to_string).unwrap_or(name)
        };
        self.name.clone().unwrap_or_else(program)
    }

    /// Fills in what was left open.
    pub(crate) fn complete(self) -> Result<EngineSettings, NotationError> {
        let name = self.name();
        let of = |what: &str| format!("{what} of engine '{name}'");
        if let Some(cmd) = &self.cmd {
            let words = command_line::split(cmd);
            let words = words.map_err(|_| NotationError::new(cmd, of("quotes that end in cmd")))?;
            if words.first().is_none_or(String::is_empty) {
                return Err(NotationError::new("", of("a program for cmd")));
            }
        }
        let line_breaks = |text: &String| text.contains(['\n', '\r']);
        if let Some(text) = self.init.iter().chain(self.options.values()).find(|text| line_breaks(text)) {
            return Err(NotationError::new(text, of("one line as option or init")));
        }
        if self.tc.is_some() && self.movetime.is_some() {
            return Err(NotationError::new("movetime", of("either tc or movetime")));
        }
        let zero = [self.movetime, self.nodes, self.depth].contains(&Some(0));
        let timeout = self.timeout.unwrap_or(EngineLimits::default().timeout);
        if zero || !(timeout > 0.0 && timeout <= 1e6) {
            return Err(NotationError::new("0", of("more than nothing as a limit")));
        }
        let unlimited = self.tc.is_none() && self.nodes.is_none() && self.depth.is_none();
        let movetime = self.movetime.or(unlimited.then_some(DEFAULT_MOVETIME));
        let limits = EngineLimits {
            tc: self.tc,
            movetime,
            nodes: self.nodes,
            depth: self.depth,
            margin: self.margin.unwrap_or(EngineLimits::DEFAULT_MARGIN),
            timeout,
            hold: self.hold.unwrap_or_default(),
        };
        Ok(EngineSettings {
            name,
            cmd: self.cmd,
            args: self.args,
            cwd: self.cwd,
            options: self.options,
            init: self.init,
            limits,
            position: self.position.unwrap_or_default(),
            restart: self.restart.unwrap_or_default(),
            ponder: self.ponder.unwrap_or_default(),
        })
    }
}

/// Milliseconds a move when nothing was said.
pub(crate) const DEFAULT_MOVETIME: u64 = 100;

/// Splits `key=value,key=value` at commas without a backslash.
pub(crate) fn pairs(text: &str) -> Result<Vec<(String, String)>, NotationError> {
    let mut items = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.next_if_eq(&',').is_some() => items.last_mut().map(|item| item.push(',')),
            ',' => {
                items.push(String::new());
                None
            }
            c => items.last_mut().map(|item| item.push(c)),
        };
    }
    let split = |item: String| match item.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_string(), value.to_string())),
        None => Err(NotationError::new(item, "key=value")),
    };
    items.into_iter().map(split).collect()
}

/// Reads a number that is not negative.
pub(crate) fn number<T: std::str::FromStr>(text: &str) -> Result<T, NotationError> {
    let plain = !text.starts_with(['+', '-']);
    text.parse().ok().filter(|_| plain).ok_or_else(|| NotationError::new(text, "a number from 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> EngineConfig {
        EngineConfig::parse(text).expect(text)
    }

    fn error(text: &str) -> String {
        EngineConfig::parse(text).and_then(EngineConfig::complete).expect_err(text).to_string()
    }

    #[test]
    fn flags_describe_engines() {
        let engine = config(
            "name=A,cmd=env X=1 ./a b,arg=c\\,d,option.Threads=2,option.Move Overhead=5,\
             init=setoption use-book true,tc=10+0.1,margin=5,timeout=7.5,hold=9,position=fen,restart=true,cwd=/tmp",
        )
        .complete()
        .expect("complete");
        assert_eq!((engine.name.as_str(), engine.args.as_slice()), ("A", ["c,d".to_string()].as_slice()));
        assert_eq!(engine.command(), "env X=1 ./a b c,d");
        assert_eq!(engine.options["Threads"], "2");
        assert_eq!(engine.options["Move Overhead"], "5");
        assert_eq!(engine.init, ["setoption use-book true"]);
        assert_eq!(engine.limits.to_string(), "tc 10+0.1 s, margin 5 ms, timeout 7.5 s, hold 9 ms");
        assert_eq!((engine.position, engine.restart), (PositionForm::Fen, true));
        let launch = engine.launch().expect("launch");
        assert_eq!(launch.program, PathBuf::from("env"), "programs without a path are looked up");
        assert_eq!(launch.args, ["X=1", "./a", "b", "c,d"]);
    }

    #[test]
    fn what_is_missing_is_filled_in() {
        let engine = EngineConfig::default().complete().expect("complete");
        assert_eq!((engine.name.as_str(), engine.cmd), ("sisku", None));
        assert_eq!(engine.limits.movetime, Some(DEFAULT_MOVETIME));
        assert_eq!(config("nodes=5").complete().expect("complete").limits.movetime, None);
        assert_eq!(config("cmd='/x y/the engine' z").name(), "the engine");
    }

    #[test]
    fn a_path_alone_is_a_program() {
        assert_eq!(config("./sisku"), config("cmd=./sisku"));
        assert_eq!(config("/opt/my engine,nodes=5").cmd, Some(command_line::quote("/opt/my engine")));
        assert_eq!(config("/opt/my engine,nodes=5").nodes, Some(5));
    }

    #[test]
    fn mistakes_are_named() {
        assert!(error("nmae=x").starts_with("'nmae': expected name, cmd, arg"));
        assert_eq!(error("name"), "'name': expected key=value, or a program with its path, as ./NAME");
        assert_eq!(error("name=x,nodes"), "'nodes': expected key=value");
        assert_eq!(error("nodes=many"), "'many': expected a number from 0");
        assert_eq!(error("nodes=-1"), "'-1': expected a number from 0");
        assert_eq!(error("nodes=0"), "'0': expected more than nothing as a limit of engine 'sisku'");
        assert_eq!(error("timeout=nan"), "'0': expected more than nothing as a limit of engine 'sisku'");
        assert_eq!(error("cmd=,name=x"), "'': expected a program for cmd of engine 'x'");
        assert_eq!(error("tc=1,movetime=5"), "'movetime': expected either tc or movetime of engine 'sisku'");
        assert_eq!(error("restart=maybe"), "'maybe': expected true or false");
        assert_eq!(error("cmd='x,name=x"), "''x': expected quotes that end in cmd of engine 'x'");
    }

    #[test]
    fn the_upper_layer_wins() {
        let mut engine = config("cmd=a,arg=1,movetime=100,margin=3,option.A=1,option.B=1");
        engine.overlay(config("nodes=50,option.B=2,option.C=3"));
        assert_eq!(engine, config("cmd=a,arg=1,nodes=50,margin=3,option.A=1,option.B=2,option.C=3"));
        engine.overlay(config("cmd=b,arg=2"));
        assert_eq!((engine.cmd.as_deref(), engine.args), (Some("b"), vec!["2".to_string()]));
    }
}
