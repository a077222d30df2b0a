//! What the steps have found, for people and for programs.

use super::{Basis, SPECIFICATION};
use crate::arena::report::plural;
use crate::games::Variant;
use serde_json::{Value, json};
use std::fmt;

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepVerdict {
    Ok,
    /// Allowed, but some clients will stumble over it or miss it.
    Warn,
    /// Wrong.
    Fail,
}

impl StepVerdict {
    const ALL: [StepVerdict; 3] = [StepVerdict::Ok, StepVerdict::Warn, StepVerdict::Fail];

    /// As it is printed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            StepVerdict::Ok => "ok",
            StepVerdict::Warn => "warn",
            StepVerdict::Fail => "FAIL",
        }
    }
}

/// What a step has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) verdict: StepVerdict,
    /// In words.
    pub(crate) says: String,
}

impl Finding {
    pub(super) fn ok(says: impl Into<String>) -> Finding {
        Finding { verdict: StepVerdict::Ok, says: says.into() }
    }

    pub(super) fn warn(says: impl Into<String>) -> Finding {
        Finding { verdict: StepVerdict::Warn, says: says.into() }
    }

    pub(super) fn fail(says: impl Into<String>) -> Finding {
        Finding { verdict: StepVerdict::Fail, says: says.into() }
    }
}

/// A step taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckStep {
    pub(crate) name: &'static str,
    pub(crate) basis: Basis,
    pub(crate) finding: Finding,
    /// What was said: `> ` by us, `< ` by the engine.
    pub(crate) dialogue: Vec<String>,
}

/// Longer lines of dialogue are cut for people.
const LONGEST: usize = 100;
/// Of what was said, the last lines matter most.
const MOST_LINES: usize = 3;

impl CheckStep {
    /// The step in one line; with what was said if it did not go well, or if asked for.
    pub(crate) fn line(&self, always: bool) -> String {
        let Finding { verdict, says } = &self.finding;
        let head = format!("{:<4}  {:<18} {says}", verdict.name(), self.name);
        if self.dialogue.is_empty() || (*verdict == StepVerdict::Ok && !always) {
            return head;
        }
        format!("{head} | sent: {} | got: {}", self.last_lines("> "), self.last_lines("< "))
    }

    fn last_lines(&self, prefix: &str) -> String {
        let lines: Vec<String> =
            self.dialogue.iter().filter_map(|line| line.strip_prefix(prefix)).map(shortened).collect();
        let skipped = lines.len().saturating_sub(MOST_LINES);
        let dots = if skipped > 0 { "… " } else { "" };
        if lines.is_empty() {
            "nothing".to_string()
        } else {
            format!("{dots}{}", lines[skipped..].join(" / "))
        }
    }
}

fn shortened(line: &str) -> String {
    let clean: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    if line.chars().count() > LONGEST { format!("'{clean}…'") } else { format!("'{clean}'") }
}

/// All that was found.
#[derive(Clone, Debug)]
pub(crate) struct CheckReport {
    /// The engine's name as it gave it.
    pub(crate) engine: String,
    pub(crate) variant: Variant,
    pub(crate) steps: Vec<CheckStep>,
    /// Number of steps planned.
    pub(super) planned: usize,
}

impl CheckReport {
    /// Number of steps that ended so.
    pub(crate) fn count(&self, verdict: StepVerdict) -> usize {
        self.steps.iter().filter(|step| step.finding.verdict == verdict).count()
    }

    /// Whether all steps were taken and none failed.
    pub(crate) fn passed(&self) -> bool {
        self.steps.len() == self.planned && self.count(StepVerdict::Fail) == 0
    }

    /// The report for programs.
    pub(crate) fn json(&self) -> Value {
        let step = |step: &CheckStep| {
            json!({
                "step": step.name,
                "basis": step.basis.name(),
                "verdict": step.finding.verdict.name(),
                "says": step.finding.says,
                "dialogue": step.dialogue,
            })
        };
        let specification = json!({
            "name": SPECIFICATION.name,
            "version": SPECIFICATION.version,
            "source": SPECIFICATION.source,
            "date": SPECIFICATION.date,
        });
        json!({
            "specification": specification,
            "engine": self.engine,
            "variant": self.variant.name(),
            "passed": self.passed(),
            "ok": self.count(StepVerdict::Ok),
            "warn": self.count(StepVerdict::Warn),
            "fail": self.count(StepVerdict::Fail),
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
        })
    }
}

/// The last line for people.
impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ok, warn, fail] = StepVerdict::ALL.map(|verdict| self.count(verdict));
        let taken = self.steps.len();
        let steps = plural(taken as u64, "step");
        write!(f, "{}, {}: {steps}, {ok} ok, {warn} warn, {fail} FAIL", self.engine, self.variant.name())?;
        if taken < self.planned {
            write!(f, "; ended early, {} not taken", self.planned - taken)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(finding: Finding) -> CheckStep {
        let dialogue = ["> go", "< a", "< b", "< c", "< \u{7}d"].map(str::to_string).to_vec();
        CheckStep { name: "stop", basis: Basis::Specification, finding, dialogue }
    }

    #[test]
    fn failures_show_what_was_said() {
        let line = step(Finding::fail("is deaf")).line(false);
        assert_eq!(line, "FAIL  stop               is deaf | sent: 'go' | got: … 'b' / 'c' / ' d'");
        assert_eq!(step(Finding::ok("obeys")).line(false), "ok    stop               obeys");
        assert!(step(Finding::ok("obeys")).line(true).contains("sent: 'go'"));
        assert_eq!(shortened(&"x".repeat(200)).chars().count(), LONGEST + 3);
    }

    #[test]
    fn an_interrupted_check_has_not_passed() {
        let mut report = CheckReport {
            engine: "E".into(),
            variant: Variant::ALL[0],
            steps: vec![step(Finding::ok("a")), step(Finding::warn("b"))],
            planned: 2,
        };
        assert!(report.passed());
        assert_eq!(report.to_string(), "E, pijersi: 2 steps, 1 ok, 1 warn, 0 FAIL");
        report.planned = 3;
        assert!(!report.passed());
        assert!(report.to_string().ends_with("ended early, 1 not taken"));
        assert_eq!(report.json()["steps"][1]["verdict"], "warn");
        assert_eq!(report.json()["specification"]["version"], "1.0");
        report.steps.push(step(Finding::fail("c")));
        assert!(!report.passed());
    }
}
