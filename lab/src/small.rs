//! A small hidden-piece game, the next step up from the tiny one: three files, six ranks; each
//! player puts a rock, a paper and scissors on the second rank, in any order, and has one more
//! piece of any kind in reserve, all dealt secretly. Moves, attacks, the first double step and
//! barter are those of Bloch's game. The first piece in the enemy camp wins, so does who has
//! taken all; after a number of turns (the horizon) who has more pieces on the board wins, and
//! with as many it is a draw. So there is something to win at a horizon before which no piece
//! can arrive.

#[cfg(test)]
mod tests;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::{
    Evaluate, Game, HiddenPlay, Information, NoFeatures, NotationError, Observer, Outcome, Player,
    RuleOption, Rules, SetUp, Value,
};

const FILES: u8 = 3;
const RANKS: u8 = 6;
const SQUARES: u8 = FILES * RANKS;
/// Where a piece is that was taken.
const GONE: u8 = 31;
/// The horizon unless another is asked for.
const TURNS: u8 = 4;
/// 0 is an unknown kind; the others go round: each is beaten by the next.
const KINDS: [u8; 3] = [1, 2, 3];

fn beats(kind: u8, other: u8) -> bool {
    kind != 0 && other != 0 && kind == other % 3 + 1
}

/// What a player is dealt: the kinds on the board from file a on, and the one in reserve.
pub type Hand = [u8; 4];

/// All that a player may be dealt.
pub fn hands() -> impl Iterator<Item = Hand> {
    let pairs = KINDS.into_iter().flat_map(|a| KINDS.into_iter().map(move |b| [a, b]));
    let orders = pairs.filter(|[a, b]| a != b).map(|[a, b]| [a, b, 6 - a - b]);
    orders.flat_map(|[a, b, c]| KINDS.into_iter().map(move |reserve| [a, b, c, reserve]))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Piece {
    square: u8,
    kind: u8,
    public: bool,
    unplayed: bool,
}

/// A position of the small game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Small {
    pieces: [[Piece; 3]; 2],
    /// The kind in reserve, and whether it is public.
    reserves: [(u8, bool); 2],
    /// The piece that was bartered, plus one; 0 if there was no barter yet.
    bartered: [u8; 2],
    turn: u8,
    horizon: u8,
}

/// A turn: from, to, target plus one, five bits each; the kinds announced, two bits each; a
/// bit for a barter. 0 is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

impl From<Turn> for u32 {
    fn from(turn: Turn) -> u32 {
        turn.0
    }
}

impl From<u32> for Turn {
    fn from(packed: u32) -> Turn {
        Turn(packed)
    }
}

impl Turn {
    const PASS: Turn = Turn(0);
    const BARTER: u32 = 1 << 19;

    fn new(from: u8, to: u8, target: Option<u8>) -> Turn {
        let target = target.map_or(0, |target| target + 1);
        Turn(u32::from(from) | u32::from(to) << 5 | u32::from(target) << 10)
    }

    fn barter(square: u8) -> Turn {
        Turn(Turn::new(square, square, None).0 | Turn::BARTER)
    }

    fn announcing(self, attacker: u8, target: u8) -> Turn {
        Turn(self.plain().0 | u32::from(attacker) << 15 | u32::from(target) << 17)
    }

    /// Without what was announced.
    fn plain(self) -> Turn {
        Turn(self.0 & !(0xF << 15))
    }

    fn from(self) -> u8 {
        (self.0 & 31) as u8
    }

    fn to(self) -> u8 {
        (self.0 >> 5 & 31) as u8
    }

    fn target(self) -> Option<u8> {
        ((self.0 >> 10 & 31) as u8).checked_sub(1)
    }

    fn is_barter(self) -> bool {
        self.0 & Turn::BARTER != 0
    }

    /// The kinds announced, the attacker's first.
    fn announced(self) -> (u8, u8) {
        ((self.0 >> 15 & 3) as u8, (self.0 >> 17 & 3) as u8)
    }

