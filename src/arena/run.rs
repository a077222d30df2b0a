//! Plays a match: slots that play games, one place that writes and counts them.

use super::engine::Fault;
use super::file::GamesFile;
use super::game::{NoGame, Played, Seat, Table, play};
use super::openings::Book;
use super::process::Owner;
use super::record::GameRecord;
use super::referee::Trouble;
use super::schedule::{Schedule, Task};
use super::settings::Settings;
use super::slot::{Slot, Truth};
use super::standings::Standings;
use super::stats::{Sprt, Verdict};
use crate::games::Player;
use std::collections::{BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A match that is ready to be played.
pub struct Match {
    pub settings: Settings,
    pub truth: Truth,
    pub book: Book,
    pub schedule: Schedule,
    pub concurrency: usize,
    pub strict: bool,
    pub sprt: Option<Sprt>,
}

/// The way to end a match from outside.
#[derive(Debug)]
pub struct Brake {
    finish: AtomicBool,
    /// Ends every wait for an engine.
    pub owner: Owner,
}

impl Brake {
    /// A brake that is not pulled.
    pub fn new(owner: Owner) -> Self {
        Brake { finish: AtomicBool::new(false), owner }
    }

    /// No further games are begun.
    pub fn finish(&self) {
        self.finish.store(true, Ordering::Relaxed);
    }

    /// Running games are given up, too.
    pub fn stop(&self) {
        self.finish();
        self.owner.cancel();
    }

    /// Whether no further games are begun.
    pub fn finishing(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }
}

/// Somebody who watches a match.
pub trait Watcher {
    /// A game is on disk and counted.
    fn finished(&mut self, game: &GameRecord, standings: &Standings);
    /// Some time has passed.
    fn tick(&mut self, standings: &Standings);
}

/// How a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Close {
    /// All games are played.
    Complete,
    /// The test has decided.
    Decided(Verdict),
    /// It was ended from outside.
    Interrupted,
}

/// A message of a slot.
enum News {
    Game(Box<GameRecord>),
    /// The match cannot go on.
    Failure(String),
}

impl Match {
    /// Starts every engine once in a slot: what cannot work is an error here.
    pub fn rehearse<'a>(&'a self, brake: &'a Brake) -> anyhow::Result<Slot<'a>> {
        let mut slot = Slot::new(&self.settings, &self.truth, &brake.owner);
        slot.rehearse()?;
        self.book.opening(0)?;
        Ok(slot)
    }

