//! Bloch's hidden-piece game: rocks, papers and scissors that the opponent does not see.
//!
//! A position may hold pieces of unknown kind, so that one type serves the referee, who
//! knows everything, and each player, who knows a part.

mod belief;
mod board;
mod features;
mod game;
mod generate;
mod habits;
mod knowledge;
mod notation;
mod play;
mod position;
mod setup;
mod turn;
mod turn_text;
mod value;
mod view;

pub use board::{Kind, Square};
pub use knowledge::HandMade;
pub use position::Position;
pub use setup::all as set_ups;
pub use turn::{Action, Turn};
pub use value::{COUNTED, counted, counted_for};
