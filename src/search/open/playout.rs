//! One playout: selection down the tree, expansion, evaluation of a leaf, backpropagation.

use super::child::{Child, PageId};
use super::expand::{Expander, Order};
use super::sync::AtomicU16;
use super::tree::{PAGE_CHILDREN, Tree};
use crate::games::{Game, Player, Value};
use crate::math;
use crate::search::proof::ProofFold;
use crate::search::{Evaluator, Params, Proof};
use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(test, loom))]
mod model;

/// What the threads of a search share.
pub(super) struct Shared<'a, G: Game> {
    pub(super) tree: &'a Tree,
    pub(super) evaluator: &'a Evaluator<G>,
    pub(super) params: &'a Params,
    pub(super) root: &'a Child,
    pub(super) position: &'a G,
    /// The root moves searched (`searchmoves`), or `None` for all.
    pub(super) search_moves: Option<&'a [u32]>,
    /// The proof of the root, restricted to those moves.
    pub(super) root_proof: SharedProof,
}

impl<'a, G: Game> Shared<'a, G> {
    /// The root's children that are searched.
    pub(super) fn root_children(&self) -> impl Iterator<Item = &'a Child> {
        let (root, tree) = (self.root, self.tree);
        let children = root.page().into_iter().flat_map(|page| tree.children(page));
        children.filter(|child| self.is_searched(child.mv()))
    }

    fn is_searched(&self, mv: u32) -> bool {
        self.search_moves.is_none_or(|moves| moves.contains(&mv))
    }
}

/// A proof in an atomic, shared by threads.
#[derive(Default)]
pub(super) struct SharedProof(AtomicU16);

impl SharedProof {
    pub(super) fn get(&self) -> Proof {
        Proof::unpack(self.0.load(Relaxed))
    }

    pub(super) fn set(&self, proof: Proof) {
        self.0.store(proof.pack(), Relaxed);
    }
}

/// The playouts of one thread, with its buffers.
pub(super) struct Playout<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    expander: Expander<G>,
    path: Vec<Step<'a>>,
    /// Root statistics of this thread, added to the root in batches: a counter that every
    /// thread writes in every playout would be contended.
    root_delta: Child,
}

/// A step of selection: the child chosen, and who chose it.
struct Step<'a> {
    child: &'a Child,
    /// The first page of the parent node.
    page: PageId,
    chooser: Player,
}

/// A node as selection sees it: its children, its visits and the mean score of its mover.
#[derive(Clone, Copy)]
struct Selection<'a> {
    node: &'a Child,
    page: PageId,
    visits: u32,
    mean: f32,
}

/// The value of a leaf, for a player.
#[derive(Clone, Copy)]
struct LeafValue {
    value: Value,
    player: Player,
}

impl LeafValue {
    fn proven(proof: Proof, player: Player) -> LeafValue {
        let draw = if proof == Proof::Draw { 1.0 } else { 0.0 };
        let win = if proof.wins(player) { 1.0 } else { 0.0 };
        LeafValue { value: Value { win, draw }, player }
    }

    fn score(self, player: Player) -> f32 {
        let score = self.value.score();
        if player == self.player { score } else { 1.0 - score }
    }
}

impl<'a, G: Game> Playout<'a, G> {
    pub(super) fn new(shared: &'a Shared<'a, G>) -> Self {
        Playout { shared, expander: Expander::default(), path: Vec::new(), root_delta: Child::default() }
    }

    /// Adds the thread's root statistics to the root.
    pub(super) fn flush(&self) {
        self.shared.root.merge(&self.root_delta);
    }

    /// Runs one playout; returns its depth in plies. [`Playout::flush`] has to be called after
    /// a batch of them.
    pub(super) fn run(&mut self) -> usize {
        let shared = self.shared;
        let mut position = shared.position.clone();
        let mut node = shared.root;
        // By convention the opponent has chosen the move to the root.
        let mut chooser = !position.mover();
        self.root_delta.add_virtual_loss();
        self.path.clear();
        let leaf = loop {
            let Some(page) = self.expand(node, &position) else {
                break self.evaluate(node, &position);
            };
            if let Some(proven) = proven_leaf(node, position.mover()) {
                break proven;
            }
            let mover = position.mover();
            let (visits, mean) = match self.path.is_empty() {
                true => node.combined(&self.root_delta),
                false => (node.visits(), node.mean()),
            };
            let mean = if chooser == mover { mean } else { 1.0 - mean };
            let Some(child) = self.select(Selection { node, page, visits, mean }, &position) else {
                // All stored children are proven losses, and the tree is too full for more.
                break self.evaluate(node, &position);
            };
            chooser = mover;
            position.play(G::Move::from(child.mv()));
            self.path.push(Step { child, page, chooser });
            let before = child.add_virtual_loss();
            node = child;
            if before == 0 || node.proof() != Proof::Unknown {
                break self.evaluate(node, &position);
            }
        };
        self.backpropagate(leaf);
        self.path.len()
    }

    /// Expansion: the children of a node, stored now unless they were before; `None` if another
    /// thread is expanding it, if it is proven, or if the tree is full.
    fn expand(&mut self, node: &Child, position: &G) -> Option<PageId> {
        if let Some(page) = node.page() {
            return Some(page);
        }
        if !node.claim_expansion() {
            return None;
        }
        let shared = self.shared;
        let order = Order { wanted: PAGE_CHILDREN, temperature: shared.params.policy_temperature };
        let expansion = self.expander.expand(shared.evaluator, position, order);
        let mut stored = None;
        if let Some(proof) = expansion.proof {
            node.set_proof(proof);
        } else {
            let first = expansion.moves.len().min(PAGE_CHILDREN);
            stored = shared.tree.store_children(expansion.moves.len(), &expansion.moves[..first]);
        }
        node.publish_children(stored);
        stored
    }

