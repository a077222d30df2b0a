//! The options of a session: their names, ranges and values.

use super::wire::{OptionKind, OptionLine};
use crate::games::{
    Evaluate, Features, Information, LEVELS, LevelScale, Notation, NotationError, RuleOption, Rules, Variant,
    Visitor,
};
use crate::search::{EvalSource, Handicap, InformationMode, Level, Params, Settings, Strength, Tunable};
use std::ops::RangeInclusive;
use std::time::Duration;

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Options {
    /// The variant that the session began with: the default value of `Variant`.
    first_variant: Variant,
    /// The current variant.
    pub variant: Variant,
    /// The values of its rule options.
    pub rules: Rules,
    /// The settings of the search.
    pub settings: Settings,
    /// Random seed. 0 is deterministic; others vary the play. Until it is set it is 0 in open
    /// games at full strength, and drawn from the system's entropy in games with secrets and
    /// below full strength.
    pub seed: Option<u64>,
    /// What the strength follows from.
    strength: StrengthOptions,
    /// Whether `bestmove` has a `ponder` move.
    pub ponder: bool,
    /// Whether `score` has `wdl`.
    pub show_wdl: bool,
}

/// The options of the strength.
#[derive(Clone, Copy, Debug, Default)]
struct StrengthOptions {
    level: Level,
    /// Whether the Elo counts instead of the level.
    limited: bool,
    /// Until it is set, that of a level in the middle.
    elo: Option<i32>,
    /// A strength instead of all that; builds for tuning only.
    tuned: Option<Strength>,
}

impl StrengthOptions {
    fn strength(&self, variant: Variant) -> Strength {
        match (self.tuned, self.limited) {
            (Some(tuned), _) => tuned,
            (None, true) => Strength::Elo(self.elo.unwrap_or_else(|| default_elo(variant))),
            (None, false) if self.level == Level::MAX => Strength::Full,
            (None, false) => Strength::Level(self.level),
        }
    }
}

/// What a changed option affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The variant.
    Variant,
    /// A rule of the game.
    Rules,
    /// The search.
    Settings,
    /// The tree is to be cleared.
    ClearHash,
    /// Replies only.
    Replies,
}

/// The options that every variant has, by name.
#[derive(Clone, Copy)]
enum Kind {
    Variant,
    Hash,
    Threads,
    MultiPv,
    Ponder,
    MoveOverhead,
    Seed,
    Level,
    LimitStrength,
    Elo,
    ShowWdl,
    ClearHash,
    Information,
    EvalFile,
}

const KINDS: &[(&str, Kind)] = &[
    ("Variant", Kind::Variant),
    ("Hash", Kind::Hash),
    ("Threads", Kind::Threads),
    ("MultiPV", Kind::MultiPv),
    ("Ponder", Kind::Ponder),
    ("MoveOverhead", Kind::MoveOverhead),
    ("Seed", Kind::Seed),
    ("Level", Kind::Level),
    ("LimitStrength", Kind::LimitStrength),
    ("Elo", Kind::Elo),
    ("ShowWDL", Kind::ShowWdl),
    ("ClearHash", Kind::ClearHash),
    ("Information", Kind::Information),
    ("EvalFile", Kind::EvalFile),
];

impl Kind {
    /// Whether a variant has the option.
    fn fits(self, variant: Variant) -> bool {
        match self {
            Kind::Information => properties(variant).hidden,
            Kind::EvalFile => properties(variant).has_nets,
            _ => true,
        }
    }
}

/// The options of a variant that are not rules, by name.
fn kinds(variant: Variant) -> impl Iterator<Item = (&'static str, Kind)> {
    KINDS.iter().copied().filter(move |(_, kind)| kind.fits(variant))
}

const HASH_MB: RangeInclusive<u64> = 1..=65536;
const THREADS: RangeInclusive<u64> = 1..=256;
const MULTI_PV: RangeInclusive<u64> = 1..=256;
const MOVE_OVERHEAD_MS: RangeInclusive<u64> = 0..=10_000;
const SEED: RangeInclusive<u64> = 0..=u32::MAX as u64;

