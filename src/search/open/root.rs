//! The root of the tree, and tree reuse from move to move.

use super::child::{Child, Sums};
use super::expand::{Expander, Order};
use super::tree::Tree;
use crate::games::{Game, History};
use crate::search::{Evaluator, Params, Proof, RootNoise};
use crossbeam_utils::CachePadded;

/// The trunk's nodes may take this part of the tree's pages: those are never pruned.
const TRUNK_SHARE: usize = 4;

/// The root node and its position.
pub(super) struct Root<G: Game> {
    pub(super) node: CachePadded<Child>,
    pub(super) position: Option<G>,
    /// The proof of the root by its last search, over all moves.
    proof: Proof,
    /// Former roots, from the oldest to the root's parent; empty unless they are kept.
    trunk: Vec<Ancestor<G>>,
}

/// A former root, kept so that one can step back to it.
struct Ancestor<G: Game> {
    node: Child,
    position: G,
    /// The move to the next node of the trunk, or to the root.
    mv: u32,
    /// The statistics of that move when it was made.
    before: Sums,
}

impl<G: Game> Default for Root<G> {
    fn default() -> Self {
        Root { node: CachePadded::default(), position: None, proof: Proof::Unknown, trunk: Vec::new() }
    }
}

impl<G: Game> Root<G> {
    /// Discards the tree.
    pub(super) fn clear(&mut self, tree: &Tree) {
        tree.discard(self.node.detach_children());
        self.node.clear();
        self.position = None;
        self.proof = Proof::Unknown;
        for ancestor in self.trunk.drain(..) {
            tree.discard(ancestor.node.detach_children());
        }
    }

    /// Notes what a search over all moves has proven of the root.
    pub(super) fn note_proof(&mut self, proof: Proof) {
        self.proof = proof;
    }

    /// Tree reuse: makes the node of the game's current position the root if it is the root
    /// itself or up to two plies below, else discards the tree. Between two searches of a
    /// game the players make one move each. With `keep_trunk`, former roots are kept, and the
    /// position may also be one of them, or up to two plies below one.
    pub(super) fn advance(&mut self, tree: &Tree, game: &History<G>, keep_trunk: bool) {
        let target = game.current();
        let along = |root: &G| keep_trunk.then(|| moves_from(game, root)).flatten();
        let path = loop {
            let path = self.position.as_ref();
            let path = path.and_then(|root| self.find_path(tree, root, target).or_else(|| along(root)));
            if path.is_some() || !self.retreat(tree) {
                break path;
            }
        };
        let (Some(path), Some(mut position)) = (path, self.position.take()) else {
            self.clear(tree);
            self.position = Some(target.clone());
            return;
        };
        for mv in path {
            let before = position.clone();
            position.play(G::Move::from(mv));
            if keep_trunk {
                self.descend(tree, before.clone(), mv);
            } else {
                self.promote(tree, mv);
            }
            self.proof = Proof::Unknown;
            if before.mover() == position.mover() {
                self.node.flip_score();
            }
        }
        self.position = Some(position);
        self.shorten_trunk(tree);
    }

    /// Makes the child with this move the root, and the root an ancestor.
    fn descend(&mut self, tree: &Tree, position: G, mv: u32) {
        let node = Child::default();
        node.move_from(&self.node);
        let child = node.page().and_then(|page| tree.children(page).find(|child| child.mv() == mv));
        match child {
            Some(child) => self.node.move_from(child),
            None => self.node.clear(),
        }
        // Before the root's own conventions: the sums of the player who chose the move.
        let before = self.node.sums();
        self.trunk.push(Ancestor { node, position, mv, before });
    }

    /// Makes the root's parent the root again, with the playouts below it counted in; false if
    /// it was not kept.
    fn retreat(&mut self, tree: &Tree) -> bool {
        let (Some(ancestor), Some(position)) = (self.trunk.pop(), self.position.take()) else { return false };
        if ancestor.position.mover() == position.mover() {
            self.node.flip_score();
        }
        let page = ancestor.node.page();
        if let Some(child) = page.and_then(|page| tree.children(page).find(|child| child.mv() == ancestor.mv))
        {
            ancestor.node.add_sums(self.node.sums().since(ancestor.before).flipped());
            child.move_from(&self.node);
            if self.proof != Proof::Unknown {
                child.set_proof(self.proof);
            }
        } else {
            tree.discard(self.node.detach_children());
        }
        self.node.move_from(&ancestor.node);
        self.position = Some(ancestor.position);
        self.proof = Proof::Unknown;
        true
    }

