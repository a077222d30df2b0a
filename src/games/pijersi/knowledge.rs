//! What is known of Pijersi beyond its rules, made by hand.

use super::attack::Reach;
use super::board::{Board, Cell, cells};
use super::mv::{Action, Turn};
use super::position::{Position, Role};
use super::threat::Pads;
use crate::games::hex::small::{self as hex, Cells, ROWS};
use crate::games::{Game, Knowledge, Player, Value};
use crate::math;

/// The hand-made evaluation and priors.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

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

impl<B: Board> Knowledge<Position<B>> for HandMade {
    fn value(&self, position: &Position<B>) -> Value {
        let mover = position.mover;
        let (ours, theirs) = (position.reach(mover), position.reach(!mover));
        let mut worth = TEMPO + position.worth(mover) - position.worth(!mover);
        worth += CAPTURE * position.best_capture(mover, &ours, &theirs);
        worth -= PRESSURE * position.attacked_worth(!mover, &theirs);
        if position.opponent_may_win_next() {
            worth -= MENACE;
        }
        let quiet = (position.quiet, position.draw_limit);
        Value::estimate(math::logistic(SCALE * worth), DRAWS, quiet)
    }

    fn logits(&self, position: &Position<B>, moves: &[Turn], logits: &mut Vec<f32>) {
        let judge = TurnJudge::new(position);
        logits.clear();
        logits.extend(moves.iter().map(|&turn| judge.logit(turn)));
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

    fn unit_worth(&self, cell: Cell) -> f32 {
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
fn progress(cell: Cell, player: Player) -> usize {
    let row = hex::row_of(cell.0.into());
    match player {
        Player::One => row,
        Player::Two => ROWS - 1 - row,
    }
}

/// The role that captures a fighter.
const fn hunter(role: Role) -> Role {
    match role {
        Role::Rock => Role::Paper,
        Role::Paper => Role::Scissors,
        Role::Scissors => Role::Rock,
        Role::Wise => Role::Wise,
    }
}

/// Judges the turns of one position.
struct TurnJudge<'a, B: Board> {
    position: &'a Position<B>,
    mover: Player,
    enemies: Cells,
    /// Cells where a unit topped by the role would be attacked.
    danger: [Cells; 4],
    /// Cells of the mover that are attacked now.
    hanging: Cells,
    /// From where the mover's fighters would threaten to arrive, as things stand.
    pads: [Pads; 3],
}

impl<'a, B: Board> TurnJudge<'a, B> {
    fn new(position: &'a Position<B>) -> Self {
        let mover = position.mover;
        let theirs = position.reach(!mover);
        let own = position.by_role(mover);
        let targets = position.targets();
        let mut danger = [0; 4];
        let mut hanging = 0;
        for role in Role::FIGHTERS {
            danger[role.index()] = theirs.0[hunter(role).index()];
            hanging |= own[role.index()] & danger[role.index()];
        }
        TurnJudge {
            position,
            mover,
            enemies: position.owned[(!mover).index()],
            danger,
            hanging,
            pads: Role::FIGHTERS.map(|role| position.pads(&targets, role)),
        }
    }

    fn logit(&self, turn: Turn) -> f32 {
        let position = self.position;
        let (from, via, to) = (turn.from(), turn.via(), turn.to());
        let top = position.top(from);
        let stack = position.stacks & from.set() != 0;
        let mut logit = 0.0;

        if self.enemies & to.set() != 0 {
            logit += 2.2 * position.unit_worth(to);
        }
        if via != to && self.enemies & via.set() != 0 {
            logit += 2.2 * position.unit_worth(via);
        }
        // What ends where, and whether it can be taken there.
        let ends_as_stack = match turn.action() {
            Action::Stack | Action::SingleThenStack | Action::TopThenStack => true,
            Action::Single | Action::Top | Action::StackThenTop => {
                position.owned[self.mover.index()] & to.set() != 0
            }
        };
        let at_stake = if ends_as_stack { 2.0 } else { 1.0 };
        if self.danger[top.index()] & to.set() != 0 {
            logit -= 1.3 * at_stake;
        }
        if turn.action() == Action::StackThenTop {
            let bottom = position.bottom(from);
            if self.danger[bottom.index()] & via.set() != 0 {
                logit -= 1.0;
            }
        }
        if self.hanging & from.set() != 0 {
            let leaves_all = !stack || matches!(turn.action(), Action::Stack | Action::StackThenTop);
            logit += if leaves_all { 0.9 * if stack { 1.6 } else { 1.0 } } else { 0.3 };
        }
        if matches!(turn.action(), Action::SingleThenStack | Action::TopThenStack)
            && self.hanging & via.set() != 0
        {
            logit += 0.8;
        }
        if top != Role::Wise {
            let gained = progress(to, self.mover) as f32 - progress(from, self.mover) as f32;
            logit += 0.25 * gained;
            let pads = self.pads[top.index()];
            let pads = if ends_as_stack { pads.cubes | pads.stacks } else { pads.cubes };
            if pads & to.set() != 0 {
                logit += 1.2;
            }
        }
        if ends_as_stack {
            logit += 0.15;
        }
        logit
    }
}
