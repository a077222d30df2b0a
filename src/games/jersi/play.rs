//! Playing turns, and the hash that follows them.

use super::board::{Cell, cells, home_cell};
use super::hash::{self, Level};
use super::mode::Mode;
use super::position::{Phase, Position, Role, RolePlanes, Unit};
use super::turn::{Action, Extra, Turn};
use crate::games::Player;

/// What a turn has captured so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    pub king: bool,
    /// Something other than a king, be it the cube under one.
    pub other: bool,
}

impl Taken {
    fn and(self, other: Taken) -> Taken {
        Taken { king: self.king | other.king, other: self.other | other.other }
    }
}

#[inline(always)]
fn set_role(planes: &mut RolePlanes, role: Role, cell: Cell) {
    for (i, plane) in planes.iter_mut().enumerate() {
        *plane |= ((role.index() >> i & 1) as u128) << cell.index();
    }
}

#[inline(always)]
fn clear_role(planes: &mut RolePlanes, cell: Cell) {
    for plane in planes {
        *plane &= !cell.set();
    }
}

impl<M: Mode> Position<M> {
    /// Puts a cube on an empty cell or a lone mountain, or on a lone cube of its side.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, role: Role, cell: Cell) {
        if self.own(player) & cell.set() != 0 {
            let below = self.top(cell);
            self.placement ^=
                hash::cube(Level::Top, player, below, cell) ^ hash::cube(Level::Bottom, player, below, cell);
            set_role(&mut self.bottoms, below, cell);
            clear_role(&mut self.tops, cell);
            self.stacks |= cell.set();
        }
        self.placement ^= hash::cube(Level::Top, player, role, cell);
        self.owned[player.index()] |= cell.set();
        set_role(&mut self.tops, role, cell);
    }

    /// Puts a mountain on an empty cell or on a lone mountain of its colour.
    #[inline(always)]
    pub(super) fn put_mountain(&mut self, player: Player, cell: Cell) {
        let second = self.mountains[player.index()] & cell.set() != 0;
        let level = if second { Level::Top } else { Level::Bottom };
        self.placement ^= hash::cube(level, player, Role::Mountain, cell);
        self.mountains[player.index()] |= cell.set();
        if second {
            self.walls |= cell.set();
        }
    }

    /// Puts all that stands on a cell there.
    pub(super) fn put_unit(&mut self, unit: Unit, cell: Cell) {
        for (player, role) in unit.bottom.into_iter().chain([unit.top]) {
            match role {
                Role::Mountain => self.put_mountain(player, cell),
                _ => self.put(player, role, cell),
            }
        }
    }

    /// Takes the cube that a player has on top of a cell.
    #[inline(always)]
    fn take_top(&mut self, player: Player, cell: Cell) -> Role {
        let role = self.top(cell);
        self.placement ^= hash::cube(Level::Top, player, role, cell);
        clear_role(&mut self.tops, cell);
        if self.stacks & cell.set() != 0 {
            let below = self.bottom(cell);
            self.placement ^=
                hash::cube(Level::Bottom, player, below, cell) ^ hash::cube(Level::Top, player, below, cell);
            clear_role(&mut self.bottoms, cell);
            set_role(&mut self.tops, below, cell);
            self.stacks &= !cell.set();
        } else {
            self.owned[player.index()] &= !cell.set();
        }
        role
    }

    /// Removes the enemy of `player` from a cell if there is one; mountains stay.
    #[inline(always)]
    fn capture(&mut self, player: Player, cell: Cell) -> Taken {
        if self.own(!player) & cell.set() == 0 {
            return Taken::default();
        }
        let top = self.take_top(!player, cell);
        let stacked = self.own(!player) & cell.set() != 0;
        if stacked {
            self.take_top(!player, cell);
        }
        let king = top == Role::King;
        Taken { king, other: stacked || !king }
    }

    /// A cube goes from one cell to another.
    #[inline(always)]
    fn shift_cube(&mut self, player: Player, from: Cell, to: Cell) -> Taken {
        let role = self.take_top(player, from);
        let taken = self.capture(player, to);
        self.put(player, role, to);
        taken
    }

    /// A stack goes from one cell to another.
    #[inline(always)]
    fn shift_stack(&mut self, player: Player, from: Cell, to: Cell) -> Taken {
        let top = self.take_top(player, from);
        let bottom = self.take_top(player, from);
        let taken = self.capture(player, to);
        self.put(player, bottom, to);
        self.put(player, top, to);
        taken
    }

    /// Does the actions of a turn; all that follows from a king's capture is left out.
    #[inline(always)]
    pub(super) fn act(&mut self, turn: Turn) -> Taken {
        let player = self.mover;
        let (from, via, to) = (turn.from(), turn.via(), turn.to());
        match turn.action() {
            Action::Cube => self.shift_cube(player, from, to),
            Action::Stack => self.shift_stack(player, from, to),
            Action::CubeThenStack => {
                self.shift_cube(player, from, via);
                self.shift_stack(player, via, to)
            }
            Action::StackThenTop => {
                let first = self.shift_stack(player, from, via);
                first.and(self.shift_cube(player, via, to))
            }
            Action::Drop => {
                self.drop_cube(turn.kinds().0, to);
                Taken::default()
            }
            Action::DropTwo => {
                let (first, second) = turn.kinds();
                self.drop_cube(first, via);
                self.drop_cube(second, to);
                Taken::default()
            }
            Action::GiveUp | Action::PlaceKing => Taken::default(),
        }
    }

    #[inline(always)]
    fn drop_cube(&mut self, role: Role, cell: Cell) {
        let player = self.mover;
        let left = self.reserves[player.index()].of(role);
        *left = left.saturating_sub(1);
        match role {
            Role::Mountain => self.put_mountain(player, cell),
            _ => self.put(player, role, cell),
        }
    }

    /// Plays a legal decision.
    #[inline(always)]
    pub(super) fn play_turn(&mut self, turn: Turn) {
        match turn.action() {
            Action::GiveUp => {
                self.take_top(self.mover, turn.to());
                self.phase = Phase::PlaceKing;
                self.mover = !self.mover;
                return;
            }
            Action::PlaceKing => self.phase = Phase::Turn,
            _ => {
                let taken = self.act(turn);
                let restarts = taken.other || taken.king && self.king_resets;
                self.quiet = if restarts { 0 } else { self.quiet.saturating_add(1) };
            }
        }
        match turn.extra() {
            Extra::Nothing => {}
            Extra::King(column) => self.put(!self.mover, Role::King, home_cell(!self.mover, column)),
            Extra::Kind(role) => {
                self.phase = Phase::GiveUp(role);
                self.mover = !self.mover;
                return;
            }
        }
        if self.mover == Player::Two {
            self.full_turn = self.full_turn.saturating_add(1);
        }
        self.mover = !self.mover;
    }

    /// The hash of what stands where, computed from scratch.
    pub fn fresh_placement(&self) -> u64 {
        let occupied = self.owned[0] | self.owned[1] | self.all_mountains();
        cells(occupied).fold(0, |hash, cell| {
            let Some(unit) = self.unit(cell) else { return hash };
            let word = |level, (player, role)| hash::cube(level, player, role, cell);
            // A lone mountain lies at the bottom, with nothing on top.
            match unit {
                Unit { top: top @ (_, Role::Mountain), bottom: None } => hash ^ word(Level::Bottom, top),
                Unit { top, bottom: None } => hash ^ word(Level::Top, top),
                Unit { top, bottom: Some(bottom) } => {
                    hash ^ word(Level::Top, top) ^ word(Level::Bottom, bottom)
                }
            }
        })
    }

    /// The hash of what stands where, kept up to date by every turn.
    pub fn placement(&self) -> u64 {
        self.placement
    }
}
