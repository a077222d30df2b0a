//! Playing turns, with the incremental Zobrist hash.

use super::board::{Board, Cell};
use super::position::{Position, Role, Unit};
use super::turn::{Action, Turn};
use crate::games::Player;
use crate::math::mix;

/// The level of a cube on its cell, for the hash.
#[derive(Clone, Copy)]
enum Level {
    Top,
    Bottom,
}

/// Zobrist keys, one for each level, player, role and cell.
static ZOBRIST: [u64; 16 * 64] = {
    let mut words = [0; 16 * 64];
    let mut i = 0;
    while i < words.len() {
        words[i] = mix(i as u64);
        i += 1;
    }
    words
};

#[inline(always)]
fn zobrist_key(level: Level, player: Player, role: Role, cell: Cell) -> u64 {
    let plane = (level as usize) << 3 | player.index() << 2 | role.index();
    ZOBRIST[(plane << 6 | cell.index()) & (16 * 64 - 1)]
}

impl<B: Board> Position<B> {
    /// Puts a cube on an empty cell.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, role: Role, cell: Cell) {
        self.owned[player.index()] |= cell.set();
        set_role(&mut self.tops, role, cell);
        self.placement ^= zobrist_key(Level::Top, player, role, cell);
    }

    /// Puts a cube on a single cube of the same player.
    #[inline(always)]
    pub(super) fn pile(&mut self, player: Player, role: Role, cell: Cell) {
        let below = self.top(cell);
        self.placement ^= zobrist_key(Level::Top, player, below, cell)
            ^ zobrist_key(Level::Bottom, player, below, cell)
            ^ zobrist_key(Level::Top, player, role, cell);
        clear_role(&mut self.tops, cell);
        set_role(&mut self.tops, role, cell);
        set_role(&mut self.bottoms, below, cell);
        self.stacks |= cell.set();
    }

    /// Puts a single cube or a stack on an empty cell.
    pub(super) fn put_unit(&mut self, unit: Unit, cell: Cell) {
        self.put(unit.owner, unit.bottom.unwrap_or(unit.top), cell);
        if unit.bottom.is_some() {
            self.pile(unit.owner, unit.top, cell);
        }
    }

    /// Takes the top of a stack, which leaves a single cube.
    #[inline(always)]
    fn take_top(&mut self, player: Player, cell: Cell) -> Role {
        let (role, below) = (self.top(cell), self.bottom(cell));
        self.placement ^= zobrist_key(Level::Top, player, below, cell)
            ^ zobrist_key(Level::Bottom, player, below, cell)
            ^ zobrist_key(Level::Top, player, role, cell);
        clear_role(&mut self.tops, cell);
        set_role(&mut self.tops, below, cell);
        clear_role(&mut self.bottoms, cell);
        self.stacks &= !cell.set();
        role
    }

    /// Takes a single cube, which leaves an empty cell.
    #[inline(always)]
    fn take_single(&mut self, player: Player, cell: Cell) -> Role {
        let role = self.top(cell);
        self.placement ^= zobrist_key(Level::Top, player, role, cell);
        clear_role(&mut self.tops, cell);
        self.owned[player.index()] &= !cell.set();
        role
    }

    /// Removes the enemy of `player` from a cell; false if there is none.
    #[inline(always)]
    fn capture(&mut self, player: Player, cell: Cell) -> bool {
        let enemy = !player;
        if self.owned[enemy.index()] & cell.set() == 0 {
            return false;
        }
        if self.stacks & cell.set() != 0 {
            self.take_top(enemy, cell);
        }
        self.take_single(enemy, cell);
        true
    }

    /// A cube lands on a cell: captures, builds or just stands there; true if it captured.
    #[inline(always)]
    fn land_cube(&mut self, player: Player, role: Role, to: Cell) -> bool {
        if self.owned[player.index()] & to.set() != 0 {
            self.pile(player, role, to);
            return false;
        }
        let captured = self.capture(player, to);
        self.put(player, role, to);
        captured
    }

    /// Moves a stack; true if it captured.
    #[inline(always)]
    fn shift_stack(&mut self, player: Player, from: Cell, to: Cell) -> bool {
        let top = self.take_top(player, from);
        let bottom = self.take_single(player, from);
        let captured = self.capture(player, to);
        self.put(player, bottom, to);
        self.pile(player, top, to);
        captured
    }

    /// Plays a legal turn.
    #[inline(always)]
    pub(super) fn play_turn(&mut self, turn: Turn) {
        let player = self.mover;
        let (from, via, to) = (turn.from(), turn.via(), turn.to());
        let captured = match turn.action() {
            Action::Single => {
                let role = self.take_single(player, from);
                self.land_cube(player, role, to)
            }
            Action::Top => {
                let role = self.take_top(player, from);
                self.land_cube(player, role, to)
            }
            Action::Stack => self.shift_stack(player, from, to),
            Action::SingleThenStack => {
                let role = self.take_single(player, from);
                self.pile(player, role, via);
                self.shift_stack(player, via, to)
            }
            Action::TopThenStack => {
                let role = self.take_top(player, from);
                self.pile(player, role, via);
                self.shift_stack(player, via, to)
            }
            Action::StackThenTop => {
                let first = self.shift_stack(player, from, via);
                let role = self.take_top(player, via);
                self.land_cube(player, role, to) | first
            }
        };
        self.quiet = if captured { 0 } else { self.quiet.saturating_add(1) };
        if player == Player::Two {
            self.full_turn = self.full_turn.saturating_add(1);
        }
        self.mover = !player;
    }

    /// The Zobrist hash of the pieces, computed from scratch.
    pub fn fresh_placement(&self) -> u64 {
        let cells = super::board::cells(self.occupied());
        cells.fold(0, |hash, cell| {
            let Some(unit) = self.unit(cell) else { return hash };
            let bottom = unit.bottom.map_or(0, |role| zobrist_key(Level::Bottom, unit.owner, role, cell));
            hash ^ zobrist_key(Level::Top, unit.owner, unit.top, cell) ^ bottom
        })
    }

    /// The Zobrist hash of the pieces, updated incrementally.
    pub fn placement(&self) -> u64 {
        self.placement
    }
}

#[inline(always)]
fn set_role(planes: &mut [u64; 2], role: Role, cell: Cell) {
    planes[0] |= (role.index() as u64 & 1) << cell.index();
    planes[1] |= (role.index() as u64 >> 1) << cell.index();
}

#[inline(always)]
fn clear_role(planes: &mut [u64; 2], cell: Cell) {
    planes[0] &= !cell.set();
    planes[1] &= !cell.set();
}
