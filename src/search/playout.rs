//! One playout: down the tree, one look at a new position, and back up.

use super::Judge;
use super::params::Params;
use super::proof::{Choice, Proof};
use super::rank::{Order, Ranker};
use super::tree::{Child, PAGE_CHILDREN, PageId, Tree};
use crate::games::{Game, Player, Value};
use crate::math;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// What all threads of a search share.
pub struct Shared<'a, G: Game> {
    pub tree: &'a Tree,
    pub judge: &'a Judge<G>,
    pub params: &'a Params,
    pub root: &'a Child,
    pub position: &'a G,
    /// The moves considered at the root, unless all are.
    pub among: Option<&'a [u32]>,
    /// What is proven of the root, as far as those moves go.
    pub verdict: Verdict,
}

impl<'a, G: Game> Shared<'a, G> {
    /// The root's children that are considered.
    pub fn root_children(&self) -> impl Iterator<Item = &'a Child> {
        let (root, tree) = (self.root, self.tree);
        let listed = root.page().into_iter().flat_map(|page| tree.children(page));
        listed.filter(|child| self.considers(child.mv()))
    }

    fn considers(&self, mv: u32) -> bool {
        self.among.is_none_or(|among| among.contains(&mv))
    }
}

/// A proof that threads share.
#[derive(Default)]
pub struct Verdict(AtomicU16);

impl Verdict {
    pub fn get(&self) -> Proof {
        Proof::unpack(self.0.load(Relaxed))
    }

    pub fn set(&self, proof: Proof) {
        self.0.store(proof.pack(), Relaxed);
    }
}

/// A thread's own workspace.
pub struct Playout<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    ranker: Ranker<G>,
    path: Vec<Step<'a>>,
    /// What is still to be counted at the root: all threads would write there all the time.
    unsettled: Child,
}

/// A node on the way down and who decided there.
struct Step<'a> {
    /// The child gone to.
    child: &'a Child,
    /// The first page of the node it was chosen in.
    page: PageId,
    chooser: Player,
}

/// Where a playout is: a node, its children, its visits and the mean score of its mover.
#[derive(Clone, Copy)]
struct Spot<'a> {
    node: &'a Child,
    page: PageId,
    visits: u32,
    mean: f32,
}

/// What a playout found at its end.
#[derive(Clone, Copy)]
struct Finding {
    value: Value,
    player: Player,
}

impl Finding {
    fn proven(proof: Proof, player: Player) -> Finding {
        let draw = if proof == Proof::Draw { 1.0 } else { 0.0 };
        let win = if proof.wins(player) { 1.0 } else { 0.0 };
        Finding { value: Value { win, draw }, player }
    }

    fn score(self, player: Player) -> f32 {
        let score = self.value.score();
        if player == self.player { score } else { 1.0 - score }
    }
}

impl<'a, G: Game> Playout<'a, G> {
    pub fn new(shared: &'a Shared<'a, G>) -> Self {
        Playout { shared, ranker: Ranker::default(), path: Vec::new(), unsettled: Child::default() }
    }

    /// Counts at the root the playouts since the last time.
    pub fn settle(&self) {
        self.shared.root.absorb(&self.unsettled);
    }

    /// Runs one playout; returns the number of moves it went deep. Once in a while,
    /// [`Playout::settle`] has to be called.
    pub fn run(&mut self) -> usize {
        let shared = self.shared;
        let mut position = shared.position.clone();
        let mut node = shared.root;
        // By convention the opponent has chosen the root.
        let mut chooser = !position.mover();
        self.unsettled.enter();
        self.path.clear();
        let finding = loop {
            let Some(page) = self.open(node, &position) else {
                break self.look(node, &position);
            };
            if let Some(proven) = proven_finding(node, position.mover()) {
                break proven;
            }
            let mover = position.mover();
            let (visits, mean) = match self.path.is_empty() {
                true => node.with(&self.unsettled),
                false => (node.visits(), node.mean()),
            };
            let mean = if chooser == mover { mean } else { 1.0 - mean };
            let Some(child) = self.select(Spot { node, page, visits, mean }, &position) else {
                // Everything listed is proven, and there is no memory to list more.
                break self.look(node, &position);
            };
            chooser = mover;
            position.play(G::Move::from(child.mv()));
            self.path.push(Step { child, page, chooser });
            let before = child.enter();
            node = child;
            if before == 0 || node.proof() != Proof::Unknown {
                break self.look(node, &position);
            }
        };
        self.back_up(finding);
        self.path.len()
    }

