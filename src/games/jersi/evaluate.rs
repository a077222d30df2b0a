//! The handcrafted evaluation.

use super::board::{BOARD, Cell, cells, progress, size};
use super::mode::Mode;
use super::policy::{TurnScorer, forward};
use super::position::{Phase, Position, Role};
use super::race::{LONGEST, Race};
use super::reach::Threats;
use super::threat::within_a_turn;
use super::turn::Turn;
use crate::games::hex::large::{self as hex, ROWS};
use crate::games::{Evaluate, LevelScale, Player, Value, quiet};
use crate::math;

/// The handcrafted value and policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

/// Worth of a cube by role, a fighter being the unit; mountains on the board have
/// done their work.
const CUBE: [f32; 7] = [1.0, 1.0, 1.0, 1.1, 0.4, 0.0, 0.0];
/// Worth of cubes in reserve: what they may still do.
const RESERVED_MOUNTAIN: f32 = 0.08;
const RESERVED_WISE: f32 = 0.45;
/// A stack of fighters moves further than two cubes.
const STACK: f32 = 0.10;
/// Worth of a king by the rows it has advanced, while nobody attacks it.
const KING: [f32; ROWS] = [0.0, 0.08, 0.19, 0.35, 0.6, 1.05, 1.5, 1.9, 0.0];
/// A king on a stack runs further.
const MOUNTED_KING: f32 = 0.1;
/// What the captured king's side loses besides the way: the turn, and the captor's
/// choice of where it begins anew.
const KING_TAKEN: f32 = 0.3;
/// A ransom costs a cube.
const RANSOM: f32 = 0.9;
/// Being to move.
const TEMPO: f32 = 0.12;
/// Part of the best capture that the mover may count as done.
const CAPTURE: f32 = 0.95;
/// Part of what the other side attacks that the mover cannot save all at once.
const PRESSURE: f32 = 0.25;
/// The other side would arrive if it were its turn.
const MENACE: f32 = 0.6;
/// Worth of a king's way to its goal by the turns it takes, from one on.
const WAY: [f32; LONGEST] = [0.25, 0.18, 0.08, 0.0];
/// Worth of a way on which nobody can catch the king, besides.
const CLEAR_WAY: [f32; LONGEST] = [1.3, 0.7, 0.25, 0.0];
/// How much each cube that the other side may still drop on a clear way takes from it.
const DROPPED_BEFORE: f32 = 0.1;
/// What is left of a clear way that a single blocker shuts, and of one on which the
/// other king is first.
const ONE_DOOR: f32 = 0.5;
const SECOND: f32 = 0.5;
/// Worth of each cell that stacks can move to.
const STACK_TARGET: f32 = 0.012;
/// Part of what a captured king costs, for each cell next to it that is attacked.
const UNSAFE: f32 = 0.03;
/// What makes a king's road longer, for each that stands on it within a turn's reach.
const WALL_AHEAD: f32 = 0.06;
const MOUNTAIN_AHEAD: f32 = 0.03;
const ENEMY_AHEAD: f32 = 0.03;
/// Worth of a fighter per row it has advanced, up to the enemy's rows.
const ADVANCE: f32 = 0.02;
/// Draws between equals at the start.
const DRAWS: f32 = 0.01;
/// From worth to chances.
const SCALE: f32 = 0.85;

impl<M: Mode> Evaluate<Position<M>> for Handcrafted {
    const LEVELS: LevelScale = M::LEVELS;

    fn value(position: &Position<M>) -> Value {
        let quiet = (position.quiet, position.draw_limit);
        let advantage = position.advantage(&position.all_threats());
        quiet::estimate(math::logistic(SCALE * advantage), DRAWS, quiet)
    }

    fn logits(position: &Position<M>, moves: &[Turn], logits: &mut Vec<f32>) {
        let scorer = TurnScorer::new(position);
        logits.clear();
        logits.extend(moves.iter().map(|&turn| scorer.logit(turn)));
    }
}

impl<M: Mode> Position<M> {
    /// What the mover is ahead by, in fighters, given all threats.
    pub(super) fn advantage(&self, threats: &[Threats; 2]) -> f32 {
        let mover = self.mover;
        let [ours, theirs] = threats;
        let mut worth = self.worth(mover) - self.worth(!mover);
        match self.phase {
            Phase::Turn => {
                worth += TEMPO + CAPTURE * self.best_capture(mover, ours, theirs);
                worth -= PRESSURE * self.attacked_worth(theirs);
                if self.can_arrive(!mover) {
                    worth -= MENACE;
                }
            }
            // A cube is still to go; the rest is as before a turn of the king's side.
            Phase::GiveUp(role) => worth -= CUBE[role.index()],
            Phase::PlaceKing => {}
        }
        worth += self.race_worth(threats);
        worth + self.room_worth(mover, theirs) - self.room_worth(!mover, ours)
    }

