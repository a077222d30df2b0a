//! `sisku serve`: a page on this machine, and the way between it and its [`Desk`]. `docs/serve.md`
//! says what is guarded and how.
//!
//! [`Desk`]: crate::page::Desk

mod assets;
mod gate;
mod server;
mod socket;

pub use server::{Address, Ending, Server, ServerSettings};