impl Options {
    /// The defaults of a variant.
    pub fn new(variant: Variant) -> Self {
        Options {
            first_variant: variant,
            variant,
            rules: Rules::of(rule_options(variant)),
            settings: Settings::default(),
            seed: None,
            strength: StrengthOptions::default(),
            ponder: false,
            show_wdl: false,
        }
    }

    /// Sets an option by name, ignoring case. An unknown option or an invalid value changes
    /// nothing.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, NotationError> {
        let kind = kinds(self.variant).find(|(known, _)| known.eq_ignore_ascii_case(name));
        let Some((name, kind)) = kind else { return self.set_rule(name, value) };
        let required = || value.ok_or_else(|| value_missing(name));
        match kind {
            Kind::Variant => self.set_variant(required()?)?,
            Kind::Hash => self.settings.hash_mb = number(required()?, HASH_MB)? as usize,
            Kind::Threads => self.settings.threads = number(required()?, THREADS)? as usize,
            Kind::MultiPv => self.settings.multi_pv = number(required()?, MULTI_PV)? as usize,
            Kind::Seed => self.seed = Some(number(required()?, SEED)?),
            Kind::Level => self.strength.level = level(required()?)?,
            Kind::LimitStrength => self.strength.limited = boolean(required()?)?,
            Kind::Elo => self.strength.elo = Some(elo(self.variant, required()?)?),
            Kind::MoveOverhead => {
                let ms = number(required()?, MOVE_OVERHEAD_MS)?;
                self.settings.move_overhead = Duration::from_millis(ms);
            }
            Kind::Ponder => self.ponder = boolean(required()?)?,
            Kind::ShowWdl => self.show_wdl = boolean(required()?)?,
            Kind::Information => self.settings.information = information(required()?)?,
            Kind::EvalFile => self.settings.evaluation = evaluation(self.variant, required()?)?,
            Kind::ClearHash => {}
        }
        self.settings.strength = self.strength.strength(self.variant);
        Ok(match kind {
            Kind::Variant => Change::Variant,
            Kind::Ponder | Kind::ShowWdl => Change::Replies,
            Kind::ClearHash => Change::ClearHash,
            _ => Change::Settings,
        })
    }

    /// Whether choices have to be made that nobody can foresee, unless a seed was asked for:
    /// those of a player with secrets, and those of one below full strength, whose games would
    /// be all alike.
    pub(crate) fn is_unforeseeable(&self) -> bool {
        let player = self.settings.information == InformationMode::Player;
        let weak = self.settings.strength != Strength::Full;
        self.seed.is_none() && (weak || (player && self.variant.hidden()))
    }

    fn set_rule(&mut self, name: &str, value: Option<&str>) -> Result<Change, NotationError> {
        if cfg!(feature = "tune") && name.eq_ignore_ascii_case(SKILL) {
            return self.set_skill(value);
        }
        if let Some(tunable) = tunables().find(|tunable| tunable.name.eq_ignore_ascii_case(name)) {
            return self.tune(tunable, value);
        }
        let known = rule_options(self.variant).iter().find(|rule| rule.name.eq_ignore_ascii_case(name));
        let Some(rule) = known else {
            return Err(NotationError::new(name, format!("an option, one of {}", self.names().join(" "))));
        };
        self.rules.set(rule.name, value.ok_or_else(|| value_missing(rule.name))?)?;
        Ok(Change::Rules)
    }

    /// Sets the place on the path from weak to strong play, or a handicap of its own.
    fn set_skill(&mut self, value: Option<&str>) -> Result<Change, NotationError> {
        let text = value.ok_or_else(|| value_missing(SKILL))?;
        let numbers: Result<Vec<f32>, _> = text.split('/').map(str::parse).collect();
        let numbers = numbers.unwrap_or_default();
        self.strength.tuned = Some(match numbers[..] {
            [skill] => Strength::Skill(skill),
            [playouts, sharpness, margin, sight, haste] => {
                Strength::Handicap(Handicap { playouts, sharpness, margin, sight, haste })
            }
            _ => return Err(NotationError::new(text, "a number, or playouts/sharpness/margin/sight/haste")),
        });
        self.settings.strength = self.strength.strength(self.variant);
        Ok(Change::Settings)
    }

    /// Sets a constant of the search.
    fn tune(&mut self, tunable: &Tunable, value: Option<&str>) -> Result<Change, NotationError> {
        let text = value.ok_or_else(|| value_missing(tunable.name))?;
        let range = tunable.min..=tunable.max;
        let number = text.parse().ok().filter(|number: &f32| range.contains(number));
        let expected = || format!("a number from {} to {}", tunable.min, tunable.max);
        let number = number.ok_or_else(|| NotationError::new(text, expected()))?;
        self.settings.tuned.retain(|(name, _)| *name != tunable.name);
        self.settings.tuned.push((tunable.name, number));
        Ok(Change::Settings)
    }

    fn set_variant(&mut self, name: &str) -> Result<(), NotationError> {
        let variant = Variant::find(name).ok_or_else(|| {
            let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
            NotationError::new(name, format!("a variant, one of {}", names.join(" ")))
        })?;
        let mut rules = Rules::of(rule_options(variant));
        // Values set by the user are kept; defaults are those of the new variant.
        for old in rule_options(self.variant).iter().filter(|old| self.rules.get(old.name) != old.default) {
            // A value outside the new range gives way to the new default.
            let _ = rules.set(old.name, &self.rules.get(old.name).to_string());
        }
        (self.variant, self.rules) = (variant, rules);
        if matches!(self.settings.evaluation, EvalSource::Net(_)) {
            // A net is for one game only.
            self.settings.evaluation = EvalSource::Embedded;
        }
        Ok(())
    }

    fn names(&self) -> Vec<&'static str> {
        let rules = rule_options(self.variant).iter().map(|rule| rule.name);
        let tunables = tunables().map(|tunable| tunable.name).chain(skill_option());
        kinds(self.variant).map(|(name, _)| name).chain(rules).chain(tunables).collect()
    }

    /// The `option` lines of the reply to `ugi`.
    pub fn announce(&self) -> Vec<OptionLine> {
        let defaults = Settings::default();
        let general = kinds(self.variant).map(|(name, kind)| {
            let kind = match kind {
                Kind::Variant => {
                    combo(self.first_variant.name(), Variant::ALL.iter().map(|variant| variant.name()))
                }
                Kind::Hash => spin(defaults.hash_mb as u64, HASH_MB),
                Kind::Threads => spin(defaults.threads as u64, THREADS),
                Kind::MultiPv => spin(defaults.multi_pv as u64, MULTI_PV),
                Kind::MoveOverhead => spin(defaults.move_overhead.as_millis() as u64, MOVE_OVERHEAD_MS),
                Kind::Seed => spin(0, SEED),
                Kind::Level => spin(LEVELS as u64, 1..=LEVELS as u64),
                Kind::Elo => {
                    let (min, max) = elo_range(self.variant).into_inner();
                    let default = default_elo(self.variant).into();
                    OptionKind::Spin { default, min: min.into(), max: max.into() }
                }
                Kind::Ponder | Kind::ShowWdl | Kind::LimitStrength => OptionKind::Check { default: false },
                Kind::ClearHash => OptionKind::Button,
                Kind::Information => combo("player", ["player", "open"]),
                Kind::EvalFile => OptionKind::String { default: Some(EvalSource::EMBEDDED.to_string()) },
            };
            OptionLine { name: name.to_string(), kind }
        });
        let rules = rule_options(self.variant).iter().map(|rule| {
            let kind = match rule.is_switch() {
                true => OptionKind::Check { default: rule.default == 1 },
                false => spin(rule.default.into(), rule.min.into()..=rule.max.into()),
            };
            OptionLine { name: rule.name.to_string(), kind }
        });
        // UGI has no option type for fractions. The default is that with a net.
        let tunables = tunables().map(|tunable| OptionLine {
            name: tunable.name.to_string(),
            kind: OptionKind::String { default: Some(tunable.defaults[1].to_string()) },
        });
        let skill = skill_option()
            .map(|name| OptionLine { name: name.to_string(), kind: OptionKind::String { default: None } });
        general.chain(rules).chain(tunables).chain(skill).collect()
    }
}

