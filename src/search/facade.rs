//! The search of any game: a facade over the open and the hidden search.

use super::hidden::{BeliefTracker, HiddenRun, sampled_result};
use super::level::{Handicap, Strength};
use super::open::{OpenSearch, Tools};
use super::time::Timer;
use super::weak::{self, Chooser};
use super::{Control, EvalSource, Evaluator, Params, SearchReport, SearchRequest, SearchResult, World};
use crate::games::{Evaluate, Game, HiddenPlay, History, Information, Observer};
use crate::math::mix;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use std::collections::HashMap;
use std::time::Duration;

/// What a search may know in a game of hidden information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InformationMode {
    /// The information of the player to move, even if the history holds more.
    #[default]
    Player,
    /// Everything in the history, as if it were a game of perfect information.
    Open,
}

/// The settings of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Size of the tree, in MB (2^20 bytes).
    pub hash_mb: usize,
    /// Search threads.
    pub threads: usize,
    /// Number of principal variations to report (MultiPV).
    pub multi_pv: usize,
    /// Subtracted from every time limit, for latency outside the engine.
    pub move_overhead: Duration,
    /// What the search may know in a game of hidden information.
    pub information: InformationMode,
    /// Keep the tree of former positions too, so that one can step back in a game. For
    /// analysis: in play it would take memory from the positions to come.
    pub keep_trunk: bool,
    /// The evaluation.
    pub evaluation: EvalSource,
    /// How strong to play.
    pub strength: Strength,
    /// Tuned values of search constants, by name; see [`Params::TABLE`].
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
            keep_trunk: false,
            evaluation: EvalSource::Embedded,
            strength: Strength::Full,
            tuned: Vec::new(),
        }
    }
}

/// Searches positions of one game; keeps tree and beliefs from move to move. Positions of
/// perfect information, or of which all is inferred, go to the open search; others to the
/// hidden search, over the player's belief state.
pub struct Search<G: Game> {
    settings: Settings,
    params: Params,
    evaluator: Evaluator<G>,
    open: OpenSearch<G>,
    beliefs: BeliefTracker<G>,
    /// Number of games begun, which varies what is drawn from mixed strategies.
    games: u64,
}

impl<G: Game> Search<G> {
    /// The memory of trees is allocated on demand.
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

    /// Changes the settings. The tree is kept unless its size, the evaluation or the constants
    /// change.
    pub fn set(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        let evaluation_changed = old.evaluation != self.settings.evaluation;
        if evaluation_changed {
            self.evaluator = Evaluator::new(self.settings.evaluation.net::<G>());
        }
        if evaluation_changed || old.tuned != self.settings.tuned {
            self.params = Params::pick(self.evaluator.has_net(), &self.settings.tuned);
            // The likelihoods came from another policy.
            self.beliefs.clear();
            self.open = OpenSearch::new(self.settings.hash_mb);
        } else if old.hash_mb != self.settings.hash_mb {
            self.open = OpenSearch::new(self.settings.hash_mb);
        }
    }

    /// Drops the tree and the beliefs, and frees their memory: for a new game.
    pub fn clear(&mut self) {
        self.open = OpenSearch::new(self.settings.hash_mb);
        self.beliefs.clear();
        self.games += 1;
    }

    /// Makes it as good as new: what it answers next does not depend on what came before.
    pub fn reset(&mut self) {
        self.clear();
        self.games = 0;
    }

    /// The evaluator in use.
    pub fn evaluator(&self) -> &Evaluator<G> {
        &self.evaluator
    }

    /// The moves of the proof tree of the last open search, by the key of the position
    /// ([`Game::key`]), at most so many: what to play in a position that is proven. Wins in one
    /// move, and those that the mate search has found, are not among them.
    pub fn proof_moves(&self, most: usize) -> HashMap<u64, G::Move> {
        self.open.proof_moves(most)
    }

    /// What the player to move believes of the opponent's private information, after this game;
    /// one certain world in a game without secrets.
    pub fn belief(&mut self, game: &History<G>) -> Vec<World<G>> {
        let player = game.current().mover();
        let game = game.observed(Observer::Player(player));
        let beliefs = self.beliefs.track(&game, player, (&self.evaluator, &self.params));
        beliefs.theirs().worlds().to_vec()
    }

