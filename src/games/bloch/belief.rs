//! What a player may think of what it does not see: every world that fits what it was
//! told, weighed by how likely the opponent would have played as it did in each.

use super::board::{FILES, Kind, Square, squares};
use super::position::{Counts, Position};
use super::turn::{Action, Turn};
use super::{habits, setup};
use crate::games::{Game, HABITS, Player, Policy, Reader, World};
use crate::math;

/// Part of the weight that does not depend on the model of the opponent: nobody plays as
/// the model says all the time. For each habit.
const DOUBTS: [f32; HABITS] = [0.3, 0.1, 0.0];
/// A habit less likely than this is thought of no more.
const LEAST: f32 = 1e-4;

/// All ways to fill in what is unknown of a player, by counts alone.
pub(super) fn completions(position: &Position, about: Player) -> Vec<World<Position>> {
    let mut worlds = Vec::new();
    fill(&World { position: *position, weight: 1.0, habits: habits::PRIOR }, about, &mut worlds);
    normalise(&mut worlds);
    worlds
}

/// The first world with a player's pieces as they are in the second.
pub(super) fn join(world: &Position, other: &Position, player: Player) -> Position {
    let i = player.index();
    let mut joined = *world;
    for (plane, theirs) in joined.kinds.iter_mut().zip(other.kinds) {
        *plane = *plane & !world.owned[i] | theirs & other.owned[i];
    }
    joined.reserves[i] = other.reserves[i];
    joined.removed[i] = other.removed[i];
    joined.placement = joined.fresh_placement();
    joined
}

/// Appends the world with a player's unknown pieces filled in, in every way.
fn fill(world: &World<Position>, player: Player, filled: &mut Vec<World<Position>>) {
    let position = &world.position;
    let census = position.census(player);
    if census[Kind::Unknown.index()] == 0 || !position.placed(player) {
        filled.push(world.clone());
        return;
    }
    let left = Kind::TRUE.map(|kind| Kind::EACH.saturating_sub(census[kind.index()]));
    let unknown: Vec<Square> = squares(position.of_kind(player, Kind::Unknown)).collect();
    let mut kinds = vec![Kind::Unknown; unknown.len()];
    let mut assign = Assign { world, player, unknown: &unknown, filled };
    assign.next(&mut kinds, 0, left);
}

struct Assign<'a> {
    world: &'a World<Position>,
    player: Player,
    unknown: &'a [Square],
    filled: &'a mut Vec<World<Position>>,
}

impl Assign<'_> {
    /// Tries every kind for the unknown piece `i`; `left` are those not yet placed.
    fn next(&mut self, kinds: &mut Vec<Kind>, i: usize, left: [u8; 3]) {
        if i == kinds.len() {
            self.reserves(kinds, left);
            return;
        }
        for (k, kind) in Kind::TRUE.into_iter().enumerate() {
            if left[k] > 0 {
                let mut left = left;
                left[k] -= 1;
                kinds[i] = kind;
                self.next(kinds, i + 1, left);
            }
        }
    }

    /// Tries every content of the unknown part of the reserve; the rest was removed.
    fn reserves(&mut self, kinds: &[Kind], left: [u8; 3]) {
        let i = self.player.index();
        let wanted = self.world.position.reserves[i][Kind::Unknown.index()];
        for rocks in 0..=left[0].min(wanted) {
            for papers in 0..=left[1].min(wanted - rocks) {
                let scissors = wanted - rocks - papers;
                if scissors > left[2] {
                    continue;
                }
                let reserve = [rocks, papers, scissors];
                let removed = [left[0] - rocks, left[1] - papers, left[2] - scissors];
                let mut position = self.world.position;
                for (&square, &kind) in self.unknown.iter().zip(kinds) {
                    position.kinds[0] |= (kind.index() as u64 & 1) << square.index();
                    position.kinds[1] |= (kind.index() as u64 >> 1) << square.index();
                }
                add(&mut position.reserves[i], reserve);
                add(&mut position.removed[i], removed);
                position.placement = position.fresh_placement();
                let weight = self.world.weight * orders(removed);
                self.filled.push(World { position, weight, habits: self.world.habits });
            }
        }
    }
}

