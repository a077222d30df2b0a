//! One playout: through the tree in one determinization, a leaf value, and back.

use super::belief::{Belief, Beliefs};
use super::tree::{InfosetAction, NodeId, Tree};
use crate::games::{Game, HiddenPlay, Information, Observer, Outcome, Player, Value};
use crate::search::softmax::softmax;
use crate::search::{Evaluator, Params, RootNoise};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Strata into which the weight of all worlds is cut.
const STRATA: u32 = 24;
/// No playout goes deeper into the tree.
const DEEPEST: usize = 200;

/// The bucket of the player's own actions with the secrets that it really has.
pub(super) const OWN: u32 = 0;

/// Draws worlds of a belief.
struct Sampler<'a, G: Game> {
    belief: &'a Belief<G>,
    /// Sums of the weights up to each world.
    sums: Vec<f32>,
    /// The strata of the whole weight that were not drawn from since the last shuffle.
    strata: Vec<u32>,
}

impl<'a, G: Game> Sampler<'a, G> {
    fn new(belief: &'a Belief<G>) -> Self {
        let mut sum = 0.0;
        let sums = belief.worlds().iter().map(|world| {
            sum += world.weight;
            sum
        });
        Sampler { sums: sums.collect(), belief, strata: Vec::new() }
    }

    /// The number of a world, drawn by its weight. Sampling is stratified: all strata have
    /// their turn before one comes again, which has less variance than if each draw stood
    /// alone.
    fn draw(&mut self, rng: &mut Xoshiro256PlusPlus) -> usize {
        if self.strata.is_empty() {
            self.strata.extend(0..STRATA);
            self.strata.shuffle(rng);
        }
        let stratum = self.strata.pop().unwrap_or(0);
        let last = self.sums.len() - 1;
        let point = (stratum as f32 + rng.random::<f32>()) / STRATA as f32 * self.sums[last];
        self.sums.partition_point(|&sum| sum <= point).min(last)
    }
}

/// Where the worlds of a playout come from.
struct Deal<'a, G: Game> {
    own: Sampler<'a, G>,
    theirs: Sampler<'a, G>,
}

/// Which secrets the player has in a playout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Secrets {
    /// Those that it really has.
    Actual,
    /// Any that it may have. What the opponent learns in these it may know; without
    /// them it would learn the player's secrets along with everything else.
    Resampled,
}

/// What all playouts of a search share.
pub(super) struct Playouts<'a, G: Game> {
    pub(super) tree: Tree,
    player: Player,
    evaluator: &'a Evaluator<G>,
    params: &'a Params,
    noise: Option<RootNoise>,
    actual: Deal<'a, G>,
    resampled: Deal<'a, G>,
    /// The moves that the player itself considers at the root.
    search_moves: &'a [u32],
    rng: Xoshiro256PlusPlus,
    secrets: Secrets,
    /// The kind of the opponent in this playout: 0 plays by the tree, others by a model.
    opponent: usize,
    path: Vec<(NodeId, usize, Player)>,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    /// The places among a node's edges of the moves that this world has.
    places: Vec<usize>,
}

/// What playouts begin with.
pub(super) struct Setting<'a, G: Game> {
    pub(super) beliefs: &'a Beliefs<'a, G>,
    pub(super) evaluator: &'a Evaluator<G>,
    pub(super) params: &'a Params,
    pub(super) search_moves: &'a [u32],
    pub(super) noise: Option<RootNoise>,
    pub(super) seed: u64,
}

