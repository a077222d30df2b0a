//! The engine as an oracle: how often it would play each turn.

use super::Tally;
use super::filter::Strategist;
use sisku::games::History;
use sisku::games::bloch::{Position, Turn};
use sisku::search::{Control, Limits, Search, SearchRequest};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// What a likelihood is made of: the mixture that the engine draws from, its visits, since a
/// search of other length or seed may draw from another, and all turns alike.
const MIXTURE: f64 = 0.55;
const VISITS: f64 = 0.35;
const UNIFORM: f64 = 0.1;

/// Turns and how likely the engine plays them.
pub type Policy = Vec<(Turn, f64)>;

/// The engine, asked what it would do.
pub struct Oracle {
    search: Search<Position>,
    nodes: u64,
    tally: Arc<Tally>,
}

impl Oracle {
    /// An oracle of so many playouts a search.
    pub fn new(search: Search<Position>, nodes: u64, tally: Arc<Tally>) -> Oracle {
        Oracle { search, nodes, tally }
    }
}

impl Strategist for Oracle {
    fn tally(&self) -> &Tally {
        &self.tally
    }

    fn policy(&mut self, observed: &History<Position>) -> Policy {
        // What was found with other pieces must not leak into this.
        self.search.clear();
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let control = Control::new(&limits);
        let request = SearchRequest::new(observed.clone(), limits);
        let result = self.search.search(&request, &control, &mut |_| {});
        self.tally.searches.fetch_add(1, Relaxed);
        let turns = crate::legal_moves(observed.current());
        let even = 1.0 / turns.len().max(1) as f64;
        let visits: f64 = result.root_visits.iter().map(|&(_, visits)| f64::from(visits)).sum();
        let mixture = match result.best {
            Some(best) if result.mixture.is_empty() => vec![(best, 1.0)],
            _ => result.mixture,
        };
        let policy = turns.into_iter().map(|turn| {
            let drawn: f64 = mixture.iter().filter(|(other, _)| *other == turn).map(|(_, p)| p).sum();
            let visited = result.root_visits.iter().find(|(other, _)| *other == turn);
            let share = visited.map_or(0.0, |&(_, n)| f64::from(n)) / visits.max(1.0);
            (turn, MIXTURE * drawn + VISITS * share + UNIFORM * even)
        });
        policy.collect()
    }
}
