//! What bounds a search: limits set when it starts, and signals while it runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The depth limit of a mate search that has no other limit.
const MATE_DEPTH: u32 = 6;

/// The clock of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerClock {
    /// Time left.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. It ends at the first one reached; without any, or with `infinite`,
/// it ends when it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the player to move.
    pub clock: Option<PlayerClock>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Nominal depth: see [`Limits::nodes_for_depth`].
    pub depth: Option<u32>,
    /// Nodes, counted in playouts.
    pub nodes: Option<u64>,
    /// A mate in this many moves of the mover is searched for. Every search ends when its
    /// result is proven; this one also at depth 6 if it has no other limit.
    pub mate: Option<u32>,
    /// Only `stop` ends the search.
    pub infinite: bool,
    /// Pondering: the clock does not run until `ponderhit`.
    pub ponder: bool,
}

impl Limits {
    /// The playouts of a nominal depth: 64 for depth 1, eight times as many for each further
    /// one. Monte-Carlo tree search completes no plies, so depth is defined by nodes, which are
    /// the same on every machine.
    pub fn nodes_for_depth(depth: u32) -> u64 {
        8u64.saturating_pow(depth.saturating_add(1))
    }

    /// The nominal depth that this many playouts complete.
    pub fn depth_of_nodes(nodes: u64) -> u32 {
        (nodes.max(1).ilog2() / 3).saturating_sub(1)
    }

    /// The node budget, if there is one.
    pub fn budget(&self) -> Option<u64> {
        let by_depth = self.depth.map(Limits::nodes_for_depth);
        [self.nodes, by_depth, self.mate_budget()].into_iter().flatten().min()
    }

    /// The node budget of a mate search that has no other limit.
    fn mate_budget(&self) -> Option<u64> {
        let alone = self.clock.is_none() && self.move_time.is_none() && !self.infinite;
        (self.mate.is_some() && alone).then(|| Limits::nodes_for_depth(MATE_DEPTH))
    }

    /// Whether the search ends without `stop`.
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

    /// `ponderhit`: the opponent has played the expected move, and the clock starts.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search has to end.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search ponders, so that no time limit applies yet.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
