//! The belief: a Bayes filter over determinizations, kept up to date along a game.
//!
//! Every world that fits what was observed is kept and weighed by how likely the player
//! would have moved as it did in each, if it played by the engine's policy or by one of the
//! game's opponent models.

use crate::games::{Game, HiddenPlay, History, Information, Observer, OpponentModel, Player};
use crate::math;
use crate::search::{Evaluator, Params};

/// An opponent model less likely than this is dropped.
const LEAST_LIKELY: f32 = 1e-4;

/// A determinization: a full position that may be the true one.
#[derive(Clone, Debug, PartialEq)]
pub struct World<G> {
    /// What the position may be.
    pub position: G,
    /// Its probability.
    pub weight: f32,
}

/// What an observer may believe of one player's secrets.
#[derive(Clone)]
pub struct Belief<G: Game> {
    about: Player,
    worlds: Vec<World<G>>,
    /// For each world the probability of each kind of opponent, one row after the other:
    /// first that of one who plays by the policy, then those of the opponent models.
    opponents: Vec<f32>,
}

/// Number of kinds of opponents: those of the models, and one who plays by the policy.
fn kinds<G: Game>() -> usize {
    1 + G::Information::opponent_models().len()
}

impl<G: Game> Belief<G> {
    /// The belief of an observer who sees this position first of all.
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

    /// The worlds that are possible, their weights adding up to 1.
    pub fn worlds(&self) -> &[World<G>] {
        &self.worlds
    }

    /// The probabilities of the kinds of opponents in a world, the one who plays by the
    /// policy first.
    pub(super) fn opponents(&self, world: usize) -> &[f32] {
        let kinds = kinds::<G>();
        &self.opponents[world * kinds..(world + 1) * kinds]
    }

    /// Bayes' rule for one observed move: drops the worlds that it rules out, weighs the
    /// others by its likelihood, and plays it.
    pub fn update(&mut self, observed: G::Move, evaluator: &Evaluator<G>, params: &Params) {
        let mut model = MoveModel { evaluator, params, moves: Vec::new(), logits: Vec::new() };
        let mut worlds = Vec::with_capacity(self.worlds.len());
        let mut opponents = Vec::with_capacity(self.opponents.len());
        for (i, world) in self.worlds.iter().enumerate() {
            let position = &world.position;
            let weighed =
                position.mover() == self.about && G::Information::mixed_strategy(position).is_none();
            for mv in G::Information::meanings(position, observed, self.about) {
                let mut world = world.clone();
                let first = opponents.len();
                opponents.extend_from_slice(self.opponents(i));
                if weighed {
                    world.weight *= model.weigh(position, mv, &mut opponents[first..]);
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

    /// The belief of somebody who is sure of a position.
    fn certain(position: &G, about: Player) -> Self {
        let mut opponents = vec![0.0; kinds::<G>()];
        opponents[0] = 1.0;
        Belief { about, worlds: vec![World { position: position.clone(), weight: 1.0 }], opponents }
    }
}

/// How likely a player is to choose a move, knowing its own secrets and not the others'.
struct MoveModel<'a, G: Game> {
    evaluator: &'a Evaluator<G>,
    params: &'a Params,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
}

impl<G: Game> MoveModel<'_, G> {
    /// The likelihood of a move in a position; the probabilities of the kinds of opponents
    /// become those after it.
    fn weigh(&mut self, position: &G, mv: G::Move, opponents: &mut [f32]) -> f32 {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = G::Information::view(position, Observer::Player(position.mover()));
        let mv = G::Information::chosen(mv);
        let chosen = self.moves.iter().position(|&other| other == mv);
        for (kind, share) in opponents.iter_mut().enumerate().filter(|(_, share)| **share > 0.0) {
            *share *= match kind.checked_sub(1) {
                None => self.by_policy(&view, chosen),
                Some(model) => self.by_model(G::Information::opponent_models()[model], &view, chosen),
            };
        }
        let likelihood: f32 = opponents.iter().sum();
        for share in opponents {
            *share = if *share < LEAST_LIKELY * likelihood { 0.0 } else { *share / likelihood };
        }
        likelihood
    }

    fn by_policy(&mut self, view: &G, chosen: Option<usize>) -> f32 {
        self.evaluator.logits(view, &self.moves, &mut self.logits);
        self.likelihood(chosen, self.params.lapse_rate)
    }

    fn by_model(&mut self, model: &dyn OpponentModel<G>, view: &G, chosen: Option<usize>) -> f32 {
        model.logits(view, &self.moves, &mut self.logits);
        self.likelihood(chosen, model.lapse_rate())
    }

    /// The probability of the chosen move under the logits, mixed with uniform play:
    /// nobody plays as a model says all the time.
    fn likelihood(&self, chosen: Option<usize>, lapse_rate: f32) -> f32 {
        let most = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.logits.iter().map(|logit| math::exp(logit - most)).sum();
        let share = chosen.map_or(0.0, |i| math::exp(self.logits[i] - most) / sum);
        (1.0 - lapse_rate) * share + lapse_rate / self.moves.len().max(1) as f32
    }
}

/// The beliefs that bear on a decision of a player.
pub(in crate::search) struct Beliefs<'a, G: Game> {
    /// Of the player about the opponent's secrets.
    pub(super) theirs: &'a Belief<G>,
    /// About the player's own; more than one world if it did not see them itself.
    pub(super) own: &'a Belief<G>,
    /// Of somebody who knows no secrets, about the player's.
    pub(super) public: &'a Belief<G>,
}

impl<G: Game> Beliefs<'_, G> {
    /// The position if it is certain.
    pub(in crate::search) fn certain(&self, player: Player) -> Option<G> {
        match (self.theirs.worlds(), self.own.worlds()) {
            ([theirs], [own]) => Some(G::Information::join(&theirs.position, &own.position, player)),
            _ => None,
        }
    }
}

