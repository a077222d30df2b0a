//! Values that threads write, kept away from others that they read.

use std::ops::Deref;

/// A value on cache lines of its own: whoever writes to it does not take its neighbours
/// from the other threads' caches. Processors fetch lines in pairs, hence 128.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

impl<T> Deref for Apart<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
