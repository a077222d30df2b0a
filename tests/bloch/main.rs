//! Bloch's game: the rules core against known counts and games, and against a second
//! implementation that shares no code with it; and who may know what.

#[path = "../common/mod.rs"]
mod common;
mod data;
mod notation;
mod properties;
mod secrecy;
mod slow;
mod thinking;

use common::{generator, status, turns};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Position, Turn};
use sisku::games::{Game, History, Rules};
use sisku::search::{Belief, Evaluator, Params};

/// The default rules.
fn rules() -> Rules {
    Rules::of(Position::rule_options())
}

/// Rules with other readings: depth of camps, whether defenders advance, the draw.
fn readings(camp_depth: u32, defender_advances: u32, no_progress: u32) -> Rules {
    let mut rules = rules();
    for (name, value) in
        [("CampDepth", camp_depth), ("DefenderAdvances", defender_advances), ("NoProgress", no_progress)]
    {
        assert_eq!(rules.set(name, &value.to_string()), Ok(true), "{name}");
    }
    rules
}

/// All values of the disputed readings, and some of the draw.
fn all_readings() -> Vec<(u32, u32, u32)> {
    let mut all = Vec::new();
    for depth in [1, 2] {
        for advances in [0, 1] {
            all.extend([(depth, advances, 60), (depth, advances, 0), (depth, advances, 7)]);
        }
    }
    all
}

/// Updates a belief by an observed turn, with the handcrafted policy.
fn update(belief: &mut Belief<Position>, observed: Turn) {
    belief.update(observed, &Evaluator::new(None), &Params::HANDCRAFTED);
}

/// A game of random turns, cut off if it will not end.
fn random_game(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> History<Position> {
    random_beginning(rules, 400, rng)
}

/// At most so many random turns from the start.
fn random_beginning(rules: &Rules, length: usize, rng: &mut Xoshiro256PlusPlus) -> History<Position> {
    let mut history = History::new(Position::start(rules));
    for _ in 0..length {
        let Some(&turn) = turns(history.current()).choose(rng) else { break };
        history.push(turn);
    }
    history
}
