//! A search from start to end: playouts until a limit is reached, reports and the result.

use super::belief::Beliefs;
use super::playout::{PlayoutContext, Playouts};
use super::root::{EVEN, RootActions};
use super::tree::Edge;
use crate::games::{Game, Value};
use crate::math::mix;
use crate::search::open::Tools;
use crate::search::progress::Progress;
use crate::search::time::{CHECK_EVERY, Certainty};
use crate::search::{Control, Limits, Proof, PvLine, RootStats, SearchReport, SearchRequest, SearchResult};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest principal variation shown.
const LONGEST_PV: usize = 20;
/// Playouts beyond which 32-bit counters might overflow.
const MAX_NODES: u64 = i32::MAX as u64;

/// A search under way. Each thread has a tree of its own (root parallelization): they add up
/// to one answer, whose chance events were sampled independently.
pub(in crate::search) struct HiddenRun<'a, G: Game> {
    playouts: Playouts<'a, G>,
    context: PlayoutContext<'a, G>,
    tools: Tools<'a, G>,
    limits: &'a Limits,
    control: &'a Control,
    report_every: Duration,
    seldepth: usize,
}

/// What the threads of a search share.
struct Team {
    /// Playouts begun by all threads.
    nodes: AtomicU64,
    over: AtomicBool,
    /// The root's actions in the tree of each thread but the first, as last published.
    roots: Vec<Mutex<Vec<Edge>>>,
}

/// How many playouts a thread makes before it publishes what it has found.
const PUBLISH_EVERY: u64 = 64;

