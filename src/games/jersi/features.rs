//! The features of Jersi, the same for all its variants.

use super::board::{BOARD, Cell, LENGTHS, cells, progress};
use super::generate::prey;
use super::mode::Mode;
use super::policy::ahead;
use super::position::{Phase, Position, Role};
use super::race::LONGEST;
use super::threat::goal_zone;
use super::turn::{Action, Extra, Turn};
use crate::games::features::move_logit;
use crate::games::hex::large::{self as hex, BITS, Cells};
use crate::games::{Features, MAX_ACTIVE, MoveFeatureList, Player};

const CELLS: usize = 69;
/// Roles of cubes that are not mountains.
const ROLES: usize = 6;
/// Roles that take turns in a circle, the first ones.
const CIRCLE: usize = 3;

// Feature planes of a position, a feature for each cell. For each player: one-hot by role
// for single cubes, tops and bottoms of stacks, then for those that the opponent attacks.
// Then what belongs to nobody.
const SINGLE: usize = 0;
const TOP: usize = SINGLE + ROLES;
const BOTTOM: usize = TOP + ROLES;
const SINGLE_ATTACKED: usize = BOTTOM + ROLES;
const TOP_ATTACKED: usize = SINGLE_ATTACKED + ROLES;
const ON_MOUNTAIN: usize = TOP_ATTACKED + ROLES;
const PLAYER_PLANES: usize = ON_MOUNTAIN + 1;
const MOUNTAIN: usize = 2 * PLAYER_PLANES;
const WALL: usize = MOUNTAIN + 1;
const PLANES: usize = WALL + 1;
// Features after the planes.
/// The opponent's king threatens to arrive.
const WIN_THREAT: usize = PLANES * CELLS;
const MOUNTAINS_LEFT: usize = WIN_THREAT + 1;
const MOUNTAIN_COUNTS: usize = 5;
const WISE_LEFT: usize = MOUNTAINS_LEFT + 2 * MOUNTAIN_COUNTS;
const WISE_COUNTS: usize = 3;
const PLACE_KING: usize = WISE_LEFT + 2 * WISE_COUNTS;
const GIVE_UP: usize = PLACE_KING + 1;
const QUIET: usize = GIVE_UP + ROLES;
const QUIET_STEPS: usize = 10;
// The advantage of the handcrafted evaluation, thermometer encoded: one feature for each
// mark that it reaches.
const ADVANTAGE: usize = QUIET + QUIET_STEPS;
const ADVANTAGE_MARKS: usize = 40;
const ADVANTAGE_STEP: f32 = 0.25;
// For each king, the turns to its goal, and without being caught, and whether one cell of
// the goal is all that the clear way leads to, and whether it is first.
const RACE: usize = ADVANTAGE + ADVANTAGE_MARKS;
const RACE_CLEAR: usize = LONGEST + 1;
const RACE_DOOR: usize = 2 * RACE_CLEAR;
const RACE_FIRST: usize = RACE_DOOR + 1;
const RACE_FEATURES: usize = RACE_FIRST + 1;

/// The most cubes other than mountains that a position may have, reserves included: all that
/// the features have room for. The armies have 34.
pub(super) const CUBES: usize = 60;
/// The most mountains. The armies have 8.
pub(super) const MOUNTAINS: usize = 22;
// A cube is somewhere, may be attacked and may be on a mountain; then those after the planes,
// of which some are one-hot.
const _: () = assert!(3 * CUBES + MOUNTAINS + 6 + ADVANTAGE_MARKS + 8 <= MAX_ACTIVE);

// Feature planes of a move.
const FROM: usize = 0;
const TO_SINGLE: usize = FROM + ROLES;
const TO_STACK: usize = TO_SINGLE + ROLES;
const GIVEN_UP: usize = TO_STACK + ROLES;
const VIA: usize = GIVEN_UP + ROLES;
const DROPPED: usize = VIA + 2;
const TURN_PLANES: usize = DROPPED + 2;
const KING_BACK: usize = TURN_PLANES * CELLS;
const NAMED: usize = KING_BACK + LENGTHS[0];
const FLAGS: usize = NAMED + ROLES;

