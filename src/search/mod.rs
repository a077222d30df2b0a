//! The searcher: a Monte-Carlo tree search that proves wins, generic over the game.

mod limits;
mod report;
mod searcher;

pub use limits::{Clock, Control, Limits};
pub use report::{Answer, Line, Report, Score, Wdl};
pub use searcher::{Searcher, Settings};
