//! Games of the engine against itself.

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

/// A game that goes on for ever is drawn.
const MOST_PLIES: usize = 600;
/// A move not searched in full gets this part of the playouts.
const QUICK_PART: u64 = 6;

/// How games are played.
#[derive(Clone, Debug)]
pub struct Plan {
    pub evaluation: EvalSource,
    /// Playouts for each move.
    pub nodes: u64,
    /// Share of the moves that are searched in full. The others teach what positions are
    /// worth, but not what to pay attention to: more games, which differ more than the
    /// positions of one.
    pub full_share: f32,
    /// Plies in which moves are drawn in proportion to their playouts.
    pub varied_plies: usize,
    /// Share of the root's priors that is left to chance.
    pub surprise: f32,
    /// Game `n` of a seed is always the same game.
    pub seed: u64,
    pub threads: usize,
    /// Memory of each thread's tree, in MB.
    pub hash_mb: usize,
}

/// Plays the games with these numbers, all threads at once, and hands each over when it
/// is finished, in any order. Ends early when `stop` is set or `take` returns false.
pub fn play<G: Notation>(
    plan: &Plan,
    numbers: &[u64],
    stop: &AtomicBool,
    mut take: impl FnMut(TrainingGame) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (sender, games) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..plan.threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut table = Table::<G>::new(plan);
                while let Some(&number) = numbers.get(next.fetch_add(1, Relaxed)) {
                    let Some(game) = table.game(number, stop) else { return };
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

/// Where one thread plays its games.
struct Table<'a, G: Notation> {
    plan: &'a Plan,
    /// One for each player if they have secrets: what is thought of the other is kept
    /// along a game. Else one for both.
    searches: Vec<Search<G>>,
    rules: Rules,
}

impl<'a, G: Notation> Table<'a, G> {
    fn new(plan: &'a Plan) -> Self {
        let settings = Settings {
            hash_mb: plan.hash_mb,
            threads: 1,
            evaluation: plan.evaluation.clone(),
            ..Settings::default()
        };
        let count = if G::Information::HIDDEN { 2 } else { 1 };
        let searches = (0..count).map(|_| Search::new(settings.clone())).collect();
        Table { plan, searches, rules: Rules::of(G::rule_options()) }
    }

    /// Plays a game; `None` if it was stopped.
    fn game(&mut self, number: u64, stop: &AtomicBool) -> Option<TrainingGame> {
        let seed = mix(self.plan.seed ^ mix(number));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = self.set_up(&mut rng);
        let mut game = TrainingGame { number, start: start.fen(), outcome: Outcome::Draw, plies: Vec::new() };
        let mut history = History::new(start);
        self.searches.iter_mut().for_each(Search::clear);
        while game.plies.len() < MOST_PLIES {
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(outcome) = history.current().outcome() {
                game.outcome = outcome;
                break;
            }
            let (ply, proven) = self.think(&history, &mut rng)?;
            let mut moves = Vec::new();
            history.current().legal_moves(&mut moves);
            let mover = history.current().mover();
            history.push(moves[usize::from(ply.played)]);
            game.plies.push(ply);
            if let Some(wins) = proven {
                // What follows teaches nothing: the search knows the way.
                game.outcome = Outcome::Win(if wins { mover } else { !mover });
                break;
            }
        }
        Some(game)
    }

    fn set_up(&self, rng: &mut Xoshiro256PlusPlus) -> G {
        let set_up = G::SET_UPS.choose_weighted(rng, |set_up| set_up.self_play);
        set_up.map_or_else(|_| G::start(&self.rules), |set_up| (set_up.draw)(&self.rules, rng))
    }

    /// Chooses a move; tells with it whether the mover is proven to win or to lose.
    fn think(&mut self, history: &History<G>, rng: &mut Xoshiro256PlusPlus) -> Option<(Ply, Option<bool>)> {
        let full = self.plan.full_share >= 1.0 || rng.random::<f32>() < self.plan.full_share;
        let share = if full { self.plan.surprise } else { 0.0 };
        let count = self.searches.len();
        let mover = history.current().mover();
        let search = &mut self.searches[mover.index() % count];
        let nodes = if full { self.plan.nodes } else { self.plan.nodes.div_ceil(QUICK_PART) };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(&limits);
        let mut request = SearchRequest::new(history.clone(), limits);
        if G::Information::HIDDEN {
            // The search draws worlds and answers.
            request.seed = rng.random();
        }
        request.noise = (share > 0.0).then(|| RootNoise::Dirichlet { seed: rng.random(), share });
        let result = search.search(&request, &control, &mut |_| {});
        let mut moves = Vec::new();
        history.current().legal_moves(&mut moves);
        let place = |mv: G::Move| moves.iter().position(|&other| other == mv);
        let best = place(result.best?)?;
        let line = result.report.lines.first()?;
        let mut ply = Ply::new(best, line.value);
        if let Proof::Win(winner, _) = line.proof {
            return Some((ply, Some(winner == mover)));
        }
        let tried = &result.root_visits;
        // Playouts are kept in 16 bits; a tree kept from earlier moves may hold more.
        let most = tried.iter().map(|&(_, playouts)| playouts).max().unwrap_or(1).max(1);
        let scale = (f32::from(u16::MAX) / most as f32).min(1.0);
        let visited = tried.iter().filter(|&&(_, playouts)| playouts > 0);
        ply.tried = visited
            .filter_map(|&(mv, playouts)| Some((place(mv)? as u16, (playouts as f32 * scale) as u16)))
            .collect();
        if history.moves().len() < self.plan.varied_plies {
            let all: u32 = ply.tried.iter().map(|&(_, playouts)| u32::from(playouts)).sum();
            let mut point = rng.random_range(0..all.max(1));
            for &(place, playouts) in &ply.tried {
                if point < playouts.into() {
                    ply.played = place;
                    break;
                }
                point -= u32::from(playouts);
            }
        }
        if !full {
            ply.tried.clear();
        }
        Some((ply, None))
    }
}