/// The constants of the search that are options: all in a build with the `tune` feature,
/// else none.
fn tunables() -> impl Iterator<Item = &'static Tunable> {
    Params::TABLE.iter().filter(|_| cfg!(feature = "tune"))
}

/// The option of a place on the path from weak to strong play, in a build with the `tune`
/// feature.
const SKILL: &str = "Skill";

fn skill_option() -> Option<&'static str> {
    cfg!(feature = "tune").then_some(SKILL)
}

fn spin(default: u64, range: RangeInclusive<u64>) -> OptionKind {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let (min, max) = range.into_inner();
    OptionKind::Spin { default: number(default), min: number(min), max: number(max) }
}

fn combo<'a>(default: &str, vars: impl IntoIterator<Item = &'a str>) -> OptionKind {
    let vars = vars.into_iter().map(str::to_string).collect();
    OptionKind::Combo { default: default.to_string(), vars }
}

/// Properties of a variant that options depend on.
struct Properties {
    /// Players have private information.
    hidden: bool,
    has_nets: bool,
    levels: LevelScale,
}

fn properties(variant: Variant) -> Properties {
    struct Ask;
    impl Visitor for Ask {
        type Output = Properties;
        fn visit<G: Notation>(self) -> Properties {
            Properties {
                hidden: G::Information::HIDDEN,
                has_nets: G::Features::COUNT > 0,
                levels: G::Evaluation::LEVELS,
            }
        }
    }
    variant.visit(Ask)
}

