//! Bloch's game: rocks, papers and scissors whose kinds are hidden from the opponent.
//!
//! A position may hold pieces of unknown kind, so that one type serves as full position and as a
//! player's view.

mod board;
mod evaluate;
mod explain;
mod features;
mod game;
mod generate;
mod information;
mod notation;
mod play;
mod policy;
mod position;
mod reach;
mod scene;
mod setup;
mod turn;
mod turn_text;

pub use board::{Kind, Square};
pub use evaluate::{Handcrafted, TERMS, terms};
pub use information::Hidden;
pub use position::Position;
pub use setup::all as set_ups;
pub use turn::{Action, Turn};
