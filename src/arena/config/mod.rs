//! What files and flags say of a match, and how that becomes settled.
//!
//! [`MatchConfig`] and [`EngineConfig`] are descriptions in which anything may be missing; a
//! file is read, flags are laid over it, and [`MatchConfig::settings`] fills in the rest.
//! [`MatchSettings`] are what makes the games of a match comparable and are kept with every
//! game. [`settle`] makes a match of them that can be played.

mod adjudicate;
mod command_line;
mod engine;
mod limits;
mod settings;
pub(crate) mod settle;
mod sprt;

pub(crate) use adjudicate::{DrawRule, ResignRule};
pub(crate) use command_line::quote;
pub(crate) use engine::{EngineConfig, pairs};
pub(crate) use limits::{EngineLimits, TimeControl};
pub(crate) use settings::{
    BookOrder, EngineSettings, MatchSettings, OpeningSettings, PositionForm, Tournament, base_name,
};
pub(crate) use sprt::SprtConfig;

use super::openings;
use crate::games::Variant;
use anyhow::{Context, bail, ensure};
use engine::texts;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Some settings of a match, from a file or from flags.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchConfig {
    pub(crate) variant: Option<String>,
    #[serde(default, deserialize_with = "texts")]
    pub(crate) rules: BTreeMap<String, String>,
    pub(crate) tournament: Option<Tournament>,
    /// Games of each pairing.
    pub(crate) games: Option<u64>,
    pub(crate) concurrency: Option<usize>,
    pub(crate) max_plies: Option<u32>,
    /// When games are given up.
    pub(crate) resign: Option<ResignRule>,
    /// When games are drawn before their end.
    pub(crate) draw: Option<DrawRule>,
    pub(crate) strict: Option<bool>,
    /// Whether engines may reject options.
    pub(crate) lenient: Option<bool>,
    /// Seconds in which engines have to answer `ugi`.
    pub(crate) start_timeout: Option<f64>,
    /// The file of games.
    pub(crate) out: Option<PathBuf>,
    /// The file of games in the notation of people.
    pub(crate) record: Option<PathBuf>,
    /// The file of a picture of the match.
    pub(crate) chart: Option<PathBuf>,
    /// The folder of the dialogues with engines.
    pub(crate) log: Option<PathBuf>,
    #[serde(default)]
    pub(crate) openings: OpeningConfig,
    pub(crate) sprt: Option<SprtConfig>,
    /// What holds for every engine that does not say otherwise.
    #[serde(default)]
    pub(crate) each: EngineConfig,
    #[serde(default, rename = "engine")]
    pub(crate) engines: Vec<EngineConfig>,
    pub(crate) referee: Option<EngineConfig>,
}

/// Some settings of the openings.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningConfig {
    pub(crate) source: Option<String>,
    pub(crate) order: Option<BookOrder>,
    pub(crate) plies: Option<u32>,
    pub(crate) seed: Option<u64>,
}

