//! Hexapawn: three pawns a side on three by three squares. Pawns step forward and capture
//! diagonally forward; who gets a pawn to the far row or leaves the other without a move
//! wins.

use rand::Rng;
use sisku::games::{
    Evaluate, Game, MoveStep, NoFeatures, Notation, NotationError, Open, Outcome, PieceKind, Player,
    RuleOption, Rules, Scene, SetUp, Value,
};

/// A position: the squares of each player's pawns as bits (a1 is bit 0, c3 bit 8), and
/// whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hexapawn {
    pawns: [u16; 2],
    mover: Player,
}

/// A move: the square it begins on, and the one it ends on times 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(u32);

impl From<Step> for u32 {
    fn from(step: Step) -> u32 {
        step.0
    }
}

impl From<u32> for Step {
    fn from(packed: u32) -> Step {
        Step(packed)
    }
}

impl Step {
    fn from_to(from: usize, to: usize) -> Step {
        Step((from | to << 4) as u32)
    }

    fn ends(self) -> (usize, usize) {
        ((self.0 & 15) as usize, (self.0 >> 4) as usize)
    }
}

impl Hexapawn {
    /// The far row, as bits.
    fn goal(player: Player) -> u16 {
        if player == Player::One { 0b111_000_000 } else { 0b000_000_111 }
    }

    /// Hands every step of the mover to `emit`.
    fn each_step(&self, mut emit: impl FnMut(Step)) {
        let [own, other] = [self.pawns[self.mover.index()], self.pawns[(!self.mover).index()]];
        for from in (0..9usize).filter(|from| own >> from & 1 == 1) {
            let (row, column) = (from / 3, from % 3);
            let row = if self.mover == Player::One { row + 1 } else { row.wrapping_sub(1) };
            for to_column in (0..3).filter(|_| row < 3) {
                let to = 3 * row + to_column;
                let (is_own, is_other) = (own >> to & 1 == 1, other >> to & 1 == 1);
                let fits = match column.abs_diff(to_column) {
                    0 => !is_own && !is_other,
                    1 => is_other,
                    _ => false,
                };
                if fits {
                    emit(Step::from_to(from, to));
                }
            }
        }
    }
}

impl Game for Hexapawn {
    type Move = Step;
    type Information = Open;
    type Evaluation = Even;
    type Features = NoFeatures;

    const SET_UPS: &'static [SetUp<Self>] = &[SetUp {
        name: "classic",
        self_play: 1.0,
        draw: |rules: &Rules, _: &mut dyn Rng| Self::start(rules),
    }];

    fn rule_options() -> &'static [RuleOption] {
        &[]
    }

    fn start(_: &Rules) -> Self {
        Hexapawn { pawns: [Self::goal(Player::Two), Self::goal(Player::One)], mover: Player::One }
    }

    fn with_rules(&self, _: &Rules) -> Self {
        *self
    }

    fn mover(&self) -> Player {
        self.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = !self.mover;
        let mut can_move = false;
        self.each_step(|_| can_move = true);
        let won = self.pawns[last.index()] & Self::goal(last) != 0 || !can_move;
        won.then_some(Outcome::Win(last))
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        if self.outcome().is_none() {
            self.each_step(|step| moves.push(step));
        }
    }

    fn play(&mut self, step: Step) {
        let (from, to) = step.ends();
        self.pawns[self.mover.index()] ^= 1 << from | 1 << to;
        self.pawns[(!self.mover).index()] &= !(1 << to);
        self.mover = !self.mover;
    }

    fn key(&self) -> u64 {
        u64::from(self.pawns[0]) | u64::from(self.pawns[1]) << 16 | (self.mover.index() as u64) << 32
    }

    fn without_draws(&self) -> Self {
        *self
    }
}

/// No opinion: the search finds out by itself.
pub struct Even;

impl Evaluate<Hexapawn> for Even {
    fn value(_: &Hexapawn) -> Value {
        Value { win: 0.5, draw: 0.0 }
    }

    fn logits(_: &Hexapawn, moves: &[Step], logits: &mut Vec<f32>) {
        logits.clear();
        logits.resize(moves.len(), 0.0);
    }
}

impl Hexapawn {
    fn letter(&self, square: usize) -> char {
        match self.pawns.map(|pawns| pawns >> square & 1 == 1) {
            [true, _] => 'P',
            [_, true] => 'p',
            _ => '.',
        }
    }

    fn name(square: usize) -> String {
        format!("{}{}", ["a", "b", "c"][square % 3], square / 3 + 1)
    }
}

impl Notation for Hexapawn {
    /// Three rows of `P`, `p` and `.`, the far one first, and `w` or `b`.
    fn from_fen(text: &str, _: &Rules) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "a position such as ppp/.../PPP w");
        let (board, side) = text.split_once(' ').ok_or_else(wrong)?;
        let mover = match side {
            "w" => Player::One,
            "b" => Player::Two,
            _ => return Err(NotationError::new(side, "side w or b")),
        };
        let rows: Vec<&str> = board.split('/').rev().collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
            return Err(wrong());
        }
        let mut pawns = [0; 2];
        for (square, letter) in rows.concat().chars().enumerate() {
            match letter {
                'P' => pawns[0] |= 1 << square,
                'p' => pawns[1] |= 1 << square,
                '.' => {}
                _ => return Err(NotationError::new(letter, "a pawn P or p, or '.'")),
            }
        }
        Ok(Hexapawn { pawns, mover })
    }

    fn fen(&self) -> String {
        let side = if self.mover == Player::One { 'w' } else { 'b' };
        format!("{} {side}", self.diagram().replace('\n', "/"))
    }

    fn diagram(&self) -> String {
        let row = |row: usize| (3 * row..3 * row + 3).map(|square| self.letter(square)).collect::<String>();
        [row(2), row(1), row(0)].join("\n")
    }

    fn parse_move(&self, text: &str) -> Result<Step, NotationError> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let found = moves.into_iter().find(|&step| self.ugi_move(step) == text);
        found.ok_or_else(|| NotationError::new(text, "a legal move such as a1a2"))
    }

    fn ugi_move(&self, step: Step) -> String {
        let (from, to) = step.ends();
        Self::name(from) + &Self::name(to)
    }

    fn native_move(&self, step: Step) -> String {
        self.ugi_move(step)
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self);
        for square in 0..9 {
            let goal = Player::BOTH.into_iter().find(|&player| Self::goal(player) >> square & 1 == 1);
            scene.add_square(Self::name(square), (square % 3, square / 3), goal);
            for player in Player::BOTH.into_iter().filter(|p| self.pawns[p.index()] >> square & 1 == 1) {
                scene.add_piece(Self::name(square), player, PieceKind::new('P', "pawn"));
            }
        }
        scene
    }

    fn move_steps(&self, step: Step) -> Vec<MoveStep> {
        let (from, to) = step.ends();
        vec![MoveStep::piece(Self::name(from), Self::name(to))]
    }
}
