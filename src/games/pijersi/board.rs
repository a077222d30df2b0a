//! The two boards, which share one bitboard layout.

use crate::games::hex::small::{self as hex, Cells, ROWS};
use crate::games::hex::{cell_name, read_cell_name};
use crate::games::{LevelScale, Player};
use std::fmt;
use std::marker::PhantomData;

/// A cell of either board, by its bit in the shared layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(pub(super) u8);

impl Cell {
    /// The bitboard of just this cell.
    #[inline(always)]
    pub const fn set(self) -> Cells {
        1 << self.0
    }

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The cells of a bitboard, lowest first.
#[inline(always)]
pub(super) fn cells(set: Cells) -> impl Iterator<Item = Cell> {
    hex::bits(set).map(|bit| Cell(bit as u8))
}

/// One of the boards. All tables are computed from the lengths of the rows.
pub trait Board: Copy + fmt::Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Cells in each row, from a up.
    const LENGTHS: [usize; ROWS];
    /// The embedded net.
    const NET: &'static [u8];
    /// The levels of play.
    const LEVELS: LevelScale;

    /// All cells.
    const CELLS: Cells = hex::board(Self::LENGTHS);
    /// The neighbours of each cell.
    const NEIGHBOURS: [Cells; 64] = hex::neighbours(Self::CELLS);
    /// The goal row of each player.
    const GOALS: [Cells; 2] =
        [hex::row_cells(ROWS - 1, Self::LENGTHS[ROWS - 1]), hex::row_cells(0, Self::LENGTHS[0])];

    /// The cell at a row and a column, both from 0.
    fn cell(row: usize, column: usize) -> Option<Cell> {
        let length = *Self::LENGTHS.get(row)?;
        (column < length).then(|| Cell(hex::bit(row, column, length) as u8))
    }

    /// The row and the column of a cell, both from 0.
    fn place(cell: Cell) -> (usize, usize) {
        let row = hex::row_of(cell.0.into());
        (row, usize::from(cell.0) - hex::bit(row, 0, Self::LENGTHS[row]) as usize)
    }

    /// A cell's name, such as `d4`.
    fn name(cell: Cell) -> String {
        let (row, column) = Self::place(cell);
        cell_name(row, column)
    }

    /// Parses a cell name at the start of a text; also returns the rest.
    fn read_cell(text: &str) -> Option<(Cell, &str)> {
        let (row, column, rest) = read_cell_name(text)?;
        Some((Self::cell(row, column)?, rest))
    }

    /// The goal row of a player.
    #[inline(always)]
    fn goal(player: Player) -> Cells {
        Self::GOALS[player.index()]
    }

    /// The neighbours of a cell.
    #[inline(always)]
    fn around(cell: Cell) -> Cells {
        Self::NEIGHBOURS[cell.index() & 63]
    }
}

/// The current board, 45 spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board45(PhantomData<()>);

impl Board for Board45 {
    const LENGTHS: [usize; ROWS] = [6, 7, 6, 7, 6, 7, 6];
    const NET: &'static [u8] = include_bytes!("../../../nets/pijersi.net");
    const LEVELS: LevelScale = LevelScale::new(
        [1.0, 2.0],
        [0.47, 1.6, 2.71, 3.79, 4.6, 6.0, 7.13, 8.18, 9.16, 10.0],
        [-104, 54, 222, 412, 584, 714, 890, 1053, 1238, 1414],
    );
}

/// The original board, 51 spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board51(PhantomData<()>);

impl Board for Board51 {
    const LENGTHS: [usize; ROWS] = [6, 7, 8, 9, 8, 7, 6];
    const NET: &'static [u8] = include_bytes!("../../../nets/pijersi51.net");
    const LEVELS: LevelScale = LevelScale::new(
        [1.0, 2.0],
        [0.6, 1.94, 3.05, 3.76, 4.33, 5.5, 6.75, 8.09, 8.9, 10.0],
        [-78, 94, 240, 370, 492, 651, 814, 995, 1169, 1335],
    );
}
