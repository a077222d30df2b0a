//! A search from start to end: runs the threads, keeps the limits, reports, and answers.

use super::child::Child;
use super::mate::MateSearch;
use super::playout::{Playout, Shared};
use super::pv::{best_lines, ordered};
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

/// The pause of a thread that has nothing to do but must not end.
const IDLE: Duration = Duration::from_millis(1);
/// Visits of the root beyond which counters might overflow: hours of analysis.
const MOST_VISITS: u32 = i32::MAX as u32;
/// Playouts after which a mate search is made.
const MATE_SEARCH_AFTER: u64 = 1000;
/// How long the wins of that search may be.
const MATE_PLIES: u16 = 7;
/// Wins that take longer may hide shorter ones which begin with a quiet move.
const LONG_WIN: u16 = 5;

/// A search under way.
pub(super) struct Run<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    settings: &'a Settings,
    limits: &'a Limits,
    control: &'a Control,
    timer: &'a Timer,
    budget: NodeBudget,
    seldepth: CachePadded<AtomicU32>,
    finished: AtomicBool,
    /// Open to playouts, closed while the tree is pruned.
    gate: CachePadded<RwLock<()>>,
    /// Somebody waits for the playouts under way, to close the gate.
    closing: AtomicBool,
    /// Held by the thread that prunes.
    pruning: Mutex<()>,
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
            budget: NodeBudget::new(request.limits.budget().unwrap_or(u64::MAX)),
            seldepth: CachePadded::default(),
            finished: AtomicBool::new(false),
            gate: CachePadded::default(),
            closing: AtomicBool::new(false),
            pruning: Mutex::new(()),
        }
    }

    /// What is proven before the first playout: by earlier searches, or because all
    /// moves considered lose at once and so were never listed.
    fn prove_at_once(&self) {
        let position = self.shared.position;
        let mover = position.mover();
        if let Some(outcome) = position.outcome() {
            self.shared.root_proof.set(Proof::of(outcome));
            return;
        }
        let mut fold = ProofFold::new(mover);
        let mut any = false;
        let winnable = position.can_win_now();
        for child in self.shared.root_children() {
            if winnable {
                // A search that is stopped at once must not miss a win at once.
                let mut next = position.clone();
                next.play(G::Move::from(child.mv()));
                if let Some(Outcome::Win(winner)) = next.outcome() {
                    child.set_proof(Proof::Win(winner, 0));
                }
            }
            fold.add(child.proof());
            any = true;
        }
        let proof = if any { fold.proof() } else { Proof::Win(!mover, 2) };
        self.shared.root_proof.set(proof);
    }

    pub(super) fn run(&self, on_report: &mut dyn FnMut(&SearchReport<G::Move>)) -> SearchResult<G::Move> {
        self.prove_at_once();
        let helpers = self.settings.threads.saturating_sub(1);
        let mut progress = Progress::default();
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| self.help());
            }
            let mut playout = Playout::new(self.shared);
            while !self.done(&mut progress, on_report) {
                self.play_out(&mut playout);
            }
            self.finished.store(true, Relaxed);
        });
        self.refine_proof();
        self.result(on_report)
    }

    /// Searches for a short win by threats alone, once in a search: it may hide behind a
    /// move that the priors think little of.
    fn mate_search(&self) {
        let mover = self.shared.position.mover();
        self.with_mate_search(|mates, children| {
            if let Some(plies) = mates.shortest_win(children, mover, MATE_PLIES + 1) {
                self.shared.root_proof.set(Proof::Win(mover, plies));
            }
        });
    }

    /// Finds the shortest of the proven wins, or the longest of the defences.
    fn refine_proof(&self) {
        let Proof::Win(winner, plies) = self.shared.root_proof.get() else { return };
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
    }

    /// Hands a mate search and the root's children with their positions to `work`.
    fn with_mate_search(&self, work: impl FnOnce(&mut MateSearch, &[(&Child, G)])) {
        let stop = || self.out_of_time();
        let position = self.shared.position;
        let after = |child: &'a Child| {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            (child, next)
        };
        let children = ordered(self.shared.root_children(), position.mover());
        let children: Vec<(&Child, G)> = children.into_iter().map(after).collect();
        work(&mut MateSearch::new(&stop), &children);
    }

    fn out_of_time(&self) -> bool {
        self.control.stopped() || self.timer.expired(self.control)
    }

    /// The work of a further thread.
    fn help(&self) {
        let mut playout = Playout::new(self.shared);
        while !self.finished.load(Relaxed) && !self.control.stopped() {
            self.play_out(&mut playout);
        }
    }

    /// Runs a few playouts, or rests if none are wanted: told to go on for ever with nothing
    /// left to find out, or because other threads do the last ones. The gate and the memory
    /// are seen to once for all of them: threads that ask for them all the time hinder each
    /// other.
    fn play_out(&self, playout: &mut Playout<'a, G>) {
        let claimed = if self.at_an_end() { 0 } else { self.budget.claim(CHECK_EVERY, !self.waiting()) };
        if claimed == 0 {
            return std::thread::sleep(IDLE);
        }
        if self.shared.tree.is_short() {
            self.make_room();
        }
        let _open = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        let mut deepest = 0;
        let mut played = 0;
        while played < claimed && !self.is_over() && !self.closing.load(Relaxed) {
            deepest = deepest.max(playout.run());
            played += 1;
        }
        playout.flush();
        self.budget.add(played, claimed);
        self.seldepth.fetch_max(deepest as u32, Relaxed);
    }

    /// Prunes the tree, unless another thread is at it. The others play on, with the reserve
    /// that is left, while this one looks for what to prune.
    fn make_room(&self) {
        let Ok(_turn) = self.pruning.try_lock() else { return };
        let tree = self.shared.tree;
        while tree.is_short() {
            let nodes = tree.prune_candidates();
            self.closing.store(true, Relaxed);
            let _closed = self.gate.write().unwrap_or_else(PoisonError::into_inner);
            self.closing.store(false, Relaxed);
            tree.prune(&nodes);
        }
    }

    /// Whether playouts must end at once.
    fn is_over(&self) -> bool {
        self.finished.load(Relaxed) || self.control.stopped() || self.at_an_end()
    }

    /// Whether the search is over; reports when there is something to tell.
    fn done(&self, progress: &mut Progress, on_report: &mut dyn FnMut(&SearchReport<G::Move>)) -> bool {
        if self.control.stopped() {
            return true;
        }
        let nodes = self.budget.played();
        let at_an_end = self.at_an_end();
        if (at_an_end || self.budget.is_full()) && !self.waiting() {
            return true;
        }
        if nodes < progress.next_check && !at_an_end {
            return false;
        }
        if !progress.mate_searched && nodes >= MATE_SEARCH_AFTER {
            progress.mate_searched = true;
            self.mate_search();
        }
        progress.next_check = nodes + CHECK_EVERY;
        if self.timer.expired(self.control) || self.satisfied(progress, nodes) {
            return true;
        }
        if progress.wants_report(nodes, self.timer.elapsed()) {
            on_report(&self.state());
        }
        false
    }

    /// Whether more playouts are of no use: the result is proven, or the counters are full.
    fn at_an_end(&self) -> bool {
        self.shared.root_proof.get() != Proof::Unknown || self.shared.root.visits() >= MOST_VISITS
    }

    /// Whether the client must speak before the search may end.
    fn waiting(&self) -> bool {
        self.limits.infinite || self.control.pondering()
    }

    /// Whether a player on the clock has thought enough.
    fn satisfied(&self, progress: &mut Progress, nodes: u64) -> bool {
        if self.limits.clock.is_none() || !progress.checks_stability(nodes) {
            return false;
        }
        let children = ordered(self.shared.root_children(), self.shared.position.mover());
        let Some(best) = children.first() else { return true };
        let second = children.iter().skip(1).map(|child| child.visits()).max();
        let Some(second) = second else { return true };
        progress.note_best(best.mv(), nodes);
        let elapsed = self.timer.elapsed().as_secs_f32().max(1e-3);
        let speed = nodes as f32 / elapsed;
        let to_come = self.timer.remaining_plan().map_or(f32::MAX, |plan| plan.as_secs_f32() * speed);
        let certainty = Certainty {
            share: best.visits() as f32 / self.shared.root.visits().max(1) as f32,
            stability: progress.stability(nodes),
            unreachable: best.visits().saturating_sub(second) as f32 > to_come,
        };
        self.timer.satisfied(self.control, certainty)
    }

    fn state(&self) -> SearchReport<G::Move> {
        // The lines lead through parts of the tree that might be pruned meanwhile.
        let _open = self.gate.read().unwrap_or_else(PoisonError::into_inner);
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
        // The root's statistics are those of its opponent, who chose it by convention.
        let value = match proof.value(position.mover()) {
            Some(proven) => proven,
            None if root.visits() > 0 => Value::of_score(1.0 - root.mean(), root.draw_rate()),
            None => self.shared.evaluator.value(position),
        };
        RootStats { value, proof, visits: root.visits().into() }
    }

    fn lines(&self) -> Vec<PvLine<G::Move>> {
        let lines = best_lines(self.shared, self.settings.multi_pv.max(1));
        if !lines.is_empty() {
            return lines;
        }
        // Every move loses at once: show one of them all the same.
        let position = self.shared.position;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let search_moves = self.shared.search_moves;
        let considered = |mv: &G::Move| search_moves.is_none_or(|moves| moves.contains(&(*mv).into()));
        let line = |mv| PvLine {
            value: Value::LOSS,
            proof: Proof::Win(!position.mover(), 2),
            visits: 0,
            prior: 0.0,
            pv: vec![mv],
        };
        moves.into_iter().find(considered).map(line).into_iter().collect()
    }

    /// Shows a proven win to its end, where the tree knows it by another way only.
    fn spell_out(&self, line: &mut PvLine<G::Move>) {
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
        let spelt = |mut mates: MateSearch| mates.pv(&position, winner, plies);
        let rest = spelt(MateSearch::new(&stop)).or_else(|| spelt(MateSearch::with_quiet_move(&stop)));
        if let Some(rest) = rest {
            line.pv.truncate(1);
            line.pv.extend(rest);
        }
    }

    fn result(&self, on_report: &mut dyn FnMut(&SearchReport<G::Move>)) -> SearchResult<G::Move> {
        let mut report = self.state();
        if let Some(line) = report.lines.first_mut() {
            self.spell_out(line);
        }
        on_report(&report);
        let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
        let (best, ponder) = (pv.first().copied(), pv.get(1).copied());
        let visits = |child: &Child| (G::Move::from(child.mv()), child.visits());
        let root_visits = self.shared.root_children().map(visits).collect();
        SearchResult { best, ponder, report, root_visits, mixture: Vec::new() }
    }
}
