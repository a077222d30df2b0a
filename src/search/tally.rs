//! Counting playouts, several at a time.

use super::apart::Apart;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The playouts handed out to the threads and those done, out of a number allowed.
/// Threads claim several at a time: a counter that all of them write for every playout
/// would slow them down.
pub struct Tally {
    allowed: u64,
    claimed: Apart<AtomicU64>,
    played: Apart<AtomicU64>,
}

impl Tally {
    pub fn new(allowed: u64) -> Self {
        Tally { allowed, claimed: Apart::default(), played: Apart::default() }
    }

    /// The right to as many playouts as are wanted and left; to all wanted if the limit
    /// does not hold now. Whoever claims must call [`Tally::add`] in the end.
    pub fn claim(&self, wanted: u64, limited: bool) -> u64 {
        let granted =
            |claimed: u64| if limited { self.allowed.saturating_sub(claimed).min(wanted) } else { wanted };
        let claimed = self.claimed.fetch_update(Relaxed, Relaxed, |claimed| Some(claimed + granted(claimed)));
        granted(claimed.unwrap_or_else(|claimed| claimed))
    }

    /// Of the playouts claimed, so many have been done; the others are given back.
    pub fn add(&self, played: u64, claimed: u64) {
        self.claimed.fetch_sub(claimed - played, Relaxed);
        self.played.fetch_add(played, Relaxed);
    }

    /// Playouts done.
    pub fn played(&self) -> u64 {
        self.played.load(Relaxed)
    }

    /// Whether all playouts allowed are done.
    pub fn is_full(&self) -> bool {
        self.played() >= self.allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_granted_than_allowed_and_what_is_given_back_is_granted_again() {
        let tally = Tally::new(20);
        assert_eq!(tally.claim(16, true), 16);
        assert_eq!((tally.claim(16, true), tally.claim(16, true)), (4, 0));
        tally.add(10, 16);
        assert_eq!(tally.claim(16, true), 6);
        tally.add(6, 6);
        assert!(!tally.is_full());
        tally.add(4, 4);
        assert!(tally.is_full() && tally.played() == 20);
        assert_eq!((tally.claim(16, true), tally.claim(16, false)), (0, 16));
    }

    #[test]
    fn threads_together_play_exactly_what_is_allowed() {
        let tally = Tally::new(10_007);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while !tally.is_full() {
                        let claimed = tally.claim(16, true);
                        tally.add(claimed.div_ceil(2), claimed);
                    }
                });
            }
        });
        assert_eq!(tally.played(), 10_007);
    }
}
