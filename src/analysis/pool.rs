//! The pool: threads that take searches from a queue, the most urgent first.

use super::job::{self, Job, Searches};
use super::{Answer, Query, Reply, Request};
use crate::search::Control;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Sessions that are kept; beyond that, the one that was idle for longest is dropped.
const MOST_SESSIONS: usize = 16;

/// What answers are given to; called from several threads, one at a time for each.
type Output = dyn Fn(Reply) + Send + Sync;

/// Answers queries on a number of threads.
pub struct Analyzer {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    /// There is something to do, or nothing will come any more.
    work: Condvar,
    /// A search was taken from the queue or has ended.
    progress: Condvar,
    output: Box<Output>,
    most_sessions: usize,
}

/// The order of the queue: falling priority, then as they came.
type Place = (Reverse<i32>, u64);

#[derive(Default)]
struct State {
    queue: BTreeMap<Place, Box<dyn Job>>,
    queued: u64,
    running: Vec<Running>,
    sessions: HashMap<String, Session>,
    closed: bool,
}

struct Running {
    number: u64,
    query: String,
    session: Option<String>,
    control: Arc<Control>,
    unbounded: bool,
}

/// The searches of a session while it is idle.
#[derive(Default)]
struct Session {
    searches: Searches,
    last_used: u64,
}

/// A search that a worker has taken.
struct Task {
    number: u64,
    job: Box<dyn Job>,
    control: Arc<Control>,
    /// The session's searches, if it has one.
    session: Option<Searches>,
}

impl Analyzer {
    /// Starts this many threads; `output` gets every answer.
    pub fn new(workers: usize, output: impl Fn(Reply) + Send + Sync + 'static) -> Self {
        Analyzer::with_sessions(workers, MOST_SESSIONS, output)
    }

    /// The same, but with this many sessions at most that are kept.
    pub fn with_sessions(
        workers: usize,
        most_sessions: usize,
        output: impl Fn(Reply) + Send + Sync + 'static,
    ) -> Self {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            work: Condvar::new(),
            progress: Condvar::new(),
            output: Box::new(output),
            most_sessions,
        });
        for _ in 0..workers.max(1) {
            let shared = shared.clone();
            thread::spawn(move || shared.work());
        }
        Analyzer { shared }
    }

    /// Takes a request. Queries are queued, all others done at once.
    pub fn submit(&self, request: Request) {
        let done = |id, action| Reply::Done { id, action, terminate_id: None, version: None };
        match request {
            Request::Query(query) => self.enqueue(*query),
            Request::Terminate { id, query } => {
                self.terminate(query.as_deref());
                let action = "terminate";
                (self.shared.output)(Reply::Done { id, action, terminate_id: query, version: None });
            }
            Request::Version { id } => {
                let version = Some(env!("CARGO_PKG_VERSION"));
                (self.shared.output)(Reply::Done { id, action: "version", terminate_id: None, version });
            }
            Request::Clear { id } => {
                self.shared.state().sessions.clear();
                (self.shared.output)(done(id, "clear"));
            }
        }
    }

    fn enqueue(&self, query: Query) {
        let priority = Reverse(query.priority);
        match job::plan(query) {
            Ok(jobs) => {
                let mut state = self.shared.state();
                for job in jobs {
                    state.queued += 1;
                    let place = (priority, state.queued);
                    state.queue.insert(place, job);
                }
                drop(state);
                self.shared.work.notify_all();
            }
            Err(failure) => (self.shared.output)(Reply::Failure(failure)),
        }
    }

    /// Ends the searches of a query, or of all: those under way answer with what they have.
    pub fn terminate(&self, query: Option<&str>) {
        let concerns = |id: &str| query.is_none_or(|query| query == id);
        let mut state = self.shared.state();
        state
            .running
            .iter()
            .filter(|running| concerns(&running.query))
            .for_each(|running| running.control.stop());
        let (ended, kept) =
            std::mem::take(&mut state.queue).into_iter().partition(|(_, job)| concerns(&job.query().id));
        state.queue = kept;
        drop(state);
        let ended: BTreeMap<Place, Box<dyn Job>> = ended;
        for job in ended.into_values() {
            let (id, turn) = (job.query().id.clone(), job.turn());
            (self.shared.output)(Reply::Terminated { id, turn, terminated: true });
        }
        self.shared.progress.notify_all();
    }

    /// Waits until fewer searches than this are queued, so that input does not pile up.
    pub fn wait_for_room(&self, most: usize) {
        let mut state = self.shared.state();
        while state.queue.len() >= most.max(1) {
            state = wait(&self.shared.progress, state);
        }
    }

    /// Finishes the queue; searches without a limit are ended. Nothing may be submitted after it.
    pub fn finish(&self) {
        let mut state = self.shared.state();
        state.closed = true;
        state.running.iter().filter(|running| running.unbounded).for_each(|running| running.control.stop());
        self.shared.work.notify_all();
        while !state.queue.is_empty() || !state.running.is_empty() {
            state = wait(&self.shared.progress, state);
        }
    }
}