/// Move features that have no cell, after the planes.
mod flag {
    pub(super) const ACTION: usize = 0;
    /// By group of roles, single or stack.
    pub(super) const CAPTURE_TO: usize = ACTION + 8;
    pub(super) const CAPTURE_VIA: usize = CAPTURE_TO + 8;
    /// Ends where it can be captured: single, stack, king.
    pub(super) const DANGER: usize = CAPTURE_VIA + 8;
    pub(super) const LEFT_BEHIND: usize = DANGER + 3;
    /// Leaves where it could be captured: single, stack, a part of it, king.
    pub(super) const SAVED: usize = LEFT_BEHIND + 1;
    pub(super) const SAVED_BY_BUILDING: usize = SAVED + 4;
    /// Before the enemy's king, which threatens to arrive or does not.
    pub(super) const IN_THE_WAY: usize = SAVED_BY_BUILDING + 1;
    pub(super) const BEFORE_OWN_KING: usize = IN_THE_WAY + 2;
    /// A wise dropped on a cube in danger, or into danger.
    pub(super) const DROP_SAVES: usize = BEFORE_OWN_KING + 1;
    pub(super) const DROP_RISKS: usize = DROP_SAVES + 1;
    /// Rows that a king gains, from three back to three on.
    pub(super) const KING_GAINS: usize = DROP_RISKS + 1;
    pub(super) const KING_THREATENS: usize = KING_GAINS + 7;
    /// What it stands next to and could capture, by group of roles.
    pub(super) const ATTACK: usize = KING_THREATENS + 1;
    pub(super) const ATTACK_STACK: usize = ATTACK + 4;
    pub(super) const COUNT: usize = ATTACK_STACK + 1;
}

/// A number by steps, of which there are so many, 0 in the middle.
#[inline(always)]
fn step(number: f32, width: f32, steps: usize) -> usize {
    let middle = (steps / 2) as f32;
    (number / width + middle).clamp(0.0, (steps - 1) as f32) as usize
}

/// Rock, paper and scissors are alike; fools, wise and kings are not.
#[inline(always)]
fn group(role: Role) -> usize {
    role.index().saturating_sub(CIRCLE - 1)
}

/// The number of each cell from each player's point of view, by bit.
static PLACES: [[u8; BITS]; 2] = [hex::numbers(BOARD, false), hex::numbers(BOARD, true)];
static MIRRORED: [u8; CELLS] = hex::mirrored(LENGTHS);

/// The symmetries: three ways to name the roles, each plain and mirrored.
fn rotated(role: usize, symmetry: usize) -> usize {
    if role < CIRCLE { (role + symmetry / 2) % CIRCLE } else { role }
}

fn mirrored(cell: usize, symmetry: usize) -> usize {
    if symmetry % 2 == 1 { MIRRORED[cell].into() } else { cell }
}

/// The features of Jersi.
#[derive(Clone, Copy, Debug)]
pub struct JersiFeatures;

impl<M: Mode> Features<Position<M>> for JersiFeatures {
    const NAME: &'static str = "jersi";
    const REVISION: u32 = 1;
    const COUNT: usize = RACE + 2 * RACE_FEATURES;
    const MOVE_COUNT: usize = FLAGS + flag::COUNT;
    const SYMMETRIES: usize = 6;
    const NET: &'static [u8] = M::NET;

