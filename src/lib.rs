//! Sisku: an engine for the rock-paper-scissors race games.
//!
//! Data flows one way: bytes → command ([`ugi`]) → position ([`games`]) → search
//! ([`search`]) → reply. Beside it stands the [`arena`], where engines play matches.

pub mod arena;
pub mod bench;
pub mod cli;
pub mod games;
pub mod learn;
mod math;
pub mod net;
pub mod search;
pub mod ugi;
