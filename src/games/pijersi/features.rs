//! The features of Pijersi.
//!
//! Cells are numbered as on the larger board, for both boards, so that a net trained on
//! one can be used on the other.

use super::board::{Board, Board51, Cell, cells};
use super::position::{Position, Role};
use super::reach::Reach;
use super::threat::LaunchCells;
use super::turn::{Action, Turn};
use crate::games::hex::small::{self as hex, BITS, Cells};
use crate::games::{Features, Game, MAX_ACTIVE, MoveFeatureList, Player};

/// Cells of the larger board.
const CELLS: usize = 51;
const ROLES: usize = 4;
/// Roles that capture and can be captured.
const FIGHTERS: usize = 3;

// Feature planes of a position, a feature for each cell. For each player: one-hot by role
// for single cubes, tops and bottoms of stacks, then for those that the opponent attacks.
const SINGLE: usize = 0;
const TOP: usize = SINGLE + ROLES;
const BOTTOM: usize = TOP + ROLES;
const SINGLE_ATTACKED: usize = BOTTOM + ROLES;
const TOP_ATTACKED: usize = SINGLE_ATTACKED + FIGHTERS;
const PLAYER_PLANES: usize = TOP_ATTACKED + FIGHTERS;
const PLANES: usize = 2 * PLAYER_PLANES;
// Features after the planes.
/// The opponent threatens to win with its next move.
const WIN_THREAT: usize = PLANES * CELLS;
/// How near the draw is, one-hot.
const QUIET: usize = WIN_THREAT + 1;
const QUIET_STEPS: usize = 10;

// A cell may hold a stack that is attacked: positions for analysis may have more cubes than
// the set has. Then the two after the planes.
const _: () = assert!(3 * CELLS + 2 <= MAX_ACTIVE);

// Feature planes of a move.
const FROM: usize = 0;
const TO_SINGLE: usize = FROM + ROLES;
const TO_STACK: usize = TO_SINGLE + ROLES;
const VIA: usize = TO_STACK + ROLES;
const VIA_ACTIONS: usize = 3;
const TURN_PLANES: usize = VIA + VIA_ACTIONS;

/// Move features that have no cell, after the planes.
mod flag {
    pub(super) const ACTION: usize = 0;
    pub(super) const CAPTURE_TO: usize = ACTION + 6;
    pub(super) const CAPTURE_VIA: usize = CAPTURE_TO + 3;
    pub(super) const DANGER: usize = CAPTURE_VIA + 3;
    pub(super) const DANGER_DEFENDED: usize = DANGER + 2;
    pub(super) const LEFT_BEHIND: usize = DANGER_DEFENDED + 2;
    pub(super) const SAVED: usize = LEFT_BEHIND + 1;
    pub(super) const SAVED_BY_BUILDING: usize = SAVED + 3;
    pub(super) const WIN_THREAT: usize = SAVED_BY_BUILDING + 1;
    pub(super) const ATTACK: usize = WIN_THREAT + 2;
    pub(super) const COUNT: usize = ATTACK + 3;
}
const FLAGS: usize = TURN_PLANES * CELLS;

/// The index of each cell from each player's perspective, by bit.
static CELL_INDEX: [[u8; BITS]; 2] =
    [hex::numbers(Board51::CELLS, false), hex::numbers(Board51::CELLS, true)];

/// The mirror image of each cell.
static MIRRORED: [u8; CELLS] = hex::mirrored(Board51::LENGTHS);

/// The feature set of Pijersi, on both boards.
#[derive(Clone, Copy, Debug)]
pub struct PijersiFeatures;

/// The symmetries: the three rotations of the fighting roles, each with and without mirroring.
fn rotated(role: usize, symmetry: usize) -> usize {
    if role == Role::Wise.index() { role } else { (role + symmetry / 2) % FIGHTERS }
}

fn mirrored(cell: usize, symmetry: usize) -> usize {
    if symmetry % 2 == 1 { MIRRORED[cell].into() } else { cell }
}

impl<B: Board> Features<Position<B>> for PijersiFeatures {
    const NAME: &'static str = "pijersi";
    const REVISION: u32 = 1;
    const COUNT: usize = QUIET + QUIET_STEPS;
    const MOVE_COUNT: usize = FLAGS + flag::COUNT;
    const SYMMETRIES: usize = 6;
    const NET: &'static [u8] = B::NET;

