//! What a search tells about itself.

use std::time::Duration;

/// How good a position is for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate; 100 is a clear advantage.
    Centi(i32),
    /// A proven result: the mover wins in this many of its own moves, or loses in
    /// minus as many moves of the opponent. 0 is a position already lost.
    Mate(i32),
}

/// Chances to win, draw and lose in thousandths; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
}

/// One of the best lines of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    pub score: Score,
    pub wdl: Wdl,
    /// The moves, from the root on; empty only if the game is over.
    pub moves: Vec<M>,
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The level of effort completed, see [`super::Limits::depth_of_nodes`].
    pub depth: u32,
    /// The longest path looked at, in moves.
    pub deepest: u32,
    /// Playouts since the search began.
    pub nodes: u64,
    pub time: Duration,
    /// Share of the tree's memory in use, in thousandths.
    pub hash_full: u32,
    /// The best lines, best first; as many as asked for or as there are moves.
    pub lines: Vec<Line<M>>,
}

impl<M> Report<M> {
    /// Playouts per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The move to play; `None` only if the game is over.
    pub best: Option<M>,
    /// The reply expected to it.
    pub ponder: Option<M>,
    /// The final state, the same as was last reported.
    pub report: Report<M>,
}
