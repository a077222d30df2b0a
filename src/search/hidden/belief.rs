//! The belief state: an exact Bayes filter over determinizations, updated along a game.
//!
//! The likelihood of an observed move in a world is its probability under the engine's policy
//! or one of the game's opponent models; the type of the opponent is inferred along with the
//! world.

use crate::games::{Game, HiddenPlay, History, Information, Observer, OpponentModel, Player};
use crate::math;
use crate::search::{Evaluator, Params};

/// An opponent type whose posterior falls below this is dropped.
const MIN_POSTERIOR: f32 = 1e-4;

/// A determinization: a full position that is consistent with what was observed.
#[derive(Clone, Debug, PartialEq)]
pub struct World<G> {
    /// The full position.
    pub position: G,
    /// Its posterior probability.
    pub weight: f32,
}

/// An observer's belief about one player's private information.
#[derive(Clone)]
pub struct Belief<G: Game> {
    about: Player,
    worlds: Vec<World<G>>,
    /// For each world a row with the posterior of each opponent type given that world: first
    /// the type that plays by the policy, then the opponent models.
    opponents: Vec<f32>,
}

/// Number of opponent types: the models, and the one that plays by the policy.
fn opponent_types<G: Game>() -> usize {
    1 + G::Information::opponent_models().len()
}

impl<G: Game> Belief<G> {
    /// The prior belief of an observer whose first observation is this view.
    pub fn new(view: &G, about: Player) -> Self {
        let models = G::Information::opponent_models();
        let others: f32 = models.iter().map(|model| model.prior()).sum();
        let priors: Vec<f32> =
            std::iter::once(1.0 - others).chain(models.iter().map(|model| model.prior())).collect();
        let worlds = G::Information::determinizations(view, about);
        let worlds: Vec<World<G>> =
            worlds.into_iter().map(|(position, weight)| World { position, weight }).collect();
        let opponents = priors.repeat(worlds.len());
        let mut belief = Belief { about, worlds, opponents };
        belief.normalize();
        belief
    }

    /// The possible worlds; their weights sum to 1.
    pub fn worlds(&self) -> &[World<G>] {
        &self.worlds
    }

    /// The posterior of the opponent types in a world, the one that plays by the policy first.
    pub(super) fn opponents(&self, world: usize) -> &[f32] {
        let types = opponent_types::<G>();
        &self.opponents[world * types..(world + 1) * types]
    }

    /// The Bayes update for one observed move: drops the worlds that it rules out, multiplies
    /// the others by its likelihood, and plays it.
    pub fn update(&mut self, observed: G::Move, evaluator: &Evaluator<G>, params: &Params) {
        let mut model = Likelihood { evaluator, params, moves: Vec::new(), logits: Vec::new() };
        let mut worlds = Vec::with_capacity(self.worlds.len());
        let mut opponents = Vec::with_capacity(self.opponents.len());
        for (i, world) in self.worlds.iter().enumerate() {
            let position = &world.position;
            // A move is evidence of the mover's private information, unless it was drawn from a
            // fixed mixed strategy.
            let is_evidence =
                position.mover() == self.about && G::Information::mixed_strategy(position).is_none();
            for mv in G::Information::meanings(position, observed, self.about) {
                let mut world = world.clone();
                let first = opponents.len();
                opponents.extend_from_slice(self.opponents(i));
                if is_evidence {
                    world.weight *= model.update(position, mv, &mut opponents[first..]);
                }
                world.position.play(mv);
                worlds.push(world);
            }
        }
        (self.worlds, self.opponents) = (worlds, opponents);
        self.normalize();
    }

    fn normalize(&mut self) {
        let sum: f32 = self.worlds.iter().map(|world| world.weight).sum();
        let even = 1.0 / self.worlds.len().max(1) as f32;
        for world in &mut self.worlds {
            world.weight = if sum > 0.0 { world.weight / sum } else { even };
        }
    }

    /// A belief that puts all probability on one position.
    fn certain(position: &G, about: Player) -> Self {
        let mut opponents = vec![0.0; opponent_types::<G>()];
        opponents[0] = 1.0;
        Belief { about, worlds: vec![World { position: position.clone(), weight: 1.0 }], opponents }
    }
}

/// The likelihood of moves, given that the mover knows its own private information only.
struct Likelihood<'a, G: Game> {
    evaluator: &'a Evaluator<G>,
    params: &'a Params,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
}

