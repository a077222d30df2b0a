//! The root of the tree and how it moves along with the game.

use super::apart::Apart;
use super::params::Params;
use super::rank::{Order, Ranker};
use super::tree::{Child, Tree};
use crate::games::{Game, Record};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// How far a seed may shift a move's logit.
const SEED_NOISE: f32 = 0.2;

/// The root: its statistics, and the position they belong to.
pub struct Root<G: Game> {
    pub node: Apart<Child>,
    position: Option<G>,
}

impl<G: Game> Default for Root<G> {
    fn default() -> Self {
        Root { node: Apart::default(), position: None }
    }
}

impl<G: Game> Root<G> {
    /// Forgets the tree.
    pub fn clear(&mut self, tree: &Tree) {
        tree.discard(self.node.take_page());
        self.node.forget();
        self.position = None;
    }

    /// Moves the root to the current position of a game, with all that is known of
    /// it if the tree has it: at the root itself, or one or two moves below. Games
    /// go on by two moves between searches, however the client tells of them.
    pub fn follow(&mut self, tree: &Tree, game: &Record<G>) {
        let target = game.current();
        if let Some(old) = self.position.take()
            && let Some(path) = self.find(tree, &old, target)
        {
            let mut position = old;
            for mv in path {
                let chooser = position.mover();
                position.play(G::Move::from(mv));
                self.descend(tree, mv);
                if chooser == position.mover() {
                    self.node.flip();
                }
            }
        } else {
            self.clear(tree);
        }
        self.position = Some(target.clone());
    }

    /// The moves from the old root to the target, if they are in the tree.
    fn find(&self, tree: &Tree, old: &G, target: &G) -> Option<Vec<u32>> {
        let wanted = target.notation();
        let is_target = |position: &G| position.key() == target.key() && position.notation() == wanted;
        if is_target(old) {
            return Some(Vec::new());
        }
        let after = |position: &G, child: &Child| {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            next
        };
        for child in tree.children(self.node.page()?) {
            let next = after(old, child);
            if is_target(&next) {
                return Some(vec![child.mv()]);
            }
            let Some(page) = child.page() else { continue };
            for reply in tree.children(page) {
                if is_target(&after(&next, reply)) {
                    return Some(vec![child.mv(), reply.mv()]);
                }
            }
        }
        None
    }

    /// Makes the child with this move the root.
    fn descend(&mut self, tree: &Tree, mv: u32) {
        let page = self.node.take_page();
        let child = page.and_then(|page| tree.children(page).find(|child| child.mv() == mv));
        match child {
            Some(child) => self.node.move_from(child),
            None => self.node.forget(),
        }
        tree.discard(page);
    }

    /// Lists all the root's moves, with priors as the root wants them.
    pub fn prepare(&self, tree: &Tree, knowledge: &G::Knowledge, params: &Params, seed: u64) {
        let Some(position) = &self.position else { return };
        if position.outcome().is_some() {
            return;
        }
        let mut ranker = Ranker::<G>::default();
        let order = Order { wanted: usize::MAX, temperature: params.root_temperature };
        let ranked = ranker.rank(knowledge, position, order);
        if self.node.page().is_none() {
            self.node.publish(tree.list(ranked.moves.len(), ranked.moves));
        }
        let Some(page) = self.node.page() else { return };
        let listed = tree.page(page).listed();
        if listed < ranked.moves.len() && tree.claim_growth(page) {
            tree.append(page, &ranked.moves[listed..]);
        }
        let mut rng = (seed != 0).then(|| Xoshiro256PlusPlus::seed_from_u64(seed));
        for (child, &(mv, prior)) in tree.children(page).zip(ranked.moves) {
            debug_assert_eq!(child.mv(), mv, "a node's moves keep their order");
            let noise = rng.as_mut().map_or(0.0, |rng| rng.random_range(-SEED_NOISE..SEED_NOISE));
            child.set_prior(prior * (1.0 + noise));
        }
    }
}
