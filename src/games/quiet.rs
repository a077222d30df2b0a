//! Games that long quiet play makes a draw.

use super::Value;

/// An estimate from a score, the share of draws at the start of a game, and the quiet turns
/// so far of those allowed (0 for no limit): the nearer the limit, the likelier a draw, and
/// most of all between equals.
pub(super) fn estimate(score: f32, draws: f32, (quiet, limit): (u16, u16)) -> Value {
    let quiet = if limit == 0 { 0.0 } else { f32::from(quiet) / f32::from(limit) };
    let draws = draws + 0.5 * quiet * quiet * quiet;
    let score = score * (1.0 - draws) + 0.5 * draws;
    let draw = draws * 4.0 * score * (1.0 - score);
    Value { win: score - draw / 2.0, draw }
}
