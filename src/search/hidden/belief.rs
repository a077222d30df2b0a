//! The belief state: an exact Bayes filter over determinizations, updated along a game.
//!
//! The likelihood of an observed move in a world is its probability under the engine's policy,
//! mixed with uniform play. There are no models of other kinds of players: whoever plays like
//! one for a while, and then does not, would have deceived the engine (docs/bloch.md).

use crate::games::{Game, HiddenPlay, History, Information, Observer, Player};
use crate::math;
use crate::search::{Evaluator, Params};

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
}

impl<G: Game> Belief<G> {
    /// The prior belief of an observer whose first observation is this view.
    pub fn new(view: &G, about: Player) -> Self {
        let worlds = G::Information::determinizations(view, about);
        let worlds = worlds.into_iter().map(|(position, weight)| World { position, weight }).collect();
        let mut belief = Belief { about, worlds };
        belief.normalize();
        belief
    }

    /// The possible worlds; their weights sum to 1.
    pub fn worlds(&self) -> &[World<G>] {
        &self.worlds
    }

    /// The Bayes update for one observed move: drops the worlds that it rules out, multiplies
    /// the others by its likelihood, and plays it.
    pub fn update(&mut self, observed: G::Move, evaluator: &Evaluator<G>, params: &Params) {
        let mut likelihood = Likelihood { evaluator, params, moves: Vec::new(), logits: Vec::new() };
        let mut worlds = Vec::with_capacity(self.worlds.len());
        for world in &self.worlds {
            let position = &world.position;
            let is_subject = position.mover() == self.about;
            let strategy = is_subject.then(|| G::Information::mixed_strategy(position)).flatten();
            for mv in G::Information::meanings(position, observed, self.about) {
                let mut world = world.clone();
                world.weight *= match &strategy {
                    _ if !is_subject => 1.0,
                    Some(strategy) => drawn(strategy, mv, params.strategy_share),
                    None => likelihood.of(position, mv),
                };
                world.position.play(mv);
                worlds.push(world);
            }
        }
        self.worlds = worlds;
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
        Belief { about, worlds: vec![World { position: position.clone(), weight: 1.0 }] }
    }
}

/// The likelihood of a move that a share of the players draw from a mixed strategy, and the others
/// uniformly.
fn drawn<M: Eq>(strategy: &[(M, f32)], mv: M, share: f32) -> f32 {
    let sum: f32 = strategy.iter().map(|(_, weight)| weight).sum();
    let weight = strategy.iter().find(|(other, _)| *other == mv).map_or(0.0, |&(_, weight)| weight);
    share * weight / sum.max(f32::MIN_POSITIVE) + (1.0 - share) / strategy.len().max(1) as f32
}

/// The likelihood of moves, given that the mover knows its own private information only.
struct Likelihood<'a, G: Game> {
    evaluator: &'a Evaluator<G>,
    params: &'a Params,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
}

impl<G: Game> Likelihood<'_, G> {
    /// The likelihood of a move in a world: its probability under the policy, mixed with
    /// uniform play at the lapse rate, since nobody follows the policy all the time.
    fn of(&mut self, position: &G, mv: G::Move) -> f32 {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = G::Information::view(position, Observer::Player(position.mover()));
        let mv = G::Information::chosen(mv);
        self.evaluator.logits(&view, &self.moves, &mut self.logits);
        let max = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.logits.iter().map(|logit| math::exp(logit - max)).sum();
        let chosen = self.moves.iter().position(|&other| other == mv);
        let probability = chosen.map_or(0.0, |i| math::exp(self.logits[i] - max) / sum);
        let lapse_rate = self.params.lapse_rate;
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

    /// Some possible positions, each with its probability: all, or so many from the whole list.
    pub(in crate::search) fn sample(&self, player: Player, most: usize) -> Vec<(G, f32)> {
        let Some(own) = self.own.worlds().first() else { return Vec::new() };
        let theirs = self.theirs.worlds();
        let step = theirs.len().div_ceil(most.max(1)).max(1);
        let joined = |world: &World<G>| G::Information::join(&world.position, &own.position, player);
        theirs.iter().step_by(step).map(|world| (joined(world), world.weight)).collect()
    }
}

/// The belief states of a game, kept from move to move, each by the player it is about.
pub(in crate::search) struct BeliefTracker<G: Game> {
    /// Beliefs of the public.
    public: [CachedBelief<G>; 2],
    /// Beliefs of an opponent who knew more than the public when the record began.
    theirs: [CachedBelief<G>; 2],
    /// A player's beliefs about its own private information.
    own: [CachedBelief<G>; 2],
}

impl<G: Game> Default for BeliefTracker<G> {
    fn default() -> Self {
        BeliefTracker { public: Default::default(), theirs: Default::default(), own: Default::default() }
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
        let [one, two] = &mut self.public;
        let (mine, theirs) = match player {
            Player::One => (one, two),
            Player::Two => (two, one),
        };
        // Private information of the two players is independent, and all that is revealed is
        // public: about the opponent a player learns what the public does.
        let knows_more = G::Information::join(public.start(), game.start(), !player) != *public.start();
        let theirs = match knows_more {
            true => self.theirs[(!player).index()].after(game, !player, evaluator, params),
            false => theirs.after(&public, !player, evaluator, params),
        };
        Beliefs {
            theirs,
            own: self.own[player.index()].after(game, player, evaluator, params),
            public: mine.after(&public, player, evaluator, params),
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
