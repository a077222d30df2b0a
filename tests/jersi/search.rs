//! The search on Jersi.
