//! Two plies of expectimax: a turn, the opponent's best reply in each of some worlds, and a
//! heuristic value, averaged over the worlds.
//!
//! The opponent knows its own kinds and, of the other's, what is public: it weighs an attack
//! on a hidden piece by counting, and gets what that piece is.

use super::Valuing;
use super::counted::{Counted, all_squares, index, square};
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Action, Hidden, Kind, Position, Square, Turn};
use sisku::games::{Game, History, Information, Observer, Outcome, Player};
use std::collections::HashMap;

/// Worlds that are looked at, at most.
const WORLDS: usize = 64;
/// The value of a win.
const WIN: f32 = 100.0;
/// The value of a piece by the ranks it is advanced; the last is the enemy camp.
const ADVANCED: [f32; 8] = [3.0, 3.0, 3.2, 3.5, 3.9, 4.5, 5.5, 9.0];
/// The value of being the one to move.
const TEMPO: f32 = 0.3;

/// The expectimax player.
pub struct Expectimax;

/// The value of a position for a player.
fn leaf(position: &Position, me: Player) -> f32 {
    match position.outcome() {
        Some(Outcome::Win(winner)) => return if winner == me { WIN } else { -WIN },
        Some(Outcome::Draw) => return 0.0,
        None => {}
    }
    let mut sum = if position.mover() == me { TEMPO } else { -TEMPO };
    let mut arrived = [0; 2];
    for square in all_squares() {
        let Some((owner, _)) = position.piece(square) else { continue };
        let progress = square.progress(owner);
        arrived[owner.index()] += usize::from(progress == 7);
        sum += if owner == me { ADVANCED[progress] } else { -ADVANCED[progress] };
    }
    // With one piece in, another one that is about to enter wins.
    for square in all_squares() {
        let Some((owner, _)) = position.piece(square) else { continue };
        let near = arrived[owner.index()] > 0 && (4..7).contains(&square.progress(owner));
        let bonus = if near { (square.progress(owner) - 3) as f32 } else { 0.0 };
        sum += if owner == me { bonus } else { -bonus };
    }
    sum
}

/// How many pieces of each kind a player has that are not publicly known, as `view` has it.
fn hidden_kinds(view: &Position, player: Player) -> [f32; 3] {
    let mut left = [3.0; 3];
    for square in all_squares() {
        if let Some((owner, kind)) = view.piece(square)
            && owner == player
            && let Some(k) = Kind::TRUE.iter().position(|&other| other == kind)
        {
            left[k] -= 1.0;
        }
    }
    left
}

/// The kinds that meet if a turn is an attack.
fn fighters(position: &Position, turn: Turn) -> (Kind, Kind) {
    let kind = |square| position.piece(square).map_or(Kind::Unknown, |(_, kind)| kind);
    (kind(turn.from()), kind(turn.target()))
}

/// The squares of a bit set.
fn squares_of(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        square(first)
    })
}

fn bit(square: Square) -> u64 {
    1 << index(square)
}

/// The value for `me` of the opponent's best reply in a world. Adds the squares that the opponent can
/// attack from, and those that it can attack: no kinds on others matter.
fn reply(world: &Position, me: Player, attacks: &mut [u64; 2]) -> f32 {
    if world.outcome().is_some() {
        return leaf(world, me);
    }
    let seen = Hidden::view(world, Observer::Player(!me));
    let kinds = hidden_kinds(&seen, me);
    let all: f32 = kinds.iter().sum();
    // The least value in the opponent's eyes, and the true value of that reply.
    let mut chosen = (f32::INFINITY, f32::INFINITY);
    let mut bartered = false;
    for turn in crate::legal_moves(world) {
        // The value knows no kinds, so that one barter is as good as another.
        if turn.action() == Action::Barter && std::mem::replace(&mut bartered, true) {
            continue;
        }
        let mut next = *world;
        next.play(turn);
        let truth = leaf(&next, me);
        let mut expected = truth;
        if super::attacks(turn) {
            attacks[0] |= bit(turn.from());
            attacks[1] |= bit(turn.target());
        }
        if super::attacks(turn) && seen.piece(turn.target()).is_some_and(|(_, kind)| !kind.known()) {
            let (own, _) = fighters(world, turn);
            let values = Kind::TRUE.iter().zip(kinds).filter(|(_, count)| *count > 0.0);
            expected = values
                .map(|(&kind, count)| {
                    let mut next = seen;
                    next.play(turn.announcing(own, kind));
                    count / all.max(1.0) * leaf(&next, me)
                })
                .sum();
        }
        if expected < chosen.0 {
            chosen = (expected, truth);
        }
    }
    chosen.1
}

