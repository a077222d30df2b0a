//! Move generation.

use super::board::{Kind, Square, Squares, ahead, around, squares};
use super::position::Position;
use super::setup;
use super::turn::Turn;

impl Position {
    /// Enemies that may be attacked: those not in the mover's camp.
    #[inline(always)]
    fn attackable(&self) -> Squares {
        let enemy = !self.mover;
        self.owned[enemy.index()] & !self.goal(enemy)
    }

    /// The enemies that the mover's piece attacks from a square.
    #[inline(always)]
    fn attacks(&self, square: Square, targets: Squares) -> Squares {
        if self.goal(self.mover) & square.set() != 0 { 0 } else { around(square.set()) & targets }
    }

    /// The squares that a piece can move to.
    #[inline(always)]
    fn destinations(&self, square: Square) -> Squares {
        let empty = self.empty_squares();
        let steps = around(square.set()) & empty;
        if self.unplayed & square.set() == 0 {
            return steps;
        }
        steps | ahead(ahead(square.set(), self.mover) & empty, self.mover) & empty
    }

    /// Kinds that the mover may barter in.
    fn barter_kinds(&self) -> impl Iterator<Item = Kind> + '_ {
        let i = self.mover.index();
        let reserve = &self.reserves[i];
        // The unknown comes last.
        let kinds = Kind::TRUE.into_iter().chain([Kind::Unknown]);
        kinds.filter(move |kind| self.barter[i] && reserve[kind.index()] > 0)
    }

    /// Calls `emit` with every legal turn of an unfinished position.
    #[inline(always)]
    pub(super) fn each_turn(&self, mut emit: impl FnMut(Turn)) {
        if !self.placed(self.mover) {
            setup::all().iter().for_each(|&turn| emit(turn));
            return;
        }
        let own = self.owned[self.mover.index()];
        let targets = self.attackable();
        let mut any = false;
        for from in squares(own) {
            for target in squares(self.attacks(from, targets)) {
                any = true;
                emit(Turn::attack(from, from, target));
            }
            for to in squares(self.destinations(from)) {
                any = true;
                emit(Turn::go(from, to));
                for target in squares(self.attacks(to, targets)) {
                    emit(Turn::attack(from, to, target));
                }
            }
        }
        for kind in self.barter_kinds() {
            for square in squares(own) {
                any = true;
                emit(Turn::barter(square, kind));
            }
        }
        if !any {
            emit(Turn::PASS);
        }
    }

    /// Bulk counting: the number of legal turns of an unfinished position.
    pub(super) fn count_turns(&self) -> u64 {
        if !self.placed(self.mover) {
            return setup::all().len() as u64;
        }
        let own = self.owned[self.mover.index()];
        let targets = self.attackable();
        let mut count = self.barter_kinds().count() as u32 * own.count_ones();
        for from in squares(own) {
            count += self.attacks(from, targets).count_ones();
            for to in squares(self.destinations(from)) {
                count += 1 + self.attacks(to, targets).count_ones();
            }
        }
        count.max(1).into()
    }

    /// Whether a turn is legal, whatever kinds are announced with it.
    pub(super) fn allows(&self, turn: Turn) -> bool {
        let plain = turn.plain();
        let mut found = false;
        self.each_turn(|legal| found |= legal == plain);
        found && self.ended.is_none()
    }

    /// Whether a player might win in one turn, by the numbers of pieces and of arrived pieces.
    /// May have false positives, but no false negatives.
    #[inline(always)]
    pub(super) fn near_win(&self, player: crate::games::Player) -> bool {
        let pieces = |player: crate::games::Player| self.owned[player.index()].count_ones();
        self.arrived(player) != 0 || pieces(!player) == 1 || (pieces(player) <= 2 && pieces(!player) <= 2)
    }
}
