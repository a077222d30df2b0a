//! A search from start to end: prepares the root, runs the threads, watches the
//! limits, reports, and answers.

use super::apart::Apart;
use super::lines::{best_lines, ordered};
use super::params::Params;
use super::playout::{Playout, Shared, Verdict};
use super::proof::{Choice, Proof};
use super::quota::Quota;
use super::root::{Noise, Root};
use super::threats::ThreatSearch;
use super::time::{CHECK_EVERY, Certainty, Timer};
use super::tree::{Child, Tree};
use super::{Answer, Control, Evaluation, Information, Judge, Limits, Line, Report, Score, Watch, Wdl};
use crate::games::{Game, Outcome, Record};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

/// The pause of a thread that has nothing to do but must not end.
const IDLE: Duration = Duration::from_millis(1);
/// Visits of the root beyond which counters might overflow: hours of analysis.
const MOST_VISITS: u32 = i32::MAX as u32;
/// Playouts after which a search looks for wins by threats alone.
const SCAN_AFTER: u64 = 1000;
/// Wins that take longer may hide shorter ones which begin with a quiet move.
const LONG_WIN: u16 = 5;
/// How long those wins may be.
const SCAN_PLIES: u16 = 7;

/// What users may set about the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Memory of the tree, in MB (2^20 bytes).
    pub hash_mb: usize,
    pub threads: usize,
    /// How many lines to report.
    pub multi_pv: usize,
    /// Kept in reserve of every time limit, for what happens outside the engine.
    pub move_overhead: Duration,
    /// 0 plays the same every time; other seeds vary among nearly equal moves.
    pub seed: u64,
    /// What may be known of a game in which players have secrets.
    pub information: Information,
    /// Who judges positions.
    pub evaluation: Evaluation,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash_mb: 128,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(5),
            seed: 0,
            information: Information::Player,
            evaluation: Evaluation::Embedded,
        }
    }
}

/// Searches positions of one game and keeps its tree between moves.
pub struct Searcher<G: Game> {
    settings: Settings,
    params: Params,
    judge: Judge<G>,
    tree: Tree,
    root: Root<G>,
    noise: Option<Noise>,
}

