//! Scenes: positions described for drawing, the same for every game. No colours, no pixels: a
//! renderer needs nothing but a scene, and learns no game's name.

use super::hex::cell_name;
use super::{Notation, Outcome, Player};

/// The distance between neighbouring rows of hexagons, where neighbouring centres are 1 apart.
const ROW_DISTANCE: f32 = 0.866_025_4;

/// A position as it is to be drawn: what the board looks like, what stands on it and beside it.
///
/// ```
/// use sisku::games::{Game, Notation, Player, Rules, pijersi::{Board45, Position}};
/// let start = Position::<Board45>::start(&Rules::of(Position::<Board45>::rule_options()));
/// let scene = start.scene();
/// assert_eq!((scene.cells.len(), scene.pieces.len()), (45, 28));
/// let stack: Vec<_> = scene.on("b4").map(|piece| (piece.kind.name, piece.level)).collect();
/// assert_eq!(stack, [("wise", 0), ("wise", 1)]);
/// assert_eq!(scene.cell("g1").map(|cell| cell.goal), Some(Some(Player::One)));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scene {
    /// The cells of the board, row by row from player one's side, each from the left.
    pub cells: Vec<SceneCell>,
    /// What stands on the board, in the order of the cells, each stack from below.
    pub pieces: Vec<ScenePiece>,
    /// Pieces that wait beside the board.
    pub reserves: Vec<SceneSupply>,
    /// Pieces that are out of the game: captured, or left out when the position was set up.
    pub captured: Vec<SceneSupply>,
    /// The player to move.
    pub mover: Player,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// Why it ended, in a word or two.
    pub ending: Option<&'static str>,
    /// Counters and the like for display.
    pub counters: Vec<SceneCounter>,
}

/// A cell of the board. Neighbouring centres are 1 apart; x grows to the right, y from player
/// one's side to player two's.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SceneCell {
    /// Its name in the game's notation.
    pub name: String,
    /// Its centre.
    pub x: f32,
    /// Its centre.
    pub y: f32,
    /// Its shape.
    pub shape: CellShape,
    /// The player who wants to arrive here, if it is somebody's goal.
    pub goal: Option<Player>,
}

/// The shape of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum CellShape {
    /// A regular hexagon with a corner on top; the distance of opposite sides is 1.
    Hexagon,
    /// A square with sides of length 1.
    Square,
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PieceKind {
    /// The game's letter, upper case for either player.
    pub letter: char,
    /// The name in lower case: `rock`, `paper`, `scissors`, `wise`, …
    pub name: &'static str,
}

impl PieceKind {
    /// A piece of which this observer does not know the kind.
    pub const UNKNOWN: PieceKind = PieceKind::new('X', "unknown");

    /// A kind.
    pub const fn new(letter: char, name: &'static str) -> Self {
        PieceKind { letter, name }
    }

    /// The letter as FENs have it: upper case for player one, lower case for player two.
    pub fn letter_of(self, player: Player) -> char {
        if player == Player::One { self.letter } else { self.letter.to_ascii_lowercase() }
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ScenePiece {
    /// The name of its cell.
    pub cell: String,
    /// Its height in a stack, 0 for the lowest.
    pub level: u8,
    /// Whose it is.
    pub player: Player,
    /// What it is; [`PieceKind::UNKNOWN`] if this observer does not know.
    pub kind: PieceKind,
    /// Whether the other player does not know its kind.
    pub secret: bool,
}

/// Some pieces of one kind beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SceneSupply {
    /// Whose they are.
    pub player: Player,
    /// What they are.
    pub kind: PieceKind,
    /// How many.
    pub count: u8,
}

/// A counter: its name and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SceneCounter {
    /// What is counted.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A part of a move, for arrows, marks and animations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveStep {
    /// What happens.
    pub action: StepAction,
    /// The cell where it begins; `None` for pieces that come from beside the board.
    pub from: Option<String>,
    /// The cell where it ends.
    pub to: String,
    /// The kind that the player decides on or announces: what is placed, what attacks, or in the
    /// last part of a move whatever else it names. `None` where there is nothing to choose.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub piece: Option<PieceKind>,
    /// The kind that is announced of what is attacked.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub against: Option<PieceKind>,
}

/// What a part of a move does. Whatever of the other player stands where something arrives is
/// captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum StepAction {
    /// The highest piece of a cell goes to another one.
    Move,
    /// A whole stack goes to another cell.
    Stack,
    /// A piece attacks a cell; what follows depends on both kinds.
    Attack,
    /// A piece is put on a cell, or exchanged there.
    Place,
    /// The highest piece of a cell is taken away.
    Remove,
}

impl MoveStep {
    fn new(action: StepAction, from: Option<String>, to: String) -> Self {
        MoveStep { action, from, to, piece: None, against: None }
    }

