//! The numbers that steer the search, in one place so that they can be tuned.

/// Tunable numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Weight of curiosity against results, at the root and elsewhere.
    pub root_exploration: f32,
    pub exploration: f32,
    /// How fast exploration grows with visits: one more at this many visits times e.
    pub exploration_growth: f32,
    /// What a move not yet tried is expected to fall short of its siblings, per root
    /// of the share of priors already tried.
    pub first_play_reduction: f32,
    /// Flattens (above 1) or sharpens the priors.
    pub temperature: f32,
    /// The same at the root, where overlooking a move costs most.
    pub root_temperature: f32,
}

impl Params {
    /// What suits a judge: one that has learned thinks more clearly of moves than one made
    /// by hand, and moves that it thinks little of are not worth a try.
    pub fn pick(learned: bool) -> Params {
        if learned { Params::LEARNED } else { Params::BY_HAND }
    }

    const BY_HAND: Params = Params {
        root_exploration: 1.8,
        exploration: 1.5,
        exploration_growth: 16000.0,
        first_play_reduction: 0.05,
        temperature: 1.2,
        root_temperature: 1.5,
    };

    const LEARNED: Params =
        Params { first_play_reduction: 0.2, temperature: 1.5, root_temperature: 1.8, ..Params::BY_HAND };
}
