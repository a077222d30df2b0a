//! The rules of a game: positions, move generation, outcomes.

use super::{Evaluate, Features, HiddenPlay, Information, RuleOption, Rules};
use rand::Rng;
use std::fmt::Debug;
use std::ops::Not;

/// One of the two players; player one moves first in the usual start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The first player.
    One,
    /// The second player.
    Two,
}

impl Player {
    /// Both players, in order.
    pub const BOTH: [Player; 2] = [Player::One, Player::Two];

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

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

/// A named way to set up the pieces before the first move.
pub struct SetUp<G> {
    /// The name users type.
    pub name: &'static str,
    /// The share of self-play games that begin so; the shares of a game add up to 1.
    pub self_play: f32,
    /// Makes such a start position, random where the set-up leaves a choice.
    pub draw: fn(&Rules, &mut dyn Rng) -> G,
}

/// A position of a game together with the rules that govern it.
///
/// Moves are small copyable values that only mean something in the position
/// they were generated for. The player who decides next is [`Game::mover`]:
/// nothing above this trait assumes that players alternate.
pub trait Game: Clone + Eq + Send + Sync + Sized + 'static {
    /// A whole decision of a player, packed into 32 bits so that trees stay small.
    type Move: Copy + Eq + Debug + Send + Sync + Into<u32> + From<u32> + 'static;
    /// Who observes what; [`super::Open`] for games of perfect information.
    type Information: Information<Self> + HiddenPlay<Self>;
    /// The handcrafted value and policy.
    type Evaluation: Evaluate<Self>;
    /// The features of the game's nets; [`super::NoFeatures`] for a game without.
    type Features: Features<Self>;

    /// The ways to set up, the usual start position first.
    const SET_UPS: &'static [SetUp<Self>];
    /// Which of [`Game::SET_UPS`] matches begin with unless the user names another.
    const MATCH_SET_UP: usize = 0;

    /// The rules that users may change.
    fn rule_options() -> &'static [RuleOption];
    /// The rules of a game of self-play. Rules that are played both ways are drawn, so that
    /// nets learn from games of either kind; the others have their default values.
    fn self_play_rules(_rng: &mut dyn Rng) -> Rules {
        Rules::of(Self::rule_options())
    }
    /// The usual start position.
    fn start(rules: &Rules) -> Self;
    /// The same position under other rules.
    fn with_rules(&self, rules: &Rules) -> Self;

    /// The player who decides next.
    fn mover(&self) -> Player;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The reason why a finished game ended, in a word or two.
    fn ending(&self) -> &'static str {
        "rules"
    }
    /// Move generation: appends the legal moves, in an order that depends on the position only.
    /// A finished game has none.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);
    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);
    /// A Zobrist hash of what matters to the rest of the game. Counters towards a draw are part
    /// of it only near the draw: a table of proofs under it must check that they are shorter
    /// than the distance to the draw.
    fn key(&self) -> u64;

    /// The number of legal moves, for perft's bulk counting: games override it to count without
    /// generating.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }
    /// The position without draw rules, as perft counts it.
    fn without_draws(&self) -> Self;

    /// Whether the mover has a win in one move. May have false negatives, in rare cases, but no
    /// false positives.
    fn can_win_now(&self) -> bool {
        self.winning_move().is_some()
    }
    /// A move that wins at once, found by playing every legal move.
    fn winning_move(&self) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.into_iter().find(|&mv| {
            let mut next = self.clone();
            next.play(mv);
            next.outcome() == Some(Outcome::Win(self.mover()))
        })
    }
    /// Whether the opponent threatens a win in one move, so that expansion should check which
    /// moves parry it. A hint: false positives cost time, false negatives leave threats to the
    /// search.
    fn opponent_may_win_next(&self) -> bool {
        true
    }
}
