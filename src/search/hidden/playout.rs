//! One playout: a determinization, selection and expansion in it, a leaf value, and
//! backpropagation.

use super::belief::{Belief, Beliefs};
use super::tree::{Action, Edge, Infoset, NodeId, Row, Tree};
use crate::games::{Game, HiddenPlay, Information, Observer, Outcome, Player, Value};
use crate::search::softmax::softmax;
use crate::search::{Evaluator, Params, RootNoise};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

/// Strata of stratified sampling.
const STRATA: u32 = 24;
/// Depth limit of a playout, in decisions taken from the tree.
const MAX_DEPTH: usize = 200;

/// The bucket of the player's own actions with its actual private information.
pub(super) const OWN_BUCKET: u32 = 0;
/// Tells the player's actual private information from the same one resampled.
const ACTUAL_SALT: u64 = 0x5eed_0f0d_d5ec_2e75;

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
    count: u64,
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
    path: Vec<(NodeId, (Row, u32), Player)>,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    /// Visits and score of the entries that a selection is from.
    pooled: Vec<(f32, f32)>,
}

/// The parameters of [`Playouts::new`].
pub(super) struct PlayoutContext<'a, G: Game> {
    pub(super) beliefs: &'a Beliefs<'a, G>,
    pub(super) evaluator: &'a Evaluator<G>,
    pub(super) params: &'a Params,
    pub(super) search_moves: &'a [u32],
    pub(super) noise: Option<RootNoise>,
    pub(super) seed: u64,
    /// Memory of the tree, in bytes.
    pub(super) memory: usize,
}

impl<G: Game> Clone for PlayoutContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for PlayoutContext<'_, G> {}

impl<'a, G: Game> Playouts<'a, G> {
    pub(super) fn new(context: &PlayoutContext<'a, G>) -> Self {
        let Beliefs { theirs, own, public } = *context.beliefs;
        Playouts {
            tree: Tree::new(context.memory),
            count: 0,
            player: theirs.worlds()[0].position.mover(),
            evaluator: context.evaluator,
            params: context.params,
            noise: context.noise,
            actual: WorldSampler { own: Sampler::new(own), theirs: Sampler::new(theirs) },
            resampled: WorldSampler { own: Sampler::new(public), theirs: Sampler::new(theirs) },
            search_moves: context.search_moves,
            rng: Xoshiro256PlusPlus::seed_from_u64(context.seed),
            secrets: Secrets::Resampled,
            path: Vec::new(),
            moves: Vec::new(),
            logits: Vec::new(),
            pooled: Vec::new(),
        }
    }

    /// Samples a move from a mixed strategy.
    pub(super) fn sample(&mut self, mixture: &[(u32, f64)]) -> Option<u32> {
        let chosen = mixture.choose_weighted(&mut self.rng, |&(_, probability)| probability);
        chosen.ok().map(|&(mv, _)| mv)
    }

    /// The number of playouts so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The root's actions with the player's actual private information.
    pub(super) fn root_edges(&self) -> Vec<Edge> {
        let edges = self.tree.nodes[0].edges.iter();
        edges.filter(|edge| edge.action.bucket == OWN_BUCKET).copied().collect()
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
            if self.path.len() >= MAX_DEPTH {
                break self.leaf_value(&position);
            }
            let row = self.infoset(node, &position);
            let Some((row, action)) = row.and_then(|row| Some((row, self.select(node, row)?))) else {
                break self.leaf_value(&position);
            };
            self.path.push((node, (row, action), mover));
            let edge = self.tree.entries(row)[action as usize].edge;
            let mv = G::Move::from(self.tree.nodes[node as usize].edges[edge as usize].action.mv);
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
        self.count += 1;
        self.path.len()
    }