    fn active_features(position: &Position<M>, mut activate: impl FnMut(usize)) {
        let mover = position.mover;
        let places = &PLACES[mover.index()];
        let mountains = position.all_mountains();
        let threats = position.all_threats();
        for (i, player) in [mover, !mover].into_iter().enumerate() {
            let attacked = threats[1 - i].all();
            for cell in cells(position.own(player)) {
                let place = usize::from(places[cell.index()]);
                let mut put = |plane: usize| activate((i * PLAYER_PLANES + plane) * CELLS + place);
                let top = position.top(cell).index();
                let stack = position.stacks & cell.set() != 0;
                put(if stack { TOP } else { SINGLE } + top);
                if stack {
                    put(BOTTOM + position.bottom(cell).index());
                }
                if attacked & cell.set() != 0 {
                    put(if stack { TOP_ATTACKED } else { SINGLE_ATTACKED } + top);
                }
                if mountains & cell.set() != 0 {
                    put(ON_MOUNTAIN);
                }
            }
            let reserve = position.reserves[player.index()];
            let most = |count: u8, counts: usize| usize::from(count).min(counts - 1);
            activate(MOUNTAINS_LEFT + i * MOUNTAIN_COUNTS + most(reserve.mountains, MOUNTAIN_COUNTS));
            activate(WISE_LEFT + i * WISE_COUNTS + most(reserve.wise, WISE_COUNTS));
        }
        for cell in cells(mountains) {
            let plane = if position.walls & cell.set() != 0 { WALL } else { MOUNTAIN };
            activate(plane * CELLS + usize::from(places[cell.index()]));
        }
        match position.phase {
            Phase::Turn if position.can_arrive(!mover) => activate(WIN_THREAT),
            Phase::Turn => {}
            Phase::PlaceKing => activate(PLACE_KING),
            Phase::GiveUp(role) => activate(GIVE_UP + role.index().min(ROLES - 1)),
        }
        if position.draw_limit != 0 {
            let quiet = usize::from(position.quiet) * QUIET_STEPS / usize::from(position.draw_limit);
            activate(QUIET + quiet.min(QUIET_STEPS - 1));
        }
        let advantage = position.advantage(&threats);
        (0..step(advantage, ADVANTAGE_STEP, ADVANTAGE_MARKS + 1)).for_each(|i| activate(ADVANTAGE + i));
        let (races, begins) = position.races(&threats);
        for (i, race) in races.iter().enumerate() {
            let first = RACE + i * RACE_FEATURES;
            activate(first + race.turns.unwrap_or(0));
            activate(first + RACE_CLEAR + race.clear.unwrap_or(0));
            if race.doors == 1 {
                activate(first + RACE_DOOR);
            }
            if race.beats(&races[1 - i], begins == (i == 0)) {
                activate(first + RACE_FIRST);
            }
        }
    }

    fn move_features(position: &Position<M>, moves: &[Turn], mut each: impl FnMut(&[u16])) {
        let context = MoveContext::new(position);
        let mut list = MoveFeatureList::default();
        for &turn in moves {
            list.clear();
            context.encode(turn, &mut list);
            each(list.as_slice());
        }
    }

    fn logits(position: &Position<M>, moves: &[Turn], feature_logits: &[f32], logits: &mut Vec<f32>) {
        let context = MoveContext::new(position);
        let drops = context.drop_logits(feature_logits);
        let dropped = |role: Role, cell: Cell| drops[usize::from(role == Role::Wise)][cell.index()];
        let mut list = MoveFeatureList::default();
        logits.clear();
        logits.extend(moves.iter().map(|&turn| {
            let action = turn.action();
            let (first, second) = turn.kinds();
            let drops = match action {
                Action::Drop => dropped(first, turn.to()),
                Action::DropTwo => dropped(first, turn.via()) + dropped(second, turn.to()),
                _ => {
                    list.clear();
                    context.encode(turn, &mut list);
                    return move_logit(list.as_slice(), feature_logits);
                }
            };
            feature_logits[FLAGS + flag::ACTION + action as usize] + drops
        }));
    }

    fn symmetric(symmetry: usize, feature: usize) -> usize {
        if (GIVE_UP..QUIET).contains(&feature) {
            return GIVE_UP + rotated(feature - GIVE_UP, symmetry);
        }
        if feature >= WIN_THREAT {
            return feature;
        }
        let (plane, cell) = (feature / CELLS, mirrored(feature % CELLS, symmetry));
        let (player, own) = (plane / PLAYER_PLANES, plane % PLAYER_PLANES);
        if plane >= MOUNTAIN || own == ON_MOUNTAIN {
            return plane * CELLS + cell;
        }
        let own = own / ROLES * ROLES + rotated(own % ROLES, symmetry);
        (player * PLAYER_PLANES + own) * CELLS + cell
    }

