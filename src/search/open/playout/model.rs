//! Models of the shared tree: two threads, in every order of their steps and with every value
//! that their memory orderings let them read, as far as loom's bound on preemptions reaches.

use super::*;
use crate::games::pijersi::{Board45, Position};
use crate::games::{Notation, Rules};
use loom::thread;
use std::sync::Arc;

type Pijersi = Position<Board45>;

/// What the threads of a search share, owned.
struct Model {
    tree: Tree,
    root: Child,
    evaluator: Evaluator<Pijersi>,
    position: Pijersi,
}

impl Model {
    fn new(fen: &str) -> Arc<Model> {
        let rules = Rules::of(Pijersi::rule_options());
        let position = Pijersi::from_fen(fen, &rules).expect(fen);
        let tree = Tree::new(1);
        // Memory is allocated behind a lock that loom does not know.
        tree.page(1);
        Arc::new(Model { tree, root: Child::default(), evaluator: Evaluator::new(None), position })
    }

    fn shared(&self) -> Shared<'_, Pijersi> {
        Shared {
            tree: &self.tree,
            evaluator: &self.evaluator,
            params: &Params::HANDCRAFTED,
            root: &self.root,
            position: &self.position,
            search_moves: None,
            root_proof: SharedProof::default(),
        }
    }

    /// Runs playouts; returns what this thread has proven of the root.
    fn play(&self, playouts: usize) -> Proof {
        let shared = self.shared();
        let mut playout = Playout::new(&shared);
        (0..playouts).for_each(|_| _ = playout.run());
        playout.flush();
        shared.root_proof.get()
    }
}

/// Two threads run playouts from a root whose only move ends the game. One may come to the end
/// before the other has stored what it is.
fn only_move(fen: &'static str, truth: Proof) {
    loom::model(move || {
        let model = Model::new(fen);
        let other = thread::spawn({
            let model = Arc::clone(&model);
            move || model.play(2)
        });
        for proof in [model.play(2), other.join().expect("no panic")] {
            assert!(proof == Proof::Unknown || proof == truth, "{proof:?}");
        }
        // A root that a thread found under expansion was evaluated, and may be proven thus.
        assert!([model.play(2), model.root.proof()].contains(&truth));
    });
}

#[test]
fn a_draw_is_never_a_win() {
    only_move("r-W-4/W-6/6/7/6/7/6 b 19 5", Proof::Draw);
}

#[test]
fn an_arrival_is_a_win_in_one() {
    only_move("6/7/6/7/W-5/r-W-5/6 b 3 5", Proof::Win(Player::Two, 1));
}

/// One thread stores a node's second child while another folds the proofs of its children, the
/// first of which is lost.
#[test]
fn a_half_stored_node_proves_nothing() {
    loom::model(|| {
        let model = Model::new("r-W-4/W-6/6/7/6/7/6 b 19 5");
        let page = model.tree.store_children(2, &[(1, 0.5)]).expect("room");
        model.tree.children(page).for_each(|child| child.set_proof(Proof::Win(Player::One, 1)));
        let other = thread::spawn({
            let model = Arc::clone(&model);
            move || {
                assert!(model.tree.claim_growth(page));
                assert!(model.tree.append_children(page, &[(2, 0.5)]));
                model.tree.children(page).skip(1).for_each(|child| child.set_proof(Proof::Draw));
            }
        });
        let shared = model.shared();
        let mut playout = Playout::new(&shared);
        let child = model.tree.children(page).next().expect("stored");
        playout.path.push(Step { child, page, chooser: Player::Two });
        let proven = playout.back_up_proof(0);
        let proof = shared.root_proof.get();
        assert!(if proven { proof == Proof::Draw } else { proof == Proof::Unknown }, "{proof:?}");
        other.join().expect("no panic");
    });
}
