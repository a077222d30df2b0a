//! The arena: runs other engines and plays matches between them.

pub mod engine;
pub mod guard;
pub mod info;
pub mod process;

pub use engine::{Engine, Fault, Hello, Thought};
pub use process::{Launch, Owner};
