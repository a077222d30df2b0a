//! The tree's memory: a page allocator for the children of nodes.
//!
//! A node's children are a linked list of pages, sorted by prior. Expansion is lazy: only as
//! many children are stored as selection has reached. Pages of one size need no compaction,
//! and their number bounds the memory exactly. Threads share the tree without locks, but for
//! detaching subtrees, which needs all playouts to pause: see [`Tree::prune`].

use super::child::{BUSY, Child, NONE, PageId};
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Children in a page: with the header they fill 256 bytes.
pub(super) const PAGE_CHILDREN: usize = 7;
/// Pages in a chunk, the unit of allocation from the system: one MB.
const CHUNK_PAGES: usize = 4096;
const CHUNK_SHIFT: u32 = CHUNK_PAGES.trailing_zeros();

/// Some children of a node, and the link to the page of the next ones.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Page {
    /// The page of the children of the next lower priors.
    next: AtomicU32,
    /// The next page in a [`PageList`].
    link: AtomicU32,
    /// Children stored in this page.
    len: AtomicU16,
    /// In a node's first page: number of children that the node has.
    total: AtomicU16,
    /// In a node's first page: number of children stored so far, over all pages.
    stored: AtomicU16,
    /// In a node's first page: 1 while a thread stores further children.
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
    pub(super) fn stored(&self) -> usize {
        self.stored.load(Acquire).into()
    }
}

/// An intrusive linked list of pages, through their `link` fields.
#[derive(Debug, Default)]
struct PageList {
    first: PageId,
    len: usize,
}

/// The state of the allocator, behind a mutex that is held for a few instructions only.
#[derive(Debug, Default)]
struct Allocator {
    /// The first page that was never allocated.
    next_new: PageId,
    free: PageList,
    /// First pages of detached nodes, whose subtrees are yet to be reclaimed.
    detached: PageList,
    /// Where the next scan for nodes to prune begins (the hand of the CLOCK algorithm).
    clock_hand: PageId,
}

/// The tree: its pages and their allocator.
pub(super) struct Tree {
    chunks: Box<[OnceLock<Box<[Page]>>]>,
    allocator: CachePadded<Mutex<Allocator>>,
}

impl Tree {
    /// A tree of at most this many MB, which are allocated chunk by chunk on demand.
    pub(super) fn new(megabytes: usize) -> Self {
        let chunks = (0..megabytes.max(1)).map(|_| OnceLock::new()).collect();
        // Page 0 stands for none and is never allocated.
        let allocator = Allocator { next_new: 1, clock_hand: 1, ..Allocator::default() };
        Tree { chunks, allocator: CachePadded::new(Mutex::new(allocator)) }
    }

    /// The pages that there can be.
    pub(super) fn capacity(&self) -> PageId {
        (self.chunks.len() * CHUNK_PAGES).min(BUSY as usize) as PageId
    }

    /// Pages in use, in per mille.
    pub(super) fn hashfull(&self) -> u32 {
        let allocator = self.allocator();
        let used = (allocator.next_new as usize).saturating_sub(allocator.free.len);
        (used * 1000 / self.capacity() as usize) as u32
    }

    fn allocator(&self) -> MutexGuard<'_, Allocator> {
        self.allocator.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The stored children of a node, by falling prior.
    #[inline]
    pub(super) fn children(&self, first: PageId) -> impl Iterator<Item = &Child> {
        self.pages(first).flat_map(Page::children)
    }

    /// Stores the first children of a node that has `total`. `None` if the tree is full.
    pub(super) fn store_children(&self, total: usize, children: &[(u32, f32)]) -> Option<PageId> {
        let first = self.write_chain(children)?;
        let page = self.page(first);
        page.total.store(total as u16, Relaxed);
        page.stored.store(children.len() as u16, Release);
        Some(first)
    }

    /// Claims the storing of further children for this thread. The thread that gets it must
    /// call [`Tree::append_children`].
    pub(super) fn claim_growth(&self, first: PageId) -> bool {
        self.page(first).growing.swap(1, Acquire) == 0
    }

    /// Stores further children of a node; false if the tree is full.
    pub(super) fn append_children(&self, first: PageId, children: &[(u32, f32)]) -> bool {
        let page = self.page(first);
        let more = if children.is_empty() { None } else { self.write_chain(children) };
        if let (Some(more), Some(last)) = (more, self.pages(first).last()) {
            last.next.store(more, Release);
            page.stored.fetch_add(children.len() as u16, Release);
        }
        page.growing.store(0, Release);
        more.is_some()
    }

    /// Writes children into new pages, all but the last of them full.
    fn write_chain(&self, children: &[(u32, f32)]) -> Option<PageId> {
        let mut next = NONE;
        for group in children.chunks(PAGE_CHILDREN).rev() {
            let Some(id) = self.allocate(&mut self.allocator()) else {
                self.discard(Some(next));
                return None;
            };
            if id as usize % CHUNK_PAGES == CHUNK_PAGES / 2 {
                // Allocation is slow: touch the next chunk before all threads need it.
                self.page((id + CHUNK_PAGES as PageId / 2).min(self.capacity() - 1));
            }
            let page = self.page(id);
            for (child, &(mv, prior)) in page.children.iter().zip(group) {
                child.reset(mv, prior);
            }
            page.total.store(0, Relaxed);
            page.stored.store(0, Relaxed);
            page.growing.store(0, Relaxed);
            page.next.store(next, Relaxed);
            page.len.store(group.len() as u16, Release);
            next = id;
        }
        Some(next).filter(|&id| id != NONE)
    }

