//! The 510 ways to set up.

use super::board::{FILES, Kind};
use super::position::Position;
use super::turn::Turn;
use crate::games::{Game, Rules};
use rand::Rng;
use rand::seq::IndexedRandom;
use std::sync::OnceLock;

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
