//! The state of a game: which cubes stand where, who decides what, and the counters.

use super::board::{self, BOARD, Cell};
use super::mode::Mode;
use crate::games::hex::large::Cells;
use crate::games::{Outcome, Player, Rules};
use std::marker::PhantomData;

/// The kind of a cube. The first six fit in three bits, so that three planes of cells
/// hold the roles of all that moves; mountains have planes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Captures scissors, fools, kings and wise ones.
    Rock,
    /// Captures rocks, fools, kings and wise ones.
    Paper,
    /// Captures papers, fools, kings and wise ones.
    Scissors,
    /// Captures fools, rocks, papers, scissors and kings, and is captured by each of them but
    /// the king.
    Fool,
    /// Captures nothing.
    Wise,
    /// Wins by arriving on the far row.
    King,
    /// Stands in the way, or under another cube; it is never captured.
    Mountain,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 7] =
        [Role::Rock, Role::Paper, Role::Scissors, Role::Fool, Role::Wise, Role::King, Role::Mountain];
    /// The roles that capture.
    pub const FIGHTERS: [Role; 4] = [Role::Rock, Role::Paper, Role::Scissors, Role::Fool];
    /// The roles that may be a ransom.
    pub const RANSOMS: [Role; 5] = [Role::Rock, Role::Paper, Role::Scissors, Role::Fool, Role::Wise];

    /// Its number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Upper case.
    pub const fn letter(self) -> char {
        match self {
            Role::Rock => 'R',
            Role::Paper => 'P',
            Role::Scissors => 'S',
            Role::Fool => 'F',
            Role::Wise => 'W',
            Role::King => 'K',
            Role::Mountain => 'M',
        }
    }

    /// The role of a letter of either case.
    pub fn of(letter: char) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.letter() == letter.to_ascii_uppercase())
    }
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// The owner and the role of the upper or only cube.
    pub top: (Player, Role),
    /// Those of the lower cube.
    pub bottom: Option<(Player, Role)>,
}

/// What is to be decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A turn.
    Turn,
    /// Which cube of this kind to give up as ransom.
    GiveUp(Role),
    /// Where to put the enemy king.
    PlaceKing,
}

/// Cells by role, as three planes of role bits.
pub(super) type RolePlanes = [Cells; 3];

/// Cubes that wait to be dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reserve {
    pub mountains: u8,
    pub wise: u8,
}

impl Reserve {
    pub(super) const FULL: Reserve = Reserve { mountains: 4, wise: 2 };

    /// The number of cubes of a role, to read or to change.
    pub(super) fn of(&mut self, role: Role) -> &mut u8 {
        if role == Role::Mountain { &mut self.mountains } else { &mut self.wise }
    }
}

/// A position of Jersi.
///
/// ```
/// use sisku::games::{Game, Notation, Rules, jersi::{Classic, Position}};
/// let rules = Rules::of(Position::<Classic>::rule_options());
/// let start = Position::<Classic>::start(&rules);
/// assert_eq!(start.count_moves(), 864);
/// assert_eq!(format!("\n{}", start.diagram()), "
///     i1  p-  r-  s-  k-  r-  s-  p-  i7
///   h1  f-  s-  p-  r-  s-  p-  r-  f-  h8
///     g1  .   .   .   .   .   .   .   g7
///   f1  .   .   .   .   .   .   .   .   f8
/// e1  .   .   .   .   .   .   .   .   .   e9
///   d1  .   .   .   .   .   .   .   .   d8
///     c1  .   .   .   .   .   .   .   c7
///   b1  F-  R-  P-  S-  R-  P-  S-  F-  b8
///     a1  P-  S-  R-  K-  S-  R-  P-  a7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<M: Mode> {
    /// Cells topped by a cube of each player that is not a mountain.
    pub(super) owned: [Cells; 2],
    /// Cells that hold two cubes, none of them a mountain.
    pub(super) stacks: Cells,
    /// Roles of single cubes, of the tops of stacks and of what stands on mountains.
    pub(super) tops: RolePlanes,
    /// Roles of the lower cubes of stacks.
    pub(super) bottoms: RolePlanes,
    /// Cells with mountains of each player, whatever stands on them.
    pub(super) mountains: [Cells; 2],
    /// Cells with two mountains.
    pub(super) walls: Cells,
    /// Zobrist hash of what stands where.
    pub(super) placement: u64,
    pub(super) reserves: [Reserve; 2],
    pub(super) mover: Player,
    pub(super) phase: Phase,
    /// Turns since the last capture that restarts the count, or the start.
    pub(super) quiet: u16,
    /// Number of the full turn, from 1.
    pub(super) full_turn: u16,
    /// Quiet turns that make a draw; 0 for no limit.
    pub(super) draw_limit: u16,
    /// Turns of both sides after which a game is a draw; 0 for no limit.
    pub(super) max_turns: u16,
    /// Whether the capture of a lone king restarts the count of quiet turns.
    pub(super) king_resets: bool,
    pub(super) mode: PhantomData<M>,
}

#[inline(always)]
pub(super) fn role_at(planes: &RolePlanes, cell: Cell) -> Role {
    let bit = |plane: usize| (planes[plane] >> cell.index()) as usize & 1;
    Role::ALL[(bit(0) | bit(1) << 1 | bit(2) << 2).min(5)]
}

