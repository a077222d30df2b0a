//! Positions and moves as sparse binary features of a net.

use super::Game;

/// The most features that may be active in a position.
pub const MAX_ACTIVE: usize = 256;
/// The most features that a move may have.
pub const MAX_MOVE_ACTIVE: usize = 32;

/// The feature set of a game's nets, defined once for inference and for training.
///
/// Features are encoded from the mover's perspective, so that a net evaluates one side only and
/// what it learns of one colour holds for the other.
pub trait Features<G: Game>: 'static {
    /// The game that the features belong to. Variants that share it can use each other's
    /// nets.
    const NAME: &'static str;
    /// The revision of the features. It must go up when a feature's meaning or number
    /// changes: nets of other revisions are refused.
    const REVISION: u32;
    /// The number of features of positions; 0 for a game that has no nets.
    const COUNT: usize;
    /// The number of features of moves.
    const MOVE_COUNT: usize;
    /// The number of symmetries of the game, the identity included.
    const SYMMETRIES: usize;
    /// The embedded net; empty if there is none.
    const NET: &'static [u8];
    /// Whether positions have so few moves that it is faster to compute the logits of their
    /// features one by one than those of all move features at once.
    const FEW_MOVES: bool = false;

    /// Calls `activate` with every active feature of an unfinished position, at most
    /// [`MAX_ACTIVE`] of them.
    fn active_features(position: &G, activate: impl FnMut(usize));
    /// Calls `each` with the features of each move, in order, at most
    /// [`MAX_MOVE_ACTIVE`] a move. A feature may occur more than once.
    fn move_features(position: &G, moves: &[G::Move], each: impl FnMut(&[u16]));
    /// Writes the logit of each move into `logits`: the sum of the logits of its features.
    /// A game whose moves share features can add up the shared ones once.
    fn logits(position: &G, moves: &[G::Move], feature_logits: &[f32], logits: &mut Vec<f32>) {
        logits.clear();
        Self::move_features(position, moves, |features| logits.push(move_logit(features, feature_logits)));
    }
    /// The feature that a symmetry maps a feature of positions to.
    fn symmetric(symmetry: usize, feature: usize) -> usize;
    /// The feature that a symmetry maps a feature of moves to.
    fn symmetric_move(symmetry: usize, feature: usize) -> usize;
}

/// The logit of a move: the sum over its features.
#[inline(always)]
pub(crate) fn move_logit(features: &[u16], feature_logits: &[f32]) -> f32 {
    features.iter().map(|&feature| feature_logits[usize::from(feature)]).sum()
}

/// A list of features of fixed capacity, on the stack.
#[derive(Debug)]
pub(crate) struct FeatureList<const CAPACITY: usize> {
    features: [u16; CAPACITY],
    len: usize,
}

/// The features of one move.
pub(crate) type MoveFeatureList = FeatureList<MAX_MOVE_ACTIVE>;

impl<const CAPACITY: usize> Default for FeatureList<CAPACITY> {
    #[inline(always)]
    fn default() -> Self {
        // The remainder in `push` is then a mask.
        const { assert!(CAPACITY.is_power_of_two()) };
        FeatureList { features: [0; CAPACITY], len: 0 }
    }
}

impl<const CAPACITY: usize> FeatureList<CAPACITY> {
    /// Adds a feature. More than the capacity is a bug of the game's features: a panic in
    /// debug builds, while release builds stay in bounds and lose features.
    #[inline(always)]
    pub(crate) fn push(&mut self, feature: usize) {
        debug_assert!(self.len < CAPACITY, "more than {CAPACITY} active features");
        debug_assert!(u16::try_from(feature).is_ok(), "feature {feature} does not fit 16 bits");
        self.features[self.len % CAPACITY] = feature as u16;
        self.len += 1;
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.features[..self.len.min(CAPACITY)]
    }
}

/// The features of a game without nets: none.
#[derive(Clone, Copy, Debug)]
pub struct NoFeatures;

impl<G: Game> Features<G> for NoFeatures {
    const NAME: &'static str = "";
    const REVISION: u32 = 0;
    const COUNT: usize = 0;
    const MOVE_COUNT: usize = 0;
    const SYMMETRIES: usize = 1;
    const NET: &'static [u8] = &[];

    fn active_features(_: &G, _: impl FnMut(usize)) {}
    fn move_features(_: &G, _: &[G::Move], _: impl FnMut(&[u16])) {}
    fn symmetric(_: usize, feature: usize) -> usize {
        feature
    }
    fn symmetric_move(_: usize, feature: usize) -> usize {
        feature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_its_capacity() {
        let mut list = FeatureList::<4>::default();
        (10..14).for_each(|feature| list.push(feature));
        assert_eq!(list.as_slice(), [10, 11, 12, 13]);
        list.clear();
        list.push(7);
        assert_eq!(list.as_slice(), [7]);
    }

    #[test]
    #[cfg_attr(not(debug_assertions), ignore = "a debug assertion")]
    #[should_panic(expected = "more than 4 active features")]
    fn more_than_the_capacity_is_a_bug() {
        let mut list = FeatureList::<4>::default();
        (10..15).for_each(|feature| list.push(feature));
    }
}
