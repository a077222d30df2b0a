//! Positions as text.

use super::board::{Cell, LENGTHS};
use super::mode::Mode;
use super::position::{Phase, Position, Reserve, Role, Unit};
use super::turn::Turn;
use crate::games::{MoveStep, Notation, NotationError, Player, Rules, Scene, board_text};

/// A cube: its owner and its role.
type Cube = (Player, Role);

/// The name of the counter that shows the reserves.
pub(super) const RESERVES: &str = "Reserves";

const PLAYERS: [Player; 2] = [Player::One, Player::Two];

fn letter((player, role): Cube) -> char {
    if player == Player::One { role.letter() } else { role.letter().to_ascii_lowercase() }
}

fn cube(letter: char) -> Option<Cube> {
    let player = if letter.is_ascii_uppercase() { Player::One } else { Player::Two };
    Role::of(letter).map(|role| (player, role))
}

/// Two letters, the lower cube first; `-` as second for a single cube.
fn unit_text(unit: Unit) -> String {
    match unit.bottom {
        Some(bottom) => [letter(bottom), letter(unit.top)].iter().collect(),
        None => [letter(unit.top), '-'].iter().collect(),
    }
}

fn read_unit(pair: &str) -> Result<Unit, NotationError> {
    let wrong = |expected: &str| NotationError::new(pair, expected);
    let mut letters = pair.chars();
    let lower = letters.next().and_then(cube);
    let lower = lower.ok_or_else(|| wrong("a digit from 1 to 9 or a cube R P S F W K M r p s f w k m"))?;
    match letters.next() {
        Some('-') => Ok(Unit { top: lower, bottom: None }),
        upper => match upper.and_then(cube) {
            Some(upper) => stack(lower, upper).map_err(wrong),
            None => Err(wrong("a cube and '-', or two cubes")),
        },
    }
}

/// Two cubes on a cell, or what is wrong with them.
fn stack(bottom: Cube, top: Cube) -> Result<Unit, &'static str> {
    match (bottom.1, top.1) {
        (Role::King, _) => Err("no king below"),
        (Role::Mountain, Role::Mountain) if bottom.0 != top.0 => Err("a wall of one colour"),
        (lower, Role::Mountain) if lower != Role::Mountain => Err("a mountain only on a mountain"),
        (lower, _) if lower != Role::Mountain && bottom.0 != top.0 => Err("a stack of one colour"),
        _ => Ok(Unit { top, bottom: Some(bottom) }),
    }
}

impl<M: Mode> Notation for Position<M> {
    fn from_fen(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        Self::read(text, rules)
    }

    fn fen(&self) -> String {
        self.write()
    }

    fn diagram(&self) -> String {
        self.draw()
    }

