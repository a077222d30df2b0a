//! Plays a match: threads with engines of their own that play games, one place that writes
//! and counts them.

mod adjudicate;
mod clock;
mod game;

use super::config::{EngineSettings, MatchSettings, PositionForm};
use super::engine::{EnginePolicy, EnginePool, Fault, Owner};
use super::openings::{Book, Opening};
use super::records::{GameRecord, GamesFile};
use super::referee::{RefereeError, RuleSource};
use super::report::Standings;
use super::schedule::{GameTask, Schedule};
use super::stats::{Sprt, SprtVerdict};
use crate::games::Player;
use game::{GameConditions, NoGame, Played, Seat, play};
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A match that is ready to be played.
pub(crate) struct Match {
    pub(crate) settings: MatchSettings,
    pub(crate) rule_source: RuleSource,
    pub(crate) book: Book,
    pub(crate) schedule: Schedule,
    pub(crate) concurrency: usize,
    pub(crate) strict: bool,
    pub(crate) policy: EnginePolicy,
    pub(crate) sprt: Option<Sprt>,
}

/// The way to end a match from outside.
#[derive(Debug)]
pub(crate) struct Brake {
    finish: AtomicBool,
    /// Ends every wait for an engine.
    pub(crate) owner: Owner,
}

impl Brake {
    /// A brake that is not pulled.
    pub(crate) fn new(owner: Owner) -> Self {
        Brake { finish: AtomicBool::new(false), owner }
    }

    /// No further games are begun.
    pub(crate) fn finish(&self) {
        self.finish.store(true, Ordering::Relaxed);
    }

    /// Running games are given up, too.
    pub(crate) fn stop(&self) {
        self.finish();
        self.owner.cancel();
    }

    /// Whether no further games are begun.
    pub(crate) fn finishing(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }
}

/// Somebody who watches a match.
pub(crate) trait Watcher {
    /// A game is on disk and counted.
    fn finished(&mut self, game: &GameRecord, standings: &Standings);
    /// Some time has passed.
    fn tick(&mut self, standings: &Standings);
}

/// How a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MatchEnd {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(SprtVerdict),
    /// It was ended from outside.
    Interrupted,
}

/// A message of a thread.
enum News {
    Game(Box<GameRecord>),
    /// The referee of this game cannot go on, and so the match cannot.
    Failure(GameTask, RefereeError),
}

impl Match {
    /// Starts every engine once: what cannot work is an error here.
    pub(crate) fn rehearse<'a>(&'a self, brake: &'a Brake) -> anyhow::Result<EnginePool<'a>> {
        let mut pool = self.pool(brake);
        pool.rehearse()?;
        self.book.opening(0)?;
        Ok(pool)
    }

    /// Whether an engine that is to ponder can: questions would disturb it, and what it is to
    /// think about must show neither secrets nor only a position.
    pub(crate) fn lets_ponder(&self, engine: &EngineSettings) -> bool {
        !self.strict && !self.settings.hidden() && engine.position == PositionForm::Moves
    }

    /// Engines for one game at a time, none of which runs yet.
    fn pool<'a>(&'a self, brake: &'a Brake) -> EnginePool<'a> {
        EnginePool::new(&self.settings, &self.rule_source, &brake.owner, &self.policy)
    }

