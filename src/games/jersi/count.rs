//! Counting the legal decisions without listing them.

use super::board::{cells, size};
use super::generate::{GROUPS, Targets, captures_king, group};
use super::mode::Mode;
use super::position::{Phase, Position};
use super::threat;
use crate::games::hex::large::{self as hex, STEPS};

impl<M: Mode> Position<M> {
    /// The number of decisions of an unfinished position.
    #[inline(always)]
    pub(super) fn count_turns(&self) -> u64 {
        match self.phase {
            Phase::Turn => self.count_actions() + self.count_extras() + self.count_drops(),
            Phase::GiveUp(role) => size(self.topped(self.mover, role)).into(),
            Phase::PlaceKing => size(self.king_cells(!self.mover)).into(),
        }
    }

    /// What the captor of a king decides besides, counted on top of the actions.
    #[inline(always)]
    fn count_extras(&self) -> u64 {
        let king = self.king(!self.mover);
        // Seldom is anybody near enough.
        if threat::within_a_turn(king) & self.fighters(self.mover) == 0 {
            return 0;
        }
        let mut total = 0;
        self.each_action(|turn| {
            if captures_king(turn, king) {
                let mut choices = 0;
                self.each_extra(turn, &mut |_| choices += 1);
                total += choices - 1;
            }
        });
        total
    }

    /// The number of ways to move on the board, each king's capture counted once.
    ///
    /// The same as [`Position::each_action`], grouped so that whole sets are counted
    /// at once: turns that build are counted by the cell built on, because where the
    /// new stack can go depends on the builder only through its role and the space it
    /// vacates.
    #[inline(always)]
    fn count_actions(&self) -> u64 {
        let Targets { empty, cube, stack, build } = self.targets(self.mover);
        let own = self.by_group(self.mover);
        let lone = self.lone_cubes(self.mover);
        let mut total = 0;

        // Steps of a cube, building or not, and for each direction the stacks that
        // a lone cube lets pass over the space it left.
        for g in 0..GROUPS {
            let goals = cube[g] | build;
            let single = own[g] & lone;
            for step in STEPS {
                total += size(hex::shift(own[g], step) & goals);
                let builders = single & hex::shift(build, step);
                total += size(builders) + size(hex::shift(builders, step) & stack[g]);
            }
        }
        // Stacks that go on from where they were built.
        for via in cells(build) {
            let around = via.around();
            let reach = around | hex::leap(via.set(), empty);
            for g in 0..GROUPS {
                total += size(own[g] & around) * size(reach & stack[g]);
            }
        }
        // Stacks that go first, and their tops afterwards.
        for from in cells(self.own(self.mover) & self.stacks) {
            let g = group(self.top(from));
            let reach = Self::stack_reach(from, empty, stack[g]);
            let onward = cube[g] | build | from.set();
            total += size(reach);
            for step in STEPS {
                total += size(hex::shift(reach, step) & onward);
            }
        }
        total.into()
    }
}