/// The evaluation that a user names.
fn evaluation(variant: Variant, name: &str) -> Result<EvalSource, NotationError> {
    struct Find<'a>(&'a str);
    impl Visitor for Find<'_> {
        type Output = Result<EvalSource, NotationError>;
        fn visit<G: Notation>(self) -> Self::Output {
            EvalSource::find::<G>(self.0)
        }
    }
    variant.visit(Find(name))
}

/// The rules of a variant that users may change.
pub(super) fn rule_options(variant: Variant) -> &'static [RuleOption] {
    variant.rule_options()
}

fn value_missing(name: &str) -> NotationError {
    NotationError::new(name, "'value' and a value after it")
}

fn number(text: &str, range: RangeInclusive<u64>) -> Result<u64, NotationError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        NotationError::new(text, format!("a whole number from {} to {}", range.start(), range.end()))
    })
}

fn level(text: &str) -> Result<Level, NotationError> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| NotationError::new(text, format!("a whole number from 1 to {LEVELS}")))
}

/// The Elo that a variant's levels span.
fn elo_range(variant: Variant) -> RangeInclusive<i32> {
    let rungs = properties(variant).levels.rungs;
    rungs[0].elo..=rungs[LEVELS - 1].elo
}

/// The Elo of a level in the middle.
fn default_elo(variant: Variant) -> i32 {
    properties(variant).levels.rungs[LEVELS / 2 - 1].elo
}

fn elo(variant: Variant, text: &str) -> Result<i32, NotationError> {
    let range = elo_range(variant);
    let elo = text.parse().ok().filter(|elo| range.contains(elo));
    elo.ok_or_else(|| {
        NotationError::new(text, format!("a whole number from {} to {}", range.start(), range.end()))
    })
}

