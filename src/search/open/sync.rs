//! Atomics and locks of the tree: those of the standard library, or loom's, which run a test in
//! every order of the threads' steps (`lab/loom`).

#[cfg(all(test, loom))]
pub(super) use loom::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicU16, AtomicU32, AtomicU64},
};
#[cfg(not(all(test, loom)))]
pub(super) use std::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicU16, AtomicU32, AtomicU64},
};
