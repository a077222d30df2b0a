//! The choice of a move at a limited strength: drawn from what a short search found, blind to
//! some of what it proved.

use super::level::Handicap;
use super::softmax::softmax;
use super::{Evaluator, Proof, SearchRequest, SearchResult};
use crate::games::{Game, Outcome, Player};
use crate::math::{ln, mix};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Weight of the policy in the choice, in visits.
const POLICY_VISITS: f32 = 4.0;
/// The plies to the end of the opponent's reply.
const REPLY: u16 = 2;
/// The sharpness of moves made in haste.
const HASTY_SHARPNESS: f32 = 0.7;
/// Moves made in haste may be so much worse than the best one.
const HASTY_MARGIN: f32 = 0.6;
/// Of how many possible positions immediate results are looked at, where something is hidden.
pub(super) const WORLDS: usize = 24;
/// The share of them in which a move has to lose at once to count as losing.
const LOSING_SHARE: f32 = 0.5;

/// A root move, as far as a search knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    /// Mean score of its playouts; 0 if there are none.
    pub(super) mean: f32,
    /// What is proven; distances count from the root.
    pub(super) proof: Proof,
}

/// What a player sees of a move's proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// It wins in so many plies.
    Win(u16),
    /// It loses in so many plies.
    Loss(u16),
    /// It wins or loses at once, but the player does not notice.
    Overlooked,
    /// Nothing.
    Nothing,
}

/// Chooses a move at a limited strength.
pub(super) struct Chooser<'a, G: Game> {
    handicap: Handicap,
    evaluator: &'a Evaluator<G>,
    /// The position as the player to move knows it.
    view: &'a G,
    player: Player,
    /// How many plies ahead the player looks at this move.
    depth: u16,
    /// Whether this move is made in haste.
    hasty: bool,
    rng: Xoshiro256PlusPlus,
}

