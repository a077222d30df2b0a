//! A game as small as a hidden-piece game can be, so that what a strategy gives away can be
//! computed: two files, five ranks; of a rock, a paper and scissors each player puts two on
//! the second rank, dealt secretly. Moves and attacks are those of Bloch's game without the
//! double step and barter; the first piece in the enemy camp wins, so does who has taken
//! both; five turns, then it is a draw. The rules text does not say all of this: of the
//! readings tried this one gives uniform play the exploitability that is named there.

use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::{
    Game, Evaluate, NoFeatures, NotationError, Outcome, Player, Policy, Observer, RuleOption, Rules, SetUp,
    Value, World,
};

/// Turns of both players together.
pub const TURNS: u8 = 5;
const FILES: u8 = 2;
const SQUARES: u8 = 10;
/// Where a piece is that was taken.
const GONE: u8 = 15;
/// 0 is an unknown kind; the others go round: each is beaten by the next.
pub const KINDS: [u8; 3] = [1, 2, 3];

fn beats(kind: u8, other: u8) -> bool {
    kind != 0 && other != 0 && kind == other % 3 + 1
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    square: u8,
    pub kind: u8,
    public: bool,
}

/// A position of the tiny game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiny {
    pub pieces: [[Piece; 2]; 2],
    turn: u8,
}

/// A turn: from, to, target plus one, the kinds said aloud; four bits each.
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
    fn part(self, i: u32) -> u8 {
        (self.0 >> (4 * i) & 15) as u8
    }

    fn plain(self) -> Turn {
        Turn(self.0 & 0xFFF)
    }

    fn target(self) -> Option<u8> {
        self.part(2).checked_sub(1)
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

    pub fn kinds(&self, player: Player) -> [u8; 2] {
        self.pieces[player.index()].map(|piece| piece.kind)
    }

    fn at(&self, square: u8) -> Option<(usize, usize)> {
        let places = [(0, 0), (0, 1), (1, 0), (1, 1)];
        places.into_iter().find(|&(player, i)| self.pieces[player][i].square == square)
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
                moves.push(Turn(u32::from(from) | u32::from(to) << 4 | u32::from(target + 1) << 8));
            }
        }
    }

    fn fighters(&self, turn: Turn) -> Option<(u8, u8)> {
        let kind = |square: u8, said: u8| {
            let kind = self.at(square).map_or(0, |(player, i)| self.pieces[player][i].kind);
            if kind == 0 { said } else { kind }
        };
        turn.target().map(|target| (kind(turn.part(0), turn.part(3)), kind(target, turn.part(4))))
    }
}

impl Game for Tiny {
    type Move = Turn;
    type Knowledge = Rollouts;
    type Features = NoFeatures;
    const HIDDEN: bool = true;