    /// Gives up the oldest ancestors where the trunk takes too much of the tree.
    fn shorten_trunk(&mut self, tree: &Tree) {
        let pages = |ancestor: &Ancestor<G>| ancestor.node.page().map_or(0, |page| tree.pages(page).count());
        let mut total: usize = self.trunk.iter().map(pages).sum();
        let mut dropped = 0;
        while total > tree.capacity() as usize / TRUNK_SHARE {
            total -= pages(&self.trunk[dropped]);
            dropped += 1;
        }
        for ancestor in self.trunk.drain(..dropped) {
            tree.discard(ancestor.node.detach_children());
        }
    }

    /// The moves from the old root to the target position, if they are in the tree.
    fn find_path(&self, tree: &Tree, old: &G, target: &G) -> Option<Vec<u32>> {
        if old == target {
            return Some(Vec::new());
        }
        let after = |position: &G, child: &Child| {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            next
        };
        for child in tree.children(self.node.page()?) {
            let next = after(old, child);
            if next == *target {
                return Some(vec![child.mv()]);
            }
            let Some(page) = child.page() else { continue };
            for reply in tree.children(page) {
                if after(&next, reply) == *target {
                    return Some(vec![child.mv(), reply.mv()]);
                }
            }
        }
        None
    }

    /// Makes the child with this move the root.
    fn promote(&mut self, tree: &Tree, mv: u32) {
        let page = self.node.detach_children();
        let child = page.and_then(|page| tree.children(page).find(|child| child.mv() == mv));
        match child {
            Some(child) => self.node.move_from(child),
            None => self.node.clear(),
        }
        tree.discard(page);
    }

    /// Expands the root fully: stores all its children, with priors of the root's temperature
    /// and noise.
    pub(super) fn expand(
        &self,
        tree: &Tree,
        evaluator: &Evaluator<G>,
        params: &Params,
        noise: Option<RootNoise>,
    ) {
        let Some(position) = &self.position else { return };
        if position.outcome().is_some() {
            return;
        }
        // What is proven of the root comes from its moves. A proof that the node has from a
        // former search would end every playout at once, though its moves may have been pruned,
        // or others be wanted now.
        self.node.set_proof(Proof::Unknown);
        let mut expander = Expander::<G>::default();
        let order = Order { wanted: usize::MAX, temperature: params.root_policy_temperature };
        let expansion = expander.expand(evaluator, position, order);
        if self.node.page().is_none() {
            self.node.publish_children(tree.store_children(expansion.moves.len(), expansion.moves));
        }
        let Some(page) = self.node.page() else { return };
        let stored = tree.page(page).stored();
        if stored < expansion.moves.len() && tree.claim_growth(page) {
            tree.append_children(page, &expansion.moves[stored..]);
        }
        let mut priors: Vec<f32> = expansion.moves.iter().map(|&(_, prior)| prior).collect();
        if let Some(noise) = noise {
            noise.apply(&mut priors);
        }
        for (child, (&(mv, _), prior)) in tree.children(page).zip(expansion.moves.iter().zip(priors)) {
            debug_assert_eq!(child.mv(), mv, "a node's moves keep their order");
            child.set_prior(prior.clamp(0.0, 1.0));
        }
    }
}

/// The moves of a game since this position, if it occurred.
fn moves_from<G: Game>(game: &History<G>, position: &G) -> Option<Vec<u32>> {
    let mut current = game.start().clone();
    for (ply, &mv) in game.moves().iter().enumerate() {
        if current == *position {
            return Some(game.moves()[ply..].iter().map(|&mv| mv.into()).collect());
        }
        current.play(mv);
    }
    None
}
