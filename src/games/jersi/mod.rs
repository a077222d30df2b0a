//! Jersi 4.8 on 69 cells, with its variants without drops and with ransom.

mod board;
mod count;
mod drops;
mod evaluate;
mod explain;
mod features;
mod game;
mod generate;
mod hash;
mod mode;
mod notation;
mod play;
mod policy;
mod position;
mod race;
mod reach;
mod scene;
mod setup;
mod threat;
mod turn;
mod turn_text;

pub use board::Cell;
pub use evaluate::Handcrafted;
pub use mode::{Classic, Mode, NoDrop, Ransom};
pub use position::{Phase, Position, Role, Unit};
pub use turn::{Action, Extra, Turn};
