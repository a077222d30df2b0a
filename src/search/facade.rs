//! The search of any game: it chooses between open and hidden search.

use super::hidden::{BeliefTracker, HiddenRun, drawn};
use super::open::{OpenSearch, Tools};
use super::time::Timer;
use super::{Control, EvalSource, Evaluator, Params, SearchReport, SearchRequest, SearchResult};
use crate::games::{Evaluate, Game, HiddenPlay, History, Information, Observer};
use crate::math::mix;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use std::time::Duration;

/// What a search may use of a game in which players have secrets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InformationMode {
    /// What the player to move may know, even if more is in the history.
    #[default]
    Player,
    /// All that is in the history.
    Open,
}

/// What users may set about the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Memory of the tree, in MB (2^20 bytes).
    pub hash_mb: usize,
    /// Threads that search.
    pub threads: usize,
    /// Number of principal variations to report.
    pub multi_pv: usize,
    /// Kept in reserve of every time limit, for what happens outside the engine.
    pub move_overhead: Duration,
    /// What may be used of a game in which players have secrets.
    pub information: InformationMode,
    /// What evaluates positions.
    pub evaluation: EvalSource,
    /// Values of a tuner for constants of the search, by name; see [`Params::TABLE`].
    pub tuned: Vec<(&'static str, f32)>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash_mb: 128,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(5),
            information: InformationMode::Player,
            evaluation: EvalSource::Embedded,
            tuned: Vec::new(),
        }
    }
}

/// Searches positions of one game, and keeps what it has found between moves. Open search
/// does in a game of open positions, and wherever nothing is left open; else a search over
/// what the player believes.
pub struct Search<G: Game> {
    settings: Settings,
    params: Params,
    evaluator: Evaluator<G>,
    open: OpenSearch<G>,
    beliefs: BeliefTracker<G>,
    /// Games begun, so that not every game begins alike.
    games: u64,
}

impl<G: Game> Search<G> {
    /// Takes no memory for trees yet.
    pub fn new(settings: Settings) -> Self {
        let evaluator = Evaluator::new(settings.evaluation.net::<G>());
        Search {
            params: Params::pick(evaluator.has_net(), &settings.tuned),
            evaluator,
            open: OpenSearch::new(settings.hash_mb),
            beliefs: BeliefTracker::default(),
            games: 0,
            settings,
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; what was found is kept unless the memory, the evaluation or
    /// the constants change.
    pub fn set(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        let evaluation_changed = old.evaluation != self.settings.evaluation;
        if evaluation_changed {
            self.evaluator = Evaluator::new(self.settings.evaluation.net::<G>());
        }
        if evaluation_changed || old.tuned != self.settings.tuned {
            self.params = Params::pick(self.evaluator.has_net(), &self.settings.tuned);
            // What was believed was worked out by another policy.
            self.beliefs.clear();
            self.open = OpenSearch::new(self.settings.hash_mb);
        } else if old.hash_mb != self.settings.hash_mb {
            self.open = OpenSearch::new(self.settings.hash_mb);
        }
    }

    /// Forgets the tree and the beliefs, and gives their memory back.
    pub fn clear(&mut self) {
        self.open = OpenSearch::new(self.settings.hash_mb);
        self.beliefs.clear();
        self.games += 1;
    }

    /// Searches the current position of the request's game. `on_report` is called now and
    /// then, and once at the end, from the calling thread.
    pub fn search(
        &mut self,
        request: &SearchRequest<G>,
        control: &Control,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        let overhead = self.settings.move_overhead;
        let timer = Timer::new(&request.limits, request.received, overhead, G::Evaluation::MOVES_LEFT);
        let tools = Tools {
            evaluator: &self.evaluator,
            params: &self.params,
            settings: &self.settings,
            timer: &timer,
        };
        let game = &request.history;
        if !G::Information::HIDDEN || game.current().outcome().is_some() {
            return self.open.search(request, tools, control, on_report);
        }
        let player = game.current().mover();
        let game = match self.settings.information {
            InformationMode::Player => game.observed(Observer::Player(player)),
            InformationMode::Open => game.clone(),
        };
        if self.settings.information == InformationMode::Player
            && request.search_moves.is_empty()
            && let Some(strategy) = G::Information::mixed_strategy(game.current())
        {
            // Neither every game nor both sides begin alike.
            let part = mix(2 * self.games + player.index() as u64);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed ^ part);
            if let Ok(&(mv, _)) = strategy.choose_weighted(&mut rng, |&(_, weight)| weight) {
                let result = drawn(mv, normalized(&strategy), timer.elapsed());
                on_report(&result.report);
                return result;
            }
        }
        let beliefs = self.beliefs.track(&game, player, (&self.evaluator, &self.params));
        if let Some(position) = beliefs.certain(player) {
            let request = SearchRequest { history: History::new(position), ..request.clone() };
            return self.open.search(&request, tools, control, on_report);
        }
        let search_moves = considered(game.current(), &request.search_moves);
        let run = HiddenRun::new(request, (&beliefs, &search_moves), tools, control);
        let mut result = run.run(on_report);
        // Who does not even know its own secrets may find no move that it can name.
        result.best = result.best.or_else(|| search_moves.first().map(|&mv| mv.into()));
        result
    }
}

/// The moves to choose from, all if none are given.
fn considered<G: Game>(position: &G, search_moves: &[G::Move]) -> Vec<u32> {
    let mut moves = search_moves.to_vec();
    if moves.is_empty() {
        position.legal_moves(&mut moves);
    }
    moves.into_iter().map(Into::into).collect()
}

/// Weights as probabilities.
fn normalized<M: Copy>(strategy: &[(M, f32)]) -> Vec<(M, f64)> {
    let sum: f64 = strategy.iter().map(|&(_, weight)| f64::from(weight)).sum();
    strategy.iter().map(|&(mv, weight)| (mv, f64::from(weight) / sum)).collect()
}
