//! The games: rules, notation and game knowledge behind one small trait.
//!
//! Everything above this room is generic over [`Game`]. To add a game, write one
//! module with a type that implements it and add one line to the list of
//! variants at the end of this file.

pub mod bloch;
mod error;
mod features;
pub mod hex;
pub mod jersi;
mod packed;
pub mod perft;
pub mod pijersi;
mod record;
mod rows;
mod rules;

pub use error::NotationError;
pub(crate) use features::{FeatureList, MoveFeatureList};
pub use features::{Features, MAX_ACTIVE, MAX_MOVE_ACTIVE, NoFeatures};
pub use record::Record;
pub use rules::{RuleOption, Rules};

use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use std::fmt::Debug;
use std::ops::Not;

/// One of the two players; player one moves first in the usual start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    One,
    Two,
}

impl Player {
    /// 0 for player one, 1 for player two.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Player;

    #[inline(always)]
    fn not(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }
}

/// Somebody to whom a game is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// A player, who knows its own secrets.
    Player(Player),
    /// Somebody who knows no secrets.
    Public,
}

impl Reader {
    /// Whether it is this player who reads.
    pub fn is(self, player: Player) -> bool {
        self == Reader::Player(player)
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win(Player),
    Draw,
}

/// A way to set up the pieces before the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUp {
    /// The game's usual start position.
    Classic,
    /// Player one at random, player two its central reflection.
    HalfRandom,
    /// Both players at random, each on its own.
    FullRandom,
}

impl SetUp {
    pub const ALL: [SetUp; 3] = [SetUp::Classic, SetUp::HalfRandom, SetUp::FullRandom];

    /// The name users type.
    pub const fn name(self) -> &'static str {
        match self {
            SetUp::Classic => "classic",
            SetUp::HalfRandom => "half-random",
            SetUp::FullRandom => "full-random",
        }
    }
}

/// What a position is worth to the player who decides in it, as probabilities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    pub win: f32,
    pub draw: f32,
}

impl Value {
    /// An estimate for a game that long quiet play between equals makes a draw: from a
    /// score, the share of draws at its start, and the quiet turns so far of those
    /// allowed (0 for no limit).
    pub fn estimate(score: f32, draws: f32, (quiet, limit): (u16, u16)) -> Value {
        let quiet = if limit == 0 { 0.0 } else { f32::from(quiet) / f32::from(limit) };
        let draws = draws + 0.5 * quiet * quiet * quiet;
        let score = score * (1.0 - draws) + 0.5 * draws;
        let draw = draws * 4.0 * score * (1.0 - score);
        Value { win: score - draw / 2.0, draw }
    }

    /// The expected score: a win is 1, a draw one half.
    pub fn score(self) -> f32 {
        self.win + 0.5 * self.draw
    }
}

