//! Reach.
