//! The handcrafted policy.

use super::board::Board;
use super::evaluate::{hunter, progress};
use super::position::{Position, Role};
use super::threat::LaunchCells;
use super::turn::{Action, Turn};
use crate::games::Player;
use crate::games::hex::small::Cells;

/// Scores the turns of one position.
pub(super) struct TurnScorer<'a, B: Board> {
    position: &'a Position<B>,
    mover: Player,
    enemies: Cells,
    /// The opponent's attack map against each role: cells where a unit topped by it is attacked.
    danger: [Cells; 4],
    /// The mover's hanging units: those attacked now.
    hanging: Cells,
    /// Cells from which the mover's fighters threaten to arrive.
    launch_cells: [LaunchCells; 3],
}

impl<'a, B: Board> TurnScorer<'a, B> {
    pub(super) fn new(position: &'a Position<B>) -> Self {
        let mover = position.mover;
        let theirs = position.reach(!mover);
        let own = position.by_role(mover);
        let targets = position.targets();
        let mut danger = [0; 4];
        let mut hanging = 0;
        for role in Role::FIGHTERS {
            danger[role.index()] = theirs.0[hunter(role).index()];
            hanging |= own[role.index()] & danger[role.index()];
        }
        TurnScorer {
            position,
            mover,
            enemies: position.owned[(!mover).index()],
            danger,
            hanging,
            launch_cells: Role::FIGHTERS.map(|role| position.launch_cells(&targets, role)),
        }
    }

    pub(super) fn logit(&self, turn: Turn) -> f32 {
        let position = self.position;
        let (from, via, to) = (turn.from(), turn.via(), turn.to());
        let top = position.top(from);
        let stack = position.stacks & from.set() != 0;
        let mut logit = 0.0;

        if self.enemies & to.set() != 0 {
            logit += 2.2 * position.unit_value(to);
        }
        if via != to && self.enemies & via.set() != 0 {
            logit += 2.2 * position.unit_value(via);
        }
        // What arrives at `to`, and whether it is attacked there.
        let ends_as_stack = match turn.action() {
            Action::Stack | Action::SingleThenStack | Action::TopThenStack => true,
            Action::Single | Action::Top | Action::StackThenTop => {
                position.owned[self.mover.index()] & to.set() != 0
            }
        };
        let at_stake = if ends_as_stack { 2.0 } else { 1.0 };
        if self.danger[top.index()] & to.set() != 0 {
            logit -= 1.3 * at_stake;
        }
        if turn.action() == Action::StackThenTop {
            let bottom = position.bottom(from);
            if self.danger[bottom.index()] & via.set() != 0 {
                logit -= 1.0;
            }
        }
        if self.hanging & from.set() != 0 {
            let leaves_all = !stack || matches!(turn.action(), Action::Stack | Action::StackThenTop);
            logit += if leaves_all { 0.9 * if stack { 1.6 } else { 1.0 } } else { 0.3 };
        }
        if matches!(turn.action(), Action::SingleThenStack | Action::TopThenStack)
            && self.hanging & via.set() != 0
        {
            logit += 0.8;
        }
        if top != Role::Wise {
            let gained = progress(to, self.mover) as f32 - progress(from, self.mover) as f32;
            logit += 0.25 * gained;
            let launch = self.launch_cells[top.index()];
            let launch = if ends_as_stack { launch.cubes | launch.stacks } else { launch.cubes };
            if launch & to.set() != 0 {
                logit += 1.2;
            }
        }
        if ends_as_stack {
            logit += 0.15;
        }
        logit
    }
}