    fn counters(&self) -> Vec<(&'static str, String)> {
        let of = |limit: u16| if limit == 0 { String::new() } else { format!(" of {limit}") };
        let mut counters = vec![
            ("Quiet turns", format!("{}{}", self.quiet, of(self.draw_limit))),
            ("Full turn", self.full_turn.to_string()),
        ];
        if M::DROPS {
            counters.push((RESERVES, self.write_reserves()));
        }
        if self.max_turns != 0 {
            counters.push(("Turns", format!("{}{}", self.turns_played(), of(self.max_turns))));
        }
        match self.phase {
            Phase::Turn => {}
            Phase::GiveUp(role) => {
                counters.push(("To decide", format!("which {} to give up", role.letter())))
            }
            Phase::PlaceKing => counters.push(("To decide", "where the captured king returns".to_string())),
        }
        counters
    }

    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        self.read_turn(text)
    }

    fn ugi_move(&self, turn: Turn) -> String {
        self.write_turn(turn, false)
    }

    fn native_move(&self, turn: Turn) -> String {
        self.write_turn(turn, true)
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

impl<M: Mode> Position<M> {
    pub(super) fn write(&self) -> String {
        let unit = |row, column| Cell::at(row, column).and_then(|cell| self.unit(cell)).map(unit_text);
        let row =
            |(row, &length): (usize, &usize)| board_text::write((0..length).map(|column| unit(row, column)));
        let rows: Vec<String> = LENGTHS.iter().enumerate().rev().map(row).collect();
        let side = if self.mover == Player::One { 'w' } else { 'b' };
        let phase = match self.phase {
            Phase::Turn => String::new(),
            Phase::GiveUp(role) => format!(" #{}", role.letter()),
            Phase::PlaceKing => " /K".to_string(),
        };
        let (reserves, quiet, turn) = (self.write_reserves(), self.quiet, self.full_turn);
        format!("{} {side} {reserves} {quiet} {turn}{phase}", rows.join("/"))
    }

    /// The reserves of both sides, `-` for none.
    pub(super) fn write_reserves(&self) -> String {
        let mut text = String::new();
        for player in PLAYERS {
            for role in [Role::Mountain, Role::Wise] {
                let count = *self.reserves[player.index()].clone().of(role);
                if count > 0 {
                    text.push_str(&format!("{}{count}", letter((player, role))));
                }
            }
        }
        if text.is_empty() { "-".to_string() } else { text }
    }

    pub(super) fn draw(&self) -> String {
        board_text::draw(&LENGTHS, |row, column| {
            Cell::at(row, column).and_then(|cell| self.unit(cell)).map(unit_text)
        })
    }

    pub(super) fn read(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[board, side, reserves, ref counters @ ..] = fields.as_slice() else {
            return Err(NotationError::new(text, "rows, side w|b, reserves, quiet turns and full turn"));
        };
        let mut position = Self::empty(rules);
        board_text::read(board, &LENGTHS, |row, column, pair| {
            let unit = read_unit(pair)?;
            if let Some(cell) = Cell::at(row, column) {
                position.put_unit(unit, cell);
            }
            Ok(())
        })?;
        position.mover = match side {
            "w" => Player::One,
            "b" => Player::Two,
            _ => return Err(NotationError::new(side, "side w or b")),
        };
        position.read_reserves(reserves)?;
        position.check_armies(text)?;
        let mut counters = counters.iter();
        if let Some(quiet) = counters.next() {
            position.quiet = board_text::read_counter(quiet, "quiet turns")?;
        }
        if let Some(turn) = counters.next() {
            position.full_turn = board_text::read_counter(turn, "full turn")?;
        }
        if let Some(phase) = counters.next() {
            position.phase = position.read_phase(phase)?;
        }
        if let Some(extra) = counters.next() {
            return Err(NotationError::new(*extra, "nothing more"));
        }
        position.check_kings(board)?;
        Ok(position)
    }

    fn read_reserves(&mut self, text: &str) -> Result<(), NotationError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = || NotationError::new(text, "reserves such as M4W2m4w2, or '-'");
        if !M::DROPS {
            return Err(NotationError::new(text, "'-', for there is no reserve in this variant"));
        }
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let (player, role) = cube(letter).ok_or_else(wrong)?;
            let count = letters.next().and_then(|digit| digit.to_digit(10)).ok_or_else(wrong)?;
            let slot: &mut Reserve = &mut self.reserves[player.index()];
            if !matches!(role, Role::Mountain | Role::Wise) || *slot.of(role) != 0 || count == 0 {
                return Err(wrong());
            }
            *slot.of(role) = count as u8;
        }
        Ok(())
    }

    fn read_phase(&self, text: &str) -> Result<Phase, NotationError> {
        if !M::RANSOM {
            return Err(NotationError::new(text, "nothing after the full turn"));
        }
        let wrong = || NotationError::new(text, "'#' and a kind of cube to give up, or '/K'");
        if text == "/K" {
            return Ok(Phase::PlaceKing);
        }
        let mut letters = text.strip_prefix('#').ok_or_else(wrong)?.chars();
        let role = letters.next().filter(char::is_ascii_uppercase).and_then(Role::of).ok_or_else(wrong)?;
        if letters.next().is_some() || !Role::RANSOMS.contains(&role) {
            return Err(wrong());
        }
        if self.topped(self.mover, role) == 0 {
            return Err(NotationError::new(text, "a kind of cube that the side to move can give up"));
        }
        Ok(Phase::GiveUp(role))
    }

    /// Refuses more cubes than the sides have.
    fn check_armies(&self, text: &str) -> Result<(), NotationError> {
        for cube in PLAYERS.into_iter().flat_map(|player| Role::ALL.map(|role| (player, role))) {
            let most = cube.1.army();
            if self.cubes(cube) > most {
                let expected = format!("at most {most} cubes '{}'", letter(cube));
                return Err(NotationError::new(text, expected));
            }
        }
        Ok(())
    }

    /// Number of cubes of a kind, in reserve too.
    fn cubes(&self, cube: Cube) -> usize {
        let occupied = self.owned[0] | self.owned[1] | self.all_mountains();
        let units = super::board::cells(occupied).filter_map(|cell| self.unit(cell));
        let placed: usize =
            units.map(|unit| usize::from(unit.top == cube) + usize::from(unit.bottom == Some(cube))).sum();
        let (player, role) = cube;
        let reserved = match role {
            Role::Mountain | Role::Wise => *self.reserves[player.index()].clone().of(role),
            _ => 0,
        };
        placed + usize::from(reserved)
    }

    /// Refuses kings that are off the board where no rule leads to that: only the king
    /// of the side that was captured last may be.
    fn check_kings(&self, text: &str) -> Result<(), NotationError> {
        let missing = |player: Player| self.king(player) == 0;
        let captured = if self.phase == Phase::PlaceKing { !self.mover } else { self.mover };
        let name = |player| letter((player, Role::King));
        if missing(!captured) {
            return Err(NotationError::new(text, format!("a king '{}'", name(!captured))));
        }
        if self.phase != Phase::Turn && !missing(captured) {
            return Err(NotationError::new(
                text,
                format!("no king '{}' before it is put back", name(captured)),
            ));
        }
        Ok(())
    }
}
