//! The independent check of proofs: a plain AND/OR search to a number of plies, on the rules
//! alone (legal moves, play, outcome). It shares nothing with the engine's search, not even its
//! tests for wins in one move. Hints, such as the moves of a proof tree, say what to try first;
//! they make a true claim cheaper to check, and cannot make a false one true.

use crate::games::{Game, Outcome, Player};
use crate::search::{Control, Proof};
use std::collections::HashMap;
use std::sync::Arc;

/// The most plies after which a claimed draw must have been reached.
const LONGEST_DRAW: u16 = 60;

/// Something that a search claims to have proven.
#[derive(Clone, PartialEq)]
pub struct Claim<G: Game> {
    /// Where the plies count from.
    pub position: G,
    /// The first moves that the claim is about (`searchmoves`); all if empty.
    pub moves: Vec<G::Move>,
    /// What is claimed.
    pub proof: Proof,
}

/// What the check says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckVerdict {
    /// It is true: the winner can force a win within the plies, or both players a draw.
    Right,
    /// It is not.
    Wrong,
    /// The node budget did not suffice to tell.
    TooLarge,
}

/// The node budget ran out.
struct Exhausted;

/// What a player tries to reach.
#[derive(Clone, Copy)]
struct Goal {
    player: Player,
    draw_suffices: bool,
}

impl Goal {
    fn win(player: Player) -> Goal {
        Goal { player, draw_suffices: false }
    }

    fn draw(player: Player) -> Goal {
        Goal { player, draw_suffices: true }
    }

    fn index(self) -> usize {
        2 * self.player.index() + usize::from(self.draw_suffices)
    }

    fn met(self, outcome: Outcome) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == self.player,
            Outcome::Draw => self.draw_suffices,
        }
    }
}

/// What is known of a position, for each goal.
struct Known<G> {
    position: G,
    /// The fewest plies known to suffice.
    reached: [u16; 4],
    /// The most plies known not to suffice.
    missed: [u16; 4],
}

/// The search that checks claims. Remembers positions, which it tells apart by all that is in them, counters
/// included, and verdicts, so that the same claim of many searches costs once.
pub struct ProofChecker<G: Game> {
    budget: u64,
    left: u64,
    known: HashMap<u64, Vec<Known<G>>>,
    verdicts: Vec<(Claim<G>, CheckVerdict)>,
    /// The moves that decided positions at this many plies, for either role: tried first.
    killers: HashMap<(u16, bool), [Option<G::Move>; 2]>,
    /// Moves to try first, by the key of the position.
    hints: HashMap<u64, G::Move>,
    control: Arc<Control>,
}

impl<G: Game> ProofChecker<G> {
    /// A search that plays at most this many moves for a claim.
    pub fn new(budget: u64) -> Self {
        ProofChecker {
            budget,
            left: 0,
            known: HashMap::new(),
            verdicts: Vec::new(),
            killers: HashMap::new(),
            hints: HashMap::new(),
            control: Arc::default(),
        }
    }

    /// The same with moves to try first, by the key of the position ([`Game::key`]).
    pub fn with_hints(self, hints: HashMap<u64, G::Move>) -> Self {
        ProofChecker { hints, ..self }
    }

    /// The same, which gives up as soon as this says so.
    pub fn stopped_by(self, control: Arc<Control>) -> Self {
        ProofChecker { control, ..self }
    }

    /// Moves played for the last claim.
    pub fn played(&self) -> u64 {
        self.budget.saturating_sub(self.left)
    }

    /// Whether a claim is true.
    pub fn check(&mut self, claim: &Claim<G>) -> CheckVerdict {
        if let Some((_, verdict)) = self.verdicts.iter().find(|(known, _)| known == claim) {
            return *verdict;
        }
        let verdict = match claim.proof {
            Proof::Unknown => CheckVerdict::Right,
            Proof::Win(winner, plies) => {
                self.left = self.budget;
                match self.can_begin(claim, Goal::win(winner), plies) {
                    Ok(true) => CheckVerdict::Right,
                    Ok(false) => CheckVerdict::Wrong,
                    Err(Exhausted) => CheckVerdict::TooLarge,
                }
            }
            Proof::Draw => self.check_draw(claim),
        };
        self.verdicts.push((claim.clone(), verdict));
        verdict
    }