impl<'a, G: Game> Chooser<'a, G> {
    /// What is overlooked and what is drawn depends on the seed, the position and the number of
    /// moves played: a seed repeats a game, but a position that comes up again is a new chance.
    pub(super) fn new(
        handicap: Handicap,
        evaluator: &'a Evaluator<G>,
        view: &'a G,
        request: &SearchRequest<G>,
    ) -> Self {
        let seed = mix(request.seed).wrapping_add(request.history.moves().len() as u64);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed) ^ view.key());
        let depth = (handicap.sight + rng.random::<f32>()) as u16;
        let hasty = rng.random::<f32>() < handicap.haste;
        let depth = if hasty { depth.min(REPLY) } else { depth };
        Chooser { handicap, evaluator, view, player: view.mover(), depth, hasty, rng }
    }

    /// Chooses after an open search, whose root moves are `searched`.
    pub(super) fn choose_open(
        mut self,
        result: SearchResult<G::Move>,
        searched: &[Candidate<G::Move>],
        request: &SearchRequest<G>,
    ) -> SearchResult<G::Move> {
        let mut moves = request.search_moves.clone();
        if moves.is_empty() {
            self.view.legal_moves(&mut moves);
        }
        let mut known: Vec<&Candidate<G::Move>> = searched.iter().collect();
        let packed = |mv: G::Move| -> u32 { mv.into() };
        known.sort_unstable_by_key(|candidate| packed(candidate.mv));
        // The tree may have missed a win in one: the distances of its proofs are upper bounds, and
        // of a move without a visit it knows nothing.
        let unsure = |known: &Candidate<G::Move>| match known.proof {
            Proof::Unknown => known.visits == 0,
            Proof::Win(winner, plies) => winner != self.player && plies > REPLY,
            Proof::Draw => false,
        };
        let candidate = |mv: G::Move| match known.binary_search_by_key(&packed(mv), |known| packed(known.mv))
        {
            Ok(index) if unsure(known[index]) && self.loses_at_once(mv) => lost_at_once(mv, self.player),
            Ok(index) => *known[index],
            // A move that the search has left out loses at once, if memory was not short.
            Err(_) if self.loses_at_once(mv) => lost_at_once(mv, self.player),
            Err(_) => Candidate { mv, visits: 0, mean: 0.0, proof: Proof::Unknown },
        };
        let candidates: Vec<Candidate<G::Move>> = moves.into_iter().map(candidate).collect();
        let mut weights = self.weights(&candidates);
        let best = best_score(&candidates);
        while let Some(index) = draw(&weights, &mut self.rng) {
            if self.is_playable(&candidates[index], best) {
                return chosen(result, candidates[index].mv, &candidates, &weights);
            }
            weights[index] = 0.0;
        }
        result
    }

    /// Chooses after a hidden search of these moves; `worlds` are possible positions.
    pub(super) fn choose_hidden(
        mut self,
        result: SearchResult<G::Move>,
        moves: &[u32],
        worlds: &[(G, f32)],
    ) -> SearchResult<G::Move> {
        let candidate = |&mv: &u32| {
            let mv = G::Move::from(mv);
            let line = result.report.lines.iter().find(|line| line.pv.first() == Some(&mv));
            let (visits, mean) = line.map_or((0, 0.0), |line| (line.visits, line.estimate.score()));
            Candidate { mv, visits, mean, proof: immediate(mv, self.player, worlds) }
        };
        let candidates: Vec<Candidate<G::Move>> = moves.iter().map(candidate).collect();
        let mut weights = self.weights(&candidates);
        let best = best_score(&candidates);
        while let Some(index) = draw(&weights, &mut self.rng) {
            let candidate = &candidates[index];
            if candidate.visits == 0 || candidate.mean >= best - self.margin() {
                return chosen(result, candidate.mv, &candidates, &weights);
            }
            weights[index] = 0.0;
        }
        result
    }

    /// The weight of each candidate; 0 for those that are not considered.
    fn weights(&self, candidates: &[Candidate<G::Move>]) -> Vec<f32> {
        let seen: Vec<Seen> = candidates.iter().map(|candidate| self.seen(candidate.proof)).collect();
        let mut weights = self.plain_weights(candidates);
        let win = |seen: &Seen| if let Seen::Win(plies) = seen { Some(*plies) } else { None };
        let loss = |seen: &Seen| if let Seen::Loss(plies) = seen { Some(*plies) } else { None };
        if let Some(shortest) = seen.iter().filter_map(win).min() {
            keep(&mut weights, |i| seen[i] == Seen::Win(shortest));
        } else if seen.iter().any(|seen| loss(seen).is_none()) {
            keep(&mut weights, |i| loss(&seen[i]).is_none());
            even_out(&mut weights, &seen);
            self.walk_into_losses(&mut weights, candidates);
        } else if let Some(longest) = seen.iter().filter_map(loss).max() {
            keep(&mut weights, |i| seen[i] == Seen::Loss(longest));
        }
        weights
    }

    /// Below a sight of 0, makes moves that lose to the reply more likely.
    fn walk_into_losses(&self, weights: &mut [f32], candidates: &[Candidate<G::Move>]) {
        let factor = 1.0 - self.handicap.sight.min(0.0);
        for (weight, candidate) in weights.iter_mut().zip(candidates) {
            if candidate.proof == Proof::Win(!self.player, REPLY) {
                *weight *= factor;
            }
        }
    }

    /// What the player sees of a proof.
    fn seen(&self, proof: Proof) -> Seen {
        match proof {
            Proof::Win(winner, plies) if plies <= self.depth && winner == self.player => Seen::Win(plies),
            Proof::Win(_, plies) if plies <= self.depth => Seen::Loss(plies),
            Proof::Win(_, 1 | 2) => Seen::Overlooked,
            _ => Seen::Nothing,
        }
    }

    /// Visits and policy, to the power of the sharpness; in haste the policy alone.
    fn plain_weights(&self, candidates: &[Candidate<G::Move>]) -> Vec<f32> {
        let moves: Vec<G::Move> = candidates.iter().map(|candidate| candidate.mv).collect();
        let mut priors = Vec::with_capacity(moves.len());
        self.evaluator.logits(self.view, &moves, &mut priors);
        softmax(&mut priors, 1.0);
        let weight = |(candidate, prior): (&Candidate<G::Move>, f32)| match self.hasty {
            true => self.handicap.sharpness.min(HASTY_SHARPNESS) * ln(prior.max(1e-12)),
            false => {
                let visits = candidate.visits as f32 + POLICY_VISITS * prior;
                self.handicap.sharpness * ln(visits.max(1e-12))
            }
        };
        let mut weights: Vec<f32> = candidates.iter().zip(priors).map(weight).collect();
        softmax(&mut weights, 1.0);
        weights
    }

    /// Whether a move that was drawn is played: it is not absurd, and does not lose at once
    /// unless that is overlooked.
    fn is_playable(&self, candidate: &Candidate<G::Move>, best: f32) -> bool {
        if candidate.proof != Proof::Unknown {
            return true;
        }
        let mut next = self.view.clone();
        next.play(candidate.mv);
        let ours = next.mover() == self.player;
        let score = match (candidate.visits, next.outcome()) {
            (_, Some(_)) => return true,
            (0, None) if ours => self.evaluator.value(&next).score(),
            (0, None) => 1.0 - self.evaluator.value(&next).score(),
            _ => candidate.mean,
        };
        // Expansion may miss rare threats, a player who looks two plies ahead does not.
        score >= best - self.margin() && !(self.depth >= REPLY && !ours && next.winning_move().is_some())
    }

    fn margin(&self) -> f32 {
        if self.hasty { self.handicap.margin.max(HASTY_MARGIN) } else { self.handicap.margin }
    }

    fn loses_at_once(&self, mv: G::Move) -> bool {
        let mut next = self.view.clone();
        next.play(mv);
        next.outcome().is_none() && next.mover() != self.player && next.can_win_now()
    }
}

