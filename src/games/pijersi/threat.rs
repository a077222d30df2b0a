//! Threat detection: wins in one turn, found on bitboards without move generation.

use super::board::Board;
use super::generate::Targets;
use super::position::{Position, Role};
use crate::games::Player;
use crate::games::hex::small::{self as hex, Cells, ROWS};

/// The most rows that a cube advances in one turn.
const TURN_REACH: usize = 3;

/// Cells from which a fighter of one role can arrive in one turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaunchCells {
    /// For any cube, single or on top.
    pub cubes: Cells,
    /// Further ones for a stack.
    pub stacks: Cells,
}

impl<B: Board> Position<B> {
    /// Whether the mover can arrive this turn.
    #[inline]
    pub(super) fn can_arrive(&self) -> bool {
        let player = self.mover;
        if self.fighters(player) & goal_zone::<B>(player) == 0 {
            return false;
        }
        let targets = self.targets();
        let own = self.by_role(player);
        Role::FIGHTERS.into_iter().any(|role| {
            let cubes = own[role.index()];
            let arrives =
                |launch: LaunchCells| cubes & launch.cubes != 0 || cubes & self.stacks & launch.stacks != 0;
            cubes != 0 && arrives(self.launch_cells(&targets, role))
        })
    }

    /// The cells from which the mover's cubes of a role can arrive this turn, by retrograde
    /// generation from the goal row: a cube steps onto it; a stack leaps onto it; a stack moves
    /// next to it and its top steps on; a stack is built within its reach and moves on. Nothing
    /// else arrives, since only the last action of a turn ends on the goal row.
    #[inline(always)]
    pub(super) fn launch_cells(&self, targets: &Targets, role: Role) -> LaunchCells {
        let goal = B::goal(self.mover);
        let singles = self.owned[self.mover.index()] & !self.stacks;
        let open = targets.open[role.index()];
        let by_stack = goal & open;
        let by_cube = goal & (open | singles);
        let before_cube = hex::spread(by_cube);
        let before_stack = hex::spread(by_stack) | hex::leap(by_stack, targets.empty);
        let built = singles & before_stack;
        let via = before_cube & open;
        let carried = hex::spread(via) | hex::leap(via, targets.empty);
        LaunchCells { cubes: before_cube | hex::spread(built), stacks: before_stack | carried }
    }
}

/// The rows from which a player's cubes can arrive in one turn at all, the goal included: a quick
/// test.
#[inline(always)]
pub(super) const fn goal_zone<B: Board>(player: Player) -> Cells {
    let rows = match player {
        Player::One => hex::rows_from(ROWS - 1 - TURN_REACH),
        Player::Two => !hex::rows_from(TURN_REACH + 1),
    };
    rows & B::CELLS
}
