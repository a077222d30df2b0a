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
        [0.3, 2.3, 3.2, 3.9, 4.9, 5.9, 6.9, 8.0, 9.0, 10.0],
        [-90, 75, 240, 405, 570, 735, 900, 1065, 1230, 1420],
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
        [0.3, 2.3, 3.25, 4.2, 5.2, 6.2, 7.2, 8.1, 9.0, 10.0],
        [-90, 75, 240, 405, 570, 735, 900, 1065, 1230, 1420],
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
        [0.3, 2.1, 3.25, 4.0, 5.0, 6.0, 7.0, 8.05, 9.0, 10.0],
        [-90, 75, 240, 405, 570, 735, 900, 1065, 1230, 1420],
    );
}
