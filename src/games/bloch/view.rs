//! What a reader may know of a position and of a turn.

use super::board::{FILES, Kind};
use super::position::Position;
use super::turn::{Action, Turn};
use crate::games::{Player, Reader};

impl Position {
    /// The position without what the reader may not know.
    pub(super) fn seen_by(&self, reader: Reader) -> Position {
        let mut view = *self;
        for player in [Player::One, Player::Two] {
            if !reader.is(player) && self.placed(player) {
                view.forget(player, self.owned[player.index()] & !self.public);
            }
        }
        view
    }

    /// The same for who sees the position first of all: what was removed before was said
    /// aloud, but not to who begins here. Notation does not tell it either.
    pub(super) fn first_seen_by(&self, reader: Reader) -> Position {
        let mut view = self.seen_by(reader);
        for player in [Player::One, Player::Two].into_iter().filter(|&player| !reader.is(player)) {
            let removed = &mut view.removed[player.index()];
            let all = removed.iter().sum();
            *removed = [0; 4];
            removed[Kind::Unknown.index()] = all;
        }
        view.placement = view.fresh_placement();
        view
    }

    /// A turn of the mover as the reader is told of it.
    pub(super) fn tell(&self, turn: Turn, reader: Reader) -> Turn {
        let own = reader.is(self.mover);
        match turn.action() {
            Action::Attack | Action::MoveAttack => {
                let (attacker, target) = self.fighters(turn);
                turn.announcing(attacker, target)
            }
            Action::Barter if !own => Turn::barter(turn.from(), Kind::Unknown),
            Action::SetUp if !own => Turn::set_up([Kind::Unknown; FILES]),
            _ => turn,
        }
    }
}
