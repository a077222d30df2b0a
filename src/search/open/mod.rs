//! Search with perfect information: Monte-Carlo tree search with PUCT that backs up proven
//! results (MCTS-Solver), and a mate search beside it.

mod child;
mod expand;
mod mate;
mod playout;
mod proof_tree;
mod pv;
mod root;
mod run;
mod sync;
mod tree;

use super::time::Timer;
use super::weak::Candidate;
use super::{Control, Evaluator, Params, RootNoise, SearchReport, SearchRequest, SearchResult, Settings};
use crate::games::Game;
use playout::{Shared, SharedProof};
use root::Root;
use run::Run;
use std::collections::HashMap;
use tree::Tree;

/// Searches positions of perfect information, and reuses its tree from move to move.
pub(super) struct OpenSearch<G: Game> {
    tree: Tree,
    root: Root<G>,
}

impl<G: Game> OpenSearch<G> {
    /// The tree's memory is allocated on demand.
    pub(super) fn new(hash_mb: usize) -> Self {
        OpenSearch { tree: Tree::new(hash_mb), root: Root::default() }
    }

    /// Discards the tree.
    pub(super) fn forget(&mut self) {
        self.root.clear(&self.tree);
    }

    /// The root's moves in the tree, with visits, mean score and proof; distances count from the
    /// root. Moves that lose at once are not in it.
    pub(super) fn root_moves(&self) -> Vec<Candidate<G::Move>> {
        let children = self.root.node.page().into_iter().flat_map(|page| self.tree.children(page));
        let candidate = |child: &child::Child| Candidate {
            mv: G::Move::from(child.mv()),
            visits: child.visits(),
            mean: child.mean(),
            proof: child.proof().one_earlier(),
        };
        children.map(candidate).collect()
    }

    /// The moves of the proof tree, by the key of the position; at most so many.
    pub(super) fn proof_moves(&self, most: usize) -> HashMap<u64, G::Move> {
        let position = self.root.position.as_ref();
        position.map_or_else(HashMap::new, |position| {
            proof_tree::proof_moves(&self.tree, &self.root.node, position, most)
        })
    }

    /// Searches the current position of a game. `on_report` is called from the calling thread,
    /// periodically and once at the end.
    pub(super) fn search(
        &mut self,
        request: &SearchRequest<G>,
        with: Tools<'_, G>,
        control: &Control,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        self.root.advance(&self.tree, &request.history, with.settings.keep_trunk);
        let noise = request.noise.or_else(|| RootNoise::of_seed(request.seed));
        self.root.expand(&self.tree, with.evaluator, with.params, noise);
        let search_moves: Vec<u32> = request.search_moves.iter().map(|&mv| mv.into()).collect();
        let shared = Shared {
            tree: &self.tree,
            evaluator: with.evaluator,
            params: with.params,
            root: &self.root.node,
            position: request.history.current(),
            search_moves: (!search_moves.is_empty()).then_some(&search_moves),
            root_proof: SharedProof::default(),
        };
        let result = Run::new(&shared, with.settings, request, (with.timer, control)).run(on_report);
        if search_moves.is_empty() {
            let proof = shared.root_proof.get();
            self.root.note_proof(proof);
        }
        result
    }
}

/// What a search uses besides its tree.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a, G: Game> {
    pub(super) evaluator: &'a Evaluator<G>,
    pub(super) params: &'a Params,
    pub(super) settings: &'a Settings,
    pub(super) timer: &'a Timer,
}
