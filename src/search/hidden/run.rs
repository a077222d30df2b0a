//! A search from start to end: playouts until a limit is met, reports, the answer.

use super::belief::Worlds;
use super::playout::{OWN, Playouts};
use super::tree::{Edge, Tree};
use crate::games::Game;
use crate::search::lines::centi;
use crate::search::time::{CHECK_EVERY, Certainty, Timer};
use crate::search::{Answer, Control, Judge, Limits, Line, Noise, Report, Score, Settings, Watch, Wdl};
use std::time::Duration;

/// A move is drawn only if it was tried so often, as part of the most tried one's visits.
const CONSIDERED: f64 = 0.2;
/// The longest line shown.
const LONGEST_LINE: usize = 20;
/// Playouts beyond which counters might overflow.
const MOST_NODES: u64 = i32::MAX as u64;

/// A search under way.
pub struct Run<'a, G: Game> {
    playouts: Playouts<'a, G>,
    settings: &'a Settings,
    limits: &'a Limits,
    control: &'a Control,
    timer: Timer,
    nodes: u64,
    deepest: usize,
    /// The move drawn at the end.
    drawn: Option<u32>,
}

/// Moves, and how often each is to be chosen.
pub type Mixture<G> = Vec<(<G as Game>::Move, f64)>;

/// What the player might have done.
pub struct Choices<G: Game> {
    /// What the answer was drawn from; empty if it was not drawn.
    pub mixture: Mixture<G>,
    /// The playouts that went through each move.
    pub tried: Vec<(G::Move, u32)>,
}

/// What a search is about.
pub struct Task<'a, G: Game> {
    pub judge: &'a Judge<G>,
    /// What the player thinks possible.
    pub worlds: &'a Worlds<'a, G>,
    /// The moves considered.
    pub among: &'a [u32],
    /// What makes the player curious about other moves.
    pub noise: Option<Noise>,
    pub settings: &'a Settings,
    pub limits: &'a Limits,
    pub control: &'a Control,
    pub timer: Timer,
}

impl<'a, G: Game> Run<'a, G> {
    pub fn new(task: Task<'a, G>) -> Self {
        let playouts = Playouts::new(Tree::new(task.settings.hash_mb), &task);
        let Task { settings, limits, control, timer, .. } = task;
        Run { playouts, settings, limits, control, timer, nodes: 0, deepest: 0, drawn: None }
    }

    /// Thinks, reports now and then and once at the end, and answers; with how the answer
    /// was drawn.
    pub fn think(mut self, report: &mut dyn FnMut(&Report<G::Move>)) -> (Answer<G::Move>, Choices<G>) {
        let mut watch = Watch::default();
        while !self.done(&mut watch, report) {
            self.deepest = self.deepest.max(self.playouts.run());
            self.nodes += 1;
        }
        let mixture = self.mixture();
        self.drawn = self.playouts.draw(&mixture);
        let last = self.state();
        report(&last);
        let best = last.lines.first().and_then(|line| line.moves.first().copied());
        let tried = self.choices().map(|edge| (G::Move::from(edge.choice.mv), edge.visits)).collect();
        // What the opponent says aloud with a move cannot be foreseen.
        (Answer { best, ponder: None, report: last }, Choices { mixture, tried })
    }

    /// The moves to choose from and how often to choose each: those that were tried
    /// nearly as often as the best. Who always plays the best tells what it has, if
    /// somebody listens.
    fn mixture(&self) -> Mixture<G> {
        let mut edges = self.ordered();
        if self.playouts.thinking() < 0.5 {
            edges.truncate(1);
        }
        let most = edges.first().map_or(1, |edge| edge.visits.max(1));
        let share = |edge: &Edge| {
            let part = f64::from(edge.visits) / f64::from(most);
            if part < CONSIDERED { 0.0 } else { part * part }
        };
        let sum: f64 = edges.iter().map(share).sum();
        let shares = edges.iter().map(|edge| (G::Move::from(edge.choice.mv), share(edge) / sum.max(1e-9)));
        shares.filter(|(_, share)| *share > 0.0).collect()
    }

