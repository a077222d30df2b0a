//! What a page in a browser may ask, answered without any network: a line of JSON goes in, lines of
//! JSON come out. A server passes them on; a worker in the browser could hold the desk itself.
//! `docs/serve.md` describes the JSON.
//!
//! A [`Desk`] is one visitor: its searches end with it. What visitors share, such as tables of games
//! with secrets, is in the [`Hall`].

mod bounds;
mod desk;
mod game;
mod hall;
#[cfg(feature = "arena")]
mod matches;
mod review;
mod searches;
mod seat;
mod store;
mod table;
mod tables;
mod texts;
mod think;
mod view;

pub use desk::Desk;
pub use hall::{Hall, HallSettings};
#[cfg(feature = "serve")]
pub(crate) use store::{private_folder, write_private};
