//! Mate search: whether a player wins within a number of moves by one threat after the
//! other, trying them all. The tree proves *that* a position is won and roughly how
//! fast; this settles how fast, and finds wins that the tree has not come to yet, as
//! far as a budget allows.

use super::child::Child;
use crate::games::{Game, Outcome, Player};
use crate::search::Proof;

/// Positions visited for one proof: about a hundredth of a second.
const BUDGET: u64 = 100_000;

/// The same for a search that may make a quiet move: most of them have to be refuted.
const QUIET_BUDGET: u64 = 400_000;

/// A search for wins by threats, with a budget that runs out.
pub(super) struct MateSearch<'a> {
    left: u64,
    /// Moves of the winner that need not threaten anything.
    quiet: u16,
    stop: &'a dyn Fn() -> bool,
}

/// The budget ran out or the search was told to stop.
#[derive(Debug)]
pub(super) struct Exhausted;

impl<'a> MateSearch<'a> {
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        MateSearch { left: BUDGET, quiet: 0, stop }
    }

    /// A search in which one move of the winner, not the last two, may be quiet.
    pub(super) fn with_quiet_move(stop: &'a dyn Fn() -> bool) -> Self {
        MateSearch { left: QUIET_BUDGET, quiet: 1, stop }
    }

    fn spend(&mut self) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        if self.left.is_multiple_of(4096) && (self.stop)() { Err(Exhausted) } else { Ok(()) }
    }

    /// Marks the shortest win among a player's moves if it takes less than `plies`, and
    /// returns its length, the move itself included.
    pub(super) fn shortest_win<G: Game>(
        &mut self,
        moves: &[(&Child, G)],
        winner: Player,
        plies: u16,
    ) -> Option<u16> {
        for left in 0..plies.saturating_sub(1) {
            for (child, position) in moves {
                if self.wins(position, winner, left).ok()? {
                    child.set_proof(Proof::Win(winner, left));
                    return Some(left + 1);
                }
            }
        }
        None
    }

    /// Finds out how long the lost moves really last, from the one believed to last
    /// longest on, until none of the others can last longer. The moves come in the
    /// order of that belief.
    pub(super) fn longest_defence<G: Game>(&mut self, children: &[(&Child, G)], winner: Player) {
        let mut longest = 0;
        for (child, position) in children {
            let Proof::Win(_, believed) = child.proof() else { continue };
            if believed <= longest {
                return;
            }
            for fewer in 0..believed {
                match self.wins(position, winner, fewer) {
                    Ok(true) => {
                        child.set_proof(Proof::Win(winner, fewer));
                        break;
                    }
                    Ok(false) => {}
                    Err(Exhausted) => return,
                }
            }
            if let Proof::Win(_, plies) = child.proof() {
                longest = longest.max(plies);
            }
        }
    }

    /// A principal variation in which a player wins in exactly so many moves, the other holding out
    /// as long as possible.
    pub(super) fn pv<G: Game>(&mut self, position: &G, winner: Player, plies: u16) -> Option<Vec<G::Move>> {
        let mut position = position.clone();
        let mut pv = Vec::new();
        for left in (0..plies).rev() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let attacking = position.mover() == winner;
            // The winner needs a move that keeps the win in time, the other one that
            // does not shorten it.
            let found = moves.into_iter().find_map(|mv| {
                let mut next = position.clone();
                next.play(mv);
                let fits = match attacking {
                    true => self.wins(&next, winner, left).ok()?,
                    false => left == 0 || !self.wins(&next, winner, left - 1).ok()?,
                };
                fits.then_some((mv, next))
            });
            let (mv, next) = found?;
            pv.push(mv);
            position = next;
        }
        Some(pv)
    }

    /// Whether a player can force a win within so many moves of both sides together.
    fn wins<G: Game>(&mut self, position: &G, player: Player, plies: u16) -> Result<bool, Exhausted> {
        self.spend()?;
        match position.outcome() {
            Some(outcome) => return Ok(outcome == Outcome::Win(player)),
            None if plies == 0 => return Ok(false),
            None => {}
        }
        let attacking = position.mover() == player;
        if attacking && position.can_win_now() {
            return Ok(true);
        }
        // What the game does not see as a win at once is too rare to try every move for.
        if (attacking && plies == 1) || (!attacking && position.can_win_now()) {
            return Ok(false);
        }
        // A defender under no threat has a free move, and is taken to escape: only lines
        // of threats are followed, which are few, with a quiet move or none.
        let free = !attacking && !position.opponent_may_win_next();
        if free && (self.quiet == 0 || plies <= 2) {
            return Ok(false);
        }
        self.quiet -= u16::from(free);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut wins = Ok(!attacking);
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            match self.wins(&next, player, plies - 1) {
                Ok(found) if found != attacking => {}
                settled => {
                    wins = settled;
                    break;
                }
            }
        }
        self.quiet += u16::from(free);
        wins
    }
}
