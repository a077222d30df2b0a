//! Numbers that nobody can foresee, for what has to stay secret.

use std::hash::{BuildHasher, Hash, RandomState};

/// A keyed hash whose key comes from the system's entropy and is never shown: its values say
/// nothing about each other. This is the hash that keeps the standard library's maps from being
/// attacked, SipHash.
#[derive(Clone, Debug, Default)]
pub(crate) struct SecretHash(RandomState);

impl SecretHash {
    /// The value of a key.
    pub(crate) fn of(&self, key: impl Hash) -> u64 {
        self.0.hash_one(key)
    }
}

/// A number of its own at every call.
pub(crate) fn secret_number() -> u64 {
    SecretHash::default().of(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_differ() {
        assert_ne!(secret_number(), secret_number());
        let (one, two) = (SecretHash::default(), SecretHash::default());
        assert_eq!(one.of((1, 2)), one.of((1, 2)));
        assert_ne!(one.of((1, 2)), one.of((2, 1)));
        assert_ne!(one.of((1, 2)), two.of((1, 2)));
    }
}
