//! Attack maps, as bitboards.

use super::board::{Kind, Squares, ahead, around};
use super::position::Position;
use crate::games::Player;

impl Position {
    /// Squares that pieces of a player attack in one turn, with or without a move before.
    #[inline(always)]
    fn reach(&self, pieces: Squares, player: Player) -> Squares {
        let empty = self.empty_squares();
        let double_steps = ahead(ahead(pieces & self.unplayed, player) & empty, player) & empty;
        let stands = pieces | around(pieces) & empty | double_steps;
        around(stands & !self.goal(player))
    }
}

/// A player's attack map: the squares that its pieces of each kind attack.
pub(super) struct Reach(pub(super) [Squares; 4]);

impl Reach {
    /// Nothing is attacked.
    pub(super) const NONE: Reach = Reach([0; 4]);

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bloch::{Action, Turn, set_ups};
    use crate::games::{Game, Rules};
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::IndexedRandom;

    /// The squares of enemies that pieces of a kind attack in a legal turn.
    fn targets(position: &Position, turns: &[Turn], kind: Kind) -> Squares {
        let attacks =
            turns.iter().filter(|turn| matches!(turn.action(), Action::Attack | Action::MoveAttack));
        let of_kind = attacks.filter(|turn| position.kind(turn.from()) == kind);
        of_kind.fold(0, |all, turn| all | turn.target().set())
    }

    /// Double steps included, and pieces that come out of the enemy camp.
    #[test]
    fn attack_maps_hold_just_what_legal_turns_attack() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut attacked = 0;
        for _ in 0..300 {
            let mut position = Position::start(&Rules::of(Position::rule_options()));
            let mut turns: Vec<Turn> = set_ups().to_vec();
            while let Some(&turn) = turns.choose(&mut rng) {
                position.play(turn);
                if position.outcome().is_some() {
                    break;
                }
                turns.clear();
                position.legal_moves(&mut turns);
                let mover = position.mover;
                let reach = Reach::new(&position, mover);
                let enemies = position.owned[(!mover).index()] & !position.goal(!mover);
                for kind in Kind::TRUE {
                    let targets = targets(&position, &turns, kind);
                    assert_eq!(reach.0[kind.index()] & enemies, targets, "{kind:?}: {position:?}");
                    attacked += targets.count_ones();
                }
            }
        }
        assert!(attacked > 10_000, "{attacked}");
    }
}
