//! What is known of the game beyond its rules.
//!
//! Everything here works on positions with unknown pieces too: an unknown piece is as
//! likely of a kind as there are pieces of the kind not accounted for.

use super::board::{Kind, RANKS, Square, Squares, around};
use super::position::Position;
use super::turn::{Action, Turn};
use super::{belief, habits, setup, value};
use crate::games::{Knowledge, Player, Policy, Value, World};
use rand::rngs::Xoshiro256PlusPlus;

/// A hand-made evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

/// What a piece is worth, by how many ranks it has advanced.
const PIECE: [f32; RANKS] = [0.9, 0.9, 0.95, 1.05, 1.2, 1.45, 1.8, 3.0];
impl Knowledge<Position> for HandMade {
    fn value(&self, position: &Position) -> Value {
        if !position.under_way() {
            return Value { win: 0.5, draw: 0.0 };
        }
        Value { win: value::chance(position), draw: 0.0 }
    }

    fn logits(&self, position: &Position, moves: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        if !position.under_way() {
            logits.resize(moves.len(), 0.0);
            return;
        }
        let judge = Judge::new(position);
        logits.extend(moves.iter().map(|&turn| judge.logit(turn)));
    }

    fn completions(&self, position: &Position, about: Player) -> Vec<World<Position>> {
        belief::completions(position, about)
    }

    fn learn(
        &self,
        worlds: &mut Vec<World<Position>>,
        told: Turn,
        about: Player,
        thinks: &Policy<'_, Position>,
    ) {
        belief::learn(worlds, told, about, thinks);
    }

    fn join(&self, world: &Position, other: &Position, player: Player) -> Position {
        belief::join(world, other, player)
    }

    /// The kind of the piece that acts.
    fn secret(&self, position: &Position, turn: Turn) -> u32 {
        match turn.action() {
            Action::SetUp | Action::Pass => 0,
            _ => position.kind(turn.from()).index() as u32,
        }
    }

    fn habit(&self, habit: usize, view: &Position, moves: &[Turn], logits: &mut Vec<f32>) {
        habits::logits(habit, view, moves, logits);
    }

    fn against(&self, habit: usize, position: &Position, player: Player) -> Option<f32> {
        (habit == habits::RUSHING && position.under_way()).then(|| value::against_rushing(position, player))
    }

    /// Set-ups, the better ones more often: see `setup.rs`.
    fn draw(&self, position: &Position, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        if position.placed(position.mover) {
            return None;
        }
        setup::mixed(rng)
    }
}

impl Position {
    /// Squares that pieces of a player attack this turn, moving first or not.
    #[inline(always)]
    fn reach(&self, pieces: Squares, player: Player) -> Squares {
        let from = pieces & !self.goal(player);
        let stands = from | around(from) & self.empty_squares() & !self.goal(player);
        around(stands)
    }

    /// Of the unknown pieces of a player, the part that is of each kind.
    fn guess(&self, player: Player) -> [f32; 4] {
        let census = self.census(player);
        let left = Kind::TRUE.map(|kind| f32::from(Kind::EACH.saturating_sub(census[kind.index()])));
        let all = left.iter().sum::<f32>().max(1.0);
        [0.0, left[0] / all, left[1] / all, left[2] / all]
    }
}

/// The squares that a player's pieces of each kind attack.
pub(super) struct Reach(pub(super) [Squares; 4]);

impl Reach {
    pub(super) fn new(position: &Position, player: Player) -> Self {
        Reach(Kind::ALL.map(|kind| position.reach(position.of_kind(player, kind), player)))
    }

    /// Pieces of the owner that are attacked by what beats them.
    pub(super) fn prey(&self, position: &Position, owner: Player) -> Squares {
        let free = !position.goal(owner);
        Kind::TRUE
            .into_iter()
            .fold(0, |all, kind| all | self.0[hunter(kind).index()] & position.of_kind(owner, kind) & free)
    }
}

/// The kind that beats a kind.
pub(super) const fn hunter(kind: Kind) -> Kind {
    match kind {
        Kind::Rock => Kind::Paper,
        Kind::Paper => Kind::Scissors,
        Kind::Scissors => Kind::Rock,
        Kind::Unknown => Kind::Unknown,
    }
}

pub(super) const fn quarry(kind: Kind) -> Kind {
    hunter(hunter(kind))
}

/// Judges the turns of one position.
pub(super) struct Judge<'a> {
    pub(super) position: &'a Position,
    /// Squares that the opponent's pieces of each kind attack.
    danger: Reach,
    /// Of the opponent's unknown pieces, the part that is of each kind.
    pub(super) guess: [f32; 4],
}

impl<'a> Judge<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        let enemy = !position.mover;
        Judge { position, danger: Reach::new(position, enemy), guess: position.guess(enemy) }
    }

    /// Whether the opponent's pieces of a kind attack a square.
    pub(super) fn attacked(&self, by: Kind, square: Square) -> bool {
        self.danger.0[by.index()] & square.set() != 0
    }

    /// How much a piece of a kind has to fear on a square, from 0 to about 1.
    fn fear(&self, kind: Kind, square: Square) -> f32 {
        let position = self.position;
        if position.goal(position.mover) & square.set() != 0 {
            return 0.0;
        }
        let mut fear = 0.0;
        if kind.known() && self.attacked(hunter(kind), square) {
            fear += 1.0;
        }
        if self.attacked(Kind::Unknown, square) {
            fear += if kind.known() { 0.5 * self.guess[hunter(kind).index()] } else { 0.17 };
        }
        fear
    }

    pub(super) fn logit(&self, turn: Turn) -> f32 {
        let position = self.position;
        let mover = position.mover;
        let (from, to) = (turn.from(), turn.to());
        let kind = position.kind(from);
        let stake = PIECE[from.progress(mover)];
        match turn.action() {
            Action::Move => {
                let goal = position.goal(mover);
                let mut logit = match (goal & from.set() != 0, goal & to.set() != 0) {
                    (true, false) => -3.0,
                    (false, true) => 3.0,
                    _ => 0.0,
                };
                let gained = to.progress(mover) as f32 - from.progress(mover) as f32;
                logit += gained * (0.35 + 0.06 * from.progress(mover) as f32);
                logit + 1.6 * stake * (self.fear(kind, from) - self.fear(kind, to))
            }
            Action::Attack | Action::MoveAttack => self.attack(turn, kind),
            Action::Barter => {
                let hidden = if position.public & from.set() != 0 { 0.4 } else { 0.0 };
                let relief = self.fear(kind, from) - self.fear(turn.kind(), from);
                -1.2 + hidden + 1.6 * stake * relief
            }
            Action::Pass | Action::SetUp => 0.0,
        }
    }

    fn attack(&self, turn: Turn, kind: Kind) -> f32 {
        let position = self.position;
        let mover = position.mover;
        let target = position.kind(turn.target());
        let prize = PIECE[turn.target().progress(!mover)];
        let stake = PIECE[turn.from().progress(mover)];
        let (wins, loses) = match (kind.known(), target.known()) {
            (true, true) => {
                (f32::from(u8::from(kind.beats(target))), f32::from(u8::from(target.beats(kind))))
            }
            (true, false) => (self.guess[quarry(kind).index()], self.guess[hunter(kind).index()]),
            _ => (0.33, 0.33),
        };
        let tie = 1.0 - wins - loses;
        let relief = self.fear(kind, turn.from());
        2.6 * (wins * prize - loses * stake) - 0.3 * tie + 0.8 * relief * stake
    }
}
