//! The insider's search: a tree over what it observes, with PUCT at its own turns; the
//! yardstick's own code replies in the world drawn. The engine's evaluator values leaves, its
//! policy is the prior.

use super::model::Model;
use crate::responder::filter::World;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Hidden, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Outcome, Player};
use sisku::search::Evaluator;
use std::collections::HashMap;

/// The exploration constant of PUCT.
const CPUCT: f32 = 0.8;
/// What a turn without visits is thought to lose against the mean.
const FIRST_PLAY_REDUCTION: f32 = 0.05;
/// The policy is flattened by this power, since it was not made for this opponent.
const FLATTENED: f32 = 0.7;

/// An own turn at a node.
struct Edge {
    turn: Turn,
    prior: f32,
    visits: u32,
    total: f32,
}

/// What the insider has observed. Without edges where the yardstick is to move.
#[derive(Default)]
struct Node {
    visits: u32,
    edges: Vec<Edge>,
    /// Where what is observed next leads.
    children: HashMap<Turn, usize>,
}

/// A search of a turn.
pub struct LookAhead<'a> {
    me: Player,
    worlds: &'a [World],
    /// The worlds with the insider's own secrets.
    positions: Vec<Position>,
    nodes: Vec<Node>,
}

impl<'a> LookAhead<'a> {
    /// A search of a position as the insider sees it.
    pub fn new(view: &Position, worlds: &'a [World]) -> Self {
        let me = view.mover();
        let positions = worlds.iter().map(|world| Hidden::join(view, world.theirs.current(), !me)).collect();
        LookAhead { me, worlds, positions, nodes: vec![Node::default()] }
    }

    /// The turn visited most.
    pub fn answer(&self) -> Option<Turn> {
        self.nodes[0].edges.iter().max_by_key(|edge| edge.visits).map(|edge| edge.turn)
    }

    /// A world, drawn from the posterior.
    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let mut left: f64 = rng.random();
        let drawn = self.worlds.iter().position(|world| {
            left -= world.weight;
            left < 0.0
        });
        drawn.unwrap_or(self.worlds.len().saturating_sub(1))
    }

    /// One iteration: selection, expansion, evaluation, backpropagation.
    pub fn iterate(
        &mut self,
        evaluator: &Evaluator<Position>,
        model: &mut Model,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let world = self.draw(rng);
        let Some(mut position) = self.positions.get(world).copied() else { return };
        // The turns as the yardstick is told them.
        let mut told: Vec<Turn> = Vec::new();
        let (mut nodes, mut edges) = (vec![0], Vec::new());
        let mut node = 0;
        let score = loop {
            match position.outcome() {
                Some(Outcome::Win(winner)) => break f32::from(u8::from(winner == self.me)),
                Some(Outcome::Draw) => break 0.5,
                None => {}
            }
            let mine = position.mover() == self.me;
            if node != 0 && self.nodes[node].visits == 0 {
                let value = evaluator.rollout(&position, rng).score();
                break if mine { value } else { 1.0 - value };
            }
            if mine && self.nodes[node].edges.is_empty() {
                self.expand(node, &position, evaluator);
            }
            let turn = if mine {
                let Some(edge) = self.select(node) else { break 0.5 };
                edges.push((node, edge));
                self.nodes[node].edges[edge].turn
            } else {
                let mut theirs: History<Position> = self.worlds[world].theirs.clone();
                told.iter().for_each(|&turn| theirs.push(turn));
                let Some(turn) = model.reply(&theirs, rng.random()) else { break 0.5 };
                turn
            };
            told.push(Hidden::observed(&position, turn, Observer::Player(!self.me)));
            let observed = Hidden::observed(&position, turn, Observer::Player(self.me));
            position.play(turn);
            let fresh = self.nodes.len();
            node = *self.nodes[node].children.entry(observed).or_insert(fresh);
            if node == fresh {
                self.nodes.push(Node::default());
            }
            nodes.push(node);
        };
        nodes.into_iter().for_each(|node| self.nodes[node].visits += 1);
        for (node, edge) in edges {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.total += score;
        }
    }

    fn expand(&mut self, node: usize, position: &Position, evaluator: &Evaluator<Position>) {
        let turns = crate::legal_moves(position);
        let view = Hidden::view(position, Observer::Player(self.me));
        let mut priors = evaluator.policy(&view, &turns);
        priors.iter_mut().for_each(|prior| *prior = prior.powf(FLATTENED));
        let sum: f32 = priors.iter().sum();
        let edges = turns.into_iter().zip(priors);
        let edge = |(turn, prior): (Turn, f32)| Edge { turn, prior: prior / sum, visits: 0, total: 0.0 };
        self.nodes[node].edges = edges.map(edge).collect();
    }

    /// The edge of the greatest upper bound.
    fn select(&self, node: usize) -> Option<usize> {
        let edges = &self.nodes[node].edges;
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let total: f32 = edges.iter().map(|edge| edge.total).sum();
        let mean = if visits > 0 { total / visits as f32 } else { 0.5 };
        let exploration = CPUCT * ((visits + 1) as f32).sqrt();
        let bound = |edge: &Edge| {
            let value = match edge.visits {
                0 => mean - FIRST_PLAY_REDUCTION,
                visits => edge.total / visits as f32,
            };
            value + exploration * edge.prior / (1 + edge.visits) as f32
        };
        let bounds = edges.iter().map(bound).enumerate();
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }
}
