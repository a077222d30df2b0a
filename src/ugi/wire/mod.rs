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
#![warn(missing_docs, unreachable_pub)]

mod command;
mod go;
mod info;
mod lines;
mod option;
mod query;
mod reply;
mod result;
mod sink;

pub(crate) use command::HELP;
pub(crate) use lines::next_line;
pub(crate) use sink::Sink;

pub use command::{Command, PositionCommand, Start};
pub use go::{Go, GoSearch};
pub use info::{Bound, Info, InfoFlaw, InfoTail, Score, WdlShares};
pub use option::{OptionFlaw, OptionKind, OptionLine, ValueFlaw};
pub use query::Query;
pub use reply::{BestMove, Id, READY_OK, Response, UGI_OK};
pub use result::GameResult;

use crate::games::NotationError;

/// What a word needs after it but the line does not have.
fn missing(after: &str, what: &str) -> NotationError {
    NotationError::new(after, format!("{what} after it"))
}

/// The first word of a line, empty for a blank one.
pub(crate) fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

/// The words of a command after its first.
fn arguments<'a>(line: &'a str, command: &str) -> Result<Vec<&'a str>, NotationError> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some(word) if word == command => Ok(words.collect()),
        other => Err(NotationError::new(other.unwrap_or_default(), format!("'{command}'"))),
    }
}
