//! The search, generic over the game: Monte-Carlo tree search with a solver in games of perfect
//! information, information-set Monte-Carlo tree search in games of hidden information.
//!
//! One [`SearchRequest`] goes in, [`SearchReport`]s and a [`SearchResult`] come out;
//! [`Search`] chooses between `open` and `hidden`.

mod budget;
mod evaluator;
mod facade;
mod hidden;
mod level;
mod limits;
mod noise;
mod open;
mod params;
mod progress;
mod proof;
mod report;
mod request;
mod softmax;
mod time;
mod weak;

pub use evaluator::{EvalSource, Evaluator};
pub use facade::{InformationMode, Search, Settings};
pub use hidden::{Belief, World};
pub use level::{Handicap, Level, Strength};
pub use limits::{Control, Limits, PlayerClock};
pub use noise::RootNoise;
pub use params::{Params, Tunable};
pub use proof::Proof;
pub use report::{PvLine, RootStats, SearchReport, SearchResult};
pub use request::SearchRequest;
