//! The handcrafted evaluation.

use super::board::{Board, Cell, cells};
use super::policy::TurnScorer;
use super::position::{Position, Role};
use super::reach::Reach;
use super::turn::Turn;
use crate::games::hex::small::{self as hex, ROWS};
use crate::games::{Evaluate, Game, Player, Value, quiet};
use crate::math;

/// The handcrafted value and policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

/// Worth of a fighter by the rows it has advanced; one cube at home is the unit.
const ADVANCE: [f32; ROWS] = [0.0, 0.02, 0.06, 0.14, 0.26, 0.40, 0.0];
const FIGHTER: f32 = 1.0;
const WISE: f32 = 0.55;
/// A stack moves further than two cubes.
const STACK: f32 = 0.12;
/// Being to move.
const TEMPO: f32 = 0.15;
/// Part of the best capture that the mover may count as done.
const CAPTURE: f32 = 0.75;
/// Part of what the other side attacks that the mover cannot save all at once.
const PRESSURE: f32 = 0.2;
/// The other side would arrive if it were its turn.
const MENACE: f32 = 0.5;
/// Draws between equals at the start.
const DRAWS: f32 = 0.02;
/// From worth to chances.
const SCALE: f32 = 0.85;

impl<B: Board> Evaluate<Position<B>> for Handcrafted {
    // Games are short and decided early: measured at two time controls (docs/experiments.md).
    const MOVES_LEFT: f32 = 5.0;

    fn value(position: &Position<B>) -> Value {
        let mover = position.mover;
        let (ours, theirs) = (position.reach(mover), position.reach(!mover));
        let mut worth = TEMPO + position.worth(mover) - position.worth(!mover);
        worth += CAPTURE * position.best_capture(mover, &ours, &theirs);
        worth -= PRESSURE * position.attacked_worth(!mover, &theirs);
        if position.opponent_may_win_next() {
            worth -= MENACE;
        }
        let quiet = (position.quiet, position.draw_limit);
        quiet::estimate(math::logistic(SCALE * worth), DRAWS, quiet)
    }

    fn logits(position: &Position<B>, moves: &[Turn], logits: &mut Vec<f32>) {
        let scorer = TurnScorer::new(position);
        logits.clear();
        logits.extend(moves.iter().map(|&turn| scorer.logit(turn)));
    }
}

impl<B: Board> Position<B> {
    /// What a player's cubes are worth where they stand.
    fn worth(&self, player: Player) -> f32 {
        let own = self.owned[player.index()];
        let wise_tops = own & self.tops[0] & self.tops[1];
        let stacks = own & self.stacks;
        let wise_bottoms = stacks & self.bottoms[0] & self.bottoms[1];
        let wise = wise_tops.count_ones() + wise_bottoms.count_ones();
        let all = own.count_ones() + stacks.count_ones();
        let mut worth = WISE * wise as f32 + FIGHTER * (all - wise) as f32;
        worth += STACK * (stacks & !wise_tops).count_ones() as f32;
        for cell in cells(own & !wise_tops) {
            worth += ADVANCE[progress(cell, player)];
        }
        worth
    }

    pub(super) fn unit_worth(&self, cell: Cell) -> f32 {
        if self.stacks & cell.set() == 0 {
            return FIGHTER;
        }
        FIGHTER + if self.bottom(cell) == Role::Wise { WISE } else { FIGHTER }
    }

    /// The most that a player can win by one capture, what it may cost taken off.
    fn best_capture(&self, player: Player, ours: &Reach, theirs: &Reach) -> f32 {
        let enemies = self.by_role(!player);
        let mut best: f32 = 0.0;
        for role in Role::FIGHTERS {
            let prey = role.prey().map_or(0, |prey| enemies[prey.index()]);
            for cell in cells(ours.0[role.index()] & prey) {
                let threatened = theirs.0[hunter(role).index()] & hex::spread(cell.set());
                let cost = if threatened != 0 { 0.6 } else { 0.0 };
                best = best.max(self.unit_worth(cell) - cost);
            }
        }
        best
    }

    /// The worth of all that a player attacks.
    fn attacked_worth(&self, player: Player, reach: &Reach) -> f32 {
        let enemies = self.by_role(!player);
        let attacked =
            |role: Role| reach.0[role.index()] & role.prey().map_or(0, |prey| enemies[prey.index()]);
        let all = Role::FIGHTERS.into_iter().fold(0, |all, role| all | attacked(role));
        cells(all).map(|cell| self.unit_worth(cell)).sum()
    }
}

/// Rows that a cell lies from the player's own end.
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