    fn symmetric_move(symmetry: usize, feature: usize) -> usize {
        match feature {
            FLAGS.. => feature,
            NAMED.. => NAMED + rotated(feature - NAMED, symmetry),
            KING_BACK.. if symmetry % 2 == 1 => KING_BACK + LENGTHS[0] - 1 - (feature - KING_BACK),
            KING_BACK.. => feature,
            _ => {
                let (plane, cell) = (feature / CELLS, mirrored(feature % CELLS, symmetry));
                let plane = match plane {
                    VIA.. => plane,
                    _ => plane / ROLES * ROLES + rotated(plane % ROLES, symmetry),
                };
                plane * CELLS + cell
            }
        }
    }
}

/// What the features of all moves of a position are computed from.
struct MoveContext<'a, M: Mode> {
    position: &'a Position<M>,
    mover: Player,
    places: &'a [u8; BITS],
    own: Cells,
    enemies: Cells,
    /// Cells of the mover that are attacked now.
    hanging: Cells,
    /// Enemies that each fighting role captures.
    prey: [Cells; super::generate::GROUPS],
    /// Cells where a unit topped by the role would be attacked.
    danger: [Cells; ROLES],
    /// The other side's king is about to arrive.
    win_threat: bool,
    in_the_way: Cells,
    before_king: Cells,
}

impl<'a, M: Mode> MoveContext<'a, M> {
    fn new(position: &'a Position<M>) -> Self {
        let mover = position.mover;
        let theirs = position.threats(!mover);
        MoveContext {
            position,
            mover,
            places: &PLACES[mover.index()],
            own: position.own(mover),
            enemies: position.own(!mover),
            prey: prey(position, mover),
            danger: std::array::from_fn(|i| theirs.reach.danger(Role::ALL[i])),
            hanging: theirs.all(),
            win_threat: position.can_arrive(!mover),
            in_the_way: ahead(position, !mover),
            before_king: ahead(position, mover),
        }
    }

    #[inline(always)]
    fn place(&self, cell: Cell) -> usize {
        self.places[cell.index()].into()
    }

    #[inline(always)]
    fn encode(&self, turn: Turn, list: &mut MoveFeatureList) {
        list.push(FLAGS + flag::ACTION + turn.action() as usize);
        match turn.action() {
            Action::Drop => return self.encode_drop(turn.kinds().0, turn.to(), list),
            Action::DropTwo => {
                let (first, second) = turn.kinds();
                self.encode_drop(first, turn.via(), list);
                return self.encode_drop(second, turn.to(), list);
            }
            Action::GiveUp => {
                let role = self.position.top(turn.to()).index();
                list.push((GIVEN_UP + role) * CELLS + self.place(turn.to()));
            }
            Action::PlaceKing => {}
            _ => self.encode_move(turn, list),
        }
        match turn.extra() {
            Extra::Nothing => {}
            Extra::King(column) => {
                let seen = if self.mover == Player::One { column } else { LENGTHS[0] - 1 - column };
                list.push(KING_BACK + seen);
            }
            Extra::Kind(role) => list.push(NAMED + role.index().min(ROLES - 1)),
        }
    }

    #[inline(always)]
    fn encode_drop(&self, role: Role, cell: Cell, list: &mut MoveFeatureList) {
        let wise = role == Role::Wise;
        list.push((DROPPED + usize::from(wise)) * CELLS + self.place(cell));
        self.encode_place(cell, list);
        if wise {
            let risk = self.danger[Role::Wise.index()] & cell.set() != 0;
            if risk {
                list.push(FLAGS + flag::DROP_RISKS);
            } else if self.hanging & cell.set() != 0 {
                list.push(FLAGS + flag::DROP_SAVES);
            }
        }
    }

    /// The logits of dropping a mountain and a wise on each cell: drops are most of the
    /// turns by far, and there are few of them but many pairs.
    fn drop_logits(&self, feature_logits: &[f32]) -> [[f32; BITS]; 2] {
        let mut drops = [[0.0; BITS]; 2];
        let mut list = MoveFeatureList::default();
        let reserve = self.position.reserves[self.mover.index()];
        let kinds = [(Role::Mountain, reserve.mountains), (Role::Wise, reserve.wise)];
        for ((role, left), drops) in kinds.into_iter().zip(&mut drops) {
            for cell in cells(if left > 0 { BOARD } else { 0 }) {
                list.clear();
                self.encode_drop(role, cell, &mut list);
                drops[cell.index()] = move_logit(list.as_slice(), feature_logits);
            }
        }
        drops
    }

