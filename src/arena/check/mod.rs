//! Tests of an engine's manners: does it speak UGI as arenas and GUIs expect?
//!
//! Each step is a small function in the table [`STEPS`] that talks to the engine and finds
//! something in words. Steps do not depend on each other: after a crash or a hang the engine
//! is started anew and the next step begins.

mod dialogue;
mod ending;
mod hostile;
mod info;
mod options;
mod report;
mod search;
mod spots;
mod state;
mod talk;

pub use report::{Finding, Report, Step, Verdict};
pub use talk::Limits;

use super::process::{Launch, Owner};
use crate::games::Variant;
use talk::{Bench, Trouble};

/// What a step finds; trouble that keeps it from finding anything is a failure.
type Found = Result<Finding, Trouble>;

type Function = fn(&mut Bench) -> Found;

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
pub struct Plan {
    /// The engine.
    pub launch: Launch,
    /// The game it is to play.
    pub variant: Variant,
    pub limits: Limits,
    /// The names of the steps to take; all if there are none.
    pub only: Vec<String>,
}

/// Takes the steps with an engine; each finding is shown as it is made.
///
/// # Errors
/// If the engine cannot be started at all.
pub fn run(plan: &Plan, owner: &Owner, show: &mut dyn FnMut(&Step)) -> Result<Report, String> {
    let mut bench = Bench::new(plan, owner);
    bench.spawn()?;
    let mut steps = Vec::new();
    let wanted = |name: &str| plan.only.is_empty() || plan.only.iter().any(|only| only == name);
    for (name, step) in STEPS.iter().filter(|(name, _)| wanted(name)) {
        let finding = match step(&mut bench) {
            Ok(finding) => finding,
            Err(Trouble::Cancelled) => break,
            Err(trouble) => {
                bench.dismiss();
                Finding::fail(trouble.to_string())
            }
        };
        let step = Step { name, finding, dialogue: bench.take_dialogue() };
        show(&step);
        steps.push(step);
    }
    let planned = names().filter(|name| wanted(name)).count();
    Ok(Report { engine: bench.name(), variant: plan.variant, steps, planned })
}
