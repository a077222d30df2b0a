//! Pijersi as the inputs of a net.
//!
//! Cells are numbered as on the larger board, for both boards, so that what a net
//! learns on one can be used on the other.

use super::board::{Board, Board51, Cell, cells};
use super::position::{Position, Role};
use super::reach::Reach;
use super::threat::Pads;
use super::turn::{Action, Turn};
use crate::games::hex::small::{self as hex, BITS, Cells};
use crate::games::{Features, Game, InputList, Player};

/// Cells of the larger board.
const CELLS: usize = 51;
const ROLES: usize = 4;
/// Roles that can be captured.
const FIGHTERS: usize = 3;

// The planes of inputs that tell of a position: a place in a unit and a role for each
// player, then the same for what the other player attacks.
const SINGLE: usize = 0;
const TOP: usize = SINGLE + ROLES;
const BOTTOM: usize = TOP + ROLES;
const SINGLE_ATTACKED: usize = BOTTOM + ROLES;
const TOP_ATTACKED: usize = SINGLE_ATTACKED + FIGHTERS;
const PLAYER_PLANES: usize = TOP_ATTACKED + FIGHTERS;
const PLANES: usize = 2 * PLAYER_PLANES;
/// The inputs after the planes: a menace, and how near the draw is.
const MENACE: usize = PLANES * CELLS;
const QUIET: usize = MENACE + 1;
const QUIET_STEPS: usize = 10;

// The planes of inputs that tell of a turn.
const FROM: usize = 0;
const TO_SINGLE: usize = FROM + ROLES;
const TO_STACK: usize = TO_SINGLE + ROLES;
const VIA: usize = TO_STACK + ROLES;
const VIA_ACTIONS: usize = 3;
const TURN_PLANES: usize = VIA + VIA_ACTIONS;

/// What a turn does, whatever the cells: inputs after the planes.
mod deed {
    pub const ACTION: usize = 0;
    pub const CAPTURE_TO: usize = ACTION + 6;
    pub const CAPTURE_VIA: usize = CAPTURE_TO + 3;
    pub const DANGER: usize = CAPTURE_VIA + 3;
    pub const DANGER_GUARDED: usize = DANGER + 2;
    pub const LEFT_BEHIND: usize = DANGER_GUARDED + 2;
    pub const SAVED: usize = LEFT_BEHIND + 1;
    pub const SAVED_BY_BUILDING: usize = SAVED + 3;
    pub const PAD: usize = SAVED_BY_BUILDING + 1;
    pub const ATTACK: usize = PAD + 2;
    pub const COUNT: usize = ATTACK + 3;
}
const DEEDS: usize = TURN_PLANES * CELLS;

/// The number of each cell as each player sees it, by bit.
static PLACES: [[u8; BITS]; 2] = [hex::numbers(Board51::CELLS, false), hex::numbers(Board51::CELLS, true)];

/// The cell that each cell becomes in a mirror.
static MIRRORED: [u8; CELLS] = hex::mirrored(Board51::LENGTHS);

/// The inputs of Pijersi.
#[derive(Clone, Copy, Debug)]
pub struct Inputs;

/// The symmetries: three ways to name the roles, each plain and mirrored.
fn rotated(role: usize, symmetry: usize) -> usize {
    if role == Role::Wise.index() { role } else { (role + symmetry / 2) % FIGHTERS }
}

fn mirrored(cell: usize, symmetry: usize) -> usize {
    if symmetry % 2 == 1 { MIRRORED[cell].into() } else { cell }
}

impl<B: Board> Features<Position<B>> for Inputs {
    const INPUTS: usize = QUIET + QUIET_STEPS;
    const MOVE_INPUTS: usize = DEEDS + deed::COUNT;
    const SYMMETRIES: usize = 6;
    const NET: &'static [u8] = B::NET;

