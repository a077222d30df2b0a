//! Wins in one turn, seen without listing turns.

use super::board::Board;
use super::position::{Position, Role};
use crate::games::Player;
use crate::games::hex::small::{self as hex, Cells, ROWS};

/// Rows that a turn can carry a cube towards the goal.
const TURN_REACH: usize = 3;

impl<B: Board> Position<B> {
    /// Whether the mover can arrive this turn.
    ///
    /// Looks back from the goal row: a cube steps onto it; a stack leaps onto it; a
    /// stack moves next to it and its top steps on; a stack is built within its
    /// reach and moves on. Nothing else arrives: whatever a turn leaves on the goal
    /// row came there by its last action.
    #[inline]
    pub(super) fn can_arrive(&self) -> bool {
        let player = self.mover;
        if self.fighters(player) & goal_zone::<B>(player) == 0 {
            return false;
        }
        let targets = self.targets();
        let own = self.by_role(player);
        let goal = B::goal(player);
        let singles = self.owned[player.index()] & !self.stacks;
        Role::FIGHTERS.iter().any(|role| {
            let role = role.index();
            let (cubes, open) = (own[role], targets.open[role]);
            if cubes == 0 {
                return false;
            }
            let stacks = cubes & self.stacks;
            let by_stack = goal & open;
            let by_cube = goal & (open | singles);
            let before_cube = hex::spread(by_cube);
            let before_stack = hex::spread(by_stack) | hex::leap(by_stack, targets.empty);
            let built = singles & before_stack;
            let via = before_cube & open;
            let carried = hex::spread(via) | hex::leap(via, targets.empty);
            cubes & (before_cube | hex::spread(built)) != 0 || stacks & (before_stack | carried) != 0
        })
    }
}

/// The rows from which a player's cubes may arrive in one turn, the goal included.
#[inline(always)]
pub(super) fn goal_zone<B: Board>(player: Player) -> Cells {
    match player {
        Player::One => hex::rows_from(ROWS - 1 - TURN_REACH),
        Player::Two => !hex::rows_from(TURN_REACH + 1),
    }
}
