//! A game as small as a hidden-piece game can be, so that the exploitability of a strategy
//! can be computed: two files, five ranks; of a rock, a paper and scissors each player puts
//! two on the second rank, dealt secretly. Moves and attacks are those of Bloch's game
//! without the double step and barter; the first piece in the enemy camp wins, so does who
//! has taken both; five turns, then it is a draw. The rules text does not say all of this:
//! of the readings tried this one gives uniform play the exploitability that is named there.

#[cfg(test)]
mod tests;

use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::{IndexedRandom, IteratorRandom};
use sisku::games::{
    Evaluate, Game, HiddenPlay, Information, NoFeatures, Notation, NotationError, Observer, Outcome, Player,
    RuleOption, Rules, SetUp, Value,
};
use std::fmt::Write;

/// Turns of both players together.
const TURNS: u8 = 5;
const FILES: u8 = 2;
const SQUARES: u8 = 10;
/// Where a piece is that was taken.
const GONE: u8 = 15;
/// 0 is an unknown kind; the others go round: each is beaten by the next.
const KINDS: [u8; 3] = [1, 2, 3];
/// The letters of the kinds, by their numbers.
const LETTERS: &str = "?RPS";

fn beats(kind: u8, other: u8) -> bool {
    kind != 0 && other != 0 && kind == other % 3 + 1
}

/// All that a player may be dealt.
pub fn hands() -> impl Iterator<Item = [u8; 2]> {
    let pairs = KINDS.into_iter().flat_map(|a| KINDS.into_iter().map(move |b| [a, b]));
    pairs.filter(|[a, b]| a != b)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Piece {
    square: u8,
    kind: u8,
    public: bool,
}

/// A position of the tiny game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiny {
    pieces: [[Piece; 2]; 2],
    turn: u8,
}

/// A turn: from, to, target plus one, the kinds announced; four bits each. 0 is a pass.
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

    fn new(from: u8, to: u8, target: Option<u8>) -> Turn {
        let target = target.map_or(0, |target| target + 1);
        Turn(u32::from(from) | u32::from(to) << 4 | u32::from(target) << 8)
    }

    fn announcing(self, attacker: u8, target: u8) -> Turn {
        Turn(self.plain().0 | u32::from(attacker) << 12 | u32::from(target) << 16)
    }

    /// Without what was announced.
    fn plain(self) -> Turn {
        Turn(self.0 & 0xFFF)
    }

    fn part(self, i: u32) -> u8 {
        (self.0 >> (4 * i) & 15) as u8
    }

    fn from(self) -> u8 {
        self.part(0)
    }

    fn to(self) -> u8 {
        self.part(1)
    }

    fn target(self) -> Option<u8> {
        self.part(2).checked_sub(1)
    }

    /// The kinds announced, the attacker's first.
    fn announced(self) -> (u8, u8) {
        (self.part(3), self.part(4))
    }
}

impl Tiny {
    /// Set up with these kinds, files a and b of each player; 0 for unknown ones.
    pub fn deal(kinds: [[u8; 2]; 2]) -> Tiny {
        let piece = |player: usize, file: usize| Piece {
            square: [2, 6][player] + file as u8,
            kind: kinds[player][file],
            public: false,
        };
        Tiny { pieces: [0, 1].map(|player| [piece(player, 0), piece(player, 1)]), turn: 0 }
    }

    /// The kinds of a player's pieces, 0 for unknown ones.
    pub fn kinds(&self, player: Player) -> [u8; 2] {
        self.pieces[player.index()].map(|piece| piece.kind)
    }

    /// The ranks that each piece on the board has come ahead.
    pub fn progress(&self, player: Player) -> impl Iterator<Item = u8> {
        let pieces = self.pieces[player.index()].iter().filter(|piece| piece.square != GONE);
        pieces.map(move |piece| (piece.square / FILES).abs_diff(Self::goal(!player)))
    }

    fn at(&self, square: u8) -> Option<(usize, usize)> {
        let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
        places.into_iter().find(|&(player, i)| self.pieces[player][i].square == square)
    }

    fn kind(&self, square: u8) -> u8 {
        self.at(square).map_or(0, |(player, i)| self.pieces[player][i].kind)
    }