    fn position(position: &Position<B>, mut on: impl FnMut(usize)) {
        let mover = position.mover;
        let places = &PLACES[mover.index()];
        for (player, first) in [(mover, 0), (!mover, PLAYER_PLANES)] {
            let theirs = position.reach(!player);
            let attacked = attacked(position, player, &theirs);
            for cell in cells(position.owned[player.index()]) {
                let place = usize::from(places[cell.index()]);
                let mut put = |plane: usize| on((first + plane) * CELLS + place);
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
            on(MENACE);
        }
        if position.draw_limit != 0 {
            let quiet = usize::from(position.quiet) * QUIET_STEPS / usize::from(position.draw_limit);
            on(QUIET + quiet.min(QUIET_STEPS - 1));
        }
    }

    fn moves(position: &Position<B>, moves: &[Turn], mut each: impl FnMut(&[u16])) {
        let view = TurnView::new(position);
        let mut list = InputList::default();
        for &turn in moves {
            list.clear();
            view.tell(turn, &mut list);
            each(list.inputs());
        }
    }

    fn image(symmetry: usize, input: usize) -> usize {
        if input >= MENACE {
            return input;
        }
        let (plane, cell) = (input / CELLS, input % CELLS);
        let (player, plane) = (plane / PLAYER_PLANES, plane % PLAYER_PLANES);
        let starts = [SINGLE, TOP, BOTTOM, SINGLE_ATTACKED, TOP_ATTACKED];
        let start = starts.into_iter().rev().find(|&start| start <= plane).unwrap_or(SINGLE);
        let plane = start + rotated(plane - start, symmetry);
        (player * PLAYER_PLANES + plane) * CELLS + mirrored(cell, symmetry)
    }

    fn move_image(symmetry: usize, input: usize) -> usize {
        if input >= DEEDS {
            return input;
        }
        let (plane, cell) = (input / CELLS, input % CELLS);
        let plane = match plane {
            VIA.. => plane,
            _ => plane / ROLES * ROLES + rotated(plane % ROLES, symmetry),
        };
        plane * CELLS + mirrored(cell, symmetry)
    }
}

/// A player's cells that the other can capture on.
fn attacked<B: Board>(position: &Position<B>, player: Player, theirs: &Reach) -> Cells {
    let own = position.by_role(player);
    let prey_of = |role: Role| role.prey().map_or(0, |prey| own[prey.index()]);
    Role::FIGHTERS.into_iter().fold(0, |all, role| all | theirs.0[role.index()] & prey_of(role))
}

/// What the turns of one position are seen against.
struct TurnView<'a, B: Board> {
    position: &'a Position<B>,
    places: &'a [u8; BITS],
    own: Cells,
    enemies: Cells,
    prey: [Cells; ROLES],
    /// Cells where a unit topped by the role would be attacked.
    danger: [Cells; ROLES],
    /// Cells where whoever captures a unit topped by the role can be captured in turn.
    guarded: [Cells; ROLES],
    /// Cells of the mover that are attacked now.
    hanging: Cells,
    /// From where the mover's fighters would threaten to arrive, as things stand.
    pads: [Pads; FIGHTERS],
}

impl<'a, B: Board> TurnView<'a, B> {
    fn new(position: &'a Position<B>) -> Self {
        let mover = position.mover;
        let (ours, theirs) = (position.reach(mover), position.reach(!mover));
        let enemies = position.by_role(!mover);
        let targets = position.targets();
        let (mut danger, mut guarded, mut prey) = ([0; ROLES], [0; ROLES], [0; ROLES]);
        for role in Role::FIGHTERS {
            let Some(victim) = role.prey() else { continue };
            danger[victim.index()] = theirs.0[role.index()];
            prey[role.index()] = enemies[victim.index()];
            // The hunter of the role's victim's hunter is the role's own prey: three in a ring.
            guarded[role.index()] = ours.0[victim.index()];
        }
        TurnView {
            position,
            places: &PLACES[mover.index()],
            own: position.owned[mover.index()],
            enemies: position.owned[(!mover).index()],
            prey,
            danger,
            guarded,
            hanging: attacked(position, mover, &theirs),
            pads: Role::FIGHTERS.map(|role| position.pads(&targets, role)),
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
    fn tell(&self, turn: Turn, list: &mut InputList) {
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
        list.add((FROM + top.index()) * CELLS + place(from));
        let to_plane = if ends_as_stack { TO_STACK } else { TO_SINGLE };
        list.add((to_plane + top.index()) * CELLS + place(to));
        list.add(DEEDS + deed::ACTION + action as usize);
        let second = (action as usize).checked_sub(Action::SingleThenStack as usize);
        if let Some(second) = second {
            list.add((VIA + second) * CELLS + place(via));
            if self.enemies & via.set() != 0 {
                list.add(DEEDS + deed::CAPTURE_VIA + self.size(via));
            }
        }
        if self.enemies & to.set() != 0 {
            list.add(DEEDS + deed::CAPTURE_TO + self.size(to));
        }
        if self.danger[top.index()] & to.set() != 0 {
            let guarded = self.guarded[top.index()] & to.set() != 0;
            let first = if guarded { deed::DANGER_GUARDED } else { deed::DANGER };
            list.add(DEEDS + first + usize::from(ends_as_stack));
        }
        let left = match action {
            Action::Top | Action::TopThenStack => Some(from),
            Action::StackThenTop => Some(via),
            _ => None,
        };
        if let Some(left) = left
            && self.danger[position.bottom(from).index()] & left.set() != 0
        {
            list.add(DEEDS + deed::LEFT_BEHIND);
        }
        if self.hanging & from.set() != 0 {
            let part = matches!(action, Action::Top | Action::TopThenStack);
            list.add(DEEDS + deed::SAVED + if part { 2 } else { usize::from(stack) });
        }
        if matches!(action, Action::SingleThenStack | Action::TopThenStack) && self.hanging & via.set() != 0 {
            list.add(DEEDS + deed::SAVED_BY_BUILDING);
        }
        if top != Role::Wise {
            let pads = self.pads[top.index()];
            if pads.cubes & to.set() != 0 {
                list.add(DEEDS + deed::PAD);
            } else if ends_as_stack && pads.stacks & to.set() != 0 {
                list.add(DEEDS + deed::PAD + 1);
            }
            let prey = hex::spread(to.set()) & self.prey[top.index()] & !via.set();
            if prey != 0 {
                list.add(DEEDS + deed::ATTACK + usize::from(prey & position.stacks != 0));
                if prey & (prey - 1) != 0 {
                    list.add(DEEDS + deed::ATTACK + 2);
                }
            }
        }
    }
}
