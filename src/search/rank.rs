//! The moves of a position in the order in which a node lists them.

use super::proof::Proof;
use crate::games::{Game, Knowledge, Outcome};
use crate::math;

/// Buffers that a thread uses over and over.
pub struct Ranker<G: Game> {
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    ranked: Vec<(u32, f32)>,
}

impl<G: Game> Default for Ranker<G> {
    fn default() -> Self {
        Ranker { moves: Vec::new(), logits: Vec::new(), ranked: Vec::new() }
    }
}

impl<G: Game> Ranker<G> {
    /// Ranks the moves of an unfinished position. Depends on the position alone, so
    /// that a node can be listed in several goes.
    pub fn rank(&mut self, knowledge: &G::Knowledge, position: &G, temperature: f32) -> Ranked<'_> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        knowledge.logits(position, &self.moves, &mut self.logits);
        let mut won = None;
        self.ranked.clear();
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
            self.ranked.push((mv.into(), logit));
        }
        softmax(&mut self.ranked, temperature);
        // Stable, so that equal priors keep the order of the legal moves.
        self.ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let lost = self.ranked.is_empty().then_some(Proof::Win(!mover, 2));
        Ranked { moves: &self.ranked, proof: won.or(lost) }
    }
}

/// A position's moves by falling prior, without those after which the opponent wins
/// at once.
pub struct Ranked<'a> {
    pub moves: &'a [(u32, f32)],
    /// A win at once, or a loss after every move.
    pub proof: Option<Proof>,
}

fn softmax(moves: &mut [(u32, f32)], temperature: f32) {
    let most = moves.iter().fold(f32::NEG_INFINITY, |most, &(_, logit)| most.max(logit));
    let mut sum = 0.0;
    for (_, logit) in moves.iter_mut() {
        *logit = math::exp((*logit - most) / temperature);
        sum += *logit;
    }
    for (_, share) in moves.iter_mut() {
        *share /= sum;
    }
}
