//! A child of a node: its move, and the statistics that threads share through atomics.

use crate::search::Proof;
use std::sync::atomic::{
    AtomicU16, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

/// Scores are summed as whole numbers, so that sums do not depend on their order.
const SCORE_UNIT: f32 = 65536.0;

/// Number of a page; 0 stands for none.
pub(super) type PageId = u32;
pub(super) const NONE: PageId = 0;
/// Marks a node whose first page is being written.
pub(super) const BUSY: PageId = u32::MAX;

/// A move and what is known of the position it leads to. Scores are those of the
/// player who chooses the move. None lies across two cache lines.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct Child {
    mv: AtomicU32,
    page: AtomicU32,
    visits: AtomicU32,
    prior: AtomicU16,
    proof: AtomicU16,
    score: AtomicU64,
    draws: AtomicU64,
}

impl Child {
    #[inline]
    pub(super) fn mv(&self) -> u32 {
        self.mv.load(Relaxed)
    }

    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from(self.prior.load(Relaxed)) * (1.0 / 65535.0)
    }

    /// Playouts through the child, those under way included (virtual loss).
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        Proof::unpack(self.proof.load(Relaxed))
    }

    /// Whether nothing is proven yet.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.proof.load(Relaxed) == Proof::Unknown.pack()
    }

    #[inline]
    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(proof.pack(), Relaxed);
    }

    /// Mean score of the chooser. Playouts under way count as lost: virtual loss.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        mean(self.score.load(Relaxed), self.visits())
    }

    /// Visits and mean score together with those that another child has of its own.
    #[inline]
    pub(super) fn with(&self, other: &Child) -> (u32, f32) {
        let visits = self.visits() + other.visits();
        (visits, mean(self.score.load(Relaxed) + other.score.load(Relaxed), visits))
    }

    /// Takes over what another child has counted.
    pub(super) fn absorb(&self, other: &Child) {
        self.visits.fetch_add(other.visits.swap(0, Relaxed), Relaxed);
        self.score.fetch_add(other.score.swap(0, Relaxed), Relaxed);
        self.draws.fetch_add(other.draws.swap(0, Relaxed), Relaxed);
    }

    /// PUCT: the mean score plus `exploration / (1 + visits)`, with the `visits` just read:
    /// the innermost sum of the search, and so written with a single division.
    #[inline(always)]
    pub(super) fn puct(&self, visits: u32, exploration: f32) -> f32 {
        // Signed numbers convert to floats in one instruction.
        let sum = self.score.load(Relaxed) as i64 as f32 * (1.0 / SCORE_UNIT);
        let visits = visits as i32 as f32;
        (sum * (1.0 + visits) + exploration * visits) / (visits * (1.0 + visits))
    }

    /// Mean share of draws.
    pub(super) fn draw_rate(&self) -> f32 {
        mean(self.draws.load(Relaxed), self.visits())
    }

    /// A playout goes through; returns the number of those before.
    #[inline]
    pub(super) fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// A playout that went through has come back with these results.
    #[inline]
    pub(super) fn leave(&self, score: f32, draw: f32) {
        self.score.fetch_add((score * SCORE_UNIT) as u64, Relaxed);
        self.draws.fetch_add((draw * SCORE_UNIT) as u64, Relaxed);
    }

    /// The first page of the children, if they have been listed.
    #[inline]
    pub(super) fn page(&self) -> Option<PageId> {
        Some(self.page.load(Acquire)).filter(|&page| page != NONE && page != BUSY)
    }

    /// Wins the right to list the children; whoever does must call [`Child::publish`].
    #[inline]
    pub(super) fn claim(&self) -> bool {
        self.page.compare_exchange(NONE, BUSY, Acquire, Relaxed).is_ok()
    }

    /// Shows the listed children to everybody, or gives the right back.
    #[inline]
    pub(super) fn publish(&self, page: Option<PageId>) {
        self.page.store(page.unwrap_or(NONE), Release);
    }

    pub(super) fn take_page(&self) -> Option<PageId> {
        let page = self.page()?;
        self.page.store(NONE, Relaxed);
        Some(page)
    }

    #[inline]
    pub(super) fn set_prior(&self, prior: f32) {
        self.prior.store((prior * 65535.0 + 0.5) as u16, Relaxed);
    }

    #[inline]
    pub(super) fn reset(&self, mv: u32, prior: f32) {
        self.mv.store(mv, Relaxed);
        self.page.store(NONE, Relaxed);
        self.visits.store(0, Relaxed);
        self.set_prior(prior);
        self.set_proof(Proof::Unknown);
        self.score.store(0, Relaxed);
        self.draws.store(0, Relaxed);
    }

    /// Sees the scores through the other player's eyes.
    pub(super) fn flip(&self) {
        let whole = u64::from(self.visits()) * SCORE_UNIT as u64;
        self.score.store(whole.saturating_sub(self.score.load(Relaxed)), Relaxed);
    }

    /// Forgets everything; the caller has taken the children away.
    pub(super) fn forget(&self) {
        self.reset(0, 0.0);
    }

    /// Takes over everything of another child, which loses its own children.
    pub(super) fn move_from(&self, other: &Child) {
        self.mv.store(other.mv(), Relaxed);
        self.visits.store(other.visits(), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.set_proof(other.proof());
        self.score.store(other.score.load(Relaxed), Relaxed);
        self.draws.store(other.draws.load(Relaxed), Relaxed);
        self.publish(other.take_page());
    }
}

#[inline]
fn mean(sum: u64, visits: u32) -> f32 {
    sum as f32 / (SCORE_UNIT * visits.max(1) as f32)
}
