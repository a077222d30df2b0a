//! Tests of an engine's manners: does it speak UGI as arenas and GUIs expect?
//!
//! Each step is a small function in the table `STEPS` that talks to the engine and finds
//! something in words. Steps do not depend on each other: after a crash or a hang the engine
//! is started anew and the next step begins.
//!
//! What is expected follows UGI 1.0, see [`Specification`]. In the steps that rest on it nothing
//! is sent that it does not allow: during a search only `isready`, `stop` and `quit`, a position
//! before every search, and `isready` after every position and every new game.

mod dialogue;
mod ending;
mod fixtures;
mod hostile;
mod mates;
mod quitting;
mod report;
mod scores;
mod search;
mod state;
mod under_test;

pub(crate) use report::{CheckReport, CheckStep};
pub(crate) use under_test::Patience;

use super::engine::{Fault, Launch, Owner};
use crate::games::Variant;
use report::Finding;
use std::fmt;
use under_test::EngineUnderTest;

/// What a step finds; a fault that keeps it from finding anything is a failure.
type Found = Result<Finding, Fault>;

type Function = fn(&mut EngineUnderTest) -> Found;

/// The specification that engines are tested against.
#[derive(Debug)]
pub struct Specification {
    /// The protocol.
    pub name: &'static str,
    /// The version that it calls itself.
    pub version: &'static str,
    /// Where it is to be found.
    pub source: &'static str,
    /// The day of the text that was read.
    pub date: &'static str,
}

/// The one and only so far.
pub const SPECIFICATION: Specification = Specification {
    name: "UGI",
    version: "1.0",
    source: "https://github.com/kz04px/ugi (ugi.md)",
    date: "2025-03-17",
};

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {}, {}", self.name, self.version, self.date, self.source)
    }
}

/// What a step rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The specification says so.
    Specification,
    /// The specification leaves it open: what real clients send, and engines had better bear.
    Tolerance,
    /// Beyond the specification: what arenas and scripts make use of.
    Extension,
}

impl Basis {
    /// As it is printed.
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Specification => "specification",
            Basis::Tolerance => "tolerance",
            Basis::Extension => "extension",
        }
    }
}

const SPEC: Basis = Basis::Specification;
const TOLERANCE: Basis = Basis::Tolerance;
const EXTENSION: Basis = Basis::Extension;

/// The steps in the order in which they are taken: name, what it rests on, how it is done.
const STEPS: &[(&str, Basis, Function)] = &[
    ("start", SPEC, dialogue::start),
    ("options", SPEC, dialogue::options),
    ("isready", SPEC, dialogue::ready),
    ("setoption", SPEC, dialogue::set_options),
    ("unknown-option", TOLERANCE, dialogue::unknown_option),
    ("uginewgame", SPEC, dialogue::new_game),
    ("position-startpos", SPEC, state::startpos),
    ("position-moves", SPEC, state::moves),
    ("position-fen", SPEC, state::fen),
    ("moves", EXTENSION, state::bare_moves),
    ("query-fen", EXTENSION, state::query_fen),
    ("query-turn", SPEC, state::turn),
    ("query-result", SPEC, state::result),
    ("query-islegal", EXTENSION, state::is_legal),
    ("query-hidden", EXTENSION, state::hidden),
    ("garbage", TOLERANCE, hostile::garbage),
    ("bad-fen", TOLERANCE, hostile::bad_fen),
    ("illegal-move", TOLERANCE, hostile::illegal_move),
    ("movetime", SPEC, search::movetime),
    ("bestmove", SPEC, search::best_move),
    ("info", SPEC, search::info_lines),
    ("last-info", SPEC, scores::last_info),
    ("mate", SPEC, scores::mate),
    ("depth", SPEC, search::depth),
    ("nodes", SPEC, search::nodes),
    ("clock", SPEC, search::clock),
    ("isready-in-search", SPEC, search::ready_in_search),
    ("stop", SPEC, search::stop),
    ("game-over", TOLERANCE, search::game_over),
    ("repeatable", EXTENSION, search::repeatable),
    ("quit", SPEC, ending::quit),
    ("quit-in-search", SPEC, ending::quit_in_search),
    ("quit-bestmove", SPEC, quitting::best_move),
    ("end-of-input", TOLERANCE, ending::end_of_input),
    ("end-in-search", TOLERANCE, ending::end_in_search),
];

/// The names of all steps, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    steps().map(|(name, _)| name)
}

/// The names of all steps, in order, and what they rest on.
pub fn steps() -> impl Iterator<Item = (&'static str, Basis)> {
    STEPS.iter().map(|(name, basis, _)| (*name, *basis))
}

/// What to check.
#[derive(Clone, Debug)]
pub(crate) struct CheckPlan {
    /// The engine.
    pub(crate) launch: Launch,
    /// The game it is to play.
    pub(crate) variant: Variant,
    pub(crate) patience: Patience,
    /// The names of the steps to take; all if there are none.
    pub(crate) only: Vec<String>,
}

/// Takes the steps with an engine; each finding is shown as it is made.
///
/// # Errors
/// If the engine cannot be started at all.
pub(crate) fn run(
    plan: &CheckPlan,
    owner: &Owner,
    show: &mut dyn FnMut(&CheckStep),
) -> Result<CheckReport, Fault> {
    let mut engine = EngineUnderTest::new(plan, owner);
    engine.spawn()?;
    let mut steps = Vec::new();
    let wanted = |name: &str| plan.only.is_empty() || plan.only.iter().any(|only| only == name);
    for (name, basis, step) in STEPS.iter().filter(|(name, ..)| wanted(name)) {
        let finding = match step(&mut engine) {
            Ok(finding) => finding,
            Err(Fault::Cancelled) => break,
            Err(fault) => {
                engine.dismiss();
                Finding::fail(under_test::describe(&fault))
            }
        };
        let step = CheckStep { name, basis: *basis, finding, dialogue: engine.take_dialogue() };
        show(&step);
        steps.push(step);
        // Who has not answered `ugi` answers nothing else either, and each step would wait for it.
        if !engine.greeted {
            break;
        }
    }
    let planned = names().filter(|name| wanted(name)).count();
    Ok(CheckReport { engine: engine.name(), variant: plan.variant, steps, planned })
}
