//! Reports and results of a search, as numbers.

use super::Proof;
use crate::games::Value;
use std::time::Duration;

/// The statistics of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootStats {
    /// The value for the player to move.
    pub value: Value,
    /// The proof, if there is one.
    pub proof: Proof,
    /// Visits, those of a reused tree included.
    pub visits: u64,
}

/// A root move with its principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct PvLine<M> {
    /// The value of the move for the player to move.
    pub value: Value,
    /// The proof of the move; distances count from the root.
    pub proof: Proof,
    /// What the playouts say on the average, whatever is proven.
    pub estimate: Value,
    /// Playouts through the move.
    pub visits: u32,
    /// The prior, with the root's temperature; in open search with root noise.
    pub prior: f32,
    /// The moves, from the root on; empty only if the game is over.
    pub pv: Vec<M>,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport<M> {
    /// The nominal depth completed, see [`super::Limits::depth_of_nodes`].
    pub depth: u32,
    /// Selective depth: the longest playout, in plies.
    pub seldepth: u32,
    /// Playouts since the search began.
    pub nodes: u64,
    /// Time since the request was received.
    pub time: Duration,
    /// Share of the tree's memory in use, in per mille.
    pub hashfull: u32,
    /// The root.
    pub root: RootStats,
    /// The principal variations, best first; at most MultiPV.
    pub lines: Vec<PvLine<M>>,
}

impl<M: Clone> SearchReport<M> {
    /// The report with at most so many principal variations.
    pub(super) fn with_lines(&self, count: usize) -> SearchReport<M> {
        let lines = self.lines.iter().take(count).cloned().collect();
        SearchReport { lines, ..*self }
    }
}

impl<M> SearchReport<M> {
    /// Playouts per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<M>,
    /// The reply expected to it.
    pub ponder: Option<M>,
    /// The final state, the same as was last reported.
    pub report: SearchReport<M>,
    /// Every root move searched, with its visits.
    pub root_visits: Vec<(M, u32)>,
    /// The regularized policy of a hidden search, a smoother target for training than visits; empty
    /// after an open one.
    pub root_policy: Vec<(M, f64)>,
    /// The mixed strategy that the best move was sampled from, as moves and probabilities;
    /// empty if it was not sampled.
    pub mixture: Vec<(M, f64)>,
}