impl<'a, G: Game> HiddenRun<'a, G> {
    /// A search over a belief state, of these root moves.
    pub(in crate::search) fn new(
        request: &'a SearchRequest<G>,
        (beliefs, search_moves): (&'a Beliefs<'a, G>, &'a [u32]),
        tools: Tools<'a, G>,
        control: &'a Control,
    ) -> Self {
        let threads = tools.settings.threads.max(1);
        let context = PlayoutContext {
            beliefs,
            evaluator: tools.evaluator,
            params: tools.params,
            search_moves,
            noise: request.noise,
            seed: request.seed,
            memory: (tools.settings.hash_mb << 20) / threads,
        };
        HiddenRun {
            playouts: Playouts::new(&context),
            context,
            tools,
            limits: &request.limits,
            control,
            report_every: request.report_every,
            seldepth: 0,
        }
    }

    /// Runs the search; reports periodically and once at the end.
    pub(in crate::search) fn run(
        mut self,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        let helpers = self.tools.settings.threads.saturating_sub(1);
        let team = Team {
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            roots: (0..helpers).map(|_| Mutex::default()).collect(),
        };
        let (context, budget) = (self.context, self.budget());
        thread::scope(|scope| {
            for (i, root) in team.roots.iter().enumerate() {
                let seed = mix(context.seed ^ mix(1 + i as u64));
                let context = PlayoutContext { seed, ..context };
                let team = &team;
                scope.spawn(move || help(&context, team, budget, root));
            }
            let mut progress = Progress::new(self.report_every);
            while !self.should_stop(&team, &mut progress, on_report) {
                team.nodes.fetch_add(1, Relaxed);
                self.seldepth = self.seldepth.max(self.playouts.run());
            }
            team.over.store(true, Relaxed);
        });
        let mut root = self.root(&team);
        let mixture = root.mixture(self.tools.params.mixture_threshold);
        if let Some(mv) = self.playouts.sample(&mixture) {
            root.promote(mv);
        }
        let report = self.report(&team, &root);
        on_report(&report);
        let best = root.edges().first().map(|edge| edge.action.mv.into());
        let root_visits = root.edges().iter().map(|edge| (edge.action.mv.into(), edge.visits)).collect();
        let root_policy = root.regularized_policy(self.tools.params.hidden_cpuct);
        let [mixture, root_policy] = [mixture, root_policy]
            .map(|strategy| strategy.into_iter().map(|(mv, share)| (mv.into(), share)).collect());
        // The opponent's observed move cannot be predicted in full, so there is no ponder move.
        SearchResult { best, ponder: None, report, root_visits, root_policy, mixture }
    }

    /// The most playouts.
    fn budget(&self) -> u64 {
        let waits = self.limits.infinite || self.limits.ponder;
        let budget = self.limits.budget().filter(|_| !waits);
        budget.map_or(MAX_NODES, |budget| budget.min(MAX_NODES))
    }

    /// Whether the search is over; reports when it is time to.
    fn should_stop(
        &mut self,
        team: &Team,
        progress: &mut Progress,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> bool {
        // At least one playout: it expands the root and visits the move of the highest prior.
        if self.playouts.count() == 0 {
            return false;
        }
        let nodes = team.nodes.load(Relaxed);
        if self.control.stopped() || nodes >= MAX_NODES {
            return true;
        }
        let waits_for_client = self.limits.infinite || (self.limits.ponder && self.control.pondering());
        if self.limits.budget().is_some_and(|budget| nodes >= budget) && !waits_for_client {
            return true;
        }
        if !self.playouts.count().is_multiple_of(CHECK_EVERY) {
            return false;
        }
        if self.tools.timer.expired(self.control) {
            return true;
        }
        let forced = || self.playouts.root_edges().len() == 1;
        let hurries = self.limits.clock.is_some();
        if hurries && (!waits_for_client && forced() || self.soft_limit_reached(team, progress)) {
            return true;
        }
        if progress.wants_report(nodes, self.tools.timer.elapsed()) {
            let root = self.root(team);
            on_report(&self.report(team, &root));
        }
        false
    }

    /// Whether the soft time limit is reached, given how stable the best move is.
    fn soft_limit_reached(&mut self, team: &Team, progress: &mut Progress) -> bool {
        let nodes = team.nodes.load(Relaxed);
        if !progress.checks_stability(nodes) {
            return false;
        }
        let timer = self.tools.timer;
        let root = self.root(team);
        let [best, second, ..] = root.edges() else { return true };
        progress.note_best(best.action.mv, nodes);
        let nps = nodes as f32 / timer.elapsed().as_secs_f32().max(1e-3);
        let remaining_nodes = timer.soft_remaining().map_or(f32::MAX, |left| left.as_secs_f32() * nps);
        let certainty = Certainty {
            share: best.visits as f32 / root.visits().max(1) as f32,
            stability: progress.stability(nodes),
            unreachable: best.visits.saturating_sub(second.visits) as f32 > remaining_nodes,
        };
        timer.soft_limit_reached(self.control, certainty)
    }

    /// The root's actions in the trees of all threads.
    fn root(&self, team: &Team) -> RootActions {
        let others = team.roots.iter().map(|root| lock(root).clone());
        RootActions::merged(std::iter::once(self.playouts.root_edges()).chain(others))
    }

    fn report(&self, team: &Team, root: &RootActions) -> SearchReport<G::Move> {
        let lines = root.edges().iter().take(self.tools.settings.multi_pv.max(1));
        let nodes = team.nodes.load(Relaxed);
        SearchReport {
            depth: Limits::depth_of_nodes(nodes).max(1),
            seldepth: self.seldepth.max(1) as u32,
            nodes,
            time: self.tools.timer.elapsed(),
            hashfull: self.playouts.tree.hashfull(),
            root: root.stats(),
            lines: lines.map(|edge| self.line(edge)).collect(),
        }
    }

    fn line(&self, edge: &Edge) -> PvLine<G::Move> {
        let mut moves = vec![edge.action.mv];
        let nodes = &self.playouts.tree.nodes;
        let mut node = &nodes[0];
        // As long as the public observation is the move itself: after a move that is observed
        // in part only, there is no one line.
        while let Some(child) = moves.last().and_then(|&mv| node.child(mv)) {
            node = &nodes[child as usize];
            let best = node.edges.iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0);
            match best {
                Some(best) if moves.len() < LONGEST_PV => moves.push(best.action.mv),
                _ => break,
            }
        }
        let value = edge.mean().map_or(EVEN, |mean| Value::of_score(mean, edge.draw_rate()));
        PvLine {
            value,
            proof: Proof::Unknown,
            estimate: value,
            visits: edge.visits,
            prior: edge.prior,
            pv: moves.into_iter().map(G::Move::from).collect(),
        }
    }
}

/// The work of a thread that is not the first: playouts until the search is over.
fn help<G: Game>(context: &PlayoutContext<'_, G>, team: &Team, budget: u64, root: &Mutex<Vec<Edge>>) {
    let mut playouts = Playouts::new(context);
    while !team.over.load(Relaxed) {
        if team.nodes.fetch_add(1, Relaxed) >= budget {
            team.nodes.fetch_sub(1, Relaxed);
            break;
        }
        playouts.run();
        if playouts.count().is_multiple_of(PUBLISH_EVERY) {
            *lock(root) = playouts.root_edges();
        }
    }
    *lock(root) = playouts.root_edges();
}

/// A thread that panicked has ended the program.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The result where the move was sampled from a fixed mixed strategy, without a search.
pub(in crate::search) fn sampled_result<M: Copy>(
    mv: M,
    mixture: Vec<(M, f64)>,
    time: Duration,
) -> SearchResult<M> {
    let prior = 1.0 / mixture.len().max(1) as f32;
    let line = PvLine { value: EVEN, proof: Proof::Unknown, estimate: EVEN, visits: 0, prior, pv: vec![mv] };
    let root = RootStats { value: EVEN, proof: Proof::Unknown, visits: 0 };
    let report = SearchReport { depth: 1, seldepth: 1, nodes: 0, time, hashfull: 0, root, lines: vec![line] };
    SearchResult {
        best: Some(mv),
        ponder: None,
        report,
        root_visits: Vec::new(),
        root_policy: Vec::new(),
        mixture,
    }
}
