//! Playing turns, with the incremental Zobrist hash.

use super::board::{FILES, Kind, Square, Squares, start_rank};
use super::position::{Position, RESERVE};
use super::turn::{Action, Turn};
use crate::games::Player;
use crate::math::mix;

/// Zobrist keys, one for each player, kind, state and square.
static PIECE_KEYS: [u64; 32 * 64] = keys(1 << 16);
/// Zobrist keys, one for each player, place, kind and count.
static COUNT_KEYS: [u64; 16 * 16] = keys(1 << 17);
const BARTER_KEYS: [u64; 2] = keys(1 << 18);
const MOVER_KEY: u64 = mix(1 << 19);
const CLOCK_SEED: u64 = 1 << 20;

const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = mix(seed + i as u64);
        i += 1;
    }
    keys
}

/// Turns before the draw from which on the counter is part of the hash; see Pijersi's.
const COUNTED_BEFORE_DRAW: u16 = 10;

/// Where pieces are off the board.
#[derive(Clone, Copy)]
enum Place {
    Reserve,
    Removed,
}

fn count_key(player: Player, place: Place, kind: Kind, count: u8) -> u64 {
    let row = player.index() << 3 | (place as usize) << 2 | kind.index();
    COUNT_KEYS[row << 4 | usize::from(count & 15)]
}

/// The key of a piece publicly known to be in reserve.
fn shown_key(player: Player, kind: Kind) -> u64 {
    mix((1 << 21) + (player.index() << 2 | kind.index()) as u64)
}

impl Position {
    /// The Zobrist key of the piece on a square.
    #[inline(always)]
    fn piece_key(&self, player: Player, square: Square) -> u64 {
        let bit = |set: Squares| (set >> square.index() & 1) as usize;
        let state = bit(self.public) << 1 | bit(self.unplayed);
        let row = player.index() << 4 | state << 2 | self.kind(square).index();
        PIECE_KEYS[(row << 6 | square.index()) & (32 * 64 - 1)]
    }

    #[inline(always)]
    fn set_kind(&mut self, square: Square, kind: Kind) {
        for (i, plane) in self.kinds.iter_mut().enumerate() {
            *plane = *plane & !square.set() | (kind.index() as u64 >> i & 1) << square.index();
        }
    }

    /// Puts a piece on an empty square; the square's `public` and `unplayed` bits must be set
    /// before.
    #[inline(always)]
    pub(super) fn put(&mut self, player: Player, kind: Kind, square: Square) {
        self.owned[player.index()] |= square.set();
        self.set_kind(square, kind);
        self.placement ^= self.piece_key(player, square);
    }

    /// Takes a piece off a square, and clears the square's bits.
    #[inline(always)]
    fn take(&mut self, player: Player, square: Square) -> Kind {
        self.placement ^= self.piece_key(player, square);
        let kind = self.kind(square);
        self.owned[player.index()] &= !square.set();
        self.set_kind(square, Kind::Unknown);
        self.public &= !square.set();
        self.unplayed &= !square.set();
        kind
    }

    /// Moves a piece to an empty square, or marks it as played where it stands.
    #[inline(always)]
    fn shift(&mut self, player: Player, from: Square, to: Square) {
        let public = self.public & from.set() != 0;
        let kind = self.take(player, from);
        if public {
            self.public |= to.set();
        }
        self.put(player, kind, to);
    }

    /// Makes the kind of a piece public.
    #[inline(always)]
    fn reveal(&mut self, player: Player, square: Square, kind: Kind) {
        self.placement ^= self.piece_key(player, square);
        self.set_kind(square, kind);
        self.public |= square.set();
        self.placement ^= self.piece_key(player, square);
    }

    /// Changes the number of pieces of a kind off the board.
    fn count(&mut self, player: Player, place: Place, kind: Kind, change: i8) {
        let counts = match place {
            Place::Reserve => &mut self.reserves[player.index()],
            Place::Removed => &mut self.removed[player.index()],
        };
        let count = &mut counts[kind.index()];
        let old = *count;
        *count = old.saturating_add_signed(change);
        let new = *count;
        self.placement ^= count_key(player, place, kind, old) ^ count_key(player, place, kind, new);
    }

    fn remove(&mut self, player: Player, square: Square) {
        let kind = self.take(player, square);
        self.count(player, Place::Removed, kind, 1);
    }

    /// The kinds of an attacker and its target: those on the board, or where they are hidden
    /// those announced.
    #[inline(always)]
    pub(super) fn fighters(&self, turn: Turn) -> (Kind, Kind) {
        let (attacker, target) = turn.announced();
        let or = |kind: Kind, announced| if kind.known() { kind } else { announced };
        (or(self.kind(turn.from()), attacker), or(self.kind(turn.target()), target))
    }

