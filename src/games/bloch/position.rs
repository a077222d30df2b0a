//! The position, or an observer's view of it.

use super::board::{BOARD, Kind, Square, Squares, rank};
use crate::games::{Outcome, Player, RuleOption, Rules};

/// Depth of a camp, in ranks.
pub(super) const CAMP_DEPTH: RuleOption = RuleOption { name: "CampDepth", default: 1, min: 1, max: 2 };
/// Whether a target that beats its attacker moves to the attacker's square.
pub(super) const DEFENDER_ADVANCES: RuleOption =
    RuleOption { name: "DefenderAdvances", default: 1, min: 0, max: 1 };
/// Turns without a capture or a barter that make a draw; 0 switches the rule off.
pub(super) const NO_PROGRESS: RuleOption = RuleOption { name: "NoProgress", default: 60, min: 0, max: 1000 };

/// Pieces of a player, on the board or not.
pub(super) const ARMY: u8 = 9;
/// Pieces that stay in reserve.
pub(super) const RESERVE: u8 = 3;

/// The values of the rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RuleValues {
    /// The squares of each player's camp.
    pub camps: [Squares; 2],
    pub defender_advances: bool,
    pub no_progress: u16,
}

impl RuleValues {
    pub(super) fn new(rules: &Rules) -> Self {
        let depth = rules.get(CAMP_DEPTH.name).clamp(1, 2) as usize;
        let camp = |ranks: [usize; 2]| ranks.into_iter().take(depth).fold(0, |camp, r| camp | rank(r));
        RuleValues {
            camps: [camp([0, 1]), camp([7, 6])],
            defender_advances: rules.get(DEFENDER_ADVANCES.name) != 0,
            no_progress: rules.get(NO_PROGRESS.name) as u16,
        }
    }
}

/// Number of pieces of each kind.
pub(super) type Counts = [u8; 4];

/// A position of Bloch's game.
///
/// ```
/// use sisku::games::{Game, Notation, Rules, bloch::Position};
/// let rules = Rules::of(Position::rule_options());
/// let mut position = Position::start(&rules);
/// assert_eq!(position.count_moves(), 510);
/// for set_up in ["=RPSRPS", "=SSPPRR"] {
///     position.play(position.parse_move(set_up).expect("legal"));
/// }
/// assert_eq!(position.fen(), "6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1");
/// // Player two sees what player one has only after an attack.
/// use sisku::games::{Information, Observer, Player, bloch::Hidden};
/// for turn in ["a2a4", "a7a5", "a4xa5"] {
///     position.play(position.parse_move(turn).expect("legal"));
/// }
/// let view = Hidden::view(&position, Observer::Player(Player::Two));
/// assert_eq!(format!("\n{}", view.diagram()), "
/// 8  .  .  .  .  .  .
/// 7  .  s  p  p  r  r
/// 6  .  .  .  .  .  .
/// 5 +R  .  .  .  .  .
/// 4  .  .  .  .  .  .
/// 3  .  .  .  .  .  .
/// 2  .  X  X  X  X  X
/// 1  .  .  .  .  .  .
///    a  b  c  d  e  f");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Squares held by each player.
    pub(super) owned: [Squares; 2],
    /// Kinds of pieces, as two bitboards of kind bits.
    pub(super) kinds: [Squares; 2],
    /// Pieces whose kind is public.
    pub(super) public: Squares,
    /// Pieces that have not moved or attacked yet.
    pub(super) unplayed: Squares,
    pub(super) reserves: [Counts; 2],
    /// The kind of a piece publicly known to be in reserve: it was public when it was bartered.
    pub(super) shown: [Kind; 2],
    /// Captured pieces. Hidden only if the history begins in the middle of a game.
    pub(super) removed: [Counts; 2],
    /// Whether each player may still barter.
    pub(super) barter: [bool; 2],
    /// Zobrist hash of all the fields above.
    pub(super) placement: u64,
    pub(super) mover: Player,
    /// Turns since the last capture or barter.
    pub(super) clock: u16,
    /// Number of the full turn; 0 while pieces are set up.
    pub(super) turn: u16,
    pub(super) rules: RuleValues,
    /// The outcome. Stored, since it may depend on the position before the last turn.
    pub(super) ended: Option<Outcome>,
}

