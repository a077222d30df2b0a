//! Expansion: the moves of a position by falling prior, as a node lists them.

use crate::games::{Game, Outcome};
use crate::math;
use crate::search::{Evaluator, Proof};

/// Buffers that a thread uses over and over.
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
    /// Expands a position. Depends on the position alone, so
    /// that a node can be listed in several goes.
    ///
    /// Only the first `wanted` moves are put in order; the others follow somehow.
    pub(super) fn expand(&mut self, evaluator: &Evaluator<G>, position: &G, order: Order) -> Expansion<'_> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        evaluator.logits(position, &self.moves, &mut self.logits);
        let mut won = None;
        self.priors.clear();
        let mover = position.mover();
        let danger = position.opponent_may_win_next();
        for (&mv, &logit) in self.moves.iter().zip(&self.logits) {
            if danger {
                let mut next = position.clone();
                next.play(mv);
                match next.outcome() {
                    Some(Outcome::Win(player)) if player == mover => {
                        won = Some(Proof::Win(mover, 1));
                    }
                    None if next.mover() != mover && next.can_win_now() => {
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
        self.priors[..wanted].iter_mut().for_each(|(_, logit)| *logit = scale.share(*logit));
        let proof = match (won, self.moves.is_empty()) {
            (Some(won), _) => Some(won),
            // The game is over, which another thread may be about to note: without a move,
            // nobody loses by all of them.
            (None, true) => position.outcome().map(Proof::of),
            (None, false) => self.priors.is_empty().then_some(Proof::Win(!mover, 2)),
        };
        Expansion { moves: &self.priors, proof }
    }
}

/// A position's moves by falling prior, without those after which the opponent wins
/// at once.
pub(super) struct Expansion<'a> {
    /// Moves and priors; beyond those wanted, in any order and with logits for priors.
    pub moves: &'a [(u32, f32)],
    /// A win at once, a loss after every move, or how the game has ended.
    pub proof: Option<Proof>,
}

/// How to order moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order {
    /// Number of moves that have to be in order.
    pub wanted: usize,
    /// Flattens (above 1) or sharpens the priors.
    pub temperature: f32,
}

/// Sorts by falling logit, equal ones by the number of the move, as far as wanted: a
/// total order, so that the first moves are the same however many are sorted. Priors
/// would not do: which of them are equal depends on the temperature.
fn sort_first(moves: &mut [(u32, f32)], wanted: usize) {
    let compare = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if wanted < moves.len() {
        moves.select_nth_unstable_by(wanted, compare);
    }
    let end = wanted.min(moves.len());
    moves[..end].sort_unstable_by(compare);
}

/// Turns logits into shares of one.
struct Softmax {
    most: f32,
    sum: f32,
    temperature: f32,
}

impl Softmax {
    fn new(moves: &[(u32, f32)], weights: &mut Vec<f32>, temperature: f32) -> Self {
        let most = moves.iter().fold(f32::NEG_INFINITY, |most, &(_, logit)| most.max(logit));
        let mut scale = Softmax { most, sum: 1.0, temperature };
        // Many at a time, and only then added up, one after the other.
        weights.clear();
        weights.extend(moves.iter().map(|&(_, logit)| logit));
        weights.iter_mut().for_each(|weight| *weight = scale.share(*weight));
        scale.sum = weights.iter().sum();
        scale
    }

    fn share(&self, logit: f32) -> f32 {
        math::exp((logit - self.most) / self.temperature) / self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{Notation, Player, Rules};

    /// A thread may come to expand a position whose end another thread has not noted yet.
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
}
