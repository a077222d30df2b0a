//! A turn, packed into 32 bits.

use super::board::{FILES, Kind, Square};
use crate::games::packed_move::packed_move;

/// What a turn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece goes to an empty square.
    Move,
    /// A piece goes to an empty square and attacks from there.
    MoveAttack,
    /// A piece attacks from where it stands.
    Attack,
    /// A piece is swapped with one of the reserve.
    Barter,
    /// A pass, legal only if nothing else is.
    Pass,
    /// Six pieces are put on the start rank.
    SetUp,
}

impl Action {
    const ALL: [Action; 6] =
        [Action::Move, Action::MoveAttack, Action::Attack, Action::Barter, Action::Pass, Action::SetUp];
}

/// A turn: action, squares, and the kinds announced in an attack where the position hides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn(u32);

packed_move!(Turn);

const TO: u32 = 6;
const TARGET: u32 = 12;
const KIND: u32 = 18;
const ATTACKER: u32 = 20;
const ATTACKED: u32 = 22;
const ACTION: u32 = 24;
const ANNOUNCED: u32 = 0xF << ATTACKER;

impl Turn {
    /// The pass.
    pub const PASS: Turn = Turn((Action::Pass as u32) << ACTION);

    const fn new(action: Action, from: Square, to: Square, target: Square) -> Turn {
        let (from, to, target) = (from.index() as u32, to.index() as u32, target.index() as u32);
        Turn(from | to << TO | target << TARGET | (action as u32) << ACTION)
    }

    /// A move to an empty square.
    #[inline(always)]
    pub const fn go(from: Square, to: Square) -> Turn {
        Turn::new(Action::Move, from, to, to)
    }

    /// An attack from `to`, where the piece goes first unless it stands there.
    #[inline(always)]
    pub const fn attack(from: Square, to: Square, target: Square) -> Turn {
        let action = if from.index() == to.index() { Action::Attack } else { Action::MoveAttack };
        Turn::new(action, from, to, target)
    }

    /// A swap with a piece of the reserve.
    pub const fn barter(square: Square, kind: Kind) -> Turn {
        Turn(Turn::new(Action::Barter, square, square, square).0 | (kind as u32) << KIND)
    }

    /// Pieces from file a on.
    pub fn set_up(kinds: [Kind; FILES]) -> Turn {
        let packed = (0..).zip(kinds).fold(0, |packed, (file, kind)| packed | (kind as u32) << (2 * file));
        Turn(packed | (Action::SetUp as u32) << ACTION)
    }

    /// The same turn with the attacker's and the target's kind announced.
    pub const fn announcing(self, attacker: Kind, target: Kind) -> Turn {
        Turn(self.0 & !ANNOUNCED | (attacker as u32) << ATTACKER | (target as u32) << ATTACKED)
    }

    /// The same turn with nothing announced.
    pub const fn plain(self) -> Turn {
        match self.action() {
            Action::Attack | Action::MoveAttack => Turn(self.0 & !ANNOUNCED),
            _ => self,
        }
    }

    /// What is done.
    #[inline(always)]
    pub const fn action(self) -> Action {
        let action = (self.0 >> ACTION) as usize;
        Action::ALL[if action < Action::ALL.len() { action } else { Action::Pass as usize }]
    }

    /// Where the piece stands.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square((self.0 & 63) as u8)
    }

    /// Where the piece goes.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> TO & 63) as u8)
    }

    /// The square that is attacked.
    #[inline(always)]
    pub const fn target(self) -> Square {
        Square((self.0 >> TARGET & 63) as u8)
    }

    /// The kind bartered in.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::from_bits(self.0 >> KIND)
    }

    /// The announced kinds, the attacker's first; unknown if not announced.
    #[inline(always)]
    pub const fn announced(self) -> (Kind, Kind) {
        (Kind::from_bits(self.0 >> ATTACKER), Kind::from_bits(self.0 >> ATTACKED))
    }

    /// The kinds of a set-up, from file a on.
    pub const fn pieces(self) -> [Kind; FILES] {
        let mut kinds = [Kind::Unknown; FILES];
        let mut file = 0;
        while file < FILES {
            kinds[file] = Kind::from_bits(self.0 >> (2 * file));
            file += 1;
        }
        kinds
    }
}
