//! A fixed piece of work for the search: how fast it is, and whether it still does
//! the same.

use crate::games::{Game, History, Player, Rules};
use crate::search::{Control, Limits, Proof, PvLine, Search, SearchRequest, SearchResult, Settings};
use crate::ugi::score::centipawns;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::time::{Duration, Instant};

/// Number of positions searched.
pub const POSITIONS: usize = 10;
/// Nodes of each search, unless another number is given.
pub const NODES: u64 = 20_000;

/// What the bench has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchReport {
    /// Positions searched.
    pub positions: usize,
    /// Playouts.
    pub nodes: u64,
    /// Time that the searches took.
    pub time: Duration,
    /// A hash of all answers: it changes only if the search does.
    pub signature: u64,
}

impl BenchReport {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }

    fn add<G: Game>(&mut self, position: &G, result: SearchResult<G::Move>, time: Duration) {
        let best = result.best.map_or(u32::MAX, Into::into);
        let score = match result.report.lines.first() {
            Some(line) => signed_score(line, position.mover()),
            None => 0,
        };
        for word in [result.report.nodes, u64::from(best), score as u64] {
            // FNV-1a, by words: enough to notice a difference.
            self.signature = (self.signature ^ word).wrapping_mul(0x0100_0000_01b3);
        }
        self.positions += 1;
        self.nodes += result.report.nodes;
        self.time += time;
    }
}

/// A line's score as the signature has always had it: centipawns, or moves of the winner
/// beyond all centipawns.
fn signed_score<M>(line: &PvLine<M>, mover: Player) -> i64 {
    const MATE: i64 = 1 << 20;
    match line.proof {
        Proof::Win(winner, plies) if winner == mover => MATE + i64::from(plies.div_ceil(2)),
        Proof::Win(_, plies) => MATE - i64::from((plies / 2).max(1)),
        Proof::Draw => 0,
        Proof::Unknown => centipawns(line.value.score()),
    }
}

/// Searches the positions on one thread and tells after each how far it has come.
/// Ends early when `control` says so.
pub fn run<G: Game>(nodes: u64, control: &Control, progress: &mut dyn FnMut(&BenchReport)) -> BenchReport {
    let settings = Settings { hash_mb: 32, threads: 1, multi_pv: 1, ..Settings::default() };
    let mut search = Search::new(settings);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut bench = BenchReport { signature: 0xcbf2_9ce4_8422_2325, ..BenchReport::default() };
    for position in positions::<G>() {
        search.clear();
        let start = Instant::now();
        let request = SearchRequest::new(History::new(position.clone()), limits.clone());
        let result = search.search(&request, control, &mut |_| {});
        if control.stopped() {
            break;
        }
        bench.add(&position, result, start.elapsed());
        progress(&bench);
    }
    bench
}

/// Positions from random games that leave something to think about, the first one
/// the usual start.
pub fn positions<G: Game>() -> Vec<G> {
    let rules = Rules::of(G::rule_options());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2022);
    let mut positions = vec![G::start(&rules)];
    while positions.len() < POSITIONS {
        let mut position = G::start(&rules);
        for _ in 0..rng.random_range(2..16) {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = moves.choose(&mut rng) else { break };
            let mut next = position.clone();
            next.play(mv);
            if next.outcome().is_some() || next.can_win_now() {
                break;
            }
            position = next;
        }
        positions.push(position);
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Notation;
    use crate::games::pijersi::{Board45, Position};
    use std::collections::HashSet;

    type Pijersi = Position<Board45>;

    #[test]
    fn positions_differ_and_are_unfinished() {
        let positions = positions::<Pijersi>();
        let distinct: HashSet<String> = positions.iter().map(Notation::fen).collect();
        assert_eq!(distinct.len(), POSITIONS);
        assert!(positions.iter().all(|position| position.outcome().is_none()));
    }

    #[test]
    fn the_signature_is_always_the_same() {
        let once = || {
            let control = Control::new(&Limits::default());
            run::<Pijersi>(50, &control, &mut |_| {})
        };
        let (first, second) = (once(), once());
        assert_eq!(first.positions, POSITIONS);
        assert_eq!((first.nodes, first.signature), (second.nodes, second.signature));
        assert_ne!(first.signature, BenchReport::default().signature);
    }

    #[test]
    fn a_stopped_bench_ends_early() {
        let control = Control::new(&Limits::default());
        let bench = run::<Pijersi>(50, &control, &mut |_| control.stop());
        assert_eq!(bench.positions, 1);
    }
}
