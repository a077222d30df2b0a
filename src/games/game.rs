//! The rules of a game, and nothing else.

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
    /// Makes such a start position; the generator decides what is left to chance.
    pub draw: fn(&Rules, &mut dyn Rng) -> G,
}

/// A position of a game together with the rules that govern it.
///
/// Moves are small copyable values that only mean something in the position
/// they were generated for. The player who decides next is [`Game::mover`]:
/// nothing above this trait assumes that players alternate.
pub trait Game: Clone + Eq + Send + Sync + Sized + 'static {
    /// A whole decision, packed into 32 bits so that trees stay small.
    type Move: Copy + Eq + Debug + Send + Sync + Into<u32> + From<u32> + 'static;
    /// Who may know what; [`super::Open`] for games without secrets.
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

    /// Number of legal moves; games count faster than they list.
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
    /// Whether the opponent threatens to win at once, so that it is worth while to
    /// check every move of the mover for what it does about that. A hint that saves
    /// or costs time, and changes no result.
    fn opponent_may_win_next(&self) -> bool {
        true
    }
}
