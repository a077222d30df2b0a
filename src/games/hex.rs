//! Hexagonal boards in one machine word: rows of centred cells, neighbours shifted
//! by half a cell, laid out so that each of the six directions is one constant shift.
//!
//! A cell has a row `y` (0 at the bottom) and a doubled column `x = 2j - (n + 1)`,
//! j counting from 1 in a row of n. Slanting the columns, `q = (x - y) / 2`, turns
//! the six directions (±2, 0) and (±1, ±1) into fixed distances between bits:
//! ±1 along a row, ±W up-right/down-left and ±(W - 1) up-left/down-right, where W is
//! the width of a slanted row with one spare column. The spare column swallows what
//! would wrap around; a mask of the board's cells removes it.

/// Rows of the slanted layout, including the spare column.
pub const WIDTH: u32 = 10;
/// Rows of the boards that fit this layout.
pub const ROWS: usize = 7;
/// Where column 0 of row 0 would be: its first cells are on no board, and leaving
/// them out is what makes seven rows of ten fit in 64 bits.
const OFFSET: i32 = 3;

/// A set of cells.
pub type Cells = u64;

/// The six distances between neighbours.
pub const STEPS: [i32; 6] = [1, WIDTH as i32, WIDTH as i32 - 1, -1, -(WIDTH as i32), 1 - WIDTH as i32];

/// The bit of cell `column` (from 0) in row `row` that has `length` cells.
pub const fn bit(row: usize, column: usize, length: usize) -> u32 {
    let x = 2 * (column as i32 + 1) - (length as i32 + 1);
    let y = row as i32 - 3;
    let slanted = (x - y) / 2 + 4;
    (row as i32 * WIDTH as i32 + slanted - OFFSET) as u32
}

/// The row of a bit.
pub const fn row_of(bit: u32) -> usize {
    ((bit + OFFSET as u32) / WIDTH) as usize
}

/// Moves a set of cells one step; the caller masks with the board.
#[inline(always)]
pub const fn shift(cells: Cells, step: i32) -> Cells {
    if step > 0 { cells << step } else { cells >> -step }
}

/// All cells one step away from the set; the caller masks with the board.
#[inline(always)]
pub const fn spread(cells: Cells) -> Cells {
    const W: u32 = WIDTH;
    (cells << 1) | (cells >> 1) | (cells << W) | (cells >> W) | (cells << (W - 1)) | (cells >> (W - 1))
}

/// All cells two steps straight away from the set with the cell between in `empty`.
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

/// The places of a row and of all above it, on the board or not.
pub const fn rows_from(row: usize) -> Cells {
    match row as u32 * WIDTH {
        0 => !0,
        below => !0 << (below - OFFSET as u32),
    }
}

/// The neighbours of every cell of a board, by bit.
pub const fn neighbours(board: Cells) -> [Cells; 64] {
    let mut table = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        if board >> bit & 1 == 1 {
            table[bit] = spread(1 << bit) & board;
        }
        bit += 1;
    }
    table
}

/// The bits of a set, lowest first.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn adjacent_pairs(board: Cells) -> u32 {
        neighbours(board).iter().map(|n| n.count_ones()).sum::<u32>() / 2
    }

    #[test]
    fn boards_have_the_known_numbers_of_cells_and_adjacent_pairs() {
        let small = board([6, 7, 6, 7, 6, 7, 6]);
        let large = board([6, 7, 8, 9, 8, 7, 6]);
        assert_eq!((small.count_ones(), adjacent_pairs(small)), (45, 110));
        assert_eq!((large.count_ones(), adjacent_pairs(large)), (51, 128));
        assert_eq!(small & large, small, "one geometry serves both");
    }

    #[test]
    fn shifts_agree_with_doubled_coordinates() {
        let lengths = [6, 7, 8, 9, 8, 7, 6];
        let mut cells = Vec::new();
        for (row, &n) in lengths.iter().enumerate() {
            for column in 0..n {
                let x = 2 * (column as i32 + 1) - (n as i32 + 1);
                cells.push((x, row as i32, bit(row, column, n)));
                assert_eq!(row_of(bit(row, column, n)), row);
                for other in 0..ROWS {
                    assert_eq!(rows_from(other) >> bit(row, column, n) & 1 == 1, other <= row);
                }
            }
        }
        let table = neighbours(board(lengths));
        for &(x, y, from) in &cells {
            for &(u, v, to) in &cells {
                let near = matches!((u - x, v - y), (2 | -2, 0) | (1 | -1, 1 | -1));
                assert_eq!(table[from as usize] >> to & 1 == 1, near);
                let (dx, dy) = (u - x, v - y);
                let straight_two = matches!((dx, dy), (4 | -4, 0) | (2 | -2, 2 | -2));
                let reached = leap(1 << from, board(lengths)) & board(lengths);
                assert_eq!(reached >> to & 1 == 1, straight_two);
            }
        }
    }
}