impl<G: Game> Searcher<G> {
    /// Takes no memory for the tree yet.
    pub fn new(settings: Settings) -> Self {
        let judge = Judge::new(settings.evaluation.net::<G>());
        Searcher {
            tree: Tree::new(settings.hash_mb),
            params: Params::pick(judge.has_learned()),
            judge,
            noise: None,
            root: Root::default(),
            settings,
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; the tree is kept unless its size or the judge changes.
    pub fn set(&mut self, settings: Settings) {
        let resized = settings.hash_mb != self.settings.hash_mb;
        let rejudged = settings.evaluation != self.settings.evaluation;
        self.settings = settings;
        if rejudged {
            self.judge = Judge::new(self.settings.evaluation.net::<G>());
            self.params = Params::pick(self.judge.has_learned());
        }
        if resized || rejudged {
            self.clear();
        }
    }

    /// Who judges positions.
    pub(super) fn judge(&self) -> &Judge<G> {
        &self.judge
    }

    /// Makes the searches from now on curious about moves of the root that they would
    /// think little of.
    pub fn stir(&mut self, noise: Option<Noise>) {
        self.noise = noise;
    }

    /// The moves of the last position searched, with the playouts that went through each.
    pub fn tried(&self) -> Vec<(G::Move, u32)> {
        let page = self.root.node.page();
        let children = page.into_iter().flat_map(|page| self.tree.children(page));
        children.map(|child| (G::Move::from(child.mv()), child.visits())).collect()
    }

    /// Changes the numbers that steer the search, and forgets the tree they shaped.
    pub fn tune(&mut self, params: Params) {
        self.params = params;
        self.clear();
    }

    /// Forgets the tree and gives its memory back.
    pub fn clear(&mut self) {
        self.tree = Tree::new(self.settings.hash_mb);
        self.root = Root::default();
    }

    /// Searches the current position of a game. `among` restricts the moves
    /// considered, unless it is empty. `report` is called now and then, and once
    /// at the end, from the calling thread.
    pub fn search(
        &mut self,
        game: &Record<G>,
        limits: &Limits,
        among: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Answer<G::Move> {
        let timer = Timer::new(limits, self.settings.move_overhead, G::MOVES_LEFT);
        self.root.follow(&self.tree, game);
        let noise = self.noise.or_else(|| Noise::of_seed(self.settings.seed));
        self.root.prepare(&self.tree, &self.judge, &self.params, noise);
        let among: Vec<u32> = among.iter().map(|&mv| mv.into()).collect();
        let shared = Shared {
            tree: &self.tree,
            judge: &self.judge,
            params: &self.params,
            root: &self.root.node,
            position: game.current(),
            among: (!among.is_empty()).then_some(&among),
            verdict: Verdict::default(),
        };
        let run = Run {
            shared: &shared,
            settings: &self.settings,
            limits,
            control,
            timer,
            quota: Quota::new(limits.budget().unwrap_or(u64::MAX)),
            deepest: Apart::default(),
            finished: AtomicBool::new(false),
            gate: Apart::default(),
            closing: AtomicBool::new(false),
            pruning: Mutex::new(()),
        };
        run.conclude_at_once();
        run.think(report)
    }
}

/// A search under way.
struct Run<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    settings: &'a Settings,
    limits: &'a Limits,
    control: &'a Control,
    timer: Timer,
    quota: Quota,
    deepest: Apart<AtomicU32>,
    finished: AtomicBool,
    /// Open to playouts, closed while the tree is pruned.
    gate: Apart<RwLock<()>>,
    /// Somebody waits for the playouts under way, to close the gate.
    closing: AtomicBool,
    /// Held by the thread that prunes.
    pruning: Mutex<()>,
}

impl<'a, G: Game> Run<'a, G> {
    /// What is proven before the first playout: by earlier searches, or because all
    /// moves considered lose at once and so were never listed.
    fn conclude_at_once(&self) {
        let position = self.shared.position;
        let mover = position.mover();
        if let Some(outcome) = position.outcome() {
            self.shared.verdict.set(Proof::of(outcome));
            return;
        }
        let mut choice = Choice::new(mover);
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
            choice.add(child.proof());
            any = true;
        }
        let proof = if any { choice.proof() } else { Proof::Win(!mover, 2) };
        self.shared.verdict.set(proof);
    }

    fn think(&self, report: &mut dyn FnMut(&Report<G::Move>)) -> Answer<G::Move> {
        let helpers = self.settings.threads.saturating_sub(1);
        let mut watch = Watch::default();
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| self.help());
            }
            let mut playout = Playout::new(self.shared);
            while !self.done(&mut watch, report) {
                self.play_out(&mut playout);
            }
            self.finished.store(true, Relaxed);
        });
        self.settle();
        self.answer(report)
    }

    /// Looks for a short win by threats alone, once in a search: it may hide behind a
    /// move that the priors think little of.
    fn scan(&self) {
        let mover = self.shared.position.mover();
        self.with_threats(|threats, children| {
            if let Some(plies) = threats.shortest_win(children, mover, SCAN_PLIES + 1) {
                self.shared.verdict.set(Proof::Win(mover, plies));
            }
        });
    }

    /// Looks for the shortest of the proven wins, or the longest of the defences.
    fn settle(&self) {
        let Proof::Win(winner, plies) = self.shared.verdict.get() else { return };
        let wins = winner == self.shared.position.mover();
        self.with_threats(|threats, children| {
            if wins {
                let shortest = threats.shortest_win(children, winner, plies).unwrap_or(plies);
                if shortest > LONG_WIN {
                    let stop = || self.out_of_time();
                    ThreatSearch::with_quiet_move(&stop).shortest_win(children, winner, LONG_WIN + 1);
                }
            } else {
                threats.longest_defence(children, winner);
            }
        });
    }

    /// Hands a search for threats and the root's children with their positions to `work`.
    fn with_threats(&self, work: impl FnOnce(&mut ThreatSearch, &[(&Child, G)])) {
        let stop = || self.out_of_time();
        let position = self.shared.position;
        let after = |child: &'a Child| {
            let mut next = position.clone();
            next.play(G::Move::from(child.mv()));
            (child, next)
        };
        let children = ordered(self.shared.root_children(), position.mover());
        let children: Vec<(&Child, G)> = children.into_iter().map(after).collect();
        work(&mut ThreatSearch::new(&stop), &children);
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
        let claimed = if self.at_an_end() { 0 } else { self.quota.claim(CHECK_EVERY, !self.waiting()) };
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
        playout.settle();
        self.quota.add(played, claimed);
        self.deepest.fetch_max(deepest as u32, Relaxed);
    }

    /// Prunes the tree, unless another thread is at it. The others play on, with the reserve
    /// that is left, while this one looks for what to cut off.
    fn make_room(&self) {
        let Ok(_turn) = self.pruning.try_lock() else { return };
        let tree = self.shared.tree;
        while tree.is_short() {
            let nodes = tree.dispensable();
            self.closing.store(true, Relaxed);
            let _closed = self.gate.write().unwrap_or_else(PoisonError::into_inner);
            self.closing.store(false, Relaxed);
            tree.cut_off(&nodes);
        }
    }

    /// Whether playouts must end at once.
    fn is_over(&self) -> bool {
        self.finished.load(Relaxed) || self.control.stopped() || self.at_an_end()
    }

    /// Whether the search is over; reports when there is something to tell.
    fn done(&self, watch: &mut Watch, report: &mut dyn FnMut(&Report<G::Move>)) -> bool {
        if self.control.stopped() {
            return true;
        }
        let nodes = self.quota.played();
        let at_an_end = self.at_an_end();
        if (at_an_end || self.quota.is_full()) && !self.waiting() {
            return true;
        }
        if nodes < watch.next_check && !at_an_end {
            return false;
        }
        if !watch.scanned && nodes >= SCAN_AFTER {
            watch.scanned = true;
            self.scan();
        }
        watch.next_check = nodes + CHECK_EVERY;
        if self.timer.expired(self.control) || self.satisfied(watch, nodes) {
            return true;
        }
        if watch.wants_report(nodes, self.timer.elapsed()) {
            report(&self.state());
        }
        false
    }

    /// Whether more playouts are of no use: the result is proven, or the counters are full.
    fn at_an_end(&self) -> bool {
        self.shared.verdict.get() != Proof::Unknown || self.shared.root.visits() >= MOST_VISITS
    }

    /// Whether the client must speak before the search may end.
    fn waiting(&self) -> bool {
        self.limits.infinite || self.control.pondering()
    }

    /// Whether a player on the clock has thought enough.
    fn satisfied(&self, watch: &mut Watch, nodes: u64) -> bool {
        if self.limits.clock.is_none() || !watch.weighs(nodes) {
            return false;
        }
        let children = ordered(self.shared.root_children(), self.shared.position.mover());
        let Some(best) = children.first() else { return true };
        let second = children.iter().skip(1).map(|child| child.visits()).max();
        let Some(second) = second else { return true };
        watch.note_best(best.mv(), nodes);
        let elapsed = self.timer.elapsed().as_secs_f32().max(1e-3);
        let speed = nodes as f32 / elapsed;
        let to_come = self.timer.remaining_plan().map_or(f32::MAX, |plan| plan.as_secs_f32() * speed);
        let certainty = Certainty {
            share: best.visits() as f32 / self.shared.root.visits().max(1) as f32,
            stability: watch.stability(nodes),
            unreachable: best.visits().saturating_sub(second) as f32 > to_come,
        };
        self.timer.satisfied(self.control, certainty)
    }

    fn state(&self) -> Report<G::Move> {
        // The lines lead through parts of the tree that might be pruned meanwhile.
        let _open = self.gate.read().unwrap_or_else(PoisonError::into_inner);
        let nodes = self.quota.played();
        Report {
            depth: Limits::depth_of_nodes(nodes).max(1),
            deepest: self.deepest.load(Relaxed).max(1),
            nodes,
            time: self.timer.elapsed(),
            hash_full: self.shared.tree.fullness(),
            lines: self.lines(),
        }
    }

    fn lines(&self) -> Vec<Line<G::Move>> {
        let lines = best_lines(self.shared, self.settings.multi_pv.max(1));
        if !lines.is_empty() {
            return lines;
        }
        // Every move loses at once: show one of them all the same.
        let mut moves = Vec::new();
        self.shared.position.legal_moves(&mut moves);
        let among = self.shared.among;
        let considered = |mv: &G::Move| among.is_none_or(|among| among.contains(&(*mv).into()));
        let wdl = Wdl { win: 0, draw: 0, loss: 1000 };
        let line = |mv| Line { score: Score::Mate(-1), wdl, moves: vec![mv] };
        moves.into_iter().find(considered).map(line).into_iter().collect()
    }

    /// Shows a proven win to its end, where the tree knows it by another way only.
    fn spell_out(&self, line: &mut Line<G::Move>) {
        let Some(&first) = line.moves.first() else { return };
        let chosen = |child: &&Child| G::Move::from(child.mv()) == first;
        let proof = self.shared.root_children().find(chosen).map(Child::proof);
        let Some(Proof::Win(winner, plies)) = proof else { return };
        let mut position = self.shared.position.clone();
        position.play(first);
        let mut end = position.clone();
        line.moves[1..].iter().for_each(|&mv| end.play(mv));
        let complete = line.moves.len() == usize::from(plies) + 1;
        if complete && end.outcome() == Some(Outcome::Win(winner)) {
            return;
        }
        let stop = || self.out_of_time();
        let spelt = |mut threats: ThreatSearch| threats.line(&position, winner, plies);
        let rest = spelt(ThreatSearch::new(&stop)).or_else(|| spelt(ThreatSearch::with_quiet_move(&stop)));
        if let Some(rest) = rest {
            line.moves.truncate(1);
            line.moves.extend(rest);
        }
    }

    fn answer(&self, report: &mut dyn FnMut(&Report<G::Move>)) -> Answer<G::Move> {
        let mut last = self.state();
        if let Some(line) = last.lines.first_mut() {
            self.spell_out(line);
        }
        report(&last);
        let line = last.lines.first();
        let best = line.and_then(|line| line.moves.first().copied());
        let ponder = line.and_then(|line| line.moves.get(1).copied());
        Answer { best, ponder, report: last }
    }
}
