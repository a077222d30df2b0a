//! Self-play: games of the engine against itself, for training.

use super::games::{Ply, TrainingGame};
use crate::games::{Game, Outcome, Record, Rules, SetUp, Value};
use crate::math::mix;
use crate::search::{Answer, Control, Evaluation, Limits, Noise, Score, Settings, Thinker};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// A longer game is adjudicated a draw.
const MAX_PLIES: usize = 600;
/// The part of a game's set-ups that is drawn at random: most, for the usual one is soon
/// known.
const HALF_RANDOM: f32 = 0.5;
const FULL_RANDOM: f32 = 0.25;
/// A cheap search gets the nodes of a full one, divided by this.
const CHEAP_DIVISOR: u64 = 6;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfplayConfig {
    /// What evaluates positions and moves.
    pub evaluation: Evaluation,
    /// Playouts of a full search.
    pub nodes: u64,
    /// Playout cap randomization: the probability of a full search. The other searches are
    /// cheap and give value targets but no policy targets: more games for the same time,
    /// and games differ more than the positions of one.
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

/// Plays the games with these numbers, all threads at once, and hands each over when it
/// is finished, in any order. Ends early when `stop` is set or `take` returns false.
pub fn play<G: Game>(
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
                let mut table = Table::<G>::new(config);
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
struct Table<'a, G: Game> {
    config: &'a SelfplayConfig,
    /// One for each player if they have secrets: what is thought of the other is kept
    /// along a game. Else one for both.
    thinkers: Vec<Thinker<G>>,
    rules: Rules,
}

impl<'a, G: Game> Table<'a, G> {
    fn new(config: &'a SelfplayConfig) -> Self {
        let settings = Settings {
            hash_mb: config.hash_mb,
            threads: 1,
            evaluation: config.evaluation.clone(),
            ..Settings::default()
        };
        let count = if G::HIDDEN { 2 } else { 1 };
        let thinkers = (0..count).map(|_| Thinker::new(settings.clone())).collect();
        Table { config, thinkers, rules: Rules::of(G::rule_options()) }
    }

    /// Plays a game; `None` if it was stopped.
    fn game(&mut self, number: u64, stop: &AtomicBool) -> Option<TrainingGame> {
        let seed = mix(self.config.seed ^ mix(number));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = self.set_up(&mut rng);
        let mut game =
            TrainingGame { number, start: start.notation(), outcome: Outcome::Draw, plies: Vec::new() };
        let mut record = Record::new(start);
        self.thinkers.iter_mut().for_each(Thinker::clear);
        while game.plies.len() < MAX_PLIES {
            if stop.load(Relaxed) {
                return None;
            }
            if let Some(outcome) = record.current().outcome() {
                game.outcome = outcome;
                break;
            }
            let (ply, proven) = self.think(&record, &mut rng)?;
            let mut moves = Vec::new();
            record.current().legal_moves(&mut moves);
            let mover = record.current().mover();
            record.push(moves[usize::from(ply.played)]);
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
        let point: f32 = rng.random();
        let kind = match point {
            // With secrets, nobody must be able to tell one set-up from the other.
            _ if G::HIDDEN => SetUp::FullRandom,
            _ if point < HALF_RANDOM => SetUp::HalfRandom,
            _ if point < HALF_RANDOM + FULL_RANDOM => SetUp::FullRandom,
            _ => SetUp::Classic,
        };
        G::set_up(kind, &self.rules, rng).unwrap_or_else(|| G::start(&self.rules))
    }

    /// Chooses a move; tells with it whether the mover is proven to win or to lose.
    fn think(&mut self, record: &Record<G>, rng: &mut Xoshiro256PlusPlus) -> Option<(Ply, Option<bool>)> {
        let full = self.config.full_search_prob >= 1.0 || rng.random::<f32>() < self.config.full_search_prob;
        let share = if full { self.config.noise } else { 0.0 };
        let count = self.thinkers.len();
        let thinker = &mut self.thinkers[record.current().mover().index() % count];
        if G::HIDDEN {
            // The search draws worlds and answers.
            let settings = Settings { seed: rng.random(), ..thinker.settings().clone() };
            thinker.set(settings);
        }
        thinker.stir((share > 0.0).then(|| Noise::Surprise { seed: rng.random(), share }));
        let nodes = if full { self.config.nodes } else { self.config.nodes.div_ceil(CHEAP_DIVISOR) };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(&limits);
        let answer = thinker.search(record, &limits, &[], &control, &mut |_| {});
        let mut moves = Vec::new();
        record.current().legal_moves(&mut moves);
        let index = |mv: G::Move| moves.iter().position(|&other| other == mv);
        let best = index(answer.best?)?;
        let (value, proven) = finding(&answer)?;
        let mut ply = Ply::new(best, value);
        if proven.is_some() {
            return Some((ply, proven));
        }
        let visits: Vec<(G::Move, u32)> = thinker.tried();
        // Visits are kept in 16 bits; a tree kept from earlier moves may hold more.
        let max = visits.iter().map(|&(_, visits)| visits).max().unwrap_or(1).max(1);
        let scale = (f32::from(u16::MAX) / max as f32).min(1.0);
        let visited = visits.iter().filter(|&&(_, visits)| visits > 0);
        ply.visits = visited
            .filter_map(|&(mv, visits)| Some((index(mv)? as u16, (visits as f32 * scale) as u16)))
            .collect();
        if record.moves().len() < self.config.temperature_plies {
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
        if !full {
            ply.visits.clear();
        }
        Some((ply, None))
    }
}

/// The chances found by a search, and whether the mover is proven to win or to lose.
fn finding<M>(answer: &Answer<M>) -> Option<(Value, Option<bool>)> {
    let line = answer.report.lines.first()?;
    let chance = |part: u32| part as f32 / 1000.0;
    let value = Value { win: chance(line.wdl.win), draw: chance(line.wdl.draw) };
    let proven = match line.score {
        Score::Mate(moves) => Some(moves > 0),
        Score::Centi(_) => None,
    };
    Some((value, proven))
}
