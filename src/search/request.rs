//! What a search is asked for, as one value.

use super::{Limits, RootNoise};
use crate::games::{Game, History};
use std::time::Instant;

/// A position to search and everything that bears on this one search.
#[derive(Clone)]
pub struct SearchRequest<G: Game> {
    /// The game so far; its current position is searched.
    pub history: History<G>,
    /// What ends the search.
    pub limits: Limits,
    /// The moves considered; all if there are none.
    pub search_moves: Vec<G::Move>,
    /// 0 plays the same every time; other seeds vary among nearly equal moves.
    pub seed: u64,
    /// What varies the priors of the root, instead of what the seed does.
    pub noise: Option<RootNoise>,
    /// When the request came. All time limits count from here, whatever is done first.
    pub received: Instant,
}

impl<G: Game> SearchRequest<G> {
    /// A request that comes now, for all moves, without chance.
    pub fn new(history: History<G>, limits: Limits) -> Self {
        SearchRequest {
            history,
            limits,
            search_moves: Vec::new(),
            seed: 0,
            noise: None,
            received: Instant::now(),
        }
    }
}
