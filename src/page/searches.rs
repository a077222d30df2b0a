//! The searches of a visitor that are under way: bounded in number, and ended with the visitor.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Searches of one visitor at the same time; a further one replaces the oldest of its kind.
const MOST: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Query,
    Think,
    Review,
    /// A file that is watched.
    #[cfg(feature = "arena")]
    Match,
}

/// Ends a search; it may call back, so nothing is locked meanwhile.
type Stop = Arc<dyn Fn() + Send + Sync>;

struct Entry {
    number: u64,
    id: String,
    kind: Kind,
    /// Answers that are still to come.
    answers: usize,
    stop: Stop,
}

#[derive(Default)]
struct State {
    entries: Vec<Entry>,
    begun: u64,
    closed: bool,
}

#[derive(Default)]
pub(super) struct Searches(Mutex<State>);

impl Searches {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Enters a search with so many answers to come, and ends an older one if there are too many.
    pub(super) fn begin(
        &self,
        kind: Kind,
        id: &str,
        answers: usize,
        stop: impl Fn() + Send + Sync + 'static,
    ) -> u64 {
        let stop: Stop = Arc::new(stop);
        let mut state = self.state();
        state.begun += 1;
        let (number, closed) = (state.begun, state.closed);
        let mut replaced = None;
        if state.entries.len() >= MOST {
            let same = state.entries.iter().position(|entry| entry.kind == kind);
            replaced = Some(state.entries.remove(same.unwrap_or(0)).stop);
        }
        state.entries.push(Entry { number, id: id.to_string(), kind, answers, stop: stop.clone() });
        drop(state);
        if let Some(replaced) = replaced {
            replaced();
        }
        if closed {
            stop();
        }
        number
    }

    /// A search has given its answer.
    pub(super) fn end(&self, number: u64) {
        self.state().entries.retain(|entry| entry.number != number);
    }

    /// A query has given one of its answers, or will give none.
    pub(super) fn answered(&self, id: &str, all: bool) {
        let mut state = self.state();
        let Some(at) = state.entries.iter().position(|entry| entry.kind == Kind::Query && entry.id == id)
        else {
            return;
        };
        let entry = &mut state.entries[at];
        entry.answers = entry.answers.saturating_sub(1);
        if all || entry.answers == 0 {
            state.entries.remove(at);
        }
    }

    /// Ends thoughts and reviews of this id, or all of them.
    pub(super) fn stop(&self, id: Option<&str>) {
        let concerned = |entry: &&Entry| entry.kind != Kind::Query && id.is_none_or(|id| entry.id == id);
        let stops: Vec<Stop> =
            self.state().entries.iter().filter(concerned).map(|e| e.stop.clone()).collect();
        stops.iter().for_each(|stop| stop());
    }

    /// Ends everything, now and later.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let entries = std::mem::take(&mut state.entries);
        drop(state);
        entries.iter().for_each(|entry| (entry.stop)());
    }
}
