//! Analysis for programs: queries about positions and games go in, answers come out, both as
//! values with a JSON form. The command line reads them as lines; a page in a browser can send
//! the same ones. `docs/analyze.md` describes the JSON.
//!
//! [`Analyzer`] runs queries on a pool of threads. Each analysed turn is a search of its own on
//! an empty tree, so that an answer does not depend on what else was asked, unless the query
//! names a session: its turns share a tree, which is kept as one steps through a game.

mod answer;
mod fields;
mod job;
mod pool;
mod query;
mod text;

pub use answer::{
    Answer, Belief, Failure, KindProbability, MoveAnswer, Policy, ProofAnswer, Reply, RootAnswer, ValueAnswer,
};
pub(crate) use fields::Fields;
pub use pool::Analyzer;
pub(crate) use query::game_options;
pub use query::{Defaults, Include, Query, Request, Turns};
pub use text::{InOrder, query_of_line};
