//! Drawings of scenes: text for terminals, and SVG, still and animated. Nothing here knows a game's
//! name.
//!
//! ```
//! use sisku::draw::{Colour, Picture};
//! use sisku::formats::GameRecord;
//! use sisku::games::{Rules, Variant};
//! let rules = Rules::of(Variant::Bloch.rule_options());
//! let mut game = GameRecord::new(Variant::Bloch, &rules, None)?;
//! for mv in ["=RPSRPS", "=SSPPRR", "a2a4"] {
//!     game.play(mv)?;
//! }
//! let picture = Picture::of_turn(&game, 3);
//! assert!(picture.text(Colour::Never).starts_with("a8  .   .   .   .   .   .  f8\na7  s   s   p"));
//! assert!(picture.svg().starts_with("<svg"));
//! # Ok::<(), sisku::games::NotationError>(())
//! ```

mod actors;
mod animate;
mod glyphs;
mod layout;
mod picture;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;

pub use animate::animate;
pub use picture::{Arrow, Picture};
#[cfg(feature = "png")]
pub use png::png;
pub use text::Colour;
