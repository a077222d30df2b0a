//! How long engines may think.

use crate::games::NotationError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time for so many moves, or for the whole game, with an increment for each move.
/// Written `10+0.1`, `1:30`, `40/60+0.5`: seconds, or minutes and seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct TimeControl {
    pub(crate) moves: Option<u32>,
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

impl FromStr for TimeControl {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "a time control like 10+0.1, 1:30 or 40/60+0.5");
        let (moves, time) = match text.split_once('/') {
            Some((moves, time)) => (Some(moves.parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?), time),
            None => (None, text),
        };
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                seconds_of(minutes).ok_or_else(wrong)? * 60 + seconds_of(seconds).ok_or_else(wrong)?
            }
            None => seconds_of(base).ok_or_else(wrong)?,
        };
        let increment = seconds_of(increment).ok_or_else(wrong)?;
        if base.is_zero() || base > LONGEST {
            return Err(wrong());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// The longest time of a clock: a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Seconds with decimals, up to a year.
fn seconds_of(text: &str) -> Option<Duration> {
    let plain = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds: f64 = text.parse().ok().filter(|_| plain)?;
    (seconds <= LONGEST.as_secs_f64()).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(tc: TimeControl) -> String {
        tc.to_string()
    }
}

/// What ends an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EngineLimits {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tc: Option<TimeControl>,
    /// Milliseconds a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) movetime: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u64>,
    /// Milliseconds an engine may be late without losing.
    pub(crate) margin: u64,
    /// Seconds after which a move without a clock counts as never coming.
    pub(crate) timeout: f64,
    /// Milliseconds before which a move of a game with secrets is not passed on, so that
    /// how long it took tells nothing.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) hold: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl EngineLimits {
    /// Milliseconds an engine may be late when nothing was said. An engine that keeps its time
    /// may still have to wait for a processor that others use, once to stop and once to be
    /// heard: each time for a slice of the system's scheduler, some 3 ms on Linux, of every
    /// other program in line. docs/arena.md has the measurement.
    pub(crate) const DEFAULT_MARGIN: u64 = 20;
}

impl Default for EngineLimits {
    fn default() -> Self {
        let margin = EngineLimits::DEFAULT_MARGIN;
        EngineLimits { tc: None, movetime: None, nodes: None, depth: None, margin, timeout: 60.0, hold: 0 }
    }
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.tc.map(|tc| format!("tc {tc} s")));
        parts.extend(self.movetime.map(|ms| format!("movetime {ms} ms")));
        parts.extend(self.nodes.map(|nodes| format!("nodes {nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.push(format!("margin {} ms", self.margin));
        parts.push(format!("timeout {} s", self.timeout));
        parts.extend((self.hold > 0).then(|| format!("hold {} ms", self.hold)));
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        let tc = |text: &str| text.parse::<TimeControl>().expect(text);
        for (text, written) in [
            ("10+0.1", "10+0.1"),
            ("1:30", "90"),
            ("40/60+0.5", "40/60+0.5"),
            ("0.05", "0.05"),
            ("5+0", "5"),
            ("525600:00", "31536000"),
        ] {
            assert_eq!(tc(text).to_string(), written);
            assert_eq!(tc(written), tc(text));
        }
        for text in [
            "",
            "0",
            "x",
            "-1",
            "10+",
            "0/5",
            "1:2:3",
            "1e3",
            "+1",
            "10+-1",
            "nan",
            "99999999999",
            "525601:00",
        ] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.contains("expected a time control like"), "{error}");
        }
    }
}