    /// Plays what is left of the match. `standings` counts the games that `file` has.
    pub fn play(
        &self,
        first: Slot<'_>,
        played: &BTreeSet<u64>,
        (file, standings): (&mut GamesFile, &mut Standings),
        (brake, watcher): (&Brake, &mut dyn Watcher),
    ) -> anyhow::Result<Close> {
        let tasks: VecDeque<Task> =
            self.schedule.tasks().filter(|task| !played.contains(&task.game)).collect();
        if let Some(verdict) = self.verdict(standings) {
            return Ok(Close::Decided(verdict));
        }
        let left = tasks.len();
        let tasks = Mutex::new(tasks);
        let (sender, news) = mpsc::channel();
        thread::scope(|scope| {
            let mut first = Some(first);
            for _ in 0..self.concurrency.clamp(1, left.max(1)) {
                let fresh = || Slot::new(&self.settings, &self.truth, &brake.owner);
                let slot = first.take().unwrap_or_else(fresh);
                let (sender, tasks) = (sender.clone(), &tasks);
                scope.spawn(move || self.work(slot, tasks, brake, &sender));
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
                    Ok(News::Failure(why)) => {
                        failure.get_or_insert(anyhow::anyhow!(why));
                        brake.finish();
                    }
                    Err(RecvTimeoutError::Timeout) => watcher.tick(standings),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let open = !tasks.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
            match (failure, decided) {
                (Some(failure), _) => Err(failure),
                (None, Some(verdict)) => Ok(Close::Decided(verdict)),
                (None, None) if open || brake.owner.cancelled() => Ok(Close::Interrupted),
                (None, None) => Ok(Close::Complete),
            }
        })
    }

    /// What the test has decided, if there is one and it has.
    fn verdict(&self, standings: &Standings) -> Option<Verdict> {
        let (_, verdict) = standings.sprt(self.sprt.as_ref()?);
        (verdict != Verdict::Continue).then_some(verdict)
    }

    /// Plays games in a slot as long as there are any.
    fn work(&self, mut slot: Slot<'_>, tasks: &Mutex<VecDeque<Task>>, brake: &Brake, news: &Sender<News>) {
        while !brake.finishing() {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(task) = task else { break };
            let message = match self.game(&mut slot, task) {
                Ok(game) => News::Game(Box::new(game)),
                Err(NoGame::Cancelled) => break,
                Err(NoGame::Trouble(trouble)) => {
                    // The game is not lost: a match that goes on will play it.
                    News::Failure(format!("game {}: {trouble}", task.game + 1))
                }
            };
            if news.send(message).is_err() {
                break;
            }
        }
        slot.close();
    }

    fn game(&self, slot: &mut Slot<'_>, task: Task) -> Result<GameRecord, NoGame> {
        let opening = self.book.opening(task.round);
        let opening = opening.map_err(|error| NoGame::Trouble(Trouble::Opening(format!("{error:#}"))))?;
        let mut ids = [String::new(), String::new()];
        let played = match self.seat(slot, task, &mut ids)? {
            Some(forfeit) => forfeit,
            None => match self.contest(slot, task, &opening) {
                // A referee that has failed gets a second chance, in a new process.
                Err(NoGame::Trouble(Trouble::Fault(_))) => self.contest(slot, task, &opening)?,
                played => played?,
            },
        };
        let Played { result, reason, detail, moves, thought_ms, mismatches, .. } = played;
        let players = task.seats.map(|index| self.settings.engines[index].name.clone());
        let ended = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let Task { game, pair, round, .. } = task;
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
            thought_ms,
            mismatches,
            ended,
        })
    }

    /// Makes both engines ready; the game is decided if one cannot be.
    fn seat(&self, slot: &mut Slot<'_>, task: Task, ids: &mut [String; 2]) -> Result<Option<Played>, NoGame> {
        for player in [Player::One, Player::Two] {
            let index = task.seats[player.index()];
            match slot.prepare(index, task.game) {
                Ok(()) => ids[player.index()] = slot.id(index),
                Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
                Err(fault) => {
                    slot.discard(index);
                    return Ok(Some(Played::forfeit(player, &fault)));
                }
            }
        }
        Ok(None)
    }

    /// Plays a game between engines that are ready.
    fn contest(
        &self,
        slot: &mut Slot<'_>,
        task: Task,
        opening: &super::openings::Opening,
    ) -> Result<Played, NoGame> {
        slot.referee().map_err(Trouble::Fault)?;
        let Some(([mut one, mut two], mut referee)) = slot.take(task.seats) else {
            let fault = Fault::Start("its engines are gone".to_string());
            return Err(NoGame::Trouble(Trouble::Fault(fault)));
        };
        let [first, second] = task.seats.map(|index| &self.settings.engines[index]);
        let table = Table {
            seats: [Seat { engine: &mut one, settings: first }, Seat { engine: &mut two, settings: second }],
            referee: referee.as_mut(),
            max_plies: self.settings.max_plies,
            strict: self.strict,
        };
        let played = play(table, opening);
        let broken = played.as_ref().ok().and_then(|played| played.broken);
        for (player, engine) in [(Player::One, one), (Player::Two, two)] {
            if broken != Some(player) {
                slot.put_back(task.seats[player.index()], engine);
            }
        }
        if !matches!(played, Err(NoGame::Trouble(_))) {
            slot.put_back_referee(referee);
        }
        played
    }
}
