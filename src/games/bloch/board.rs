//! The board of six files and eight ranks, and the kinds of pieces.

use crate::games::Player;

/// A bitboard: a set of squares.
pub(super) type Squares = u64;

pub(super) const FILES: usize = 6;
pub(super) const RANKS: usize = 8;
/// A rank takes eight bits, so that steps are constant shifts and wrap into two padding files,
/// which a mask removes.
const RANK_BITS: usize = 8;

/// All squares of the first rank.
pub(super) const FIRST_RANK: Squares = (1 << FILES) - 1;
/// All squares.
pub(super) const BOARD: Squares = FIRST_RANK * 0x0101_0101_0101_0101;

/// A square, by its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square at a file and a rank, both from 0, or `None` beyond the board.
    pub const fn at(file: usize, rank: usize) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square((rank * RANK_BITS + file) as u8)) } else { None }
    }

    /// Its index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & 63
    }

    /// The file, from 0 for a.
    pub const fn file(self) -> usize {
        self.index() % RANK_BITS
    }

    /// The rank, from 0 for the first.
    pub const fn rank(self) -> usize {
        self.index() / RANK_BITS
    }

    /// The bitboard of just this square.
    #[inline(always)]
    pub const fn set(self) -> Squares {
        1 << self.index()
    }

    /// Its name, a file's letter and a rank's number.
    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }

    /// The ranks that a square is advanced from the player's first rank.
    #[inline(always)]
    pub const fn progress(self, player: Player) -> usize {
        match player {
            Player::One => self.rank(),
            Player::Two => RANKS - 1 - self.rank(),
        }
    }
}

/// The squares of a bitboard, lowest first.
#[inline(always)]
pub(super) fn squares(mut set: Squares) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| Square(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        next
    })
}

/// The orthogonal neighbours of a set of squares.
#[inline(always)]
pub(super) const fn around(set: Squares) -> Squares {
    (set << RANK_BITS | set >> RANK_BITS | set << 1 | set >> 1) & BOARD
}

/// The squares one step ahead for a player.
#[inline(always)]
pub(super) const fn ahead(set: Squares, player: Player) -> Squares {
    match player {
        Player::One => set << RANK_BITS & BOARD,
        Player::Two => set >> RANK_BITS & BOARD,
    }
}

/// The squares of a rank.
pub(super) const fn rank(rank: usize) -> Squares {
    FIRST_RANK << (rank * RANK_BITS)
}

/// The rank on which a player sets up.
pub(super) const fn start_rank(player: Player) -> usize {
    match player {
        Player::One => 1,
        Player::Two => RANKS - 2,
    }
}

/// The kind of a piece, in two bits, so that two bitboards hold the kinds of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Hidden from the observer of the position.
    #[default]
    Unknown,
    /// Beats scissors.
    Rock,
    /// Beats rock.
    Paper,
    /// Beats paper.
    Scissors,
}

impl Kind {
    /// Every kind, the unknown one first.
    pub const ALL: [Kind; 4] = [Kind::Unknown, Kind::Rock, Kind::Paper, Kind::Scissors];
    /// The kinds that pieces have.
    pub const TRUE: [Kind; 3] = [Kind::Rock, Kind::Paper, Kind::Scissors];
    /// Pieces of each kind that a player has.
    pub const EACH: u8 = 3;

    /// Its index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of an index.
    #[inline(always)]
    pub const fn from_bits(bits: u32) -> Kind {
        Kind::ALL[bits as usize & 3]
    }

    /// Whether the kind is known.
    #[inline(always)]
    pub const fn known(self) -> bool {
        !matches!(self, Kind::Unknown)
    }

    /// Whether it beats the other; an unknown kind beats nothing.
    #[inline(always)]
    pub const fn beats(self, other: Kind) -> bool {
        use Kind::{Paper, Rock, Scissors};
        matches!((self, other), (Rock, Scissors) | (Scissors, Paper) | (Paper, Rock))
    }

    /// Its letter: R, P, S, or X for an unknown one.
    pub const fn letter(self) -> char {
        match self {
            Kind::Unknown => 'X',
            Kind::Rock => 'R',
            Kind::Paper => 'P',
            Kind::Scissors => 'S',
        }
    }

    /// The kind of a letter in upper case.
    pub fn of(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}