    /// Lazy expansion: doubles the number of stored children.
    fn expand_further(&mut self, page: PageId, position: &G) -> bool {
        let shared = self.shared;
        if !shared.tree.claim_growth(page) {
            return false;
        }
        let stored = shared.tree.page(page).stored();
        let order = Order { wanted: stored * 2, temperature: shared.params.policy_temperature };
        let expansion = self.expander.expand(shared.evaluator, position, order);
        let end = (stored * 2).min(expansion.moves.len());
        shared.tree.append_children(page, &expansion.moves[stored.min(end)..end])
    }

    /// Selection: the child of the greatest PUCT, after storing further ones if one of those
    /// might have it.
    fn select(&mut self, here: Selection<'a>, position: &G) -> Option<&'a Child> {
        loop {
            let (best, want_more) = self.best_puct(here, position.mover());
            if !want_more || !self.expand_further(here.page, position) {
                return best;
            }
        }
    }

    /// The stored child of the greatest PUCT, and whether one not yet stored might beat it.
    ///
    /// First-play urgency gives all unvisited children the same score, so the first of them,
    /// which has the greatest prior, has the greatest PUCT: the others need not be scored, nor
    /// even be stored.
    // Not inlined: by itself the loop fits the registers, within the playout it does not.
    #[inline(never)]
    fn best_puct(&self, here: Selection<'a>, mover: Player) -> (Option<&'a Child>, bool) {
        let shared = self.shared;
        let params = shared.params;
        let at_root = std::ptr::eq(here.node, shared.root);
        let visits = here.visits as f32;
        let cpuct = if at_root { params.root_cpuct } else { params.cpuct };
        let growth = 1.0 + math::ln(1.0 + visits / params.cpuct_growth);
        let exploration = cpuct * growth * visits.sqrt();
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        let mut visited_prior = 0.0;
        let restricted = at_root && shared.search_moves.is_some();
        // The hottest loop of the search: two nested loops are faster than one iterator.
        for page in shared.tree.pages(here.page) {
            for child in page.children() {
                if restricted && !shared.is_searched(child.mv()) {
                    continue;
                }
                let prior = child.prior();
                let visits = child.visits();
                let score = if visits > 0 && child.is_unproven() {
                    child.puct(visits, exploration * prior)
                } else {
                    match child.proof().score(mover) {
                        Some(0.0) => f32::NEG_INFINITY,
                        Some(known) if visits > 0 => known + exploration * prior / (1 + visits) as f32,
                        _ => {
                            let fpu = here.mean - params.fpu_reduction * f32::sqrt(visited_prior);
                            if fpu + exploration * prior > best_score {
                                best = Some(child);
                            }
                            return (best, false);
                        }
                    }
                };
                visited_prior += prior;
                if score > best_score {
                    best_score = score;
                    best = Some(child);
                }
            }
        }
        let first = shared.tree.page(here.page);
        (best, first.stored() < first.total())
    }

    /// Evaluates a leaf: a node visited for the first time, or one that could not be expanded.
    fn evaluate(&self, node: &Child, position: &G) -> LeafValue {
        let mover = position.mover();
        if let Some(proven) = proven_leaf(node, mover) {
            return proven;
        }
        let proof = match position.outcome() {
            Some(outcome) => Proof::of(outcome),
            None if position.can_win_now() => Proof::Win(mover, 1),
            None => return LeafValue { value: self.shared.evaluator.value(position), player: mover },
        };
        node.set_proof(proof);
        LeafValue::proven(proof, mover)
    }

    /// Backpropagation of the leaf value, and of proofs as far as they reach.
    fn backpropagate(&mut self, leaf: LeafValue) {
        let shared = self.shared;
        let mut proving = true;
        for (i, step) in self.path.iter().enumerate().rev() {
            step.child.add_result(leaf.score(step.chooser), leaf.value.draw);
            proving = proving && step.child.proof() != Proof::Unknown && self.back_up_proof(i);
        }
        let mover = shared.position.mover();
        self.root_delta.add_result(1.0 - leaf.score(mover), leaf.value.draw);
    }

    /// Backs proofs up to the parent node of step `i`, as minimax does; false if it stays
    /// unproven.
    fn back_up_proof(&self, i: usize) -> bool {
        let Step { page, chooser, .. } = self.path[i];
        let shared = self.shared;
        let mut fold = ProofFold::new(chooser);
        let first = shared.tree.page(page);
        if first.stored() < first.total() {
            fold.add(Proof::Unknown);
        }
        for child in shared.tree.children(page) {
            if i > 0 || shared.is_searched(child.mv()) {
                fold.add(child.proof());
            }
        }
        let proof = fold.proof();
        if proof == Proof::Unknown {
            return false;
        }
        if i > 0 {
            self.path[i - 1].child.set_proof(proof);
        } else {
            shared.root_proof.set(proof);
        }
        true
    }
}

/// The value of a proven node.
fn proven_leaf(node: &Child, player: Player) -> Option<LeafValue> {
    let proof = node.proof();
    (proof != Proof::Unknown).then(|| LeafValue::proven(proof, player))
}
