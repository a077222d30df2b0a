//! Pijersi on 45 and on 51 spaces: two boards, one game.

mod board;
mod count;
mod evaluate;
mod explain;
mod features;
mod game;
mod generate;
mod notation;
mod play;
mod policy;
mod position;
mod reach;
mod scene;
mod setup;
mod setup_text;
mod threat;
mod turn;
mod turn_text;

pub use board::{Board, Board45, Board51, Cell};
pub use evaluate::Handcrafted;
pub use position::{Position, Role, Unit};
pub use turn::{Action, Turn};
