//! Playing on at random, with an eye for what is near: forward, home, and attacks that
//! are known to succeed. The players know no more than they would.

use super::board::{Kind, Square, around};
use super::knowledge::HandMade;
use super::position::Position;
use super::turn::{Action, Turn};
use crate::games::{Knowledge, Outcome, Player, Value};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// After so many turns the position is judged as it stands.
const LONGEST: usize = 12;

const FORWARD: f32 = 5.0;
const SIDEWAYS: f32 = 1.0;
const BACKWARD: f32 = 0.4;
const HOME: f32 = 20.0;
const LEAVE_HOME: f32 = 0.1;
const ATTACK_TO_WIN: f32 = 16.0;
const ATTACK_TO_TIE: f32 = 0.2;
const ATTACK_TO_LOSE: f32 = 0.02;
const ATTACK_UNKNOWN: f32 = 1.5;

/// Plays on from a full position; the value is for its mover.
pub(super) fn play_out(start: &Position, rng: &mut Xoshiro256PlusPlus) -> Value {
    let mut position = *start;
    let mut turns: Vec<(Turn, f32)> = Vec::with_capacity(64);
    for _ in 0..crate::math::knob("LONGEST", LONGEST as f32) as usize {
        if let Some(outcome) = position.ended {
            return value_of(outcome, start.mover);
        }
        if position.can_step_home() {
            return value_of(Outcome::Win(position.mover), start.mover);
        }
        turns.clear();
        let mut sum = 0.0;
        position.each_turn(|turn| {
            let weight = position.eagerness(turn);
            sum += weight;
            turns.push((turn, weight));
        });
        let mut left = rng.random::<f32>() * sum;
        let chosen = turns.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        // Nothing but turns that nobody wants, or rounding: the first will do.
        let Some(&(turn, _)) = chosen.or(turns.first()) else { break };
        position.play_turn(turn);
    }
    match position.ended {
        Some(outcome) => value_of(outcome, start.mover),
        None => {
            let value = HandMade.value(&position);
            if position.mover == start.mover { value } else { Value { win: 1.0 - value.score(), draw: 0.0 } }
        }
    }
}

fn value_of(outcome: Outcome, player: Player) -> Value {
    match outcome {
        Outcome::Win(winner) => Value { win: if winner == player { 1.0 } else { 0.0 }, draw: 0.0 },
        Outcome::Draw => Value { win: 0.0, draw: 1.0 },
    }
}

impl Position {
    /// Whether the mover has a piece in the enemy camp and a second that can step in.
    #[inline(always)]
    pub(super) fn can_step_home(&self) -> bool {
        let goal = self.goal(self.mover);
        let own = self.owned[self.mover.index()];
        own & goal != 0 && around(own & !goal) & goal & self.empty_squares() != 0
    }

    /// What a player knows of the kind on a square that is not its own.
    #[inline(always)]
    fn public_kind(&self, square: Square) -> Kind {
        if self.public & square.set() != 0 { self.kind(square) } else { Kind::Unknown }
    }

    /// How gladly a turn is played without thinking.
    #[inline(always)]
    fn eagerness(&self, turn: Turn) -> f32 {
        match turn.action() {
            Action::Move => self.step_eagerness(turn),
            Action::Attack | Action::MoveAttack => {
                let kind = self.kind(turn.from());
                let target = self.public_kind(turn.target());
                if !target.known() {
                    ATTACK_UNKNOWN
                } else if kind.beats(target) {
                    ATTACK_TO_WIN
                } else if target.beats(kind) {
                    ATTACK_TO_LOSE
                } else {
                    ATTACK_TO_TIE
                }
            }
            Action::Barter => 0.0,
            Action::Pass | Action::SetUp => 1.0,
        }
    }

    #[inline(always)]
    fn step_eagerness(&self, turn: Turn) -> f32 {
        let goal = self.goal(self.mover);
        if goal & turn.from().set() != 0 {
            return LEAVE_HOME;
        }
        if goal & turn.to().set() != 0 {
            return HOME;
        }
        let (from, to) = (turn.from().progress(self.mover), turn.to().progress(self.mover));
        match to.cmp(&from) {
            std::cmp::Ordering::Greater => FORWARD,
            std::cmp::Ordering::Equal => SIDEWAYS,
            std::cmp::Ordering::Less => BACKWARD,
        }
    }
}
