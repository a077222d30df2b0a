//! Native notation of set-ups: `g16:sprspr f13:prs f4:ww …`.
//!
//! A token names a cell or a range of one row and the cubes there. A range holds
//! single cubes; a stack stands alone, top first (the other way round than in a
//! FEN). Player one is to move and no turn has been played.

use super::board::{Board, Cell};
use super::notation::{cube, letter, stack};
use super::position::{Position, Unit};
use crate::games::hex::small::ROWS;
use crate::games::{NotationError, Player, Rules};

/// Whether a text is a set-up and not a FEN.
pub(super) fn is_set_up(text: &str) -> bool {
    text.contains(':')
}

impl<B: Board> Position<B> {
    /// Reads set-up tokens.
    pub(super) fn read_set_up(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        let mut position = Self::empty(rules);
        for token in text.split_whitespace() {
            position.read_token(token)?;
        }
        Ok(position)
    }

    fn read_token(&mut self, token: &str) -> Result<(), NotationError> {
        let wrong = |expected: &str| NotationError::new(token, expected);
        let shape = || wrong("a set-up token such as g16:sprspr or f4:ww");
        let (place, letters) = token.split_once(':').ok_or_else(shape)?;
        let cells = read_place::<B>(place).ok_or_else(shape)?;
        let cubes: Option<Vec<_>> = letters.chars().map(cube).collect();
        let cubes = cubes.ok_or_else(|| wrong("cubes R P S W r p s w after ':'"))?;
        let units: Vec<Unit> = match *cubes.as_slice() {
            [top, bottom] if cells.len() == 1 => vec![stack(bottom, top).map_err(wrong)?],
            _ if cubes.len() == cells.len() => {
                cubes.iter().map(|&(owner, top)| Unit { owner, top, bottom: None }).collect()
            }
            _ => return Err(wrong("a cube for each cell, or two cubes for one")),
        };
        for (cell, unit) in cells.into_iter().zip(units) {
            if self.occupied() & cell.set() != 0 {
                return Err(wrong(&format!("each cell once, but {} again", B::name(cell))));
            }
            self.put_unit(unit, cell);
        }
        Ok(())
    }

    /// Writes set-up tokens; `None` if they cannot express the position.
    pub(super) fn write_set_up(&self) -> Option<String> {
        let fresh = self.mover == Player::One && self.quiet == 0 && self.full_turn == 1;
        if !fresh || self.occupied() == 0 {
            return None;
        }
        let mut tokens = Vec::new();
        for row in (0..ROWS).rev() {
            let units: Vec<(usize, Option<Unit>)> = self.row_units(row).enumerate().collect();
            let single = |unit: &Option<Unit>| unit.is_some_and(|unit| unit.bottom.is_none());
            // Neighbours share a token if both are single cubes.
            for group in units.chunk_by(|(_, a), (_, b)| single(a) && single(b)) {
                tokens.extend(token(row, group));
            }
        }
        Some(tokens.join(" "))
    }
}

/// The token for neighbouring cells of a row, if there is anything on them.
fn token(row: usize, group: &[(usize, Option<Unit>)]) -> Option<String> {
    let mut cubes = String::new();
    for unit in group.iter().filter_map(|&(_, unit)| unit) {
        cubes.push(letter(unit.owner, unit.top));
        cubes.extend(unit.bottom.map(|bottom| letter(unit.owner, bottom)));
    }
    let ((first, _), (last, _)) = (group.first()?, group.last()?);
    let row = (b'a' + row as u8) as char;
    let columns = if first == last { format!("{}", first + 1) } else { format!("{}{}", first + 1, last + 1) };
    (!cubes.is_empty()).then(|| format!("{row}{columns}:{cubes}"))
}

/// The cells of a place such as `f4` or `g16`, from left to right.
fn read_place<B: Board>(place: &str) -> Option<Vec<Cell>> {
    let (first, rest) = B::read_cell(place)?;
    if rest.is_empty() {
        return Some(vec![first]);
    }
    // The last column follows the first one, without the row.
    let mut letters = rest.chars();
    let to = letters.next()?.to_digit(10)?.checked_sub(1)? as usize;
    let (row, from) = B::place(first);
    if from >= to || letters.next().is_some() {
        return None;
    }
    (from..=to).map(|column| B::cell(row, column)).collect()
}
