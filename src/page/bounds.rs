//! What a page may ask for at most. It speaks for a person at this machine, but a slip, or
//! somebody who has got hold of the token, must not take the machine's memory or read its files.

use super::desk::Visitor;
use crate::analysis::{Failure, Fields, Query};
use crate::games::NotationError;
use crate::search::EvalSource;

/// Moves of a game.
pub(super) const MOST_MOVES: usize = 2000;
/// Megabytes of a tree.
const MOST_HASH: usize = 256;
/// Megabytes of a tree unless a query says otherwise, and of the engine's at a table.
pub(super) const USUAL_HASH: usize = 64;
/// Sessions of a visitor that are kept.
pub(super) const MOST_SESSIONS: usize = 4;
/// Moves to report.
const MOST_LINES: usize = 256;
/// The shortest time between answers, in seconds.
const SHORTEST_INTERVAL: f64 = 0.02;

/// The options of a query that would read a file, before it is read.
pub(super) fn check_files(fields: &mut Fields) -> Result<(), Failure> {
    for (name, value) in fields.object("options")?.settings()? {
        let known = [EvalSource::EMBEDDED, EvalSource::HANDCRAFTED];
        if name.eq_ignore_ascii_case("EvalFile") && !known.iter().any(|own| value.eq_ignore_ascii_case(own)) {
            let error = NotationError::new(value, known.join(" or "));
            return Err(fields.failure(&format!("options.{name}"), &error));
        }
    }
    Ok(())
}

/// What a query asks for.
pub(super) fn check_query(visitor: &Visitor, query: &Query, fields: &Fields) -> Result<(), Failure> {
    let settings = &query.options.settings;
    let threads = visitor.hall.settings.threads.max(1);
    let interval = query.report_every.map_or(1.0, |interval| interval.as_secs_f64());
    let wrong = |field: &str, value: String, expected: String| {
        Err(fields.failure(field, &NotationError::new(value, expected)))
    };
    if query.moves.len() > MOST_MOVES {
        return wrong("moves", query.moves.len().to_string(), format!("at most {MOST_MOVES} moves"));
    }
    if settings.hash_mb > MOST_HASH {
        return wrong("options.Hash", settings.hash_mb.to_string(), format!("at most {MOST_HASH} megabytes"));
    }
    if settings.threads > threads {
        let expected = format!("at most {threads}, as 'sisku serve --threads' says");
        return wrong("options.Threads", settings.threads.to_string(), expected);
    }
    if settings.multi_pv > MOST_LINES {
        return wrong("multipv", settings.multi_pv.to_string(), format!("at most {MOST_LINES} moves"));
    }
    if interval < SHORTEST_INTERVAL {
        return wrong("report_every", interval.to_string(), format!("{SHORTEST_INTERVAL} seconds or more"));
    }
    Ok(())
}