    /// Plays a legal turn. An attack whose kinds are unknown moves the attacker but removes
    /// nothing: a history demands the announced kinds first.
    #[inline(always)]
    pub(super) fn play_turn(&mut self, turn: Turn) {
        let player = self.mover;
        let before = self.arrived(Player::One) | self.arrived(Player::Two);
        let mut progress = false;
        match turn.action() {
            Action::Move => self.shift(player, turn.from(), turn.to()),
            Action::Attack | Action::MoveAttack => progress = self.fight(turn),
            Action::Barter => {
                self.swap(player, turn.from(), turn.kind());
                progress = true;
            }
            Action::Pass => {}
            Action::SetUp => {
                self.deploy(player, turn.pieces());
                progress = true;
            }
        }
        self.clock = if progress { 0 } else { self.clock.saturating_add(1) };
        if player == Player::Two {
            self.turn = self.turn.saturating_add(1);
        }
        self.mover = !player;
        self.ended = self.terminal_outcome(before);
    }

    /// Resolves an attack; true if a piece is removed.
    fn fight(&mut self, turn: Turn) -> bool {
        let (player, enemy) = (self.mover, !self.mover);
        let (attacker, attacked) = self.fighters(turn);
        let (square, target) = (turn.to(), turn.target());
        self.shift(player, turn.from(), square);
        if !attacker.known() || !attacked.known() {
            return false;
        }
        self.reveal(player, square, attacker);
        self.reveal(enemy, target, attacked);
        if attacker.beats(attacked) {
            self.remove(enemy, target);
            self.shift(player, square, target);
        } else if attacked.beats(attacker) {
            self.remove(player, square);
            if self.rules.defender_advances {
                self.shift(enemy, target, square);
            }
        }
        attacker != attacked
    }

    /// Swaps a piece with one of the reserve. If the kind that comes in is hidden, only the
    /// public part of the reserve stays known.
    fn swap(&mut self, player: Player, square: Square, kind: Kind) {
        let unplayed = self.unplayed & square.set();
        let public = self.public & square.set() != 0;
        let out = self.take(player, square);
        self.unplayed |= unplayed;
        self.put(player, kind, square);
        let i = player.index();
        if public {
            self.placement ^= shown_key(player, self.shown[i]) ^ shown_key(player, out);
            self.shown[i] = out;
        }
        if kind.known() {
            self.count(player, Place::Reserve, kind, -1);
            self.count(player, Place::Reserve, out, 1);
        } else {
            self.hide_reserve(player);
        }
        self.barter[i] = false;
        self.placement ^= BARTER_KEYS[i];
    }

    /// Hides all of a reserve but its public part.
    pub(super) fn hide_reserve(&mut self, player: Player) {
        let shown = self.shown[player.index()];
        let hidden = RESERVE - u8::from(shown.known());
        let wanted = |kind: Kind| match kind {
            Kind::Unknown => hidden,
            kind => u8::from(kind == shown),
        };
        for kind in Kind::ALL {
            let old = self.reserves[player.index()][kind.index()];
            self.count(player, Place::Reserve, kind, wanted(kind) as i8 - old as i8);
        }
    }

    fn deploy(&mut self, player: Player, kinds: [Kind; FILES]) {
        for (file, kind) in kinds.into_iter().enumerate() {
            let Some(square) = Square::at(file, start_rank(player)) else { continue };
            self.unplayed |= square.set();
            self.put(player, kind, square);
            if kind.known() {
                self.count(player, Place::Reserve, kind, -1);
            }
        }
        if kinds.contains(&Kind::Unknown) {
            self.hide_reserve(player);
        }
    }

    /// Hides the kinds of pieces on squares and in reserve.
    pub(super) fn hide(&mut self, player: Player, hidden: Squares) {
        for square in super::board::squares(hidden) {
            self.placement ^= self.piece_key(player, square);
            self.set_kind(square, Kind::Unknown);
            self.placement ^= self.piece_key(player, square);
        }
        self.hide_reserve(player);
    }

    /// The Zobrist hash of the pieces, computed from scratch.
    pub fn fresh_placement(&self) -> u64 {
        let mut hash = 0;
        for player in [Player::One, Player::Two] {
            let i = player.index();
            for square in super::board::squares(self.owned[i]) {
                hash ^= self.piece_key(player, square);
            }
            for kind in Kind::ALL {
                hash ^= count_key(player, Place::Reserve, kind, self.reserves[i][kind.index()]);
                hash ^= count_key(player, Place::Removed, kind, self.removed[i][kind.index()]);
            }
            hash ^= shown_key(player, self.shown[i]);
            hash ^= if self.barter[i] { BARTER_KEYS[i] } else { 0 };
        }
        hash
    }

    /// The Zobrist hash of the pieces, updated incrementally.
    pub fn placement(&self) -> u64 {
        self.placement
    }

    pub(super) fn hash(&self) -> u64 {
        let mover = if self.mover == Player::Two { MOVER_KEY } else { 0 };
        let limit = self.rules.no_progress;
        let left = limit.saturating_sub(self.clock);
        let near = limit != 0 && left <= COUNTED_BEFORE_DRAW;
        self.placement ^ mover ^ if near { mix(CLOCK_SEED + u64::from(left)) } else { 0 }
    }
}
