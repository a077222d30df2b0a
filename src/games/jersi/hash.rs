//! Random words for the hash of a position.

use super::board::Cell;
use super::position::Role;
use crate::games::Player;
use crate::math::mix;

/// Which of the two cubes of a cell is meant.
#[derive(Clone, Copy)]
pub(super) enum Level {
    /// A single cube, the upper one of a stack, one on a mountain, the upper mountain
    /// of a wall.
    Top,
    /// The lower cube of a stack, and the only or lower mountain.
    Bottom,
}

const PLANES: usize = 32;

/// A word for each level, player, role and cell.
static WORDS: [u64; PLANES * 128] = {
    let mut words = [0; PLANES * 128];
    let mut i = 0;
    while i < words.len() {
        words[i] = mix(1 << 40 | i as u64);
        i += 1;
    }
    words
};

/// The word of a cube.
#[inline(always)]
pub(super) fn cube(level: Level, player: Player, role: Role, cell: Cell) -> u64 {
    let plane = (level as usize) << 4 | player.index() << 3 | role as usize;
    WORDS[(plane << 7 | cell.index()) & (PLANES * 128 - 1)]
}

/// The word of a fact other than a cube: which kind of fact, and its value.
pub(super) fn fact(kind: Fact, value: u64) -> u64 {
    mix((kind as u64) << 48 | value)
}

/// Facts that bear on the game besides what stands where.
#[derive(Clone, Copy)]
pub(super) enum Fact {
    Mover = 1,
    Reserves = 2,
    Phase = 3,
    QuietLeft = 4,
    TurnsLeft = 5,
    /// The capture of a lone king does not restart the count of quiet turns.
    KingsCountOn = 6,
}
