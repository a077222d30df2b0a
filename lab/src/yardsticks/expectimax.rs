//! Two plies of expectimax: a turn, the opponent's best reply in each of some worlds, and a
//! heuristic value, averaged over the worlds.
//!
//! The opponent knows its own kinds and, of the other's, what is public: it weighs an attack
//! on a hidden piece by counting, and gets what that piece is.

use super::counted::{Counted, all_squares};
use crate::opponents::Agent;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Action, Hidden, Kind, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Outcome, Player};

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

/// The value for `me` of the opponent's best reply in a world.
fn reply(world: &Position, me: Player) -> f32 {
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

impl Agent for Expectimax {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let turns = crate::legal_moves(game.current());
        if let Some(turn) = super::set_up(&turns, rng) {
            return Some(turn);
        }
        let counted = Counted::new(game.current());
        let worlds = counted.some(WORLDS, rng);
        let count = worlds.len().max(1) as f32;
        super::best(&turns, rng, |turn| {
            let values = worlds.iter().map(|world| {
                let mut next = *world;
                next.play(turn);
                reply(&next, counted.me)
            });
            values.sum::<f32>() / count
        })
    }
}