impl<'a, G: Game> Playouts<'a, G> {
    pub(super) fn new(tree: Tree, setting: &Setting<'a, G>) -> Self {
        let Beliefs { theirs, own, public } = *setting.beliefs;
        Playouts {
            tree,
            player: theirs.worlds()[0].position.mover(),
            evaluator: setting.evaluator,
            params: setting.params,
            noise: setting.noise,
            actual: Deal { own: Sampler::new(own), theirs: Sampler::new(theirs) },
            resampled: Deal { own: Sampler::new(public), theirs: Sampler::new(theirs) },
            search_moves: setting.search_moves,
            rng: Xoshiro256PlusPlus::seed_from_u64(setting.seed),
            secrets: Secrets::Resampled,
            opponent: 0,
            path: Vec::new(),
            moves: Vec::new(),
            logits: Vec::new(),
            places: Vec::new(),
        }
    }

    /// The probability that the opponent plays by no model.
    pub(super) fn unmodelled(&self) -> f32 {
        let belief = self.actual.theirs.belief;
        belief.worlds().iter().enumerate().map(|(i, world)| world.weight * belief.opponents(i)[0]).sum()
    }

    /// Draws a move from a mixed strategy.
    pub(super) fn draw(&mut self, mixture: &[(G::Move, f64)]) -> Option<u32> {
        let shares: Vec<f32> = mixture.iter().map(|&(_, share)| share as f32).collect();
        pick(&shares, &mut self.rng).map(|place| mixture[place].0.into())
    }

    /// Runs one playout; returns the number of moves it went deep.
    pub(super) fn run(&mut self) -> usize {
        let mut position = self.deal();
        let mut node: NodeId = 0;
        self.path.clear();
        let value = loop {
            if let Some(outcome) = position.outcome() {
                break value_of(outcome, self.player);
            }
            let mover = position.mover();
            let mv = if self.opponent != 0 && mover != self.player {
                let Some(mv) = self.model_move(&position) else { break self.leaf_value(&position) };
                mv
            } else {
                if self.path.len() >= DEEPEST || !self.expand(node, &position) {
                    break self.leaf_value(&position);
                }
                let Some(place) = self.select(node) else { break self.leaf_value(&position) };
                self.path.push((node, place, mover));
                G::Move::from(self.tree.nodes[node as usize].edges[place].action.mv)
            };
            let observed = G::Information::observed(&position, mv, Observer::Public).into();
            position.play(mv);
            match self.tree.nodes[node as usize].child(observed) {
                Some(child) => node = child,
                None => {
                    self.tree.add(node, observed);
                    break self.leaf_value(&position);
                }
            }
        };
        self.backpropagate(value);
        self.path.len()
    }

    /// Decides on secrets and opponent, and draws a world.
    fn deal(&mut self) -> G {
        // An opponent who plays by a model learns nothing, so that there is no need to.
        let resamples = self.secrets == Secrets::Actual && self.opponent == 0;
        self.secrets = match resamples && self.rng.random_bool(self.params.resampling_rate.into()) {
            true => Secrets::Resampled,
            false => Secrets::Actual,
        };
        let deal = match self.secrets {
            Secrets::Actual => &mut self.actual,
            Secrets::Resampled => &mut self.resampled,
        };
        let (theirs, own) = (deal.theirs.draw(&mut self.rng), deal.own.draw(&mut self.rng));
        let (belief, own_belief) = (deal.theirs.belief, deal.own.belief);
        self.opponent = match self.secrets {
            Secrets::Actual => pick(belief.opponents(theirs), &mut self.rng).unwrap_or(0),
            Secrets::Resampled => 0,
        };
        let [theirs, own] = [&belief.worlds()[theirs].position, &own_belief.worlds()[own].position];
        G::Information::join(theirs, own, self.player)
    }

