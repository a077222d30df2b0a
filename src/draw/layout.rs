//! Where things are in a picture: units of a hundredth of the distance between cells.

use super::picture::Picture;
use crate::games::{CellShape, SceneCell};

/// The distance between neighbouring centres.
pub(super) const UNIT: f32 = 100.0;
/// Half the size of a piece that stands alone.
const SINGLE: f32 = 30.0;
/// The same in a stack of two.
const STACKED: f32 = 19.5;

/// Where a piece is drawn, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spot {
    pub(super) x: f32,
    pub(super) y: f32,
    /// Half the size of the piece.
    pub(super) size: f32,
}

/// The place of everything.
pub(super) struct Layout {
    pub(super) width: f32,
    pub(super) height: f32,
    /// The vertical places of what stands over and under the board.
    pub(super) caption: f32,
    pub(super) upper: f32,
    pub(super) lower: f32,
    pub(super) status: f32,
    left: f32,
    top: f32,
    flipped: bool,
    /// The board's ends in both directions.
    ends: [f32; 4],
}

impl Layout {
    pub(super) fn new(picture: &Picture, with_supplies: bool) -> Self {
        let cells = &picture.scene.cells;
        let low = |of: fn(&SceneCell) -> f32| cells.iter().map(of).fold(f32::INFINITY, f32::min);
        let high = |of: fn(&SceneCell) -> f32| cells.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
        let ends = if cells.is_empty() {
            [0.0; 4]
        } else {
            [low(|cell| cell.x), high(|cell| cell.x), low(|cell| cell.y), high(|cell| cell.y)]
        };
        let (wide, high) = ((ends[1] - ends[0] + 1.0) * UNIT, (ends[3] - ends[2] + 1.2) * UNIT);
        let (margin, caption, supplies) = (24.0, 44.0, if with_supplies { 56.0 } else { 10.0 });
        let top = caption + supplies;
        Layout {
            width: (wide + 2.0 * margin).max(520.0),
            height: top + high + supplies + 62.0,
            caption: 32.0,
            upper: caption + supplies / 2.0,
            lower: top + high + supplies / 2.0,
            status: top + high + supplies + 20.0,
            left: ((wide + 2.0 * margin).max(520.0) - wide) / 2.0,
            top,
            flipped: picture.flipped,
            ends,
        }
    }

    /// The centre of a cell.
    pub(super) fn centre(&self, cell: &SceneCell) -> (f32, f32) {
        let [west, east, south, north] = self.ends;
        let (x, y) =
            if self.flipped { (east - cell.x, cell.y - south) } else { (cell.x - west, north - cell.y) };
        (self.left + (x + 0.5) * UNIT, self.top + (y + 0.6) * UNIT)
    }

    /// Where a piece of a level stands, in a cell with so many pieces.
    pub(super) fn spot(&self, cell: &SceneCell, level: usize, pieces: usize) -> Spot {
        let (x, y) = self.centre(cell);
        let lift = match cell.shape {
            // Room for the name in the lower corner.
            CellShape::Hexagon if pieces < 2 => -4.0,
            CellShape::Hexagon => -6.0,
            CellShape::Square => 0.0,
        };
        if pieces < 2 {
            return Spot { x, y: y + lift, size: SINGLE };
        }
        // One over the other, so that each shows what it is.
        let high = level as f32 - (pieces as f32 - 1.0) / 2.0;
        Spot { x, y: y + lift - 2.0 * STACKED * high, size: STACKED }
    }
}
