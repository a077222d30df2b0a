//! The responder's search: information-set Monte Carlo tree search over the posterior, with
//! the engine's evaluator at the leaves and its policy as priors (PUCT). Where the oracle was
//! asked what the engine replies in a world, it replies so; further down it is an opponent
//! who knows its own pieces.

use super::filter::{Strategist, World};
use super::oracle::{Oracle, Policy};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Hidden, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Outcome, Player};
use sisku::search::Evaluator;
use std::collections::HashMap;

/// The exploration constant of PUCT.
const CPUCT: f32 = 1.0;
/// Visits of a turn from which on the oracle is asked about the reply to it.
const ASKED_FROM: u32 = 20;
/// What a turn without visits is thought to lose against the mean.
const FIRST_PLAY_REDUCTION: f32 = 0.1;

/// A turn at a node, apart for each kind of the piece of the engine's that acts.
struct Edge {
    turn: Turn,
    kind: usize,
    prior: f32,
    visits: u32,
    total: f32,
    children: Vec<(Turn, usize)>,
}

#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
}

/// A search of the responder.
pub struct LookAhead<'a> {
    me: Player,
    worlds: &'a [World],
    /// The worlds with the responder's own secrets.
    positions: Vec<Position>,
    evaluator: &'a Evaluator<Position>,
    oracle: &'a mut Oracle,
    /// Questions to the oracle that are left.
    replies: usize,
    /// What the oracle said, by world and turn.
    asked: HashMap<(usize, Turn), Policy>,
    nodes: Vec<Node>,
}

impl<'a> LookAhead<'a> {
    /// A search of a position as the responder sees it.
    pub fn new(
        view: &Position,
        worlds: &'a [World],
        evaluator: &'a Evaluator<Position>,
        oracle: &'a mut Oracle,
        replies: usize,
    ) -> Self {
        let me = view.mover();
        let positions = worlds.iter().map(|world| Hidden::join(view, world.theirs.current(), !me)).collect();
        let (nodes, asked) = (vec![Node::default()], HashMap::new());
        LookAhead { me, worlds, positions, evaluator, oracle, replies, asked, nodes }
    }

    /// The turn visited most after so many iterations.
    pub fn best(mut self, iterations: u64, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        for _ in 0..iterations.max(1) {
            let world = self.draw(rng);
            self.iterate(world, rng);
        }
        self.nodes[0].edges.iter().max_by_key(|edge| edge.visits).map(|edge| edge.turn)
    }

    /// Draws a world from the posterior.
    fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let mut left: f64 = rng.random();
        for (i, world) in self.worlds.iter().enumerate() {
            left -= world.weight;
            if left < 0.0 {
                return i;
            }
        }
        self.worlds.len().saturating_sub(1)
    }

    fn iterate(&mut self, world: usize, rng: &mut Xoshiro256PlusPlus) {
        let mut position = self.positions[world];
        let mut path: Vec<(usize, usize, Player)> = Vec::new();
        let mut node = 0;
        // The score of player one.
        let score = loop {
            match position.outcome() {
                Some(Outcome::Win(winner)) => break f32::from(u8::from(winner == Player::One)),
                Some(Outcome::Draw) => break 0.5,
                None => {}
            }
            let mover = position.mover();
            let turns = crate::legal_moves(&position);
            let fresh = self.nodes[node].edges.is_empty();
            let found = self.available(node, &position, &turns);
            if fresh && node != 0 {
                let value = self.evaluator.rollout(&position, rng).score();
                break if mover == Player::One { value } else { 1.0 - value };
            }
            let replied = match path[..] {
                [(_, edge, _)] => self.reply(world, edge, rng),
                _ => None,
            };
            let kept = replied
                .and_then(|turn| found.iter().copied().find(|&i| self.nodes[node].edges[i].turn == turn));
            let Some(chosen) = kept.or_else(|| self.select(node, &found)) else { break 0.5 };
            let turn = self.nodes[node].edges[chosen].turn;
            path.push((node, chosen, mover));
            let observed = Hidden::observed(&position, turn, Observer::Player(self.me));
            position.play(turn);
            let next = self.nodes.len();
            let children = &mut self.nodes[node].edges[chosen].children;
            node = match children.iter().find(|(same, _)| *same == observed) {
                Some(&(_, child)) => child,
                None => {
                    children.push((observed, next));
                    self.nodes.push(Node::default());
                    next
                }
            };
        };
        for (node, edge, mover) in path {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.total += if mover == Player::One { score } else { 1.0 - score };
        }
    }

    /// The edges of the legal turns in a world, made where there are none yet.
    fn available(&mut self, node: usize, position: &Position, turns: &[Turn]) -> Vec<usize> {
        let mover = position.mover();
        let kind = |turn: Turn| match mover == self.me {
            true => 0,
            false => position.piece(turn.from()).map_or(0, |(_, kind)| kind.index()),
        };
        let node = &mut self.nodes[node];
        let mut priors: Option<Vec<f32>> = None;
        let mut found = Vec::with_capacity(turns.len());
        let mut hint = 0;
        for (i, &turn) in turns.iter().enumerate() {
            let (known, kind) = (node.edges.len(), kind(turn));
            let same = |&place: &usize| node.edges[place].turn == turn && node.edges[place].kind == kind;
            let place = (hint..known).chain(0..hint.min(known)).find(same).unwrap_or_else(|| {
                let priors = priors.get_or_insert_with(|| {
                    let view = Hidden::view(position, Observer::Player(mover));
                    self.evaluator.policy(&view, turns)
                });
                let prior = priors.get(i).copied().unwrap_or(0.0);
                node.edges.push(Edge { turn, kind, prior, visits: 0, total: 0.0, children: Vec::new() });
                known
            });
            found.push(place);
            hint = place + 1;
        }
        found
    }

    /// The edge of the greatest upper bound.
    fn select(&self, node: usize, found: &[usize]) -> Option<usize> {
        let edges = &self.nodes[node].edges;
        let (mut visits, mut total) = (0, 0.0);
        for &i in found {
            visits += edges[i].visits;
            total += edges[i].total;
        }
        let mean = if visits > 0 { total / visits as f32 } else { 0.5 };
        let root = CPUCT * (visits.max(1) as f32).sqrt();
        let bound = |edge: &Edge| {
            let value = match edge.visits {
                0 => mean - FIRST_PLAY_REDUCTION,
                visits => edge.total / visits as f32,
            };
            value + root * edge.prior / (1 + edge.visits) as f32
        };
        let bounds = found.iter().map(|&i| (i, bound(&edges[i])));
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }

    /// The engine's reply in a world to the turn of a root edge, as the oracle says, if it was
    /// asked or may be.
    fn reply(&mut self, world: usize, edge: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let Edge { turn, visits, .. } = self.nodes[0].edges[edge];
        let policy = match self.asked.get(&(world, turn)) {
            Some(policy) => policy,
            None => {
                self.replies = self.replies.checked_sub(1).filter(|_| visits >= ASKED_FROM)?;
                let told = Hidden::observed(&self.positions[world], turn, Observer::Player(!self.me));
                let mut theirs: History<Position> = self.worlds[world].theirs.clone();
                theirs.push(told);
                let policy = self.oracle.policy(&theirs);
                self.asked.entry((world, turn)).or_insert(policy)
            }
        };
        let mut left = rng.random::<f64>() * policy.iter().map(|(_, p)| p).sum::<f64>();
        for &(turn, p) in policy {
            left -= p;
            if left < 0.0 {
                return Some(turn);
            }
        }
        None
    }
}