/// The score of the most visited move.
fn best_score<M>(candidates: &[Candidate<M>]) -> f32 {
    let visited = candidates.iter().filter(|candidate| candidate.visits > 0);
    visited.max_by_key(|candidate| candidate.visits).map_or(0.0, |candidate| candidate.mean)
}

/// A move after which the opponent of the player wins at once.
fn lost_at_once<M>(mv: M, player: Player) -> Candidate<M> {
    Candidate { mv, visits: 0, mean: 0.0, proof: Proof::Win(!player, 2) }
}

/// What a move leads to at once, where the position is one of these: a win if it is one in all of
/// them, a loss to the reply if it is one in most.
fn immediate<G: Game>(mv: G::Move, player: Player, worlds: &[(G, f32)]) -> Proof {
    let mut all_won = !worlds.is_empty();
    let (mut lost, mut all) = (0.0, 0.0);
    let mut legal = Vec::new();
    for (position, weight) in worlds {
        legal.clear();
        position.legal_moves(&mut legal);
        if !legal.contains(&mv) {
            all_won = false;
            continue;
        }
        let mut next = position.clone();
        next.play(mv);
        let outcome = next.outcome();
        all_won &= outcome == Some(Outcome::Win(player));
        all += weight;
        if outcome.is_none() && next.mover() != player && next.can_win_now() {
            lost += weight;
        }
    }
    match (all_won, lost > LOSING_SHARE * all) {
        (true, _) => Proof::Win(player, 1),
        (_, true) => Proof::Win(!player, 2),
        _ => Proof::Unknown,
    }
}

/// Sets the weights of all others to zero.
fn keep(weights: &mut [f32], is_kept: impl Fn(usize) -> bool) {
    for (i, weight) in weights.iter_mut().enumerate() {
        if !is_kept(i) {
            *weight = 0.0;
        }
    }
}

/// Gives the moves whose point is overlooked as much weight together as their number makes of
/// all: policy and playouts know better than the player.
fn even_out(weights: &mut [f32], seen: &[Seen]) {
    let count = |kind: Seen| seen.iter().filter(|&&seen| seen == kind).count();
    let (overlooked, others) = (count(Seen::Overlooked), count(Seen::Nothing));
    if overlooked == 0 || others == 0 {
        return;
    }
    for (kind, members) in [(Seen::Overlooked, overlooked), (Seen::Nothing, others)] {
        let of_kind = || (0..seen.len()).filter(|&i| seen[i] == kind);
        let sum: f32 = of_kind().map(|i| weights[i]).sum();
        let scale = members as f32 / sum.max(f32::MIN_POSITIVE);
        of_kind().for_each(|i| weights[i] *= scale);
    }
}

/// Draws an index by weight; `None` if all weights are zero.
fn draw(weights: &[f32], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let mut left = rng.random::<f32>() * weights.iter().sum::<f32>();
    let index = weights.iter().position(|&weight| {
        left -= weight;
        weight > 0.0 && left < 0.0
    });
    // Rounding may leave a rest, which is the last one's.
    index.or_else(|| weights.iter().rposition(|&weight| weight > 0.0))
}

