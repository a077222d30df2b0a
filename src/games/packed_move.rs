//! Packed moves: moves in 32 bits, as trees store them.

/// Makes a newtype over `u32` a [`super::Game::Move`]. Given a cell type and its bits, the lowest
/// bits are three cells: where the first action begins (`from`), where it ends (`via`) and where
/// the turn ends (`to`).
macro_rules! packed_move {
    ($turn:ident) => {
        impl From<$turn> for u32 {
            #[inline(always)]
            fn from(turn: $turn) -> u32 {
                turn.0
            }
        }

        impl From<u32> for $turn {
            #[inline(always)]
            fn from(packed: u32) -> $turn {
                $turn(packed)
            }
        }
    };
    ($turn:ident, $cell:ident: $bits:literal) => {
        packed_move!($turn);

        impl $turn {
            #[inline(always)]
            const fn pack(from: u32, via: $cell, to: $cell) -> u32 {
                from | (via.0 as u32) << $bits | (to.0 as u32) << (2 * $bits)
            }

            #[inline(always)]
            const fn cell<const NUMBER: u32>(self) -> $cell {
                $cell((self.0 >> (NUMBER * $bits) & ((1 << $bits) - 1)) as u8)
            }

            /// Where the first action begins.
            #[inline(always)]
            pub const fn from(self) -> $cell {
                self.cell::<0>()
            }

            /// Where the first action ends.
            #[inline(always)]
            pub const fn via(self) -> $cell {
                self.cell::<1>()
            }

            /// Where the turn ends.
            #[inline(always)]
            pub const fn to(self) -> $cell {
                self.cell::<2>()
            }
        }
    };
}

pub(super) use packed_move;