fn information(text: &str) -> Result<InformationMode, NotationError> {
    match text.to_ascii_lowercase().as_str() {
        "player" => Ok(InformationMode::Player),
        "open" => Ok(InformationMode::Open),
        _ => Err(NotationError::new(text, "player or open")),
    }
}

fn boolean(text: &str) -> Result<bool, NotationError> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(NotationError::new(text, "true or false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::new(Variant::Pijersi)
    }

    #[test]
    fn chosen_rules_survive_a_change_of_variant_and_defaults_do_not() {
        let mut options = options();
        assert_eq!(options.rules.get("DrawLimit"), 20);
        assert_eq!(options.set("Variant", Some("jersi")), Ok(Change::Variant));
        assert_eq!((options.rules.get("DrawLimit"), options.rules.get("MaxTurns")), (40, 0));
        assert_eq!(options.set("DrawLimit", Some("30")), Ok(Change::Rules));
        assert_eq!(options.set("MaxTurns", Some("200")), Ok(Change::Rules));
        assert_eq!(options.set("Variant", Some("jersi-ransom")), Ok(Change::Variant));
        assert_eq!((options.rules.get("DrawLimit"), options.rules.get("MaxTurns")), (30, 200));
        assert_eq!(options.set("Variant", Some("pijersi")), Ok(Change::Variant));
        assert_eq!((options.rules.get("DrawLimit"), options.rules.get("MaxTurns")), (30, 0));
    }

    #[test]
    fn names_are_read_in_any_case() {
        let mut options = options();
        assert_eq!(options.set("hash", Some("64")), Ok(Change::Settings));
        assert_eq!(options.set("THREADS", Some("2")), Ok(Change::Settings));
        assert_eq!(options.set("multipv", Some("3")), Ok(Change::Settings));
        assert_eq!(options.set("moveoverhead", Some("30")), Ok(Change::Settings));
        assert_eq!(options.set("seed", Some("7")), Ok(Change::Settings));
        assert_eq!(options.set("showwdl", Some("TRUE")), Ok(Change::Replies));
        assert_eq!(options.set("ponder", Some("true")), Ok(Change::Replies));
        assert_eq!(options.set("clearhash", None), Ok(Change::ClearHash));
        assert_eq!(options.set("drawlimit", Some("40")), Ok(Change::Rules));
        let expected = Settings {
            hash_mb: 64,
            threads: 2,
            multi_pv: 3,
            move_overhead: Duration::from_millis(30),
            keep_trunk: false,
            information: InformationMode::Player,
            evaluation: EvalSource::Embedded,
            strength: Strength::Full,
            tuned: Vec::new(),
        };
        assert_eq!((options.settings, options.seed), (expected, Some(7)));
        assert!(options.show_wdl && options.ponder);
        assert_eq!(options.rules.get("DrawLimit"), 40);
    }

    #[test]
    fn bad_values_change_nothing() {
        let mut options = options();
        for (name, value, message) in [
            ("Hash", Some("0"), "'0': expected a whole number from 1 to 65536"),
            ("Hash", Some("-1"), "'-1': expected a whole number from 1 to 65536"),
            ("Hash", Some("lots"), "'lots': expected a whole number from 1 to 65536"),
            ("hash", None, "'Hash': expected 'value' and a value after it"),
            ("Threads", Some("1000"), "'1000': expected a whole number from 1 to 256"),
            ("Ponder", Some("maybe"), "'maybe': expected true or false"),
            (
                "Variant",
                Some("chess"),
                "'chess': expected a variant, one of pijersi pijersi51 jersi jersi-nodrop jersi-ransom bloch",
            ),
            ("drawlimit", Some("9999"), "'9999': expected a whole number from 0 to 1000"),
            ("drawlimit", None, "'DrawLimit': expected 'value' and a value after it"),
        ] {
            let before = options.clone();
            assert_eq!(options.set(name, value).map_err(|error| error.to_string()), Err(message.to_string()));
            assert_eq!(format!("{options:?}"), format!("{before:?}"), "{name}");
        }
    }

    #[test]
    fn unknown_options_are_errors_that_list_the_known_ones() {
        let message = options().set("ownbook", Some("false")).expect_err("unknown").to_string();
        let expected = "'ownbook': expected an option, one of Variant Hash Threads MultiPV Ponder \
                        MoveOverhead Seed Level LimitStrength Elo ShowWDL ClearHash EvalFile DrawLimit";
        let known = message.split(" RootCpuct").next();
        assert_eq!(known, Some(expected));
    }

    #[test]
    fn rules_stay_when_the_variant_changes() {
        let mut options = options();
        assert_eq!(options.set("DrawLimit", Some("33")), Ok(Change::Rules));
        assert_eq!(options.set("variant", Some("PIJERSI51")), Ok(Change::Variant));
        assert_eq!(options.variant, Variant::Pijersi51);
        assert_eq!(options.rules.get("DrawLimit"), 33);
    }

    #[test]
    fn games_with_secrets_have_an_option_more() {
        let mut open = options();
        let unknown = open.set("Information", Some("open")).expect_err("no secrets").to_string();
        assert!(!unknown.contains(" Information "), "{unknown}");
        let mut options = Options::new(Variant::Bloch);
        assert_eq!(options.set("information", Some("OPEN")), Ok(Change::Settings));
        assert_eq!(options.settings.information, InformationMode::Open);
        assert!(options.set("Information", Some("all")).is_err());
        assert_eq!(options.set("Information", Some("player")), Ok(Change::Settings));
        assert_eq!(options.settings.information, InformationMode::Player);
        let line = "option name Information type combo default player var player var open";
        let announced = |options: &Options, line: &str| {
            options.announce().iter().any(|option| option.to_string() == line)
        };
        assert!(announced(&options, line));
        let line = "option name DefenderAdvances type check default true";
        assert!(announced(&options, line));
        for (value, number) in [("false", 0), ("1", 1), ("0", 0), ("True", 1)] {
            assert_eq!(options.set("DefenderAdvances", Some(value)), Ok(Change::Rules));
            assert_eq!(options.rules.get("DefenderAdvances"), number);
        }
        assert!(options.set("DefenderAdvances", Some("2")).is_err());
    }

    /// One desktop GUI pairs the words after a one-word name.
    #[test]
    fn announcements_have_one_word_names_and_pairs_of_words() {
        let lines = options().announce();
        assert_eq!(lines.len(), 14 + tunables().count() + skill_option().iter().count());
        for line in lines.iter().map(ToString::to_string) {
            assert_eq!(line.parse::<OptionLine>().map(|option| option.to_string()), Ok(line.clone()));
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[..2], ["option", "name"]);
            assert_eq!(words[3], "type", "{line}");
            assert_eq!(words.len() % 2, 1, "{line}");
        }
    }

    #[test]
    fn the_variant_begun_with_is_the_default() {
        let lines = Options::new(Variant::Pijersi51).announce();
        let first = "option name Variant type combo default pijersi51 var pijersi var pijersi51";
        assert!(lines[0].to_string().starts_with(first), "{}", lines[0]);
    }

    #[cfg(feature = "tune")]
    #[test]
    fn constants_of_the_search_are_options() {
        let mut options = options();
        assert_eq!(options.set("cpuct", Some("2.5")), Ok(Change::Settings));
        assert_eq!(options.set("Cpuct", Some("2.75")), Ok(Change::Settings));
        assert_eq!(options.settings.tuned, [("Cpuct", 2.75)]);
        let error = options.set("Cpuct", Some("much")).expect_err("no number").to_string();
        assert_eq!(error, "'much': expected a number from 0.1 to 10");
    }

    #[cfg(not(feature = "tune"))]
    #[test]
    fn constants_of_the_search_are_no_options() {
        assert!(options().set("Cpuct", Some("2.5")).is_err());
    }
}