impl<M: Mode> Position<M> {
    /// A board without cubes, player one to move.
    pub(super) fn empty(rules: &Rules) -> Self {
        Position {
            owned: [0; 2],
            stacks: 0,
            tops: [0; 3],
            bottoms: [0; 3],
            mountains: [0; 2],
            walls: 0,
            placement: 0,
            reserves: [Reserve::default(); 2],
            mover: Player::One,
            phase: Phase::Turn,
            quiet: 0,
            full_turn: 1,
            draw_limit: rules.get(super::game::DRAW_LIMIT.name) as u16,
            max_turns: rules.get(super::game::MAX_TURNS.name) as u16,
            king_resets: rules.get(super::game::KING_RESETS.name) != 0,
            mode: PhantomData,
        }
    }

    /// What stands on a cell.
    pub fn unit(&self, cell: Cell) -> Option<Unit> {
        let holder = |sets: &[Cells; 2]| {
            [Player::One, Player::Two].into_iter().find(|player| sets[player.index()] & cell.set() != 0)
        };
        let mountain = holder(&self.mountains).map(|player| (player, Role::Mountain));
        let Some(owner) = holder(&self.owned) else {
            let wall = self.walls & cell.set() != 0;
            return mountain.map(|top| Unit { top, bottom: mountain.filter(|_| wall) });
        };
        let stacked = (self.stacks & cell.set() != 0).then(|| (owner, self.bottom(cell)));
        Some(Unit { top: (owner, self.top(cell)), bottom: stacked.or(mountain) })
    }

    /// Turns since the last capture that restarts the count, or the start.
    pub fn quiet_turns(&self) -> u16 {
        self.quiet
    }

    /// What is to be decided next.
    pub fn phase(&self) -> Phase {
        self.phase
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
    pub(super) fn own(&self, player: Player) -> Cells {
        self.owned[player.index()]
    }

    /// Cells with a mountain of either colour, or two.
    #[inline(always)]
    pub(super) fn all_mountains(&self) -> Cells {
        self.mountains[0] | self.mountains[1]
    }

    /// Cells with one mountain of either colour and nothing on it.
    #[inline(always)]
    pub(super) fn lone_mountains(&self) -> Cells {
        self.all_mountains() & !self.walls & !self.owned[0] & !self.owned[1]
    }

    #[inline(always)]
    pub(super) fn empty_cells(&self) -> Cells {
        BOARD & !(self.owned[0] | self.owned[1] | self.all_mountains())
    }

    /// Cells with one cube of a player that is not a mountain and stands on none.
    #[inline(always)]
    pub(super) fn lone_cubes(&self, player: Player) -> Cells {
        self.own(player) & !self.stacks & !self.all_mountains()
    }

    /// Cells of a player topped by a role.
    #[inline(always)]
    pub(super) fn topped(&self, player: Player, role: Role) -> Cells {
        let bits = role.index();
        let plane = |i: usize| if bits >> i & 1 == 1 { self.tops[i] } else { !self.tops[i] };
        self.own(player) & plane(0) & plane(1) & plane(2)
    }

    /// The cell of a player's king, or none while it is off the board.
    #[inline(always)]
    pub(super) fn king(&self, player: Player) -> Cells {
        self.own(player) & self.tops[2] & self.tops[0]
    }

    /// Cells of a player topped by something that captures.
    #[inline(always)]
    pub(super) fn fighters(&self, player: Player) -> Cells {
        self.own(player) & !self.tops[2]
    }

    /// Where a player's captured king may be put back.
    #[inline(always)]
    pub(super) fn king_cells(&self, player: Player) -> Cells {
        board::home(player) & (self.empty_cells() | self.lone_cubes(player) | self.lone_mountains())
    }

    /// The kinds of cubes that a player may be asked for as ransom.
    pub(super) fn ransoms(&self, player: Player) -> impl Iterator<Item = Role> {
        Role::RANSOMS.into_iter().filter(move |&role| self.topped(player, role) != 0)
    }

    /// Turns of both sides played so far.
    pub(super) fn turns_played(&self) -> u32 {
        2 * u32::from(self.full_turn.max(1) - 1) + self.mover.index() as u32
    }

    /// The end of the game in the order of the rules.
    #[inline]
    pub(super) fn terminal_outcome(&self) -> Option<Outcome> {
        self.outcome_of_last_turn().or_else(|| {
            let blocked = self.phase == Phase::Turn && !self.can_move();
            blocked.then_some(Outcome::Win(!self.mover))
        })
    }

    /// The end of the game by what was played: a king that cannot return, an arrival
    /// or a draw, but not a blocked side.
    #[inline]
    pub(super) fn outcome_of_last_turn(&self) -> Option<Outcome> {
        let last = !self.mover;
        match self.phase {
            Phase::Turn => {}
            Phase::GiveUp(_) => return None,
            Phase::PlaceKing => return (self.king_cells(last) == 0).then_some(Outcome::Win(self.mover)),
        }
        if self.king(self.mover) == 0 || self.king(last) & board::goal(last) != 0 {
            return Some(Outcome::Win(last));
        }
        let quiet = self.draw_limit != 0 && self.quiet >= self.draw_limit;
        (quiet || self.is_long()).then_some(Outcome::Draw)
    }

    /// Whether the game has taken as many turns as it may.
    #[inline(always)]
    pub(super) fn is_long(&self) -> bool {
        self.max_turns != 0 && self.turns_played() >= self.max_turns.into()
    }
}