    /// What filling a cell means for the kings.
    #[inline(always)]
    fn encode_place(&self, cell: Cell, list: &mut MoveFeatureList) {
        if self.in_the_way & cell.set() != 0 {
            list.push(FLAGS + flag::IN_THE_WAY + usize::from(self.win_threat));
        }
        if self.before_king & cell.set() != 0 {
            list.push(FLAGS + flag::BEFORE_OWN_KING);
        }
    }

    fn capture(&self, cell: Cell) -> usize {
        let stack = self.position.stacks & cell.set() != 0;
        2 * group(self.position.top(cell)) + usize::from(stack)
    }

    fn encode_move(&self, turn: Turn, list: &mut MoveFeatureList) {
        let position = self.position;
        let (action, from, via, to) = (turn.action(), turn.from(), turn.via(), turn.to());
        let top = position.top(from);
        let king = top == Role::King;
        let stack = position.stacks & from.set() != 0;
        let ends_as_stack = match action {
            Action::Stack | Action::CubeThenStack => true,
            _ => self.own & to.set() != 0 && to != from,
        };
        list.push((FROM + top.index()) * CELLS + self.place(from));
        let to_plane = if ends_as_stack { TO_STACK } else { TO_SINGLE };
        list.push((to_plane + top.index()) * CELLS + self.place(to));
        self.encode_place(to, list);
        if matches!(action, Action::CubeThenStack | Action::StackThenTop) {
            let plane = VIA + usize::from(action == Action::StackThenTop);
            list.push(plane * CELLS + self.place(via));
            if self.enemies & via.set() != 0 {
                list.push(FLAGS + flag::CAPTURE_VIA + self.capture(via));
            }
        }
        if self.enemies & to.set() != 0 {
            list.push(FLAGS + flag::CAPTURE_TO + self.capture(to));
        }
        if self.danger[top.index()] & to.set() != 0 {
            list.push(FLAGS + flag::DANGER + if king { 2 } else { usize::from(ends_as_stack) });
        }
        let part = stack && matches!(action, Action::Cube | Action::CubeThenStack);
        let left = match action {
            Action::StackThenTop => Some(via),
            _ if part => Some(from),
            _ => None,
        };
        if let Some(left) = left
            && self.danger[position.bottom(from).index()] & left.set() != 0
        {
            list.push(FLAGS + flag::LEFT_BEHIND);
        }
        if self.hanging & from.set() != 0 {
            let kind = match (king, part) {
                (true, _) => 3,
                (false, true) => 2,
                (false, false) => usize::from(stack),
            };
            list.push(FLAGS + flag::SAVED + kind);
        }
        if action == Action::CubeThenStack && self.hanging & via.set() != 0 {
            list.push(FLAGS + flag::SAVED_BY_BUILDING);
        }
        if king {
            self.encode_king(turn, list);
        } else if let Some(&prey) = self.prey.get(top.index()) {
            self.encode_attacks(to, prey & !via.set(), list);
        }
    }

    fn encode_king(&self, turn: Turn, list: &mut MoveFeatureList) {
        let row = |cell: Cell| progress(cell.row(), self.mover);
        let gained = (row(turn.to()) + 3).saturating_sub(row(turn.from())).min(6);
        list.push(FLAGS + flag::KING_GAINS + gained);
        if goal_zone(self.mover) & turn.to().set() != 0 {
            let mut next = *self.position;
            next.act(turn);
            if next.can_arrive(self.mover) {
                list.push(FLAGS + flag::KING_THREATENS);
            }
        }
    }

    fn encode_attacks(&self, to: Cell, prey: Cells, list: &mut MoveFeatureList) {
        let near = to.around() & prey;
        if near == 0 {
            return;
        }
        let mut groups = 0;
        for cell in cells(near) {
            groups |= 1 << group(self.position.top(cell));
        }
        for group in 0..4 {
            if groups >> group & 1 == 1 {
                list.push(FLAGS + flag::ATTACK + group);
            }
        }
        if near & self.position.stacks != 0 {
            list.push(FLAGS + flag::ATTACK_STACK);
        }
    }
}
