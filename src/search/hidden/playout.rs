//! One playout: through the tree in one world, a guess at its end, and back.

use super::tree::{Choice, NodeId, Tree};
use crate::games::{Game, Knowledge, Outcome, Player, Reader, World};
use crate::math;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// Weight of curiosity against results.
const EXPLORATION: f32 = 1.1;
/// What a move not yet tried is expected to fall short of its node.
const FIRST_PLAY_REDUCTION: f32 = 0.05;
/// Flattens the priors.
const TEMPERATURE: f32 = 1.3;
/// No playout goes deeper into the tree.
const DEEPEST: usize = 200;

/// What all playouts of a search share.
pub struct Playouts<'a, G: Game> {
    pub tree: Tree,
    pub player: Player,
    knowledge: &'a G::Knowledge,
    worlds: &'a [World<G>],
    /// Sums of the weights up to each world.
    sums: Vec<f32>,
    /// The moves considered at the root.
    among: &'a [u32],
    rng: Xoshiro256PlusPlus,
    path: Vec<(NodeId, usize, Player)>,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    /// The places among a node's edges of the moves that this world has.
    places: Vec<usize>,
}

impl<'a, G: Game> Playouts<'a, G> {
    pub fn new(
        tree: Tree,
        knowledge: &'a G::Knowledge,
        worlds: &'a [World<G>],
        among: &'a [u32],
        rng: Xoshiro256PlusPlus,
    ) -> Self {
        let mut sum = 0.0;
        let sums = worlds.iter().map(|world| {
            sum += world.weight;
            sum
        });
        Playouts {
            tree,
            player: worlds[0].position.mover(),
            knowledge,
            sums: sums.collect(),
            worlds,
            among,
            rng,
            path: Vec::new(),
            moves: Vec::new(),
            logits: Vec::new(),
            places: Vec::new(),
        }
    }

    /// A world, by its weight.
    fn sample(&mut self) -> G {
        let last = self.sums.len() - 1;
        let point = self.rng.random::<f32>() * self.sums[last];
        let i = self.sums.partition_point(|&sum| sum <= point).min(last);
        self.worlds[i].position.clone()
    }

    /// Runs one playout; returns the number of moves it went deep.
    pub fn run(&mut self) -> usize {
        let mut position = self.sample();
        let reader = Reader::Player(self.player);
        let mut node: NodeId = 0;
        self.path.clear();
        let score = loop {
            if let Some(outcome) = position.outcome() {
                break score_of(outcome, self.player);
            }
            let mover = position.mover();
            if self.path.len() >= DEEPEST || !self.list(node, &position) {
                break self.guess(&position);
            }
            let Some(place) = self.select(node) else { break self.guess(&position) };
            let mv = G::Move::from(self.tree.nodes[node as usize].edges[place].choice.mv);
            self.path.push((node, place, mover));
            let told = position.told(mv, reader).into();
            position.play(mv);
            match self.tree.nodes[node as usize].child(told) {
                Some(child) => node = child,
                None => {
                    self.tree.add(node, told);
                    break self.guess(&position);
                }
            }
        };
        self.back_up(score);
        self.path.len()
    }

    /// The score of the player as it may turn out from here.
    fn guess(&mut self, position: &G) -> f32 {
        if let Some(outcome) = position.outcome() {
            return score_of(outcome, self.player);
        }
        let score = self.knowledge.play_out(position, &mut self.rng).score();
        if position.mover() == self.player { score } else { 1.0 - score }
    }

    /// Finds the edges of this world's moves, adding those that the node does not have
    /// yet; false if there is no room for them.
    fn list(&mut self, node: NodeId, position: &G) -> bool {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        if node == 0 {
            let among = self.among;
            self.moves.retain(|&mv| among.contains(&mv.into()));
        }
        let theirs = position.mover() != self.player;
        let knowledge = self.knowledge;
        let choice = |mv: G::Move| {
            // Of its own secrets the player is certain: they bear on nothing.
            let secret = if theirs { knowledge.secret(position, mv) } else { 0 };
            Choice { mv: mv.into(), secret }
        };
        let here = &self.tree.nodes[node as usize];
        if self.moves.iter().any(|&mv| here.find(choice(mv)).is_err()) {
            if !self.tree.has_room() {
                return false;
            }
            let view = position.view(Reader::Player(position.mover()));
            knowledge.logits(&view, &self.moves, &mut self.logits);
            softmax(&mut self.logits);
            for (&mv, &prior) in self.moves.iter().zip(&self.logits) {
                if let Err(place) = self.tree.nodes[node as usize].find(choice(mv)) {
                    self.tree.insert(node, place, choice(mv), prior);
                }
            }
        }
        let here = &self.tree.nodes[node as usize];
        self.places.clear();
        self.places.extend(self.moves.iter().filter_map(|&mv| here.find(choice(mv)).ok()));
        true
    }

    /// The edge to go along: the best sum of result and curiosity.
    fn select(&self, node: NodeId) -> Option<usize> {
        let edges = &self.tree.nodes[node as usize].edges;
        let (mut visits, mut score) = (0, 0.0);
        for &place in &self.places {
            visits += edges[place].visits;
            score += edges[place].score;
        }
        let mean = if visits > 0 { (score / f64::from(visits)) as f32 } else { 0.5 };
        let expected = mean - FIRST_PLAY_REDUCTION;
        let curiosity = EXPLORATION * ((visits + 1) as f32).sqrt();
        let urgency = |place: usize| {
            let edge = &edges[place];
            let result = if edge.visits > 0 { edge.mean() } else { expected };
            result + curiosity * edge.prior / (1 + edge.visits) as f32
        };
        self.places.iter().copied().max_by(|&a, &b| urgency(a).total_cmp(&urgency(b)))
    }

    fn back_up(&mut self, score: f32) {
        for &(node, place, mover) in &self.path {
            let edge = &mut self.tree.nodes[node as usize].edges[place];
            edge.visits += 1;
            edge.score += f64::from(if mover == self.player { score } else { 1.0 - score });
        }
    }
}

fn score_of(outcome: Outcome, player: Player) -> f32 {
    match outcome {
        Outcome::Win(winner) if winner == player => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}

fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = math::exp((*logit - most) / TEMPERATURE);
        sum += *logit;
    }
    logits.iter_mut().for_each(|share| *share /= sum);
}