impl<G: Game> Likelihood<'_, G> {
    /// The likelihood of a move in a world, over all opponent types; updates the posterior of
    /// the types.
    fn update(&mut self, position: &G, mv: G::Move, opponents: &mut [f32]) -> f32 {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = G::Information::view(position, Observer::Player(position.mover()));
        let mv = G::Information::chosen(mv);
        let chosen = self.moves.iter().position(|&other| other == mv);
        for (kind, posterior) in opponents.iter_mut().enumerate().filter(|(_, posterior)| **posterior > 0.0) {
            *posterior *= match kind.checked_sub(1) {
                None => self.by_policy(&view, chosen),
                Some(model) => self.by_model(G::Information::opponent_models()[model], &view, chosen),
            };
        }
        let likelihood: f32 = opponents.iter().sum();
        for posterior in opponents {
            *posterior = if *posterior < MIN_POSTERIOR * likelihood { 0.0 } else { *posterior / likelihood };
        }
        likelihood
    }

    fn by_policy(&mut self, view: &G, chosen: Option<usize>) -> f32 {
        self.evaluator.logits(view, &self.moves, &mut self.logits);
        self.with_lapses(chosen, self.params.lapse_rate)
    }

    fn by_model(&mut self, model: &dyn OpponentModel<G>, view: &G, chosen: Option<usize>) -> f32 {
        model.logits(view, &self.moves, &mut self.logits);
        self.with_lapses(chosen, model.lapse_rate())
    }

    /// The probability of the chosen move under the softmax of the logits, mixed with uniform
    /// play at the lapse rate: nobody follows a model all the time.
    fn with_lapses(&self, chosen: Option<usize>, lapse_rate: f32) -> f32 {
        let max = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.logits.iter().map(|logit| math::exp(logit - max)).sum();
        let probability = chosen.map_or(0.0, |i| math::exp(self.logits[i] - max) / sum);
        (1.0 - lapse_rate) * probability + lapse_rate / self.moves.len().max(1) as f32
    }
}

/// The belief state at a decision of a player.
pub(in crate::search) struct Beliefs<'a, G: Game> {
    /// The player's belief about the opponent's private information.
    pub(super) theirs: &'a Belief<G>,
    /// The player's belief about its own; more than one world only if the record leaves it out.
    pub(super) own: &'a Belief<G>,
    /// The public belief about the player's: what the opponent can infer.
    pub(super) public: &'a Belief<G>,
}

impl<G: Game> Beliefs<'_, G> {
    /// The player's belief about the opponent's private information.
    pub(in crate::search) fn theirs(&self) -> &Belief<G> {
        self.theirs
    }

    /// The position, if only one is possible.
    pub(in crate::search) fn certain(&self, player: Player) -> Option<G> {
        match (self.theirs.worlds(), self.own.worlds()) {
            ([theirs], [own]) => Some(G::Information::join(&theirs.position, &own.position, player)),
            _ => None,
        }
    }
}

/// The belief states of a game, kept from move to move.
pub(in crate::search) struct BeliefTracker<G: Game> {
    theirs: CachedBelief<G>,
    own: CachedBelief<G>,
    public: CachedBelief<G>,
}

impl<G: Game> Default for BeliefTracker<G> {
    fn default() -> Self {
        BeliefTracker {
            theirs: CachedBelief::default(),
            own: CachedBelief::default(),
            public: CachedBelief::default(),
        }
    }
}

impl<G: Game> BeliefTracker<G> {
    /// Drops all beliefs.
    pub(in crate::search) fn clear(&mut self) {
        *self = BeliefTracker::default();
    }

    /// The belief state of a player who has observed this game; each belief has at least one
    /// world.
    pub(in crate::search) fn track(
        &mut self,
        game: &History<G>,
        player: Player,
        (evaluator, params): (&Evaluator<G>, &Params),
    ) -> Beliefs<'_, G> {
        let public = game.observed(Observer::Public);
        Beliefs {
            theirs: self.theirs.after(game, !player, evaluator, params),
            own: self.own.after(game, player, evaluator, params),
            public: self.public.after(&public, player, evaluator, params),
        }
    }
}

/// One belief, cached with the observations that it follows from.
struct CachedBelief<G: Game> {
    entry: Option<Observed<G>>,
}

/// Observations and the belief after them.
struct Observed<G: Game> {
    start: G,
    observed: Vec<G::Move>,
    belief: Belief<G>,
}

impl<G: Game> Default for CachedBelief<G> {
    fn default() -> Self {
        CachedBelief { entry: None }
    }
}

impl<G: Game> CachedBelief<G> {
    /// The belief after this game. A cached belief about its beginning is updated with the
    /// moves since: the result is the same as from the start.
    fn after(
        &mut self,
        game: &History<G>,
        about: Player,
        evaluator: &Evaluator<G>,
        params: &Params,
    ) -> &Belief<G> {
        let is_prefix = |known: &Observed<G>| {
            known.belief.about == about
                && known.start == *game.start()
                && game.moves().starts_with(&known.observed)
        };
        let mut known = self.entry.take().filter(is_prefix).unwrap_or_else(|| Observed {
            start: game.start().clone(),
            observed: Vec::new(),
            belief: Belief::new(game.start(), about),
        });
        for &mv in &game.moves()[known.observed.len()..] {
            known.belief.update(mv, evaluator, params);
            known.observed.push(mv);
        }
        if known.belief.worlds.is_empty() {
            // The observations are contradictory: start again from the current view.
            known.belief = Belief::new(game.current(), about);
        }
        if known.belief.worlds.is_empty() {
            known.belief = Belief::certain(game.current(), about);
        }
        &self.entry.insert(known).belief
    }
}
