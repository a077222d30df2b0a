//! The handcrafted policy.
//!
//! It works on views too: the prior of a hidden piece's kind is the share of that kind among the
//! pieces not accounted for.

use super::board::{Kind, RANKS, Square};
use super::position::Position;
use super::reach::{Reach, hunter, quarry};
use super::turn::{Action, Turn};
use crate::games::Player;

/// The value of a piece, by the ranks that it has advanced.
const PIECE: [f32; RANKS] = [0.9, 0.9, 0.95, 1.05, 1.2, 1.45, 1.8, 3.0];

impl Position {
    /// The prior of the kind of a player's hidden pieces.
    fn hidden_prior(&self, player: Player) -> [f32; 4] {
        let census = self.census(player);
        let left = Kind::TRUE.map(|kind| f32::from(Kind::EACH.saturating_sub(census[kind.index()])));
        let all = left.iter().sum::<f32>().max(1.0);
        [0.0, left[0] / all, left[1] / all, left[2] / all]
    }
}

/// Scores the turns of one position.
pub(super) struct TurnScorer<'a> {
    pub(super) position: &'a Position,
    /// The opponent's attack map.
    danger: Reach,
    /// The prior of the kind of the opponent's hidden pieces.
    pub(super) hidden_prior: [f32; 4],
}

impl<'a> TurnScorer<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let enemy = !position.mover;
        TurnScorer {
            position,
            danger: Reach::new(position, enemy),
            hidden_prior: position.hidden_prior(enemy),
        }
    }

    /// Whether the opponent's pieces of a kind attack a square.
    pub(super) fn attacked(&self, by: Kind, square: Square) -> bool {
        self.danger.0[by.index()] & square.set() != 0
    }

    /// The risk that a piece of a kind is captured on a square, from 0 to about 1.
    fn capture_risk(&self, kind: Kind, square: Square) -> f32 {
        let position = self.position;
        if position.goal(position.mover) & square.set() != 0 {
            return 0.0;
        }
        let mut risk = 0.0;
        if kind.known() && self.attacked(hunter(kind), square) {
            risk += 1.0;
        }
        if self.attacked(Kind::Unknown, square) {
            risk += if kind.known() { 0.5 * self.hidden_prior[hunter(kind).index()] } else { 0.17 };
        }
        risk
    }

    pub(super) fn logit(&self, turn: Turn) -> f32 {
        let position = self.position;
        let mover = position.mover;
        let (from, to) = (turn.from(), turn.to());
        let kind = position.kind(from);
        let stake = PIECE[from.progress(mover)];
        match turn.action() {
            Action::Move => {
                let goal = position.goal(mover);
                let mut logit = match (goal & from.set() != 0, goal & to.set() != 0) {
                    (true, false) => -3.0,
                    (false, true) => 3.0,
                    _ => 0.0,
                };
                let gained = to.progress(mover) as f32 - from.progress(mover) as f32;
                logit += gained * (0.35 + 0.06 * from.progress(mover) as f32);
                logit + 1.6 * stake * (self.capture_risk(kind, from) - self.capture_risk(kind, to))
            }
            Action::Attack | Action::MoveAttack => self.attack(turn, kind),
            Action::Barter => {
                let hidden = if position.public & from.set() != 0 { 0.4 } else { 0.0 };
                let relief = self.capture_risk(kind, from) - self.capture_risk(turn.kind(), from);
                -1.2 + hidden + 1.6 * stake * relief
            }
            Action::Pass | Action::SetUp => 0.0,
        }
    }

    /// The logit of an attack, from the probabilities of its results.
    fn attack(&self, turn: Turn, kind: Kind) -> f32 {
        let position = self.position;
        let mover = position.mover;
        let target = position.kind(turn.target());
        let prize = PIECE[turn.target().progress(!mover)];
        let stake = PIECE[turn.from().progress(mover)];
        let (wins, loses) = match (kind.known(), target.known()) {
            (true, true) => {
                (f32::from(u8::from(kind.beats(target))), f32::from(u8::from(target.beats(kind))))
            }
            (true, false) => {
                (self.hidden_prior[quarry(kind).index()], self.hidden_prior[hunter(kind).index()])
            }
            _ => (0.33, 0.33),
        };
        let tie = 1.0 - wins - loses;
        let relief = self.capture_risk(kind, turn.from());
        2.6 * (wins * prize - loses * stake) - 0.3 * tie + 0.8 * relief * stake
    }
}
