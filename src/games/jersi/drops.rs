//! Drops from the reserve.

use super::board::{cells, size};
use super::mode::Mode;
use super::position::{Position, Reserve, Role};
use super::turn::Turn;
use crate::games::hex::large::{self as hex, Cells, STEPS};

/// The half of the directions that leads to cells later in the order.
const UPWARDS: [i32; 3] = [STEPS[0], STEPS[1], STEPS[2]];

/// Where the mover may drop what it has.
pub(super) struct Drops {
    reserve: Reserve,
    empty: Cells,
    /// Cells for a mountain, none if there is none in reserve.
    pub mountain: Cells,
    /// Cells for a wise.
    pub wise: Cells,
}

impl<M: Mode> Position<M> {
    #[inline(always)]
    pub(super) fn drops(&self) -> Option<Drops> {
        let reserve = self.reserves[self.mover.index()];
        if !M::DROPS || reserve == Reserve::default() {
            return None;
        }
        let empty = self.empty_cells();
        let own_mountains = self.lone_mountains() & self.mountains[self.mover.index()];
        let cubes = self.lone_cubes(self.mover) & !self.king(self.mover);
        let if_any = |count: u8, cells: Cells| if count > 0 { cells } else { 0 };
        Some(Drops {
            reserve,
            empty,
            mountain: if_any(reserve.mountains, empty | own_mountains),
            wise: if_any(reserve.wise, empty | own_mountains | cubes),
        })
    }

    /// Whether the mover can drop anything.
    pub(super) fn can_drop(&self) -> bool {
        self.drops().is_some_and(|drops| drops.mountain | drops.wise != 0)
    }

    /// Number of drops.
    #[inline(always)]
    pub(super) fn count_drops(&self) -> u64 {
        let Some(Drops { reserve, empty, mountain, wise }) = self.drops() else { return 0 };
        let Reserve { mountains, wise: wises } = reserve;
        let mut same_cell = 0;
        let mut total = size(mountain) + size(wise);
        if mountains >= 2 {
            same_cell += 1;
            total += UPWARDS.iter().map(|&step| size(hex::shift(mountain, step) & mountain)).sum::<u32>();
        }
        if wises >= 2 {
            same_cell += 1;
            total += UPWARDS.iter().map(|&step| size(hex::shift(wise, step) & wise)).sum::<u32>();
        }
        if mountains >= 1 && wises >= 1 {
            same_cell += 1;
            total += STEPS.iter().map(|&step| size(hex::shift(mountain, step) & wise)).sum::<u32>();
        }
        (total + same_cell * size(empty)).into()
    }

    /// Hands every drop to `emit`.
    #[inline]
    pub(super) fn each_drop(&self, mut emit: impl FnMut(Turn)) {
        let Some(Drops { reserve, empty, mountain, wise }) = self.drops() else { return };
        let (m, w) = (Role::Mountain, Role::Wise);
        // Pairs on two cells are listed once: a mountain before a wise, and of equal
        // cubes the one on the earlier cell first.
        for cell in cells(mountain) {
            emit(Turn::drop(m, cell));
            let around = cell.around();
            if reserve.mountains >= 2 {
                if empty & cell.set() != 0 {
                    emit(Turn::drop_two((m, cell), (m, cell)));
                }
                let later = !0 << cell.index();
                cells(around & mountain & later)
                    .for_each(|other| emit(Turn::drop_two((m, cell), (m, other))));
            }
            if reserve.wise >= 1 {
                if empty & cell.set() != 0 {
                    emit(Turn::drop_two((m, cell), (w, cell)));
                }
                cells(around & wise).for_each(|other| emit(Turn::drop_two((m, cell), (w, other))));
            }
        }
        for cell in cells(wise) {
            emit(Turn::drop(w, cell));
            if reserve.wise >= 2 {
                if empty & cell.set() != 0 {
                    emit(Turn::drop_two((w, cell), (w, cell)));
                }
                let later = !0 << cell.index();
                cells(cell.around() & wise & later)
                    .for_each(|other| emit(Turn::drop_two((w, cell), (w, other))));
            }
        }
    }
}
