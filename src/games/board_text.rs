//! Boards as text, row by row: the board field of FENs, and diagrams.

use super::NotationError;
use super::hex::row_name;

/// Writes a row: two letters for a unit, a number for a run of empty cells.
pub(super) fn write(units: impl Iterator<Item = Option<String>>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for unit in units {
        let Some(unit) = unit else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push_str(&unit);
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

/// Parses the rows of a board, from the far one down, and calls `put` with the row, the column
/// and the two letters of every unit.
pub(super) fn read(
    text: &str,
    lengths: &[usize],
    mut put: impl FnMut(usize, usize, &str) -> Result<(), NotationError>,
) -> Result<(), NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != lengths.len() {
        let expected = format!("{} rows separated by '/', not {}", lengths.len(), rows.len());
        return Err(NotationError::new(text, expected));
    }
    for ((row, &length), text) in lengths.iter().enumerate().rev().zip(rows) {
        read_row(text, row, length, &mut |column, unit| put(row, column, unit))?;
    }
    Ok(())
}

/// Takes the column and the letters of a unit.
type PutInRow<'a> = &'a mut dyn FnMut(usize, &str) -> Result<(), NotationError>;

fn read_row(text: &str, row: usize, length: usize, put: PutInRow) -> Result<(), NotationError> {
    let wrong_length = || NotationError::new(text, format!("{length} cells in row {}", row_name(row)));
    let mut column = 0;
    let mut rest = text.chars();
    while let Some(first) = rest.next() {
        if let Some(gap @ 1..) = first.to_digit(10) {
            column += gap as usize;
            continue;
        }
        if column >= length {
            return Err(wrong_length());
        }
        let pair: String = [Some(first), rest.next()].into_iter().flatten().collect();
        put(column, &pair)?;
        column += 1;
    }
    if column == length { Ok(()) } else { Err(wrong_length()) }
}

/// Reads a counter; `what` says which one.
pub(super) fn read_counter(text: &str, what: &str) -> Result<u16, NotationError> {
    // The standard parser would accept a sign, too.
    let number = if text.starts_with('+') { None } else { text.parse().ok() };
    number.ok_or_else(|| NotationError::new(text, format!("{what}, a number up to {}", u16::MAX)))
}

/// Draws rows from the far one down, between the names of their first and last cells.
pub(super) fn draw(lengths: &[usize], unit: impl Fn(usize, usize) -> Option<String>) -> String {
    let widest = lengths.iter().copied().max().unwrap_or(0);
    let draw_row = |(row, &length): (usize, &usize)| {
        // A cell is four characters wide, so half a cell is two.
        let indent = " ".repeat((widest - length) * 2);
        let units: Vec<String> =
            (0..length).map(|column| unit(row, column).unwrap_or_else(|| ". ".to_string())).collect();
        let name = row_name(row);
        format!("{indent}{name}1  {}  {name}{length}", units.join("  "))
    };
    let rows: Vec<String> = lengths.iter().enumerate().rev().map(draw_row).collect();
    rows.join("\n")
}
