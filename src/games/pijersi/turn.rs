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
///
/// ```
/// use sisku::games::{Game, Notation, Rules, pijersi::{Action, Board45, Position}};
/// let rules = Rules::of(Position::<Board45>::rule_options());
/// // A rock on a paper, and scissors that the rock can capture.
/// let position = Position::<Board45>::from_fen("6/7/1s-4/1PR5/6/7/6 w 0 5", &rules)?;
/// assert_eq!(format!("\n{}", position.diagram()), "
///   g1  .   .   .   .   .   .   g6
/// f1  .   .   .   .   .   .   .   f7
///   e1  .   s-  .   .   .   .   e6
/// d1  .   PR  .   .   .   .   .   d7
///   c1  .   .   .   .   .   .   c6
/// b1  .   .   .   .   .   .   .   b7
///   a1  .   .   .   .   .   .   a6");
/// // The stack captures on e2, and its top goes on to f2.
/// let turn = position.parse_move("d2e2f2")?;
/// assert_eq!(turn.action(), Action::StackThenTop);
/// assert_eq!(position.native_move(turn), "d2=e2!-f2");
/// let mut next = position;
/// next.play(turn);
/// assert_eq!(next.fen(), "6/1R-5/1P-4/7/6/7/6 b 0 5");
/// # Ok::<(), sisku::games::NotationError>(())
/// ```
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