    /// Searches the current position of the request's game. `on_report` is called from the
    /// calling thread, periodically and once at the end.
    pub fn search(
        &mut self,
        request: &SearchRequest<G>,
        control: &Control,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        let Some(handicap) = self.settings.strength.handicap::<G>(request.seed) else {
            let settings = self.settings.clone();
            return self.search_with(request, (&settings, None), control, on_report);
        };
        let (settings, lines) = (handicap.settings::<G>(&self.settings), self.settings.multi_pv.max(1));
        // The choice needs every root move, the client only as many as it has asked for.
        let mut on_report = |report: &SearchReport<G::Move>| on_report(&report.with_lines(lines));
        // What was searched before would make this search stronger.
        self.open.forget();
        let limited = handicap.request(request);
        let mut result = self.search_with(&limited, (&settings, Some(handicap)), control, &mut on_report);
        result.report.lines.truncate(lines);
        result
    }

    /// Searches with these settings, and with a handicap if there is one.
    fn search_with(
        &mut self,
        request: &SearchRequest<G>,
        (settings, handicap): (&Settings, Option<Handicap>),
        control: &Control,
        on_report: &mut dyn FnMut(&SearchReport<G::Move>),
    ) -> SearchResult<G::Move> {
        let overhead = settings.move_overhead;
        let timer = Timer::new(&request.limits, request.received, overhead, G::Evaluation::MOVES_LEFT);
        let tools = Tools { evaluator: &self.evaluator, params: &self.params, settings, timer: &timer };
        let chooser = |view| handicap.map(|handicap| Chooser::new(handicap, &self.evaluator, view, request));
        let game = &request.history;
        if !G::Information::HIDDEN || game.current().outcome().is_some() {
            let result = self.open.search(request, tools, control, on_report);
            return match chooser(game.current()) {
                Some(chooser) => chooser.choose_open(result, &self.open.root_moves(), request),
                None => result,
            };
        }
        let player = game.current().mover();
        let game = match settings.information {
            InformationMode::Player => game.observed(Observer::Player(player)),
            InformationMode::Open => game.clone(),
        };
        if settings.information == InformationMode::Player
            && request.search_moves.is_empty()
            && let Some(strategy) = G::Information::mixed_strategy(game.current())
        {
            // Games differ, and so do the two sides of one.
            let salt = mix(2 * self.games + player.index() as u64);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed ^ salt);
            if let Ok(&(mv, _)) = strategy.choose_weighted(&mut rng, |&(_, weight)| weight) {
                let result = sampled_result(mv, normalized(&strategy), timer.elapsed());
                on_report(&result.report);
                return result;
            }
        }
        let beliefs = self.beliefs.track(&game, player, (&self.evaluator, &self.params));
        if let Some(position) = beliefs.certain(player) {
            let request = SearchRequest { history: History::new(position), ..request.clone() };
            let result = self.open.search(&request, tools, control, on_report);
            return match chooser(request.history.current()) {
                Some(chooser) => chooser.choose_open(result, &self.open.root_moves(), &request),
                None => result,
            };
        }
        let search_moves = root_moves(game.current(), &request.search_moves);
        let run = HiddenRun::new(request, (&beliefs, &search_moves), tools, control);
        let mut result = run.run(on_report);
        if let Some(chooser) = chooser(game.current()) {
            let worlds = beliefs.sample(player, weak::WORLDS);
            result = chooser.choose_hidden(result, &search_moves, &worlds);
        }
        // Where not even the mover's own pieces are known, the search may find no legal move.
        result.best = result.best.or_else(|| search_moves.first().map(|&mv| mv.into()));
        result
    }
}

/// The root moves to search: those given, or all legal ones.
fn root_moves<G: Game>(position: &G, search_moves: &[G::Move]) -> Vec<u32> {
    let mut moves = search_moves.to_vec();
    if moves.is_empty() {
        position.legal_moves(&mut moves);
    }
    moves.into_iter().map(Into::into).collect()
}

/// Normalizes weights to probabilities.
fn normalized<M: Copy>(strategy: &[(M, f32)]) -> Vec<(M, f64)> {
    let sum: f64 = strategy.iter().map(|&(_, weight)| f64::from(weight)).sum();
    strategy.iter().map(|&(mv, weight)| (mv, f64::from(weight) / sum)).collect()
}
