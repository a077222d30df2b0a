//! Move generation.

use super::board::{Board, Cell, cells};
use super::position::{Position, Role};
use super::turn::{Action, Turn};
use crate::games::hex::small::{self as hex, Cells};

/// Target cells of the mover's cubes, by role.
pub(super) struct Targets {
    /// Cells without cubes.
    pub empty: Cells,
    /// Empty cells, and enemies that a unit topped by the role captures.
    pub open: [Cells; 4],
    /// Own single cubes that a cube of the role may be stacked on.
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

    /// The cells that a stack on `from` can move to.
    #[inline(always)]
    pub(super) fn stack_reach(from: Cell, empty: Cells, open: Cells) -> Cells {
        (B::around(from) | hex::leap(from.set(), empty)) & open
    }

    /// Whether the mover has a legal turn.
    #[inline(always)]
    pub(super) fn can_move(&self) -> bool {
        let targets = self.targets();
        let own = self.by_role(self.mover);
        // If there is a legal turn, some cube has a legal step.
        (0..4).any(|role| hex::spread(own[role]) & (targets.open[role] | targets.build[role]) & B::CELLS != 0)
    }

    /// Calls `emit` with every legal turn of an unfinished position.
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
            // The cell that the cube leaves is empty when the new stack moves.
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
