//! The node budget, claimed by threads in batches.

use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Playouts claimed by threads and playouts done, of a number allowed. Threads claim them in
/// batches: a counter that all of them write for every playout would be contended.
pub(super) struct NodeBudget {
    allowed: u64,
    claimed: CachePadded<AtomicU64>,
    played: CachePadded<AtomicU64>,
}

impl NodeBudget {
    pub(super) fn new(allowed: u64) -> Self {
        NodeBudget { allowed, claimed: CachePadded::default(), played: CachePadded::default() }
    }

    /// Claims up to `wanted` playouts: no more than are left, if `limited`. Every claim must be
    /// settled by [`NodeBudget::settle`].
    pub(super) fn claim(&self, wanted: u64, limited: bool) -> u64 {
        let granted =
            |claimed: u64| if limited { self.allowed.saturating_sub(claimed).min(wanted) } else { wanted };
        let claimed = self.claimed.fetch_update(Relaxed, Relaxed, |claimed| Some(claimed + granted(claimed)));
        granted(claimed.unwrap_or_else(|claimed| claimed))
    }

    /// Settles a claim: counts the playouts done, and gives the others back.
    pub(super) fn settle(&self, played: u64, claimed: u64) {
        self.claimed.fetch_sub(claimed - played, Relaxed);
        self.played.fetch_add(played, Relaxed);
    }

    /// Playouts done.
    pub(super) fn played(&self) -> u64 {
        self.played.load(Relaxed)
    }

    /// Whether all playouts allowed are done.
    pub(super) fn is_spent(&self) -> bool {
        self.played() >= self.allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_granted_than_allowed_and_what_is_given_back_is_granted_again() {
        let budget = NodeBudget::new(20);
        assert_eq!(budget.claim(16, true), 16);
        assert_eq!((budget.claim(16, true), budget.claim(16, true)), (4, 0));
        budget.settle(10, 16);
        assert_eq!(budget.claim(16, true), 6);
        budget.settle(6, 6);
        assert!(!budget.is_spent());
        budget.settle(4, 4);
        assert!(budget.is_spent() && budget.played() == 20);
        assert_eq!((budget.claim(16, true), budget.claim(16, false)), (0, 16));
    }

    #[test]
    fn threads_together_play_exactly_what_is_allowed() {
        let budget = NodeBudget::new(10_007);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !budget.is_spent() {
                        let claimed = budget.claim(16, true);
                        budget.settle(claimed.div_ceil(2), claimed);
                    }
                });
            }
        });
        assert_eq!(budget.played(), 10_007);
    }
}
