//! How players choose who do not think: what the belief compares an opponent with.

use super::board::Kind;
use super::position::Position;
use super::turn::{Action, Turn};
use crate::games::HABITS;

/// How likely an opponent is thought to be of each habit before it has moved.
pub(super) const PRIOR: [f32; HABITS] = [0.8, 0.1, 0.1];

/// The habit of rushing forward.
pub(super) const RUSHING: usize = 1;

/// How strictly a player who rushes does so: a difference of one rank decides.
const STRICT: f32 = 4.0;

/// Writes a logit for each turn of a player who does not think: one who rushes forward, or
/// one who plays anything.
pub(super) fn logits(habit: usize, view: &Position, turns: &[Turn], logits: &mut Vec<f32>) {
    match habit {
        RUSHING => {
            logits.clear();
            logits.extend(turns.iter().map(|&turn| STRICT * view.rush(turn)));
        }
        _ => {
            logits.clear();
            logits.resize(turns.len(), 0.0);
        }
    }
}

impl Position {
    /// How gladly who rushes plays a turn: it takes what it is sure to take, else goes
    /// forward, the further the better, with the foremost piece; what it does not know
    /// it attacks only if it cannot go on.
    fn rush(&self, turn: Turn) -> f32 {
        let mover = self.mover;
        let (from, to) = (turn.from().progress(mover) as f32, turn.to().progress(mover) as f32);
        match turn.action() {
            Action::Move if self.goal(mover) & turn.from().set() != 0 => -5.0,
            Action::Move => 10.0 * (to - from) + from,
            Action::Attack | Action::MoveAttack => {
                let target = self.kind(turn.target());
                match target {
                    Kind::Unknown => 5.0,
                    _ if self.kind(turn.from()).beats(target) => 50.0,
                    _ => -20.0,
                }
            }
            _ => -10.0,
        }
    }
}