/// The beliefs of a game, kept from move to move.
pub(in crate::search) struct BeliefTracker<G: Game> {
    theirs: Track<G>,
    own: Track<G>,
    public: Track<G>,
}

impl<G: Game> Default for BeliefTracker<G> {
    fn default() -> Self {
        BeliefTracker { theirs: Track::default(), own: Track::default(), public: Track::default() }
    }
}

impl<G: Game> BeliefTracker<G> {
    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        *self = BeliefTracker::default();
    }

    /// The beliefs of a player who has observed this game; each has a world at least.
    pub(in crate::search) fn track(
        &mut self,
        game: &History<G>,
        player: Player,
        (evaluator, params): (&Evaluator<G>, &Params),
    ) -> Beliefs<'_, G> {
        let public = game.observed(Observer::Public);
        Beliefs {
            theirs: self.theirs.follow(game, !player, evaluator, params),
            own: self.own.follow(game, player, evaluator, params),
            public: self.public.follow(&public, player, evaluator, params),
        }
    }
}

/// A belief and the game that it was worked out for.
struct Track<G: Game> {
    known: Option<Known<G>>,
}

struct Known<G: Game> {
    start: G,
    observed: Vec<G::Move>,
    belief: Belief<G>,
}

impl<G: Game> Default for Track<G> {
    fn default() -> Self {
        Track { known: None }
    }
}

impl<G: Game> Track<G> {
    /// The belief after this game. What was worked out for the beginning of the game is
    /// used again: it does not depend on when that was.
    fn follow(
        &mut self,
        game: &History<G>,
        about: Player,
        evaluator: &Evaluator<G>,
        params: &Params,
    ) -> &Belief<G> {
        let goes_on = |known: &Known<G>| {
            known.belief.about == about
                && known.start == *game.start()
                && game.moves().starts_with(&known.observed)
        };
        let mut known = self.known.take().filter(goes_on).unwrap_or_else(|| Known {
            start: game.start().clone(),
            observed: Vec::new(),
            belief: Belief::new(game.start(), about),
        });
        for &mv in &game.moves()[known.observed.len()..] {
            known.belief.update(mv, evaluator, params);
            known.observed.push(mv);
        }
        if known.belief.worlds.is_empty() {
            // The history cannot have been: go by the position alone.
            known.belief = Belief::new(game.current(), about);
        }
        if known.belief.worlds.is_empty() {
            known.belief = Belief::certain(game.current(), about);
        }
        &self.known.insert(known).belief
    }
}
