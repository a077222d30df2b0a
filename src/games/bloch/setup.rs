//! The 510 ways to set up, and which of them to choose how often.

use super::board::{FILES, Kind};
use super::position::Position;
use super::turn::Turn;
use crate::games::{Game, Rules, SetUp};
use crate::math;
use rand::Rng;
use rand::seq::IndexedRandom;
use std::sync::OnceLock;

/// What a pair of neighbours of the same kind costs in chances to win: what beats one of
/// them beats the other. This and the next were fitted to thousands of games between evenly
/// drawn set-ups (docs/experiments.md).
const LIKE_NEIGHBOURS: f32 = 0.05;
/// What it costs to begin without one of the kinds.
const KIND_MISSING: f32 = 0.07;
/// How much better set-ups are preferred. Always taking the best would tell the opponent
/// too much: with this the draw is still as wide as one among some 200 alike.
const PREFERENCE: f32 = 40.0;

/// The ways to begin a game.
pub(super) const ALL: &[SetUp<Position>] = &[
    SetUp { name: "classic", self_play: 0.0, draw: |rules, _| Position::empty(rules) },
    SetUp { name: "half-random", self_play: 0.0, draw: half_random },
    // In self-play nobody must be able to tell one side's set-up from the other's.
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

/// How often a player who wants to win should choose each set-up, up to a factor.
pub(super) fn mixed() -> Vec<(Turn, f32)> {
    all().iter().map(|&turn| (turn, math::exp(PREFERENCE * worth(&turn.pieces())))).collect()
}

/// Chances to win against an even draw, compared with the best set-ups.
fn worth(kinds: &[Kind; FILES]) -> f32 {
    let like = kinds.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let missing = Kind::TRUE.iter().filter(|kind| !kinds.contains(kind)).count();
    -LIKE_NEIGHBOURS * like as f32 - KIND_MISSING * missing as f32
}

/// One of the 510, each as likely as the others.
fn any(rng: &mut dyn Rng) -> Turn {
    all().choose(rng).copied().unwrap_or(Turn::PASS)
}

/// Player one at random, player two its central reflection.
pub(super) fn half_random(rules: &Rules, rng: &mut dyn Rng) -> Position {
    let one = any(rng);
    let mut kinds = one.pieces();
    kinds.reverse();
    deployed(rules, [one, Turn::set_up(kinds)])
}

/// Each player at random.
pub(super) fn full_random(rules: &Rules, rng: &mut dyn Rng) -> Position {
    let one = any(rng);
    deployed(rules, [one, any(rng)])
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
