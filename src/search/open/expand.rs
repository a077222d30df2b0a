//! Expansion: the legal moves of a position with their priors, by falling prior.

use crate::games::{Game, Outcome};
use crate::math;
use crate::search::{Evaluator, Proof};

/// Expands positions; holds the buffers for it, which a thread reuses.
pub(super) struct Expander<G: Game> {
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    priors: Vec<(u32, f32)>,
    weights: Vec<f32>,
}

impl<G: Game> Default for Expander<G> {
    fn default() -> Self {
        Expander { moves: Vec::new(), logits: Vec::new(), priors: Vec::new(), weights: Vec::new() }
    }
}

impl<G: Game> Expander<G> {
    /// Expands a position. The result depends on the position alone, so that a node's children
    /// can be stored in several steps. Only the first `wanted` moves are sorted.
    pub(super) fn expand(&mut self, evaluator: &Evaluator<G>, position: &G, order: Order) -> Expansion<'_> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        evaluator.logits(position, &self.moves, &mut self.logits);
        let mut won = None;
        // The longest defence by a move that is left out, in plies.
        let mut left_out = 0;
        self.priors.clear();
        let mover = position.mover();
        let threatened = position.opponent_may_win_next();
        for (&mv, &logit) in self.moves.iter().zip(&self.logits) {
            if threatened {
                let mut next = position.clone();
                next.play(mv);
                match next.outcome() {
                    Some(Outcome::Win(player)) if player == mover => {
                        won = Some(Proof::Win(mover, 1));
                    }
                    // Were this one stored and a longer defence left out, the node's distance
                    // would come from the shorter one.
                    Some(Outcome::Win(_)) => {
                        left_out = left_out.max(1);
                        continue;
                    }
                    None if next.mover() != mover && next.can_win_now() => {
                        left_out = 2;
                        continue;
                    }
                    _ => {}
                }
            }
            self.priors.push((mv.into(), logit));
        }
        let scale = Softmax::new(&self.priors, &mut self.weights, order.temperature);
        sort_first(&mut self.priors, order.wanted);
        let wanted = order.wanted.min(self.priors.len());
        self.priors[..wanted].iter_mut().for_each(|(_, logit)| *logit = scale.probability(*logit));
        let proof = match (won, self.moves.is_empty()) {
            (Some(won), _) => Some(won),
            // A finished game whose proof another thread is about to store. It has no moves,
            // which is not a loss after every move.
            (None, true) => position.outcome().map(Proof::of),
            (None, false) => self.priors.is_empty().then_some(Proof::Win(!mover, left_out)),
        };
        Expansion { moves: &self.priors, proof }
    }
}

/// A position's moves by falling prior. Where the opponent threatens to win, moves that do not
/// parry the threat are left out, and so are those that lose at once by themselves.
pub(super) struct Expansion<'a> {
    /// Moves and priors; beyond the wanted ones unsorted, with logits in place of priors.
    pub moves: &'a [(u32, f32)],
    /// A win in one move, a loss in one or two plies whatever is played, or the outcome of a
    /// finished game.
    pub proof: Option<Proof>,
}

/// How moves are sorted and their priors computed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Number of moves to sort.
    pub wanted: usize,
    /// Temperature of the softmax: above 1 it flattens the priors.
    pub temperature: f32,
}

/// Partial sort by falling logit, ties broken by the packed move: a total order, so that the
/// first moves are the same however many are sorted. Sorting by prior would break ties
/// differently at different temperatures.
fn sort_first(moves: &mut [(u32, f32)], wanted: usize) {
    let compare = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if wanted < moves.len() {
        moves.select_nth_unstable_by(wanted, compare);
    }
    let end = wanted.min(moves.len());
    moves[..end].sort_unstable_by(compare);
}

/// A softmax with temperature, applied to the wanted logits only.
struct Softmax {
    max: f32,
    sum: f32,
    temperature: f32,
}

impl Softmax {
    fn new(moves: &[(u32, f32)], weights: &mut Vec<f32>, temperature: f32) -> Self {
        let max = moves.iter().fold(f32::NEG_INFINITY, |max, &(_, logit)| max.max(logit));
        let mut scale = Softmax { max, sum: 1.0, temperature };
        // Vectorized exponentials first, then a sum in a fixed order.
        weights.clear();
        weights.extend(moves.iter().map(|&(_, logit)| logit));
        weights.iter_mut().for_each(|weight| *weight = scale.probability(*weight));
        scale.sum = weights.iter().sum();
        scale
    }

    fn probability(&self, logit: f32) -> f32 {
        math::exp((logit - self.max) / self.temperature) / self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{Notation, Player, Rules, bloch};

    /// A thread may expand a position whose outcome another thread has not stored yet.
    #[test]
    fn a_finished_game_is_no_loss_after_every_move() {
        type Pijersi = Position<Board45>;
        let rules = Rules::of(Pijersi::rule_options());
        let order = Order { wanted: 7, temperature: 1.0 };
        for (fen, proof) in [
            ("6/R-6/6/7/5r-/6S-/6 b 20 5", Proof::Draw),
            ("R-5/7/6/7/6/7/5s- b 1 5", Proof::Win(Player::One, 0)),
            ("5W-/7/6/7/6/1r-1p-1s-1/6 w 0 9", Proof::Win(Player::Two, 2)),
        ] {
            let position = Pijersi::from_fen(fen, &rules).expect(fen);
            let mut expander = Expander::default();
            let expansion = expander.expand(&Evaluator::new(None), &position, order);
            assert_eq!(expansion.proof, Some(proof), "{fen}");
        }
    }

    /// In Bloch's game an attack may cost the last piece. Where every move loses, the distance
    /// is that of the longest defence.
    #[test]
    fn a_move_that_loses_at_once_does_not_stand_for_longer_defences() {
        let rules = Rules::of(bloch::Position::rule_options());
        let order = Order { wanted: 7, temperature: 1.0 };
        // The scissors may attack the rock beside them, or walk and be taken by it.
        let fen = "5r/5+S/6/3r+s1/1+r4/6/6/6 PPP/pss 1 - - 0 35";
        let position = bloch::Position::from_fen(fen, &rules).expect(fen);
        let mut expander = Expander::default();
        let expansion = expander.expand(&Evaluator::new(None), &position, order);
        assert_eq!(expansion.proof, Some(Proof::Win(Player::Two, 2)));
    }
}
