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
        [0.45, 3.0],
        [0.0, 1.9, 3.1, 4.2, 5.4, 6.6, 7.7, 8.48, 9.05, 10.0],
        [-4, 120, 293, 488, 651, 838, 1031, 1157, 1337, 1526],
    );
}

/// No reserve, for beginners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDrop;

impl Mode for NoDrop {
    const DROPS: bool = false;
    const RANSOM: bool = false;
    const LEVELS: LevelScale = LevelScale::new(
        [0.95, 2.5],
        [0.0, 1.89, 3.24, 4.8, 6.05, 7.1, 8.01, 8.67, 9.22, 10.0],
        [-40, 99, 273, 447, 621, 795, 969, 1143, 1319, 1493],
    );
}

/// A captured king costs a ransom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ransom;

impl Mode for Ransom {
    const DROPS: bool = true;
    const RANSOM: bool = true;
    const LEVELS: LevelScale = LevelScale::new(
        [0.55, 3.4],
        [0.0, 1.95, 4.0, 5.45, 6.56, 7.84, 8.69, 9.16, 9.6, 10.0],
        [-3, 176, 355, 534, 713, 892, 1071, 1250, 1429, 1608],
    );
}