    /// The highest piece of a cell goes to another one.
    pub fn piece(from: String, to: String) -> Self {
        MoveStep::new(StepAction::Move, Some(from), to)
    }

    /// A whole stack goes to another cell.
    pub fn stack(from: String, to: String) -> Self {
        MoveStep::new(StepAction::Stack, Some(from), to)
    }

    /// A piece attacks a cell.
    pub fn attack(from: String, to: String) -> Self {
        MoveStep::new(StepAction::Attack, Some(from), to)
    }

    /// A piece is put on a cell, or exchanged there.
    pub fn place(to: String) -> Self {
        MoveStep::new(StepAction::Place, None, to)
    }

    /// The highest piece of a cell is taken away.
    pub fn remove(from: String) -> Self {
        MoveStep::new(StepAction::Remove, None, from)
    }

    /// The same with the kind that is decided on.
    pub fn with(self, kind: PieceKind) -> Self {
        MoveStep { piece: Some(kind), ..self }
    }

    /// The same with both kinds of an attack announced.
    pub fn announcing(self, attacker: PieceKind, attacked: PieceKind) -> Self {
        MoveStep { piece: Some(attacker), against: Some(attacked), ..self }
    }
}

impl Scene {
    /// What every game has: who moves, the outcome and the counters. Cells and pieces are to be
    /// added.
    pub fn new<G: Notation>(position: &G) -> Self {
        let counter = |(name, value): (&str, String)| SceneCounter { name: name.to_string(), value };
        let outcome = position.outcome();
        Scene {
            cells: Vec::new(),
            pieces: Vec::new(),
            reserves: Vec::new(),
            captured: Vec::new(),
            mover: position.mover(),
            outcome,
            ending: outcome.map(|_| position.ending()),
            counters: position.counters().into_iter().map(counter).collect(),
        }
    }

    /// Adds a board of centred rows of hexagons with these lengths, named `a1` and so on from
    /// below; the last row is player one's goal, the first row player two's.
    pub(super) fn add_hexagons(&mut self, lengths: &[usize]) {
        for (row, &length) in lengths.iter().enumerate() {
            let goal = match row {
                0 => Some(Player::Two),
                row if row + 1 == lengths.len() => Some(Player::One),
                _ => None,
            };
            for column in 0..length {
                let x = column as f32 - (length as f32 - 1.0) / 2.0;
                let (name, y) = (cell_name(row, column), row as f32 * ROW_DISTANCE);
                self.cells.push(SceneCell { name, x, y, shape: CellShape::Hexagon, goal });
            }
        }
    }

    /// Adds a square at a file and a rank, both from 0.
    pub fn add_square(&mut self, name: String, place: (usize, usize), goal: Option<Player>) {
        let (x, y) = (place.0 as f32, place.1 as f32);
        self.cells.push(SceneCell { name, x, y, shape: CellShape::Square, goal });
    }

    /// Puts a piece on top of what stands on a cell.
    pub fn add_piece(&mut self, cell: String, player: Player, kind: PieceKind) {
        let level = self.on(&cell).count() as u8;
        self.pieces.push(ScenePiece { cell, level, player, kind, secret: false });
    }

    /// The cell of this name.
    pub fn cell(&self, name: &str) -> Option<&SceneCell> {
        self.cells.iter().find(|cell| cell.name == name)
    }

    /// What stands on a cell, from below.
    pub fn on<'a>(&'a self, cell: &'a str) -> impl Iterator<Item = &'a ScenePiece> {
        self.pieces.iter().filter(move |piece| piece.cell == cell)
    }

    /// What is missing of an army: pieces of a kind that are neither on the board nor in reserve.
    pub(super) fn count_captured(&mut self, army: &[(PieceKind, u8)]) {
        for player in Player::BOTH {
            for &(kind, all) in army {
                let placed = self.pieces.iter().filter(|piece| (piece.player, piece.kind) == (player, kind));
                let waiting = self.reserves.iter().filter(|some| (some.player, some.kind) == (player, kind));
                let there = placed.count() + waiting.map(|some| usize::from(some.count)).sum::<usize>();
                let count = usize::from(all).saturating_sub(there) as u8;
                if count > 0 {
                    self.captured.push(SceneSupply { player, kind, count });
                }
            }
        }
    }
}

/// In JSON, players are 1 and 2, outcomes the words of `query result`.
#[cfg(feature = "serde")]
mod json {
    use super::{Outcome, Player};
    use serde::{Serialize, Serializer};

    impl Serialize for Player {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u8(self.index() as u8 + 1)
        }
    }

    impl Serialize for Outcome {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(match self {
                Outcome::Win(Player::One) => "p1win",
                Outcome::Win(Player::Two) => "p2win",
                Outcome::Draw => "draw",
            })
        }
    }
}
