//! A game between persons and the engine, as a state machine without input or output: the
//! terminal draws it and types into it, a page in a browser could as well.

mod clock;
mod engine;
mod sealed;
mod table;

pub use clock::{Clock, TimeControl};
pub use engine::{EnginePlayer, Thought};
pub use sealed::{restore, save};
pub use table::{Finish, Seat, Table};
