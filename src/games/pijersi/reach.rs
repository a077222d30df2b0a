//! Attack maps: the cells that a player's cubes can reach in one turn, as bitboards.

use super::board::Board;
use super::position::{Position, Role};
use crate::games::Player;
use crate::games::hex::small::{self as hex, Cells};

/// One player's attack map: for each fighting role, the cells where a cube of that role can end
/// a turn or capture. An approximation: moves over a cell that only the turn itself vacates are
/// left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach(pub [Cells; 3]);

impl<B: Board> Position<B> {
    pub(super) fn reach(&self, player: Player) -> Reach {
        let own = self.by_role(player);
        let enemies = self.by_role(!player);
        let empty = self.empty_cells();
        let singles = self.owned[player.index()] & !self.stacks;
        let mut reach = Reach::default();
        for (role, set) in Role::FIGHTERS.into_iter().zip(&mut reach.0) {
            let cubes = own[role.index()];
            if cubes == 0 {
                continue;
            }
            let open = empty | role.prey().map_or(0, |prey| enemies[prey.index()]);
            let stacks = cubes & self.stacks;
            let step = hex::spread(cubes);
            let built = step & singles;
            let carried = (hex::spread(stacks) | hex::leap(stacks, empty)) & open;
            let onward = hex::spread(built) | hex::leap(built, empty);
            *set = (step | carried | onward | hex::spread(carried)) & open;
        }
        reach
    }
}
