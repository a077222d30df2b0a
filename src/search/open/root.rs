//! The root of the tree, and tree reuse from move to move.

use super::child::Child;
use super::expand::{Expander, Order};
use super::tree::Tree;
use crate::games::{Game, History};
use crate::search::{Evaluator, Params, Proof, RootNoise};
use crossbeam_utils::CachePadded;

/// The root node and its position.
pub(super) struct Root<G: Game> {
    pub(super) node: CachePadded<Child>,
    position: Option<G>,
}

impl<G: Game> Default for Root<G> {
    fn default() -> Self {
        Root { node: CachePadded::default(), position: None }
    }
}

impl<G: Game> Root<G> {
    /// Discards the tree.
    pub(super) fn clear(&mut self, tree: &Tree) {
        tree.discard(self.node.detach_children());
        self.node.clear();
        self.position = None;
    }

    /// Tree reuse: makes the node of the game's current position the root if it is the root
    /// itself or up to two plies below, else discards the tree. Between two searches of a
    /// game the players make one move each.
    pub(super) fn advance(&mut self, tree: &Tree, game: &History<G>) {
        let target = game.current();
        if let Some(old) = self.position.take()
            && let Some(path) = self.find_path(tree, &old, target)
        {
            let mut position = old;
            for mv in path {
                let chooser = position.mover();
                position.play(G::Move::from(mv));
                self.promote(tree, mv);
                if chooser == position.mover() {
                    self.node.flip_score();
                }
            }
        } else {
            self.clear(tree);
        }
        self.position = Some(target.clone());
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
