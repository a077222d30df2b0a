//! A yardstick's own code, asked how likely it plays each turn.

use crate::generator;
use crate::opponents::Name;
use crate::responder::Tally;
use crate::responder::filter::Strategist;
use crate::responder::oracle::Policy;
use crate::yardsticks::{Expectimax, Guard, Replies, Runner, Valuing, chances};
use sisku::games::bloch::{Position, Turn};
use sisku::games::{History, Observer};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// How often a yardstick that looks at worlds drawn at random is asked: about a turn that it played,
/// and about one that it may play.
const DRAWS: [usize; 2] = [16, 2];
/// What is given to a turn that it was not seen to play, if it draws worlds, and if it does not: such
/// a world is dropped unless all of them are.
const DRAWN_FLOOR: f64 = 0.002;
const FLOOR: f64 = 1e-9;

/// The yardsticks whose choice is the greatest of some values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yardstick {
    /// The counting runner.
    Runner,
    /// Two plies of expectimax.
    Expectimax,
    /// The guard.
    Guard,
}

impl Yardstick {
    /// By the name of a player.
    pub fn of(name: Name) -> Option<Yardstick> {
        match name {
            Name::Runner => Some(Yardstick::Runner),
            Name::Expectimax => Some(Yardstick::Expectimax),
            Name::Guard => Some(Yardstick::Guard),
            _ => None,
        }
    }
}

/// A yardstick's strategy, remembered along a game.
pub struct Model {
    of: Yardstick,
    /// By what the yardstick has observed.
    known: HashMap<(u64, usize), Policy>,
    /// What expectimax found, by what everybody has observed.
    replies: HashMap<u64, Replies>,
    tally: Arc<Tally>,
}

/// A number for a game as it was observed (FNV-1a).
fn key(observed: &History<Position>) -> u64 {
    observed.moves().iter().fold(0xcbf2_9ce4_8422_2325, |key, &turn| {
        (key ^ u64::from(u32::from(turn))).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Model {
    /// The model of a yardstick.
    pub fn new(of: Yardstick, tally: Arc<Tally>) -> Model {
        Model { of, known: HashMap::new(), replies: HashMap::new(), tally }
    }

    /// Forgets a game.
    pub fn forget(&mut self) {
        self.known.clear();
        self.replies.clear();
    }

    /// How likely it replies with each turn, asked less thoroughly than [`Strategist::policy`].
    pub fn reply(&mut self, observed: &History<Position>, random: f64) -> Option<Turn> {
        draw(self.known(observed, DRAWS[1]), random)
    }

    fn known(&mut self, observed: &History<Position>, draws: usize) -> &Policy {
        let key = (key(observed), draws);
        if !self.known.contains_key(&key) {
            let policy = self.ask(observed, draws);
            self.known.insert(key, policy);
        }
        &self.known[&key]
    }

    fn ask(&mut self, observed: &History<Position>, draws: usize) -> Policy {
        let turns = crate::legal_moves(observed.current());
        if turns.len() == 1 {
            return vec![(turns[0], 1.0)];
        }
        self.tally.searches.fetch_add(1, Relaxed);
        // Every set of pieces is asked with the same chance: what differs is theirs.
        let public = key(&observed.observed(Observer::Public));
        let mut rng = generator(public, draws as u64);
        let (mut policy, drawn) = match self.of {
            Yardstick::Runner => (chances(&Runner.values(observed, &mut rng)), false),
            Yardstick::Guard => (chances(&Guard.values(observed, &mut rng)), false),
            Yardstick::Expectimax => {
                let replies = self.replies.entry(public).or_default();
                Expectimax::policy(observed, draws, replies, &mut rng)
            }
        };
        let floor = if drawn { DRAWN_FLOOR } else { FLOOR };
        policy.extend(turns.into_iter().map(|turn| (turn, floor)));
        merged(policy)
    }
}

/// Each turn once, with the sum of its probabilities.
fn merged(policy: Policy) -> Policy {
    let mut merged = Policy::new();
    for (turn, p) in policy {
        match merged.iter_mut().find(|(same, _)| *same == turn) {
            Some((_, sum)) => *sum += p,
            None => merged.push((turn, p)),
        }
    }
    merged
}

impl Strategist for Model {
    fn policy(&mut self, observed: &History<Position>) -> Policy {
        self.known(observed, DRAWS[0]).clone()
    }

    fn tally(&self) -> &Tally {
        &self.tally
    }
}

/// A turn drawn from a policy; its sum may differ from 1.
fn draw(policy: &Policy, random: f64) -> Option<Turn> {
    let mut left = random * policy.iter().map(|(_, p)| p).sum::<f64>();
    let drawn = policy.iter().find(|(_, p)| {
        left -= p;
        left < 0.0
    });
    drawn.or(policy.last()).map(|&(turn, _)| turn)
}