    fn done(&mut self, watch: &mut Watch, report: &mut dyn FnMut(&Report<G::Move>)) -> bool {
        if self.control.stopped() || self.nodes >= MOST_NODES {
            return true;
        }
        let waiting = self.limits.infinite || self.control.pondering();
        // One playout at least lists the moves.
        if self.limits.budget().is_some_and(|budget| self.nodes >= budget.max(1)) && !waiting {
            return true;
        }
        if self.nodes == 0 || !self.nodes.is_multiple_of(CHECK_EVERY) {
            return false;
        }
        let alone = self.choices().count() == 1 && !waiting && self.limits.clock.is_some();
        if alone || self.timer.expired(self.control) || self.satisfied(watch) {
            return true;
        }
        if watch.wants_report(self.nodes, self.timer.elapsed()) {
            report(&self.state());
        }
        false
    }

    /// Whether a player on the clock has thought enough.
    fn satisfied(&mut self, watch: &mut Watch) -> bool {
        if self.limits.clock.is_none() || !watch.weighs(self.nodes) {
            return false;
        }
        let edges = self.ordered();
        let (Some(best), Some(second)) = (edges.first(), edges.get(1)) else { return true };
        watch.note_best(best.choice.mv, self.nodes);
        let speed = self.nodes as f32 / self.timer.elapsed().as_secs_f32().max(1e-3);
        let to_come = self.timer.remaining_plan().map_or(f32::MAX, |plan| plan.as_secs_f32() * speed);
        let certainty = Certainty {
            share: best.visits as f32 / edges.iter().map(|edge| edge.visits).sum::<u32>().max(1) as f32,
            stability: watch.stability(self.nodes),
            unreachable: best.visits.saturating_sub(second.visits) as f32 > to_come,
        };
        self.timer.satisfied(self.control, certainty)
    }

    /// What the player may do, with the secrets that it really has.
    fn choices(&self) -> impl Iterator<Item = &Edge> {
        self.playouts.tree.nodes[0].edges.iter().filter(|edge| edge.choice.secret == OWN)
    }

    /// The choices at the root: the one drawn, then the most visited first.
    fn ordered(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self.choices().copied().collect();
        let mean = |edge: &Edge| edge.mean().unwrap_or(0.0);
        edges.sort_by(|a, b| b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a))));
        if let Some(place) = edges.iter().position(|edge| Some(edge.choice.mv) == self.drawn) {
            edges[..=place].rotate_right(1);
        }
        edges
    }

    fn state(&self) -> Report<G::Move> {
        let lines = self.ordered().into_iter().take(self.settings.multi_pv.max(1));
        Report {
            depth: Limits::depth_of_nodes(self.nodes).max(1),
            deepest: self.deepest.max(1) as u32,
            nodes: self.nodes,
            time: self.timer.elapsed(),
            hash_full: self.playouts.tree.fullness(),
            lines: lines.map(|edge| self.line(edge)).collect(),
        }
    }

    fn line(&self, edge: Edge) -> Line<G::Move> {
        let mean = edge.mean().unwrap_or(0.5);
        let mut moves = vec![edge.choice.mv];
        let nodes = &self.playouts.tree.nodes;
        let mut node = &nodes[0];
        // As long as what is told is what was played: after an attack or a secret
        // there is no one line.
        while let Some(child) = moves.last().and_then(|&mv| node.child(mv)) {
            node = &nodes[child as usize];
            let best = node.edges.iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0);
            match best {
                Some(best) if moves.len() < LONGEST_LINE => moves.push(best.choice.mv),
                _ => break,
            }
        }
        let moves = moves.into_iter().map(G::Move::from).collect();
        Line { score: Score::Centi(centi(mean)), wdl: Wdl::from_mean(mean, 0.0), moves }
    }
}

/// The answer of a player who does not have to think.
pub fn at_once<M: Copy>(mv: M, time: Duration) -> Answer<M> {
    let line = Line { score: Score::Centi(0), wdl: Wdl::from_mean(0.5, 0.0), moves: vec![mv] };
    let report = Report { depth: 1, deepest: 1, nodes: 0, time, hash_full: 0, lines: vec![line] };
    Answer { best: Some(mv), ponder: None, report }
}
