//! One playout: through the tree in one world, a guess at its end, and back.

use super::run::Task;
use super::tree::{Choice, NodeId, Tree};
use crate::games::{Game, Knowledge, Outcome, Player, Reader, World};
use crate::math;
use crate::search::{Judge, Noise};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Weight of curiosity against results.
const EXPLORATION: f32 = 0.6;
/// The same against an opponent with a habit: most results are good ones then, and differ
/// by little.
const EXPLORATION_OF_HABITS: f32 = 0.4;
/// What a move not yet tried is expected to fall short of its node.
const FIRST_PLAY_REDUCTION: f32 = 0.05;
/// Flattens the priors.
const TEMPERATURE: f32 = 1.3;
/// How often a playout is followed by one in which the player has other secrets. All of
/// the opponent's learning from these alone would be purer, and was measured to be worse:
/// too little is left to learn from.
const DOUBLES: f64 = 0.8;
/// Parts into which the weight of all worlds is cut.
const PARTS: u32 = 24;
/// No playout goes deeper into the tree.
const DEEPEST: usize = 200;

/// The secret of the player's own choices with the secrets that it really has.
pub const OWN: u32 = 0;

/// Worlds to draw from.
struct Urn<'a, G> {
    worlds: &'a [World<G>],
    /// Sums of the weights up to each world.
    sums: Vec<f32>,
    /// The parts of the whole weight that were not drawn from since the last shuffle.
    parts: Vec<u32>,
}

impl<'a, G> Urn<'a, G> {
    fn new(worlds: &'a [World<G>]) -> Self {
        let mut sum = 0.0;
        let sums = worlds.iter().map(|world| {
            sum += world.weight;
            sum
        });
        Urn { sums: sums.collect(), worlds, parts: Vec::new() }
    }

    /// A world by its weight. All parts of the weight have their turn before one comes
    /// again, so that less is left to chance than if each draw stood alone.
    fn draw(&mut self, rng: &mut Xoshiro256PlusPlus) -> &'a World<G> {
        if self.parts.is_empty() {
            self.parts.extend(0..PARTS);
            self.parts.shuffle(rng);
        }
        let part = self.parts.pop().unwrap_or(0);
        let last = self.sums.len() - 1;
        let point = (part as f32 + rng.random::<f32>()) / PARTS as f32 * self.sums[last];
        &self.worlds[self.sums.partition_point(|&sum| sum <= point).min(last)]
    }
}

/// What the players have in playouts of one role.
struct Deal<'a, G> {
    own: Urn<'a, G>,
    theirs: Urn<'a, G>,
}

/// Whose secrets the player is given in a playout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Its own.
    Itself,
    /// Any that it may have. What the opponent learns in these it may know; without
    /// them it would learn the player's secrets along with everything else.
    Double,
}

/// What all playouts of a search share.
pub struct Playouts<'a, G: Game> {
    pub tree: Tree,
    pub player: Player,
    judge: &'a Judge<G>,
    noise: Option<Noise>,
    itself: Deal<'a, G>,
    double: Deal<'a, G>,
    /// The moves that the player itself considers at the root.
    among: &'a [u32],
    rng: Xoshiro256PlusPlus,
    role: Role,
    /// How the opponent chooses in this playout.
    habit: usize,
    path: Vec<(NodeId, usize, Player)>,
    moves: Vec<G::Move>,
    logits: Vec<f32>,
    /// The places among a node's edges of the moves that this world has.
    places: Vec<usize>,
}

impl<'a, G: Game> Playouts<'a, G> {
    pub fn new(tree: Tree, task: &Task<'a, G>) -> Self {
        let worlds = task.worlds;
        Playouts {
            tree,
            player: worlds.theirs[0].position.mover(),
            judge: task.judge,
            noise: task.noise,
            itself: Deal { own: Urn::new(worlds.own), theirs: Urn::new(worlds.theirs) },
            double: Deal { own: Urn::new(worlds.suspected), theirs: Urn::new(worlds.theirs) },
            among: task.among,
            rng: Xoshiro256PlusPlus::seed_from_u64(task.settings.seed),
            role: Role::Double,
            habit: 0,
            path: Vec::new(),
            moves: Vec::new(),
            logits: Vec::new(),
            places: Vec::new(),
        }
    }

    /// How likely it is that the opponent thinks.
    pub fn thinking(&self) -> f32 {
        self.itself.theirs.worlds.iter().map(|world| world.weight * world.habits[0]).sum()
    }