    /// The rank that a player wants to reach.
    fn goal(player: Player) -> u8 {
        if player == Player::One { 4 } else { 0 }
    }

    /// Squares next to one, the one ahead first.
    fn around(square: u8, player: Player) -> impl Iterator<Item = u8> {
        let forward = Self::ahead(square, player);
        let back = Self::ahead(square, !player);
        forward.into_iter().chain(back).chain([square ^ 1])
    }

    fn ahead(square: u8, player: Player) -> Option<u8> {
        match player {
            Player::One => Some(square + FILES).filter(|&s| s < SQUARES),
            Player::Two => square.checked_sub(FILES),
        }
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
}

impl Game for Tiny {
    type Move = Turn;
    type Information = Hidden;
    type Evaluation = Rollouts;
    type Features = NoFeatures;

    const SET_UPS: &'static [SetUp<Self>] =
        &[SetUp { name: "dealt", self_play: 1.0, draw: |_, rng| Tiny::deal([dealt(rng), dealt(rng)]) }];

    fn rule_options() -> &'static [RuleOption] {
        &[]
    }

    fn start(_: &Rules) -> Self {
        Tiny::deal([[0; 2]; 2])
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
        let gone = |player: &Player| self.pieces[player.index()].iter().all(|piece| piece.square == GONE);
        if let Some(&loser) = [!last, last].iter().find(|player| gone(player)) {
            return Some(Outcome::Win(!loser));
        }
        (self.turn >= TURNS).then_some(Outcome::Draw)
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
            for to in Self::around(from, me).filter(|&to| self.at(to).is_none()) {
                moves.push(Turn::new(from, to, None));
                self.attacks(from, to, moves);
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
        self.pieces[me][i].square = turn.to();
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

fn dealt(rng: &mut dyn Rng) -> [u8; 2] {
    hands().choose(rng).unwrap_or([0; 2])
}

/// Who may know what: kinds are known to their owner until an attack reveals them.
pub struct Hidden;

impl Information<Tiny> for Hidden {
    const HIDDEN: bool = true;

    fn view(position: &Tiny, observer: Observer) -> Tiny {
        let mut view = *position;
        for player in Player::BOTH.into_iter().filter(|&player| !observer.is(player)) {
            for piece in view.pieces[player.index()].iter_mut().filter(|piece| !piece.public) {
                piece.kind = 0;
            }
        }
        view
    }

    fn observed(position: &Tiny, turn: Turn, _: Observer) -> Turn {
        match position.fighters(turn) {
            Some((attacker, target)) => turn.announcing(attacker, target),
            None => turn,
        }
    }

    fn parse_observed(position: &Tiny, text: &str) -> Result<Turn, NotationError> {
        let Some((plain, announced)) = text.split_once('=') else { return position.parse_move(text) };
        let turn = position.parse_move(plain)?;
        let mut kinds = announced.chars().map(|letter| LETTERS.find(letter));
        match (turn.target(), kinds.next(), kinds.next(), kinds.next()) {
            (Some(_), Some(Some(attacker)), Some(Some(target)), None) => {
                Ok(turn.announcing(attacker as u8, target as u8))
            }
            _ => Err(NotationError::new(text, "the two kinds of an attack after '='")),
        }
    }

    fn is_complete(position: &Tiny) -> bool {
        Player::BOTH.iter().all(|&player| !position.kinds(player).contains(&0))
    }

    fn determinizations(position: &Tiny, about: Player) -> Vec<(Tiny, f32)> {
        let known = position.kinds(about);
        let fits = |hand: &[u8; 2]| (0..2).all(|i| known[i] == 0 || known[i] == hand[i]);
        let filled = hands().filter(fits).map(|hand| {
            let mut position = *position;
            (0..2).for_each(|i| position.pieces[about.index()][i].kind = hand[i]);
            (position, 1.0)
        });
        filled.collect()
    }

    fn meanings(position: &Tiny, observed: Turn, _: Player) -> Vec<Turn> {
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

    fn join(position: &Tiny, other: &Tiny, player: Player) -> Tiny {
        let mut joined = *position;
        joined.pieces[player.index()] = other.pieces[player.index()];
        joined
    }
}

impl HiddenPlay<Tiny> for Hidden {
    /// The whole hand: there are few.
    fn bucket(position: &Tiny, _: Turn) -> u32 {
        let [a, b] = position.kinds(position.mover());
        u32::from(a) * 4 + u32::from(b)
    }
}

/// No knowledge at all: positions are played to the end at random.
pub struct Rollouts;

impl Evaluate<Tiny> for Rollouts {
    fn value(_: &Tiny) -> Value {
        Value { win: 0.5, draw: 0.0 }
    }

    fn logits(_: &Tiny, moves: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        logits.resize(moves.len(), 0.0);
    }

    fn rollout(position: &Tiny, rng: &mut Xoshiro256PlusPlus) -> Value {
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

fn square_name(square: u8) -> String {
    match square {
        GONE => "--".to_string(),
        _ => format!("{}{}", char::from(b'a' + square % FILES), square / FILES + 1),
    }
}

fn square_of(name: &str) -> Option<u8> {
    (0..SQUARES).chain([GONE]).find(|&square| square_name(square) == name)
}

/// The letter of a kind: capital for player one.
fn letter(player: usize, kind: u8) -> char {
    let letter = char::from(LETTERS.as_bytes()[usize::from(kind)]);
    if player == 0 { letter } else { letter.to_ascii_lowercase() }
}

impl Notation for Tiny {
    /// Four pieces, player one's first, and the number of turns played: a letter, `?` for
    /// an unknown kind; the square, `--` for a piece that was taken; `*` if everybody knows it.
    fn from_fen(text: &str, _: &Rules) -> Result<Self, NotationError> {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let &[a, b, c, d, turn] = &tokens[..] else {
            return Err(NotationError::new(text, "four pieces and the number of turns"));
        };
        let mut position = Tiny::deal([[0; 2]; 2]);
        for (i, token) in [a, b, c, d].into_iter().enumerate() {
            let (player, place) = (i / 2, i % 2);
            let shown = token.strip_suffix('*');
            let parts = shown.unwrap_or(token).split_at_checked(1);
            let kind = |text: &str| (0..4).find(|&kind| text == letter(player, kind).to_string());
            let piece = parts.and_then(|(kind_text, square)| {
                Some(Piece { square: square_of(square)?, kind: kind(kind_text)?, public: shown.is_some() })
            });
            position.pieces[player][place] =
                piece.ok_or_else(|| NotationError::new(token, "a piece such as Ra2, ?-- or s*b4"))?;
        }
        position.turn = turn
            .parse()
            .ok()
            .filter(|&turn| turn <= TURNS)
            .ok_or_else(|| NotationError::new(turn, format!("a number of turns up to {TURNS}")))?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = String::new();
        for (player, pieces) in self.pieces.iter().enumerate() {
            for piece in pieces {
                let (letter, square) = (letter(player, piece.kind), square_name(piece.square));
                let _ = write!(text, "{letter}{square}{} ", if piece.public { "*" } else { "" });
            }
        }
        text + &self.turn.to_string()
    }

    fn diagram(&self) -> String {
        let cell = |square: u8| self.at(square).map_or('.', |(p, i)| letter(p, self.pieces[p][i].kind));
        let row = |rank: u8| format!("{} {} {}", rank + 1, cell(rank * FILES), cell(rank * FILES + 1));
        let rows: Vec<String> = (0..SQUARES / FILES).rev().map(row).collect();
        format!("{}\n  a b", rows.join("\n"))
    }

    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let legal = moves.into_iter().find(|&turn| self.ugi_move(turn) == text);
        legal.ok_or_else(|| NotationError::new(text, "a legal turn"))
    }

    /// `a2a3`, `a3xa4`, `a2a3xa4`, `0000` for a pass; `=RS` after an attack for what was announced.
    fn ugi_move(&self, turn: Turn) -> String {
        if turn == Turn::PASS {
            return "0000".to_string();
        }
        let mut text = square_name(turn.from());
        if turn.to() != turn.from() {
            text += &square_name(turn.to());
        }
        if let Some(target) = turn.target() {
            text += &format!("x{}", square_name(target));
        }
        if turn != turn.plain() {
            let (attacker, attacked) = turn.announced();
            text.extend(['=', letter(0, attacker), letter(0, attacked)]);
        }
        text
    }

    fn native_move(&self, turn: Turn) -> String {
        self.ugi_move(turn)
    }
}
