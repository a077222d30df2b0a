//! The draw model of games with a quiet-turn limit (as the fifty-move rule is in chess).

use super::Value;

/// The value from an expected score, the draw rate at the start of a game, and the quiet turns
/// so far of those allowed (0 for no limit). Draws are likelier near the limit and in even
/// positions.
pub(super) fn estimate(score: f32, draw_rate: f32, (quiet, limit): (u16, u16)) -> Value {
    let quiet = if limit == 0 { 0.0 } else { f32::from(quiet) / f32::from(limit) };
    let draws = draw_rate + 0.5 * quiet * quiet * quiet;
    let score = score * (1.0 - draws) + 0.5 * draws;
    let draw = draws * 4.0 * score * (1.0 - score);
    Value { win: score - draw / 2.0, draw }
}
