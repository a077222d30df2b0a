//! What sets the variants apart.

use crate::games::LevelScale;
use std::fmt::Debug;

/// A variant of the game, as a type.
pub trait Mode: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Whether cubes wait in a reserve.
    const DROPS: bool;
    /// Whether a captured king costs a cube.
    const RANSOM: bool;
    /// The net that comes with the engine.
    const NET: &'static [u8] = &[];
    /// The levels of play.
    const LEVELS: LevelScale;
}

/// Learned from games of the whole game.
const LEARNED: &[u8] = include_bytes!("../../../nets/jersi.net");

/// The whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

impl Mode for Classic {
    const DROPS: bool = true;
    const RANSOM: bool = false;
    const NET: &'static [u8] = LEARNED;
    const LEVELS: LevelScale = LevelScale::new(
        [0.45, 3.5],
        [0.0, 2.1, 3.5, 4.65, 5.6, 6.55, 7.5, 8.5, 9.08, 10.0],
        [-11, 136, 264, 424, 497, 622, 727, 907, 1077, 1276],
    );
}

/// No reserve, for beginners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDrop;

impl Mode for NoDrop {
    const DROPS: bool = false;
    const RANSOM: bool = false;
    const LEVELS: LevelScale = LevelScale::new(
        [0.95, 3.2],
        [0.0, 1.85, 3.1, 4.2, 5.25, 6.7, 8.05, 8.67, 9.22, 10.0],
        [-31, 115, 268, 445, 584, 750, 922, 1110, 1268, 1466],
    );
}

/// A captured king costs a ransom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ransom;

impl Mode for Ransom {
    const DROPS: bool = true;
    const RANSOM: bool = true;
    const LEVELS: LevelScale = LevelScale::new(
        [0.55, 4.0],
        [0.0, 2.0, 3.6, 5.1, 6.7, 7.78, 8.53, 9.07, 9.55, 10.0],
        [-17, 153, 299, 454, 590, 677, 862, 981, 1095, 1361],
    );
}
