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
        [0.0, 1.85, 3.29, 4.58, 5.84, 6.75, 7.63, 8.37, 9.0, 10.0],
        [-16, 146, 308, 470, 632, 795, 957, 1119, 1281, 1454],
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
        [-1.0, 1.89, 3.24, 4.8, 6.05, 7.1, 8.01, 8.67, 9.22, 10.0],
        [-75, 99, 273, 447, 621, 795, 969, 1143, 1319, 1493],
    );
}

/// A captured king costs a ransom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ransom;

impl Mode for Ransom {
    const DROPS: bool = true;
    const RANSOM: bool = true;
    const LEVELS: LevelScale = LevelScale::new(
        [0.55, 3.0],
        [0.0, 2.09, 3.26, 4.37, 5.67, 6.78, 7.73, 8.43, 9.0, 10.0],
        [-28, 140, 309, 477, 646, 814, 982, 1151, 1319, 1510],
    );
}
