//! One playout: a determinization, selection and expansion in it, a leaf value, and
//! backpropagation.

use super::belief::{Belief, Beliefs};
use super::tree::{InfosetAction, NodeId, Tree};
use crate::games::{Game, HiddenPlay, Information, Observer, Outcome, Player, Value};
use crate::search::softmax::softmax;
use crate::search::{Evaluator, Params, RootNoise};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Strata of stratified sampling.
const STRATA: u32 = 24;
/// Depth limit of a playout, in decisions taken from the tree.
const MAX_DEPTH: usize = 200;

/// The bucket of the player's own actions with its actual private information.
pub(super) const OWN_BUCKET: u32 = 0;

/// Samples worlds of a belief.
struct Sampler<'a, G: Game> {
    belief: &'a Belief<G>,
    /// Cumulative weights.
    cumulative: Vec<f32>,
    /// The strata that were not sampled since the last shuffle.
    strata: Vec<u32>,
}

impl<'a, G: Game> Sampler<'a, G> {
    fn new(belief: &'a Belief<G>) -> Self {
        let mut sum = 0.0;
        let cumulative = belief.worlds().iter().map(|world| {
            sum += world.weight;
            sum
        });
        Sampler { cumulative: cumulative.collect(), belief, strata: Vec::new() }
    }

    /// Samples the index of a world by weight. Sampling is stratified without replacement of
    /// strata: less variance than independent samples.
    fn sample(&mut self, rng: &mut Xoshiro256PlusPlus) -> usize {
        if self.strata.is_empty() {
            self.strata.extend(0..STRATA);
            self.strata.shuffle(rng);
        }
        let stratum = self.strata.pop().unwrap_or(0);
        let last = self.cumulative.len() - 1;
        let point = (stratum as f32 + rng.random::<f32>()) / STRATA as f32 * self.cumulative[last];
        self.cumulative.partition_point(|&sum| sum <= point).min(last)
    }
}

/// What the worlds of a playout are sampled from.
struct WorldSampler<'a, G: Game> {
    own: Sampler<'a, G>,
    theirs: Sampler<'a, G>,
}

/// Which private information the player has in a playout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Secrets {
    /// Its actual one.
    Actual,
    /// Sampled from the public belief, so that the opponent's statistics do not depend on the
    /// player's actual private information alone.
    Resampled,
}

/// The playouts of a search: tree, samplers and buffers.
pub(super) struct Playouts<'a, G: Game> {
    pub(super) tree: Tree,
    player: Player,
    evaluator: &'a Evaluator<G>,
    params: &'a Params,
    noise: Option<RootNoise>,
    actual: WorldSampler<'a, G>,
    resampled: WorldSampler<'a, G>,
    /// The root moves searched.
    search_moves: &'a [u32],
    rng: Xoshiro256PlusPlus,
    secrets: Secrets,
    /// The opponent's type in this playout: 0 plays by the tree, others by a model.
    opponent_type: usize,
    path: Vec<(NodeId, usize, Player)>,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    /// Indices of the edges whose moves are legal in this world.
    legal_edges: Vec<usize>,
}

/// The parameters of [`Playouts::new`].
pub(super) struct PlayoutContext<'a, G: Game> {
    pub(super) beliefs: &'a Beliefs<'a, G>,
    pub(super) evaluator: &'a Evaluator<G>,
    pub(super) params: &'a Params,
    pub(super) search_moves: &'a [u32],
    pub(super) noise: Option<RootNoise>,
    pub(super) seed: u64,
}

impl<'a, G: Game> Playouts<'a, G> {
    pub(super) fn new(tree: Tree, context: &PlayoutContext<'a, G>) -> Self {
        let Beliefs { theirs, own, public } = *context.beliefs;
        Playouts {
            tree,
            player: theirs.worlds()[0].position.mover(),
            evaluator: context.evaluator,
            params: context.params,
            noise: context.noise,
            actual: WorldSampler { own: Sampler::new(own), theirs: Sampler::new(theirs) },
            resampled: WorldSampler { own: Sampler::new(public), theirs: Sampler::new(theirs) },
            search_moves: context.search_moves,
            rng: Xoshiro256PlusPlus::seed_from_u64(context.seed),
            secrets: Secrets::Resampled,
            opponent_type: 0,
            path: Vec::new(),
            moves: Vec::new(),
            logits: Vec::new(),
            legal_edges: Vec::new(),
        }
    }

    /// The posterior probability that the opponent plays by no model.
    pub(super) fn unmodelled(&self) -> f32 {
        let belief = self.actual.theirs.belief;
        belief.worlds().iter().enumerate().map(|(i, world)| world.weight * belief.opponents(i)[0]).sum()
    }

    /// Samples a move from a mixed strategy.
    pub(super) fn sample(&mut self, mixture: &[(G::Move, f64)]) -> Option<u32> {
        let weights: Vec<f32> = mixture.iter().map(|&(_, probability)| probability as f32).collect();
        sample_index(&weights, &mut self.rng).map(|index| mixture[index].0.into())
    }

