//! A request for a search, as one value.

use super::{Limits, RootNoise};
use crate::games::{Game, History};
use std::time::{Duration, Instant};

/// Between two reports of the same depth, unless the request says otherwise.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(1000);

/// A position to search, with the parameters of this one search.
#[derive(Clone)]
pub struct SearchRequest<G: Game> {
    /// The game so far; its current position is searched.
    pub history: History<G>,
    /// What ends the search.
    pub limits: Limits,
    /// The root moves to search (`searchmoves`); all if empty.
    pub search_moves: Vec<G::Move>,
    /// Random seed. 0 is deterministic; others vary the choice among nearly equal moves.
    pub seed: u64,
    /// Root noise, in place of the seed's.
    pub noise: Option<RootNoise>,
    /// Time between two reports of the same depth.
    pub report_every: Duration,
    /// When the request was received: all time limits count from here.
    pub received: Instant,
}

impl<G: Game> SearchRequest<G> {
    /// A request received now, for all moves, deterministic.
    pub fn new(history: History<G>, limits: Limits) -> Self {
        SearchRequest {
            history,
            limits,
            search_moves: Vec::new(),
            seed: 0,
            noise: None,
            report_every: REPORT_EVERY,
            received: Instant::now(),
        }
    }
}
