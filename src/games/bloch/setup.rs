//! The 510 ways to set up, and which of them to choose how often.

use super::board::{FILES, Kind};
use super::position::Position;
use super::turn::Turn;
use crate::games::{Game, Rules};
use crate::math;
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use std::sync::OnceLock;

/// What a pair of neighbours of the same kind costs in chances to win: what beats one of
/// them beats the other. This and the next were fitted to thousands of games between evenly
/// drawn set-ups (docs/bloch.md).
const LIKE_NEIGHBOURS: f32 = 0.05;
/// What it costs to begin without one of the kinds.
const KIND_MISSING: f32 = 0.07;
/// How much better set-ups are preferred. Always taking the best would tell the opponent
/// too much: with this the draw is still as wide as one among some 200 alike.
const PREFERENCE: f32 = 40.0;

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

/// A set-up as a player who wants to win draws it.
pub(super) fn mixed(rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
    let weight = |turn: &Turn| math::exp(PREFERENCE * worth(&turn.pieces()));
    all().choose_weighted(rng, weight).ok().copied()
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
    use rand::SeedableRng;
    use std::collections::HashMap;

    #[test]
    fn better_set_ups_are_drawn_more_often_but_not_only_they() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut drawn: HashMap<String, usize> = HashMap::new();
        for _ in 0..20_000 {
            let kinds = mixed(&mut rng).expect("a set-up").pieces();
            *drawn.entry(kinds.iter().map(|kind| kind.letter()).collect()).or_default() += 1;
        }
        let times = |text: &str| drawn.get(text).copied().unwrap_or(0);
        assert!(drawn.len() > 400, "{} of 510", drawn.len());
        assert!(times("RPSRPS") > 2 * times("RRPSPS"), "{} {}", times("RPSRPS"), times("RRPSPS"));
        assert!(times("RPSRPS") > 2 * times("RPRPRP"), "{} {}", times("RPSRPS"), times("RPRPRP"));
    }
}