/// The result with the move that was drawn.
fn chosen<M: Copy + PartialEq>(
    mut result: SearchResult<M>,
    mv: M,
    candidates: &[Candidate<M>],
    weights: &[f32],
) -> SearchResult<M> {
    if result.best != Some(mv) {
        let line = result.report.lines.iter().find(|line| line.pv.first() == Some(&mv));
        result.ponder = line.and_then(|line| line.pv.get(1).copied());
        result.best = Some(mv);
    }
    let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    let moves = candidates.iter().zip(weights).filter(|&(_, &weight)| weight > 0.0);
    result.mixture = moves.map(|(candidate, &weight)| (candidate.mv, f64::from(weight) / sum)).collect();
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{History, Rules};
    use crate::search::Limits;

    type Pijersi = Position<Board45>;

    /// The weights of the first moves of the start position with these proofs, for a player who
    /// looks so many plies ahead.
    fn weights(sight: f32, proofs: &[Proof]) -> Vec<f32> {
        let position = Pijersi::start(&Rules::of(Pijersi::rule_options()));
        let evaluator = Evaluator::new(None);
        let handicap = Handicap { playouts: 8.0, sharpness: 1.0, margin: 1.0, sight, haste: 0.0 };
        let request = SearchRequest::new(History::new(position), Limits::default());
        let chooser = Chooser::new(handicap, &evaluator, &position, &request);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let candidate = |(mv, &proof)| Candidate { mv, visits: 1, mean: 0.5, proof };
        let candidates: Vec<_> = moves.into_iter().zip(proofs).map(candidate).collect();
        chooser.weights(&candidates)
    }

    const WIN: Proof = Proof::Win(Player::One, 1);
    const LOSS: Proof = Proof::Win(Player::Two, 2);

    #[test]
    fn what_is_seen_decides() {
        let [won, plain] = weights(1.0, &[WIN, Proof::Unknown])[..] else { panic!() };
        assert!(won > 0.0 && plain == 0.0);
        let [lost, plain] = weights(2.0, &[LOSS, Proof::Unknown])[..] else { panic!() };
        assert!(lost == 0.0 && plain > 0.0);
        let far = Proof::Win(Player::One, 6);
        assert!(weights(4.0, &[far, Proof::Unknown])[1] > 0.0, "not seen");
        assert_eq!(weights(6.0, &[far, Proof::Unknown])[1], 0.0);
    }

    #[test]
    fn what_is_overlooked_is_as_likely_as_anything() {
        for point in [WIN, LOSS] {
            let weights = weights(0.0, &[point, Proof::Unknown, Proof::Unknown, Proof::Unknown]);
            let share = weights[0] / weights.iter().sum::<f32>();
            assert!((share - 0.25).abs() < 1e-3, "{share}");
        }
    }

    #[test]
    fn a_sight_below_0_walks_into_losses_only() {
        let plain = Proof::Unknown;
        let share = |sight: f32| {
            let weights = weights(sight, &[LOSS, plain, plain, plain]);
            weights[0] / weights.iter().sum::<f32>()
        };
        assert!((share(-2.0) - 0.5).abs() < 1e-3, "{}", share(-2.0));
        let weights = weights(-2.0, &[WIN, plain, plain, plain]);
        assert!((weights[0] / weights.iter().sum::<f32>() - 0.25).abs() < 1e-3);
    }

    /// Where everything seen loses, a player once chose among all moves, those included that
    /// lose at once.
    #[test]
    fn a_lost_player_holds_out() {
        let late = Proof::Win(Player::Two, 6);
        let weights = weights(8.0, &[LOSS, late, LOSS, Proof::Win(Player::Two, 4)]);
        assert!(weights[1] > 0.0);
        assert_eq!([weights[0], weights[2], weights[3]], [0.0; 3]);
    }

    #[test]
    fn draws_are_by_weight() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        assert_eq!(draw(&[0.0, 0.0], &mut rng), None);
        assert_eq!(draw(&[], &mut rng), None);
        let count = (0..4000).filter(|_| draw(&[0.0, 3.0, 1.0], &mut rng) == Some(1)).count();
        assert!((2800..3200).contains(&count), "{count}");
    }
}
