//! Proven results, as an MCTS-Solver backs them up.

use crate::games::{Outcome, Player, Value};

/// What is proven of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing.
    Unknown,
    /// The player wins, in this many plies.
    Win(Player, u16),
    /// A draw with best play.
    Draw,
}

impl Proof {
    /// The longest distance that can be stored; longer ones saturate.
    const MAX_PLIES: u16 = (1 << 14) - 1;

    /// The proof of a finished game.
    #[inline]
    pub fn of(outcome: Outcome) -> Proof {
        match outcome {
            Outcome::Win(player) => Proof::Win(player, 0),
            Outcome::Draw => Proof::Draw,
        }
    }

    /// The score for a player: 1, 1/2 or 0.
    #[inline]
    pub fn score(self, player: Player) -> Option<f32> {
        match self {
            Proof::Unknown => None,
            Proof::Draw => Some(0.5),
            Proof::Win(winner, _) => Some(if winner == player { 1.0 } else { 0.0 }),
        }
    }

    /// Whether the player is proven to win.
    #[inline]
    pub fn wins(self, player: Player) -> bool {
        matches!(self, Proof::Win(winner, _) if winner == player)
    }

    /// The proven value for a player.
    pub fn value(self, player: Player) -> Option<Value> {
        match self {
            Proof::Unknown => None,
            Proof::Draw => Some(Value::DRAW),
            Proof::Win(winner, _) => Some(if winner == player { Value::WIN } else { Value::LOSS }),
        }
    }

    /// The same result one ply earlier.
    #[inline]
    pub fn one_earlier(self) -> Proof {
        match self {
            Proof::Win(winner, plies) => Proof::Win(winner, (plies + 1).min(Proof::MAX_PLIES)),
            other => other,
        }
    }

    /// Orders proofs for the player who chooses: short wins before long ones, long
    /// losses before short ones. Draws and unproven results are both 0; the caller tells them
    /// apart.
    #[inline]
    pub fn preference(self, player: Player) -> i32 {
        let far = i32::from(Proof::MAX_PLIES) + 1;
        match self {
            Proof::Win(winner, plies) if winner == player => 2 * far - i32::from(plies),
            Proof::Win(_, plies) => i32::from(plies) - 2 * far,
            Proof::Draw | Proof::Unknown => 0,
        }
    }

    #[inline]
    pub(super) fn pack(self) -> u16 {
        match self {
            Proof::Unknown => 0,
            Proof::Draw => 3 << 14,
            Proof::Win(Player::One, plies) => 1 << 14 | plies,
            Proof::Win(Player::Two, plies) => 2 << 14 | plies,
        }
    }

    #[inline]
    pub(super) fn unpack(bits: u16) -> Proof {
        let plies = bits & Proof::MAX_PLIES;
        match bits >> 14 {
            0 => Proof::Unknown,
            1 => Proof::Win(Player::One, plies),
            2 => Proof::Win(Player::Two, plies),
            _ => Proof::Draw,
        }
    }
}

/// Backs up the proofs of a node's children: minimax with unknown values.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofFold {
    player: Player,
    best: Option<Proof>,
    any_unproven: bool,
}

impl ProofFold {
    #[inline]
    pub(super) fn new(player: Player) -> Self {
        ProofFold { player, best: None, any_unproven: false }
    }

    /// Adds a child's proof.
    #[inline]
    pub(super) fn add(&mut self, option: Proof) {
        if option == Proof::Unknown {
            self.any_unproven = true;
            return;
        }
        let better = |best: Proof| option.preference(self.player) > best.preference(self.player);
        if self.best.is_none_or(better) {
            self.best = Some(option);
        }
    }

    /// The node's proof.
    #[inline]
    pub(super) fn proof(&self) -> Proof {
        match self.best {
            Some(best) if best.wins(self.player) || !self.any_unproven => best.one_earlier(),
            _ => Proof::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Player::{One, Two};

    fn choose(options: &[Proof]) -> Proof {
        let mut fold = ProofFold::new(One);
        options.iter().for_each(|&option| fold.add(option));
        fold.proof()
    }

    #[test]
    fn the_shortest_win_and_the_longest_defence_are_chosen() {
        assert_eq!(choose(&[Proof::Win(One, 4), Proof::Unknown, Proof::Win(One, 2)]), Proof::Win(One, 3));
        assert_eq!(choose(&[Proof::Win(Two, 1), Proof::Win(Two, 5)]), Proof::Win(Two, 6));
        assert_eq!(choose(&[Proof::Win(Two, 1), Proof::Unknown]), Proof::Unknown);
        assert_eq!(choose(&[Proof::Win(Two, 1), Proof::Draw]), Proof::Draw);
        assert_eq!(choose(&[Proof::Draw, Proof::Unknown]), Proof::Unknown);
    }

    #[test]
    fn packing_keeps_everything() {
        for proof in
            [Proof::Unknown, Proof::Draw, Proof::Win(One, 0), Proof::Win(Two, 77), Proof::Win(One, 16383)]
        {
            assert_eq!(Proof::unpack(proof.pack()), proof);
        }
        assert_eq!(Proof::Win(One, 16383).one_earlier(), Proof::Win(One, 16383));
    }
}
