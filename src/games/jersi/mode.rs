//! What sets the variants apart.

use std::fmt::Debug;

/// A variant of the game, as a type.
pub trait Mode: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// Whether cubes wait in a reserve.
    const DROPS: bool;
    /// Whether a captured king costs a cube.
    const RANSOM: bool;
    /// The net that comes with the engine.
    const NET: &'static [u8] = &[];
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
}

/// No reserve, for beginners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDrop;

impl Mode for NoDrop {
    const DROPS: bool = false;
    const RANSOM: bool = false;
}

/// A captured king costs a ransom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ransom;

impl Mode for Ransom {
    const DROPS: bool = true;
    const RANSOM: bool = true;
}