    /// What the race of the kings is worth to the mover.
    fn race_worth(&self, threats: &[Threats; 2]) -> f32 {
        let ([mine, other], begins) = self.races(threats);
        self.way_worth(self.mover, &mine, mine.beats(&other, begins))
            - self.way_worth(!self.mover, &other, other.beats(&mine, !begins))
    }

    /// What a king's way to its goal is worth, which may be there before the other.
    fn way_worth(&self, player: Player, race: &Race, first: bool) -> f32 {
        let worth = race.turns.map_or(0.0, |turns| WAY[turns - 1]);
        let Some(turns) = race.clear else { return worth };
        let reserve = self.reserves[(!player).index()];
        let mut clear =
            CLEAR_WAY[turns - 1] / (1.0 + DROPPED_BEFORE * f32::from(reserve.mountains + reserve.wise));
        if race.doors == 1 {
            clear *= ONE_DOOR;
        }
        if !first {
            clear *= SECOND;
        }
        worth + clear
    }

    /// What the room around a player's stacks and king is worth.
    fn room_worth(&self, player: Player, theirs: &Threats) -> f32 {
        let empty = self.empty_cells();
        let stacks = self.own(player) & self.stacks;
        let targets = (hex::spread(stacks) | hex::leap(stacks, empty)) & empty;
        let mobility = STACK_TARGET * size(targets) as f32;
        let king = self.king(player);
        if king == 0 {
            return mobility;
        }
        let unsafe_cells = size(hex::spread(king) & BOARD & theirs.reach.danger(Role::King));
        let risk = UNSAFE * unsafe_cells as f32 * (KING_TAKEN + self.king_worth(player));
        let road = within_a_turn(king) & forward(king, player);
        let mountains = self.all_mountains() & !self.walls;
        let obstacles = WALL_AHEAD * size(self.walls & road) as f32
            + MOUNTAIN_AHEAD * size(mountains & road) as f32
            + ENEMY_AHEAD * size(self.own(!player) & road) as f32;
        mobility - risk - obstacles
    }

    /// What a player's cubes are worth where they stand and wait.
    fn worth(&self, player: Player) -> f32 {
        let own = self.own(player);
        let stacks = own & self.stacks;
        let mut worth = 0.0;
        for role in [Role::Rock, Role::Paper, Role::Scissors, Role::Fool, Role::Wise] {
            let tops = self.topped(player, role);
            let bits = role.index();
            let plane = |i: usize| if bits >> i & 1 == 1 { self.bottoms[i] } else { !self.bottoms[i] };
            let bottoms = stacks & plane(0) & plane(1) & plane(2);
            worth += CUBE[role.index()] * (size(tops) + size(bottoms)) as f32;
        }
        worth += STACK * size(stacks & !self.tops[2]) as f32;
        let fighters = self.fighters(player);
        // Rows gone, counted set by set: once for each boundary that lies behind.
        for row in 3..ROWS - 2 {
            let beyond = match player {
                Player::One => hex::rows_from(row),
                Player::Two => !hex::rows_from(ROWS - row),
            };
            worth += ADVANCE * size(fighters & beyond) as f32;
        }
        let reserve = self.reserves[player.index()];
        worth += RESERVED_MOUNTAIN * f32::from(reserve.mountains) + RESERVED_WISE * f32::from(reserve.wise);
        worth + self.king_worth(player)
    }

    /// What the way that a king has gone is worth.
    fn king_worth(&self, player: Player) -> f32 {
        let king = self.king(player);
        if king == 0 {
            return 0.0;
        }
        let way = KING[progress(hex::row_of(king.trailing_zeros()), player)];
        way + if king & self.stacks != 0 { MOUNTED_KING } else { 0.0 }
    }

    /// What a side loses with the unit on a cell.
    pub(super) fn unit_worth(&self, cell: Cell, owner: Player) -> f32 {
        let top = self.top(cell);
        let bottom = if self.stacks & cell.set() != 0 { CUBE[self.bottom(cell).index()] } else { 0.0 };
        let king = match top {
            Role::King => KING_TAKEN + self.king_worth(owner) + if M::RANSOM { RANSOM } else { 0.0 },
            _ => 0.0,
        };
        CUBE[top.index()] + bottom + king
    }

    /// The most that a player can win by one capture, what it may cost taken off.
    fn best_capture(&self, player: Player, ours: &Threats, theirs: &Threats) -> f32 {
        let mut best: f32 = 0.0;
        for role in Role::FIGHTERS {
            let danger = theirs.reach.danger(role);
            for cell in cells(ours.attacked[role.index()]) {
                let cost = if danger & cell.set() != 0 { 0.6 } else { 0.0 };
                best = best.max(self.unit_worth(cell, !player) - cost);
            }
        }
        best
    }

    /// The worth of all that is attacked.
    fn attacked_worth(&self, theirs: &Threats) -> f32 {
        cells(theirs.all()).map(|cell| self.unit_worth(cell, self.mover)).sum()
    }
}
