//! What match results say about strength. Pure arithmetic: no input, no output.
//!
//! - [`Results`] and [`Pentanomial`] count games and pairs of games; a `Tally`
//!   keeps both from a stream of games.
//! - [`Strength`] is the score, Elo, normalised Elo (each with a 95 % interval) and
//!   the likelihood of superiority that follow from such counts.
//! - [`Sprt`] decides between two hypotheses while the match goes on.
//! - `RoundRobin` is the cross table of several players and a joint rating.
//!
//! Two games of a pair share an opening, so their results hang together: the
//! spread of the *pairs* is what says how far to trust the score. Wherever pairs
//! are known they are used; single games are the fallback.

mod normal;
mod results;
mod robin;
mod sprt;
mod strength;

pub(crate) use results::{CountedGame, Tally};
pub(crate) use robin::{Rating, RoundRobin};

pub use results::{Pentanomial, Points, Results};
pub use sprt::{EloModel, Observed, Sprt, SprtError, SprtVerdict};
pub use strength::{Estimate, ScoreSample, Strength, elo_of_score, score_of_elo};
