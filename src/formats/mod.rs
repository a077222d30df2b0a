//! Game files: native records, certu's files, UGI lists, FEN lists and JSON lines, all of them read
//! into one [`GameRecord`] and written from it.
//!
//! ```
//! use sisku::formats::{Format, ReadOptions, read, write};
//! let text = "1 b4=c4-d4  2 g6-f6=e5\n3 b7-b6=d7";
//! let game = read(text, &ReadOptions::default()).remove(0)?;
//! assert_eq!((game.variant().name(), game.turns()), ("pijersi", 3));
//! assert_eq!(write(&game, Format::Ugi)?, "position startpos moves b4c4d4 g6f6e5 b7b6d7\n");
//! // A turn that cannot be is named.
//! let error = read("1 b4=c4-d4  2 a1-b1", &ReadOptions::default()).remove(0).unwrap_err();
//! assert_eq!(error.to_string(), "line 1: turn 2: 'a1-b1': expected a legal turn; \
//!     a1 is player 1's, and player 2 is to move (read as pijersi)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod detect;
mod error;
mod header;
#[cfg(feature = "serde")]
mod json;
mod lists;
mod numbered;
mod raw;
mod record;
mod reject;
mod write;

pub use detect::Format;
pub use error::FormatError;
pub use header::Header;
pub use raw::{ReadOptions, play, read};
pub use record::{GameRecord, MoveText};
pub use write::write;