    /// Allocates a page: a free one, one reclaimed from a detached node, or a new one.
    fn allocate(&self, allocator: &mut Allocator) -> Option<PageId> {
        if allocator.free.first == NONE
            && let Some(first) = self.pop(&mut allocator.detached)
        {
            self.reclaim(allocator, first);
        }
        if let Some(id) = self.pop(&mut allocator.free) {
            return Some(id);
        }
        (allocator.next_new < self.capacity()).then(|| {
            allocator.next_new += 1;
            allocator.next_new - 1
        })
    }

    /// Frees the pages of one detached node; its children's nodes become detached.
    fn reclaim(&self, allocator: &mut Allocator, first: PageId) {
        let mut id = first;
        while id != NONE {
            let page = self.page(id);
            for child in page.children() {
                if let Some(below) = child.detach_children() {
                    self.push(&mut allocator.detached, below);
                }
            }
            // A scan for nodes to prune finds nothing in an empty page.
            page.len.store(0, Relaxed);
            let next = page.next.load(Relaxed);
            self.push(&mut allocator.free, id);
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

    /// Discards the subtree below a first page that nothing refers to any more. It is
    /// reclaimed lazily, when pages are allocated.
    pub(super) fn discard(&self, first: Option<PageId>) {
        if let Some(first) = first.filter(|&id| id != NONE) {
            self.push(&mut self.allocator().detached, first);
        }
    }

    /// Whether the tree is so full that it should be pruned.
    pub(super) fn needs_pruning(&self) -> bool {
        /// More than all threads together allocate between two checks.
        const RESERVE: usize = 2048;
        let allocator = self.allocator();
        let never_used = self.capacity().saturating_sub(allocator.next_new) as usize;
        let reserve = RESERVE.min(self.capacity() as usize / 8);
        allocator.detached.len == 0 && never_used + allocator.free.len < reserve
    }

    /// The least visited quarter of the expanded nodes in a window of the memory, which moves
    /// on with every call. Playouts may run meanwhile.
    pub(super) fn prune_candidates(&self) -> Vec<&Child> {
        /// Pages scanned at once: enough to compare visits, too few to delay the search.
        const WINDOW: u32 = 4096;
        let window = {
            let allocator = &mut *self.allocator();
            let (hand, used) = (allocator.clock_hand, allocator.next_new - 1);
            let after = move |pages: u32| 1 + (hand + pages - 1) % used.max(1);
            let pages = WINDOW.min(used);
            allocator.clock_hand = after(pages);
            (1..=pages).map(after)
        };
        let children = window.flat_map(|id| self.page(id).children());
        let expanded = children.filter(|child| child.page().is_some());
        let mut expanded: Vec<(u32, &Child)> = expanded.map(|child| (child.visits(), child)).collect();
        let mut visits: Vec<u32> = expanded.iter().map(|&(visits, _)| visits).collect();
        if visits.is_empty() {
            return Vec::new();
        }
        let quarter = visits.len() / 4;
        let (_, &mut threshold, _) = visits.select_nth_unstable(quarter);
        expanded.retain(|&(visits, _)| visits <= threshold);
        expanded.into_iter().map(|(_, child)| child).collect()
    }

    /// Prunes nodes: makes them leaves. No playout may be in flight, since it could be inside
    /// one. Nodes that have changed since they were chosen are pruned all the same: where a
    /// page was reused, another node is lost, never a page.
    pub(super) fn prune(&self, nodes: &[&Child]) {
        let allocator = &mut *self.allocator();
        for page in nodes.iter().filter_map(|node| node.detach_children()) {
            self.push(&mut allocator.detached, page);
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
        let first = tree.store_children(40, &moves(9)).expect("room");
        assert!(tree.claim_growth(first) && !tree.claim_growth(first));
        assert!(tree.append_children(first, &moves(20)));
        let stored: Vec<u32> = tree.children(first).map(Child::mv).collect();
        assert_eq!(stored, (0..9).chain(0..20).collect::<Vec<_>>());
        assert_eq!((tree.page(first).stored(), tree.page(first).total()), (29, 40));
    }

    #[test]
    fn memory_is_bounded_and_comes_back() {
        let tree = Tree::new(1);
        let root = Child::default();
        root.publish_children(tree.store_children(7, &moves(7)));
        let first = root.page().expect("expanded");
        for _ in 0..3 {
            let mut grown = 0;
            for child in tree.children(first) {
                while let Some(page) = tree.store_children(7, &moves(7)) {
                    tree.discard(child.detach_children());
                    child.add_virtual_loss();
                    child.publish_children(Some(page));
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
    fn the_least_visited_are_pruned_when_the_tree_is_full() {
        let tree = Tree::new(1);
        let mut pages = vec![tree.store_children(7, &moves(7)).expect("room")];
        let mut next = 0;
        while !tree.needs_pruning() {
            let parent = tree.page(pages[next]);
            for (i, child) in parent.children().iter().enumerate() {
                (0..10 - i).for_each(|_| _ = child.add_virtual_loss());
                child.publish_children(tree.store_children(7, &moves(7)));
                pages.extend(child.page());
            }
            next += 1;
        }
        tree.prune(&tree.prune_candidates());
        assert!(!tree.needs_pruning());
        let gone = tree.children(pages[0]).filter(|child| child.page().is_none()).count();
        assert!((1..6).contains(&gone), "{gone} of 7 pruned");
        assert!(tree.children(pages[0]).next().is_some_and(|child| child.page().is_some()));
        assert!(tree.store_children(7, &moves(7)).is_some());
    }
}