    /// Whether a win takes as long as claimed; `None` if that is too large for a budget.
    pub fn is_shortest(&mut self, claim: &Claim<G>, budget: u64) -> Option<bool> {
        let Proof::Win(winner, plies) = claim.proof else { return None };
        let Some(fewer) = plies.checked_sub(1) else { return Some(true) };
        self.left = budget;
        self.can_begin(claim, Goal::win(winner), fewer).ok().map(|shorter| !shorter)
    }

    /// A draw is right if both players can force one, wrong if either can force a win.
    fn check_draw(&mut self, claim: &Claim<G>) -> CheckVerdict {
        for (goal, verdict) in
            [(Goal::draw as fn(Player) -> Goal, CheckVerdict::Right), (Goal::win, CheckVerdict::Wrong)]
        {
            self.left = self.budget;
            for plies in 0..=LONGEST_DRAW {
                let [one, two] = Player::BOTH.map(|player| self.can_begin(claim, goal(player), plies));
                let (Ok(one), Ok(two)) = (one, two) else { break };
                if (one && two) || (verdict == CheckVerdict::Wrong && (one || two)) {
                    return verdict;
                }
            }
        }
        CheckVerdict::TooLarge
    }

    /// Whether a player can reach a goal within `plies` of a claim's position and moves.
    fn can_begin(&mut self, claim: &Claim<G>, goal: Goal, plies: u16) -> Result<bool, Exhausted> {
        if claim.moves.is_empty() || claim.position.outcome().is_some() || plies == 0 {
            return self.can(&claim.position, goal, plies);
        }
        let choosing = claim.position.mover() == goal.player;
        for &mv in &claim.moves {
            if self.can(&self.after(&claim.position, mv), goal, plies - 1)? == choosing {
                return Ok(choosing);
            }
        }
        Ok(!choosing)
    }

    fn after(&self, position: &G, mv: G::Move) -> G {
        let mut next = position.clone();
        next.play(mv);
        next
    }

    /// Whether a player can reach a goal within `plies`.
    fn can(&mut self, position: &G, goal: Goal, plies: u16) -> Result<bool, Exhausted> {
        if let Some(outcome) = position.outcome() {
            return Ok(goal.met(outcome));
        }
        if plies == 0 {
            return Ok(false);
        }
        if let Some(known) = self.recall(position, goal, plies) {
            return Ok(known);
        }
        let choosing = position.mover() == goal.player;
        if choosing {
            if self.try_hint(position, goal, plies)? {
                return Ok(true);
            }
            // What is near is cheap to find.
            for fewer in (1..plies).step_by(2) {
                if self.try_moves(position, goal, fewer)? {
                    return Ok(true);
                }
            }
        }
        self.try_moves(position, goal, plies)
    }

    /// Whether the move that is to be tried first, if there is one, reaches a goal.
    fn try_hint(&mut self, position: &G, goal: Goal, plies: u16) -> Result<bool, Exhausted> {
        let Some(&hint) = self.hints.get(&position.key()) else { return Ok(false) };
        if !legal_moves(position).contains(&hint) {
            return Ok(false);
        }
        self.count_move()?;
        let reached = self.can(&self.after(position, hint), goal, plies - 1)?;
        if reached {
            self.remember(position, goal, plies, true);
        }
        Ok(reached)
    }

    fn count_move(&mut self) -> Result<(), Exhausted> {
        self.left = self.left.checked_sub(1).ok_or(Exhausted)?;
        if self.left.is_multiple_of(1024) && self.control.stopped() { Err(Exhausted) } else { Ok(()) }
    }

