//! Perft: counts the leaf nodes of the move tree at a depth, to test move generation. Uses bulk
//! counting: the last ply is counted, not generated.

use super::Game;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Perft divide: root moves, and the leaf nodes below each.
pub type Split<M> = Vec<(M, u64)>;

/// Hears of the progress of a long perft, and may stop it.
pub trait CountProgress: Sync {
    /// Whether to stop.
    fn stop(&self) -> bool;
    /// Root moves counted so far, root moves in all, and leaf nodes so far.
    fn counted(&self, _done: usize, _all: usize, _nodes: u64) {}
}

impl<F: Fn() -> bool + Sync> CountProgress for F {
    fn stop(&self) -> bool {
        self()
    }
}

/// Counts the leaf nodes at `depth`. Draw rules are ignored.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    count(&position.without_draws(), depth)
}

/// Perft divide: counts the leaf nodes below each root move, in the order of move generation,
/// on `threads` threads. If `progress` stops it, the error holds the root moves counted so far.
pub fn split<G: Game>(
    position: &G,
    depth: u32,
    threads: usize,
    progress: &dyn CountProgress,
) -> Result<Split<G::Move>, Split<G::Move>> {
    let root = position.without_draws();
    let mut moves = Vec::new();
    root.legal_moves(&mut moves);
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(vec![None; moves.len()]);
    let work = || {
        while !progress.stop() {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(i) else { return };
            let mut child = root.clone();
            child.play(mv);
            let nodes = count_interruptible(&child, depth.saturating_sub(1), &|| progress.stop());
            if let Ok(mut counts) = counts.lock() {
                counts[i] = nodes;
                let counted: Vec<u64> = counts.iter().copied().flatten().collect();
                progress.counted(counted.len(), moves.len(), counted.iter().sum());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    let counts = counts.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let all = moves.len();
    let counted: Split<G::Move> =
        moves.into_iter().zip(counts).filter_map(|(mv, nodes)| Some((mv, nodes?))).collect();
    if counted.len() == all { Ok(counted) } else { Err(counted) }
}

/// Counts, polling `stop`.
fn count_interruptible<G: Game>(position: &G, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    /// Subtrees of this depth take milliseconds and are counted without polling.
    const POLL_ABOVE: u32 = 2;
    if depth <= POLL_ABOVE {
        return Some(count(position, depth));
    }
    if stop() {
        return None;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves.into_iter().try_fold(0, |total, mv| {
        let mut child = position.clone();
        child.play(mv);
        Some(total + count_interruptible(&child, depth - 1, stop)?)
    })
}

fn count<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => count_recursive(position, depth, last_two(), &mut Vec::new()),
    }
}

/// Counts the last two plies. The list of moves is a stack shared by all plies.
type LastTwo<G> = fn(&G, &mut Vec<<G as Game>::Move>) -> u64;

fn count_recursive<G: Game>(position: &G, depth: u32, last_two: LastTwo<G>, moves: &mut Vec<G::Move>) -> u64 {
    if depth == 2 {
        return last_two(position, moves);
    }
    let first = moves.len();
    position.legal_moves(moves);
    let mut total = 0;
    for i in first..moves.len() {
        let mut child = position.clone();
        child.play(moves[i]);
        total += count_recursive(&child, depth - 1, last_two, moves);
    }
    moves.truncate(first);
    total
}

/// The fastest implementation for this processor.
fn last_two<G: Game>() -> LastTwo<G> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
        /// Compiled for processors with a population count instruction.
        #[target_feature(enable = "popcnt,bmi1")]
        fn with_popcnt<G: Game>(position: &G, moves: &mut Vec<G::Move>) -> u64 {
            portable_last_two(position, moves)
        }
        // SAFETY: the processor has just been found to have what the function needs.
        return |position, moves| unsafe { with_popcnt(position, moves) };
    }
    portable_last_two
}

/// Generates the moves and bulk-counts the replies.
#[inline(always)]
fn portable_last_two<G: Game>(position: &G, moves: &mut Vec<G::Move>) -> u64 {
    let first = moves.len();
    position.legal_moves(moves);
    let mut total = 0;
    for &mv in &moves[first..] {
        let mut child = position.clone();
        child.play(mv);
        total += child.count_moves();
    }
    moves.truncate(first);
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rules;
    use crate::games::pijersi::{Board45, Position};
    use std::sync::atomic::AtomicBool;

    /// Stops after the first move of the root.
    #[derive(Default)]
    struct Hasty(AtomicBool);

    impl CountProgress for Hasty {
        fn stop(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }

        fn counted(&self, _done: usize, _all: usize, _nodes: u64) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_stopped_count_returns_what_it_has() {
        let start = Position::<Board45>::start(&Rules::of(Position::<Board45>::rule_options()));
        let whole = split(&start, 2, 1, &|| false).expect("nobody stops it");
        assert_eq!(split(&start, 2, 1, &Hasty::default()), Err(whole[..1].to_vec()));
    }
}
