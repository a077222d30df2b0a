//! Positions and turns as text, both ways.

use super::board::{Board, Cell};
use super::mv::{Action, Turn};
use super::native::is_set_up;
use super::position::{Position, Role, Unit};
use crate::games::hex::small::ROWS;
use crate::games::{NotationError, Player, Rules, rows};

/// How many cubes of each role a side has.
const ARMY: [(Role, usize); 4] = [(Role::Rock, 4), (Role::Paper, 4), (Role::Scissors, 4), (Role::Wise, 2)];

pub(super) fn letter(player: Player, role: Role) -> char {
    let letter = match role {
        Role::Rock => 'R',
        Role::Paper => 'P',
        Role::Scissors => 'S',
        Role::Wise => 'W',
    };
    if player == Player::Two { letter.to_ascii_lowercase() } else { letter }
}

pub(super) fn cube(letter: char) -> Option<(Player, Role)> {
    let role = match letter.to_ascii_uppercase() {
        'R' => Role::Rock,
        'P' => Role::Paper,
        'S' => Role::Scissors,
        'W' => Role::Wise,
        _ => return None,
    };
    let player = if letter.is_ascii_uppercase() { Player::One } else { Player::Two };
    Some((player, role))
}

/// A stack of two cubes, or what is wrong with it.
pub(super) fn stack(lower: (Player, Role), upper: (Player, Role)) -> Result<Unit, &'static str> {
    match (lower, upper) {
        ((owner, _), (other, _)) if owner != other => Err("a stack of one colour"),
        ((_, bottom), (_, Role::Wise)) if bottom != Role::Wise => Err("a wise only on a wise"),
        ((owner, bottom), (_, top)) => Ok(Unit { owner, top, bottom: Some(bottom) }),
    }
}

/// Two letters, the lower cube first; `-` as second for a single cube.
fn unit_text(unit: Unit) -> String {
    let top = letter(unit.owner, unit.top);
    match unit.bottom {
        Some(bottom) => [letter(unit.owner, bottom), top].iter().collect(),
        None => [top, '-'].iter().collect(),
    }
}

// Positions.
impl<B: Board> Position<B> {
    pub(super) fn write(&self) -> String {
        let rows: Vec<String> = (0..ROWS)
            .rev()
            .map(|row| rows::write(self.row_units(row).map(|unit| unit.map(unit_text))))
            .collect();
        let side = if self.mover == Player::One { 'w' } else { 'b' };
        format!("{} {side} {} {}", rows.join("/"), self.quiet, self.full_turn)
    }

    /// What stands on the cells of a row, from left to right.
    pub(super) fn row_units(&self, row: usize) -> impl Iterator<Item = Option<Unit>> + '_ {
        (0..B::LENGTHS[row]).filter_map(move |column| B::cell(row, column)).map(|cell| self.unit(cell))
    }

    /// Rows from the far one down, between the names of their first and last cells.
    pub(super) fn draw(&self) -> String {
        rows::draw(&B::LENGTHS, |row, column| {
            B::cell(row, column).and_then(|cell| self.unit(cell)).map(unit_text)
        })
    }

    pub(super) fn read(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        if is_set_up(text) {
            return Self::read_set_up(text, rules);
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[board, side, ref counters @ ..] = fields.as_slice() else {
            return Err(NotationError::new(text, "rows, side w|b, quiet turns and full turn"));
        };
        let mut position = Self::empty(rules);
        position.read_board(board)?;
        position.mover = match side {
            "w" => Player::One,
            "b" => Player::Two,
            _ => return Err(NotationError::new(side, "side w or b")),
        };
        let mut counters = counters.iter();
        if let Some(quiet) = counters.next() {
            position.quiet = rows::read_counter(quiet, "quiet turns")?;
        }
        if let Some(turn) = counters.next() {
            position.full_turn = rows::read_counter(turn, "full turn")?;
        }
        if let Some(extra) = counters.next() {
            return Err(NotationError::new(*extra, "nothing after the full turn"));
        }
        Ok(position)
    }

    fn read_board(&mut self, board: &str) -> Result<(), NotationError> {
        rows::read(board, &B::LENGTHS, |row, column, pair| {
            let unit = read_unit(pair)?;
            if let Some(cell) = B::cell(row, column) {
                self.put_unit(unit, cell);
            }
            Ok(())
        })?;
        self.check_armies(board)
    }

    /// Refuses a text that put more cubes on the board than the sides have.
    pub(super) fn check_armies(&self, text: &str) -> Result<(), NotationError> {
        for player in [Player::One, Player::Two] {
            for (role, most) in ARMY {
                if self.cubes(player, role) > most {
                    let expected = format!("at most {most} cubes '{}'", letter(player, role));
                    return Err(NotationError::new(text, expected));
                }
            }
        }
        Ok(())
    }

    /// How many cubes of a role a player has, single or in stacks.
    pub(super) fn cubes(&self, player: Player, role: Role) -> usize {
        let units = super::board::cells(self.owned[player.index()]).filter_map(|cell| self.unit(cell));
        units.map(|unit| usize::from(unit.top == role) + usize::from(unit.bottom == Some(role))).sum()
    }
}

fn read_unit(pair: &str) -> Result<Unit, NotationError> {
    let wrong = |expected: &str| NotationError::new(pair, expected);
    let mut letters = pair.chars();
    let lower = letters.next().and_then(cube);
    let lower = lower.ok_or_else(|| wrong("a digit from 1 to 9 or a cube R P S W r p s w"))?;
    match letters.next() {
        Some('-') => Ok(Unit { owner: lower.0, top: lower.1, bottom: None }),
        upper => match upper.and_then(cube) {
            Some(upper) => stack(lower, upper).map_err(wrong),
            None => Err(wrong("a cube and '-', or two cubes")),
        },
    }
}

// Turns.
impl<B: Board> Position<B> {
    pub(super) fn write_ugi(&self, turn: Turn) -> String {
        let [from, via, to] = [turn.from(), turn.via(), turn.to()].map(B::name);
        match turn.action() {
            Action::Single => format!("{from}{to}"),
            Action::Top => format!("{from}{from}{to}"),
            _ => format!("{from}{via}{to}"),
        }
    }

    pub(super) fn write_native(&self, turn: Turn) -> String {
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
            && self.judge().is_none()
        {
            self.each_turn(|other| legal |= other == turn);
        }
        turn.filter(|_| legal).ok_or_else(|| NotationError::new(text, "a legal turn"))
    }

    /// The turn that a string of cells stands for, canonical or not, legal or not.
    fn turn_of_cells(&self, cells: &[Cell]) -> Option<Turn> {
        let from = *cells.first()?;
        let own = |cell: Cell| self.owned[self.mover.index()] & cell.set() != 0;
        let stack = self.stacks & from.set() != 0;
        Some(match (stack, cells) {
            (false, &[_, to]) => Turn::one(Action::Single, from, to),
            // Other programs leave out what the board tells.
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
fn read_cells<B: Board>(text: &str) -> Option<(Vec<Cell>, Vec<char>)> {
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
