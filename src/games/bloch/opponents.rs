//! Opponent models: types of players that the belief infers an opponent's type from.

use super::board::Kind;
use super::evaluate::{TERMS, flag, terms_for};
use super::information::Hidden;
use super::position::Position;
use super::setup;
use super::turn::{Action, Turn};
use crate::games::{HiddenPlay, OpponentModel, Player};
use crate::math;

impl HiddenPlay<Position> for Hidden {
    fn opponent_models() -> &'static [&'static dyn OpponentModel<Position>] {
        &[&Rushing, &Uniform]
    }

    /// The mixed strategy of set-ups: see `setup.rs`.
    fn mixed_strategy(position: &Position) -> Option<Vec<(Turn, f32)>> {
        (!position.placed(position.mover)).then(setup::mixed)
    }

    /// The kind of the piece that moves.
    fn bucket(position: &Position, turn: Turn) -> u32 {
        match turn.action() {
            Action::SetUp | Action::Pass => 0,
            _ => position.kind(turn.from()).index() as u32,
        }
    }
}

/// An opponent who rushes its pieces to the enemy camp.
struct Rushing;

/// Inverse temperature of its policy: a difference of one rank decides.
const INVERSE_TEMPERATURE: f32 = 4.0;

impl OpponentModel<Position> for Rushing {
    fn prior(&self) -> f32 {
        0.1
    }

    fn lapse_rate(&self) -> f32 {
        0.1
    }

    fn logits(&self, view: &Position, turns: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        logits.extend(turns.iter().map(|&turn| INVERSE_TEMPERATURE * view.rush_score(turn)));
    }

    fn score_against(&self, position: &Position, player: Player) -> Option<f32> {
        position.under_way().then(|| against_rushing(position, player))
    }
}

/// An opponent who plays uniformly at random.
struct Uniform;

impl OpponentModel<Position> for Uniform {
    fn prior(&self) -> f32 {
        0.1
    }

    fn lapse_rate(&self) -> f32 {
        0.0
    }

    fn logits(&self, _: &Position, turns: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        logits.resize(turns.len(), 0.0);
    }
}

impl Position {
    /// The rushing opponent's preference for a turn: sure captures first, then advances, the
    /// longest and of the foremost piece; attacks on hidden pieces only if it cannot advance.
    fn rush_score(&self, turn: Turn) -> f32 {
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

/// Weights of the evaluation against a rushing opponent, fitted to games against one, in the order
/// of [`terms_for`]; the last is the bias.
#[rustfmt::skip]
const AGAINST_RUSHING: [f32; TERMS + 1] = [
    3.579, 2.236, 1.575, 1.364, 1.090, 0.902, 0.901,
    0.762, 2.895, 1.576, 0.225, -1.117, 0.021, 0.553,
    0.134, 0.296, 0.074, 0.008, -0.054, 0.220, -0.007,
    -0.249, -0.417, -0.118, 0.168, 0.515, 0.164, -0.137,

    -2.612, -1.786, -1.521, -1.143, -0.959, -0.774, -0.774,
    -0.519, -2.069, -0.561, -0.306, 0.325, 0.028, -0.641,
    -0.270, 0.040, 0.206, 0.177, 0.043, -0.336, -0.436,
    -0.440, -0.622, -0.242, -0.314, 0.034, -0.102, 0.111,

    0.294, 0.949,
];

/// A player's probability to win against a rushing opponent.
fn against_rushing(position: &Position, player: Player) -> f32 {
    if position.can_win_by_arrival() {
        return flag(position.mover == player);
    }
    let terms = terms_for(position, player);
    math::logistic(terms.iter().zip(AGAINST_RUSHING).map(|(term, weight)| term * weight).sum())
}