/// Turns unknown ones into these.
fn add(counts: &mut Counts, known: [u8; 3]) {
    counts[Kind::Unknown.index()] = 0;
    for (kind, more) in Kind::TRUE.into_iter().zip(known) {
        counts[kind.index()] += more;
    }
}

/// In how many orders pieces of these kinds may have been lost.
fn orders(removed: [u8; 3]) -> f32 {
    let factorial = |n: u8| (1..=u32::from(n)).product::<u32>() as f32;
    removed.iter().fold(factorial(removed.iter().sum()), |orders, &n| orders / factorial(n))
}

/// Plays a turn in every world of a player in which it can have been played.
pub(super) fn learn(
    worlds: &mut Vec<World<Position>>,
    told: Turn,
    about: Player,
    thinks: &Policy<'_, Position>,
) {
    let mut model = Model { thinks, moves: Vec::new(), logits: Vec::new() };
    let mut next = Vec::with_capacity(worlds.len());
    for world in worlds.iter() {
        let mover = world.position.mover;
        let judged = mover == about && told.action() != Action::SetUp;
        for turn in meanings(&world.position, told, about) {
            let mut world = world.clone();
            if judged {
                model.judge(&mut world, turn);
            }
            world.position.play_turn(turn);
            next.push(world);
        }
    }
    normalise(&mut next);
    *worlds = next;
}

/// The turns that may be behind one that was told.
fn meanings(position: &Position, told: Turn, about: Player) -> Vec<Turn> {
    let wondering = position.mover == about;
    match told.action() {
        Action::SetUp if wondering && told.pieces() == [Kind::Unknown; FILES] => setup::all().to_vec(),
        Action::Barter if wondering && !told.kind().known() => {
            let reserve = &position.reserves[position.mover.index()];
            let kinds = Kind::TRUE.into_iter().filter(|kind| reserve[kind.index()] > 0);
            kinds.map(|kind| Turn::barter(told.from(), kind)).collect()
        }
        Action::Attack | Action::MoveAttack => {
            let (attacker, target) = told.announced();
            let fits = |said: Kind, square: Square| {
                let kind = position.kind(square);
                !said.known() || !kind.known() || kind == said
            };
            let possible = fits(attacker, told.from()) && fits(target, told.target());
            // Of the other player nothing is known here but what was said.
            possible.then_some(told).into_iter().collect()
        }
        _ => vec![told],
    }
}

/// How a player is thought to choose, who knows its own pieces and not the others.
struct Model<'a> {
    /// How one who thinks chooses.
    thinks: &'a Policy<'a, Position>,
    moves: Vec<Turn>,
    logits: Vec<f32>,
}

impl Model<'_> {
    /// Weighs a world by how likely the turn was in it, and its player's habits by how
    /// well each agrees with it.
    fn judge(&mut self, world: &mut World<Position>, turn: Turn) {
        let position = &world.position;
        self.moves.clear();
        position.legal_moves(&mut self.moves);
        let view = position.view(Reader::Player(position.mover));
        let chosen = self.moves.iter().position(|&mv| mv == turn.plain());
        for (habit, share) in world.habits.iter_mut().enumerate().filter(|(_, share)| **share > 0.0) {
            *share *= self.likelihood(habit, &view, chosen);
        }
        let likely: f32 = world.habits.iter().sum();
        world.weight *= likely;
        for share in &mut world.habits {
            *share = if *share < LEAST * likely { 0.0 } else { *share / likely };
        }
    }

    fn likelihood(&mut self, habit: usize, view: &Position, chosen: Option<usize>) -> f32 {
        match habit {
            0 => (self.thinks)(view, &self.moves, &mut self.logits),
            _ => habits::logits(habit, view, &self.moves, &mut self.logits),
        }
        let most = self.logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = self.logits.iter().map(|logit| math::exp(logit - most)).sum();
        let share = chosen.map_or(0.0, |i| math::exp(self.logits[i] - most) / sum);
        let doubt = DOUBTS[habit];
        (1.0 - doubt) * share + doubt / self.moves.len().max(1) as f32
    }
}

fn normalise(worlds: &mut [World<Position>]) {
    let sum: f32 = worlds.iter().map(|world| world.weight).sum();
    let even = 1.0 / worlds.len().max(1) as f32;
    for world in worlds {
        world.weight = if sum > 0.0 { world.weight / sum } else { even };
    }
}
