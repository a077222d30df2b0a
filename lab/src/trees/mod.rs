//! Small games as whole extensive-form trees: exploitability and CFR+ on them, and their
//! export for other programs, so that ours can be checked against an independent
//! implementation (`lab/openspiel.py`).

mod cfr;
mod command;
mod counting;
mod efg;
#[cfg(test)]
mod tests;

pub use command::TreeArgs;

use crate::small::{self, Small};
use crate::tiny::{self, Tiny};
use sisku::games::{Game, History, Information, Notation, Observer, Outcome, Player};
use std::collections::HashMap;

/// A game whose tree fits into memory: what is dealt is drawn evenly, then there is no chance.
pub trait SmallGame: Game {
    /// Every deal that ends after so many turns, with a number for each player's part of it.
    fn deals(horizon: u8) -> Vec<(Self, [u32; 2])>;
    /// A turn in notation.
    fn label(position: &Self, turn: Self::Move) -> String;
    /// What a position looks worth to a player who counts pieces and the ranks that they have come
    /// ahead.
    fn material(&self, player: Player) -> f64;
}

/// All pairs of hands.
fn pairs<H: Copy, G>(hands: &[H], deal: impl Fn([H; 2]) -> G) -> Vec<(G, [u32; 2])> {
    let mut deals = Vec::new();
    for (i, &one) in (0..).zip(hands) {
        for (j, &two) in (0..).zip(hands) {
            deals.push((deal([one, two]), [i, j]));
        }
    }
    deals
}

/// The value of a win, in pieces.
const WIN: f64 = 20.0;
/// The value of a rank ahead.
const RANK: f64 = 0.2;

/// What a player has more than the other, given the ranks that the pieces on the board have come.
fn material<'a, P: Iterator<Item = u8> + 'a>(
    outcome: Option<Outcome>,
    player: Player,
    progress: impl Fn(Player) -> P,
) -> f64 {
    match outcome {
        Some(Outcome::Win(winner)) => return if winner == player { WIN } else { -WIN },
        Some(Outcome::Draw) => return 0.0,
        None => {}
    }
    let worth = |player| progress(player).map(|ranks| 1.0 + RANK * f64::from(ranks)).sum::<f64>();
    worth(player) - worth(!player)
}

impl SmallGame for Tiny {
    /// The horizon is part of the rules of the tiny game.
    fn deals(_: u8) -> Vec<(Self, [u32; 2])> {
        pairs(&tiny::hands().collect::<Vec<_>>(), Tiny::deal)
    }

    fn label(position: &Self, turn: Self::Move) -> String {
        position.ugi_move(turn)
    }

    fn material(&self, player: Player) -> f64 {
        material(self.outcome(), player, |player| self.progress(player))
    }
}

impl SmallGame for Small {
    fn deals(horizon: u8) -> Vec<(Self, [u32; 2])> {
        pairs(&small::hands().collect::<Vec<_>>(), |hands| Small::deal(hands, horizon))
    }

    fn label(_: &Self, turn: Self::Move) -> String {
        turn.text()
    }

    fn material(&self, player: Player) -> f64 {
        material(self.outcome(), player, |player| self.progress(player))
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// The end, with player one's winnings.
    Terminal(i8),
    /// A decision. The children follow each other, in the order of the actions.
    Decision {
        /// The number of the information set.
        set: u32,
        /// The number of the first child.
        first: u32,
    },
}

/// An information set.
#[derive(Clone, Debug)]
pub struct InformationSet {
    /// Who decides.
    pub player: Player,
    /// The legal turns.
    pub actions: Vec<String>,
    /// A history in it: the number of the deal, and the turns.
    example: (usize, Vec<u32>),
}

/// The tree of a game. Its first nodes are the deals, all equally likely.
pub struct Tree {
    /// Number of deals.
    pub deals: usize,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The information sets.
    pub sets: Vec<InformationSet>,
}

/// What is remembered while a tree is made: what each player has observed is a number, made of
/// the number before and the observation.
#[derive(Default)]
struct Interned {
    observations: HashMap<(u32, u32), u32>,
    sets: HashMap<(Player, u32), u32>,
}

impl Interned {
    /// Deals come first: their numbers are those of observations after none.
    fn observe(&mut self, before: u32, observation: u32) -> u32 {
        let fresh = self.observations.len() as u32 + 1;
        *self.observations.entry((before, observation)).or_insert(fresh)
    }
}

impl Tree {
    /// The tree of a game; an error if it has more than so many nodes.
    pub fn new<G: SmallGame>(horizon: u8, most: usize) -> anyhow::Result<Tree> {
        let deals = G::deals(horizon);
        let nodes = vec![Node::Terminal(0); deals.len()];
        let mut tree = Tree { deals: deals.len(), nodes, sets: Vec::new() };
        let mut interned = Interned::default();
        for (deal, (position, hands)) in deals.iter().enumerate() {
            let seen = [0, 1].map(|player| interned.observe(0, (player << 16) as u32 | hands[player]));
            let mut path = (deal, Vec::new());
            tree.grow(deal, position, seen, &mut path, &mut interned);
            anyhow::ensure!(
                tree.nodes.len() <= most,
                "the tree has more than {most} nodes: a shorter horizon"
            );
        }
        Ok(tree)
    }

    fn grow<G: SmallGame>(
        &mut self,
        node: usize,
        position: &G,
        seen: [u32; 2],
        path: &mut (usize, Vec<u32>),
        interned: &mut Interned,
    ) {
        if let Some(outcome) = position.outcome() {
            let winnings = match outcome {
                Outcome::Draw => 0,
                Outcome::Win(Player::One) => 1,
                Outcome::Win(Player::Two) => -1,
            };
            self.nodes[node] = Node::Terminal(winnings);
            return;
        }
        let player = position.mover();
        let turns = crate::legal_moves(position);
        let fresh = self.sets.len() as u32;
        let set = *interned.sets.entry((player, seen[player.index()])).or_insert(fresh);
        if set == fresh {
            let actions = turns.iter().map(|&turn| G::label(position, turn)).collect();
            self.sets.push(InformationSet { player, actions, example: path.clone() });
        }
        let first = self.nodes.len();
        self.nodes.resize(first + turns.len(), Node::Terminal(0));
        self.nodes[node] = Node::Decision { set, first: first as u32 };
        for (i, turn) in turns.into_iter().enumerate() {
            let mut next = position.clone();
            next.play(turn);
            let after = Player::BOTH.map(|player| {
                let observed = G::Information::observed(position, turn, Observer::Player(player));
                interned.observe(seen[player.index()], observed.into())
            });
            path.1.push(turn.into());
            self.grow(first + i, &next, after, path, interned);
            path.1.pop();
        }
    }

    /// A game that leads to an information set, as its player observed it.
    pub fn observed<G: SmallGame>(&self, set: &InformationSet, horizon: u8) -> Option<History<G>> {
        let (deal, turns) = &set.example;
        let (position, _) = G::deals(horizon).into_iter().nth(*deal)?;
        let mut history = History::new(position);
        turns.iter().for_each(|&turn| history.push(turn.into()));
        Some(history.observed(Observer::Player(set.player)))
    }

    /// Number of terminal nodes.
    pub fn terminals(&self) -> usize {
        self.nodes.iter().filter(|node| matches!(node, Node::Terminal(_))).count()
    }
}
