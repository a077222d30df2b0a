//! The 510 set-ups, and the mixed strategy over them.

use super::board::{FILES, Kind};
use super::position::Position;
use super::turn::Turn;
use crate::games::{Game, Rules, SetUp};
use crate::math;
use rand::Rng;
use rand::seq::IndexedRandom;
use std::sync::OnceLock;

/// The cost in win probability of a pair of neighbours of the same kind: one enemy beats both.
/// This and the next were fitted to thousands of games between uniformly random set-ups
/// (docs/experiments.md).
const LIKE_NEIGHBOURS: f32 = 0.05;
/// The cost of a set-up without one of the kinds.
const KIND_MISSING: f32 = 0.07;
/// Inverse temperature of the mixed strategy. Only the best set-ups would be too predictable:
/// with this the entropy is that of some 200 equally likely ones.
const INVERSE_TEMPERATURE: f32 = 40.0;

/// The ways to begin a game.
pub(super) const ALL: &[SetUp<Position>] = &[
    SetUp { name: "classic", self_play: 0.0, draw: |rules, _| Position::empty(rules) },
    SetUp { name: "half-random", self_play: 0.0, draw: half_random },
    // In self-play, one side's set-up must carry no information about the other's.
    SetUp { name: "full-random", self_play: 1.0, draw: full_random },
];

/// Every set-up, in the order of kinds from file a on.
pub fn all() -> &'static [Turn] {
    static ALL: OnceLock<Vec<Turn>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut turns = Vec::new();
        extend(&mut turns, [Kind::Unknown; FILES], 0);
        turns
    })
}

fn extend(turns: &mut Vec<Turn>, mut kinds: [Kind; FILES], file: usize) {
    if file == FILES {
        turns.push(Turn::set_up(kinds));
        return;
    }
    for kind in Kind::TRUE {
        let used = kinds[..file].iter().filter(|&&other| other == kind).count();
        if used < usize::from(Kind::EACH) {
            kinds[file] = kind;
            extend(turns, kinds, file + 1);
        }
    }
}

/// The mixed strategy: set-ups with weights, a softmax of their values up to a factor.
pub(super) fn mixed() -> Vec<(Turn, f32)> {
    all()
        .iter()
        .map(|&turn| (turn, math::exp(INVERSE_TEMPERATURE * relative_value(&turn.pieces()))))
        .collect()
}

/// Win probability against uniformly random set-ups, relative to the best set-ups.
fn relative_value(kinds: &[Kind; FILES]) -> f32 {
    let like = kinds.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let missing = Kind::TRUE.iter().filter(|kind| !kinds.contains(kind)).count();
    -LIKE_NEIGHBOURS * like as f32 - KIND_MISSING * missing as f32
}

/// A uniformly random set-up.
fn uniform(rng: &mut dyn Rng) -> Turn {
    all().choose(rng).copied().unwrap_or(Turn::PASS)
}

/// Player one at random, player two its central reflection.
pub(super) fn half_random(rules: &Rules, rng: &mut dyn Rng) -> Position {
    let one = uniform(rng);
    let mut kinds = one.pieces();
    kinds.reverse();
    deployed(rules, [one, Turn::set_up(kinds)])
}

/// Each player at random.
pub(super) fn full_random(rules: &Rules, rng: &mut dyn Rng) -> Position {
    let one = uniform(rng);
    deployed(rules, [one, uniform(rng)])
}

fn deployed(rules: &Rules, set_ups: [Turn; 2]) -> Position {
    let mut position = Position::empty(rules);
    set_ups.into_iter().for_each(|turn| position.play(turn));
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_set_ups_are_preferred_but_not_alone() {
        let weight = |text: &str| {
            let of = |turn: &Turn| turn.pieces().iter().map(|kind| kind.letter()).collect::<String>();
            mixed().iter().find(|(turn, _)| of(turn) == text).map_or(0.0, |&(_, weight)| weight)
        };
        assert_eq!(mixed().len(), 510);
        assert!(mixed().iter().all(|&(_, weight)| weight > 0.0));
        let (best, like, missing) = (weight("RPSRPS"), weight("RRPSPS"), weight("RPRPRP"));
        assert!(best > 2.0 * like && best > 2.0 * missing, "{best} {like} {missing}");
    }
}
