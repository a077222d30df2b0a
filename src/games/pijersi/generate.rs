//! Listing the legal turns.

use super::board::{Board, Cell, cells};
use super::position::{Position, Role};
use super::turn::{Action, Turn};
use crate::games::hex::small::{self as hex, Cells};

/// Where the mover's cubes may go, by role.
pub(super) struct Targets {
    /// Cells without cubes.
    pub empty: Cells,
    /// Empty cells and enemies that a unit topped by the role captures.
    pub open: [Cells; 4],
    /// Own single cubes that a cube of the role may lie on.
    pub build: [Cells; 4],
}

impl<B: Board> Position<B> {
    #[inline(always)]
    pub(super) fn targets(&self) -> Targets {
        let own = self.by_role(self.mover);
        let [rocks, papers, scissors, _] = self.by_role(!self.mover);
        let empty = self.empty_cells();
        let singles = self.owned[self.mover.index()] & !self.stacks;
        Targets {
            empty,
            open: [empty | scissors, empty | rocks, empty | papers, empty],
            build: [singles, singles, singles, singles & own[Role::Wise.index()]],
        }
    }

    /// Where a stack on `from` may go, with these cells empty and open to it.
    #[inline(always)]
    pub(super) fn stack_reach(from: Cell, empty: Cells, open: Cells) -> Cells {
        (B::around(from) | hex::leap(from.set(), empty)) & open
    }

    /// Whether the mover has any turn.
    #[inline(always)]
    pub(super) fn can_move(&self) -> bool {
        let targets = self.targets();
        let own = self.by_role(self.mover);
        // Every turn begins with, or can be replaced by, a step of a cube.
        (0..4).any(|role| hex::spread(own[role]) & (targets.open[role] | targets.build[role]) & B::CELLS != 0)
    }

    /// Hands every turn of an unfinished position to `emit`.
    #[inline]
    pub(super) fn each_turn(&self, mut emit: impl FnMut(Turn)) {
        let targets = self.targets();
        let own = self.owned[self.mover.index()];
        for from in cells(own & !self.stacks) {
            let role = self.top(from).index();
            let (open, build) = (targets.open[role], targets.build[role]);
            for to in cells(B::around(from) & (open | build)) {
                emit(Turn::one(Action::Single, from, to));
            }
            // The cube's start space is empty again when the new stack moves.
            let (empty, open) = (targets.empty | from.set(), open | from.set());
            for via in cells(B::around(from) & build) {
                for to in cells(Self::stack_reach(via, empty, open)) {
                    emit(Turn::two(Action::SingleThenStack, from, via, to));
                }
            }
        }
        for from in cells(own & self.stacks) {
            let role = self.top(from).index();
            let (open, build) = (targets.open[role], targets.build[role]);
            for to in cells(B::around(from) & (open | build)) {
                emit(Turn::one(Action::Top, from, to));
            }
            for via in cells(B::around(from) & build) {
                for to in cells(Self::stack_reach(via, targets.empty, open)) {
                    emit(Turn::two(Action::TopThenStack, from, via, to));
                }
            }
            for via in cells(Self::stack_reach(from, targets.empty, open)) {
                emit(Turn::one(Action::Stack, from, via));
                for to in cells(B::around(via) & (open | build | from.set())) {
                    emit(Turn::two(Action::StackThenTop, from, via, to));
                }
            }
        }
    }
}
