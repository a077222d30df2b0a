//! Tests of an engine's manners: does it speak UGI as arenas and GUIs expect?
//!
//! Each step is a small function in the table `STEPS` that talks to the engine and finds
//! something in words. Steps do not depend on each other: after a crash or a hang the engine
//! is started anew and the next step begins.

mod dialogue;
mod ending;
mod fixtures;
mod hostile;
mod report;
mod search;
mod state;
mod under_test;

pub(crate) use report::{CheckReport, CheckStep};
pub(crate) use under_test::Patience;

use super::engine::{Fault, Launch, Owner};
use crate::games::Variant;
use report::Finding;
use under_test::EngineUnderTest;

/// What a step finds; a fault that keeps it from finding anything is a failure.
type Found = Result<Finding, Fault>;

type Function = fn(&mut EngineUnderTest) -> Found;

/// The steps in the order in which they are taken: name, and how it is done.
const STEPS: &[(&str, Function)] = &[
    ("start", dialogue::start),
    ("options", dialogue::options),
    ("isready", dialogue::ready),
    ("setoption", dialogue::set_options),
    ("unknown-option", dialogue::unknown_option),
    ("uginewgame", dialogue::new_game),
    ("position-startpos", state::startpos),
    ("position-moves", state::moves),
    ("position-fen", state::fen),
    ("query-fen", state::query_fen),
    ("query-turn", state::turn),
    ("query-result", state::result),
    ("query-islegal", state::is_legal),
    ("query-hidden", state::hidden),
    ("garbage", hostile::garbage),
    ("bad-fen", hostile::bad_fen),
    ("illegal-move", hostile::illegal_move),
    ("movetime", search::movetime),
    ("bestmove", search::best_move),
    ("info", search::info_lines),
    ("depth", search::depth),
    ("nodes", search::nodes),
    ("clock", search::clock),
    ("isready-in-search", search::ready_in_search),
    ("stop", search::stop),
    ("game-over", search::game_over),
    ("repeatable", search::repeatable),
    ("quit", ending::quit),
    ("quit-in-search", ending::quit_in_search),
    ("end-of-input", ending::end_of_input),
    ("end-in-search", ending::end_in_search),
];

/// The names of all steps, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(name, _)| *name)
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
    for (name, step) in STEPS.iter().filter(|(name, _)| wanted(name)) {
        let finding = match step(&mut engine) {
            Ok(finding) => finding,
            Err(Fault::Cancelled) => break,
            Err(fault) => {
                engine.dismiss();
                Finding::fail(under_test::describe(&fault))
            }
        };
        let step = CheckStep { name, finding, dialogue: engine.take_dialogue() };
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