/// The values of turns in worlds, by the kinds that matter: few pieces can meet within two turns,
/// so that most worlds need no computation of their own. Holds for one position as everybody sees it.
#[derive(Default)]
pub struct Replies {
    /// By turn and the kinds that meet in it.
    turns: HashMap<(Turn, [Kind; 2]), Known>,
    /// Squares of the player's own pieces whose kinds matter to any turn.
    own: u64,
    /// What the player is likely to choose, by these kinds, those that it can barter for, and the number
    /// of draws.
    policies: HashMap<(u64, u64, usize), Policy>,
}

/// The kinds on some squares as a number.
fn kinds(position: &Position, squares: u64) -> u64 {
    let kinds = squares_of(squares).filter_map(|square| position.piece(square));
    kinds.fold(0, |sum, (_, kind)| 4 * sum + kind.index() as u64)
}

/// How likely turns are, and whether worlds were drawn for it.
type Policy = (Vec<(Turn, f64)>, bool);

/// What is known of a turn.
#[derive(Default)]
struct Known {
    /// Squares of pieces whose kinds matter, before the turn.
    matter: u64,
    /// By these kinds.
    values: HashMap<u64, f32>,
}

impl Replies {
    /// The value of a turn in a world.
    fn value(&mut self, world: &Position, turn: Turn, me: Player) -> f32 {
        let met = match super::attacks(turn) {
            true => fighters(world, turn).into(),
            false => [world.piece(turn.from()).map_or(Kind::Unknown, |(_, kind)| kind), Kind::Unknown],
        };
        let known = self.turns.entry((turn, met)).or_default();
        if let Some(&value) = known.values.get(&kinds(world, known.matter)) {
            return value;
        }
        let mut next = *world;
        next.play(turn);
        let mut attacks = [0; 2];
        let value = reply(&next, me, &mut attacks);
        // The pieces that met are told apart already, wherever they are now.
        let others = !(bit(turn.from()) | if super::attacks(turn) { bit(turn.target()) } else { 0 });
        let matter = (attacks[0] | attacks[1]) & others;
        if known.matter != matter {
            known.matter |= matter;
            known.values.clear();
        }
        known.values.insert(kinds(world, known.matter), value);
        let exposed = attacks[1] & bit(turn.to()) != 0 && turn.action() != Action::Barter;
        let moved = if exposed || super::attacks(turn) { bit(turn.from()) } else { 0 };
        let own = |square: &Square| world.piece(*square).is_some_and(|(owner, _)| owner == me);
        let matter = squares_of(matter | moved).filter(own).fold(self.own, |set, square| set | bit(square));
        if self.own != matter {
            self.own = matter;
            self.policies.clear();
        }
        value
    }
}

/// The values of the turns, averaged over some worlds.
fn averages(turns: &[Turn], worlds: &[Position], me: Player, replies: &mut Replies) -> Vec<(Turn, f32)> {
    let count = worlds.len().max(1) as f32;
    let mut worth = |turn: Turn| {
        let values = worlds.iter().map(|world| replies.value(world, turn, me));
        values.sum::<f32>() / count
    };
    turns.iter().map(|&turn| (turn, worth(turn))).collect()
}

impl Expectimax {
    /// How likely it plays each turn, by so many draws of its worlds if it draws any, and whether
    /// it does.
    pub fn policy(
        game: &History<Position>,
        draws: usize,
        replies: &mut Replies,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Policy {
        let view = game.current();
        let turns = crate::legal_moves(view);
        let barters = turns.iter().filter(|turn| turn.action() == Action::Barter);
        let reserve = barters.fold(0, |set, turn| set | 1 << turn.kind().index());
        if let Some(policy) = replies.policies.get(&(kinds(view, replies.own), reserve, draws)) {
            return policy.clone();
        }
        let counted = Counted::new(view);
        let drawn = counted.worlds.len() > WORLDS;
        let count = if drawn { draws.max(1) } else { 1 };
        let mut policy = Vec::new();
        for _ in 0..count {
            let worlds = counted.some(WORLDS, rng);
            let chances = super::chances(&averages(&turns, &worlds, counted.me, replies));
            policy.extend(chances.into_iter().map(|(turn, p)| (turn, p / count as f64)));
        }
        let key = (kinds(view, replies.own), reserve, draws);
        replies.policies.insert(key, (policy.clone(), drawn));
        (policy, drawn)
    }
}

impl Valuing for Expectimax {
    fn values(&self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Vec<(Turn, f32)> {
        let turns = crate::legal_moves(game.current());
        let counted = Counted::new(game.current());
        let worlds = counted.some(WORLDS, rng);
        averages(&turns, &worlds, counted.me, &mut Replies::default())
    }
}
