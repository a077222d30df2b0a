//! The tree's memory: pages of children, handed out and taken back.
//!
//! A node's children are stored in a chain of pages of equal size, sorted by prior,
//! and only as many as selection has reached. Pages of one size need no compaction,
//! and their number bounds the memory exactly. Every field is atomic, so threads
//! share the tree without locks; what threads must not do at the same time as
//! others (detaching parts of the tree) happens between playouts, see
//! [`Tree::prune`].

use super::child::{BUSY, Child, NONE, PageId};
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Children in a page: with the header they fill 256 bytes.
pub(super) const PAGE_CHILDREN: usize = 7;
/// Pages in a chunk, the unit in which memory is taken from the system: one MB.
const CHUNK_PAGES: usize = 4096;
const CHUNK_SHIFT: u32 = CHUNK_PAGES.trailing_zeros();

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
