//! Bitboards of hexagonal boards: rows of centred cells, neighbouring rows offset by half a
//! cell, laid out so that each of the six directions is one constant shift.
//!
//! A cell has a row `y` (0 at the bottom) and a doubled column `x = 2j - (n + 1)`,
//! j counting from 1 in a row of n. In axial coordinates, `q = (x - y) / 2`, the six
//! directions (±2, 0) and (±1, ±1) are constant distances between bits: ±1 along a row,
//! ±W up-right/down-left and ±(W - 1) up-left/down-right, where W is the width of an axial
//! row with one padding column. Shifts wrap into the padding, which the board's mask removes.
//!
//! Boards of up to seven rows are in [`small`], larger ones in [`large`]: the same functions
//! over words of different sizes.

/// Defines a layout: the word of a bitboard, the number of rows, the width of an axial row, the
/// column of q = 0, and how many bits of row 0 are left out (they are on no board).
macro_rules! layout {
    ($word:ty, rows: $rows:literal, width: $width:literal, middle: $middle:literal, offset: $offset:literal) => {
        /// Width of an axial row, including the padding column.
        pub const WIDTH: u32 = $width;
        /// Rows of the boards that fit this layout.
        pub const ROWS: usize = $rows;
        const OFFSET: i32 = $offset;
        /// Bits of a bitboard.
        pub const BITS: usize = <$word>::BITS as usize;

        /// A bitboard: a set of cells.
        pub type Cells = $word;

        /// The six distances between neighbours; each of the last three is the
        /// opposite of one of the first three.
        pub const STEPS: [i32; 6] =
            [1, WIDTH as i32, WIDTH as i32 - 1, -1, -(WIDTH as i32), 1 - WIDTH as i32];

        /// The bit of cell `column` (from 0) in row `row` that has `length` cells.
        pub const fn bit(row: usize, column: usize, length: usize) -> u32 {
            let x = 2 * (column as i32 + 1) - (length as i32 + 1);
            let y = row as i32 - (ROWS / 2) as i32;
            let axial = (x - y) / 2 + $middle;
            (row as i32 * WIDTH as i32 + axial - OFFSET) as u32
        }

        /// The row of a bit.
        pub const fn row_of(bit: u32) -> usize {
            ((bit + OFFSET as u32) / WIDTH) as usize
        }

        /// All bits from a row on upwards; the caller masks with the board.
        pub const fn rows_from(row: usize) -> Cells {
            !0 << (row as u32 * WIDTH).saturating_sub(OFFSET as u32)
        }

        /// Shifts a bitboard one step; the caller masks with the board.
        #[inline(always)]
        pub const fn shift(cells: Cells, step: i32) -> Cells {
            if step > 0 { cells << step } else { cells >> -step }
        }

        /// Dilation: all cells one step away from the set; the caller masks with the board.
        #[inline(always)]
        pub const fn spread(cells: Cells) -> Cells {
            const W: u32 = WIDTH;
            (cells << 1)
                | (cells >> 1)
                | (cells << W)
                | (cells >> W)
                | (cells << (W - 1))
                | (cells >> (W - 1))
        }

        /// All cells two steps away from the set in a straight line over a cell in `empty`; the
        /// caller masks with the board.
        #[inline(always)]
        pub const fn leap(cells: Cells, empty: Cells) -> Cells {
            const W: u32 = WIDTH;
            (((cells << 1) & empty) << 1)
                | (((cells >> 1) & empty) >> 1)
                | (((cells << W) & empty) << W)
                | (((cells >> W) & empty) >> W)
                | (((cells << (W - 1)) & empty) << (W - 1))
                | (((cells >> (W - 1)) & empty) >> (W - 1))
        }

        /// The cells of a board with rows of these lengths.
        pub const fn board(lengths: [usize; ROWS]) -> Cells {
            let mut cells = 0;
            let mut row = 0;
            while row < ROWS {
                cells |= row_cells(row, lengths[row]);
                row += 1;
            }
            cells
        }

        /// The cells of one row.
        pub const fn row_cells(row: usize, length: usize) -> Cells {
            let mut cells = 0;
            let mut column = 0;
            while column < length {
                cells |= 1 << bit(row, column, length);
                column += 1;
            }
            cells
        }

        /// Lookup table: the neighbours of every cell of a board, by bit.
        pub const fn neighbours(board: Cells) -> [Cells; BITS] {
            let mut table = [0; BITS];
            let mut bit = 0;
            while bit < BITS {
                if board >> bit & 1 == 1 {
                    table[bit] = spread(1 << bit) & board;
                }
                bit += 1;
            }
            table
        }

        /// The index of every cell of a board, by bit: row by row from the left, or in reverse
        /// as player two sees the board.
        pub const fn numbers(board: Cells, reversed: bool) -> [u8; BITS] {
            let mut table = [0; BITS];
            let (mut bit, mut number) = (0, 0);
            while bit < BITS {
                if board >> bit & 1 == 1 {
                    table[bit] = if reversed { board.count_ones() as u8 - 1 - number } else { number };
                    number += 1;
                }
                bit += 1;
            }
            table
        }

        /// The index of every cell's mirror image, by index.
        pub const fn mirrored<const CELLS: usize>(lengths: [usize; ROWS]) -> [u8; CELLS] {
            let mut table = [0; CELLS];
            let (mut row, mut first) = (0, 0);
            while row < ROWS {
                let mut column = 0;
                while column < lengths[row] {
                    table[first + column] = (first + lengths[row] - 1 - column) as u8;
                    column += 1;
                }
                first += lengths[row];
                row += 1;
            }
            table
        }

        /// Iterates over the bits of a bitboard, lowest first.
        #[inline(always)]
        pub fn bits(mut cells: Cells) -> impl Iterator<Item = u32> {
            std::iter::from_fn(move || {
                if cells == 0 {
                    return None;
                }
                let bit = cells.trailing_zeros();
                cells &= cells - 1;
                Some(bit)
            })
        }
    };
}

