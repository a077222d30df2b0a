//! The start position.

use super::board::Cell;
use super::mode::Mode;
use super::position::{Position, Reserve, Role};
use crate::games::hex::large::ROWS;
use crate::games::{Player, Rules};

/// Player one's rows, a and b; player two's are the same turned by half a turn.
const FIRST_ROWS: [&str; 2] = ["PSRKSRP", "FRPSRPSF"];

/// The usual start position.
pub(super) fn classic<M: Mode>(rules: &Rules) -> Position<M> {
    let mut position = Position::empty(rules);
    for (row, letters) in FIRST_ROWS.into_iter().enumerate() {
        for (column, role) in letters.chars().filter_map(Role::of).enumerate() {
            let mirrored = (ROWS - 1 - row, letters.len() - 1 - column);
            for (player, (row, column)) in [(Player::One, (row, column)), (Player::Two, mirrored)] {
                if let Some(cell) = Cell::at(row, column) {
                    position.put(player, role, cell);
                }
            }
        }
    }
    if M::DROPS {
        position.reserves = [Reserve::FULL; 2];
    }
    position
}
