//! Playing turns, the hash that follows them, and the game trait.

use super::board::{Board, Cell};
use super::features::PijersiFeatures;
use super::knowledge::HandMade;
use super::mv::{Action, Turn};
use super::position::{Position, Role, Unit};
use super::setup;
use crate::games::{Game, NotationError, Outcome, Player, RuleOption, Rules, SetUp};
use crate::math::mix;
use rand::Rng;

/// Quiet turns that make a draw; 0 switches the rule off.
pub(super) const DRAW_LIMIT: RuleOption = RuleOption { name: "DrawLimit", default: 20, min: 0, max: 1000 };

/// How many quiet turns before the limit the hash begins to tell counters apart.
///
/// Further away, positions that differ in the counter alone share a hash, so that
/// tables may share what they know; nearer, the coming draw is part of the position.
const COUNTED_BEFORE_DRAW: u16 = 10;

/// Whether a cube lies on another or not, for its hash.
#[derive(Clone, Copy)]
enum Level {
    Top,
    Bottom,
}

/// A random word for each level, player, role and cell.
static ZOBRIST: [u64; 16 * 64] = {
    let mut words = [0; 16 * 64];
    let mut i = 0;
    while i < words.len() {
        words[i] = mix(i as u64);
        i += 1;
    }
    words
};
const MOVER_WORD: u64 = mix(1 << 32);
const QUIET_SEED: u64 = 1 << 33;

#[inline(always)]
fn word(level: Level, player: Player, role: Role, cell: Cell) -> u64 {
    let plane = (level as usize) << 3 | player.index() << 2 | role.index();
    ZOBRIST[(plane << 6 | cell.index()) & (16 * 64 - 1)]
}

impl<B: Board> Position<B> {
    /// Puts a cube on an empty cell.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, role: Role, cell: Cell) {
        self.owned[player.index()] |= cell.set();
        set_role(&mut self.tops, role, cell);
        self.placement ^= word(Level::Top, player, role, cell);
    }

    /// Puts a cube on a single cube of the same player.
    #[inline(always)]
    pub(super) fn pile(&mut self, player: Player, role: Role, cell: Cell) {
        let below = self.top(cell);
        self.placement ^= word(Level::Top, player, below, cell)
            ^ word(Level::Bottom, player, below, cell)
            ^ word(Level::Top, player, role, cell);
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
        self.placement ^= word(Level::Top, player, below, cell)
            ^ word(Level::Bottom, player, below, cell)
            ^ word(Level::Top, player, role, cell);
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
        self.placement ^= word(Level::Top, player, role, cell);
        clear_role(&mut self.tops, cell);
        self.owned[player.index()] &= !cell.set();
        role
    }

    /// Removes the enemy of `player` from a cell if there is one.
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

    /// A cube comes to a cell: captures, builds or just stands there.
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

    /// A stack goes from one cell to another.
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

    /// The hash of what stands where, computed from scratch.
    pub fn fresh_placement(&self) -> u64 {
        let cells = super::board::cells(self.occupied());
        cells.fold(0, |hash, cell| {
            let Some(unit) = self.unit(cell) else { return hash };
            let bottom = unit.bottom.map_or(0, |role| word(Level::Bottom, unit.owner, role, cell));
            hash ^ word(Level::Top, unit.owner, unit.top, cell) ^ bottom
        })
    }

    /// The hash of what stands where, kept up to date by every turn.
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

impl<B: Board> Game for Position<B> {
    type Move = Turn;
    type Knowledge = HandMade;
    type Features = PijersiFeatures;
    // Games are short and decided early: measured at two time controls (docs/strength.md).
    const MOVES_LEFT: f32 = 5.0;

    fn rule_options() -> &'static [RuleOption] {
        &[DRAW_LIMIT]
    }

    fn start(rules: &Rules) -> Self {
        setup::classic(rules)
    }

    fn set_up(kind: SetUp, rules: &Rules, rng: &mut dyn Rng) -> Option<Self> {
        Some(match kind {
            SetUp::Classic => setup::classic(rules),
            SetUp::HalfRandom => setup::half_random(rules, rng),
            SetUp::FullRandom => setup::full_random(rules, rng),
        })
    }

    fn parse(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        Self::read(text, rules)
    }

    fn notation(&self) -> String {
        self.write()
    }

    fn native_position(&self) -> Option<String> {
        self.write_set_up()
    }

    fn diagram(&self) -> String {
        self.draw()
    }

    fn counters(&self) -> Vec<(&'static str, String)> {
        let limit = if self.draw_limit == 0 { String::new() } else { format!(" of {}", self.draw_limit) };
        vec![("Quiet turns", format!("{}{limit}", self.quiet)), ("Full turn", self.full_turn.to_string())]
    }

    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        self.read_turn(text)
    }

    fn ugi_move(&self, turn: Turn) -> String {
        self.write_ugi(turn)
    }

    fn native_move(&self, turn: Turn) -> String {
        self.write_native(turn)
    }

    #[inline(always)]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.judge()
    }

    fn ending(&self) -> &'static str {
        match self.judge() {
            Some(Outcome::Draw) => "quiet turns",
            _ if self.arrived() => "arrival",
            _ => "blocked",
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Turn>) {
        if self.judge_last_turn().is_none() {
            self.each_turn(|turn| moves.push(turn));
        }
    }

    #[inline(always)]
    fn play(&mut self, turn: Turn) {
        self.play_turn(turn);
    }

    fn key(&self) -> u64 {
        let mover = if self.mover == Player::Two { MOVER_WORD } else { 0 };
        let left = self.draw_limit.saturating_sub(self.quiet);
        let quiet = if self.draw_limit != 0 && left <= COUNTED_BEFORE_DRAW {
            mix(QUIET_SEED + u64::from(left))
        } else {
            0
        };
        self.placement ^ mover ^ quiet
    }

    #[inline(always)]
    fn count_moves(&self) -> u64 {
        if self.judge_last_turn().is_some() { 0 } else { self.count_turns() }
    }

    fn without_draws(&self) -> Self {
        let mut position = *self;
        position.draw_limit = 0;
        position
    }

    #[inline]
    fn can_win_now(&self) -> bool {
        self.can_arrive() && self.judge_last_turn().is_none()
    }

    #[inline]
    fn opponent_may_win_next(&self) -> bool {
        self.passed().can_arrive()
    }
}
