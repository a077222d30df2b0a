//! The searcher: a Monte-Carlo tree search that proves wins, generic over the game.

mod apart;
mod hidden;
mod judge;
mod limits;
mod lines;
mod params;
mod playout;
mod proof;
mod quota;
mod rank;
mod report;
mod root;
mod searcher;
mod thinker;
mod threats;
mod time;
mod tree;
mod watch;

pub use judge::{Evaluation, Judge};
pub use limits::{Clock, Control, Limits};
pub use params::Params;
pub use report::{Answer, Line, Report, Score, Wdl};
pub use root::Noise;
pub use searcher::{Searcher, Settings};
pub use thinker::{Information, Thinker};
use watch::Watch;
