//! Start positions: the usual one and those drawn at random.

use super::board::{Board, Cell};
use super::position::{Position, Role};
use crate::games::hex::small::ROWS;
use crate::games::{Player, Rules, SetUp};
use rand::Rng;
use rand::seq::SliceRandom;

use Role::{Paper as P, Rock as R, Scissors as S, Wise as W};

/// The cubes of one side, in the order of its spaces: the back row from the left,
/// then the front row, where the middle space holds two, the lower one first.
type Army = [Role; 14];

const BACK: usize = 6;
const FRONT: usize = 7;
/// The index in an army of the lower cube of the stack.
const STACK: usize = BACK + FRONT / 2;

const CLASSIC: Army = [R, P, S, R, P, S, P, S, R, W, W, S, R, P];

/// The ways to set up.
pub(super) const fn all<B: Board>() -> &'static [SetUp<Position<B>>] {
    &[
        SetUp { name: "classic", self_play: 0.25, draw: |rules, _| classic(rules) },
        SetUp { name: "half-random", self_play: 0.5, draw: half_random },
        SetUp { name: "full-random", self_play: 0.25, draw: full_random },
    ]
}

/// The usual start position.
pub(super) fn classic<B: Board>(rules: &Rules) -> Position<B> {
    facing(rules, CLASSIC)
}

/// White at random, black its central reflection.
pub(super) fn half_random<B: Board>(rules: &Rules, rng: &mut dyn Rng) -> Position<B> {
    facing(rules, shuffled(rng))
}

/// Each side at random.
pub(super) fn full_random<B: Board>(rules: &Rules, rng: &mut dyn Rng) -> Position<B> {
    let white = shuffled(rng);
    deploy(rules, white, shuffled(rng))
}

/// An army against its own central reflection.
fn facing<B: Board>(rules: &Rules, army: Army) -> Position<B> {
    deploy(rules, army, army)
}

/// Puts two armies on the board, each as its own player sees it.
fn deploy<B: Board>(rules: &Rules, white: Army, black: Army) -> Position<B> {
    let mut position = Position::empty(rules);
    for (player, army) in [(Player::One, white), (Player::Two, black)] {
        for (place, role) in army.into_iter().enumerate() {
            let cell = cell_of::<B>(player, place);
            if place == STACK + 1 {
                position.pile(player, role, cell);
            } else {
                position.put(player, role, cell);
            }
        }
    }
    position
}

/// The cell of a place in a player's army.
fn cell_of<B: Board>(player: Player, place: usize) -> Cell {
    let (row, column) = match place {
        0..BACK => (0, place),
        BACK..=STACK => (1, place - BACK),
        _ => (1, place - BACK - 1),
    };
    let length = if row == 0 { BACK } else { FRONT };
    let (row, column) = match player {
        Player::One => (row, column),
        Player::Two => (ROWS - 1 - row, length - 1 - column),
    };
    debug_assert_eq!(B::LENGTHS[row], length);
    Cell(crate::games::hex::small::bit(row, column, length) as u8)
}

fn shuffled(rng: &mut dyn Rng) -> Army {
    let mut army = CLASSIC;
    army.shuffle(rng);
    if army[STACK + 1] == W && army[STACK] != W {
        army.swap(STACK, STACK + 1);
    }
    army
}
