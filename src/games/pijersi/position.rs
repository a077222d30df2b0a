//! The position: bitboards of the cubes, side to move and counters.

use super::board::{Board, Cell};
use crate::games::hex::small::Cells;
use crate::games::{Outcome, Player, Rules};
use std::marker::PhantomData;

/// The kind of a cube, in two bits, so that two bitboards hold the roles of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Captures scissors.
    Rock,
    /// Captures rock.
    Paper,
    /// Captures paper.
    Scissors,
    /// Neither captures nor is captured.
    Wise,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 4] = [Role::Rock, Role::Paper, Role::Scissors, Role::Wise];
    /// The roles that capture, are captured, and win by arriving.
    pub const FIGHTERS: [Role; 3] = [Role::Rock, Role::Paper, Role::Scissors];

    /// The role that this role captures; none for a wise.
    #[inline(always)]
    pub const fn prey(self) -> Option<Role> {
        match self {
            Role::Rock => Some(Role::Scissors),
            Role::Paper => Some(Role::Rock),
            Role::Scissors => Some(Role::Paper),
            Role::Wise => None,
        }
    }

    /// Its index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline(always)]
    const fn from_bits(low: bool, high: bool) -> Role {
        Role::ALL[low as usize | (high as usize) << 1]
    }
}

/// A unit on a cell: a single cube or a stack of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Whose unit it is.
    pub owner: Player,
    /// The single cube, or the upper one of a stack.
    pub top: Role,
    /// The lower cube of a stack.
    pub bottom: Option<Role>,
}

/// Roles of cells, as two bitboards of role bits.
pub(super) type RolePlanes = [Cells; 2];

#[inline(always)]
fn role_at(planes: &RolePlanes, cell: Cell) -> Role {
    Role::from_bits(planes[0] & cell.set() != 0, planes[1] & cell.set() != 0)
}

/// A position of Pijersi.
///
/// ```
/// use sisku::games::{Game, Notation, Rules, pijersi::{Board45, Position}};
/// let rules = Rules::of(Position::<Board45>::rule_options());
/// let start = Position::<Board45>::start(&rules);
/// assert_eq!(start.count_moves(), 186);
/// assert_eq!(format!("\n{}", start.diagram()), "
///   g1  s-  p-  r-  s-  p-  r-  g6
/// f1  p-  r-  s-  ww  r-  s-  p-  f7
///   e1  .   .   .   .   .   .   e6
/// d1  .   .   .   .   .   .   .   d7
///   c1  .   .   .   .   .   .   c6
/// b1  P-  S-  R-  WW  S-  R-  P-  b7
///   a1  R-  P-  S-  R-  P-  S-  a6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Board> {
    /// Cells held by each player.
    pub(super) owned: [Cells; 2],
    /// Cells that hold a stack.
    pub(super) stacks: Cells,
    /// Roles of single cubes and of the tops of stacks.
    pub(super) tops: RolePlanes,
    /// Roles of the lower cubes of stacks.
    pub(super) bottoms: RolePlanes,
    /// Zobrist hash of the pieces.
    pub(super) placement: u64,
    pub(super) mover: Player,
    /// Turns since the last capture or the start.
    pub(super) quiet: u16,
    /// Quiet turns that make a draw; 0 for no limit.
    pub(super) draw_limit: u16,
    /// Number of the full turn, from 1.
    pub(super) full_turn: u16,
    board: PhantomData<B>,
}

impl<B: Board> Position<B> {
    /// A board without cubes, player one to move.
    pub(super) fn empty(rules: &Rules) -> Self {
        Position {
            owned: [0; 2],
            stacks: 0,
            tops: [0; 2],
            bottoms: [0; 2],
            placement: 0,
            mover: Player::One,
            quiet: 0,
            draw_limit: rules.get(super::game::DRAW_LIMIT.name) as u16,
            full_turn: 1,
            board: PhantomData,
        }
    }

    /// What stands on a cell.
    pub fn unit(&self, cell: Cell) -> Option<Unit> {
        let owner = match (self.owned[0] & cell.set(), self.owned[1] & cell.set()) {
            (0, 0) => return None,
            (0, _) => Player::Two,
            _ => Player::One,
        };
        let bottom = (self.stacks & cell.set() != 0).then(|| self.bottom(cell));
        Some(Unit { owner, top: self.top(cell), bottom })
    }

    /// Turns since the last capture or the start.
    pub fn quiet_turns(&self) -> u16 {
        self.quiet
    }

    #[inline(always)]
    pub(super) fn top(&self, cell: Cell) -> Role {
        role_at(&self.tops, cell)
    }

    #[inline(always)]
    pub(super) fn bottom(&self, cell: Cell) -> Role {
        role_at(&self.bottoms, cell)
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Cells {
        self.owned[0] | self.owned[1]
    }

    #[inline(always)]
    pub(super) fn empty_cells(&self) -> Cells {
        B::CELLS & !self.occupied()
    }

    /// Cells of a player topped by each role.
    #[inline(always)]
    pub(super) fn by_role(&self, player: Player) -> [Cells; 4] {
        let own = self.owned[player.index()];
        let [low, high] = self.tops;
        [own & !low & !high, own & low & !high, own & !low & high, own & low & high]
    }

    /// Cells of a player topped by a fighter.
    #[inline(always)]
    pub(super) fn fighters(&self, player: Player) -> Cells {
        self.owned[player.index()] & !(self.tops[0] & self.tops[1])
    }

    /// The position after a null move.
    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        let mut position = *self;
        position.mover = !position.mover;
        position
    }

    /// Whether the player who has just moved stands on the far row.
    #[inline(always)]
    pub(super) fn arrived(&self) -> bool {
        let last = !self.mover;
        self.fighters(last) & B::goal(last) != 0
    }

    /// The outcome, if the game is over; in the rules' order: arrival, draw, blocked.
    #[inline(always)]
    pub(super) fn terminal_outcome(&self) -> Option<Outcome> {
        self.outcome_of_last_turn().or_else(|| (!self.can_move()).then_some(Outcome::Win(!self.mover)))
    }

    /// The outcome by the last turn: arrival or draw, but not blocked, which needs move
    /// generation.
    #[inline(always)]
    pub(super) fn outcome_of_last_turn(&self) -> Option<Outcome> {
        if self.arrived() {
            Some(Outcome::Win(!self.mover))
        } else if self.draw_limit != 0 && self.quiet >= self.draw_limit {
            Some(Outcome::Draw)
        } else {
            None
        }
    }
}
