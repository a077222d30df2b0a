//! A child of a node (an edge): its move and its statistics. Every field is atomic, so that
//! threads share the tree without locks.

use crate::search::Proof;
use std::sync::atomic::{
    AtomicU16, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

/// Fixed-point unit of the score sums: integer sums do not depend on the order of addition.
const SCORE_UNIT: f32 = 65536.0;

/// Index of a page; 0 is none.
pub(super) type PageId = u32;
pub(super) const NONE: PageId = 0;
/// Marks a node under expansion: a thread is writing its first page.
pub(super) const BUSY: PageId = u32::MAX;

/// A move with the statistics of the node it leads to. Scores are those of the player who
/// chooses the move. Aligned so that none straddles two cache lines.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct Child {
    mv: AtomicU32,
    /// The first page of the node's own children.
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

    /// Visits, playouts in flight included (virtual loss).
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        Proof::unpack(self.proof.load(Relaxed))
    }

    /// Whether the child has no proof yet.
    #[inline]
    pub(super) fn is_unproven(&self) -> bool {
        self.proof.load(Relaxed) == Proof::Unknown.pack()
    }

    #[inline]
    pub(super) fn set_proof(&self, proof: Proof) {
        self.proof.store(proof.pack(), Relaxed);
    }

    /// Mean score of the chooser. Playouts in flight count as losses (virtual loss).
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        mean(self.score.load(Relaxed), self.visits())
    }

    /// Visits and mean score of this and another's statistics together.
    #[inline]
    pub(super) fn combined(&self, other: &Child) -> (u32, f32) {
        let visits = self.visits() + other.visits();
        (visits, mean(self.score.load(Relaxed) + other.score.load(Relaxed), visits))
    }

    /// Moves another's visits and scores to this one.
    pub(super) fn merge(&self, other: &Child) {
        self.visits.fetch_add(other.visits.swap(0, Relaxed), Relaxed);
        self.score.fetch_add(other.score.swap(0, Relaxed), Relaxed);
        self.draws.fetch_add(other.draws.swap(0, Relaxed), Relaxed);
    }

    /// PUCT: the mean score plus `exploration / (1 + visits)`. Written with a single division,
    /// since this is the innermost formula of the search.
    #[inline(always)]
    pub(super) fn puct(&self, visits: u32, exploration: f32) -> f32 {
        // Signed numbers convert to floats in one instruction.
        let sum = self.score.load(Relaxed) as i64 as f32 * (1.0 / SCORE_UNIT);
        let visits = visits as i32 as f32;
        (sum * (1.0 + visits) + exploration * visits) / (visits * (1.0 + visits))
    }

    /// Mean draw rate.
    pub(super) fn draw_rate(&self) -> f32 {
        mean(self.draws.load(Relaxed), self.visits())
    }

    /// Counts a visit before its result is known (virtual loss); returns the visits before.
    #[inline]
    pub(super) fn add_virtual_loss(&self) -> u32 {
        self.visits.fetch_add(1, Relaxed)
    }

    /// Adds the result of a visit counted by [`Child::add_virtual_loss`].
    #[inline]
    pub(super) fn add_result(&self, score: f32, draw: f32) {
        self.score.fetch_add((score * SCORE_UNIT) as u64, Relaxed);
        self.draws.fetch_add((draw * SCORE_UNIT) as u64, Relaxed);
    }

    /// The first page of the children, if the node is expanded.
    #[inline]
    pub(super) fn page(&self) -> Option<PageId> {
        Some(self.page.load(Acquire)).filter(|&page| page != NONE && page != BUSY)
    }

    /// Claims the expansion for this thread. The thread that gets it must call
    /// [`Child::publish_children`].
    #[inline]
    pub(super) fn claim_expansion(&self) -> bool {
        self.page.compare_exchange(NONE, BUSY, Acquire, Relaxed).is_ok()
    }

    /// Ends an expansion: makes the children visible to all threads, or gives the claim back.
    #[inline]
    pub(super) fn publish_children(&self, page: Option<PageId>) {
        self.page.store(page.unwrap_or(NONE), Release);
    }

    /// Detaches the children: the node is a leaf again.
    pub(super) fn detach_children(&self) -> Option<PageId> {
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

    /// Converts the score sum to the other player's.
    pub(super) fn flip_score(&self) {
        let whole = u64::from(self.visits()) * SCORE_UNIT as u64;
        self.score.store(whole.saturating_sub(self.score.load(Relaxed)), Relaxed);
    }

    /// Resets everything; the caller has detached the children.
    pub(super) fn clear(&self) {
        self.reset(0, 0.0);
    }

    /// The statistics.
    pub(super) fn sums(&self) -> Sums {
        let (score, draws) = (self.score.load(Relaxed), self.draws.load(Relaxed));
        Sums { visits: self.visits(), score, draws }
    }

    /// Adds statistics.
    pub(super) fn add_sums(&self, more: Sums) {
        self.visits.fetch_add(more.visits, Relaxed);
        self.score.fetch_add(more.score, Relaxed);
        self.draws.fetch_add(more.draws, Relaxed);
    }

    /// Takes over another's statistics and children.
    pub(super) fn move_from(&self, other: &Child) {
        self.mv.store(other.mv(), Relaxed);
        self.visits.store(other.visits(), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.set_proof(other.proof());
        self.score.store(other.score.load(Relaxed), Relaxed);
        self.draws.store(other.draws.load(Relaxed), Relaxed);
        self.publish_children(other.detach_children());
    }
}

/// The statistics of a node as plain numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    visits: u32,
    score: u64,
    draws: u64,
}

impl Sums {
    /// What has come since.
    pub(super) fn since(self, before: Sums) -> Sums {
        Sums {
            visits: self.visits.saturating_sub(before.visits),
            score: self.score.saturating_sub(before.score),
            draws: self.draws.saturating_sub(before.draws),
        }
    }

    /// The same for the other player.
    pub(super) fn flipped(self) -> Sums {
        let whole = u64::from(self.visits) * SCORE_UNIT as u64;
        Sums { score: whole.saturating_sub(self.score), ..self }
    }
}

#[inline]
fn mean(sum: u64, visits: u32) -> f32 {
    sum as f32 / (SCORE_UNIT * visits.max(1) as f32)
}
