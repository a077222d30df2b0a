//! The engine's move in a position.

use super::bounds::USUAL_HASH;
use super::desk::Visitor;
use super::game::Asked;
use super::searches::Kind;
use crate::analysis::{Failure, Fields, ProofAnswer, ValueAnswer};
use crate::entropy::secret_number;
use crate::formats::{GameRecord, MoveText};
use crate::games::{LEVELS, NotationError};
use crate::play::{EnginePlayer, Thought};
use crate::search::{Control, Limits};
use crate::ugi::Options;
use serde::Serialize;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The longest time for a thought, in milliseconds.
const LONGEST: u64 = 60_000;
/// The time for a thought that says nothing of it.
pub(super) const USUAL: u64 = 1000;
/// The most playouts of a thought or of a search of a review.
const MOST_NODES: u64 = 100_000_000;

/// A thought as the page gets it.
#[derive(Serialize)]
struct ThoughtReply {
    #[serde(rename = "move")]
    mv: Option<MoveText>,
    value: Option<ValueAnswer>,
    proof: Option<ProofAnswer>,
    pv: Vec<String>,
    /// Whether `stop` has ended it.
    stopped: bool,
}

impl ThoughtReply {
    fn new(game: &GameRecord, thought: Option<Thought>, stopped: bool) -> Self {
        let Some(thought) = thought else {
            return ThoughtReply { mv: None, value: None, proof: None, pv: Vec::new(), stopped };
        };
        ThoughtReply {
            mv: game.find_move(&thought.mv),
            value: Some(thought.value.into()),
            proof: ProofAnswer::of(thought.proof, game.mover(game.turns())),
            pv: thought.pv,
            stopped,
        }
    }
}

/// The fields `movetime` and `nodes`.
pub(super) fn limits(fields: &mut Fields) -> Result<Limits, Failure> {
    let move_time = movetime(fields)?;
    let nodes = nodes(fields)?;
    let usual = nodes.is_none().then_some(USUAL);
    // Nodes alone still end in time.
    let move_time = move_time.or(usual).unwrap_or(LONGEST);
    Ok(Limits { move_time: Some(Duration::from_millis(move_time)), nodes, ..Limits::default() })
}

/// The field `nodes`.
pub(super) fn nodes(fields: &mut Fields) -> Result<Option<u64>, Failure> {
    bounded(fields, "nodes", &format!("playouts from 1 to {MOST_NODES}"), MOST_NODES)
}

/// A number from 1 to the most, if it is there.
fn bounded(fields: &mut Fields, name: &str, expected: &str, most: u64) -> Result<Option<u64>, Failure> {
    let number = fields.take::<u64>(name, expected)?;
    match number.filter(|number| !(1..=most).contains(number)) {
        Some(wrong) => Err(fields.failure(name, &NotationError::new(wrong.to_string(), expected))),
        None => Ok(number),
    }
}

/// The field `level`.
pub(super) fn level(fields: &mut Fields) -> Result<u8, Failure> {
    let most = LEVELS as u64;
    let level = bounded(fields, "level", &format!("a level from 1 to {most}"), most)?;
    Ok(level.unwrap_or(most) as u8)
}

/// The field `movetime`, in milliseconds.
pub(super) fn movetime(fields: &mut Fields) -> Result<Option<u64>, Failure> {
    bounded(fields, "movetime", &format!("milliseconds from 1 to {LONGEST}"), LONGEST)
}

/// The field `level`: the options of the engine for a game.
fn options(fields: &mut Fields, game: &GameRecord) -> Result<Options, Failure> {
    let mut options = Options::new(game.variant());
    options.rules = game.rules().clone();
    options.settings.hash_mb = USUAL_HASH;
    let level = level(fields)?;
    options.set("Level", Some(&level.to_string())).map_err(|error| fields.failure("level", &error))?;
    Ok(options)
}

/// Answers `think`, on a thread of its own.
pub(super) fn think(visitor: &Arc<Visitor>, id: String, mut fields: Fields) -> Result<(), Failure> {
    let asked = Asked::take(&mut fields, visitor)?;
    asked.check_thinking(&fields)?;
    let game = asked.until_turn();
    let options = options(&mut fields, &game)?;
    let limits = limits(&mut fields)?;
    fields.finish("the fields of view, and level, movetime or nodes")?;
    let control = Arc::new(Control::new(&limits));
    let ours = control.clone();
    let number = visitor.searches.begin(Kind::Think, &id, 1, move || ours.stop());
    let visitor = visitor.clone();
    thread::spawn(move || {
        let mut engine_player = <dyn EnginePlayer>::new(&options, seed(&options));
        let thought = engine_player.think(&game, &limits, &control);
        visitor.searches.end(number);
        visitor.reply(&id, ThoughtReply::new(&game, thought, control.stopped()));
    });
    Ok(())
}

/// The seed of a thought: nobody may foresee the moves of a player with secrets, or of one whose
/// games would be all alike.
pub(super) fn seed(options: &Options) -> u64 {
    if options.is_unforeseeable() { secret_number() >> 32 } else { 0 }
}
