//! Random positions: those that games lead to, and those that they need not.

use crate::common::generator;
use crate::slow::Slow;
use crate::{after, rules, turns};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use sisku::games::Game;
use sisku::games::pijersi::{Board, Position};

/// All positions of `games` random games from all kinds of set-ups, the last included.
pub(crate) fn played<B: Board>(games: usize, seed: u64) -> Vec<Position<B>> {
    let mut rng = generator(seed);
    let mut positions = Vec::new();
    for game in 0..games {
        let set_ups = Position::<B>::SET_UPS;
        let mut position = (set_ups[game % set_ups.len()].draw)(&rules::<B>(), &mut rng);
        positions.push(position);
        while let Some(&turn) = turns(&position).choose(&mut rng) {
            position = after(&position, turn);
            positions.push(position);
        }
    }
    positions
}

/// Cubes thrown on the board: few or many, often or rarely stacked, anywhere.
/// Wise ones lie on wise ones only; nothing else holds them back.
pub(crate) fn thrown(board: &str, rng: &mut Xoshiro256PlusPlus) -> Slow {
    let mut slow = Slow::empty(board);
    let kept = *[0.1, 0.3, 0.6, 1.0].choose(rng).expect("some");
    let piled = *[0.0, 0.3, 0.9].choose(rng).expect("some");
    let mut cells: Vec<usize> = (0..slow.cubes.len()).collect();
    cells.shuffle(rng);
    for white in [true, false] {
        let mut cubes: Vec<char> = "rrrrppppssssww".chars().filter(|_| rng.random_bool(kept)).collect();
        cubes.shuffle(rng);
        while let (Some(lower), Some(cell)) = (cubes.pop(), cells.pop()) {
            let mut pile = lower.to_string();
            if let Some(&upper) = cubes.last()
                && rng.random_bool(piled)
                && (upper != 'w' || lower == 'w')
            {
                pile.push(upper);
                cubes.pop();
            }
            slow.cubes[cell] = if white { pile.to_uppercase() } else { pile };
        }
    }
    slow.white = rng.random();
    slow.quiet = rng.random_range(0..=slow.limit + 1);
    slow.number = rng.random_range(1..100);
    slow
}