/// A position of a game together with the rules that govern it.
///
/// Moves are small copyable values that only mean something in the position
/// they were generated for. The player who decides next is [`Game::mover`]:
/// nothing above this trait assumes that players alternate.
pub trait Game: Clone + Send + Sync + Sized + 'static {
    /// A whole decision, packed into 32 bits so that trees stay small.
    type Move: Copy + Eq + Debug + Send + Sync + Into<u32> + From<u32> + 'static;
    /// What is known of the game beyond its rules.
    type Knowledge: Knowledge<Self> + Default + 'static;
    /// The features of the game's nets; [`NoFeatures`] for a game without.
    type Features: Features<Self>;

    /// Whether players have secrets from each other. Then a position may be one of
    /// which not everything is known, see [`Game::view`].
    const HIDDEN: bool = false;
    /// How many moves a player's time is best shared out among, whenever it is asked.
    const MOVES_LEFT: f32 = 18.0;

    /// The rules that users may change.
    fn rule_options() -> &'static [RuleOption];
    /// The usual start position.
    fn start(rules: &Rules) -> Self;
    /// A start position of the given kind, or `None` if the game has no such set-up.
    fn set_up(kind: SetUp, rules: &Rules, rng: &mut dyn Rng) -> Option<Self>;

    /// Reads a position in the game's notation, or as [`Game::native_position`] writes it.
    fn parse(text: &str, rules: &Rules) -> Result<Self, NotationError>;
    /// Writes the position in the game's notation.
    fn notation(&self) -> String;
    /// Writes the position as people note it at the head of a game, or `None` if
    /// that form cannot tell all of it or the game has none.
    fn native_position(&self) -> Option<String> {
        None
    }
    /// Draws the board with its coordinates, several lines without a final line break.
    fn diagram(&self) -> String;
    /// Counters and the like for people: what they count and where they stand.
    fn counters(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Reads a legal move, in the UGI or the native form.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;
    /// Writes a legal move as UGI carries it.
    fn ugi_move(&self, mv: Self::Move) -> String;
    /// Writes a legal move as people do.
    fn native_move(&self, mv: Self::Move) -> String;

    /// The position without what the reader may not know.
    fn view(&self, _reader: Reader) -> Self {
        self.clone()
    }
    /// The same where a game begins with this position, so that the reader was told of
    /// nothing that came before.
    fn first_view(&self, reader: Reader) -> Self {
        self.view(reader)
    }
    /// A legal move as the reader is told of it, after which [`Game::play`] brings its
    /// view to where the game stands.
    fn told(&self, mv: Self::Move, _reader: Reader) -> Self::Move {
        mv
    }
    /// Reads a move as somebody was told of it; where everything is known, a legal move.
    fn parse_told(&self, text: &str) -> Result<Self::Move, NotationError> {
        self.parse_move(text)
    }

    /// The player who decides next.
    fn mover(&self) -> Player;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// How a finished game came to its end, in a word or two.
    fn ending(&self) -> &'static str {
        "rules"
    }
    /// Appends the legal moves, in an order that depends on the position only.
    /// A finished game has none.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);
    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);
    /// A hash of what bears on the rest of the game. Counters towards a draw are part
    /// of it only when the draw is near: who keeps proofs under it has to check that
    /// they are shorter than that.
    fn key(&self) -> u64;

    /// How many legal moves there are; games count faster than they list.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }
    /// The position with rules of drawn-out games switched off, as perft counts it.
    fn without_draws(&self) -> Self;

    /// Whether the mover has a move that wins at once. May miss rare ways to win,
    /// never claims one that is not there.
    fn can_win_now(&self) -> bool {
        self.winning_move().is_some()
    }
    /// A move that wins at once, by trial.
    fn winning_move(&self) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let mut next = self.clone();
            next.play(mv);
            next.outcome() == Some(Outcome::Win(self.mover()))
        })
    }
    /// Whether the other player threatens to win at once, so that it is worth while to
    /// look at every move of the mover for what it does about that. A hint that saves
    /// or costs time, and changes no result.
    fn opponent_may_win_next(&self) -> bool {
        true
    }
}

/// What is known of a game beyond its rules: how good a position is and which
/// moves deserve attention. Hand-made and learned evaluations alike.
pub trait Knowledge<G: Game>: Send + Sync {
    /// What an unfinished position is worth to its mover.
    fn value(&self, position: &G) -> Value;
    /// Writes one logit per move into `logits` (cleared first): the higher, the
    /// more attention; a softmax turns them into priors.
    fn logits(&self, position: &G, moves: &[G::Move], logits: &mut Vec<f32>);

    // What follows is for games in which players have secrets.

    /// The positions that a reader who knows no more than this one has to reckon with,
    /// the secrets of one player filled in, each with its weight.
    fn completions(&self, position: &G, _about: Player) -> Vec<World<G>> {
        vec![World::new(position.clone(), 1.0)]
    }
    /// The same with the secrets of both players filled in; a part of them if they are
    /// very many.
    fn worlds(&self, position: &G) -> Vec<World<G>> {
        let mut worlds = Vec::new();
        for theirs in self.completions(position, !position.mover()) {
            let both = self.completions(&theirs.position, position.mover());
            let step = both.len().div_ceil(MOST_COMPLETIONS);
            worlds.extend(both.into_iter().step_by(step.max(1)).map(|mut world| {
                world.weight *= theirs.weight;
                world
            }));
        }
        worlds
    }
    /// Brings such worlds up to date by a move that was told: drops those that the move
    /// rules out, weighs the others by how likely the move was in them, and plays it.
    /// `thinks` tells how a player chooses who thinks.
    fn learn(&self, worlds: &mut Vec<World<G>>, told: G::Move, _about: Player, _thinks: &Policy<'_, G>) {
        worlds.iter_mut().for_each(|world| world.position.play(told));
    }
    /// The first of two positions that look alike, with the secrets that a player has in
    /// the other.
    fn join(&self, position: &G, _other: &G, _player: Player) -> G {
        position.clone()
    }
    /// Which of the mover's secrets bears on a move, as a small number: what is known of
    /// the move with one secret says little about the same move with another.
    fn secret(&self, _position: &G, _mv: G::Move) -> u32 {
        0
    }
    /// Like [`Knowledge::logits`], for how a player chooses who does not think but has a
    /// habit, in a position as that player sees it.
    fn habit(&self, _habit: usize, view: &G, moves: &[G::Move], logits: &mut Vec<f32>) {
        self.logits(view, moves, logits);
    }
    /// A guess at what an unfinished position, of which all is known here but not to the
    /// players, is worth to its mover: by playing on in some way, or by its value.
    fn play_out(&self, position: &G, _rng: &mut Xoshiro256PlusPlus) -> Value {
        self.value(position)
    }
    /// Such a guess for a player whose opponent has a habit, from 0 to 1, if there is a
    /// better one than for those who think.
    fn against(&self, _habit: usize, _position: &G, _player: Player) -> Option<f32> {
        None
    }
    /// A move drawn from a mixture, in a position where any move that can be foreseen
    /// is a bad one.
    fn draw(&self, _position: &G, _rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        None
    }
}