    /// Plays what is left of the match. `standings` counts the games that `file` has.
    pub(crate) fn play(
        &self,
        first: EnginePool<'_>,
        played: &BTreeSet<u64>,
        (file, standings): (&mut GamesFile, &mut Standings),
        (brake, watcher): (&Brake, &mut dyn Watcher),
    ) -> anyhow::Result<MatchEnd> {
        let tasks: VecDeque<GameTask> =
            self.schedule.tasks().filter(|task| !played.contains(&task.game)).collect();
        if let Some(verdict) = self.verdict(standings) {
            return Ok(MatchEnd::Decided(verdict));
        }
        let left = tasks.len();
        let tasks = Mutex::new(tasks);
        let (sender, news) = mpsc::channel();
        thread::scope(|scope| {
            let mut first = Some(first);
            for _ in 0..self.concurrency.clamp(1, left.max(1)) {
                let fresh = || self.pool(brake);
                let pool = first.take().unwrap_or_else(fresh);
                let (sender, tasks) = (sender.clone(), &tasks);
                scope.spawn(move || self.work(pool, tasks, brake, &sender));
            }
            drop(sender);
            let mut failure = None;
            let mut decided = None;
            loop {
                match news.recv_timeout(Duration::from_secs(1)) {
                    Ok(News::Game(game)) => {
                        // On disk first, counted then.
                        if let Err(error) = file.append(&game, &self.settings) {
                            failure.get_or_insert(error);
                            brake.stop();
                            continue;
                        }
                        standings.add(&game);
                        watcher.finished(&game, standings);
                        if let Some(verdict) = self.verdict(standings).filter(|_| decided.is_none()) {
                            decided = Some(verdict);
                            brake.finish();
                        }
                    }
                    Ok(News::Failure(task, error)) => {
                        failure.get_or_insert(anyhow::anyhow!("game {}: {error}", task.game + 1));
                        brake.finish();
                    }
                    Err(RecvTimeoutError::Timeout) => watcher.tick(standings),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let open = !tasks.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
            match (failure, decided) {
                (Some(failure), _) => Err(failure),
                (None, Some(verdict)) => Ok(MatchEnd::Decided(verdict)),
                (None, None) if open || brake.owner.cancelled() => Ok(MatchEnd::Interrupted),
                (None, None) => Ok(MatchEnd::Complete),
            }
        })
    }

    /// What the test has decided, if there is one and it has.
    fn verdict(&self, standings: &Standings) -> Option<SprtVerdict> {
        let (_, verdict) = standings.sprt(self.sprt.as_ref()?);
        (verdict != SprtVerdict::Continue).then_some(verdict)
    }

    /// Plays games with the engines of a pool as long as there are any.
    fn work(
        &self,
        mut pool: EnginePool<'_>,
        tasks: &Mutex<VecDeque<GameTask>>,
        brake: &Brake,
        news: &Sender<News>,
    ) {
        while !brake.finishing() {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(task) = task else { break };
            let message = match self.game(&mut pool, task) {
                Ok(game) => News::Game(Box::new(game)),
                Err(NoGame::Cancelled) => break,
                Err(NoGame::Referee(error)) => {
                    // The game is not lost: a match that goes on will play it.
                    News::Failure(task, error)
                }
            };
            if news.send(message).is_err() {
                break;
            }
        }
        pool.close();
    }

    fn game(&self, pool: &mut EnginePool<'_>, task: GameTask) -> Result<GameRecord, NoGame> {
        let opening = self.book.opening(task.round);
        let opening =
            opening.map_err(|error| NoGame::Referee(RefereeError::Opening(format!("{error:#}"))))?;
        let mut ids = [String::new(), String::new()];
        let played = match self.seat(pool, task, &mut ids)? {
            Some(forfeit) => forfeit,
            None => match self.contest(pool, task, &opening) {
                // A referee that has failed gets a second chance, in a new process.
                Err(NoGame::Referee(RefereeError::Fault(_))) => self.contest(pool, task, &opening)?,
                played => played?,
            },
        };
        let Played { result, reason, detail, moves, late, thought_ms, mismatches, .. } = played;
        let players = task.seats.map(|index| self.settings.engines[index].name.clone());
        let ended = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let GameTask { game, pair, round, .. } = task;
        Ok(GameRecord {
            game,
            pair,
            round,
            players,
            ids,
            result,
            reason,
            detail,
            opening,
            moves,
            late,
            thought_ms,
            mismatches,
            ended,
            planned: Some(self.schedule.games()),
            shard: self.schedule.part(),
        })
    }

    /// Makes both engines ready; the game is decided if one cannot be.
    fn seat(
        &self,
        pool: &mut EnginePool<'_>,
        task: GameTask,
        ids: &mut [String; 2],
    ) -> Result<Option<Played>, NoGame> {
        for player in [Player::One, Player::Two] {
            let index = task.seats[player.index()];
            match pool.prepare(index, task.game) {
                Ok(()) => ids[player.index()] = pool.id(index),
                Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
                Err(fault) => {
                    pool.discard(index);
                    return Ok(Some(Played::forfeit(player, &fault)));
                }
            }
        }
        Ok(None)
    }

    /// Plays a game between engines that are ready.
    fn contest(
        &self,
        pool: &mut EnginePool<'_>,
        task: GameTask,
        opening: &Opening,
    ) -> Result<Played, NoGame> {
        pool.referee().map_err(RefereeError::Fault)?;
        let Some(([mut one, mut two], mut referee)) = pool.take(task.seats) else {
            let fault = Fault::Start { program: None, why: "its engines are gone".to_string() };
            return Err(NoGame::Referee(RefereeError::Fault(fault)));
        };
        let [first, second] = task.seats.map(|index| &self.settings.engines[index]);
        let conditions = GameConditions {
            seats: [Seat { engine: &mut one, settings: first }, Seat { engine: &mut two, settings: second }],
            referee: referee.as_mut(),
            max_plies: self.settings.max_plies,
            strict: self.strict,
            resign: self.settings.resign,
            draw: self.settings.draw,
        };
        let played = play(conditions, opening);
        let broken = played.as_ref().ok().and_then(|played| played.broken);
        for (player, engine) in [(Player::One, one), (Player::Two, two)] {
            if broken != Some(player) {
                pool.put_back(task.seats[player.index()], engine);
            }
        }
        if !matches!(played, Err(NoGame::Referee(_))) {
            pool.put_back_referee(referee);
        }
        played
    }
}