    fn active_features(position: &Position<B>, mut activate: impl FnMut(usize)) {
        let mover = position.mover;
        let places = &CELL_INDEX[mover.index()];
        for (player, first) in [(mover, 0), (!mover, PLAYER_PLANES)] {
            let theirs = position.reach(!player);
            let attacked = attacked(position, player, &theirs);
            for cell in cells(position.owned[player.index()]) {
                let place = usize::from(places[cell.index()]);
                let mut put = |plane: usize| activate((first + plane) * CELLS + place);
                let top = position.top(cell).index();
                let stack = position.stacks & cell.set() != 0;
                if stack {
                    put(TOP + top);
                    put(BOTTOM + position.bottom(cell).index());
                } else {
                    put(SINGLE + top);
                }
                if attacked & cell.set() != 0 {
                    put(if stack { TOP_ATTACKED } else { SINGLE_ATTACKED } + top);
                }
            }
        }
        if position.opponent_may_win_next() {
            activate(WIN_THREAT);
        }
        if position.draw_limit != 0 {
            let quiet = usize::from(position.quiet) * QUIET_STEPS / usize::from(position.draw_limit);
            activate(QUIET + quiet.min(QUIET_STEPS - 1));
        }
    }

    fn move_features(position: &Position<B>, moves: &[Turn], mut each: impl FnMut(&[u16])) {
        let context = MoveContext::new(position);
        let mut list = MoveFeatureList::default();
        for &turn in moves {
            list.clear();
            context.encode(turn, &mut list);
            each(list.as_slice());
        }
    }

    fn symmetric(symmetry: usize, feature: usize) -> usize {
        if feature >= WIN_THREAT {
            return feature;
        }
        let (plane, cell) = (feature / CELLS, feature % CELLS);
        let (player, plane) = (plane / PLAYER_PLANES, plane % PLAYER_PLANES);
        let starts = [SINGLE, TOP, BOTTOM, SINGLE_ATTACKED, TOP_ATTACKED];
        let start = starts.into_iter().rev().find(|&start| start <= plane).unwrap_or(SINGLE);
        let plane = start + rotated(plane - start, symmetry);
        (player * PLAYER_PLANES + plane) * CELLS + mirrored(cell, symmetry)
    }

    fn symmetric_move(symmetry: usize, feature: usize) -> usize {
        if feature >= FLAGS {
            return feature;
        }
        let (plane, cell) = (feature / CELLS, feature % CELLS);
        let plane = match plane {
            VIA.. => plane,
            _ => plane / ROLES * ROLES + rotated(plane % ROLES, symmetry),
        };
        plane * CELLS + mirrored(cell, symmetry)
    }
}

/// A player's units that the opponent attacks.
fn attacked<B: Board>(position: &Position<B>, player: Player, theirs: &Reach) -> Cells {
    let own = position.by_role(player);
    let prey_of = |role: Role| role.prey().map_or(0, |prey| own[prey.index()]);
    Role::FIGHTERS.into_iter().fold(0, |all, role| all | theirs.0[role.index()] & prey_of(role))
}

/// What the features of all moves of a position are computed from.
struct MoveContext<'a, B: Board> {
    position: &'a Position<B>,
    places: &'a [u8; BITS],
    own: Cells,
    enemies: Cells,
    prey: [Cells; ROLES],
    /// The opponent's attack map against each role: cells where a unit topped by it is attacked.
    danger: [Cells; ROLES],
    /// Cells where the capture of a unit topped by the role can be answered by a recapture.
    defended: [Cells; ROLES],
    /// The mover's hanging units: those attacked now.
    hanging: Cells,
    /// Cells from which the mover's fighters threaten to arrive.
    launch_cells: [LaunchCells; FIGHTERS],
}

