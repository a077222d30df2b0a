//! The tree's memory: pages of children, handed out and taken back.
//!
//! A node's children are stored in a chain of pages of equal size, sorted by prior,
//! and only as many as selection has reached. Pages of one size need no compaction,
//! and their number bounds the memory exactly. Every field is atomic, so threads
//! share the tree without locks; what threads must not do at the same time as
//! others (detaching parts of the tree) happens between playouts, see
//! [`Tree::prune`].

use crate::search::Proof;
use crossbeam_utils::CachePadded;
use std::sync::atomic::{
    AtomicU16, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Children in a page: with the header they fill 256 bytes.
pub(super) const PAGE_CHILDREN: usize = 7;
/// Pages in a chunk, the unit in which memory is taken from the system: one MB.
const CHUNK_PAGES: usize = 4096;
const CHUNK_SHIFT: u32 = CHUNK_PAGES.trailing_zeros();
/// Scores are summed as whole numbers, so that sums do not depend on their order.
const SCORE_UNIT: f32 = 65536.0;

/// Number of a page; 0 stands for none.
pub(super) type PageId = u32;
const NONE: PageId = 0;
/// Marks a node whose first page is being written.
const BUSY: PageId = u32::MAX;

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
    fn reset(&self, mv: u32, prior: f32) {
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

/// Some children of a node and the way to the others.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Page {
    /// The children that come next in the order of priors.
    next: AtomicU32,
    /// The next page in the list of free pages or of garbage.
    link: AtomicU32,
    /// Children in this page.
    len: AtomicU16,
    /// In a node's first page: number of children of the node in all.
    total: AtomicU16,
    /// In a node's first page: children listed so far, over all pages.
    listed: AtomicU16,
    /// In a node's first page: 1 while somebody lists more children.
    growing: AtomicU16,
    children: [Child; PAGE_CHILDREN],
}

impl Page {
    #[inline]
    pub(super) fn children(&self) -> &[Child] {
        let len = usize::from(self.len.load(Acquire)).min(PAGE_CHILDREN);
        &self.children[..len]
    }

    #[inline]
    pub(super) fn total(&self) -> usize {
        self.total.load(Relaxed).into()
    }

    #[inline]
    pub(super) fn listed(&self) -> usize {
        self.listed.load(Acquire).into()
    }
}

/// A list of pages threaded through their `link` fields.
#[derive(Debug, Default)]
struct PageList {
    first: PageId,
    len: usize,
}

/// What is free, guarded by a mutex that is only ever held for a few steps.
#[derive(Debug, Default)]
struct Store {
    /// Pages up to this number have been used.
    fresh: PageId,
    free: PageList,
    /// First pages of nodes pruned from the tree, not yet taken apart.
    garbage: PageList,
    /// The page that the search for prunable nodes has come to (a clock hand).
    hand: PageId,
}

/// The pages of a tree.
pub(super) struct Tree {
    chunks: Box<[OnceLock<Box<[Page]>>]>,
    store: CachePadded<Mutex<Store>>,
}

impl Tree {
    /// A tree of at most this many MB; memory is taken when it is needed.
    pub(super) fn new(megabytes: usize) -> Self {
        let chunks = (0..megabytes.max(1)).map(|_| OnceLock::new()).collect();
        // Page 0 stands for none and is never handed out.
        let store = Store { fresh: 1, hand: 1, ..Store::default() };
        Tree { chunks, store: CachePadded::new(Mutex::new(store)) }
    }

    fn capacity(&self) -> PageId {
        (self.chunks.len() * CHUNK_PAGES).min(BUSY as usize) as PageId
    }

    /// Pages in use, in thousandths.
    pub(super) fn hashfull(&self) -> u32 {
        let store = self.store();
        let used = (store.fresh as usize).saturating_sub(store.free.len);
        (used * 1000 / self.capacity() as usize) as u32
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(super) fn page(&self, id: PageId) -> &Page {
        let chunk = self.chunks[(id >> CHUNK_SHIFT) as usize].get_or_init(|| {
            let mut pages = Vec::with_capacity(CHUNK_PAGES);
            pages.resize_with(CHUNK_PAGES, Page::default);
            pages.into_boxed_slice()
        });
        &chunk[id as usize % CHUNK_PAGES]
    }

    /// The pages of a node's children, from the first on.
    #[inline]
    pub(super) fn pages(&self, first: PageId) -> impl Iterator<Item = &Page> {
        let next =
            |page: &&Page| Some(page.next.load(Acquire)).filter(|&id| id != NONE).map(|id| self.page(id));
        std::iter::successors(Some(self.page(first)), next)
    }

    /// The children of a node listed so far, by falling prior.
    #[inline]
    pub(super) fn children(&self, first: PageId) -> impl Iterator<Item = &Child> {
        self.pages(first).flat_map(Page::children)
    }

    /// Stores the first children of a node that has `total`. `None` if memory is full.
    pub(super) fn list(&self, total: usize, children: &[(u32, f32)]) -> Option<PageId> {
        let first = self.write_chain(children)?;
        let page = self.page(first);
        page.total.store(total as u16, Relaxed);
        page.listed.store(children.len() as u16, Release);
        Some(first)
    }

    /// Wins the right to list more children of a node; whoever does must call
    /// [`Tree::append`].
    pub(super) fn claim_growth(&self, first: PageId) -> bool {
        self.page(first).growing.swap(1, Acquire) == 0
    }

    /// Stores more children of a node; false if memory is full.
    pub(super) fn append(&self, first: PageId, children: &[(u32, f32)]) -> bool {
        let page = self.page(first);
        let more = if children.is_empty() { None } else { self.write_chain(children) };
        if let (Some(more), Some(last)) = (more, self.pages(first).last()) {
            last.next.store(more, Release);
            page.listed.fetch_add(children.len() as u16, Release);
        }
        page.growing.store(0, Release);
        more.is_some()
    }

    /// Writes children into fresh pages, all but the last of them full.
    fn write_chain(&self, children: &[(u32, f32)]) -> Option<PageId> {
        let mut next = NONE;
        for group in children.chunks(PAGE_CHILDREN).rev() {
            let Some(id) = self.take(&mut self.store()) else {
                self.discard(Some(next));
                return None;
            };
            if id as usize % CHUNK_PAGES == CHUNK_PAGES / 2 {
                // Memory takes time to come: ask for the next chunk before all threads need it.
                self.page((id + CHUNK_PAGES as PageId / 2).min(self.capacity() - 1));
            }
            let page = self.page(id);
            for (child, &(mv, prior)) in page.children.iter().zip(group) {
                child.reset(mv, prior);
            }
            page.total.store(0, Relaxed);
            page.listed.store(0, Relaxed);
            page.growing.store(0, Relaxed);
            page.next.store(next, Relaxed);
            page.len.store(group.len() as u16, Release);
            next = id;
        }
        Some(next).filter(|&id| id != NONE)
    }

    /// A page to write to: a free one, one found in the garbage, or a fresh one.
    fn take(&self, store: &mut Store) -> Option<PageId> {
        if store.free.first == NONE
            && let Some(first) = self.pop(&mut store.garbage)
        {
            self.take_apart(store, first);
        }
        if let Some(id) = self.pop(&mut store.free) {
            return Some(id);
        }
        (store.fresh < self.capacity()).then(|| {
            store.fresh += 1;
            store.fresh - 1
        })
    }

    /// Frees the pages of one node; its children's pages become garbage.
    fn take_apart(&self, store: &mut Store, first: PageId) {
        let mut id = first;
        while id != NONE {
            let page = self.page(id);
            for child in page.children() {
                if let Some(below) = child.take_page() {
                    self.push(&mut store.garbage, below);
                }
            }
            // An empty page holds nothing that could be pruned.
            page.len.store(0, Relaxed);
            let next = page.next.load(Relaxed);
            self.push(&mut store.free, id);
            id = next;
        }
    }

    fn push(&self, list: &mut PageList, id: PageId) {
        self.page(id).link.store(list.first, Relaxed);
        list.first = id;
        list.len += 1;
    }

    fn pop(&self, list: &mut PageList) -> Option<PageId> {
        let id = Some(list.first).filter(|&id| id != NONE)?;
        list.first = self.page(id).link.load(Relaxed);
        list.len -= 1;
        Some(id)
    }

    /// Gives up everything below a first page that nothing refers to any more. The
    /// work is done bit by bit, when pages are wanted.
    pub(super) fn discard(&self, first: Option<PageId>) {
        if let Some(first) = first.filter(|&id| id != NONE) {
            self.push(&mut self.store().garbage, first);
        }
    }

    /// Whether memory is so short that some of the tree should be pruned.
    pub(super) fn is_short(&self) -> bool {
        /// More than all threads together take before they look again.
        const RESERVE: usize = 2048;
        let store = self.store();
        let fresh = self.capacity().saturating_sub(store.fresh) as usize;
        let reserve = RESERVE.min(self.capacity() as usize / 8);
        store.garbage.len == 0 && fresh + store.free.len < reserve
    }

    /// The nodes that have been visited least, in one part of the memory after the other.
    /// Playouts may go on meanwhile.
    pub(super) fn prune_candidates(&self) -> Vec<&Child> {
        /// Pages inspected in one go: long enough to compare, short enough not to delay.
        const WINDOW: u32 = 4096;
        let window = {
            let store = &mut *self.store();
            let (hand, used) = (store.hand, store.fresh - 1);
            let after = move |pages: u32| 1 + (hand + pages - 1) % used.max(1);
            let pages = WINDOW.min(used);
            store.hand = after(pages);
            (1..=pages).map(after)
        };
        let children = window.flat_map(|id| self.page(id).children());
        let inner = children.filter(|child| child.page().is_some());
        let mut inner: Vec<(u32, &Child)> = inner.map(|child| (child.visits(), child)).collect();
        let mut visits: Vec<u32> = inner.iter().map(|&(visits, _)| visits).collect();
        if visits.is_empty() {
            return Vec::new();
        }
        let quarter = visits.len() / 4;
        let (_, &mut few, _) = visits.select_nth_unstable(quarter);
        inner.retain(|&(visits, _)| visits <= few);
        inner.into_iter().map(|(_, child)| child).collect()
    }

    /// Prunes nodes. No playout may be under way: it could be inside. What has become of
    /// the nodes since they were found does not matter: those still in the tree go, and
    /// others have nothing to lose.
    pub(super) fn prune(&self, nodes: &[&Child]) {
        let store = &mut *self.store();
        for page in nodes.iter().filter_map(|node| node.take_page()) {
            self.push(&mut store.garbage, page);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(n: u32) -> Vec<(u32, f32)> {
        (0..n).map(|i| (i, 1.0 / n as f32)).collect()
    }

    #[test]
    fn a_page_is_four_cache_lines() {
        assert_eq!(size_of::<Page>(), 256);
    }

    #[test]
    fn children_are_listed_in_order_over_several_pages() {
        let tree = Tree::new(1);
        let first = tree.list(40, &moves(9)).expect("room");
        assert!(tree.claim_growth(first) && !tree.claim_growth(first));
        assert!(tree.append(first, &moves(20)));
        let listed: Vec<u32> = tree.children(first).map(Child::mv).collect();
        assert_eq!(listed, (0..9).chain(0..20).collect::<Vec<_>>());
        assert_eq!((tree.page(first).listed(), tree.page(first).total()), (29, 40));
    }

    #[test]
    fn memory_is_bounded_and_comes_back() {
        let tree = Tree::new(1);
        let root = Child::default();
        root.publish(tree.list(7, &moves(7)));
        let first = root.page().expect("listed");
        for _ in 0..3 {
            let mut grown = 0;
            for child in tree.children(first) {
                while let Some(page) = tree.list(7, &moves(7)) {
                    tree.discard(child.take_page());
                    child.enter();
                    child.publish(Some(page));
                    grown += 1;
                    if grown % 600 == 0 {
                        break;
                    }
                }
            }
            assert!(grown >= 600, "goes on for ever");
        }
        assert!(tree.hashfull() <= 1000);
    }

    #[test]
    fn the_least_visited_are_prune_when_room_is_short() {
        let tree = Tree::new(1);
        let mut pages = vec![tree.list(7, &moves(7)).expect("room")];
        let mut next = 0;
        while !tree.is_short() {
            let parent = tree.page(pages[next]);
            for (i, child) in parent.children().iter().enumerate() {
                (0..10 - i).for_each(|_| _ = child.enter());
                child.publish(tree.list(7, &moves(7)));
                pages.extend(child.page());
            }
            next += 1;
        }
        tree.prune(&tree.prune_candidates());
        assert!(!tree.is_short());
        let gone = tree.children(pages[0]).filter(|child| child.page().is_none()).count();
        assert!((1..6).contains(&gone), "{gone} of 7 pruned");
        assert!(tree.children(pages[0]).next().is_some_and(|child| child.page().is_some()));
        assert!(tree.list(7, &moves(7)).is_some());
    }
}