    /// As in Bloch's game, without announced kinds.
    pub fn text(self) -> String {
        let name = |square: u8| format!("{}{}", char::from(b'a' + square % FILES), square / FILES + 1);
        if self == Turn::PASS {
            return "0000".to_string();
        }
        let mut text = name(self.from());
        if self.to() != self.from() {
            text += &name(self.to());
        }
        match self.target() {
            Some(target) => text + "x" + &name(target),
            None if self.is_barter() => text + "=",
            None => text,
        }
    }
}

impl Small {
    /// Set up with these hands; 0 for unknown kinds.
    pub fn deal(hands: [Hand; 2], horizon: u8) -> Small {
        let piece = |player: usize, file: usize| Piece {
            square: [FILES, (RANKS - 2) * FILES][player] + file as u8,
            kind: hands[player][file],
            public: false,
            unplayed: true,
        };
        Small {
            pieces: [0, 1].map(|player| [0, 1, 2].map(|file| piece(player, file))),
            reserves: hands.map(|hand| (hand[3], false)),
            bartered: [0; 2],
            turn: 0,
            horizon,
        }
    }

    /// The kinds of a player's pieces and of the one in reserve, 0 for unknown ones.
    pub fn kinds(&self, player: Player) -> Hand {
        let [a, b, c] = self.pieces[player.index()].map(|piece| piece.kind);
        [a, b, c, self.reserves[player.index()].0]
    }

    /// The ranks that each piece on the board has come ahead.
    pub fn progress(&self, player: Player) -> impl Iterator<Item = u8> {
        let pieces = self.pieces[player.index()].iter().filter(|piece| piece.square != GONE);
        pieces.map(move |piece| (piece.square / FILES).abs_diff(Self::goal(!player)))
    }

    fn at(&self, square: u8) -> Option<(usize, usize)> {
        let places = (0..2).flat_map(|player| (0..3).map(move |i| (player, i)));
        places.into_iter().find(|&(player, i)| self.pieces[player][i].square == square)
    }

    fn kind(&self, square: u8) -> u8 {
        self.at(square).map_or(0, |(player, i)| self.pieces[player][i].kind)
    }

    /// The rank that a player wants to reach.
    fn goal(player: Player) -> u8 {
        if player == Player::One { RANKS - 1 } else { 0 }
    }

    fn ahead(square: u8, player: Player) -> Option<u8> {
        match player {
            Player::One => Some(square + FILES).filter(|&s| s < SQUARES),
            Player::Two => square.checked_sub(FILES),
        }
    }

    /// Squares next to one, the one ahead first.
    fn around(square: u8, player: Player) -> impl Iterator<Item = u8> {
        let (forward, back) = (Self::ahead(square, player), Self::ahead(square, !player));
        let left = (!square.is_multiple_of(FILES)).then(|| square - 1);
        let right = (square % FILES + 1 < FILES).then_some(square + 1);
        [forward, back, left, right].into_iter().flatten()
    }

    fn attacks(&self, from: u8, to: u8, moves: &mut Vec<Turn>) {
        let me = self.mover();
        if to / FILES == Self::goal(me) {
            return;
        }
        for target in Self::around(to, me) {
            let enemy = self.at(target).is_some_and(|(player, _)| player != me.index());
            if enemy && target / FILES != Self::goal(!me) {
                moves.push(Turn::new(from, to, Some(target)));
            }
        }
    }

    /// The kinds that meet in an attack: as the position tells, else as announced.
    fn fighters(&self, turn: Turn) -> Option<(u8, u8)> {
        let (attacker, attacked) = turn.announced();
        let kind = |square: u8, announced: u8| match self.kind(square) {
            0 => announced,
            kind => kind,
        };
        turn.target().map(|target| (kind(turn.from(), attacker), kind(target, attacked)))
    }

    fn left(&self, player: Player) -> usize {
        self.pieces[player.index()].iter().filter(|piece| piece.square != GONE).count()
    }
}