    /// The children of a node, listed now if they have not been.
    fn open(&mut self, node: &Child, position: &G) -> Option<PageId> {
        if let Some(page) = node.page() {
            return Some(page);
        }
        if !node.claim() {
            return None;
        }
        let shared = self.shared;
        let order = Order { wanted: PAGE_CHILDREN, temperature: shared.params.temperature };
        let ranked = self.ranker.rank(shared.judge, position, order);
        let mut listed = None;
        if let Some(proof) = ranked.proof {
            node.set_proof(proof);
        } else {
            let first = ranked.moves.len().min(PAGE_CHILDREN);
            listed = shared.tree.list(ranked.moves.len(), &ranked.moves[..first]);
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
        let order = Order { wanted: listed * 2, temperature: shared.params.temperature };
        let ranked = self.ranker.rank(shared.judge, position, order);
        let end = (listed * 2).min(ranked.moves.len());
        shared.tree.append(page, &ranked.moves[listed.min(end)..end])
    }

    /// The child to go to: the best sum of result and curiosity.
    fn select(&mut self, spot: Spot<'a>, position: &G) -> Option<&'a Child> {
        loop {
            let (best, want_more) = self.pick(spot, position.mover());
            if !want_more || !self.grow(spot.page, position) {
                return best;
            }
        }
    }

    /// The best child listed, and whether one not yet listed might be better.
    ///
    /// All children not yet visited are expected to score the same, so the one with
    /// the greatest prior, the first, is the best of them: the others need not be
    /// looked at, nor even be listed.
    // By itself the loop fits the registers; within the playout it does not.
    #[inline(never)]
    fn pick(&self, spot: Spot<'a>, mover: Player) -> (Option<&'a Child>, bool) {
        let shared = self.shared;
        let params = shared.params;
        let at_root = std::ptr::eq(spot.node, shared.root);
        let visits = spot.visits as f32;
        let constant = if at_root { params.root_exploration } else { params.exploration };
        let growth = 1.0 + math::ln(1.0 + visits / params.exploration_growth);
        let curiosity = constant * growth * visits.sqrt();
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        let mut tried = 0.0;
        let restricted = at_root && shared.among.is_some();
        // The innermost loop of the search: two plain loops are faster than one iterator.
        for page in shared.tree.pages(spot.page) {
            for child in page.children() {
                if restricted && !shared.considers(child.mv()) {
                    continue;
                }
                let prior = child.prior();
                let visits = child.visits();
                let score = if visits > 0 && child.is_open() {
                    child.urgency(visits, curiosity * prior)
                } else {
                    match child.proof().score(mover) {
                        Some(0.0) => f32::NEG_INFINITY,
                        Some(known) if visits > 0 => known + curiosity * prior / (1 + visits) as f32,
                        _ => {
                            let expected = spot.mean - params.first_play_reduction * f32::sqrt(tried);
                            if expected + curiosity * prior > best_score {
                                best = Some(child);
                            }
                            return (best, false);
                        }
                    }
                };
                tried += prior;
                if score > best_score {
                    best_score = score;
                    best = Some(child);
                }
            }
        }
        let first = shared.tree.page(spot.page);
        (best, first.listed() < first.total())
    }

    /// Looks at a position for the first time, or again at one that has no children.
    fn look(&self, node: &Child, position: &G) -> Finding {
        let mover = position.mover();
        if let Some(proven) = proven_finding(node, mover) {
            return proven;
        }
        let proof = match position.outcome() {
            Some(outcome) => Proof::of(outcome),
            None if position.can_win_now() => Proof::Win(mover, 1),
            None => return Finding { value: self.shared.judge.value(position), player: mover },
        };
        node.set_proof(proof);
        Finding::proven(proof, mover)
    }

    /// Carries the finding up, and what it proves as far as it proves something.
    fn back_up(&mut self, finding: Finding) {
        let shared = self.shared;
        let mut proving = true;
        for (i, step) in self.path.iter().enumerate().rev() {
            step.child.leave(finding.score(step.chooser), finding.value.draw);
            proving = proving && step.child.proof() != Proof::Unknown && self.conclude(i);
        }
        let mover = shared.position.mover();
        self.unsettled.leave(1.0 - finding.score(mover), finding.value.draw);
    }

    /// Draws the conclusion from the children of the node that step `i` started in;
    /// false if nothing follows.
    fn conclude(&self, i: usize) -> bool {
        let Step { page, chooser, .. } = self.path[i];
        let shared = self.shared;
        let mut choice = Choice::new(chooser);
        let first = shared.tree.page(page);
        if first.listed() < first.total() {
            choice.add(Proof::Unknown);
        }
        for child in shared.tree.children(page) {
            if i > 0 || shared.considers(child.mv()) {
                choice.add(child.proof());
            }
        }
        let proof = choice.proof();
        if proof == Proof::Unknown {
            return false;
        }
        if i > 0 {
            self.path[i - 1].child.set_proof(proof);
        } else {
            shared.verdict.set(proof);
        }
        true
    }
}

fn proven_finding(node: &Child, player: Player) -> Option<Finding> {
    let proof = node.proof();
    (proof != Proof::Unknown).then(|| Finding::proven(proof, player))
}