    /// What an opponent does who plays by a model.
    fn model_move(&mut self, position: &G) -> Option<G::Move> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = G::Information::view(position, Observer::Player(position.mover()));
        let model = G::Information::opponent_models()[self.opponent - 1];
        model.logits(&view, &self.moves, &mut self.logits);
        softmax(&mut self.logits, 1.0);
        pick(&self.logits, &mut self.rng).map(|place| self.moves[place])
    }

    /// What a leaf is worth to the player.
    fn leaf_value(&mut self, position: &G) -> Value {
        if let Some(outcome) = position.outcome() {
            return value_of(outcome, self.player);
        }
        if let Some(model) = self.opponent.checked_sub(1)
            && let Some(win) = G::Information::opponent_models()[model].score_against(position, self.player)
        {
            return Value { win, draw: 0.0 };
        }
        let value = self.evaluator.rollout(position, &mut self.rng);
        if position.mover() == self.player { value } else { value.flipped() }
    }

    /// Finds the edges of this world's moves, adding those that the node does not have
    /// yet; false if there is no room for them.
    fn expand(&mut self, node: NodeId, position: &G) -> bool {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        if node == 0 && self.secrets == Secrets::Actual {
            let search_moves = self.search_moves;
            self.moves.retain(|&mv| search_moves.contains(&mv.into()));
        }
        let actual = position.mover() == self.player && self.secrets == Secrets::Actual;
        let action = |mv: G::Move| {
            let bucket = if actual { OWN } else { 1 + G::Information::bucket(position, mv) };
            InfosetAction { mv: mv.into(), bucket }
        };
        let here = &self.tree.nodes[node as usize];
        if self.moves.iter().any(|&mv| here.find(action(mv)).is_err()) {
            if !self.tree.has_room() {
                return false;
            }
            let view = G::Information::view(position, Observer::Player(position.mover()));
            self.evaluator.logits(&view, &self.moves, &mut self.logits);
            softmax(&mut self.logits, self.params.hidden_policy_temperature);
            if let Some(noise) = self.noise.filter(|_| node == 0 && actual) {
                noise.apply(&mut self.logits);
            }
            for (&mv, &prior) in self.moves.iter().zip(&self.logits) {
                if let Err(place) = self.tree.nodes[node as usize].find(action(mv)) {
                    self.tree.insert(node, place, action(mv), prior);
                }
            }
        }
        let here = &self.tree.nodes[node as usize];
        self.places.clear();
        self.places.extend(self.moves.iter().filter_map(|&mv| here.find(action(mv)).ok()));
        true
    }

    /// Selection by PUCT among the actions that this world has.
    fn select(&self, node: NodeId) -> Option<usize> {
        let edges = &self.tree.nodes[node as usize].edges;
        let (mut visits, mut score) = (0, 0.0);
        for &place in &self.places {
            visits += edges[place].visits;
            score += edges[place].score_sum();
        }
        let mean = if visits > 0 { (score / f64::from(visits)) as f32 } else { 0.5 };
        let first_play = mean - self.params.hidden_fpu_reduction;
        let cpuct =
            if self.opponent == 0 { self.params.hidden_cpuct } else { self.params.hidden_cpuct_model };
        let exploration = cpuct * ((visits + 1) as f32).sqrt();
        let puct = |place: usize| {
            let edge = &edges[place];
            edge.mean().unwrap_or(first_play) + exploration * edge.prior / (1 + edge.visits) as f32
        };
        self.places.iter().copied().max_by(|&a, &b| puct(a).total_cmp(&puct(b)))
    }

    fn backpropagate(&mut self, value: Value) {
        let score = value.score();
        for &(node, place, mover) in &self.path {
            let score = if mover == self.player { score } else { 1.0 - score };
            self.tree.nodes[node as usize].edges[place].add(score, value.draw);
        }
    }
}

/// A place by its share, or `None` if there are none.
fn pick(shares: &[f32], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let mut left = rng.random::<f32>() * shares.iter().sum::<f32>();
    let place = shares.iter().position(|share| {
        left -= share;
        left < 0.0
    });
    // Rounding may leave a little: that is the last one's.
    place.or(shares.len().checked_sub(1))
}

fn value_of(outcome: Outcome, player: Player) -> Value {
    match outcome {
        Outcome::Win(winner) if winner == player => Value::WIN,
        Outcome::Win(_) => Value::LOSS,
        Outcome::Draw => Value::DRAW,
    }
}
