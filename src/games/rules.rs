//! Rule options: rules that users may change, with their ranges and values.

use super::NotationError;

/// A rule with a number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The name users type.
    pub name: &'static str,
    /// The default value.
    pub default: u32,
    /// The least value.
    pub min: u32,
    /// The greatest value.
    pub max: u32,
}

impl RuleOption {
    /// Whether it is a boolean: 1 for on, 0 for off.
    pub const fn is_switch(&self) -> bool {
        self.min == 0 && self.max == 1
    }
}

/// The chosen values of a game's rule options.
///
/// ```
/// use sisku::games::{Game, Rules, pijersi::{Board45, Position}};
/// let mut rules = Rules::of(Position::<Board45>::rule_options());
/// assert_eq!(rules.get("DrawLimit"), 20);
/// assert_eq!(rules.set("DrawLimit", "30"), Ok(true));
/// assert_eq!(rules.set("NoSuchRule", "1"), Ok(false));
/// let error = rules.set("DrawLimit", "often").expect_err("no number");
/// assert_eq!(error.to_string(), "'often': expected a whole number from 0 to 1000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    values: Vec<(RuleOption, u32)>,
}

impl Rules {
    /// The defaults of these options.
    pub fn of(options: &[RuleOption]) -> Self {
        Rules { values: options.iter().map(|&o| (o, o.default)).collect() }
    }

    /// The value of an option; 0 if the game has no such option.
    pub fn get(&self, name: &str) -> u32 {
        let entry = self.values.iter().find(|(o, _)| o.name.eq_ignore_ascii_case(name));
        entry.map_or(0, |&(_, value)| value)
    }

    /// Sets an option of the game to a value of its range; other options stay as they are.
    pub(super) fn put(&mut self, name: &str, value: u32) {
        let entry = self.values.iter_mut().find(|(option, _)| option.name == name);
        if let Some((option, slot)) = entry {
            *slot = value.clamp(option.min, option.max);
        }
    }

    /// The options that do not have their default values, with their values as text that
    /// [`Rules::set`] reads.
    ///
    /// ```
    /// use sisku::games::{Rules, Variant};
    /// let mut rules = Rules::of(Variant::Jersi.rule_options());
    /// assert_eq!(rules.changes().count(), 0);
    /// rules.set("kingresets", "false")?;
    /// rules.set("DrawLimit", "30")?;
    /// let expected = [("DrawLimit", "30".to_string()), ("KingResets", "false".to_string())];
    /// assert!(rules.changes().eq(expected));
    /// # Ok::<(), sisku::games::NotationError>(())
    /// ```
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, String)> {
        let changed = self.values.iter().filter(|(option, value)| option.default != *value);
        changed.map(|&(option, value)| {
            let text = if option.is_switch() { (value == 1).to_string() } else { value.to_string() };
            (option.name, text)
        })
    }

    /// Sets an option by name. `Ok(false)` if the game has no such option.
    pub fn set(&mut self, name: &str, text: &str) -> Result<bool, NotationError> {
        let entry = self.values.iter_mut().find(|(o, _)| o.name.eq_ignore_ascii_case(name));
        let Some((option, value)) = entry else { return Ok(false) };
        let range = option.min..=option.max;
        let number = match text.to_ascii_lowercase().as_str() {
            "true" if option.is_switch() => Ok(1),
            "false" if option.is_switch() => Ok(0),
            text => text.parse(),
        };
        match number {
            Ok(number) if range.contains(&number) => *value = number,
            _ if option.is_switch() => return Err(NotationError::new(text, "true or false")),
            _ => {
                let expected = format!("a whole number from {} to {}", option.min, option.max);
                return Err(NotationError::new(text, expected));
            }
        }
        Ok(true)
    }
}
