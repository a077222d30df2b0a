//! A turn, packed into 32 bits.

use super::Cell;
use crate::games::packed_move::packed_move;

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

packed_move!(Turn, Cell: 6);

impl Turn {
    /// A turn of one action.
    #[inline(always)]
    pub const fn one(action: Action, from: Cell, to: Cell) -> Turn {
        Turn::two(action, from, to, to)
    }

    /// A turn of two actions.
    #[inline(always)]
    pub const fn two(action: Action, from: Cell, via: Cell, to: Cell) -> Turn {
        Turn(Turn::pack(from.0 as u32, via, to) | (action as u32) << 18)
    }

    /// What is done.
    #[inline(always)]
    pub fn action(self) -> Action {
        Action::ALL[(self.0 >> 18) as usize % Action::ALL.len()]
    }
}
