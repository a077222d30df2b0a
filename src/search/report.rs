//! What a search tells about itself, as numbers.

use super::Proof;
use crate::games::Value;
use std::time::Duration;

/// What is known of the searched position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootStats {
    /// What it is worth to the player to move.
    pub value: Value,
    /// What is proven of it.
    pub proof: Proof,
    /// Playouts through it, those kept from earlier searches included.
    pub visits: u64,
}

/// A move of the root with its principal variation.
#[derive(Clone, Debug, PartialEq)]
pub struct PvLine<M> {
    /// What the move is worth to the player to move.
    pub value: Value,
    /// What is proven of the root if this move is played; distances count from the root.
    pub proof: Proof,
    /// What the playouts say on the average, whatever is proven.
    pub estimate: Value,
    /// Playouts through the move.
    pub visits: u32,
    /// The policy's probability, as the root uses it.
    pub prior: f32,
    /// The moves, from the root on; empty only if the game is over.
    pub pv: Vec<M>,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport<M> {
    /// The level of effort completed, see [`super::Limits::depth_of_nodes`].
    pub depth: u32,
    /// The longest path searched, in moves.
    pub seldepth: u32,
    /// Playouts since the search began.
    pub nodes: u64,
    /// Since the request came.
    pub time: Duration,
    /// Share of the tree's memory in use, in thousandths.
    pub hashfull: u32,
    /// The position itself.
    pub root: RootStats,
    /// The best lines, best first; as many as asked for or as there are moves.
    pub lines: Vec<PvLine<M>>,
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
    /// Every move of the root that was considered, with the playouts through it.
    pub root_visits: Vec<(M, u32)>,
    /// The mixed strategy that the best move was drawn from, as moves and probabilities;
    /// empty if it was not drawn.
    pub mixture: Vec<(M, f64)>,
}
