//! The handcrafted evaluation.

use super::board::{Board, Cell, cells};
use super::policy::TurnScorer;
use super::position::{Position, Role};
use super::reach::Reach;
use super::turn::Turn;
use crate::games::hex::small::{self as hex, ROWS};
use crate::games::{Evaluate, Game, LevelScale, Player, Value, quiet};
use crate::math;

/// The handcrafted value and policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

// The unit of all terms is one fighter on its first row.
/// A fighter's bonus by the rows that it has advanced.
const ADVANCE: [f32; ROWS] = [0.0, 0.02, 0.06, 0.14, 0.26, 0.40, 0.0];
const FIGHTER: f32 = 1.0;
const WISE: f32 = 0.55;
/// Bonus of a stack, for its mobility.
const STACK: f32 = 0.12;
/// Bonus of the side to move.
const TEMPO: f32 = 0.15;
/// Share of the mover's best capture that counts as done.
const CAPTURE: f32 = 0.75;
/// Share of the mover's attacked material that counts as lost.
const PRESSURE: f32 = 0.2;
/// Penalty for a threat of the opponent to arrive.
const WIN_THREAT: f32 = 0.5;
/// Draw rate of even positions at the start.
const DRAW_RATE: f32 = 0.02;
/// Scale of the logistic function that maps the sum of terms to an expected score.
const SCALE: f32 = 0.85;

impl<B: Board> Evaluate<Position<B>> for Handcrafted {
    // Games are short and decided early: measured at two time controls (docs/experiments.md).
    const MOVES_LEFT: f32 = 5.0;
    const LEVELS: LevelScale = B::LEVELS;

    fn value(position: &Position<B>) -> Value {
        let mover = position.mover;
        let (ours, theirs) = (position.reach(mover), position.reach(!mover));
        let mut advantage = TEMPO + position.material(mover) - position.material(!mover);
        advantage += CAPTURE * position.best_capture(mover, &ours, &theirs);
        advantage -= PRESSURE * position.attacked_material(!mover, &theirs);
        if position.opponent_may_win_next() {
            advantage -= WIN_THREAT;
        }
        let quiet = (position.quiet, position.draw_limit);
        quiet::estimate(math::logistic(SCALE * advantage), DRAW_RATE, quiet)
    }

    fn logits(position: &Position<B>, moves: &[Turn], logits: &mut Vec<f32>) {
        let scorer = TurnScorer::new(position);
        logits.clear();
        logits.extend(moves.iter().map(|&turn| scorer.logit(turn)));
    }
}

impl<B: Board> Position<B> {
    /// Material and advance of a player's cubes.
    fn material(&self, player: Player) -> f32 {
        let own = self.owned[player.index()];
        let wise_tops = own & self.tops[0] & self.tops[1];
        let stacks = own & self.stacks;
        let wise_bottoms = stacks & self.bottoms[0] & self.bottoms[1];
        let wise = wise_tops.count_ones() + wise_bottoms.count_ones();
        let all = own.count_ones() + stacks.count_ones();
        let mut material = WISE * wise as f32 + FIGHTER * (all - wise) as f32;
        material += STACK * (stacks & !wise_tops).count_ones() as f32;
        for cell in cells(own & !wise_tops) {
            material += ADVANCE[progress(cell, player)];
        }
        material
    }

    /// Material value of a unit topped by a fighter.
    pub(super) fn unit_value(&self, cell: Cell) -> f32 {
        if self.stacks & cell.set() == 0 {
            return FIGHTER;
        }
        FIGHTER + if self.bottom(cell) == Role::Wise { WISE } else { FIGHTER }
    }

    /// The best capture of a player: the material won, less a cost where it can be recaptured.
    fn best_capture(&self, player: Player, ours: &Reach, theirs: &Reach) -> f32 {
        let enemies = self.by_role(!player);
        let mut best: f32 = 0.0;
        for role in Role::FIGHTERS {
            let prey = role.prey().map_or(0, |prey| enemies[prey.index()]);
            for cell in cells(ours.0[role.index()] & prey) {
                let recaptured = theirs.0[hunter(role).index()] & hex::spread(cell.set());
                let cost = if recaptured != 0 { 0.6 } else { 0.0 };
                best = best.max(self.unit_value(cell) - cost);
            }
        }
        best
    }

    /// The material that a player attacks.
    fn attacked_material(&self, player: Player, reach: &Reach) -> f32 {
        let enemies = self.by_role(!player);
        let attacked =
            |role: Role| reach.0[role.index()] & role.prey().map_or(0, |prey| enemies[prey.index()]);
        let all = Role::FIGHTERS.into_iter().fold(0, |all, role| all | attacked(role));
        cells(all).map(|cell| self.unit_value(cell)).sum()
    }
}

/// The rows that a cell is advanced from the player's first row.
pub(super) fn progress(cell: Cell, player: Player) -> usize {
    let row = hex::row_of(cell.0.into());
    match player {
        Player::One => row,
        Player::Two => ROWS - 1 - row,
    }
}

/// The role that captures a fighter.
pub(super) const fn hunter(role: Role) -> Role {
    match role {
        Role::Rock => Role::Paper,
        Role::Paper => Role::Scissors,
        Role::Scissors => Role::Rock,
        Role::Wise => Role::Wise,
    }
}
