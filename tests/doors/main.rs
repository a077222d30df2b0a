//! The doors for people: scenes, game files, drawings, and the subcommands on top of them.

mod formats;
mod scene;