    /// Samples the world of a playout.
    fn sample_world(&mut self) -> G {
        let resamples = self.secrets == Secrets::Actual;
        self.secrets = match resamples && self.rng.random_bool(self.params.resampling_rate.into()) {
            true => Secrets::Resampled,
            false => Secrets::Actual,
        };
        let sampler = match self.secrets {
            Secrets::Actual => &mut self.actual,
            Secrets::Resampled => &mut self.resampled,
        };
        let (theirs, own) = (sampler.theirs.sample(&mut self.rng), sampler.own.sample(&mut self.rng));
        let [theirs, own] = [(&sampler.theirs, theirs), (&sampler.own, own)]
            .map(|(sampler, world)| &sampler.belief.worlds()[world].position);
        G::Information::join(theirs, own, self.player)
    }

    /// The value of a leaf for the player.
    fn leaf_value(&mut self, position: &G) -> Value {
        if let Some(outcome) = position.outcome() {
            return value_of(outcome, self.player);
        }
        let value = self.evaluator.rollout(position, &mut self.rng);
        if position.mover() == self.player { value } else { value.flipped() }
    }

    /// The information set of the mover in this world, expanded if it was not; `None` if the
    /// tree is full.
    fn infoset(&mut self, node: NodeId, position: &G) -> Option<Row> {
        let actual = position.mover() == self.player && self.secrets == Secrets::Actual;
        let secret = G::Information::secret_key(position) ^ if actual { ACTUAL_SALT } else { 0 };
        let infoset = Infoset { node, secret };
        if let Some(row) = self.tree.row(infoset) {
            return Some(row);
        }
        if !self.tree.has_room() {
            return None;
        }
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        if node == 0 && actual {
            let search_moves = self.search_moves;
            self.moves.retain(|&mv| search_moves.contains(&mv.into()));
        }
        let view = G::Information::view(position, Observer::Player(position.mover()));
        self.evaluator.logits(&view, &self.moves, &mut self.logits);
        softmax(&mut self.logits, self.params.hidden_policy_temperature);
        let action = |mv: G::Move| {
            let bucket = if actual { OWN_BUCKET } else { 1 + G::Information::bucket(position, mv) };
            Action { mv: mv.into(), bucket }
        };
        let priors = self.moves.iter().map(|&mv| action(mv)).zip(self.logits.iter().copied());
        let row = self.tree.expand(infoset, priors);
        if let Some(noise) = self.noise.filter(|_| node == 0 && actual) {
            noise.apply(&mut self.logits);
            self.tree.set_priors(row, &self.logits);
        }
        Some(row)
    }

    /// Selection by PUCT among the actions of an information set; the index of an entry.
    fn select(&mut self, node: NodeId, row: Row) -> Option<u32> {
        let (edges, entries) = (&self.tree.nodes[node as usize].edges, self.tree.entries(row));
        let share = self.params.pooling_share;
        let (mut visits, mut score) = (0.0, 0.0);
        self.pooled.clear();
        self.pooled.extend(entries.iter().map(|entry| {
            let (n, w) = entry.pooled(&edges[entry.edge as usize], share);
            visits += n;
            score += w;
            (n, w)
        }));
        let mean = if visits > 0.0 { score / visits } else { 0.5 };
        let fpu = mean - self.params.hidden_fpu_reduction;
        let exploration = self.params.hidden_cpuct * (visits + 1.0).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (i, (entry, &(n, w))) in entries.iter().zip(&self.pooled).enumerate() {
            let mean = if n > 0.0 { w / n } else { fpu };
            let value = mean + exploration * entry.prior / (1.0 + n);
            if value >= most {
                (best, most) = (Some(i as u32), value);
            }
        }
        best
    }

    fn backpropagate(&mut self, value: Value) {
        let score = value.score();
        for &(node, action, mover) in &self.path {
            let score = if mover == self.player { score } else { 1.0 - score };
            self.tree.add_result(node, action, score, value.draw);
        }
    }
}

fn value_of(outcome: Outcome, player: Player) -> Value {
    match outcome {
        Outcome::Win(winner) if winner == player => Value::WIN,
        Outcome::Win(_) => Value::LOSS,
        Outcome::Draw => Value::DRAW,
    }
}
