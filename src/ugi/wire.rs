//! (Merged with the grammar of the wire.)

/// A score as UGI carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate in centipawns.
    Cp(i64),
    /// A proven result in moves.
    Mate(i64),
}
