//! A search from start to end: threads, limits, reports and the result.

use super::child::Child;
use super::mate::MateSearch;
use super::playout::{Playout, Shared};
use super::pv::{best_lines, ranked};
use crate::games::{Game, Outcome, Value};
use crate::search::budget::NodeBudget;
use crate::search::progress::Progress;
use crate::search::proof::ProofFold;
use crate::search::time::{CHECK_EVERY, Certainty, Timer};
use crate::search::{
    Control, Limits, Proof, PvLine, RootStats, SearchReport, SearchRequest, SearchResult, Settings,
};
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

/// The sleep of a thread that has nothing to search but must not end.
const IDLE: Duration = Duration::from_millis(1);
/// Visits of the root beyond which 32-bit counters might overflow: hours of analysis.
const MAX_VISITS: u32 = i32::MAX as u32;
/// Playouts after which the mate search runs.
const MATE_SEARCH_AFTER: u64 = 1000;
/// Depth of that search, in plies.
const MATE_PLIES: u16 = 7;
/// For wins longer than this, in plies, shorter ones with a quiet move are searched for.
const LONG_WIN: u16 = 5;

/// A search under way.
pub(super) struct Run<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    settings: &'a Settings,
    limits: &'a Limits,
    control: &'a Control,
    timer: &'a Timer,
    report_every: Duration,
    budget: NodeBudget,
    seldepth: CachePadded<AtomicU32>,
    finished: AtomicBool,
    /// Held for reading by playouts, for writing while the tree is pruned.
    prune_lock: CachePadded<RwLock<()>>,
    /// A thread waits for the write lock: playouts should end their batch.
    prune_requested: AtomicBool,
    /// Held by the one thread that prunes.
    pruner: Mutex<()>,
}

impl<'a, G: Game> Run<'a, G> {
    pub(super) fn new(
        shared: &'a Shared<'a, G>,
        settings: &'a Settings,
        request: &'a SearchRequest<G>,
        (timer, control): (&'a Timer, &'a Control),
    ) -> Self {
        Run {
            shared,
            settings,
            limits: &request.limits,
            control,
            timer,
            report_every: request.report_every,
            budget: NodeBudget::new(request.limits.budget().unwrap_or(u64::MAX)),
            seldepth: CachePadded::default(),
            finished: AtomicBool::new(false),
            prune_lock: CachePadded::default(),
            prune_requested: AtomicBool::new(false),
            pruner: Mutex::new(()),
        }
    }

    /// The root's proof before the first playout: from a reused tree, from wins in one move, or
    /// a loss because expansion left out every move as losing in two plies.
    fn prove_root(&self) {
        let position = self.shared.position;
        if let Some(outcome) = position.outcome() {
            self.shared.root_proof.set(Proof::of(outcome));
            return;
        }
        let winnable = position.can_win_now();
        for child in self.shared.root_children() {
            if winnable {
                // Even a search that is stopped at once must not miss a win in one.
                let mut next = position.clone();
                next.play(G::Move::from(child.mv()));
                if let Some(Outcome::Win(winner)) = next.outcome() {
                    child.set_proof(Proof::Win(winner, 0));
                }
            }
        }
        self.shared.root_proof.set(self.fold_root());
    }

    /// The root's proof from those of its moves.
    fn fold_root(&self) -> Proof {
        let mover = self.shared.position.mover();
        let mut fold = ProofFold::new(mover);
        self.shared.root_children().for_each(|child| fold.add(child.proof()));
        for (_, next) in self.unstored_moves() {
            let blunder = next.mover() != mover && next.can_win_now();
            fold.add(match next.outcome() {
                Some(outcome) => Proof::of(outcome),
                None if blunder => Proof::Win(!mover, 1),
                // A move that is missing for want of memory proves nothing.
                None => Proof::Unknown,
            });
        }
        fold.proof()
    }

    /// The moves that the root does not store, each with the position after it: those that lose
    /// at once or after which the opponent wins at once and, where memory is full, others.
    fn unstored_moves(&self) -> Vec<(G::Move, G)> {
        let position = self.shared.position;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut stored: Vec<u32> = self.shared.root_children().map(Child::mv).collect();
        stored.sort_unstable();
        let search_moves = self.shared.search_moves;
        moves.retain(|&mv| {
            let packed: u32 = mv.into();
            stored.binary_search(&packed).is_err() && search_moves.is_none_or(|moves| moves.contains(&packed))
        });
        let after = |mv| {
            let mut next = position.clone();
            next.play(mv);
            (mv, next)
        };
        moves.into_iter().map(after).collect()
    }

