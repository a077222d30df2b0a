//! Turns in UGI and in native notation.

use super::board::{Board, Cell};
use super::position::Position;
use super::turn::{Action, Turn};
use crate::games::NotationError;

impl<B: Board> Position<B> {
    pub(super) fn ugi_text(&self, turn: Turn) -> String {
        let [from, via, to] = [turn.from(), turn.via(), turn.to()].map(B::name);
        match turn.action() {
            Action::Single => format!("{from}{to}"),
            Action::Top => format!("{from}{from}{to}"),
            _ => format!("{from}{via}{to}"),
        }
    }

    pub(super) fn native_text(&self, turn: Turn) -> String {
        let [from, via, to] = [turn.from(), turn.via(), turn.to()].map(B::name);
        let enemies = self.owned[(!self.mover).index()];
        let mark = |cell: Cell| if enemies & cell.set() != 0 { "!" } else { "" };
        let (via_mark, to_mark) = (mark(turn.via()), mark(turn.to()));
        match turn.action() {
            Action::Single | Action::Top => format!("{from}-{to}{to_mark}"),
            Action::Stack => format!("{from}={to}{to_mark}"),
            Action::SingleThenStack | Action::TopThenStack => format!("{from}-{via}={to}{to_mark}"),
            Action::StackThenTop => format!("{from}={via}{via_mark}-{to}{to_mark}"),
        }
    }

    pub(super) fn read_turn(&self, text: &str) -> Result<Turn, NotationError> {
        let shape = || NotationError::new(text, "a turn such as b4c4, b4c4c4 or b4=c4-d4");
        let (cells, marks) = read_cells::<B>(text).ok_or_else(shape)?;
        let turn = match marks.as_slice() {
            [] => self.turn_of_cells(&cells),
            marks => self.turn_of_marks(&cells, marks).ok_or_else(shape)?,
        };
        let mut legal = false;
        if let Some(turn) = turn
            && self.terminal_outcome().is_none()
        {
            self.each_turn(|other| legal |= other == turn);
        }
        turn.filter(|_| legal).ok_or_else(|| NotationError::new(text, "a legal turn"))
    }

    /// The turn that a sequence of cells stands for, canonical or not, legal or not.
    pub(super) fn turn_of_cells(&self, cells: &[Cell]) -> Option<Turn> {
        let from = *cells.first()?;
        let own = |cell: Cell| self.owned[self.mover.index()] & cell.set() != 0;
        let stack = self.stacks & from.set() != 0;
        Some(match (stack, cells) {
            (false, &[_, to]) => Turn::one(Action::Single, from, to),
            // Other programs leave out what follows from the board.
            (true, &[_, to]) if own(to) => Turn::one(Action::Top, from, to),
            (true, &[_, to]) => Turn::one(Action::Stack, from, to),
            (false, &[_, via, to]) if via == to || via == from => Turn::one(Action::Single, from, to),
            (true, &[_, via, to]) if via == from => Turn::one(Action::Top, from, to),
            (true, &[_, via, to]) if via == to => Turn::one(Action::Stack, from, to),
            (false, &[_, via, to]) => Turn::two(Action::SingleThenStack, from, via, to),
            (true, &[_, via, to]) if own(via) => Turn::two(Action::TopThenStack, from, via, to),
            (true, &[_, via, to]) => Turn::two(Action::StackThenTop, from, via, to),
            _ => return None,
        })
    }

    /// The turn that cells joined by `-` (a cube) and `=` (a stack) stand for: `None`
    /// if the marks make no sense, `Some(None)` if no such turn can be here.
    fn turn_of_marks(&self, cells: &[Cell], marks: &[char]) -> Option<Option<Turn>> {
        let stack = self.stacks & cells.first()?.set() != 0;
        Some(match (cells, marks) {
            (&[from, to], ['-']) => {
                Some(Turn::one(if stack { Action::Top } else { Action::Single }, from, to))
            }
            (&[from, to], ['=']) => stack.then(|| Turn::one(Action::Stack, from, to)),
            (&[from, via, to], ['-', '=']) => {
                let action = if stack { Action::TopThenStack } else { Action::SingleThenStack };
                Some(Turn::two(action, from, via, to))
            }
            (&[from, via, to], ['=', '-']) => stack.then(|| Turn::two(Action::StackThenTop, from, via, to)),
            _ => return None,
        })
    }
}

/// The two or three cells of a turn, and the `-` and `=` between them if any.
pub(super) fn read_cells<B: Board>(text: &str) -> Option<(Vec<Cell>, Vec<char>)> {
    let (first, mut rest) = B::read_cell(text)?;
    let mut cells = vec![first];
    let mut marks = Vec::new();
    while !rest.is_empty() && cells.len() < 3 {
        let mut letters = rest.chars();
        if let Some(mark @ ('-' | '=')) = letters.next() {
            marks.push(mark);
            rest = letters.as_str();
        }
        let (cell, after) = B::read_cell(rest)?;
        cells.push(cell);
        // Captures may be marked, in the native form only.
        rest = if marks.is_empty() { after } else { after.strip_prefix('!').unwrap_or(after) };
    }
    let joined = marks.is_empty() || marks.len() + 1 == cells.len();
    (rest.is_empty() && cells.len() > 1 && joined).then_some((cells, marks))
}
