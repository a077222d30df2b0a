//! The 510 set-ups, and the mixed strategy over them.

use super::board::{FILES, Kind};
use super::position::Position;
use super::turn::Turn;
use crate::games::{Game, Rules, SetUp};
use rand::Rng;
use rand::seq::IndexedRandom;
use std::sync::OnceLock;

/// The mixed strategy: for each class of set-ups that are alike under the symmetries, one of them
/// and its weight. A logit equilibrium of temperature 0.02 of the game in which both choose a
/// set-up and the net says who wins (`sisku-lab setups --temperature 0.02 --weights`), as wide as
/// a uniform draw among 94. The exact equilibrium has some ten set-ups, but an opponent who knew
/// that would nearly see the pieces, which these payoffs leave out.
#[rustfmt::skip]
const STRATEGY: [([u8; FILES], u16); 86] = [
    (*b"RPSRPS", 20055), (*b"RSPRPS", 14237), (*b"RPSRSP", 9285), (*b"RPSSRP", 7430), (*b"RPSSPR", 4884),
    (*b"RSPPSR", 4374), (*b"RPSPSR", 4211), (*b"RPRSPR", 3162), (*b"RSRPSR", 2755), (*b"RPSPRP", 1803),
    (*b"RPSRRP", 1789), (*b"RPRSRP", 1580), (*b"RPPSRP", 1461), (*b"RPRSPS", 1087), (*b"RPSRSR", 831),
    (*b"RSPRRP", 790), (*b"RSPSSR", 701), (*b"RSRPPS", 659), (*b"RRSPRS", 587), (*b"RPPSPR", 552),
    (*b"RSRRPS", 490), (*b"RSRSRP", 477), (*b"RPRPSR", 473), (*b"RPPRSP", 467), (*b"RRPSRP", 423),
    (*b"RRSPSR", 387), (*b"RPRSSP", 308), (*b"RSRPRP", 292), (*b"RPSSPS", 261), (*b"RRPSPR", 256),
    (*b"RPSPPS", 246), (*b"RPPRPS", 244), (*b"RPRRSP", 240), (*b"RPRRPS", 213), (*b"RRSPRP", 173),
    (*b"RRSRPS", 171), (*b"RPRPRS", 168), (*b"RPPSSR", 150), (*b"RRSSPR", 136), (*b"RPRSSR", 124),
    (*b"RSPPPS", 119), (*b"RPPRSR", 105), (*b"RPSSSR", 102), (*b"RPRPSP", 94), (*b"RRPSRS", 89),
    (*b"RRSSRP", 87), (*b"RSSRRP", 83), (*b"RPPPSR", 79), (*b"RRSPPS", 78), (*b"RRPSPS", 77),
    (*b"RPPSPS", 73), (*b"RRPRSP", 68), (*b"RRSPPR", 63), (*b"RPPPRS", 60), (*b"RRPPSR", 58),
    (*b"RRPSSR", 57), (*b"RPRPPS", 55), (*b"RRSRSP", 47), (*b"RRPRPS", 46), (*b"RRSPSP", 43),
    (*b"RRPPRS", 39), (*b"RPPRRS", 31), (*b"RRPSSP", 24), (*b"RRSSPS", 18), (*b"RPRPRP", 13),
    (*b"RRSRPP", 13), (*b"RPRPPR", 12), (*b"RPPRRP", 11), (*b"RSRSSR", 10), (*b"RRRSPS", 6),
    (*b"RRPPSS", 5), (*b"RRPRSS", 4), (*b"RRPPSP", 4), (*b"RRSSRS", 3), (*b"RRSSSP", 3),
    (*b"RRRPSP", 3), (*b"RRPPPS", 3), (*b"RRRPPS", 2), (*b"RRRSSP", 1), (*b"RRRPSS", 1),
    (*b"RRPPRP", 1), (*b"RRSSSR", 1), (*b"RRRSPP", 1), (*b"RRPPPR", 1), (*b"RRPRPP", 0),
    (*b"RRRPPP", 0),
];

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

/// The mixed strategy: set-ups with weights.
pub(super) fn mixed() -> &'static [(Turn, f32)] {
    static MIXED: OnceLock<Vec<(Turn, f32)>> = OnceLock::new();
    MIXED.get_or_init(|| all().iter().map(|&turn| (turn, weight(turn.pieces()))).collect())
}

/// The weight of a set-up: that of its class.
fn weight(kinds: [Kind; FILES]) -> f32 {
    let images = (0..2 * Kind::TRUE.len()).map(|symmetry| image(kinds, symmetry));
    let weights = images.filter_map(|image| {
        let letters = image.map(|kind| kind.letter() as u8);
        STRATEGY.iter().find(|(class, _)| *class == letters).map(|&(_, weight)| weight)
    });
    weights.max().unwrap_or(0).into()
}

/// A set-up under a symmetry: the kinds rotated, and perhaps mirrored.
fn image(mut kinds: [Kind; FILES], symmetry: usize) -> [Kind; FILES] {
    let count = Kind::TRUE.len();
    if symmetry >= count {
        kinds.reverse();
    }
    kinds.map(|kind| Kind::TRUE[(kind.index() - 1 + symmetry) % count])
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

    fn of_text(text: &str) -> f32 {
        let of = |turn: &Turn| turn.pieces().iter().map(|kind| kind.letter()).collect::<String>();
        mixed().iter().find(|(turn, _)| of(turn) == text).map_or(0.0, |&(_, weight)| weight)
    }

    #[test]
    fn every_set_up_is_drawn_now_and_then_and_symmetric_ones_alike() {
        assert_eq!(mixed().len(), 510);
        assert!(mixed().iter().filter(|&&(_, weight)| weight > 0.0).count() > 450);
        for symmetry in 0..6 {
            let turned = image(all()[17].pieces(), symmetry);
            assert_eq!(weight(turned), weight(all()[17].pieces()));
        }
        assert_eq!(of_text("RPSRPS"), of_text("SPRSPR"));
        // Neighbours of one kind are beaten by one enemy.
        assert!(of_text("RPSRPS") > 2.0 * of_text("RRPSPS").max(of_text("RPRPRP")));
    }
}
