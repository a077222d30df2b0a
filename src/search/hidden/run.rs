//! A search from start to end: playouts until a limit is reached, reports and the result.

use super::belief::Beliefs;
use super::playout::{OWN_BUCKET, PlayoutContext, Playouts};
use super::tree::{Edge, Tree};
use crate::games::{Game, Value};
use crate::search::open::Tools;
use crate::search::progress::Progress;
use crate::search::time::{CHECK_EVERY, Certainty};
use crate::search::{Control, Limits, Proof, PvLine, RootStats, SearchReport, SearchRequest, SearchResult};
use std::time::Duration;

/// The longest principal variation shown.
const LONGEST_PV: usize = 20;
/// Playouts beyond which 32-bit counters might overflow.
const MAX_NODES: u64 = i32::MAX as u64;

/// A search under way.
pub(in crate::search) struct HiddenRun<'a, G: Game> {
    playouts: Playouts<'a, G>,
    tools: Tools<'a, G>,
    limits: &'a Limits,
    control: &'a Control,
    report_every: Duration,
    nodes: u64,
    seldepth: usize,
    /// The move sampled from the mixed strategy at the end.
    sampled: Option<u32>,
}

/// A mixed strategy: moves and their probabilities.
type Mixture<G> = Vec<(<G as Game>::Move, f64)>;

