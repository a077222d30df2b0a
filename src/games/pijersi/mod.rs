//! Pijersi on 45 and on 51 spaces: two boards, one game.

mod attack;
mod board;
mod count;
mod features;
mod generate;
mod knowledge;
mod mv;
mod native;
mod notation;
mod play;
mod position;
mod setup;
mod threat;

pub use board::{Board, Board45, Board51, Cell};
pub use knowledge::HandMade;
pub use mv::{Action, Turn};
pub use position::{Position, Role, Unit};
