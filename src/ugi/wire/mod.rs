//! The grammar of UGI: everything that goes over the wire, as types.
//!
//! Each type is read by `FromStr` and written by `Display`, and what is written is read
//! back as the same value. The engine's session, the arena and `check` all speak through
//! these types, so that the grammar exists once. Nothing here knows the state of a session
//! or of a search.
//!
//! | sent by clients | sent by engines |
//! |---|---|
//! | [`Command`] with [`PositionCommand`], [`Go`], [`Query`] | [`Id`], [`OptionLine`], [`Info`], [`BestMove`], [`Response`] |
//!
//! Where other engines are known to bend the grammar, a second way of reading takes what
//! can be made of a line: [`Info::lenient`], [`OptionLine::name_in`], [`BestMove::move_in`].

mod command;
mod go;
mod info;
mod lines;
mod option;
mod reply;
mod result;
mod sink;

pub use command::{Command, HELP, PositionCommand, Query, Start};
pub use go::{Go, GoSearch};
pub use info::{Bound, Info, InfoFlaw, InfoTail, Score, WdlShares};
pub use lines::{InputLine, LONGEST_LINE, next_line};
pub use option::{OptionFlaw, OptionKind, OptionLine, ValueFlaw};
pub use reply::{BestMove, Id, READY_OK, Response, UGI_OK};
pub use result::GameResult;
pub use sink::Sink;

use crate::games::NotationError;

/// What a word needs after it but the line does not have.
fn missing(after: &str, what: &str) -> NotationError {
    NotationError::new(after, format!("{what} after it"))
}

/// The first word of a line, empty for a blank one.
pub fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}
