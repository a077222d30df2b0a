//! The board of 69 cells.

use crate::games::Player;
use crate::games::hex::large::{self as hex, Cells, ROWS};
use crate::games::hex::{cell_name, read_cell_name};

/// Cells in each row, from a up.
pub(super) const LENGTHS: [usize; ROWS] = [7, 8, 7, 8, 9, 8, 7, 8, 7];

/// All cells.
pub(super) const BOARD: Cells = hex::board(LENGTHS);

/// The first row of each player, to which its captured king returns; the other
/// player's goal.
const HOMES: [Cells; 2] = [hex::row_cells(0, LENGTHS[0]), hex::row_cells(ROWS - 1, LENGTHS[ROWS - 1])];

/// The neighbours of each cell.
static NEIGHBOURS: [Cells; hex::BITS] = hex::neighbours(BOARD);

/// A cell, by its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The cell at a row and a column, both from 0.
    pub fn at(row: usize, column: usize) -> Option<Cell> {
        let length = *LENGTHS.get(row)?;
        (column < length).then(|| Cell(hex::bit(row, column, length) as u8))
    }

    /// The set that holds just this cell.
    #[inline(always)]
    pub const fn set(self) -> Cells {
        1 << (self.0 & 127)
    }

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize & 127
    }

    /// The neighbours of the cell.
    #[inline(always)]
    pub fn around(self) -> Cells {
        NEIGHBOURS[self.index()]
    }

    /// The row, from 0.
    #[inline(always)]
    pub fn row(self) -> usize {
        hex::row_of(self.0.into())
    }

    /// The column, from 0.
    pub fn column(self) -> usize {
        let row = self.row();
        usize::from(self.0) - hex::bit(row, 0, LENGTHS[row]) as usize
    }

    /// The cell's name, such as `d4`.
    pub fn name(self) -> String {
        cell_name(self.row(), self.column())
    }

    /// The cell at the start of a text and the rest of the text.
    pub fn read(text: &str) -> Option<(Cell, &str)> {
        let (row, column, rest) = read_cell_name(text)?;
        Some((Cell::at(row, column)?, rest))
    }
}

/// The cells of a set, lowest first: from a1 to i7, in the order of their names.
#[inline(always)]
pub(super) fn cells(set: Cells) -> impl Iterator<Item = Cell> {
    // Two words are walked faster than one of twice the size.
    let (low, high) = (set as u64, (set >> 64) as u64);
    let walk = |mut word: u64, base: u8| {
        std::iter::from_fn(move || {
            if word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as u8;
            word &= word - 1;
            Some(Cell(base + bit))
        })
    };
    walk(low, 0).chain(walk(high, 64))
}

/// Number of cells of a set.
#[inline(always)]
pub(super) fn size(set: Cells) -> u32 {
    set.count_ones()
}

/// A player's first row.
#[inline(always)]
pub(super) fn home(player: Player) -> Cells {
    HOMES[player.index()]
}

/// The cell of a player's first row in a column from 0.
pub(super) fn home_cell(player: Player, column: usize) -> Cell {
    let row = if player == Player::One { 0 } else { ROWS - 1 };
    Cell(hex::bit(row, column % LENGTHS[row], LENGTHS[row]) as u8)
}

/// The row that a player's king has to reach.
#[inline(always)]
pub(super) fn goal(player: Player) -> Cells {
    home(!player)
}

/// Rows that a row lies from a player's first one.
#[inline(always)]
pub(super) const fn progress(row: usize, player: Player) -> usize {
    match player {
        Player::One => row,
        Player::Two => ROWS - 1 - row,
    }
}