    /// The same, of an unfinished position, by trying every move.
    fn try_moves(&mut self, position: &G, goal: Goal, plies: u16) -> Result<bool, Exhausted> {
        if let Some(known) = self.recall(position, goal, plies) {
            return Ok(known);
        }
        let choosing = position.mover() == goal.player;
        let mut moves = legal_moves(position);
        let killers = self.killers.get(&(plies, choosing)).copied().unwrap_or_default();
        let mut first = 0;
        for killer in killers.into_iter().flatten() {
            if let Some(at) = moves.iter().position(|&mv| mv == killer) {
                moves.swap(at, first);
                first += 1;
            }
        }
        let mut reached = !choosing;
        for mv in moves {
            self.count_move()?;
            let next = self.after(position, mv);
            if self.can(&next, goal, plies - 1)? == choosing {
                reached = choosing;
                let killers = self.killers.entry((plies, choosing)).or_default();
                if killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        self.remember(position, goal, plies, reached);
        Ok(reached)
    }

    fn recall(&self, position: &G, goal: Goal, plies: u16) -> Option<bool> {
        let known = self.known.get(&position.key())?.iter().find(|known| known.position == *position)?;
        let goal = goal.index();
        if known.reached[goal] <= plies {
            return Some(true);
        }
        (known.missed[goal] >= plies).then_some(false)
    }

    fn remember(&mut self, position: &G, goal: Goal, plies: u16, reached: bool) {
        // What is this near is found again sooner than it is looked up.
        if plies < 2 {
            return;
        }
        let bucket = self.known.entry(position.key()).or_default();
        let at = bucket.iter().position(|known| known.position == *position).unwrap_or_else(|| {
            bucket.push(Known { position: position.clone(), reached: [u16::MAX; 4], missed: [0; 4] });
            bucket.len() - 1
        });
        let (known, goal) = (&mut bucket[at], goal.index());
        match reached {
            true => known.reached[goal] = known.reached[goal].min(plies),
            false => known.missed[goal] = known.missed[goal].max(plies),
        }
    }
}

fn legal_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{Notation, Rules};
    use Player::{One, Two};

    fn verdict(fen: &str, proof: Proof) -> CheckVerdict {
        let rules = Rules::of(Position::<Board45>::rule_options());
        let position = Position::<Board45>::from_fen(fen, &rules).expect(fen);
        ProofChecker::new(1_000_000).check(&Claim { position, moves: Vec::new(), proof })
    }

    #[test]
    fn claims_are_told_from_each_other() {
        // A rock one step from the far row.
        let near = "6/R-6/6/7/5r-/6S-/6 w 0 5";
        assert_eq!(verdict(near, Proof::Win(One, 1)), CheckVerdict::Right);
        assert_eq!(verdict(near, Proof::Win(One, 3)), CheckVerdict::Right);
        assert_eq!(verdict(near, Proof::Win(One, 0)), CheckVerdict::Wrong);
        assert_eq!(verdict(near, Proof::Win(Two, 4)), CheckVerdict::Wrong);
        assert_eq!(verdict(near, Proof::Draw), CheckVerdict::Wrong);
        // The other player cannot stop it.
        assert_eq!(verdict("6/R-6/6/7/5r-/6S-/6 b 0 5", Proof::Win(One, 2)), CheckVerdict::Right);
        // Far apart, and the next turn draws; or the last one did.
        assert_eq!(verdict("6/7/R-5/7/5r-/7/6 b 19 5", Proof::Draw), CheckVerdict::Right);
        assert_eq!(verdict("6/7/R-5/7/5r-/7/6 b 19 5", Proof::Win(One, 2)), CheckVerdict::Wrong);
        assert_eq!(verdict("6/R-6/6/7/5r-/6S-/6 b 20 5", Proof::Draw), CheckVerdict::Right);
        assert_eq!(verdict("6/R-6/6/7/5r-/6S-/6 b 20 5", Proof::Win(One, 2)), CheckVerdict::Wrong);
    }

    #[test]
    fn the_issues_claim_is_wrong() {
        let fen = "1p-2srrp/p-srs-wwr-p-1/5s-/3R-3/1S-P-PRS-P-/1P-1WW1R-1/R-1S-2S- b 19 10";
        assert_eq!(verdict(fen, Proof::Win(Two, 3)), CheckVerdict::Wrong);
    }

    #[test]
    fn what_is_too_large_is_said_to_be() {
        let rules = Rules::of(Position::<Board45>::rule_options());
        let claim = Claim {
            position: Position::<Board45>::start(&rules),
            moves: Vec::new(),
            proof: Proof::Win(One, 9),
        };
        assert_eq!(ProofChecker::new(10_000).check(&claim), CheckVerdict::TooLarge);
    }
}
