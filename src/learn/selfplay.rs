//! Self-play: generates games for training.

use super::games::{Ply, TrainingGame};
use crate::games::{History, Information, Notation, Outcome, Rules};
use crate::math::mix;
use crate::search::{Control, EvalSource, Limits, Proof, RootNoise, Search, SearchRequest, Settings};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// A longer game is adjudicated a draw.
const MAX_PLIES: usize = 600;
/// A cheap search gets the nodes of a full one, divided by this.
const CHEAP_DIVISOR: u64 = 6;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfplayConfig {
    /// The evaluation.
    pub evaluation: EvalSource,
    /// Playouts of a full search.
    pub nodes: u64,
    /// Playout cap randomization, as in KataGo: the probability of a full search. The other
    /// searches are cheap and give value targets but no policy targets: more games in the same
    /// time, which are less correlated than the positions of one game.
    pub full_search_prob: f32,
    /// Plies in which moves are drawn at temperature 1, in proportion to their visits.
    pub temperature_plies: usize,
    /// Root noise: the share of the root's priors that is drawn from a Dirichlet
    /// distribution in full searches.
    pub noise: f32,
    /// The random seed. Game `n` of a seed is always the same game.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// Memory of each thread's tree, in MB.
    pub hash_mb: usize,
}

impl SelfplayConfig {
    /// Everything that games depend on but their number, in one line: the net by a fingerprint,
    /// since a file of the same name may have another in it.
    pub fn describe<G: Notation>(&self) -> String {
        let net = match self.evaluation.net::<G>() {
            Some(net) => {
                // FNV-1a: to notice another net, not to withstand a forger.
                let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
                format!("{:016x}", net.write().iter().fold(0xcbf2_9ce4_8422_2325, step))
            }
            None => "handcrafted".to_string(),
        };
        format!(
            "nodes {} full-search-prob {} temperature-plies {} noise {} seed {} hash {} net {net}",
            self.nodes, self.full_search_prob, self.temperature_plies, self.noise, self.seed, self.hash_mb
        )
    }
}

/// Plays the games with these numbers on all threads, and calls `take` with each finished game,
/// in any order. Ends early when `stop` is set or `take` returns false.
pub fn play<G: Notation>(
    config: &SelfplayConfig,
    numbers: &[u64],
    stop: &AtomicBool,
    mut take: impl FnMut(TrainingGame) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..config.threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut worker = Worker::<G>::new(config);
                while let Some(&number) = numbers.get(next.fetch_add(1, Relaxed)) {
                    let Some(game) = worker.play_game(number, stop) else { return };
                    if sender.send(game).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for game in games {
            if !take(game) {
                stop.store(true, Relaxed);
                break;
            }
        }
    });
}

/// Draws the start position of a game.
fn set_up<G: Notation>(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> G {
    let set_up = G::SET_UPS.choose_weighted(rng, |set_up| set_up.self_play);
    set_up.map_or_else(|_| G::start(rules), |set_up| (set_up.draw)(rules, rng))
}

/// One thread's searches.
struct Worker<'a, G: Notation> {
    config: &'a SelfplayConfig,
    /// For both players: it shows each what that player may know.
    search: Search<G>,
}

impl<'a, G: Notation> Worker<'a, G> {
    fn new(config: &'a SelfplayConfig) -> Self {
        let settings = Settings {
            hash_mb: config.hash_mb,
            threads: 1,
            evaluation: config.evaluation.clone(),
            ..Settings::default()
        };
        Worker { config, search: Search::new(settings) }
    }

    /// Plays a game; `None` if it was stopped.
    fn play_game(&mut self, number: u64, stop: &AtomicBool) -> Option<TrainingGame> {
        let seed = mix(self.config.seed ^ mix(number));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let rules = G::self_play_rules(&mut rng);
        let position = set_up::<G>(&rules, &mut rng);
        let start = TrainingGame::start_text(&position, &rules);
        let mut game = TrainingGame { number, start, outcome: Outcome::Draw, plies: Vec::new() };
        let mut history = History::new(position);
        self.search.clear();
        while game.plies.len() < MAX_PLIES {
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(outcome) = history.current().outcome() {
                game.outcome = outcome;
                break;
            }
            let (ply, proven) = self.choose(&history, &mut rng)?;
            let mut moves = Vec::new();
            history.current().legal_moves(&mut moves);
            let mover = history.current().mover();
            history.push(moves[usize::from(ply.played)]);
            game.plies.push(ply);
            if let Some(wins) = proven {
                // The result is proven: adjudicate.
                game.outcome = Outcome::Win(if wins { mover } else { !mover });
                break;
            }
        }
        Some(game)
    }

    /// Searches and chooses a move; also returns whether the mover is proven to win or to lose.
    fn choose(&mut self, history: &History<G>, rng: &mut Xoshiro256PlusPlus) -> Option<(Ply, Option<bool>)> {
        let full = self.config.full_search_prob >= 1.0 || rng.random::<f32>() < self.config.full_search_prob;
        let share = if full { self.config.noise } else { 0.0 };
        let mover = history.current().mover();
        let nodes = if full { self.config.nodes } else { self.config.nodes.div_ceil(CHEAP_DIVISOR) };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(&limits);
        let mut request = SearchRequest::new(history.clone(), limits);
        if G::Information::HIDDEN {
            // The search samples determinizations and its move.
            request.seed = rng.random();
        }
        request.noise = (share > 0.0).then(|| RootNoise::Dirichlet { seed: rng.random(), share });
        let result = self.search.search(&request, &control, &mut |_| {});
        let mut moves = Vec::new();
        history.current().legal_moves(&mut moves);
        let index = |mv: G::Move| moves.iter().position(|&other| other == mv);
        let best = index(result.best?)?;
        let line = result.report.lines.first()?;
        let mut ply = Ply::new(best, line.value);
        if let Proof::Win(winner, _) = line.proof {
            return Some((ply, Some(winner == mover)));
        }
        let visits = &result.root_visits;
        // Visits are kept in 16 bits; a tree kept from earlier moves may hold more.
        let max = visits.iter().map(|&(_, visits)| visits).max().unwrap_or(1).max(1);
        let scale = (f32::from(u16::MAX) / max as f32).min(1.0);
        let visited = visits.iter().filter(|&&(_, visits)| visits > 0);
        ply.visits = visited
            .filter_map(|&(mv, visits)| Some((index(mv)? as u16, (visits as f32 * scale) as u16)))
            .collect();
        if history.moves().len() < self.config.temperature_plies {
            let all: u32 = ply.visits.iter().map(|&(_, visits)| u32::from(visits)).sum();
            let mut point = rng.random_range(0..all.max(1));
            for &(index, visits) in &ply.visits {
                if point < visits.into() {
                    ply.played = index;
                    break;
                }
                point -= u32::from(visits);
            }
        }
        let of_policy = |&(mv, share): &(G::Move, f64)| {
            Some((index(mv)? as u16, (share * f64::from(u16::MAX)) as u16)).filter(|&(_, share)| share > 0)
        };
        match (full, result.root_policy.is_empty()) {
            (false, _) => ply.visits.clear(),
            (true, true) => {}
            (true, false) => ply.visits = result.root_policy.iter().filter_map(of_policy).collect(),
        }
        Some((ply, None))
    }
}
