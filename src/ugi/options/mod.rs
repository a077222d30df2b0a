//! The options of a session: their names, ranges and values.

#[cfg(test)]
mod tests;
mod values;

use super::wire::{OptionKind, OptionLine};
use crate::games::{
    Evaluate, Features, Information, LEVELS, LevelScale, Notation, NotationError, RuleOption, Rules, Variant,
    Visitor,
};
use crate::search::{EvalSource, Handicap, InformationMode, Level, Params, Settings, Strength, Tunable};
use std::ops::RangeInclusive;
use std::time::Duration;
use values::{
    boolean, combo, default_elo, elo, elo_range, evaluation, information, level, number, spin, value_missing,
};

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

/// The rules of a variant that users may change.
pub(super) fn rule_options(variant: Variant) -> &'static [RuleOption] {
    variant.rule_options()
}
