//! What bounds a search: limits known when it starts, and signals that come while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The depth to which a win is searched for when no other limit is given.
const MATE_DEPTH: u32 = 6;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    /// Time left.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the clock is filled up again, if it is.
    pub moves_to_go: Option<u32>,
}

/// What a search may use. A search ends at the first limit it meets; with none at
/// all, or with `infinite`, it ends when it is told to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the player to move.
    pub clock: Option<PlayerClock>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// A level of effort: see [`Limits::nodes_for_depth`].
    pub depth: Option<u32>,
    /// Playouts.
    pub nodes: Option<u64>,
    /// A win in this many moves of the mover is searched for. Every search ends when its
    /// result is proven; this one gives up at depth 6 if no other limit is given.
    pub mate: Option<u32>,
    /// Only `stop` ends the search.
    pub infinite: bool,
    /// Time does not count until the opponent has played the expected move.
    pub ponder: bool,
}

impl Limits {
    /// The playouts that make up a depth: 64 for depth 1, eight times as many for
    /// each one more. A tree search has no plies to complete, and a level of
    /// effort has to be the same on every machine.
    pub fn nodes_for_depth(depth: u32) -> u64 {
        8u64.saturating_pow(depth.saturating_add(1))
    }

    /// The greatest depth that this many playouts complete.
    pub fn depth_of_nodes(nodes: u64) -> u32 {
        (nodes.max(1).ilog2() / 3).saturating_sub(1)
    }

    /// The playouts allowed.
    pub fn budget(&self) -> Option<u64> {
        let by_depth = self.depth.map(Limits::nodes_for_depth);
        [self.nodes, by_depth, self.mate_budget()].into_iter().flatten().min()
    }

    /// A search for a win that nothing else bounds gives up after a good while.
    fn mate_budget(&self) -> Option<u64> {
        let alone = self.clock.is_none() && self.move_time.is_none() && !self.infinite;
        (self.mate.is_some() && alone).then(|| Limits::nodes_for_depth(MATE_DEPTH))
    }

    /// Whether the search ends by itself.
    pub fn bounded(&self) -> bool {
        let limited = self.clock.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        limited && !self.infinite && !self.ponder
    }
}

/// Signals to a running search, shared between threads.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// For a search with these limits.
    pub fn new(limits: &Limits) -> Self {
        Control { stopped: AtomicBool::new(false), pondering: AtomicBool::new(limits.ponder) }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The opponent has played the expected move: the time limits count from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search has to end.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether time does not count yet.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
