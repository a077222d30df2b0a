//! One playout: selection down the tree, expansion, evaluation of a leaf, backpropagation.

use super::child::{Child, PageId};
use super::expand::{Expander, Order};
use super::tree::{PAGE_CHILDREN, Tree};
use crate::games::{Game, Player, Value};
use crate::math;
use crate::search::proof::ProofFold;
use crate::search::{Evaluator, Params, Proof};
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game> {
    pub(super) tree: &'a Tree,
    pub(super) evaluator: &'a Evaluator<G>,
    pub(super) params: &'a Params,
    pub(super) root: &'a Child,
    pub(super) position: &'a G,
    /// The moves considered at the root, unless all are.
    pub(super) search_moves: Option<&'a [u32]>,
    /// What is proven of the root, as far as those moves go.
    pub(super) root_proof: SharedProof,
}

impl<'a, G: Game> Shared<'a, G> {
    /// The root's children that are considered.
    pub(super) fn root_children(&self) -> impl Iterator<Item = &'a Child> {
        let (root, tree) = (self.root, self.tree);
        let listed = root.page().into_iter().flat_map(|page| tree.children(page));
        listed.filter(|child| self.considers(child.mv()))
    }

    fn considers(&self, mv: u32) -> bool {
        self.search_moves.is_none_or(|moves| moves.contains(&mv))
    }
}

/// A proof that threads share.
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

/// A thread's own workspace.
pub(super) struct Playout<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    expander: Expander<G>,
    path: Vec<Step<'a>>,
    /// What is still to be counted at the root: all threads would write there all the time.
    pending: Child,
}

/// A node on the way down and who decided there.
struct Step<'a> {
    /// The child gone to.
    child: &'a Child,
    /// The first page of the node it was chosen in.
    page: PageId,
    chooser: Player,
}

/// A node in which a child is selected: its children, its visits and the mean score of its
/// mover.
#[derive(Clone, Copy)]
struct Selection<'a> {
    node: &'a Child,
    page: PageId,
    visits: u32,
    mean: f32,
}

/// What a leaf is worth, to whom.
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
        Playout { shared, expander: Expander::default(), path: Vec::new(), pending: Child::default() }
    }

    /// Counts at the root the playouts since the last time.
    pub(super) fn flush(&self) {
        self.shared.root.absorb(&self.pending);
    }

    /// Runs one playout; returns the number of moves it went deep. Once in a while,
    /// [`Playout::flush`] has to be called.
    pub(super) fn run(&mut self) -> usize {
        let shared = self.shared;
        let mut position = shared.position.clone();
        let mut node = shared.root;
        // By convention the opponent has chosen the root.
        let mut chooser = !position.mover();
        self.pending.enter();
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
                true => node.with(&self.pending),
                false => (node.visits(), node.mean()),
            };
            let mean = if chooser == mover { mean } else { 1.0 - mean };
            let Some(child) = self.select(Selection { node, page, visits, mean }, &position) else {
                // Everything listed is proven, and there is no memory to list more.
                break self.evaluate(node, &position);
            };
            chooser = mover;
            position.play(G::Move::from(child.mv()));
            self.path.push(Step { child, page, chooser });
            let before = child.enter();
            node = child;
            if before == 0 || node.proof() != Proof::Unknown {
                break self.evaluate(node, &position);
            }
        };
        self.backpropagate(leaf);
        self.path.len()
    }

    /// The children of a node, listed now if they have not been.
    fn expand(&mut self, node: &Child, position: &G) -> Option<PageId> {
        if let Some(page) = node.page() {
            return Some(page);
        }
        if !node.claim() {
            return None;
        }
        let shared = self.shared;
        let order = Order { wanted: PAGE_CHILDREN, temperature: shared.params.policy_temperature };
        let expansion = self.expander.expand(shared.evaluator, position, order);
        let mut listed = None;
        if let Some(proof) = expansion.proof {
            node.set_proof(proof);
        } else {
            let first = expansion.moves.len().min(PAGE_CHILDREN);
            listed = shared.tree.list(expansion.moves.len(), &expansion.moves[..first]);
        }
        node.publish(listed);
        listed
    }

    /// Lists about as many children again as there are.
    fn grow(&mut self, page: PageId, position: &G) -> bool {
        let shared = self.shared;
        if !shared.tree.claim_growth(page) {
            return false;
        }
        let listed = shared.tree.page(page).listed();
        let order = Order { wanted: listed * 2, temperature: shared.params.policy_temperature };
        let expansion = self.expander.expand(shared.evaluator, position, order);
        let end = (listed * 2).min(expansion.moves.len());
        shared.tree.append(page, &expansion.moves[listed.min(end)..end])
    }

    /// Selection: the child of the greatest PUCT value.
    fn select(&mut self, here: Selection<'a>, position: &G) -> Option<&'a Child> {
        loop {
            let (best, want_more) = self.pick(here, position.mover());
            if !want_more || !self.grow(here.page, position) {
                return best;
            }
        }
    }

    /// The best child listed, and whether one not yet listed might be better.
    ///
    /// All children not yet visited are expected to score the same, so the one with
    /// the greatest prior, the first, is the best of them: the others need not be
    /// scored, nor even be listed.
    // By itself the loop fits the registers; within the playout it does not.
    #[inline(never)]
    fn pick(&self, here: Selection<'a>, mover: Player) -> (Option<&'a Child>, bool) {
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
        // The innermost loop of the search: two plain loops are faster than one iterator.
        for page in shared.tree.pages(here.page) {
            for child in page.children() {
                if restricted && !shared.considers(child.mv()) {
                    continue;
                }
                let prior = child.prior();
                let visits = child.visits();
                let score = if visits > 0 && child.is_open() {
                    child.puct(visits, exploration * prior)
                } else {
                    match child.proof().score(mover) {
                        Some(0.0) => f32::NEG_INFINITY,
                        Some(known) if visits > 0 => known + exploration * prior / (1 + visits) as f32,
                        _ => {
                            let expected = here.mean - params.fpu_reduction * f32::sqrt(visited_prior);
                            if expected + exploration * prior > best_score {
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
        (best, first.listed() < first.total())
    }

    /// Evaluates a leaf: a position met for the first time, or again one without children.
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

    /// Carries the leaf value up, and what it proves as far as it proves something.
    fn backpropagate(&mut self, leaf: LeafValue) {
        let shared = self.shared;
        let mut proving = true;
        for (i, step) in self.path.iter().enumerate().rev() {
            step.child.leave(leaf.score(step.chooser), leaf.value.draw);
            proving = proving && step.child.proof() != Proof::Unknown && self.conclude(i);
        }
        let mover = shared.position.mover();
        self.pending.leave(1.0 - leaf.score(mover), leaf.value.draw);
    }

    /// Draws the conclusion from the children of the node that step `i` started in;
    /// false if nothing follows.
    fn conclude(&self, i: usize) -> bool {
        let Step { page, chooser, .. } = self.path[i];
        let shared = self.shared;
        let mut fold = ProofFold::new(chooser);
        let first = shared.tree.page(page);
        if first.listed() < first.total() {
            fold.add(Proof::Unknown);
        }
        for child in shared.tree.children(page) {
            if i > 0 || shared.considers(child.mv()) {
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

fn proven_leaf(node: &Child, player: Player) -> Option<LeafValue> {
    let proof = node.proof();
    (proof != Proof::Unknown).then(|| LeafValue::proven(proof, player))
}
