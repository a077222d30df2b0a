//! Counting: the worlds that fit a view, all equally likely.

use rand::Rng;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Hidden, Kind, Position, Square, Turn};
use sisku::games::{Game, Information, Observer, Player};

/// Number of squares.
pub const SQUARES: usize = 48;
/// Number of files.
pub const FILES: usize = 6;

/// The index of a square, from 0 for a1 along the ranks.
pub fn index(square: Square) -> usize {
    square.rank() * FILES + square.file()
}

/// The square of an index.
pub fn square(index: usize) -> Option<Square> {
    Square::at(index % FILES, index / FILES)
}

/// All squares.
pub fn all_squares() -> impl Iterator<Item = Square> {
    (0..SQUARES).filter_map(square)
}

/// The distance in single steps.
const fn distance(a: usize, b: usize) -> usize {
    (a % FILES).abs_diff(b % FILES) + (a / FILES).abs_diff(b / FILES)
}

/// The squares within two steps of each, as bits.
pub const NEAR: [u64; SQUARES] = {
    let mut near = [0; SQUARES];
    let mut i = 0;
    while i < SQUARES * SQUARES {
        let (a, b) = (i / SQUARES, i % SQUARES);
        near[a] |= if distance(a, b) <= 2 { 1 << b } else { 0 };
        i += 1;
    }
    near
};

/// The orthogonal neighbours of each square, and how many there are.
const NEIGHBOURS: [([u8; 4], usize); SQUARES] = {
    let mut all = [([0; 4], 0); SQUARES];
    let mut i = 0;
    while i < SQUARES * SQUARES {
        let (a, b) = (i / SQUARES, i % SQUARES);
        if distance(a, b) == 1 {
            let count = all[a].1;
            all[a].0[count] = b as u8;
            all[a].1 += 1;
        }
        i += 1;
    }
    all
};

/// The orthogonal neighbours.
pub fn neighbours(index: usize) -> &'static [u8] {
    let (squares, count) = &NEIGHBOURS[index];
    &squares[..*count]
}

/// How likely a piece is of each kind, in the order of [`Kind::TRUE`].
pub type Odds = [f32; 3];

/// How likely a piece with the first odds beats one with the second.
pub fn beats(one: &Odds, other: &Odds) -> f32 {
    let mut sum = 0.0;
    for (a, p) in Kind::TRUE.iter().zip(one) {
        for (b, q) in Kind::TRUE.iter().zip(other) {
            sum += if a.beats(*b) { p * q } else { 0.0 };
        }
    }
    sum
}

/// How often the piece on a square is of each kind in some worlds.
pub fn odds(worlds: &[Position], square: Square) -> Odds {
    let mut counts = [0.0; 3];
    for world in worlds {
        let kind = world.piece(square).map(|(_, kind)| kind);
        if let Some(k) = Kind::TRUE.iter().position(|&other| Some(other) == kind) {
            counts[k] += 1.0;
        }
    }
    let sum: f32 = counts.iter().sum();
    counts.map(|count| count / sum.max(1.0))
}

/// What a player can count in its view.
pub struct Counted {
    /// Whose view it is.
    pub me: Player,
    /// The worlds that fit.
    pub worlds: Vec<Position>,
}

impl Counted {
    /// All worlds that fit the view of the player to move.
    pub fn new(view: &Position) -> Counted {
        let me = view.mover();
        let worlds = Hidden::determinizations(view, !me).into_iter().map(|(world, _)| world);
        Counted { me, worlds: worlds.collect() }
    }

    /// As many worlds, drawn with equal chances, or all if there are no more.
    pub fn some(&self, count: usize, rng: &mut impl Rng) -> Vec<Position> {
        if self.worlds.len() <= count {
            return self.worlds.clone();
        }
        (0..count).filter_map(|_| self.worlds.choose(rng).copied()).collect()
    }

    /// The worlds after a turn, those together that the player cannot tell apart then.
    pub fn after(&self, turn: Turn) -> Vec<Vec<Position>> {
        let mut groups: Vec<(Turn, Vec<Position>)> = Vec::new();
        for world in &self.worlds {
            let observed = Hidden::observed(world, turn, Observer::Player(self.me));
            let mut next = *world;
            next.play(turn);
            match groups.iter_mut().find(|(same, _)| *same == observed) {
                Some((_, worlds)) => worlds.push(next),
                None => groups.push((observed, vec![next])),
            }
        }
        groups.into_iter().map(|(_, worlds)| worlds).collect()
    }
}
