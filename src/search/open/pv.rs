//! The principal variations of a tree.

use super::child::Child;
use super::playout::Shared;
use crate::games::{Game, Player, Value};
use crate::search::{Proof, PvLine};

/// The longest principal variation shown.
const LONGEST_PV: usize = 40;

/// The children of a node, best first for its player: proven wins, the shortest first; then
/// unproven ones by visits, with proven draws before or after them; proven losses, the longest
/// first.
pub(super) fn ranked<'t>(children: impl Iterator<Item = &'t Child>, player: Player) -> Vec<&'t Child> {
    let mut children: Vec<&Child> = children.collect();
    let unproven = children.iter().filter(|child| child.proof() == Proof::Unknown);
    // A certain draw is better than a most visited move with a mean below a draw's.
    let most_visited = unproven.max_by_key(|child| child.visits());
    let above_draw = most_visited.is_some_and(|child| child.visits() > 0 && child.mean() > 0.5);
    children.sort_by_cached_key(|child| {
        let proof = child.proof();
        let class = match proof {
            Proof::Win(..) => 0,
            Proof::Draw => i32::from(!above_draw),
            Proof::Unknown => i32::from(above_draw),
        };
        let visits = if proof == Proof::Unknown { child.visits() } else { 0 };
        std::cmp::Reverse((proof.preference(player), class, visits, (child.prior() * 1e6) as u32))
    });
    children
}

/// The principal variations of the `count` best root moves (MultiPV), best first.
pub(super) fn best_lines<G: Game>(shared: &Shared<G>, count: usize) -> Vec<PvLine<G::Move>> {
    let mover = shared.position.mover();
    let children = ranked(shared.root_children(), mover);
    children.into_iter().take(count).map(|child| line(shared, child)).collect()
}

fn line<G: Game>(shared: &Shared<G>, child: &Child) -> PvLine<G::Move> {
    PvLine {
        value: value_of(shared, child),
        proof: child.proof().one_earlier(),
        estimate: estimate_of(shared, child),
        visits: child.visits(),
        prior: child.prior(),
        pv: principal_variation(shared, child),
    }
}

/// The value of a root move for the player to move.
fn value_of<G: Game>(shared: &Shared<G>, child: &Child) -> Value {
    let mover = shared.position.mover();
    child.proof().value(mover).unwrap_or_else(|| estimate_of(shared, child))
}

/// What the playouts through a move say, or the evaluator where there are none.
fn estimate_of<G: Game>(shared: &Shared<G>, child: &Child) -> Value {
    let mover = shared.position.mover();
    if child.visits() > 0 {
        return Value::of_score(child.mean(), child.draw_rate());
    }
    // Not visited: the static evaluation of the position after it.
    let mut next = shared.position.clone();
    next.play(G::Move::from(child.mv()));
    if let Some(outcome) = next.outcome() {
        return Proof::of(outcome).value(mover).unwrap_or(Value::DRAW);
    }
    let value = shared.evaluator.value(&next);
    if next.mover() == mover { value } else { value.flipped() }
}

/// The principal variation that begins with a child of the root.
fn principal_variation<G: Game>(shared: &Shared<G>, first: &Child) -> Vec<G::Move> {
    let mut position = shared.position.clone();
    let mut moves = Vec::new();
    let mut child = first;
    loop {
        let mv = G::Move::from(child.mv());
        position.play(mv);
        moves.push(mv);
        if moves.len() >= LONGEST_PV || position.outcome().is_some() {
            return moves;
        }
        let mover = position.mover();
        let visited = |child: &&Child| child.visits() > 0 || child.proof() != Proof::Unknown;
        let children = child.page().map(|page| ranked(shared.tree.children(page).filter(visited), mover));
        match children.and_then(|children| children.first().copied()) {
            Some(best) => child = best,
            None => {
                moves.extend(proven_tail(&position, child.proof()));
                return moves;
            }
        }
    }
}

/// The end of a line whose proof needed no expansion: a win in one move, or after any reply.
fn proven_tail<G: Game>(position: &G, proof: Proof) -> Vec<G::Move> {
    match proof {
        Proof::Win(winner, 1) if winner == position.mover() => position.winning_move().into_iter().collect(),
        Proof::Win(winner, 2) if winner != position.mover() => {
            let mut replies = Vec::new();
            position.legal_moves(&mut replies);
            let defence = replies.into_iter().find_map(|reply| {
                let mut next = position.clone();
                next.play(reply);
                Some(vec![reply, next.winning_move()?])
            });
            defence.unwrap_or_default()
        }
        _ => Vec::new(),
    }
}
