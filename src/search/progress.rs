//! Bookkeeping between checks of a search: when to report, when to check the clock, how stable
//! the best move is.

use super::Limits;
use std::time::Duration;

/// Before this, a search reports completed depths only: short searches would flood the client.
const FIRST_TIMED_REPORT: Duration = Duration::from_millis(50);

/// The main thread's state between two checks.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) mate_searched: bool,
    pub(super) next_check: u64,
    next_stability_check: u64,
    reported_depth: u32,
    last_report: Duration,
    report_every: Duration,
    best: u32,
    best_since: u64,
}

impl Progress {
    /// At the start of a search that reports this often.
    pub(super) fn new(report_every: Duration) -> Self {
        Progress { report_every, ..Progress::default() }
    }

    /// Whether a check of the best move's stability is due.
    pub(super) fn checks_stability(&mut self, nodes: u64) -> bool {
        let due = nodes >= self.next_stability_check;
        if due {
            self.next_stability_check = nodes + nodes / 64 + 64;
        }
        due
    }

    pub(super) fn wants_report(&mut self, nodes: u64, elapsed: Duration) -> bool {
        let depth = Limits::depth_of_nodes(nodes);
        let deeper = depth > self.reported_depth;
        let due = elapsed >= FIRST_TIMED_REPORT && elapsed - self.last_report >= self.report_every;
        if deeper || due {
            self.reported_depth = depth;
            self.last_report = elapsed;
        }
        deeper || due
    }

    pub(super) fn note_best(&mut self, best: u32, nodes: u64) {
        if best != self.best {
            self.best = best;
            self.best_since = nodes;
        }
    }

    /// The fraction of the search since the best move last changed.
    pub(super) fn stability(&self, nodes: u64) -> f32 {
        1.0 - self.best_since as f32 / nodes.max(1) as f32
    }
}
