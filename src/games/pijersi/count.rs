//! Counting the legal turns without listing them.

use super::board::{Board, cells};
use super::position::Position;
use crate::games::hex::small::{self as hex, Cells, STEPS};

#[inline(always)]
fn size(cells: Cells) -> u64 {
    cells.count_ones().into()
}

impl<B: Board> Position<B> {
    /// The number of turns of an unfinished position.
    ///
    /// The same turns as [`Position::each_turn`], grouped so that whole sets are
    /// counted at once: turns that build are counted by the cell built on, because
    /// where the new stack can go depends on the builder only through its role and
    /// the space it vacates.
    #[inline(always)]
    pub(super) fn count_turns(&self) -> u64 {
        let targets = self.targets();
        let own = self.by_role(self.mover);
        let singles = self.owned[self.mover.index()] & !self.stacks;
        let mut total = 0;

        // Steps of a cube, building or not, and for each direction the stacks that
        // a single cube lets pass over the space it left.
        for role in 0..4 {
            let (open, build) = (targets.open[role], targets.build[role]);
            let single = own[role] & singles;
            for step in STEPS {
                total += size(hex::shift(own[role], step) & (open | build));
                let builders = single & hex::shift(build, step);
                total += size(builders) + size(hex::shift(builders, step) & open);
            }
        }
        // Stacks that go on from where they were built.
        for via in cells(singles) {
            let around = B::around(via);
            let reach = around | hex::leap(via.set(), targets.empty);
            for role in 0..4 {
                if targets.build[role] & via.set() != 0 {
                    total += size(own[role] & around) * size(reach & targets.open[role]);
                }
            }
        }
        // Stacks that go first, and their tops afterwards.
        for from in cells(self.owned[self.mover.index()] & self.stacks) {
            let role = self.top(from).index();
            let reach = Self::stack_reach(from, targets.empty, targets.open[role]);
            let onward = targets.open[role] | targets.build[role] | from.set();
            total += size(reach);
            for step in STEPS {
                total += size(hex::shift(reach, step) & onward);
            }
        }
        total
    }
}
