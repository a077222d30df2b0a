//! Wins in one turn, seen without listing turns.

use super::board::{BOARD, goal, size};
use super::generate::{PEACEFUL, captures_king};
use super::mode::Mode;
use super::position::{Phase, Position};
use crate::games::Player;
use crate::games::hex::large::{self as hex, Cells, ROWS};

/// Spaces that a turn can carry a cube: one with its own step, two with a stack.
const TURN_REACH: usize = 3;
/// Cells that a turn can fill, and units that it can capture.
const TURN_CELLS: u32 = 2;

/// All cells within a turn's reach of the set.
#[inline(always)]
pub(super) fn within_a_turn(cells: Cells) -> Cells {
    (0..TURN_REACH).fold(cells, |reach, _| (reach | hex::spread(reach)) & BOARD)
}

/// The rows from which a player's king may arrive in one turn, the goal included.
#[inline(always)]
pub(super) fn goal_zone(player: Player) -> Cells {
    match player {
        Player::One => hex::rows_from(ROWS - 1 - TURN_REACH),
        Player::Two => !hex::rows_from(TURN_REACH + 1),
    }
}

impl<M: Mode> Position<M> {
    /// Whether the player could arrive with one turn, were it to move.
    ///
    /// Looks back from the goal row: the king steps onto it; its stack leaps onto it;
    /// its stack moves next to it and the king steps on; it builds a stack within
    /// reach, which moves on. A space that the turn itself vacates is of no use: what
    /// lies behind it is a step away.
    #[inline]
    pub(super) fn can_arrive(&self, player: Player) -> bool {
        let king = self.king(player);
        if king & goal_zone(player) == 0 {
            return false;
        }
        let empty = self.empty_cells();
        let build = self.lone_cubes(player) & !king;
        let goal = goal(player);
        let by_stack = goal & empty;
        let before_cube = hex::spread(goal & (empty | self.lone_mountains() | build));
        let before_stack = hex::spread(by_stack) | hex::leap(by_stack, empty);
        if king & (before_cube | hex::spread(build & before_stack)) != 0 {
            return true;
        }
        let via = before_cube & empty;
        let carried = hex::spread(via) | hex::leap(via, empty);
        king & self.stacks & (before_stack | carried) != 0
    }

    /// Whether the mover can capture the king so that it cannot return.
    #[inline]
    pub(super) fn can_capture_for_good(&self) -> bool {
        let mover = self.mover;
        if self.ways_back(!mover) > TURN_CELLS {
            return false;
        }
        let king = self.king(!mover);
        if within_a_turn(king) & self.fighters(mover) == 0 {
            return false;
        }
        let mut found = false;
        self.each_action(|turn| {
            if !found && captures_king(turn, king) {
                let mut after = *self;
                after.act(turn);
                found = after.ways_back(!mover) == 0;
            }
        });
        found
    }

    /// What stands between a player whose king is captured and the end: cells for the
    /// king to return to, or units to ransom it with. A turn takes at most two away.
    #[inline]
    fn ways_back(&self, player: Player) -> u32 {
        match M::RANSOM {
            true => size(self.own(player) & !self.king(player)),
            false => size(self.king_cells(player)),
        }
    }

    /// Whether the mover can win at once by arriving or by a king's capture.
    #[inline]
    pub(super) fn can_win(&self) -> bool {
        self.phase == Phase::Turn && (self.can_arrive(self.mover) || self.can_capture_for_good())
    }

    /// Whether the other player could win at once if the mover passed. Who gives up a
    /// ransom cannot pass, and has few enough cubes to try them all.
    #[inline]
    pub(super) fn is_threatened(&self) -> bool {
        match self.phase {
            Phase::GiveUp(_) => true,
            Phase::PlaceKing => false,
            Phase::Turn => self.can_arrive(!self.mover) || self.passed().can_capture_for_good(),
        }
    }

    /// The position if the mover could pass.
    fn passed(&self) -> Self {
        let mut position = *self;
        position.mover = !position.mover;
        position
    }
}

/// The king belongs to the group of those that capture nothing, which is why its ways
/// need no look at the enemy.
const _: () = assert!(PEACEFUL == super::position::Role::Wise as usize);
