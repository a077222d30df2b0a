//! Jersi 4.8 on 69 cells, with its variants without drops and with ransom.

mod board;
mod count;
mod drops;
mod features;
mod game;
mod generate;
mod hash;
mod knowledge;
mod mode;
mod mv;
mod notation;
mod play;
mod position;
mod priors;
mod race;
mod reach;
mod threat;
mod turn_text;

pub use board::Cell;
pub use knowledge::HandMade;
pub use mode::{Classic, Mode, NoDrop, Ransom};
pub use mv::{Action, Extra, Turn};
pub use position::{Phase, Position, Role, Unit};
