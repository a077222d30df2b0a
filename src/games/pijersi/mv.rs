//! A turn, packed into 32 bits.

use super::Cell;

/// What a turn does, in the order it does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A single cube goes one space.
    Single,
    /// The top of a stack goes one space.
    Top,
    /// A whole stack goes one or two spaces.
    Stack,
    /// A single cube builds on `via`, and the new stack goes on.
    SingleThenStack,
    /// The top of a stack builds on `via`, and the new stack goes on.
    TopThenStack,
    /// A stack goes to `via`, and its top goes on.
    StackThenTop,
}

impl Action {
    const ALL: [Action; 6] = [
        Action::Single,
        Action::Top,
        Action::Stack,
        Action::SingleThenStack,
        Action::TopThenStack,
        Action::StackThenTop,
    ];
}

/// A turn: what is done, from where, and the spaces it ends its one or two actions on.
///
/// A turn of one action has `via` equal to `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

impl Turn {
    /// A turn of one action.
    #[inline(always)]
    pub const fn one(action: Action, from: Cell, to: Cell) -> Turn {
        Turn::two(action, from, to, to)
    }

    /// A turn of two actions.
    #[inline(always)]
    pub const fn two(action: Action, from: Cell, via: Cell, to: Cell) -> Turn {
        Turn(from.0 as u32 | (via.0 as u32) << 6 | (to.0 as u32) << 12 | (action as u32) << 18)
    }

    #[inline(always)]
    pub const fn from(self) -> Cell {
        Cell((self.0 & 63) as u8)
    }

    #[inline(always)]
    pub const fn via(self) -> Cell {
        Cell((self.0 >> 6 & 63) as u8)
    }

    #[inline(always)]
    pub const fn to(self) -> Cell {
        Cell((self.0 >> 12 & 63) as u8)
    }

    #[inline(always)]
    pub fn action(self) -> Action {
        Action::ALL[(self.0 >> 18) as usize % Action::ALL.len()]
    }
}

impl From<Turn> for u32 {
    #[inline(always)]
    fn from(turn: Turn) -> u32 {
        turn.0
    }
}

impl From<u32> for Turn {
    #[inline(always)]
    fn from(packed: u32) -> Turn {
        Turn(packed)
    }
}