impl<'a, G: Game> HiddenRun<'a, G> {
    /// A search over a belief state, of these root moves.
    pub(in crate::search) fn new(
        request: &'a SearchRequest<G>,
        (beliefs, search_moves): (&'a Beliefs<'a, G>, &'a [u32]),
        tools: Tools<'a, G>,
        control: &'a Control,
    ) -> Self {
        let context = PlayoutContext {
            beliefs,
            evaluator: tools.evaluator,
            params: tools.params,
            search_moves,
            noise: request.noise,
            seed: request.seed,
        };
        let playouts = Playouts::new(Tree::new(tools.settings.hash_mb), &context);
        HiddenRun {
            playouts,
            tools,
            limits: &request.limits,
            control,
            report_every: request.report_every,
            nodes: 0,
            seldepth: 0,
            sampled: None,
        }
    }

    /// Runs the search; reports periodically and once at the end.
    pub(in crate::search) fn run(
        mut self,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        let mut progress = Progress::new(self.report_every);
        while !self.should_stop(&mut progress, on_report) {
            self.seldepth = self.seldepth.max(self.playouts.run());
            self.nodes += 1;
        }
        let mixture = self.mixture();
        self.sampled = self.playouts.sample(&mixture);
        let report = self.report();
        on_report(&report);
        let best = report.lines.first().and_then(|line| line.pv.first().copied());
        let visits = |edge: &Edge| (G::Move::from(edge.action.mv), edge.visits);
        let root_visits = self.root_edges().map(visits).collect();
        // The opponent's observed move cannot be predicted in full, so there is no ponder move.
        SearchResult { best, ponder: None, report, root_visits, mixture }
    }

    /// The mixed strategy: probabilities proportional to squared visits (temperature 1/2), above
    /// a threshold. A pure strategy would reveal private information to an opponent who makes
    /// inferences; one who plays by a model makes none.
    fn mixture(&self) -> Mixture<G> {
        let mut edges = self.ranked();
        if self.playouts.unmodelled() < 0.5 {
            edges.truncate(1);
        }
        let threshold = self.tools.params.mixture_threshold;
        let most = edges.first().map_or(1, |edge| edge.visits.max(1));
        let share = |edge: &Edge| {
            let part = f64::from(edge.visits) / f64::from(most);
            // In the threshold's precision, so that a share equal to it passes.
            if (part as f32) < threshold { 0.0 } else { part * part }
        };
        let sum: f64 = edges.iter().map(share).sum();
        let shares = edges.iter().map(|edge| (G::Move::from(edge.action.mv), share(edge) / sum.max(1e-9)));
        shares.filter(|(_, share)| *share > 0.0).collect()
    }

    /// Whether the search is over; reports when it is time to.
    fn should_stop(
        &mut self,
        progress: &mut Progress,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> bool {
        // At least one playout: it expands the root and visits the move of the highest prior.
        if self.nodes == 0 {
            return false;
        }
        if self.control.stopped() || self.nodes >= MAX_NODES {
            return true;
        }
        let waits_for_client = self.limits.infinite || self.control.pondering();
        if self.limits.budget().is_some_and(|budget| self.nodes >= budget) && !waits_for_client {
            return true;
        }
        if !self.nodes.is_multiple_of(CHECK_EVERY) {
            return false;
        }
        let forced = self.root_edges().count() == 1 && !waits_for_client && self.limits.clock.is_some();
        if forced || self.tools.timer.expired(self.control) || self.soft_limit_reached(progress) {
            return true;
        }
        if progress.wants_report(self.nodes, self.tools.timer.elapsed()) {
            on_report(&self.report());
        }
        false
    }

    /// Whether the soft time limit is reached, given how stable the best move is.
    fn soft_limit_reached(&mut self, progress: &mut Progress) -> bool {
        if self.limits.clock.is_none() || !progress.checks_stability(self.nodes) {
            return false;
        }
        let timer = self.tools.timer;
        let edges = self.ranked();
        let (Some(best), Some(second)) = (edges.first(), edges.get(1)) else { return true };
        progress.note_best(best.action.mv, self.nodes);
        let nps = self.nodes as f32 / timer.elapsed().as_secs_f32().max(1e-3);
        let remaining_nodes = timer.soft_remaining().map_or(f32::MAX, |left| left.as_secs_f32() * nps);
        let certainty = Certainty {
            share: best.visits as f32 / self.root_visits().max(1) as f32,
            stability: progress.stability(self.nodes),
            unreachable: best.visits.saturating_sub(second.visits) as f32 > remaining_nodes,
        };
        timer.soft_limit_reached(self.control, certainty)
    }

    /// The root's actions with the player's actual private information.
    fn root_edges(&self) -> impl Iterator<Item = &Edge> {
        self.playouts.tree.nodes[0].edges.iter().filter(|edge| edge.action.bucket == OWN_BUCKET)
    }

    fn root_visits(&self) -> u32 {
        self.root_edges().map(|edge| edge.visits).sum()
    }

    /// The root's actions: the sampled one, then by falling visits.
    fn ranked(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self.root_edges().copied().collect();
        let mean = |edge: &Edge| edge.mean().unwrap_or(0.0);
        edges.sort_by(|a, b| b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a))));
        if let Some(index) = edges.iter().position(|edge| Some(edge.action.mv) == self.sampled) {
            edges[..=index].rotate_right(1);
        }
        edges
    }

    fn report(&self) -> SearchReport<G::Move> {
        let lines = self.ranked().into_iter().take(self.tools.settings.multi_pv.max(1));
        SearchReport {
            depth: Limits::depth_of_nodes(self.nodes).max(1),
            seldepth: self.seldepth.max(1) as u32,
            nodes: self.nodes,
            time: self.tools.timer.elapsed(),
            hashfull: self.playouts.tree.hashfull(),
            root: self.root_stats(),
            lines: lines.map(|edge| self.line(edge)).collect(),
        }
    }

    fn root_stats(&self) -> RootStats {
        let visits = self.root_visits();
        let mean = |sum: f64| (sum / f64::from(visits.max(1))) as f32;
        let score = mean(self.root_edges().map(Edge::score_sum).sum());
        let draws = self.root_edges().map(|edge| f64::from(edge.draw_rate()) * f64::from(edge.visits)).sum();
        let value = if visits > 0 { Value::of_score(score, mean(draws)) } else { EVEN };
        RootStats { value, proof: Proof::Unknown, visits: visits.into() }
    }

    fn line(&self, edge: Edge) -> PvLine<G::Move> {
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

/// The value where nothing was evaluated.
const EVEN: Value = Value { win: 0.5, draw: 0.0 };

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
    SearchResult { best: Some(mv), ponder: None, report, root_visits: Vec::new(), mixture }
}