    pub(super) fn run(&self, on_report: &mut dyn FnMut(&SearchReport<G::Move>)) -> SearchResult<G::Move> {
        self.prove_root();
        let helpers = self.settings.threads.saturating_sub(1);
        let mut progress = Progress::new(self.report_every);
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| self.run_helper());
            }
            let mut playout = Playout::new(self.shared);
            while !self.should_stop(&mut progress, on_report) {
                self.run_playouts(&mut playout);
            }
            self.finished.store(true, Relaxed);
        });
        self.refine_proof();
        self.result(on_report)
    }

    /// A mate search from the root, once in a search: the first move of a forced win may have
    /// a prior so low that playouts do not reach it.
    fn mate_search(&self) {
        let mover = self.shared.position.mover();
        self.with_mate_search(|mates, children| {
            if let Some(plies) = mates.shortest_win(children, mover, MATE_PLIES + 1) {
                self.shared.root_proof.set(Proof::Win(mover, plies));
            }
        });
    }

    /// Tightens the distance of a proven result: the shortest win or the longest defence.
    fn refine_proof(&self) {
        let Proof::Win(winner, plies) = self.shared.root_proof.get() else { return };
        if self.shared.root_children().next().is_none() {
            // Every move loses in two plies.
            return;
        }
        let wins = winner == self.shared.position.mover();
        self.with_mate_search(|mates, children| {
            if wins {
                let shortest = mates.shortest_win(children, winner, plies).unwrap_or(plies);
                if shortest > LONG_WIN {
                    let stop = || self.out_of_time();
                    MateSearch::with_quiet_move(&stop).shortest_win(children, winner, LONG_WIN + 1);
                }
            } else {
                mates.longest_defence(children, winner);
            }
        });
        if let refined @ Proof::Win(..) = self.fold_root() {
            self.shared.root_proof.set(refined);
        }
    }

    /// Calls `work` with a mate search and the root's children with their positions.
    fn with_mate_search(&self, work: impl FnOnce(&mut MateSearch, &[(&Child, G)])) {
        let stop = || self.out_of_time();
        let position = self.shared.position;
        let after = |child: &'a Child| {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            (child, next)
        };
        let children = ranked(self.shared.root_children(), position.mover());
        let children: Vec<(&Child, G)> = children.into_iter().map(after).collect();
        work(&mut MateSearch::new(&stop), &children);
    }

    fn out_of_time(&self) -> bool {
        self.control.stopped() || self.timer.expired(self.control)
    }

    /// The loop of a helper thread.
    fn run_helper(&self) {
        let mut playout = Playout::new(self.shared);
        while !self.finished.load(Relaxed) && !self.control.stopped() {
            self.run_playouts(&mut playout);
        }
    }

    /// Runs a batch of playouts, or sleeps if none are left: in an infinite search whose root
    /// is proven, or while other threads run the last ones. Lock, memory and node budget are
    /// checked once a batch, to keep contention low.
    fn run_playouts(&self, playout: &mut Playout<'a, G>) {
        let claimed =
            if self.is_exhausted() { 0 } else { self.budget.claim(CHECK_EVERY, !self.waits_for_client()) };
        if claimed == 0 {
            return std::thread::sleep(IDLE);
        }
        if self.shared.tree.needs_pruning() {
            self.prune();
        }
        let _playing = self.prune_lock.read().unwrap_or_else(PoisonError::into_inner);
        let mut deepest = 0;
        let mut played = 0;
        while played < claimed && !self.batch_must_end() && !self.prune_requested.load(Relaxed) {
            deepest = deepest.max(playout.run());
            played += 1;
        }
        playout.flush();
        self.budget.settle(played, claimed);
        self.seldepth.fetch_max(deepest as u32, Relaxed);
    }

    /// Prunes the tree, unless another thread does. The others go on with the reserve of pages
    /// while this one chooses nodes.
    fn prune(&self) {
        let Ok(_pruner) = self.pruner.try_lock() else { return };
        let tree = self.shared.tree;
        while tree.needs_pruning() {
            let nodes = tree.prune_candidates();
            self.prune_requested.store(true, Relaxed);
            let _paused = self.prune_lock.write().unwrap_or_else(PoisonError::into_inner);
            self.prune_requested.store(false, Relaxed);
            tree.prune(&nodes);
        }
    }

    /// Whether a batch of playouts must end.
    fn batch_must_end(&self) -> bool {
        self.finished.load(Relaxed) || self.control.stopped() || self.is_exhausted()
    }

    /// Whether the search is over; also runs what is due: mate search and reports.
    fn should_stop(
        &self,
        progress: &mut Progress,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> bool {
        if self.control.stopped() {
            return true;
        }
        let nodes = self.budget.played();
        let is_exhausted = self.is_exhausted();
        if (is_exhausted || self.budget.is_spent()) && !self.waits_for_client() {
            return true;
        }
        if nodes < progress.next_check && !is_exhausted {
            return false;
        }
        if !progress.mate_searched && nodes >= MATE_SEARCH_AFTER {
            progress.mate_searched = true;
            self.mate_search();
        }
        progress.next_check = nodes + CHECK_EVERY;
        if self.timer.expired(self.control) || self.soft_limit_reached(progress, nodes) {
            return true;
        }
        if progress.wants_report(nodes, self.timer.elapsed()) {
            on_report(&self.report());
        }
        false
    }

    /// Whether further playouts are useless: the root is proven, or the counters are full.
    fn is_exhausted(&self) -> bool {
        self.shared.root_proof.get() != Proof::Unknown || self.shared.root.visits() >= MAX_VISITS
    }

    /// Whether only the client may end the search: `stop`, or `ponderhit` first.
    fn waits_for_client(&self) -> bool {
        self.limits.infinite || (self.limits.ponder && self.control.pondering())
    }

    /// Whether the soft time limit is reached, given how stable the best move is.
    fn soft_limit_reached(&self, progress: &mut Progress, nodes: u64) -> bool {
        if self.limits.clock.is_none() || !progress.checks_stability(nodes) {
            return false;
        }
        let children = ranked(self.shared.root_children(), self.shared.position.mover());
        let Some(best) = children.first() else { return true };
        let second = children.iter().skip(1).map(|child| child.visits()).max();
        let Some(second) = second else { return true };
        progress.note_best(best.mv(), nodes);
        let elapsed = self.timer.elapsed().as_secs_f32().max(1e-3);
        let nps = nodes as f32 / elapsed;
        let remaining_nodes = self.timer.soft_remaining().map_or(f32::MAX, |left| left.as_secs_f32() * nps);
        let certainty = Certainty {
            share: best.visits() as f32 / self.shared.root.visits().max(1) as f32,
            stability: progress.stability(nodes),
            unreachable: best.visits().saturating_sub(second) as f32 > remaining_nodes,
        };
        self.timer.soft_limit_reached(self.control, certainty)
    }

    fn report(&self) -> SearchReport<G::Move> {
        // The principal variations must not be pruned while they are read.
        let _reading = self.prune_lock.read().unwrap_or_else(PoisonError::into_inner);
        let nodes = self.budget.played();
        SearchReport {
            depth: Limits::depth_of_nodes(nodes).max(1),
            seldepth: self.seldepth.load(Relaxed).max(1),
            nodes,
            time: self.timer.elapsed(),
            hashfull: self.shared.tree.hashfull(),
            root: self.root_stats(),
            lines: self.lines(),
        }
    }

    fn root_stats(&self) -> RootStats {
        let (root, proof) = (self.shared.root, self.shared.root_proof.get());
        let position = self.shared.position;
        // The root's score is that of the mover's opponent, who chose the root by convention.
        let value = match proof.value(position.mover()) {
            Some(proven) => proven,
            None if root.visits() > 0 => Value::of_score(1.0 - root.mean(), root.draw_rate()),
            None => self.shared.evaluator.value(position),
        };
        RootStats { value, proof, visits: root.visits().into() }
    }

    fn lines(&self) -> Vec<PvLine<G::Move>> {
        let count = self.settings.multi_pv.max(1);
        let mut lines = best_lines(self.shared, count);
        if lines.len() < count && self.shared.position.outcome().is_none() {
            let mover = self.shared.position.mover();
            let lost = |(mv, next): (G::Move, G)| {
                let pv = match next.outcome() {
                    Some(outcome) => (outcome == Outcome::Win(!mover)).then(|| vec![mv])?,
                    None => vec![mv, next.winning_move().filter(|_| next.mover() != mover)?],
                };
                let (value, proof) = (Value::LOSS, Proof::Win(!mover, pv.len() as u16));
                Some(PvLine { value, proof, estimate: value, visits: 0, prior: 0.0, pv })
            };
            // Those that last a ply longer first; winning moves are searched for where a line is
            // wanted only, since a lost position may have thousands of moves.
            let mut unstored = self.unstored_moves();
            unstored.sort_by_key(|(_, next)| next.outcome().is_some());
            let missing = count - lines.len();
            lines.extend(unstored.into_iter().filter_map(lost).take(missing));
        }
        lines
    }

    /// Completes the principal variation of a proven win to its end by a mate search, where the
    /// tree does not hold all of it.
    fn complete_pv(&self, line: &mut PvLine<G::Move>) {
        let Some(&first) = line.pv.first() else { return };
        let chosen = |child: &&Child| G::Move::from(child.mv()) == first;
        let proof = self.shared.root_children().find(chosen).map(Child::proof);
        let Some(Proof::Win(winner, plies)) = proof else { return };
        let mut position = self.shared.position.clone();
        position.play(first);
        let mut end = position.clone();
        line.pv[1..].iter().for_each(|&mv| end.play(mv));
        let complete = line.pv.len() == usize::from(plies) + 1;
        if complete && end.outcome() == Some(Outcome::Win(winner)) {
            return;
        }
        let stop = || self.out_of_time();
        let mate_pv = |mut mates: MateSearch| mates.pv(&position, winner, plies);
        let rest = mate_pv(MateSearch::new(&stop)).or_else(|| mate_pv(MateSearch::with_quiet_move(&stop)));
        if let Some(rest) = rest {
            line.pv.truncate(1);
            line.pv.extend(rest);
        }
    }

    fn result(&self, on_report: &mut dyn FnMut(&SearchReport<G::Move>)) -> SearchResult<G::Move> {
        let mut report = self.report();
        if let Some(line) = report.lines.first_mut() {
            self.complete_pv(line);
        }
        on_report(&report);
        let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        let visits = |child: &Child| (G::Move::from(child.mv()), child.visits());
        let root_visits = self.shared.root_children().map(visits).collect();
        SearchResult { best, ponder, report, root_visits, root_policy: Vec::new(), mixture: Vec::new() }
    }
}
