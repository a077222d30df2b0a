//! Single-observer information-set Monte Carlo tree search, as published: P. I. Cowling,
//! E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions
//! on Computational Intelligence and AI in Games 4 (2), 2012.
//!
//! Each iteration draws a world that fits the view, all alike, and descends one tree by UCB1
//! with availability counts; moves are played at random to the end. What an attack announces
//! leads to different nodes below the same statistics.

use super::counted::Counted;
use crate::opponents::{Agent, goes_on};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Hidden, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Outcome, Player};
use sisku::search::Limits;
use std::time::Instant;

/// The exploration constant of UCB1.
const EXPLORATION: f32 = 0.7;
/// Turns of a playout, after which it counts as a draw.
const LONGEST: usize = 300;

/// A move at a node.
struct Edge {
    turn: Turn,
    visits: u32,
    available: u32,
    /// Sum of results for the player who moves here.
    total: f32,
    /// Where it leads, by what is announced.
    children: Vec<(Turn, usize)>,
}

#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
}

impl Node {
    /// The edges of some legal moves, made where there are none yet. Moves of a node come in
    /// the same order in all worlds, so each is looked for where the last one was found.
    fn available(&mut self, turns: &[Turn], found: &mut Vec<usize>) {
        found.clear();
        let mut hint = 0;
        for &turn in turns {
            let known = self.edges.len();
            let place = (hint..known).chain(0..hint.min(known)).find(|&i| self.edges[i].turn == turn);
            let place = place.unwrap_or_else(|| {
                self.edges.push(Edge { turn, visits: 0, available: 0, total: 0.0, children: Vec::new() });
                known
            });
            self.edges[place].available += 1;
            found.push(place);
            hint = place + 1;
        }
    }

    /// The edge to follow: one that is not visited yet, else the one of the greatest bound.
    fn select(&self, found: &[usize], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
        let fresh = found.iter().filter(|&&i| self.edges[i].visits == 0).count();
        if fresh > 0 {
            let nth = rng.random_range(0..fresh);
            return found.iter().copied().filter(|&i| self.edges[i].visits == 0).nth(nth);
        }
        let bound = |i: usize| {
            let edge = &self.edges[i];
            let visits = edge.visits as f32;
            edge.total / visits + EXPLORATION * ((edge.available as f32).ln() / visits).sqrt()
        };
        let bounds = found.iter().map(|&i| (i, bound(i)));
        bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    }
}

/// A tree, and what each iteration uses again.
struct Tree {
    me: Player,
    nodes: Vec<Node>,
    turns: Vec<Turn>,
    found: Vec<usize>,
    path: Vec<(usize, usize, Player)>,
}

impl Tree {
    fn new(me: Player) -> Tree {
        Tree { me, nodes: vec![Node::default()], turns: Vec::new(), found: Vec::new(), path: Vec::new() }
    }

    /// One iteration in a world: selection, expansion, playout, backpropagation.
    fn iterate(&mut self, mut world: Position, rng: &mut Xoshiro256PlusPlus) {
        self.path.clear();
        let mut node = 0;
        while world.outcome().is_none() {
            self.turns.clear();
            world.legal_moves(&mut self.turns);
            self.nodes[node].available(&self.turns, &mut self.found);
            let Some(chosen) = self.nodes[node].select(&self.found, rng) else { break };
            let turn = self.nodes[node].edges[chosen].turn;
            self.path.push((node, chosen, world.mover()));
            let announced = Hidden::observed(&world, turn, Observer::Player(self.me));
            world.play(turn);
            if self.nodes[node].edges[chosen].visits == 0 {
                break;
            }
            let fresh = self.nodes.len();
            let children = &mut self.nodes[node].edges[chosen].children;
            node = match children.iter().find(|(same, _)| *same == announced) {
                Some(&(_, child)) => child,
                None => {
                    children.push((announced, fresh));
                    self.nodes.push(Node::default());
                    fresh
                }
            };
        }
        let winner = self.playout(world, rng);
        for &(node, edge, mover) in &self.path {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.total += winner.map_or(0.5, |winner| f32::from(u8::from(winner == mover)));
        }
    }

    /// Plays at random to the end; the winner.
    fn playout(&mut self, mut world: Position, rng: &mut Xoshiro256PlusPlus) -> Option<Player> {
        for _ in 0..LONGEST {
            match world.outcome() {
                Some(Outcome::Win(winner)) => return Some(winner),
                Some(Outcome::Draw) => return None,
                None => {}
            }
            self.turns.clear();
            world.legal_moves(&mut self.turns);
            world.play(*self.turns.choose(rng)?);
        }
        None
    }

    /// The move visited most.
    fn answer(&self) -> Option<Turn> {
        self.nodes[0].edges.iter().max_by_key(|edge| edge.visits).map(|edge| edge.turn)
    }
}

/// The information-set searcher.
pub struct Ismcts {
    /// Iterations are counted as nodes.
    pub limits: Limits,
}

impl Agent for Ismcts {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let begun = Instant::now();
        let turns = crate::legal_moves(game.current());
        if let Some(turn) = super::set_up(&turns, rng) {
            return Some(turn);
        }
        let counted = Counted::new(game.current());
        let mut tree = Tree::new(counted.me);
        let mut iterations = 0;
        while goes_on(&self.limits, iterations, begun) {
            tree.iterate(*counted.worlds.choose(rng)?, rng);
            iterations += 1;
        }
        tree.answer()
    }
}