impl MatchConfig {
    /// Reads a file: JSON if it is named so, else TOML.
    pub(crate) fn read(path: &Path) -> anyhow::Result<MatchConfig> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let json = path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("json"));
        MatchConfig::parse(&text, json).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))
    }

    /// Parses the text of a file, JSON or TOML; the error is one line.
    pub(crate) fn parse(text: &str, json: bool) -> Result<MatchConfig, String> {
        if json {
            serde_json::from_str(text).map_err(|error| error.to_string())
        } else {
            toml::from_str(text).map_err(|error| toml_error(&error, text))
        }
    }

    /// Lays another description over this one: what it says holds. An engine of the
    /// same name is changed, others are added.
    pub(crate) fn overlay(&mut self, over: MatchConfig) {
        fn take<T>(place: &mut Option<T>, over: Option<T>) {
            if over.is_some() {
                *place = over;
            }
        }
        take(&mut self.variant, over.variant);
        take(&mut self.tournament, over.tournament);
        take(&mut self.games, over.games);
        take(&mut self.concurrency, over.concurrency);
        take(&mut self.max_plies, over.max_plies);
        take(&mut self.resign, over.resign);
        take(&mut self.draw, over.draw);
        take(&mut self.strict, over.strict);
        take(&mut self.lenient, over.lenient);
        take(&mut self.start_timeout, over.start_timeout);
        take(&mut self.out, over.out);
        take(&mut self.record, over.record);
        take(&mut self.chart, over.chart);
        take(&mut self.log, over.log);
        take(&mut self.openings.source, over.openings.source);
        take(&mut self.openings.order, over.openings.order);
        take(&mut self.openings.plies, over.openings.plies);
        take(&mut self.openings.seed, over.openings.seed);
        take(&mut self.referee, over.referee);
        take(&mut self.sprt, over.sprt);
        self.rules.extend(over.rules);
        self.each.overlay(over.each);
        for engine in over.engines {
            let known = self.engines.iter_mut().find(|known| known.name() == engine.name());
            match known.filter(|_| engine.name.is_some()) {
                Some(known) => known.overlay(engine),
                None => self.engines.push(engine),
            }
        }
    }

    /// Settles everything that bears on the games.
    pub(crate) fn settings(&self) -> anyhow::Result<MatchSettings> {
        let variant = self.variant.clone().unwrap_or_else(|| Variant::ALL[0].name().to_string());
        // However it was written, it is one game.
        let variant = Variant::find(&variant).map_or(variant, |known| known.name().to_string());
        let max_plies = self.max_plies.unwrap_or(1000);
        ensure!(max_plies > 0, "'0': expected at least 1 for max_plies");
        Ok(MatchSettings {
            variant,
            rules: self.rules.clone(),
            tournament: self.tournament.unwrap_or_default(),
            openings: self.openings()?,
            engines: self.complete_engines()?,
            referee: self.referee.clone().map(EngineConfig::complete).transpose()?,
            max_plies,
            resign: self.resign,
            draw: self.draw,
        })
    }

    /// The name of a set-up, or the path of a file. Who has secrets sets up by itself, unless
    /// it is said otherwise: a reflection would give the other side away.
    pub(crate) fn opening_source(&self) -> String {
        let variant = self.variant.as_deref().unwrap_or(Variant::ALL[0].name());
        let usual = Variant::find(variant).map_or(openings::USUAL, Variant::match_set_up);
        self.openings.source.clone().unwrap_or_else(|| usual.to_string())
    }

    fn openings(&self) -> anyhow::Result<OpeningSettings> {
        let config = &self.openings;
        let source = self.opening_source();
        let (source, fingerprint) = openings::identify(&source)?;
        Ok(OpeningSettings {
            source,
            fingerprint,
            order: config.order.unwrap_or_default(),
            plies: config.plies.unwrap_or_default(),
            seed: config.seed.unwrap_or(1),
        })
    }

    fn complete_engines(&self) -> anyhow::Result<Vec<EngineSettings>> {
        let mut configs = self.engines.clone();
        match configs.len() {
            0 => bail!("no engine: expected --engine or a file with [[engine]]"),
            1 => configs.push(EngineConfig::default()),
            _ => {}
        }
        let mut names = BTreeSet::new();
        let mut engines = Vec::new();
        for config in configs {
            let given = config.name.is_some();
            let mut whole = self.each.clone();
            whole.name = None;
            whole.overlay(config);
            let mut engine = whole.complete()?;
            if !names.insert(engine.name.clone()) {
                ensure!(!given, "'{}': expected a name that no other engine has", engine.name);
                let fresh = (2..).map(|n| format!("{}-{n}", engine.name)).find(|name| !names.contains(name));
                engine.name = fresh.unwrap_or_default();
                names.insert(engine.name.clone());
            }
            ensure!(!engine.name.trim().is_empty(), "'': expected a name for an engine");
            engines.push(engine);
        }
        Ok(engines)
    }
}

