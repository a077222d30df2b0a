//! Listing the legal decisions.

use super::board::{Cell, cells};
use super::mode::Mode;
use super::position::{Phase, Position, Role};
use super::turn::{Action, Turn};
use crate::games::Player;
use crate::games::hex::large::{self as hex, Cells};

/// Roles that go to the same cells: the four fighters each on their own, and those
/// that capture nothing together.
pub(super) const GROUPS: usize = 5;
/// The group of wise and king.
pub(super) const PEACEFUL: usize = 4;

/// The group of a role that moves.
#[inline(always)]
pub(super) fn group(role: Role) -> usize {
    role.index().min(PEACEFUL)
}

/// Where a player's cubes and stacks may go, by group of roles.
pub(super) struct Targets {
    pub empty: Cells,
    /// Where a cube may go without building on an own cube.
    pub cube: [Cells; GROUPS],
    /// Where a stack may go.
    pub stack: [Cells; GROUPS],
    /// Own cubes that any other may lie on.
    pub build: Cells,
}

/// The enemies of a player that each group captures.
#[inline(always)]
pub(super) fn prey<M: Mode>(position: &Position<M>, player: Player) -> [Cells; GROUPS] {
    let topped = |role| position.topped(!player, role);
    let (rocks, papers, scissors) = (topped(Role::Rock), topped(Role::Paper), topped(Role::Scissors));
    let (fools, king) = (topped(Role::Fool), position.king(!player));
    let weak = fools | king | topped(Role::Wise);
    [scissors | weak, rocks | weak, papers | weak, rocks | papers | scissors | fools | king, 0]
}

impl<M: Mode> Position<M> {
    #[inline(always)]
    pub(super) fn targets(&self, player: Player) -> Targets {
        let empty = self.empty_cells();
        let free = empty | self.lone_mountains();
        let low = !self.all_mountains();
        let prey = prey(self, player);
        Targets {
            empty,
            cube: prey.map(|prey| free | prey),
            stack: prey.map(|prey| empty | (prey & low)),
            build: self.lone_cubes(player) & !self.king(player),
        }
    }

    /// A player's cells by the group of the cube on top.
    #[inline(always)]
    pub(super) fn by_group(&self, player: Player) -> [Cells; GROUPS] {
        let own = self.own(player);
        let [low, high, peaceful] = self.tops;
        let fighters = own & !peaceful;
        [
            fighters & !low & !high,
            fighters & low & !high,
            fighters & !low & high,
            fighters & low & high,
            own & peaceful,
        ]
    }

    /// Where a stack on `from` may go, with these cells empty and open to it.
    #[inline(always)]
    pub(super) fn stack_reach(from: Cell, empty: Cells, open: Cells) -> Cells {
        (from.around() | hex::leap(from.set(), empty)) & open
    }

    /// Whether the mover has any turn.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let targets = self.targets(self.mover);
        let own = self.by_group(self.mover);
        // Every turn on the board begins with, or can be replaced by, a step of a cube.
        hex::spread(self.own(self.mover)) & (targets.empty | targets.build) != 0
            || (0..GROUPS).any(|g| hex::spread(own[g]) & targets.cube[g] != 0)
            || self.can_drop()
    }

    /// Hands every decision of an unfinished position to `emit`.
    #[inline]
    pub(super) fn each_turn(&self, mut emit: impl FnMut(Turn)) {
        match self.phase {
            Phase::Turn => {
                let king = self.king(!self.mover);
                self.each_action(|turn| {
                    if captures_king(turn, king) {
                        self.each_extra(turn, &mut emit);
                    } else {
                        emit(turn);
                    }
                });
                self.each_drop(emit);
            }
            Phase::GiveUp(role) => {
                cells(self.topped(self.mover, role)).for_each(|cell| emit(Turn::give_up(cell)));
            }
            Phase::PlaceKing => {
                let places = cells(self.king_cells(!self.mover));
                places.for_each(|cell| emit(Turn::place_king(cell.column())));
            }
        }
    }

    /// Hands a turn that captures the king to `emit`, once for everything that its
    /// captor may decide besides.
    pub(super) fn each_extra(&self, turn: Turn, emit: &mut impl FnMut(Turn)) {
        let mut after = *self;
        after.act(turn);
        let mut any = false;
        if M::RANSOM {
            for role in after.ransoms(!self.mover) {
                emit(turn.with_kind(role));
                any = true;
            }
        } else {
            for cell in cells(after.king_cells(!self.mover)) {
                emit(turn.with_king(cell.column()));
                any = true;
            }
        }
        if !any {
            emit(turn);
        }
    }

    /// Hands the actions of every turn on the board to `emit`.
    #[inline]
    pub(super) fn each_action(&self, mut emit: impl FnMut(Turn)) {
        let Targets { empty, cube, stack, build } = self.targets(self.mover);
        let lone = self.lone_cubes(self.mover);
        for from in cells(self.own(self.mover)) {
            let g = group(self.top(from));
            let around = from.around();
            for to in cells(around & (cube[g] | build)) {
                emit(Turn::one(Action::Cube, from, to));
            }
            // A lone cube leaves its space empty before the new stack moves.
            let vacated = from.set() & lone;
            for via in cells(around & build) {
                for to in cells(Self::stack_reach(via, empty | vacated, stack[g] | vacated)) {
                    emit(Turn::two(Action::CubeThenStack, from, via, to));
                }
            }
            if self.stacks & from.set() == 0 {
                continue;
            }
            for via in cells(Self::stack_reach(from, empty, stack[g])) {
                emit(Turn::one(Action::Stack, from, via));
                for to in cells(via.around() & (cube[g] | build | from.set())) {
                    emit(Turn::two(Action::StackThenTop, from, via, to));
                }
            }
        }
    }
}

/// Whether a turn on the board captures the king on the cell of the set.
#[inline(always)]
pub(super) fn captures_king(turn: Turn, king: Cells) -> bool {
    // Where a cube builds, there stands no enemy.
    (turn.via().set() | turn.to().set()) & king != 0
}
