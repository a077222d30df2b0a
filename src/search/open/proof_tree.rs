//! The proof tree: what the search has proven of its root, move by move.

use super::child::Child;
use super::pv::ranked;
use super::tree::Tree;
use crate::games::Game;
use crate::search::Proof;
use std::collections::HashMap;

/// The best move of each proven position below a node, by key: the winning move where there is
/// one, and all that may follow it; where there is none, the best of moves that are all proven.
/// At most so many. Positions whose proof needed no nodes (wins in one move and those of the mate
/// search) are not among them.
pub(super) fn proof_moves<G: Game>(
    tree: &Tree,
    node: &Child,
    position: &G,
    most: usize,
) -> HashMap<u64, G::Move> {
    let mut found = HashMap::new();
    let mut open = vec![(node, position.clone())];
    while let Some((node, position)) = open.pop() {
        let Some(page) = node.page().filter(|_| found.len() < most) else { continue };
        let proven = tree.children(page).filter(|child| child.proof() != Proof::Unknown);
        let children = ranked(proven, position.mover());
        let Some(best) = children.first() else { continue };
        found.insert(position.key(), G::Move::from(best.mv()));
        let followed = if best.proof().wins(position.mover()) { 1 } else { children.len() };
        for child in &children[..followed] {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            open.push((child, next));
        }
    }
    found
}
