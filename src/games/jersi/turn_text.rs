//! Turns as text: the game's own notation, which is the UGI form too.

use super::board::{Cell, cells, home};
use super::mode::Mode;
use super::position::{Position, Role};
use super::turn::{Action, Extra, Turn};
use crate::games::NotationError;

impl<M: Mode> Position<M> {
    /// Writes a turn, with marks for what it captures if they are wanted.
    pub(super) fn write_turn(&self, turn: Turn, marks: bool) -> String {
        let [from, via, to] = [turn.from(), turn.via(), turn.to()];
        let (enemies, king) = (self.own(!self.mover), self.king(!self.mover));
        let end = |cell: Cell| {
            let mark = match cell.set() {
                set if marks && king & set != 0 => "!!",
                set if marks && enemies & set != 0 => "!",
                _ => "",
            };
            format!("{}{mark}", cell.name())
        };
        let drop = |role: Role, cell: Cell| format!("{}:{}", role.letter(), cell.name());
        let actions = match turn.action() {
            Action::Cube => format!("{}-{}", from.name(), end(to)),
            Action::Stack => format!("{}={}", from.name(), end(to)),
            Action::CubeThenStack => format!("{}-{}={}", from.name(), via.name(), end(to)),
            Action::StackThenTop => format!("{}={}-{}", from.name(), end(via), end(to)),
            Action::Drop => drop(turn.kinds().0, to),
            Action::DropTwo => format!("{}/{}", drop(turn.kinds().0, via), drop(turn.kinds().1, to)),
            Action::GiveUp => format!("#{}", to.name()),
            Action::PlaceKing => String::new(),
        };
        match turn.extra() {
            Extra::Nothing => actions,
            Extra::Kind(role) => format!("{actions}#{}", role.letter()),
            Extra::King(column) => {
                let cell = cells(home(!self.mover)).nth(column).map_or_else(String::new, Cell::name);
                format!("{actions}/K:{cell}")
            }
        }
    }

    pub(super) fn read_turn(&self, text: &str) -> Result<Turn, NotationError> {
        let shape = "a turn such as a2-b2=d3, f4=d3, M:f3/W:f3 or f1=h2-g2/K:a2";
        let turn = self.turn_of(text).ok_or_else(|| NotationError::new(text, shape))?;
        let (mut legal, mut unfinished) = (false, false);
        if self.terminal_outcome().is_none() {
            self.each_turn(|other| {
                legal |= other == turn;
                unfinished |= other != turn && other.bare() == turn;
            });
        }
        match (legal, unfinished) {
            (true, _) => Ok(turn),
            (false, false) => Err(NotationError::new(text, "a legal turn")),
            (false, true) if M::RANSOM => Err(NotationError::new(
                text,
                "the kind of cube that is the king's ransom, such as #R, at the end",
            )),
            (false, true) => {
                Err(NotationError::new(text, "where the captured king returns, such as /K:a2, at the end"))
            }
        }
    }

    /// The turn that a text stands for, legal or not; `None` if it makes no sense.
    fn turn_of(&self, text: &str) -> Option<Turn> {
        if let Some(rest) = text.strip_prefix('#') {
            return all(Cell::read(rest)?).map(Turn::give_up);
        }
        if text.starts_with('/') {
            return self.read_extra(Turn::place_king(0), text);
        }
        if text.chars().nth(1) == Some(':') {
            return read_drops(text);
        }
        let (from, rest) = Cell::read(text)?;
        let (first, via, rest) = read_action(rest)?;
        if !rest.starts_with(['-', '=']) {
            let action = if first == '-' { Action::Cube } else { Action::Stack };
            return self.read_extra(Turn::one(action, from, via), rest);
        }
        let (second, to, rest) = read_action(rest)?;
        let action = match (first, second) {
            ('-', '=') => Action::CubeThenStack,
            ('=', '-') => Action::StackThenTop,
            _ => return None,
        };
        self.read_extra(Turn::two(action, from, via, to), rest)
    }

    /// Reads what follows the actions to the end of the text.
    fn read_extra(&self, turn: Turn, text: &str) -> Option<Turn> {
        if text.is_empty() {
            return Some(turn);
        }
        if let Some(kind) = text.strip_prefix('#') {
            let mut letters = kind.chars();
            let role = Role::of(letters.next()?).filter(|role| Role::RANSOMS.contains(role))?;
            return letters.next().is_none().then(|| turn.with_kind(role));
        }
        let place = text.strip_prefix("/K:").or_else(|| text.strip_prefix("/k:"))?;
        let cell = all(Cell::read(place)?)?;
        // A king's cell elsewhere than at home cannot even be packed.
        (home(!self.mover) & cell.set() != 0).then(|| turn.with_king(cell.column()))
    }
}

/// What was read, if it was all of the text.
fn all<T>((value, rest): (T, &str)) -> Option<T> {
    rest.is_empty().then_some(value)
}

/// Reads `-` or `=`, a cell and the marks of a capture.
pub(super) fn read_action(text: &str) -> Option<(char, Cell, &str)> {
    let mut letters = text.chars();
    let sign = letters.next().filter(|sign| matches!(sign, '-' | '='))?;
    let (cell, rest) = Cell::read(letters.as_str())?;
    let rest = rest.strip_prefix("!!").or_else(|| rest.strip_prefix('!')).unwrap_or(rest);
    Some((sign, cell, rest))
}

/// Reads one or two drops, the two in either order.
fn read_drops(text: &str) -> Option<Turn> {
    let read = |text: &str| {
        let mut letters = text.chars();
        let role = Role::of(letters.next()?).filter(|role| matches!(role, Role::Mountain | Role::Wise))?;
        let cell = all(Cell::read(letters.as_str().strip_prefix(':')?)?)?;
        Some((role, cell))
    };
    let Some((first, second)) = text.split_once('/') else {
        return read(text).map(|(role, cell)| Turn::drop(role, cell));
    };
    let (first, second) = (read(first)?, read(second)?);
    // On one cell the order is that of the stack; on two it makes no difference.
    let place = |(role, cell): (Role, Cell)| (role.letter(), cell.index());
    let swap = first.1 != second.1 && place(second) < place(first);
    Some(if swap { Turn::drop_two(second, first) } else { Turn::drop_two(first, second) })
}
