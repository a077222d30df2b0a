//! Random positions: those that games lead to, and those that they need not.

use crate::common::generator;
use crate::slow::{CELLS, Pile, Slow, Variant, point};
use crate::{after, rules, turns};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, SliceRandom};
use sisku::games::jersi::{Mode, Position, Turn};
use sisku::games::{Game, Notation, Player, Rules};

/// The variant under its default rules.
pub(crate) fn variant<M: Mode>() -> Variant {
    variant_under::<M>(&rules::<M>())
}

pub(crate) fn variant_under<M: Mode>(rules: &Rules) -> Variant {
    Variant { drops: M::DROPS, ransom: M::RANSOM, king_resets: rules.get("KingResets") == 1 }
}

/// Rows that a side's king has gone.
fn advance<M: Mode>(position: &Position<M>, white: bool) -> i32 {
    let slow = Slow::read(variant::<M>(), &position.fen());
    let row = slow.king(white).map_or(0, |cell| point(cell).1);
    if white { row } else { 8 - row }
}

/// A random decision; a king's capture, another capture, a king's advance or a move
/// rather than a drop.
fn lively<M: Mode>(position: &Position<M>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
    let all = turns(position);
    let luck = rng.random_range(0..10);
    let wanted = |turn: &&Turn| {
        let text = position.native_move(**turn);
        match luck {
            0 => text.contains("!!"),
            1..4 => text.contains('!'),
            4..6 => {
                let white = position.mover() == Player::One;
                !text.contains(':') && advance(&after(position, **turn), white) > advance(position, white)
            }
            6..8 => !text.contains(':'),
            _ => true,
        }
    };
    let some: Vec<Turn> = all.iter().filter(wanted).copied().collect();
    some.choose(rng).or_else(|| all.choose(rng)).copied()
}

/// All positions of `games` random games of at most 120 decisions.
pub(crate) fn played<M: Mode>(games: usize, seed: u64) -> Vec<Position<M>> {
    played_under(&rules::<M>(), games, seed)
}

pub(crate) fn played_under<M: Mode>(rules: &Rules, games: usize, seed: u64) -> Vec<Position<M>> {
    let mut rng = generator(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start(rules);
        positions.push(position);
        for _ in 0..120 {
            let Some(turn) = lively(&position, &mut rng) else { break };
            position = after(&position, turn);
            positions.push(position);
        }
    }
    positions
}

/// Cubes thrown on the board: few or many, often or rarely stacked, anywhere or near
/// the first rows, on mountains or beside them; sometimes between a ransom's decisions.
pub(crate) fn thrown(variant: Variant, rng: &mut Xoshiro256PlusPlus) -> Slow {
    let empty = "7/8/7/8/9/8/7/8/7 w - 0 1";
    let mut slow = Slow::read(variant, empty);
    let kept = *[0.1, 0.3, 0.6, 1.0].choose(rng).expect("some");
    let piled = *[0.0, 0.3, 0.9].choose(rng).expect("some");
    let mut cells: Vec<usize> = (0..CELLS).collect();
    cells.shuffle(rng);
    if rng.random_bool(0.5) {
        // The last are used first: a crowd around the first row of one side.
        let far = rng.random::<bool>();
        cells.sort_by_key(|&cell| if far { point(cell).1 } else { -point(cell).1 });
        let crowd = cells.len() - *[8, 16, 30].choose(rng).expect("some");
        cells[crowd..].shuffle(rng);
    }
    let mut cubes: Vec<char> = "rrrrppppssssffwwmmmmRRRRPPPPSSSSFFWWMMMM".chars().collect();
    cubes.retain(|_| rng.random_bool(kept));
    cubes.extend(['k', 'K']);
    cubes.shuffle(rng);
    let lies_on = |upper: char, lower: char| {
        let (is_m, same) =
            (|c: char| c.eq_ignore_ascii_case(&'m'), upper.is_uppercase() == lower.is_uppercase());
        match (is_m(lower), is_m(upper)) {
            (true, true) => same,
            (true, false) => true,
            (false, true) => false,
            (false, false) => same && !lower.eq_ignore_ascii_case(&'k'),
        }
    };
    while let (Some(lower), Some(cell)) = (cubes.pop(), cells.pop()) {
        let mut pile = lower.to_string();
        if rng.random_bool(piled)
            && let Some(at) = cubes.iter().position(|&upper| lies_on(upper, lower))
        {
            pile.push(cubes.remove(at));
        }
        slow.cubes[cell] = Pile::of(&pile);
    }
    if variant.drops {
        for letter in ['M', 'M', 'M', 'M', 'W', 'W', 'm', 'm', 'm', 'm', 'w', 'w'] {
            let fen = slow.fen();
            let board = fen.split(' ').next().expect("rows");
            let used = board.matches(letter).count() + slow.reserve.iter().filter(|&&c| c == letter).count();
            let army = if letter.eq_ignore_ascii_case(&'m') { 4 } else { 2 };
            if used < army && rng.random_bool(0.4) {
                slow.reserve.push(letter);
            }
        }
    }
    slow.white = rng.random();
    slow.quiet = if rng.random_bool(0.1) { rng.random_range(39..42) } else { rng.random_range(0..40) };
    slow.number = rng.random_range(1..100);
    if variant.ransom && rng.random_bool(0.3) {
        between_decisions(&mut slow, rng);
    }
    slow
}

/// Takes a king off the board, as while a ransom is paid.
fn between_decisions(slow: &mut Slow, rng: &mut Xoshiro256PlusPlus) {
    let own = |letter: char| if slow.white { letter } else { letter.to_ascii_lowercase() };
    let fen = slow.fen();
    let on_top = |kind: &char| {
        let cube = own(*kind);
        (0..CELLS).any(|cell| {
            let mut pile = slow.cubes[cell];
            pile.len() > 0 && pile.take_top() == cube
        })
    };
    let kinds: Vec<char> = "RPSFW".chars().filter(on_top).collect();
    let (phase, captured) = match kinds.choose(rng) {
        Some(kind) if rng.random() => (format!("#{kind}"), slow.white),
        _ => ("/K".to_string(), !slow.white),
    };
    let cell = slow.king(captured).unwrap_or_else(|| panic!("{fen} has kings"));
    slow.cubes[cell].take_top();
    slow.phase = phase;
    slow.quiet = 0;
}
