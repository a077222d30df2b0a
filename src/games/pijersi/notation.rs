//! FEN, diagrams and counters.

use super::board::Board;
use super::position::{Position, Role, Unit};
use super::setup_text::is_set_up;
use super::turn::Turn;
use crate::games::hex::small::ROWS;
use crate::games::{MoveStep, Notation, NotationError, Player, Rules, Scene, board_text};

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

/// A stack of two cubes, or the expectation that it fails.
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

impl<B: Board> Notation for Position<B> {
    fn from_fen(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        Self::read(text, rules)
    }

    fn fen(&self) -> String {
        self.write()
    }

    fn native_position(&self) -> Option<String> {
        self.write_set_up()
    }

    fn diagram(&self) -> String {
        self.draw()
    }

    fn counters(&self) -> Vec<(&'static str, String)> {
        let limit = if self.draw_limit == 0 { String::new() } else { format!(" of {}", self.draw_limit) };
        vec![("Quiet turns", format!("{}{limit}", self.quiet)), ("Full turn", self.full_turn.to_string())]
    }

    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        self.read_turn(text)
    }

    fn ugi_move(&self, turn: Turn) -> String {
        self.ugi_text(turn)
    }

    fn native_move(&self, turn: Turn) -> String {
        self.native_text(turn)
    }

    fn explain(&self, text: &str) -> Option<String> {
        self.fault(text)
    }

    fn scene(&self) -> Scene {
        self.describe()
    }

    fn move_steps(&self, turn: Turn) -> Vec<MoveStep> {
        self.steps(turn)
    }
}

impl<B: Board> Position<B> {
    pub(super) fn write(&self) -> String {
        let rows: Vec<String> = (0..ROWS)
            .rev()
            .map(|row| board_text::write(self.row_units(row).map(|unit| unit.map(unit_text))))
            .collect();
        let side = if self.mover == Player::One { 'w' } else { 'b' };
        format!("{} {side} {} {}", rows.join("/"), self.quiet, self.full_turn)
    }

    /// What stands on the cells of a row, from left to right.
    pub(super) fn row_units(&self, row: usize) -> impl Iterator<Item = Option<Unit>> + '_ {
        (0..B::LENGTHS[row]).filter_map(move |column| B::cell(row, column)).map(|cell| self.unit(cell))
    }

    /// The diagram: rows from the far one down, between the names of their first and last cells.
    pub(super) fn draw(&self) -> String {
        board_text::draw(&B::LENGTHS, |row, column| {
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
            position.quiet = board_text::read_counter(quiet, "quiet turns")?;
        }
        if let Some(turn) = counters.next() {
            position.full_turn = board_text::read_counter(turn, "full turn")?;
        }
        if let Some(extra) = counters.next() {
            return Err(NotationError::new(*extra, "nothing after the full turn"));
        }
        Ok(position)
    }

    fn read_board(&mut self, board: &str) -> Result<(), NotationError> {
        board_text::read(board, &B::LENGTHS, |row, column, pair| {
            let unit = read_unit(pair)?;
            if let Some(cell) = B::cell(row, column) {
                self.put_unit(unit, cell);
            }
            Ok(())
        })
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