    fn rule_options() -> &'static [RuleOption] {
        &[]
    }
    fn start(_: &Rules) -> Self {
        Tiny::deal([[0; 2]; 2])
    }
    fn set_up(_: SetUp, _: &Rules, _: &mut dyn Rng) -> Option<Self> {
        None
    }
    fn parse(text: &str, _: &Rules) -> Result<Self, NotationError> {
        Err(NotationError::new(text, "nothing: this game is not read"))
    }
    fn notation(&self) -> String {
        format!("{self:?}")
    }
    fn diagram(&self) -> String {
        self.fen()
    }
    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        text.parse().map(Turn).map_err(|_| NotationError::new(text, "a number"))
    }
    fn ugi_move(&self, turn: Turn) -> String {
        turn.0.to_string()
    }
    fn native_move(&self, turn: Turn) -> String {
        turn.0.to_string()
    }

    fn view(&self, reader: Reader) -> Self {
        let mut view = *self;
        for player in [Player::One, Player::Two].into_iter().filter(|&player| !reader.is(player)) {
            for piece in view.pieces[player.index()].iter_mut().filter(|piece| !piece.public) {
                piece.kind = 0;
            }
        }
        view
    }

    fn told(&self, turn: Turn, _: Reader) -> Turn {
        match self.fighters(turn) {
            Some((attacker, target)) => {
                Turn(turn.plain().0 | u32::from(attacker) << 12 | u32::from(target) << 16)
            }
            None => turn,
        }
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
                moves.push(Turn(u32::from(from) | u32::from(to) << 4));
                self.attacks(from, to, moves);
            }
        }
        if moves.len() == before {
            moves.push(Turn(0));
        }
    }

    fn play(&mut self, turn: Turn) {
        let fighters = self.fighters(turn);
        let mover = self.at(turn.part(0));
        let target = turn.target().and_then(|target| self.at(target));
        self.turn += 1;
        let Some((me, i)) = mover.filter(|_| turn.0 != 0) else { return };
        self.pieces[me][i].square = turn.part(1);
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
            self.pieces[enemy][j].square = turn.part(1);
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

/// No knowledge at all: positions are played to the end at random.
#[derive(Default)]
pub struct Rollouts;

impl Knowledge<Tiny> for Rollouts {
    fn value(&self, _: &Tiny) -> Value {
        Value { win: 0.5, draw: 0.0 }
    }

    fn logits(&self, _: &Tiny, moves: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        logits.resize(moves.len(), 0.0);
    }

    fn completions(&self, position: &Tiny, about: Player) -> Vec<World<Tiny>> {
        let mut worlds = Vec::new();
        let known = position.kinds(about);
        for kinds in hands() {
            if (0..2).all(|i| known[i] == 0 || known[i] == kinds[i]) {
                let mut position = *position;
                (0..2).for_each(|i| position.pieces[about.index()][i].kind = kinds[i]);
                worlds.push(World::new(position, 1.0));
            }
        }
        normalised(worlds)
    }

    fn learn(&self, worlds: &mut Vec<World<Tiny>>, told: Turn, _: Player, _: &Policy<'_, Tiny>) {
        let said = |world: &World<Tiny>| {
            let same = |square: u8, said: u8| {
                let kind = world.position.at(square).map_or(0, |(p, i)| world.position.pieces[p][i].kind);
                kind == 0 || said == 0 || kind == said
            };
            told.target().is_none_or(|target| same(told.part(0), told.part(3)) && same(target, told.part(4)))
        };
        worlds.retain(said);
        worlds.iter_mut().for_each(|world| world.position.play(told));
        *worlds = normalised(std::mem::take(worlds));
    }

    fn join(&self, position: &Tiny, other: &Tiny, player: Player) -> Tiny {
        let mut joined = *position;
        joined.pieces[player.index()] = other.pieces[player.index()];
        joined
    }

    fn secret(&self, position: &Tiny, _: Turn) -> u32 {
        let [a, b] = position.kinds(position.mover());
        u32::from(a) * 4 + u32::from(b)
    }

    fn play_out(&self, position: &Tiny, rng: &mut Xoshiro256PlusPlus) -> Value {
        let mut next = *position;
        let mut moves = Vec::new();
        let outcome = loop {
            if let Some(outcome) = next.outcome() {
                break outcome;
            }
            moves.clear();
            next.legal_moves(&mut moves);
            next.play(*moves.choose(rng).expect("not over"));
        };
        match outcome {
            Outcome::Draw => Value { win: 0.0, draw: 1.0 },
            Outcome::Win(winner) => Value { win: f32::from(u8::from(winner == position.mover())), draw: 0.0 },
        }
    }
}

/// All that a player may be dealt.
pub fn hands() -> impl Iterator<Item = [u8; 2]> {
    let pairs = KINDS.into_iter().flat_map(|a| KINDS.into_iter().map(move |b| [a, b]));
    pairs.filter(|[a, b]| a != b)
}

fn normalised(mut worlds: Vec<World<Tiny>>) -> Vec<World<Tiny>> {
    let even = 1.0 / worlds.len().max(1) as f32;
    worlds.iter_mut().for_each(|world| world.weight = even);
    worlds
}
