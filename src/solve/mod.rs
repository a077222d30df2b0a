//! Solving: what a position is worth with best play, proven by the engine's solver (MCTS-Solver
//! with mate search) and checked by an independent walk on the rules alone.
//!
//! ```
//! use sisku::games::{Notation, Player, Rules, Variant, pijersi::{Board45, Position}};
//! use sisku::search::{Limits, Proof};
//! use sisku::solve::{CheckVerdict, Solver, SolverSettings};
//! let rules = Rules::of(Variant::Pijersi.rule_options());
//! let position = Position::<Board45>::from_fen("6/R-6/6/7/5r-/6S-/6 b 0 5", &rules)?;
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let mut solver = Solver::new(SolverSettings { hash_mb: 1, ..SolverSettings::default() });
//! let solution = solver.solve(&position, &limits, &Default::default(), &mut |_| {})?;
//! // Whatever player two does, the rock arrives.
//! assert_eq!(solution.proof, Proof::Win(Player::One, 2));
//! assert_eq!((solution.check, solution.pv.len()), (Some(CheckVerdict::Right), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;

pub use check::{CheckVerdict, Claim, ProofChecker};

use crate::games::{Game, History, Information, Outcome, Value};
use crate::search::{Control, InformationMode, Limits, Proof, Search, SearchReport, SearchRequest, Settings};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Moves of a proof tree that the check is told of, at most: some 30 MB.
const MOST_HINTS: usize = 1_000_000;

/// How positions are solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverSettings {
    /// Size of the tree, in MB (2^20 bytes).
    pub hash_mb: usize,
    /// Search threads.
    pub threads: usize,
    /// Moves that the check may play for a proof; 0 for no check.
    pub check_nodes: u64,
}

impl Default for SolverSettings {
    fn default() -> Self {
        SolverSettings { hash_mb: 256, threads: 1, check_nodes: 20_000_000 }
    }
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The result with best play, if it was proven. The distance of a win is an upper bound,
    /// nearly always the shortest.
    pub proof: Proof,
    /// The value for the player to move: proven, or what the search thinks.
    pub value: Value,
    /// The principal variation: the line of the proof, if there is one.
    pub pv: Vec<M>,
    /// Whether the line goes on to the end of the game that is claimed.
    pub complete: bool,
    /// Playouts.
    pub nodes: u64,
    /// Time that the search took.
    pub time: Duration,
    /// What the check says of the proof, if there is one and it was checked.
    pub check: Option<CheckVerdict>,
    /// Moves that the check has played.
    pub check_nodes: u64,
    /// Time that the check took.
    pub check_time: Duration,
}

/// A position with unknown parts, which has no result with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncompletePosition;

impl fmt::Display for IncompletePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a position in which every piece is known")
    }
}

impl std::error::Error for IncompletePosition {}

/// Solves positions of one game, each by itself: nothing is kept from one to the next.
pub struct Solver<G: Game> {
    search: Search<G>,
    check_nodes: u64,
}

impl<G: Game> Solver<G> {
    /// The memory of the tree is allocated on demand.
    pub fn new(settings: SolverSettings) -> Self {
        let SolverSettings { hash_mb, threads, check_nodes } = settings;
        let search = Search::new(Settings {
            hash_mb,
            threads,
            move_overhead: Duration::ZERO,
            information: InformationMode::Open,
            ..Settings::default()
        });
        Solver { search, check_nodes }
    }

    /// Proves the result of a position within limits, and checks the proof. Games with secrets
    /// are taken as if both players saw everything.
    pub fn solve(
        &mut self,
        position: &G,
        limits: &Limits,
        control: &Arc<Control>,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> Result<Solution<G::Move>, IncompletePosition> {
        if !G::Information::is_complete(position) {
            return Err(IncompletePosition);
        }
        self.search.reset();
        let request = SearchRequest::new(History::new(position.clone()), limits.clone());
        let report = self.search.search(&request, control, on_report).report;
        let proof = report.root.proof;
        let mut solution = Solution {
            proof,
            value: report.root.value,
            pv: report.lines.into_iter().next().map(|line| line.pv).unwrap_or_default(),
            complete: false,
            nodes: report.nodes,
            time: report.time,
            check: None,
            check_nodes: 0,
            check_time: Duration::ZERO,
        };
        let walked = walk(position, &solution.pv);
        solution.complete = walked.is_some_and(|end| ends_as_proven(&end, solution.pv.len(), proof));
        if proof != Proof::Unknown && self.check_nodes > 0 {
            let begun = std::time::Instant::now();
            let mut checker = ProofChecker::new(self.check_nodes)
                .with_hints(self.search.proof_moves(MOST_HINTS))
                .stopped_by(control.clone());
            let verdict = checker.check(&Claim { position: position.clone(), moves: Vec::new(), proof });
            (solution.check, solution.check_nodes) = (Some(verdict), checker.played());
            solution.check_time = begun.elapsed();
        }
        Ok(solution)
    }
}

/// The position after a line of moves; `None` if one of them is illegal.
fn walk<G: Game>(position: &G, line: &[G::Move]) -> Option<G> {
    let mut position = position.clone();
    for mv in line {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        legal.contains(mv).then(|| position.play(*mv))?;
    }
    Some(position)
}

/// Whether a line of so many plies has ended as a proof says.
fn ends_as_proven<G: Game>(end: &G, plies: usize, proof: Proof) -> bool {
    match (proof, end.outcome()) {
        (Proof::Win(winner, within), Some(outcome)) => {
            outcome == Outcome::Win(winner) && plies <= usize::from(within)
        }
        (Proof::Draw, Some(outcome)) => outcome == Outcome::Draw,
        _ => false,
    }
}
