//! A decision, packed into 32 bits.
//!
//! | bits | what |
//! |---|---|
//! | 0–6 | `from`: where the first action begins; of a drop, the kinds (below) |
//! | 7–13 | `via`: where the first action ends; of a drop, the first cell |
//! | 14–20 | `to`: where the turn ends; of a drop, the second cell |
//! | 21–23 | [`Action`] |
//! | 24–27 | [`Extra`]: 0 nothing, 1–7 the column of the king put back, 8–12 the kind named |
//!
//! Turns of one action or one cube have `via` equal to `to`. The kinds of dropped
//! cubes are bit 0 (first cube) and bit 1 (second cube) of `from`: clear for a
//! mountain, set for a wise. Cells are bits of the board's layout, below 128.

use super::board::Cell;
use super::position::Role;
use crate::games::packed_move::packed_move;

/// What a decision does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A cube, single or on top, goes one space.
    Cube,
    /// A stack goes one or two spaces.
    Stack,
    /// A cube builds on `via`, and the new stack goes on.
    CubeThenStack,
    /// A stack goes to `via`, and its top goes on.
    StackThenTop,
    /// A cube comes from the reserve.
    Drop,
    /// Two cubes come from the reserve.
    DropTwo,
    /// A ransom is given up at `to`.
    GiveUp,
    /// The captured king is put back by its captor.
    PlaceKing,
}

impl Action {
    const ALL: [Action; 8] = [
        Action::Cube,
        Action::Stack,
        Action::CubeThenStack,
        Action::StackThenTop,
        Action::Drop,
        Action::DropTwo,
        Action::GiveUp,
        Action::PlaceKing,
    ];
}

/// What the captor of a king decides beyond the actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extra {
    /// There is nothing to decide.
    Nothing,
    /// The king goes to this column of its first row.
    King(usize),
    /// A cube of this kind is the ransom.
    Kind(Role),
}

/// A decision: a whole turn, or one of the three that a ransom takes.
///
/// ```
/// use sisku::games::{Game, Notation, Rules, jersi::{Action, Classic, Position}};
/// let rules = Rules::of(Position::<Classic>::rule_options());
/// let fen = "7/3k-4/3R-3/8/9/8/7/8/3K-3 w M4W2m4w2 7 12";
/// let position = Position::<Classic>::from_fen(fen, &rules)?;
/// assert_eq!(format!("\n{}", position.diagram()), "
///     i1  .   .   .   .   .   .   .   i7
///   h1  .   .   .   k-  .   .   .   .   h8
///     g1  .   .   .   R-  .   .   .   g7
///   f1  .   .   .   .   .   .   .   .   f8
/// e1  .   .   .   .   .   .   .   .   .   e9
///   d1  .   .   .   .   .   .   .   .   d8
///     c1  .   .   .   .   .   .   .   c7
///   b1  .   .   .   .   .   .   .   .   b8
///     a1  .   .   .   K-  .   .   .   a7");
/// // The captor says where the king returns.
/// let turn = position.parse_move("g4-h4/K:i1")?;
/// assert_eq!(turn.action(), Action::Cube);
/// assert_eq!(position.native_move(turn), "g4-h4!!/K:i1");
/// assert!(position.parse_move("g4-h4").is_err());
/// # Ok::<(), sisku::games::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

packed_move!(Turn, Cell: 7);

const fn kind_bit(role: Role) -> u32 {
    matches!(role, Role::Wise) as u32
}

const fn kind_of(bit: u32) -> Role {
    if bit & 1 == 0 { Role::Mountain } else { Role::Wise }
}

impl Turn {
    #[inline(always)]
    const fn new(action: Action, from: u32, via: Cell, to: Cell) -> Turn {
        Turn(Turn::pack(from, via, to) | (action as u32) << 21)
    }

    /// A turn of one action.
    #[inline(always)]
    pub const fn one(action: Action, from: Cell, to: Cell) -> Turn {
        Turn::new(action, from.0 as u32, to, to)
    }

    /// A turn of two actions.
    #[inline(always)]
    pub const fn two(action: Action, from: Cell, via: Cell, to: Cell) -> Turn {
        Turn::new(action, from.0 as u32, via, to)
    }

    /// A drop of one cube.
    #[inline(always)]
    pub const fn drop(role: Role, to: Cell) -> Turn {
        Turn::new(Action::Drop, kind_bit(role), to, to)
    }

    /// A drop of two cubes, in this order.
    #[inline(always)]
    pub const fn drop_two(first: (Role, Cell), second: (Role, Cell)) -> Turn {
        let kinds = kind_bit(first.0) | kind_bit(second.0) << 1;
        Turn::new(Action::DropTwo, kinds, first.1, second.1)
    }

    /// A ransom given up.
    #[inline(always)]
    pub const fn give_up(cell: Cell) -> Turn {
        Turn::new(Action::GiveUp, 0, cell, cell)
    }

    /// A king put back after a ransom.
    #[inline(always)]
    pub const fn place_king(column: usize) -> Turn {
        Turn::new(Action::PlaceKing, 0, Cell(0), Cell(0)).with_king(column)
    }

    /// The same turn with the captured king put back.
    #[inline(always)]
    pub const fn with_king(self, column: usize) -> Turn {
        Turn(self.0 & !(15 << 24) | (column as u32 + 1) << 24)
    }

    /// The same turn with a kind named as ransom.
    #[inline(always)]
    pub const fn with_kind(self, role: Role) -> Turn {
        Turn(self.0 & !(15 << 24) | (8 + role as u32) << 24)
    }

    /// The same turn without what is decided beyond its actions.
    pub const fn bare(self) -> Turn {
        Turn(self.0 & !(15 << 24))
    }

    /// What is done.
    #[inline(always)]
    pub fn action(self) -> Action {
        Action::ALL[(self.0 >> 21 & 7) as usize]
    }

    /// The kinds of the dropped cubes.
    #[inline(always)]
    pub const fn kinds(self) -> (Role, Role) {
        (kind_of(self.0), kind_of(self.0 >> 1))
    }

    /// What is decided beyond the actions.
    #[inline(always)]
    pub fn extra(self) -> Extra {
        match (self.0 >> 24 & 15) as usize {
            0 => Extra::Nothing,
            column @ 1..8 => Extra::King(column - 1),
            kind => Role::ALL.get(kind - 8).map_or(Extra::Nothing, |&role| Extra::Kind(role)),
        }
    }
}
