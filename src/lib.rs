//! Sisku: an engine for the rock-paper-scissors race games.
//!
//! Data flows one way: bytes → command ([`ugi`]) → position ([`games`]) → search
//! ([`search`]) → reply. Beside it stand the arena, where engines play matches, and the
//! training of nets; both come with the default features.
//!
//! ```
//! use sisku::games::{Game, History, Notation, Rules, pijersi::{Board45, Position}};
//! use sisku::search::{Control, Limits, Proof, Search, SearchRequest, Settings};
//!
//! // A rock one step from the far row.
//! let rules = Rules::of(Position::<Board45>::rule_options());
//! let position = Position::<Board45>::from_fen("6/R-6/6/7/5r-/6S-/6 w 0 5", &rules)?;
//! assert_eq!(format!("\n{}", position.diagram()), "
//!   g1  .   .   .   .   .   .   g6
//! f1  R-  .   .   .   .   .   .   f7
//!   e1  .   .   .   .   .   .   e6
//! d1  .   .   .   .   .   .   .   d7
//!   c1  .   .   .   .   .   r-  c6
//! b1  .   .   .   .   .   .   S-  b7
//!   a1  .   .   .   .   .   .   a6");
//! let limits = Limits { nodes: Some(1000), ..Limits::default() };
//! let request = SearchRequest::new(History::new(position), limits);
//! let mut search = Search::new(Settings { hash_mb: 1, ..Settings::default() });
//! let result = search.search(&request, &Control::new(&request.limits), &mut |_| {});
//! assert_eq!(result.report.root.proof, Proof::Win(position.mover(), 1));
//! # Ok::<(), sisku::games::NotationError>(())
//! ```

#[cfg(feature = "analysis")]
pub mod analysis;
#[cfg(feature = "arena")]
pub mod arena;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod draw;
mod entropy;
pub mod formats;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
pub mod games;
#[cfg(feature = "learn")]
pub mod learn;
mod math;
pub mod net;
#[cfg(feature = "analysis")]
pub mod page;
pub mod play;
#[cfg(feature = "analysis")]
pub mod review;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod ugi;
