//! A search from start to end: playouts until a limit is met, reports, the answer.

use super::belief::Beliefs;
use super::playout::{OWN, Playouts, Setting};
use super::tree::{Edge, Tree};
use crate::games::{Game, Value};
use crate::search::open::Tools;
use crate::search::progress::Progress;
use crate::search::time::{CHECK_EVERY, Certainty};
use crate::search::{Control, Limits, Proof, PvLine, RootStats, SearchReport, SearchRequest, SearchResult};
use std::time::Duration;

/// The longest principal variation shown.
const LONGEST_PV: usize = 20;
/// Playouts beyond which counters might overflow.
const MOST_NODES: u64 = i32::MAX as u64;

/// A search under way.
pub(in crate::search) struct HiddenRun<'a, G: Game> {
    playouts: Playouts<'a, G>,
    tools: Tools<'a, G>,
    limits: &'a Limits,
    control: &'a Control,
    nodes: u64,
    seldepth: usize,
    /// The move drawn at the end.
    drawn: Option<u32>,
}

/// Moves, and the probability of each.
type Mixture<G> = Vec<(<G as Game>::Move, f64)>;

impl<'a, G: Game> HiddenRun<'a, G> {
    /// A search of what the player believes, for these moves of it.
    pub(in crate::search) fn new(
        request: &'a SearchRequest<G>,
        (beliefs, search_moves): (&'a Beliefs<'a, G>, &'a [u32]),
        tools: Tools<'a, G>,
        control: &'a Control,
    ) -> Self {
        let setting = Setting {
            beliefs,
            evaluator: tools.evaluator,
            params: tools.params,
            search_moves,
            noise: request.noise,
            seed: request.seed,
        };
        let playouts = Playouts::new(Tree::new(tools.settings.hash_mb), &setting);
        HiddenRun { playouts, tools, limits: &request.limits, control, nodes: 0, seldepth: 0, drawn: None }
    }

    /// Searches, reports now and then and once at the end, and answers.
    pub(in crate::search) fn run(
        mut self,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        let mut progress = Progress::default();
        while !self.done(&mut progress, on_report) {
            self.seldepth = self.seldepth.max(self.playouts.run());
            self.nodes += 1;
        }
        let mixture = self.mixture();
        self.drawn = self.playouts.draw(&mixture);
        let report = self.state();
        on_report(&report);
        let best = report.lines.first().and_then(|line| line.pv.first().copied());
        let visits = |edge: &Edge| (G::Move::from(edge.action.mv), edge.visits);
        let root_visits = self.root_edges().map(visits).collect();
        // What the opponent announces with a move cannot be foreseen: nothing to ponder on.
        SearchResult { best, ponder: None, report, root_visits, mixture }
    }

    /// The mixed strategy: moves that were visited nearly as often as the best, in
    /// proportion to their squared visits. Who always plays the best tells what it has, if
    /// somebody listens.
    fn mixture(&self) -> Mixture<G> {
        let mut edges = self.ordered();
        if self.playouts.unmodelled() < 0.5 {
            edges.truncate(1);
        }
        let threshold = self.tools.params.mixture_threshold;
        let most = edges.first().map_or(1, |edge| edge.visits.max(1));
        let share = |edge: &Edge| {
            let part = f64::from(edge.visits) / f64::from(most);
            // In the precision of the threshold, so that a fifth is not less than a fifth.
            if (part as f32) < threshold { 0.0 } else { part * part }
        };
        let sum: f64 = edges.iter().map(share).sum();
        let shares = edges.iter().map(|edge| (G::Move::from(edge.action.mv), share(edge) / sum.max(1e-9)));
        shares.filter(|(_, share)| *share > 0.0).collect()
    }

    fn done(&mut self, progress: &mut Progress, on_report: &mut dyn FnMut(&SearchReport<G::Move>)) -> bool {
        // One playout at least: it lists the moves and goes to the one of the highest prior.
        if self.nodes == 0 {
            return false;
        }
        if self.control.stopped() || self.nodes >= MOST_NODES {
            return true;
        }
        let waiting = self.limits.infinite || self.control.pondering();
        if self.limits.budget().is_some_and(|budget| self.nodes >= budget) && !waiting {
            return true;
        }
        if !self.nodes.is_multiple_of(CHECK_EVERY) {
            return false;
        }
        let alone = self.root_edges().count() == 1 && !waiting && self.limits.clock.is_some();
        if alone || self.tools.timer.expired(self.control) || self.satisfied(progress) {
            return true;
        }
        if progress.wants_report(self.nodes, self.tools.timer.elapsed()) {
            on_report(&self.state());
        }
        false
    }

    /// Whether a player on the clock has thought enough.
    fn satisfied(&mut self, progress: &mut Progress) -> bool {
        if self.limits.clock.is_none() || !progress.checks_stability(self.nodes) {
            return false;
        }
        let timer = self.tools.timer;
        let edges = self.ordered();
        let (Some(best), Some(second)) = (edges.first(), edges.get(1)) else { return true };
        progress.note_best(best.action.mv, self.nodes);
        let speed = self.nodes as f32 / timer.elapsed().as_secs_f32().max(1e-3);
        let to_come = timer.remaining_plan().map_or(f32::MAX, |plan| plan.as_secs_f32() * speed);
        let certainty = Certainty {
            share: best.visits as f32 / self.root_visits().max(1) as f32,
            stability: progress.stability(self.nodes),
            unreachable: best.visits.saturating_sub(second.visits) as f32 > to_come,
        };
        timer.satisfied(self.control, certainty)
    }

    /// What the player may do, with the secrets that it really has.
    fn root_edges(&self) -> impl Iterator<Item = &Edge> {
        self.playouts.tree.nodes[0].edges.iter().filter(|edge| edge.action.bucket == OWN)
    }

    fn root_visits(&self) -> u32 {
        self.root_edges().map(|edge| edge.visits).sum()
    }

    /// The actions of the root: the one drawn, then the most visited first.
    fn ordered(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self.root_edges().copied().collect();
        let mean = |edge: &Edge| edge.mean().unwrap_or(0.0);
        edges.sort_by(|a, b| b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a))));
        if let Some(place) = edges.iter().position(|edge| Some(edge.action.mv) == self.drawn) {
            edges[..=place].rotate_right(1);
        }
        edges
    }

    fn state(&self) -> SearchReport<G::Move> {
        let lines = self.ordered().into_iter().take(self.tools.settings.multi_pv.max(1));
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
        // As long as what is observed is what was played: after an attack or a secret
        // there is no one line.
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

/// Where nothing is known.
const EVEN: Value = Value { win: 0.5, draw: 0.0 };

/// The answer of a player who draws its move from a fixed mixed strategy.
pub(in crate::search) fn drawn<M: Copy>(mv: M, mixture: Vec<(M, f64)>, time: Duration) -> SearchResult<M> {
    let prior = 1.0 / mixture.len().max(1) as f32;
    let line = PvLine { value: EVEN, proof: Proof::Unknown, estimate: EVEN, visits: 0, prior, pv: vec![mv] };
    let root = RootStats { value: EVEN, proof: Proof::Unknown, visits: 0 };
    let report = SearchReport { depth: 1, seldepth: 1, nodes: 0, time, hashfull: 0, root, lines: vec![line] };
    SearchResult { best: Some(mv), ponder: None, report, root_visits: Vec::new(), mixture }
}
