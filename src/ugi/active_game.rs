//! The game of a session: history, rules and search, behind a trait object for all variants.

use super::certu;
use super::limits::limits;
use super::reply::{self, ReplyFormat, Style};
use super::wire::{GoSearch, Info, PositionCommand, Query, Score, Sink, Start};
use crate::bench::{self, BenchReport};
use crate::games::{
    History, Information, Notation, NotationError, Observer, Outcome, Rules, Variant, Visitor, perft,
};
use crate::search::{Control, InformationMode, Limits, Search, SearchReport, SearchRequest, Settings};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// A session's game, of any variant.
pub(super) trait ActiveGame: Send {
    /// Sets up a position; an invalid one changes nothing.
    fn set_up(&mut self, position: &PositionCommand) -> Result<(), NotationError>;
    /// Sets up the start position and clears the search, for a new game.
    fn new_game(&mut self);
    /// Plays a move.
    fn play(&mut self, mv: &str) -> Result<(), NotationError>;
    /// Plays moves on; all of them or none.
    fn play_on(&mut self, moves: &[String]) -> Result<(), NotationError>;
    /// Changes the rules, of the game under way too.
    fn set_rules(&mut self, rules: &Rules);
    /// Changes the settings of the search.
    fn set_settings(&mut self, settings: &Settings);
    /// Clears the search: tree and beliefs.
    fn clear(&mut self);

    /// Answers a query.
    fn response(&self, query: &Query) -> String;
    /// Describes the position for people.
    fn describe(&self) -> String;

    /// A search of the position.
    fn search(&self, go: &GoSearch, context: SearchContext) -> Result<Job, NotationError>;
    /// A perft of the position.
    fn perft(&self, depth: u32, threads: usize) -> Result<Job, NotationError>;
    /// The bench of this game.
    fn bench(&self, nodes: u64) -> Job;
}

/// The parameters of a search besides those of `go`.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchContext {
    pub format: ReplyFormat,
    pub seed: u64,
    /// When `go` was read: time limits count from here.
    pub received: Instant,
}

type Work = dyn FnOnce(&Control, &Sink) + Send;

/// A job for a worker thread, which writes its own output.
pub(super) struct Job {
    pub control: Arc<Control>,
    /// The limits of the job.
    pub limits: Limits,
    work: Box<Work>,
}

impl Job {
    fn new(limits: Limits, work: impl FnOnce(&Control, &Sink) + Send + 'static) -> Self {
        Job { control: Arc::new(Control::new(&limits)), limits, work: Box::new(work) }
    }

    /// A job that ends without `stop`.
    fn bounded(work: impl FnOnce(&Control, &Sink) + Send + 'static) -> Self {
        Job::new(Limits { nodes: Some(1), ..Limits::default() }, work)
    }

    /// Runs the job.
    pub(super) fn run(self, sink: &Sink) {
        (self.work)(&self.control, sink);
    }
}

/// A new game of a variant, at its start position.
pub(super) fn open(variant: Variant, rules: &Rules, settings: &Settings) -> Box<dyn ActiveGame> {
    struct Open<'a>(&'a Rules, &'a Settings);
    impl Visitor for Open<'_> {
        type Output = Box<dyn ActiveGame>;
        fn visit<G: Notation>(self) -> Self::Output {
            let Open(rules, settings) = self;
            let search = Arc::new(Mutex::new(Search::new(settings.clone())));
            Box::new(TypedGame::<G> { rules: rules.clone(), history: History::new(G::start(rules)), search })
        }
    }
    variant.visit(Open(rules, settings))
}

struct TypedGame<G: Notation> {
    rules: Rules,
    history: History<G>,
    /// Locked by a running job; the session waits for its end before it changes anything.
    search: Arc<Mutex<Search<G>>>,
}

fn lock<G: Notation>(search: &Mutex<Search<G>>) -> MutexGuard<'_, Search<G>> {
    search.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn replay<G: Notation>(start: G, moves: &[String]) -> Result<History<G>, NotationError> {
    play_on(History::new(start), moves)
}

/// Plays moves one after the other; an error names the number of the move.
fn play_on<G: Notation>(mut history: History<G>, moves: &[String]) -> Result<History<G>, NotationError> {
    for (number, mv) in (1..).zip(moves) {
        history.play(mv).map_err(|error| error.in_move(number))?;
    }
    Ok(history)
}

impl<G: Notation> ActiveGame for TypedGame<G> {
    fn set_up(&mut self, position: &PositionCommand) -> Result<(), NotationError> {
        let start = match &position.start {
            Start::Startpos => G::start(&self.rules),
            Start::Fen(text) => G::from_fen(text, &self.rules)?,
        };
        self.history = replay(start, &position.moves)?;
        Ok(())
    }

    fn new_game(&mut self) {
        self.history = History::new(G::start(&self.rules));
        self.clear();
    }

    fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        self.history.play(mv).map(|_| ())
    }

    fn play_on(&mut self, moves: &[String]) -> Result<(), NotationError> {
        self.history = play_on(self.history.clone(), moves)?;
        Ok(())
    }

    fn set_rules(&mut self, rules: &Rules) {
        self.rules = rules.clone();
        // Proofs under the old rules may not hold.
        self.clear();
        self.history = self.history.with_rules(rules);
    }

    fn set_settings(&mut self, settings: &Settings) {
        lock(&self.search).set(settings.clone());
    }

    fn clear(&mut self) {
        lock(&self.search).clear();
    }

    fn response(&self, query: &Query) -> String {
        reply::response(&self.history, query)
    }

    fn describe(&self) -> String {
        reply::describe(self.history.current())
    }

    fn search(&self, go: &GoSearch, context: SearchContext) -> Result<Job, NotationError> {
        let SearchContext { format, seed, received } = context;
        let position = self.history.current();
        if position.outcome().is_some() {
            let position = position.clone();
            return Ok(Job::bounded(move |_, sink| write_game_over(&position, format, sink)));
        }
        let limits = limits(go, position.mover())?;
        // Under hidden information, moves are parsed in the mover's view.
        let view = match lock(&self.search).settings().information {
            InformationMode::Player => G::Information::view(position, Observer::Player(position.mover())),
            InformationMode::Open => position.clone(),
        };
        let search_moves = go.search_moves.iter().map(|mv| view.parse_move(mv));
        let request = SearchRequest {
            search_moves: search_moves.collect::<Result<_, _>>()?,
            seed,
            received,
            ..SearchRequest::new(self.history.clone(), limits.clone())
        };
        let task = SearchTask { search: self.search.clone(), request, format };
        Ok(Job::new(limits, move |control, sink| task.run(control, sink)))
    }

    fn perft(&self, depth: u32, threads: usize) -> Result<Job, NotationError> {
        let position = self.history.current().clone();
        if !G::Information::is_complete(&position) {
            return Err(NotationError::new("perft", "a position of which all is known"));
        }
        Ok(Job::bounded(move |control, sink| {
            let start = Instant::now();
            match perft::split(&position, depth, threads, &|| control.stopped()) {
                Ok(split) => write_perft(&position, depth, &split, start.elapsed(), sink),
                Err(_) => sink.write(&Info::text("perft stopped").to_string()),
            }
        }))
    }

    fn bench(&self, nodes: u64) -> Job {
        Job::bounded(move |control, sink| {
            let line = |name: &str, bench: &BenchReport| {
                let (nodes, time, speed) = (bench.nodes, bench.time.as_millis(), bench.speed());
                Info::text(format!("{name} nodes {nodes} time {time} nps {speed}")).to_string()
            };
            let bench = bench::run::<G>(nodes, control, &mut |bench| {
                sink.write(&line(&format!("position {}", bench.positions), bench));
            });
            sink.write(&format!("{} signature {:016x}", line("bench", &bench), bench.signature));
        })
    }
}

fn write_perft<G: Notation>(
    position: &G,
    depth: u32,
    split: &perft::Split<G::Move>,
    time: Duration,
    sink: &Sink,
) {
    let mut lines: Vec<String> =
        split.iter().map(|&(mv, count)| format!("{}: {count}", position.ugi_move(mv))).collect();
    let total: u64 = split.iter().map(|&(_, count)| count).sum();
    let speed = (total as f64 / time.as_secs_f64().max(1e-6)) as u64;
    let info = Info {
        perft: true,
        depth: Some(depth.into()),
        result: Some(total),
        time: Some(time.as_millis() as u64),
        nps: Some(speed),
        ..Info::default()
    };
    lines.push(info.to_string());
    sink.write(&lines.join("\n"));
}

fn write_game_over<G: Notation>(position: &G, format: ReplyFormat, sink: &Sink) {
    let Some(outcome) = position.outcome() else { return };
    let mut lines = vec![reply::game_over(outcome)];
    if format.style == Style::Certu {
        // The GUI reads a score from every search.
        let lost = outcome == Outcome::Win(!position.mover());
        let score = if lost { Score::Mate(0) } else { Score::Cp(0) };
        let info = Info { depth: Some(0), ..Info::default() };
        lines.push(info.with_bare_score(certu::number(score)));
    }
    lines.push(reply::no_move());
    sink.write(&lines.join("\n"));
}

/// A search job.
struct SearchTask<G: Notation> {
    search: Arc<Mutex<Search<G>>>,
    request: SearchRequest<G>,
    format: ReplyFormat,
}

impl<G: Notation> SearchTask<G> {
    fn run(self, control: &Control, sink: &Sink) {
        let position = self.request.history.current();
        let mut last_of_each_depth = certu::LastOfEachDepth::new(self.request.limits.depth);
        let mut report = |report: &SearchReport<G::Move>| {
            match self.format.style {
                Style::Plain => sink.write(&reply::info(position, report, self.format.show_wdl).join("\n")),
                Style::Certu => {
                    if let Some(line) = last_of_each_depth.take(position, report) {
                        sink.write(&line);
                    }
                }
            }
            if sink.closed() {
                control.stop();
            }
        };
        let result = lock(&self.search).search(&self.request, control, &mut report);
        self.wait_for_client(control);
        if let Some(line) = last_of_each_depth.finish() {
            sink.write(&line);
        }
        sink.write(&reply::best_move(position, &result, self.format.ponder));
    }

    /// Waits until `bestmove` may be sent: an infinite or pondering search may be solved early,
    /// but must not answer before `stop` or `ponderhit`.
    fn wait_for_client(&self, control: &Control) {
        let hit = Limits { ponder: false, ..self.request.limits.clone() };
        while !control.stopped() && (control.pondering() || !hit.bounded()) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}
