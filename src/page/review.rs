//! Reviews for a page.

use super::desk::Visitor;
use super::game::{Asked, GAME_FIELDS};
use super::searches::Kind;
use super::think;
use crate::analysis::{Failure, Fields};
use crate::games::NotationError;
use crate::review::{Review, ReviewSettings, review};
use crate::search::Limits;
use crate::ugi::Options;
use serde::Serialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Playouts of each search, if the request does not say.
const USUAL_NODES: u64 = 2000;

#[derive(Serialize)]
struct Progress {
    /// Searches done, and all of them.
    progress: [usize; 2],
}

#[derive(Serialize)]
struct Reviewed {
    review: Review,
    /// Whether `stop` has ended it: the turns that were not searched are left out.
    stopped: bool,
}

/// Answers `review`, on a thread of its own.
pub(super) fn answer(visitor: &Arc<Visitor>, id: String, mut fields: Fields) -> Result<(), Failure> {
    let asked = Asked::take(&mut fields, visitor)?;
    let nodes = think::nodes(&mut fields)?.unwrap_or(USUAL_NODES);
    fields.finish(&format!("{GAME_FIELDS}, and nodes"))?;
    if !asked.seen.is_open() {
        let expected = "a game that is over, for it has secrets";
        return Err(fields.failure("table", &NotationError::new("review", expected)));
    }
    let game = asked.until_turn();
    let settings = ReviewSettings {
        limits: Limits { nodes: Some(nodes), ..Limits::default() },
        threads: visitor.hall.settings.threads,
        options: Options::new(game.variant()),
    };
    let stopped = Arc::new(AtomicBool::new(false));
    let ours = stopped.clone();
    let number = visitor.searches.begin(Kind::Review, &id, 1, move || ours.store(true, Ordering::Relaxed));
    let visitor = visitor.clone();
    thread::spawn(move || {
        let all = 2 * game.turns();
        let mut shown = 0;
        let result = review(&game, &settings, &mut |done| {
            let done = (done * all as f64).round() as usize;
            if done > shown && done < all {
                shown = done;
                visitor.reply(&id, Progress { progress: [done, all] });
            }
            !stopped.load(Ordering::Relaxed)
        });
        visitor.searches.end(number);
        visitor.reply(&id, Reviewed { review: result, stopped: stopped.load(Ordering::Relaxed) });
    });
    Ok(())
}
