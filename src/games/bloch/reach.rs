//! Attack maps, as bitboards.

use super::board::{Kind, Squares, around};
use super::position::Position;
use crate::games::Player;

impl Position {
    /// Squares that pieces of a player attack in one turn, with or without a move before.
    #[inline(always)]
    fn reach(&self, pieces: Squares, player: Player) -> Squares {
        let from = pieces & !self.goal(player);
        let stands = from | around(from) & self.empty_squares() & !self.goal(player);
        around(stands)
    }
}

/// A player's attack map: the squares that its pieces of each kind attack.
pub(super) struct Reach(pub(super) [Squares; 4]);

impl Reach {
    pub(super) fn new(position: &Position, player: Player) -> Self {
        Reach(Kind::ALL.map(|kind| position.reach(position.of_kind(player, kind), player)))
    }

    /// Pieces of the owner that are attacked by a piece that beats them.
    pub(super) fn attacked(&self, position: &Position, owner: Player) -> Squares {
        let free = !position.goal(owner);
        Kind::TRUE
            .into_iter()
            .fold(0, |all, kind| all | self.0[hunter(kind).index()] & position.of_kind(owner, kind) & free)
    }
}

/// The kind that beats a kind.
pub(super) const fn hunter(kind: Kind) -> Kind {
    match kind {
        Kind::Rock => Kind::Paper,
        Kind::Paper => Kind::Scissors,
        Kind::Scissors => Kind::Rock,
        Kind::Unknown => Kind::Unknown,
    }
}

/// The kind that a kind beats.
pub(super) const fn quarry(kind: Kind) -> Kind {
    hunter(hunter(kind))
}
