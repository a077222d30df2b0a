//! Reading the tree: the best moves, the lines they begin, and their scores.

use super::playout::Shared;
use super::proof::Proof;
use super::tree::Child;
use super::{Line, Score, Wdl};
use crate::games::{Game, Player};

/// The longest line shown.
const LONGEST_LINE: usize = 40;

/// The children of a node in the order in which its player would choose them:
/// proven wins first, the shortest before others; then the most visited ones, and a
/// proven draw before or after them; proven losses last, the longest first.
pub fn ordered<'t>(children: impl Iterator<Item = &'t Child>, player: Player) -> Vec<&'t Child> {
    let mut children: Vec<&Child> = children.collect();
    let open = children.iter().filter(|child| child.proof() == Proof::Unknown);
    // The favourite has to promise more than the draw that is certain.
    let favourite = open.max_by_key(|child| child.visits());
    let hopeful = favourite.is_some_and(|child| child.visits() > 0 && child.mean() > 0.5);
    children.sort_by_cached_key(|child| {
        let proof = child.proof();
        let class = match proof {
            Proof::Win(..) => 0,
            Proof::Draw => i32::from(!hopeful),
            Proof::Unknown => i32::from(hopeful),
        };
        let visits = if proof == Proof::Unknown { child.visits() } else { 0 };
        std::cmp::Reverse((proof.preference(player), class, visits, (child.prior() * 1e6) as u32))
    });
    children
}

/// The best lines from the root, best first, at most `count`.
pub fn best_lines<G: Game>(shared: &Shared<G>, count: usize) -> Vec<Line<G::Move>> {
    let mover = shared.position.mover();
    let children = ordered(shared.root_children(), mover);
    children.into_iter().take(count).map(|child| line(shared, child)).collect()
}

fn line<G: Game>(shared: &Shared<G>, child: &Child) -> Line<G::Move> {
    let mover = shared.position.mover();
    let (score, wdl) = assess(shared, child, mover);
    Line { score, wdl, moves: follow(shared, child) }
}

/// The score and the chances of the root's player after a move.
fn assess<G: Game>(shared: &Shared<G>, child: &Child, player: Player) -> (Score, Wdl) {
    match child.proof() {
        Proof::Win(winner, plies) => {
            // Counted in moves of the winner, from the root on; who loses by its own move
            // at once still loses in one.
            match winner == player {
                true => (Score::Mate(i32::from(plies / 2 + 1)), Wdl { win: 1000, draw: 0, loss: 0 }),
                false => {
                    let moves = i32::from(plies.div_ceil(2).max(1));
                    (Score::Mate(-moves), Wdl { win: 0, draw: 0, loss: 1000 })
                }
            }
        }
        Proof::Draw => (Score::Centi(0), Wdl { win: 0, draw: 1000, loss: 0 }),
        Proof::Unknown => {
            // A move not tried yet is taken to be as good as its position.
            let source = if child.visits() > 0 { child } else { shared.root };
            let (mean, draw) = (source.mean(), source.draw_rate());
            let mean = if child.visits() > 0 { mean } else { 1.0 - mean };
            (Score::Centi(centi(mean)), Wdl::from_mean(mean, draw))
        }
    }
}

/// A mean score as hundredths: a difference of 400 is ten to one.
pub fn centi(mean: f32) -> i32 {
    let mean = mean.clamp(0.001, 0.999);
    (400.0 * (mean / (1.0 - mean)).log10()).round() as i32
}

impl Wdl {
    pub(super) fn from_mean(mean: f32, draw: f32) -> Wdl {
        // Playouts under way are counted as lost: keep within what is possible.
        let mean = mean.clamp(0.0, 1.0);
        let draw = draw.clamp(0.0, 2.0 * mean.min(1.0 - mean));
        let draw_part = (draw * 1000.0).round() as u32;
        let win = (((mean - draw / 2.0) * 1000.0).round() as u32).min(1000 - draw_part);
        Wdl { win, draw: draw_part, loss: 1000 - draw_part - win }
    }
}

/// The line of best play that begins with a child of the root.
fn follow<G: Game>(shared: &Shared<G>, first: &Child) -> Vec<G::Move> {
    let mut position = shared.position.clone();
    let mut moves = Vec::new();
    let mut child = first;
    loop {
        let mv = G::Move::from(child.mv());
        position.play(mv);
        moves.push(mv);
        if moves.len() >= LONGEST_LINE || position.outcome().is_some() {
            return moves;
        }
        let mover = position.mover();
        let visited = |child: &&Child| child.visits() > 0 || child.proof() != Proof::Unknown;
        let children = child.page().map(|page| ordered(shared.tree.children(page).filter(visited), mover));
        match children.and_then(|children| children.first().copied()) {
            Some(best) => child = best,
            None => {
                moves.extend(last_moves(&position, child.proof()));
                return moves;
            }
        }
    }
}

/// The end of a line that was proven without being listed: a win at once, or one
/// after any reply.
fn last_moves<G: Game>(position: &G, proof: Proof) -> Vec<G::Move> {
    match proof {
        Proof::Win(winner, 1) if winner == position.mover() => position.winning_move().into_iter().collect(),
        Proof::Win(winner, 2) if winner != position.mover() => {
            let mut replies = Vec::new();
            position.legal_moves(&mut replies);
            let Some(&reply) = replies.first() else { return Vec::new() };
            let mut next = position.clone();
            next.play(reply);
            std::iter::once(reply).chain(next.winning_move()).collect()
        }
        _ => Vec::new(),
    }
}