impl Drop for Analyzer {
    /// The threads end when the queue is done.
    fn drop(&mut self) {
        self.shared.state().closed = true;
        self.shared.work.notify_all();
    }
}

fn wait<'a>(condition: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    condition.wait(state).unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker's life.
    fn work(&self) {
        let mut own = Searches::default();
        while let Some(mut task) = self.next() {
            let mut answer = |answer: Answer| (self.output)(Reply::Answer(Box::new(answer)));
            let searches = task.session.as_mut().unwrap_or(&mut own);
            task.job.run(searches, &task.control, &mut answer);
            self.done(task);
        }
    }

    /// The next search; `None` at the end.
    fn next(&self) -> Option<Task> {
        let mut state = self.state();
        loop {
            if let Some(task) = state.take() {
                drop(state);
                self.progress.notify_all();
                return Some(task);
            }
            if state.closed && state.queue.is_empty() {
                return None;
            }
            state = wait(&self.work, state);
        }
    }

    fn done(&self, task: Task) {
        let mut state = self.state();
        state.running.retain(|running| running.number != task.number);
        if let (Some(name), Some(searches)) = (task.job.query().session.clone(), task.session) {
            state.sessions.insert(name, Session { searches, last_used: task.number });
            state.limit_sessions(self.most_sessions);
        }
        drop(state);
        // Another search of the session may begin.
        self.work.notify_all();
        self.progress.notify_all();
    }
}

impl State {
    /// Takes the most urgent search whose session is idle.
    fn take(&mut self) -> Option<Task> {
        let busy = |job: &dyn Job| {
            let session = job.query().session.as_ref();
            session.is_some_and(|name| self.running.iter().any(|other| other.session.as_ref() == Some(name)))
        };
        let place = self.queue.iter().find(|(_, job)| !busy(job.as_ref())).map(|(&place, _)| place)?;
        let (number, job) = (place.1, self.queue.remove(&place)?);
        let query = job.query();
        let control = Arc::new(Control::new(&query.limits));
        let unbounded = !query.limits.bounded();
        if unbounded && self.closed {
            control.stop();
        }
        self.running.push(Running {
            number,
            query: query.id.clone(),
            session: query.session.clone(),
            control: control.clone(),
            unbounded,
        });
        let session = query.session.as_ref();
        let session = session.map(|name| self.sessions.remove(name).unwrap_or_default().searches);
        Some(Task { number, job, control, session })
    }

    fn limit_sessions(&mut self, most: usize) {
        while self.sessions.len() > most {
            let oldest = self.sessions.iter().min_by_key(|(_, session)| session.last_used);
            let Some(name) = oldest.map(|(name, _)| name.clone()) else { return };
            self.sessions.remove(&name);
        }
    }
}
