//! Mate search: a depth-first threat search for forced wins within a number of plies. The tree
//! proves *that* a position is won and an upper bound of the distance; this finds the distance,
//! and wins that the tree has not reached yet, within a node budget.

use super::child::Child;
use crate::games::{Game, Outcome, Player};
use crate::search::Proof;

/// Node budget: about a hundredth of a second.
const BUDGET: u64 = 100_000;

/// The same with a quiet move allowed: most quiet moves have to be refuted.
const QUIET_BUDGET: u64 = 400_000;

/// A threat search with a node budget.
pub(super) struct MateSearch<'a> {
    nodes_left: u64,
    /// Quiet moves left to the attacker: moves that need not threaten a win.
    quiet: u16,
    stop: &'a dyn Fn() -> bool,
}

/// The node budget ran out or the search was stopped.
#[derive(Debug)]
pub(super) struct Exhausted;

impl<'a> MateSearch<'a> {
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        MateSearch { nodes_left: BUDGET, quiet: 0, stop }
    }

    /// A search in which one move of the attacker, not among its last two, may be quiet.
    pub(super) fn with_quiet_move(stop: &'a dyn Fn() -> bool) -> Self {
        MateSearch { nodes_left: QUIET_BUDGET, quiet: 1, stop }
    }

    /// Counts a node.
    fn count_node(&mut self) -> Result<(), Exhausted> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Exhausted)?;
        if self.nodes_left.is_multiple_of(4096) && (self.stop)() { Err(Exhausted) } else { Ok(()) }
    }

    /// Iterative deepening: marks the shortest win among a player's moves if it takes less than
    /// `plies`, and returns its length, the move itself included.
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

    /// Tightens the distance of lost moves, from the one of the greatest proven distance on,
    /// until no other can last longer. The children come in the order of proven distance.
    pub(super) fn longest_defence<G: Game>(&mut self, children: &[(&Child, G)], winner: Player) {
        let mut longest = 0;
        for (child, position) in children {
            let Proof::Win(_, proven) = child.proof() else { continue };
            if proven <= longest {
                return;
            }
            for fewer in 0..proven {
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

    /// The principal variation of a win in exactly `plies`, with the longest defence.
    pub(super) fn pv<G: Game>(&mut self, position: &G, winner: Player, plies: u16) -> Option<Vec<G::Move>> {
        let mut position = position.clone();
        let mut pv = Vec::new();
        for left in (0..plies).rev() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let attacking = position.mover() == winner;
            // The attacker needs a move that keeps the distance, the defender one that does
            // not shorten it.
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

    /// Whether a player can force a win within `plies`: an AND/OR search.
    fn wins<G: Game>(&mut self, position: &G, player: Player, plies: u16) -> Result<bool, Exhausted> {
        self.count_node()?;
        match position.outcome() {
            Some(outcome) => return Ok(outcome == Outcome::Win(player)),
            None if plies == 0 => return Ok(false),
            None => {}
        }
        let attacking = position.mover() == player;
        if attacking && position.can_win_now() {
            return Ok(true);
        }
        // Wins in one that `can_win_now` misses are too rare to try every move for.
        if (attacking && plies == 1) || (!attacking && position.can_win_now()) {
            return Ok(false);
        }
        // A defender who faces no threat is taken to escape, unless a quiet move is left: only
        // sequences of threats are searched, which are few.
        let unthreatened = !attacking && !position.opponent_may_win_next();
        if unthreatened && (self.quiet == 0 || plies <= 2) {
            return Ok(false);
        }
        self.quiet -= u16::from(unthreatened);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut wins = Ok(!attacking);
        for mv in moves {
            let mut next = position.clone();
            next.play(mv);
            match self.wins(&next, player, plies - 1) {
                Ok(found) if found != attacking => {}
                cutoff => {
                    wins = cutoff;
                    break;
                }
            }
        }
        self.quiet += u16::from(unthreatened);
        wins
    }
}