    /// Runs one playout; returns the number of decisions that it took from the tree.
    pub(super) fn run(&mut self) -> usize {
        let mut position = self.sample_world();
        let mut node: NodeId = 0;
        self.path.clear();
        let value = loop {
            if let Some(outcome) = position.outcome() {
                break value_of(outcome, self.player);
            }
            let mover = position.mover();
            let mv = if self.opponent_type != 0 && mover != self.player {
                let Some(mv) = self.model_move(&position) else { break self.leaf_value(&position) };
                mv
            } else {
                if self.path.len() >= MAX_DEPTH || !self.expand(node, &position) {
                    break self.leaf_value(&position);
                }
                let Some(edge_index) = self.select(node) else { break self.leaf_value(&position) };
                self.path.push((node, edge_index, mover));
                G::Move::from(self.tree.nodes[node as usize].edges[edge_index].action.mv)
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

    /// Samples the world of a playout, and with it the opponent's type.
    fn sample_world(&mut self) -> G {
        // An opponent who plays by a model has no statistics in the tree to keep honest.
        let resamples = self.secrets == Secrets::Actual && self.opponent_type == 0;
        self.secrets = match resamples && self.rng.random_bool(self.params.resampling_rate.into()) {
            true => Secrets::Resampled,
            false => Secrets::Actual,
        };
        let sampler = match self.secrets {
            Secrets::Actual => &mut self.actual,
            Secrets::Resampled => &mut self.resampled,
        };
        let (theirs, own) = (sampler.theirs.sample(&mut self.rng), sampler.own.sample(&mut self.rng));
        let (belief, own_belief) = (sampler.theirs.belief, sampler.own.belief);
        self.opponent_type = match self.secrets {
            Secrets::Actual => sample_index(belief.opponents(theirs), &mut self.rng).unwrap_or(0),
            Secrets::Resampled => 0,
        };
        let [theirs, own] = [&belief.worlds()[theirs].position, &own_belief.worlds()[own].position];
        G::Information::join(theirs, own, self.player)
    }

    /// Samples the move of an opponent who plays by a model.
    fn model_move(&mut self, position: &G) -> Option<G::Move> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = G::Information::view(position, Observer::Player(position.mover()));
        let model = G::Information::opponent_models()[self.opponent_type - 1];
        model.logits(&view, &self.moves, &mut self.logits);
        softmax(&mut self.logits, 1.0);
        sample_index(&self.logits, &mut self.rng).map(|index| self.moves[index])
    }

    /// The value of a leaf for the player.
    fn leaf_value(&mut self, position: &G) -> Value {
        if let Some(outcome) = position.outcome() {
            return value_of(outcome, self.player);
        }
        if let Some(model) = self.opponent_type.checked_sub(1)
            && let Some(win) = G::Information::opponent_models()[model].score_against(position, self.player)
        {
            return Value { win, draw: 0.0 };
        }
        let value = self.evaluator.rollout(position, &mut self.rng);
        if position.mover() == self.player { value } else { value.flipped() }
    }

    /// Expansion: finds the edges of the moves legal in this world, adding those that the node
    /// does not have yet; false if the tree is full.
    fn expand(&mut self, node: NodeId, position: &G) -> bool {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        if node == 0 && self.secrets == Secrets::Actual {
            let search_moves = self.search_moves;
            self.moves.retain(|&mv| search_moves.contains(&mv.into()));
        }
        let actual = position.mover() == self.player && self.secrets == Secrets::Actual;
        let action = |mv: G::Move| {
            let bucket = if actual { OWN_BUCKET } else { 1 + G::Information::bucket(position, mv) };
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
                if let Err(edge_index) = self.tree.nodes[node as usize].find(action(mv)) {
                    self.tree.insert(node, edge_index, action(mv), prior);
                }
            }
        }
        let here = &self.tree.nodes[node as usize];
        self.legal_edges.clear();
        self.legal_edges.extend(self.moves.iter().filter_map(|&mv| here.find(action(mv)).ok()));
        true
    }

    /// Selection by PUCT among the actions legal in this world.
    fn select(&self, node: NodeId) -> Option<usize> {
        let edges = &self.tree.nodes[node as usize].edges;
        let (mut visits, mut score) = (0, 0.0);
        for &edge_index in &self.legal_edges {
            visits += edges[edge_index].visits;
            score += edges[edge_index].score_sum();
        }
        let mean = if visits > 0 { (score / f64::from(visits)) as f32 } else { 0.5 };
        let fpu = mean - self.params.hidden_fpu_reduction;
        let cpuct =
            if self.opponent_type == 0 { self.params.hidden_cpuct } else { self.params.hidden_cpuct_model };
        let exploration = cpuct * ((visits + 1) as f32).sqrt();
        let puct = |edge_index: usize| {
            let edge = &edges[edge_index];
            edge.mean().unwrap_or(fpu) + exploration * edge.prior / (1 + edge.visits) as f32
        };
        self.legal_edges.iter().copied().max_by(|&a, &b| puct(a).total_cmp(&puct(b)))
    }

    fn backpropagate(&mut self, value: Value) {
        let score = value.score();
        for &(node, edge_index, mover) in &self.path {
            let score = if mover == self.player { score } else { 1.0 - score };
            self.tree.nodes[node as usize].edges[edge_index].add(score, value.draw);
        }
    }
}

/// Samples an index by weight; `None` if there are none.
fn sample_index(weights: &[f32], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    let mut left = rng.random::<f32>() * weights.iter().sum::<f32>();
    let index = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding may leave a rest, which is the last one's.
    index.or(weights.len().checked_sub(1))
}

fn value_of(outcome: Outcome, player: Player) -> Value {
    match outcome {
        Outcome::Win(winner) if winner == player => Value::WIN,
        Outcome::Win(_) => Value::LOSS,
        Outcome::Draw => Value::DRAW,
    }
}
