//! Which cells a player's cubes can come to in one turn, as sets.

use super::board::BOARD;
use super::generate::{GROUPS, Targets, prey};
use super::mode::Mode;
use super::position::{Position, Role};
use crate::games::Player;
use crate::games::hex::large::{self as hex, Cells};

/// One player's reach: for each fighting role, the cells where a cube of that role can
/// end an action, if what stands there lets it. Cells behind a space that only the
/// turn itself vacates are left out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reach {
    /// On its own feet, or stepping off a stack that has moved.
    by_cube: [Cells; 4],
    /// On a stack, which does not climb.
    by_stack: [Cells; 4],
}

impl Reach {
    /// The cells where any cube can end an action: on its own feet, and on a stack.
    #[inline(always)]
    pub(super) fn all(&self) -> (Cells, Cells) {
        let any = |sets: &[Cells; 4]| sets.iter().fold(0, |all, cells| all | cells);
        (any(&self.by_cube), any(&self.by_stack))
    }

    /// The cells where something of the given role would be attacked.
    pub(super) fn danger(&self, role: Role) -> Cells {
        let by = |hunter: Role| self.by_cube[hunter.index()] | self.by_stack[hunter.index()];
        let (rocks, papers, scissors) = (by(Role::Rock), by(Role::Paper), by(Role::Scissors));
        match role {
            Role::Rock => papers | by(Role::Fool),
            Role::Paper => scissors | by(Role::Fool),
            Role::Scissors => rocks | by(Role::Fool),
            Role::Wise => rocks | papers | scissors,
            Role::Fool | Role::King => rocks | papers | scissors | by(Role::Fool),
            Role::Mountain => 0,
        }
    }
}

/// What a player can do to the other: where it can come to and what it can capture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Threats {
    pub reach: Reach,
    /// Enemies that each fighting role can capture.
    pub attacked: [Cells; 4],
}

impl Threats {
    /// All enemies that can be captured.
    pub(super) fn all(&self) -> Cells {
        self.attacked.iter().fold(0, |all, cells| all | cells)
    }
}

impl<M: Mode> Position<M> {
    /// What the mover threatens, and what the other side does.
    pub(super) fn all_threats(&self) -> [Threats; 2] {
        [self.threats(self.mover), self.threats(!self.mover)]
    }

    pub(super) fn threats(&self, player: Player) -> Threats {
        let own: [Cells; GROUPS] = self.by_group(player);
        let Targets { empty, stack, build, .. } = self.targets(player);
        let prey = prey(self, player);
        let low = !self.all_mountains();
        let mut threats = Threats::default();
        for role in Role::FIGHTERS {
            let g = role.index();
            let cubes = own[g];
            if cubes == 0 {
                continue;
            }
            let stacks = cubes & self.stacks;
            let step = hex::spread(cubes);
            // Stacks that stand or can be built, and where they go.
            let ready = stacks | (step & build);
            let ridden = hex::spread(ready) | hex::leap(ready, empty);
            let mut walked = step;
            if stacks != 0 {
                walked |= hex::spread((hex::spread(stacks) | hex::leap(stacks, empty)) & stack[g] & BOARD);
            }
            threats.reach.by_cube[g] = walked & BOARD;
            threats.reach.by_stack[g] = ridden & BOARD;
            threats.attacked[g] = prey[g] & (walked | (ridden & low));
        }
        threats
    }
}