/// The error in one line, with the line of the file it is in.
fn toml_error(error: &toml::de::Error, text: &str) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let at = before.map(|before| 1 + before.matches('\n').count());
    let at = at.map_or_else(String::new, |line| format!("line {line}: "));
    format!("{at}{}", error.message().split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> MatchConfig {
        toml::from_str(text).expect(text)
    }

    const FILE: &str = r#"
        games = 10
        variant = "pijersi51"
        [openings]
        source = "classic"
        plies = 4
        [rules]
        DrawLimit = 30
        [each]
        nodes = 100
        options = { Threads = 1, Ponder = false }
        [[engine]]
        name = "a"
        cmd = "./a"
        [[engine]]
        name = "b"
        movetime = 50
    "#;

    #[test]
    fn files_are_settled() {
        let settings = parse(FILE).settings().expect("settled");
        assert_eq!(settings.variant, "pijersi51");
        assert_eq!(settings.rules["DrawLimit"], "30");
        assert_eq!((settings.openings.source.as_str(), settings.openings.plies), ("classic", 4));
        let [a, b] = settings.engines.as_slice() else { panic!("two engines") };
        assert_eq!((a.cmd.as_deref(), a.limits.nodes, a.limits.movetime), (Some("./a"), Some(100), None));
        assert_eq!((b.cmd.as_deref(), b.limits.nodes, b.limits.movetime), (None, None, Some(50)));
        assert_eq!(a.options["Ponder"], "false");
    }

    #[test]
    fn a_variant_has_one_name() {
        let variant = |name: &str| {
            let config = parse(&format!("variant = '{name}'\nopenings.source = 'classic'\n[[engine]]\n"));
            config.settings().expect("settled").variant
        };
        assert_eq!((variant("Pijersi51"), variant("BLOCH")), ("pijersi51".into(), "bloch".into()));
        assert_eq!(variant("Mystery"), "Mystery", "nobody else's names are ours to change");
    }

    #[test]
    fn flags_lie_over_files() {
        let mut config = parse(FILE);
        let engine = |text| EngineConfig::parse(text).expect(text);
        config.overlay(MatchConfig {
            games: Some(20),
            engines: vec![engine("name=b,option.Threads=2"), engine("cmd=./c")],
            each: engine("nodes=7"),
            ..MatchConfig::default()
        });
        assert_eq!((config.games, config.openings.plies), (Some(20), Some(4)));
        let engines = config.settings().expect("settled").engines;
        let shown: Vec<_> = engines
            .iter()
            .map(|e| (e.name.as_str(), e.limits.nodes, e.options["Threads"].as_str()))
            .collect();
        assert_eq!(shown, [("a", Some(7), "1"), ("b", None, "2"), ("c", Some(7), "1")]);
    }

    #[test]
    fn engines_need_names_of_their_own() {
        let two = parse("[[engine]]\n[[engine]]").settings().expect("settled").engines;
        assert_eq!([two[0].name.as_str(), two[1].name.as_str()], ["sisku", "sisku-2"]);
        let alone = parse("[[engine]]\nname = 'x'\ncmd='./x'").settings().expect("settled").engines;
        assert_eq!((alone.len(), alone[1].name.as_str()), (2, "sisku"), "alone, it meets us");
        let error = |text: &str| parse(text).settings().expect_err(text).to_string();
        let twice = "[[engine]]\nname='x'\n[[engine]]\nname='x'";
        assert_eq!(error(twice), "'x': expected a name that no other engine has");
        assert_eq!(error(""), "no engine: expected --engine or a file with [[engine]]");
    }

    #[test]
    fn mistakes_in_files_are_found_in_their_line() {
        let folder = tempfile("config");
        for (name, text, expected) in [
            ("a.toml", "games = 4\ngmes = 5\n", "line 2: unknown field `gmes`"),
            ("b.toml", "games = 'x'\n", "line 1: invalid type"),
            ("c.json", "{\"games\": 4, \"each\": {\"tc\": \"x\"}}", "expected a time control like"),
            ("d.toml", "[[engine]]\nposition='up'\n", "line 2: unknown variant `up`"),
        ] {
            let path = folder.join(name);
            fs::write(&path, text).expect("writable");
            let error = MatchConfig::read(&path).expect_err(text).to_string();
            assert!(error.contains(expected) && error.contains(name), "{error}");
        }
        let missing = MatchConfig::read(&folder.join("none.toml")).expect_err("missing").to_string();
        assert!(missing.contains("none.toml"), "{missing}");
        fs::remove_dir_all(folder).expect("removable");
    }

    fn tempfile(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sisku-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("writable");
        folder
    }
}
