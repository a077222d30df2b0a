//! The games: rules, notation, hidden information, evaluation and features, each behind a trait
//! of its own.
//!
//! Everything above this room is generic over [`Game`]. To add a game, write one module
//! with a type that implements the traits, and add one line to the list of variants in
//! `variants.rs`; `docs/adding-a-game.md` walks through it.

pub mod bloch;
mod board_text;
mod evaluate;
mod explain;
mod features;
mod game;
pub mod hex;
mod history;
mod information;
pub mod jersi;
mod notation;
mod packed_move;
pub mod perft;
pub mod pijersi;
mod quiet;
mod rules;
mod scene;
mod strength;
mod variants;

pub use evaluate::{Evaluate, Value};
pub(crate) use explain::{not_the_movers, nothing_on};
pub(crate) use features::{FeatureList, MoveFeatureList};
pub use features::{Features, MAX_ACTIVE, MAX_MOVE_ACTIVE, NoFeatures};
pub use game::{Game, Outcome, Player, SetUp};
pub use history::History;
pub use information::{HiddenPlay, Information, Observer, Open};
pub use notation::{Notation, NotationError};
pub use rules::{RuleOption, Rules};
pub use scene::{
    CellShape, MoveStep, PieceKind, Scene, SceneCell, SceneCounter, ScenePiece, SceneSupply, StepAction,
};
pub use strength::{LEVELS, LevelScale, Rung};
pub use variants::{Variant, Visitor};