impl Game for Small {
    type Move = Turn;
    type Information = Hidden;
    type Evaluation = Rollouts;
    type Features = NoFeatures;

    const SET_UPS: &'static [SetUp<Self>] = &[SetUp {
        name: "dealt",
        self_play: 1.0,
        draw: |_, rng| {
            let all: Vec<Hand> = hands().collect();
            let mut hand = || all.choose(rng).copied().unwrap_or_default();
            Small::deal([hand(), hand()], TURNS)
        },
    }];

    fn rule_options() -> &'static [RuleOption] {
        &[]
    }

    fn start(_: &Rules) -> Self {
        Small::deal([[0; 4]; 2], TURNS)
    }

    fn with_rules(&self, _: &Rules) -> Self {
        *self
    }

    fn mover(&self) -> Player {
        if self.turn.is_multiple_of(2) { Player::One } else { Player::Two }
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = !self.mover();
        for player in [last, !last] {
            let theirs = &self.pieces[player.index()];
            if theirs.iter().any(|piece| piece.square / FILES == Self::goal(player)) {
                return Some(Outcome::Win(player));
            }
        }
        if let Some(&loser) = [!last, last].iter().find(|player| self.left(**player) == 0) {
            return Some(Outcome::Win(!loser));
        }
        if self.turn < self.horizon {
            return None;
        }
        Some(match self.left(Player::One).cmp(&self.left(Player::Two)) {
            std::cmp::Ordering::Greater => Outcome::Win(Player::One),
            std::cmp::Ordering::Less => Outcome::Win(Player::Two),
            std::cmp::Ordering::Equal => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut Vec<Turn>) {
        if self.outcome().is_some() {
            return;
        }
        let me = self.mover();
        let before = moves.len();
        for piece in self.pieces[me.index()].iter().filter(|piece| piece.square != GONE) {
            let from = piece.square;
            self.attacks(from, from, moves);
            let free = |square: &u8| self.at(*square).is_none();
            let one = Self::ahead(from, me).filter(|square| piece.unplayed && free(square));
            let two = one.and_then(|square| Self::ahead(square, me)).filter(free);
            for to in Self::around(from, me).filter(free).chain(two) {
                moves.push(Turn::new(from, to, None));
                self.attacks(from, to, moves);
            }
            if self.bartered[me.index()] == 0 {
                moves.push(Turn::barter(from));
            }
        }
        if moves.len() == before {
            moves.push(Turn::PASS);
        }
    }

    fn play(&mut self, turn: Turn) {
        let fighters = self.fighters(turn);
        let mover = self.at(turn.from());
        let target = turn.target().and_then(|target| self.at(target));
        self.turn += 1;
        let Some((me, i)) = mover.filter(|_| turn != Turn::PASS) else { return };
        if turn.is_barter() {
            let piece = &mut self.pieces[me][i];
            let out = (piece.kind, piece.public);
            (piece.kind, piece.public) = self.reserves[me];
            self.reserves[me] = out;
            self.bartered[me] = i as u8 + 1;
            return;
        }
        self.pieces[me][i].square = turn.to();
        self.pieces[me][i].unplayed = false;
        let (Some((attacker, attacked)), Some((enemy, j))) = (fighters, target) else { return };
        let square = self.pieces[enemy][j].square;
        for (player, piece, kind) in [(me, i, attacker), (enemy, j, attacked)] {
            let piece = &mut self.pieces[player][piece];
            (piece.kind, piece.public) = (kind, true);
        }
        if beats(attacker, attacked) {
            self.pieces[enemy][j].square = GONE;
            self.pieces[me][i].square = square;
        } else if beats(attacked, attacker) {
            self.pieces[me][i].square = GONE;
            self.pieces[enemy][j].square = turn.to();
            self.pieces[enemy][j].unplayed = false;
        }
    }

    fn key(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn without_draws(&self) -> Self {
        *self
    }
}

/// Who may know what: kinds are known to their owner until an attack reveals them. Every turn
/// is seen: with one piece in reserve, which piece is bartered tells all of the turn.
pub struct Hidden;

impl Information<Small> for Hidden {
    const HIDDEN: bool = true;

    fn view(position: &Small, observer: Observer) -> Small {
        let mut view = *position;
        for player in Player::BOTH.into_iter().filter(|&player| !observer.is(player)) {
            for piece in view.pieces[player.index()].iter_mut().filter(|piece| !piece.public) {
                piece.kind = 0;
            }
            let (kind, public) = &mut view.reserves[player.index()];
            *kind = if *public { *kind } else { 0 };
        }
        view
    }

    fn observed(position: &Small, turn: Turn, _: Observer) -> Turn {
        match position.fighters(turn) {
            Some((attacker, target)) => turn.announcing(attacker, target),
            None => turn,
        }
    }

    fn parse_observed(_: &Small, text: &str) -> Result<Turn, NotationError> {
        Err(NotationError::new(text, "nothing: the small game has no notation"))
    }

    fn is_complete(position: &Small) -> bool {
        Player::BOTH.iter().all(|&player| !position.kinds(player).contains(&0))
    }

    fn determinizations(position: &Small, about: Player) -> Vec<(Small, f32)> {
        let i = about.index();
        let known = position.kinds(about);
        let now = hands().map(|mut hand| {
            if let Some(bartered) = position.bartered[i].checked_sub(1) {
                hand.swap(usize::from(bartered), 3);
            }
            hand
        });
        let fits = |hand: &Hand| known.iter().zip(hand).all(|(&known, &kind)| known == 0 || known == kind);
        let filled = now.filter(fits).map(|hand| {
            let mut position = *position;
            position.pieces[i].iter_mut().zip(hand).for_each(|(piece, kind)| piece.kind = kind);
            position.reserves[i].0 = hand[3];
            (position, 1.0)
        });
        filled.collect()
    }

    fn meanings(position: &Small, observed: Turn, _: Player) -> Vec<Turn> {
        let fits = |square: u8, announced: u8| {
            let kind = position.kind(square);
            kind == 0 || announced == 0 || kind == announced
        };
        let (attacker, attacked) = observed.announced();
        let possible = |target: u8| fits(observed.from(), attacker) && fits(target, attacked);
        let possible = observed.target().is_none_or(possible);
        possible.then_some(observed).into_iter().collect()
    }

    fn chosen(observed: Turn) -> Turn {
        observed.plain()
    }

    fn join(position: &Small, other: &Small, player: Player) -> Small {
        let mut joined = *position;
        let i = player.index();
        joined.pieces[i] = other.pieces[i];
        joined.reserves[i] = other.reserves[i];
        joined
    }
}

impl HiddenPlay<Small> for Hidden {
    /// All that the mover has.
    fn bucket(position: &Small, _: Turn) -> u32 {
        position.kinds(position.mover()).iter().fold(0, |bucket, &kind| 4 * bucket + u32::from(kind))
    }
}

/// No knowledge at all: positions are played to the end at random.
pub struct Rollouts;

impl Evaluate<Small> for Rollouts {
    fn value(_: &Small) -> Value {
        Value { win: 0.5, draw: 0.0 }
    }

    fn logits(_: &Small, moves: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        logits.resize(moves.len(), 0.0);
    }

    fn rollout(position: &Small, rng: &mut Xoshiro256PlusPlus) -> Value {
        let mut next = *position;
        let mut moves = Vec::new();
        loop {
            match next.outcome() {
                Some(Outcome::Draw) => return Value::DRAW,
                Some(Outcome::Win(winner)) if winner == position.mover() => return Value::WIN,
                Some(Outcome::Win(_)) => return Value::LOSS,
                None => {}
            }
            moves.clear();
            next.legal_moves(&mut moves);
            next.play(moves.choose(rng).copied().unwrap_or(Turn::PASS));
        }
    }
}