/// Boards of up to seven rows of up to nine cells, in 64 bits.
pub mod small {
    layout!(u64, rows: 7, width: 10, middle: 4, offset: 3);
}

/// Boards of up to nine rows of up to nine cells, in 128 bits.
pub mod large {
    layout!(u128, rows: 9, width: 12, middle: 5, offset: 4);
}

/// The name of the cell at a row and a column, both from 0: `d4`.
pub fn cell_name(row: usize, column: usize) -> String {
    format!("{}{}", row_name(row), column + 1)
}

/// The letter of a row.
pub fn row_name(row: usize) -> char {
    (b'a' + row as u8) as char
}

/// Parses a cell name at the start of a text: row, column, and the rest of the text.
pub fn read_cell_name(text: &str) -> Option<(usize, usize, &str)> {
    let mut letters = text.chars();
    let row = u32::from(letters.next()?).checked_sub('a'.into())?;
    let column = letters.next()?.to_digit(10)?.checked_sub(1)?;
    Some((row as usize, column as usize, letters.as_str()))
}

#[cfg(test)]
mod tests {
    /// Checks one layout against plain coordinates.
    macro_rules! check {
        ($layout:ident, $lengths:expr, $pairs:literal) => {{
            use super::$layout::*;
            let lengths = $lengths;
            let board = board(lengths);
            let mut cells = Vec::new();
            for (row, &n) in lengths.iter().enumerate() {
                for column in 0..n {
                    let x = 2 * (column as i32 + 1) - (n as i32 + 1);
                    let bit = bit(row, column, n);
                    cells.push((x, row as i32, bit));
                    assert_eq!(row_of(bit), row);
                    for other in 0..ROWS {
                        assert_eq!(rows_from(other) >> bit & 1 == 1, row >= other);
                    }
                }
            }
            assert_eq!(board.count_ones() as usize, cells.len());
            assert!(cells.iter().map(|cell| cell.2).eq(bits(board)), "cells are in reading order");
            let table = neighbours(board);
            assert_eq!(table.iter().map(|near| near.count_ones()).sum::<u32>(), 2 * $pairs);
            for &(x, y, from) in &cells {
                for &(u, v, to) in &cells {
                    let (dx, dy) = (u - x, v - y);
                    let near = matches!((dx, dy), (2 | -2, 0) | (1 | -1, 1 | -1));
                    assert_eq!(table[from as usize] >> to & 1 == 1, near);
                    assert_eq!(STEPS.contains(&(to as i32 - from as i32)), near);
                    let straight_two = matches!((dx, dy), (4 | -4, 0) | (2 | -2, 2 | -2));
                    let between = cells.contains(&((x + u) / 2, (y + v) / 2, (from + to) / 2));
                    let reached = leap(1 << from, board) & board;
                    assert_eq!(reached >> to & 1 == 1, straight_two && between);
                }
            }
        }};
    }

    #[test]
    fn boards_agree_with_doubled_coordinates() {
        check!(small, [6, 7, 6, 7, 6, 7, 6], 110);
        check!(small, [6, 7, 8, 9, 8, 7, 6], 128);
        check!(large, [7, 8, 7, 8, 9, 8, 7, 8, 7], 176);
    }

    #[test]
    fn one_geometry_serves_both_small_boards() {
        use super::small::board;
        let (less, more) = (board([6, 7, 6, 7, 6, 7, 6]), board([6, 7, 8, 9, 8, 7, 6]));
        assert_eq!((less.count_ones(), more.count_ones(), less & more), (45, 51, less));
    }
}