impl Position {
    /// Nothing on the board, all in reserve, player one to set up.
    pub(super) fn empty(rules: &Rules) -> Self {
        let reserve = [0, Kind::EACH, Kind::EACH, Kind::EACH];
        let mut position = Position {
            owned: [0; 2],
            kinds: [0; 2],
            public: 0,
            unplayed: 0,
            reserves: [reserve; 2],
            shown: [Kind::Unknown; 2],
            removed: [[0; 4]; 2],
            barter: [true; 2],
            placement: 0,
            mover: Player::One,
            clock: 0,
            turn: 0,
            rules: RuleValues::new(rules),
            ended: None,
        };
        position.placement = position.fresh_placement();
        position
    }

    /// The kind of the piece on a square; unknown if there is none.
    #[inline(always)]
    pub(super) fn kind(&self, square: Square) -> Kind {
        let bit = |plane: Squares| (plane >> square.index() & 1) as u32;
        Kind::from_bits(bit(self.kinds[0]) | bit(self.kinds[1]) << 1)
    }

    /// The owner and the kind of the piece on a square.
    pub fn piece(&self, square: Square) -> Option<(Player, Kind)> {
        let owner = match (self.owned[0] & square.set(), self.owned[1] & square.set()) {
            (0, 0) => return None,
            (0, _) => Player::Two,
            _ => Player::One,
        };
        Some((owner, self.kind(square)))
    }

    /// A player's pieces of a kind.
    #[inline(always)]
    pub(super) fn of_kind(&self, player: Player, kind: Kind) -> Squares {
        let plane = |i: usize| if kind.index() >> i & 1 == 1 { self.kinds[i] } else { !self.kinds[i] };
        self.owned[player.index()] & plane(0) & plane(1)
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> Squares {
        self.owned[0] | self.owned[1]
    }

    #[inline(always)]
    pub(super) fn empty_squares(&self) -> Squares {
        BOARD & !self.occupied()
    }

    /// The camp that a player wants to enter.
    #[inline(always)]
    pub(super) fn goal(&self, player: Player) -> Squares {
        self.rules.camps[(!player).index()]
    }

    /// A player's pieces in the enemy camp.
    #[inline(always)]
    pub(super) fn arrived(&self, player: Player) -> Squares {
        self.owned[player.index()] & self.goal(player)
    }

    /// Whether a player has set up: not all nine pieces are in reserve.
    #[inline(always)]
    pub(super) fn placed(&self, player: Player) -> bool {
        self.reserves[player.index()].iter().sum::<u8>() != ARMY
    }

    /// Whether both players have set up.
    #[inline(always)]
    pub(super) fn under_way(&self) -> bool {
        self.placed(Player::One) && self.placed(Player::Two)
    }

    /// A player's pieces of each kind, on the board or not, as far as they are known.
    pub(super) fn census(&self, player: Player) -> Counts {
        let i = player.index();
        let mut counts = self.reserves[i];
        for kind in Kind::ALL {
            counts[kind.index()] +=
                self.of_kind(player, kind).count_ones() as u8 + self.removed[i][kind.index()];
        }
        counts
    }

    /// The outcome, if the game is over, in the order of the rules. `before` are the pieces that
    /// were in enemy camps before the last turn.
    pub(super) fn terminal_outcome(&self, before: Squares) -> Option<Outcome> {
        if !self.under_way() {
            return None;
        }
        let last = !self.mover;
        let both = [last, !last];
        if let Some(&winner) = both.iter().find(|&&player| self.arrived(player).count_ones() >= 2) {
            return Some(Outcome::Win(winner));
        }
        if let Some(&loser) = [!last, last].iter().find(|player| self.owned[player.index()] == 0) {
            return Some(Outcome::Win(!loser));
        }
        if both.iter().all(|player| self.owned[player.index()].count_ones() == 1) {
            let stayed =
                both.iter().find(|&&player| self.arrived(player) != 0 && before & self.goal(player) != 0);
            let there = || both.iter().find(|&&player| self.arrived(player) != 0);
            if let Some(&winner) = stayed.or_else(there) {
                return Some(Outcome::Win(winner));
            }
        }
        let limit = self.rules.no_progress;
        (limit != 0 && self.clock >= limit).then_some(Outcome::Draw)
    }
}
