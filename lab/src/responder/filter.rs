//! The Bayes filter: the games that the engine may have observed, each with its secrets, and
//! how likely each is if it plays as the oracle says.

use super::Tally;
use super::oracle::Policy;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Action, Hidden, Kind, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Player};
use std::sync::atomic::Ordering::Relaxed;

/// Worlds that are less likely than this are given up, relative to the likeliest one.
const LEAST: f64 = 1e-7;

/// Somebody who knows a player's strategy.
pub trait Strategist {
    /// How likely the player plays each turn after the game as it observed it.
    fn policy(&mut self, observed: &History<Position>) -> Policy;
    /// What was counted.
    fn tally(&self) -> &Tally;
}

/// A game as the engine may have observed it.
#[derive(Clone)]
pub struct World {
    /// With the engine's secrets, without the responder's.
    pub theirs: History<Position>,
    /// Its posterior probability.
    pub weight: f64,
}

/// What a responder infers of the engine's secrets.
pub struct Filter {
    me: Player,
    game: History<Position>,
    worlds: Vec<World>,
}

/// A turn as the other player is told it.
fn told(turn: Turn) -> Turn {
    match turn.action() {
        Action::SetUp => Turn::set_up([Kind::Unknown; 6]),
        Action::Barter => Turn::barter(turn.from(), Kind::Unknown),
        _ => turn,
    }
}

impl Filter {
    /// Before anything was played of a game, as the player now to move observed it.
    pub fn new(game: &History<Position>) -> Filter {
        let me = game.current().mover();
        let determinizations = Hidden::determinizations(game.start(), !me);
        let worlds = determinizations.into_iter().map(|(position, weight)| World {
            theirs: History::new(Hidden::initial_view(&position, Observer::Player(!me))),
            weight: weight.into(),
        });
        Filter { me, worlds: worlds.collect(), game: History::new(*game.start()) }
    }

    /// Whether this is about the beginning of a game.
    pub fn precedes(&self, game: &History<Position>) -> bool {
        self.me == game.current().mover()
            && self.game.start() == game.start()
            && game.moves().starts_with(self.game.moves())
    }

    /// The possible worlds.
    pub fn worlds(&self) -> &[World] {
        &self.worlds
    }

    /// Takes in what was observed since, with at most `most` questions to the oracle for each
    /// turn.
    pub fn follow(
        &mut self,
        game: &History<Position>,
        oracle: &mut impl Strategist,
        most: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        for &turn in &game.moves()[self.game.moves().len()..] {
            if self.game.current().mover() == self.me {
                let turn = told(turn);
                self.worlds
                    .retain(|world| !Hidden::meanings(world.theirs.current(), turn, !self.me).is_empty());
                self.worlds.iter_mut().for_each(|world| world.theirs.push(turn));
            } else {
                self.weigh(turn, oracle, most, rng);
            }
            self.game.push(turn);
            self.normalize();
        }
    }

    /// The Bayes update by a turn of the engine. Worlds that the oracle is not asked about get
    /// the mean likelihood of those in which a piece of the same kind acts.
    fn weigh(&mut self, turn: Turn, oracle: &mut impl Strategist, most: usize, rng: &mut Xoshiro256PlusPlus) {
        let them = !self.me;
        let mut possible: Vec<(World, Turn)> = Vec::new();
        for world in &self.worlds {
            for meaning in Hidden::meanings(world.theirs.current(), turn, them) {
                possible.push((world.clone(), meaning));
            }
        }
        let choices = crate::legal_moves(self.game.current()).len();
        if turn.action() != Action::SetUp && choices > 1 && possible.len() > 1 {
            let asked = sample(&possible, most, rng);
            let mut means = [(0.0, 0.0); 5];
            let mut known: Vec<Option<f64>> = vec![None; possible.len()];
            for i in asked {
                let (world, meaning) = &possible[i];
                let policy = oracle.policy(&world.theirs);
                let chosen = Hidden::chosen(*meaning);
                let likelihood = policy.iter().find(|(other, _)| *other == chosen).map_or(0.0, |&(_, p)| p);
                known[i] = Some(likelihood);
                for k in [acting(world, *meaning), means.len() - 1] {
                    means[k].0 += world.weight * likelihood;
                    means[k].1 += world.weight;
                }
            }
            let (mut foreseen, mut all) = (0.0, 0.0);
            let mean = |(sum, weight): (f64, f64)| if weight > 0.0 { Some(sum / weight) } else { None };
            for ((world, meaning), known) in possible.iter_mut().zip(known) {
                let pooled = || mean(means[acting(world, *meaning)]).or(mean(means[4])).unwrap_or(1.0);
                let likelihood = known.unwrap_or_else(pooled);
                foreseen += world.weight * likelihood;
                all += world.weight;
                world.weight *= likelihood;
            }
            let tally = oracle.tally();
            tally.turns.fetch_add(1, Relaxed);
            tally.foreseen.fetch_add((1e6 * foreseen / f64::max(all, 1e-300)) as u64, Relaxed);
        }
        let played = possible.into_iter().map(|(mut world, meaning)| {
            world.theirs.push(meaning);
            world
        });
        self.worlds = played.collect();
    }

    fn normalize(&mut self) {
        let most = self.worlds.iter().map(|world| world.weight).fold(0.0, f64::max);
        self.worlds.retain(|world| world.weight >= most * LEAST);
        let sum: f64 = self.worlds.iter().map(|world| world.weight).sum();
        self.worlds.iter_mut().for_each(|world| world.weight /= sum);
    }
}

/// The kind of the piece that acts in a turn.
fn acting(world: &World, turn: Turn) -> usize {
    world.theirs.current().piece(turn.from()).map_or(0, |(_, kind)| kind.index())
}

/// At most so many of them, the likelier the more often, each once (weighted sampling without
/// replacement, Efraimidis and Spirakis 2006).
fn sample(possible: &[(World, Turn)], most: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<usize> {
    let mut keyed: Vec<(f64, usize)> = possible
        .iter()
        .enumerate()
        .map(|(i, (world, _))| (rng.random::<f64>().max(1e-12).ln() / world.weight.max(1e-300), i))
        .collect();
    keyed.sort_by(|a, b| b.0.total_cmp(&a.0));
    keyed.into_iter().take(most).map(|(_, i)| i).collect()
}