/// Whether nothing of a position is left open.
pub fn is_complete<G: Game>(position: &G) -> bool {
    let only =
        |worlds: &[World<G>]| matches!(worlds, [world] if world.position.notation() == position.notation());
    !G::HIDDEN || only(&G::Knowledge::default().worlds(position))
}

/// Writes one logit per move, as [`Knowledge::logits`] does, in a position as its mover
/// sees it.
pub type Policy<'a, G> = dyn Fn(&G, &[<G as Game>::Move], &mut Vec<f32>) + 'a;

/// Of a reader who knows neither player's secrets, so many of the one's are tried with
/// each of the other's.
const MOST_COMPLETIONS: usize = 6;

/// Ways to choose moves that an opponent is compared with, the first that of one who
/// thinks.
pub const HABITS: usize = 3;

/// A full position that a player who does not see everything thinks possible.
#[derive(Clone, Debug, PartialEq)]
pub struct World<G> {
    pub position: G,
    /// How likely it is; the weights of all worlds add up to 1 or less.
    pub weight: f32,
    /// If it is so, how likely the player with the secrets has each habit.
    pub habits: [f32; HABITS],
}

impl<G> World<G> {
    /// A world whose player is sure to think.
    pub fn new(position: G, weight: f32) -> Self {
        let mut habits = [0.0; HABITS];
        habits[0] = 1.0;
        World { position, weight, habits }
    }
}

/// Something to do with a variant's static type; see [`Variant::visit`].
pub trait Visitor {
    type Output;
    fn visit<G: Game>(self) -> Self::Output;
}

/// Writes the run-time list of variants: identifier, name, title and type of each.
macro_rules! variants {
    ($($id:ident: $name:literal, $title:literal, $game:ty;)*) => {
        /// The games that can be played, by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant { $(#[doc = $title] $id),* }

        impl Variant {
            /// Every variant, the default one first.
            pub const ALL: &'static [Variant] = &[$(Variant::$id),*];

            /// The name users type.
            pub const fn name(self) -> &'static str {
                match self { $(Variant::$id => $name),* }
            }

            /// A few words for people.
            pub const fn title(self) -> &'static str {
                match self { $(Variant::$id => $title),* }
            }

            /// Hands the variant's type to generic code.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self { $(Variant::$id => visitor.visit::<$game>()),* }
            }
        }
    };
}

impl Variant {
    /// Finds a variant by name, whatever the case.
    pub fn find(name: &str) -> Option<Variant> {
        let matches = |v: &Variant| v.name().eq_ignore_ascii_case(name);
        Variant::ALL.iter().copied().find(matches)
    }

    /// The rules of this variant that users may change.
    pub fn rule_options(self) -> &'static [RuleOption] {
        struct List;
        impl Visitor for List {
            type Output = &'static [RuleOption];
            fn visit<G: Game>(self) -> Self::Output {
                G::rule_options()
            }
        }
        self.visit(List)
    }

    /// Whether players have secrets from each other.
    pub fn hidden(self) -> bool {
        struct Ask;
        impl Visitor for Ask {
            type Output = bool;
            fn visit<G: Game>(self) -> bool {
                G::HIDDEN
            }
        }
        self.visit(Ask)
    }
}

variants! {
    Pijersi: "pijersi", "Pijersi on 45 spaces", pijersi::Position<pijersi::Board45>;
    Pijersi51: "pijersi51", "Pijersi on 51 spaces", pijersi::Position<pijersi::Board51>;
    Jersi: "jersi", "Jersi 4.8 on 69 cells", jersi::Position<jersi::Classic>;
    JersiNoDrop: "jersi-nodrop", "Jersi without drops", jersi::Position<jersi::NoDrop>;
    JersiRansom: "jersi-ransom", "Jersi with a ransom for captured kings", jersi::Position<jersi::Ransom>;
    Bloch: "bloch", "Bloch's hidden-piece game", bloch::Position;
}
