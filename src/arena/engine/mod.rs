//! Other engines: processes, the one UGI client, the engines of a match, and who ends them
//! should we be killed.

pub(crate) mod client;
mod group;
mod log;
pub(crate) mod pool;
pub(crate) mod process;
pub(crate) mod reaper;
mod start;

pub(crate) use client::{Client, Dialogue, Fault};
pub(crate) use group::end_children_with_us;
pub(crate) use log::{DialogueLog, LogFolder};
pub(crate) use pool::{EnginePolicy, EnginePool};
pub(crate) use process::{Launch, NoLine, OutputLine, Owner};
pub(crate) use start::OptionComplaint;