impl<'a, B: Board> MoveContext<'a, B> {
    fn new(position: &'a Position<B>) -> Self {
        let mover = position.mover;
        let (ours, theirs) = (position.reach(mover), position.reach(!mover));
        let enemies = position.by_role(!mover);
        let targets = position.targets();
        let (mut danger, mut defended, mut prey) = ([0; ROLES], [0; ROLES], [0; ROLES]);
        for role in Role::FIGHTERS {
            let Some(victim) = role.prey() else { continue };
            danger[victim.index()] = theirs.0[role.index()];
            prey[role.index()] = enemies[victim.index()];
            // Capture is cyclic: what captures the role's captor is the role that it captures.
            defended[role.index()] = ours.0[victim.index()];
        }
        MoveContext {
            position,
            places: &CELL_INDEX[mover.index()],
            own: position.owned[mover.index()],
            enemies: position.owned[(!mover).index()],
            prey,
            danger,
            defended,
            hanging: attacked(position, mover, &theirs),
            launch_cells: Role::FIGHTERS.map(|role| position.launch_cells(&targets, role)),
        }
    }

    /// 0 for a single cube, 1 for a stack on a fighter, 2 for one on a wise.
    #[inline(always)]
    fn size(&self, cell: Cell) -> usize {
        match self.position.stacks & cell.set() != 0 {
            false => 0,
            true => 1 + usize::from(self.position.bottom(cell) == Role::Wise),
        }
    }

    #[inline(always)]
    fn encode(&self, turn: Turn, list: &mut MoveFeatureList) {
        let position = self.position;
        let (action, from, via, to) = (turn.action(), turn.from(), turn.via(), turn.to());
        let top = position.top(from);
        let stack = position.stacks & from.set() != 0;
        let builds = self.own & to.set() != 0 && to != from;
        let ends_as_stack = match action {
            Action::Stack | Action::SingleThenStack | Action::TopThenStack => true,
            Action::Single | Action::Top | Action::StackThenTop => builds,
        };
        let place = |cell: Cell| usize::from(self.places[cell.index()]);
        list.push((FROM + top.index()) * CELLS + place(from));
        let to_plane = if ends_as_stack { TO_STACK } else { TO_SINGLE };
        list.push((to_plane + top.index()) * CELLS + place(to));
        list.push(FLAGS + flag::ACTION + action as usize);
        let second = (action as usize).checked_sub(Action::SingleThenStack as usize);
        if let Some(second) = second {
            list.push((VIA + second) * CELLS + place(via));
            if self.enemies & via.set() != 0 {
                list.push(FLAGS + flag::CAPTURE_VIA + self.size(via));
            }
        }
        if self.enemies & to.set() != 0 {
            list.push(FLAGS + flag::CAPTURE_TO + self.size(to));
        }
        if self.danger[top.index()] & to.set() != 0 {
            let defended = self.defended[top.index()] & to.set() != 0;
            let first = if defended { flag::DANGER_DEFENDED } else { flag::DANGER };
            list.push(FLAGS + first + usize::from(ends_as_stack));
        }
        let left = match action {
            Action::Top | Action::TopThenStack => Some(from),
            Action::StackThenTop => Some(via),
            _ => None,
        };
        if let Some(left) = left
            && self.danger[position.bottom(from).index()] & left.set() != 0
        {
            list.push(FLAGS + flag::LEFT_BEHIND);
        }
        if self.hanging & from.set() != 0 {
            let part = matches!(action, Action::Top | Action::TopThenStack);
            list.push(FLAGS + flag::SAVED + if part { 2 } else { usize::from(stack) });
        }
        if matches!(action, Action::SingleThenStack | Action::TopThenStack) && self.hanging & via.set() != 0 {
            list.push(FLAGS + flag::SAVED_BY_BUILDING);
        }
        if top != Role::Wise {
            let launch = self.launch_cells[top.index()];
            if launch.cubes & to.set() != 0 {
                list.push(FLAGS + flag::WIN_THREAT);
            } else if ends_as_stack && launch.stacks & to.set() != 0 {
                list.push(FLAGS + flag::WIN_THREAT + 1);
            }
            let prey = hex::spread(to.set()) & self.prey[top.index()] & !via.set();
            if prey != 0 {
                list.push(FLAGS + flag::ATTACK + usize::from(prey & position.stacks != 0));
                if prey & (prey - 1) != 0 {
                    list.push(FLAGS + flag::ATTACK + 2);
                }
            }
        }
    }
}