    /// Draws from a mixture.
    pub fn draw(&mut self, mixture: &[(G::Move, f64)]) -> Option<u32> {
        let shares: Vec<f32> = mixture.iter().map(|&(_, share)| share as f32).collect();
        pick(&shares, &mut self.rng).map(|place| mixture[place].0.into())
    }

    /// Runs one playout; returns the number of moves it went deep.
    pub fn run(&mut self) -> usize {
        // An opponent who does not think learns nothing, so that there is no need to.
        let doubles = self.role == Role::Itself && self.habit == 0;
        self.role = match doubles && self.rng.random_bool(DOUBLES) {
            true => Role::Double,
            false => Role::Itself,
        };
        let deal = match self.role {
            Role::Itself => &mut self.itself,
            Role::Double => &mut self.double,
        };
        let (theirs, own) = (deal.theirs.draw(&mut self.rng), deal.own.draw(&mut self.rng));
        self.habit = match self.role {
            Role::Itself => pick(&theirs.habits, &mut self.rng).unwrap_or(0),
            Role::Double => 0,
        };
        let mut position = self.judge.by_hand().join(&theirs.position, &own.position, self.player);
        let mut node: NodeId = 0;
        self.path.clear();
        let score = loop {
            if let Some(outcome) = position.outcome() {
                break score_of(outcome, self.player);
            }
            let mover = position.mover();
            let mv = if self.habit != 0 && mover != self.player {
                let Some(mv) = self.habitual(&position) else { break self.guess(&position) };
                mv
            } else {
                if self.path.len() >= DEEPEST || !self.list(node, &position) {
                    break self.guess(&position);
                }
                let Some(place) = self.select(node) else { break self.guess(&position) };
                self.path.push((node, place, mover));
                G::Move::from(self.tree.nodes[node as usize].edges[place].choice.mv)
            };
            let told = position.told(mv, Reader::Public).into();
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

    /// What an opponent with a habit does.
    fn habitual(&mut self, position: &G) -> Option<G::Move> {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = position.view(Reader::Player(position.mover()));
        self.judge.by_hand().habit(self.habit, &view, &self.moves, &mut self.logits);
        softmax(&mut self.logits, 1.0);
        pick(&self.logits, &mut self.rng).map(|place| self.moves[place])
    }

    /// The score of the player as it may turn out from here.
    fn guess(&mut self, position: &G) -> f32 {
        if let Some(outcome) = position.outcome() {
            return score_of(outcome, self.player);
        }
        if self.habit != 0
            && let Some(score) = self.judge.by_hand().against(self.habit, position, self.player)
        {
            return score;
        }
        let score = self.judge.play_out(position, &mut self.rng).score();
        if position.mover() == self.player { score } else { 1.0 - score }
    }

    /// Finds the edges of this world's moves, adding those that the node does not have
    /// yet; false if there is no room for them.
    fn list(&mut self, node: NodeId, position: &G) -> bool {
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        if node == 0 && self.role == Role::Itself {
            let among = self.among;
            self.moves.retain(|&mv| among.contains(&mv.into()));
        }
        let itself = position.mover() == self.player && self.role == Role::Itself;
        let knowledge = self.judge.by_hand();
        let choice = |mv: G::Move| {
            let secret = if itself { OWN } else { 1 + knowledge.secret(position, mv) };
            Choice { mv: mv.into(), secret }
        };
        let here = &self.tree.nodes[node as usize];
        if self.moves.iter().any(|&mv| here.find(choice(mv)).is_err()) {
            if !self.tree.has_room() {
                return false;
            }
            let view = position.view(Reader::Player(position.mover()));
            self.judge.logits(&view, &self.moves, &mut self.logits);
            softmax(&mut self.logits, TEMPERATURE);
            if let Some(noise) = self.noise.filter(|_| node == 0 && itself) {
                noise.apply(&mut self.logits);
            }
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
        let exploration = if self.habit == 0 { EXPLORATION } else { EXPLORATION_OF_HABITS };
        let curiosity = exploration * ((visits + 1) as f32).sqrt();
        let urgency = |place: usize| {
            let edge = &edges[place];
            edge.mean().unwrap_or(expected) + curiosity * edge.prior / (1 + edge.visits) as f32
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

fn score_of(outcome: Outcome, player: Player) -> f32 {
    match outcome {
        Outcome::Win(winner) if winner == player => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}

fn softmax(logits: &mut [f32], temperature: f32) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = math::exp((*logit - most) / temperature);
        sum += *logit;
    }
    logits.iter_mut().for_each(|share| *share /= sum);
}
