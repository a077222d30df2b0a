//! The legal turns.

use super::board::{Kind, Square, Squares, ahead, around, squares};
use super::position::Position;
use super::setup;
use super::turn::Turn;

impl Position {
    /// Enemies of the mover that may be attacked: those not in the mover's camp.
    #[inline(always)]
    fn prey(&self) -> Squares {
        let enemy = !self.mover;
        self.owned[enemy.index()] & !self.goal(enemy)
    }

    /// What the mover's piece may attack from a square.
    #[inline(always)]
    fn attacks(&self, square: Square, prey: Squares) -> Squares {
        if self.goal(self.mover) & square.set() != 0 { 0 } else { around(square.set()) & prey }
    }

    /// Where a piece may go.
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
    fn offers(&self) -> impl Iterator<Item = Kind> + '_ {
        let i = self.mover.index();
        let reserve = &self.reserves[i];
        // The unknown comes last.
        let kinds = Kind::TRUE.into_iter().chain([Kind::Unknown]);
        kinds.filter(move |kind| self.barter[i] && reserve[kind.index()] > 0)
    }

    /// Hands out every legal turn of a game that is not over.
    #[inline(always)]
    pub(super) fn each_turn(&self, mut take: impl FnMut(Turn)) {
        if !self.placed(self.mover) {
            setup::all().iter().for_each(|&turn| take(turn));
            return;
        }
        let own = self.owned[self.mover.index()];
        let prey = self.prey();
        let mut any = false;
        for from in squares(own) {
            for target in squares(self.attacks(from, prey)) {
                any = true;
                take(Turn::attack(from, from, target));
            }
            for to in squares(self.destinations(from)) {
                any = true;
                take(Turn::go(from, to));
                for target in squares(self.attacks(to, prey)) {
                    take(Turn::attack(from, to, target));
                }
            }
        }
        for kind in self.offers() {
            for square in squares(own) {
                any = true;
                take(Turn::barter(square, kind));
            }
        }
        if !any {
            take(Turn::PASS);
        }
    }

    /// Number of legal turns in a game that is not over.
    pub(super) fn count_turns(&self) -> u64 {
        if !self.placed(self.mover) {
            return setup::all().len() as u64;
        }
        let own = self.owned[self.mover.index()];
        let prey = self.prey();
        let mut count = self.offers().count() as u32 * own.count_ones();
        for from in squares(own) {
            count += self.attacks(from, prey).count_ones();
            for to in squares(self.destinations(from)) {
                count += 1 + self.attacks(to, prey).count_ones();
            }
        }
        count.max(1).into()
    }

    /// Whether a turn is among those that [`Position::each_turn`] hands out, kinds apart.
    pub(super) fn allows(&self, turn: Turn) -> bool {
        let plain = turn.plain();
        let mut found = false;
        self.each_turn(|legal| found |= legal == plain);
        found && self.ended.is_none()
    }

    /// Whether a player might win in one turn, by how many pieces there are and how
    /// many have arrived. May be wrong about a yes, never about a no.
    #[inline(always)]
    pub(super) fn near_win(&self, player: crate::games::Player) -> bool {
        let pieces = |player: crate::games::Player| self.owned[player.index()].count_ones();
        self.arrived(player) != 0 || pieces(!player) == 1 || (pieces(player) <= 2 && pieces(!player) <= 2)
    }
}
