//! The session: a queue of commands, and one job at a time on a worker thread.

use super::active_game::{self, ActiveGame, Job, SearchContext};
use super::options::{Change, Options};
use super::reply::{self, ReplyFormat, Style};
use super::wire::{Command, Go, HELP, Id, READY_OK, Sink, UGI_OK, first_word};
use crate::bench;
use crate::entropy::secret_number;
use crate::games::NotationError;
use crate::search::{Control, Limits};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Instant;

/// An event of a session.
pub(super) enum Event {
    /// A line of input, or the error in it, and when it was read.
    Line(Result<String, NotationError>, Instant),
    /// The input has ended.
    EndOfInput,
    /// The job has ended.
    JobDone,
}

/// A running job.
struct Running {
    control: Arc<Control>,
    limits: Limits,
}

impl Running {
    /// Whether it ends without `stop`.
    fn bounded(&self) -> bool {
        Limits { ponder: self.control.pondering(), ..self.limits.clone() }.bounded()
    }
}

/// How a session treats its client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionMode {
    /// The dialect of the replies.
    pub style: Style,
    /// Whether `go` after a rejected `position` is refused, so that scripts do not take the
    /// answer to one position for that to another.
    pub strict: bool,
}

/// Something that waits for its turn.
enum Pending {
    /// A command, and when it was read. The time of one that had to wait for work to end is
    /// `None`: it counts from when its turn comes.
    Command(Command, Option<Instant>),
    /// A position was rejected.
    RejectedPosition,
}

/// A session with one client.
pub(super) struct Session {
    options: Options,
    mode: SessionMode,
    game: Box<dyn ActiveGame>,
    /// The seed of this game for whoever must not be foreseen and was given none.
    secret_seed: u64,
    sink: Sink,
    events: Sender<Event>,
    running: Option<Running>,
    /// What waits until the work is done.
    queue: VecDeque<Pending>,
    input_ended: bool,
    quitting: bool,
    /// Whether any line was rejected.
    rejected: bool,
    /// Whether the last position was rejected.
    position_rejected: bool,
}

impl Session {
    /// `events` is the sending end of what [`Session::run`] receives.
    pub(super) fn new(options: Options, mode: SessionMode, sink: Sink, events: Sender<Event>) -> Self {
        let game = active_game::open(options.variant, &options.rules, &options.settings);
        Session {
            options,
            mode,
            game,
            secret_seed: secret_number(),
            sink,
            events,
            running: None,
            queue: VecDeque::new(),
            input_ended: false,
            quitting: false,
            rejected: false,
            position_rejected: false,
        }
    }

    /// Handles events until the client quits, has gone away, or has nothing more to say;
    /// returns whether every line was accepted.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> bool {
        while let Ok(event) = events.recv() {
            match event {
                // Who quits has nothing more to say.
                Event::Line(..) if self.quitting => {}
                Event::Line(line, read_at) => self.handle_line(line, read_at),
                Event::EndOfInput => self.input_ended = true,
                Event::JobDone => self.running = None,
            }
            if self.sink.closed() {
                break;
            }
            self.run_queue();
            if (self.input_ended || self.quitting) && self.running.is_none() {
                break;
            }
        }
        // A job that still runs has no client any more.
        self.sink.close();
        self.stop();
        !self.rejected
    }

    fn handle_line(&mut self, line: Result<String, NotationError>, read_at: Instant) {
        // Of a line that is too long, the error names the first word.
        let word = match &line {
            Ok(line) => first_word(line).to_string(),
            Err(error) => error.token.clone(),
        };
        match line.and_then(|line| {
            log::debug!("> {line}");
            Command::read(&line)
        }) {
            // A running search still ends with its best move; what waits is forgotten.
            Ok(Some(Command::Quit)) => {
                self.quitting = true;
                self.queue.clear();
                self.stop();
            }
            Ok(Some(command)) => self.dispatch(command, read_at),
            Ok(None) => {}
            Err(error) => {
                self.report(&error);
                if matches!(word.as_str(), "position" | "moves") {
                    self.queue.push_back(Pending::RejectedPosition);
                }
            }
        }
    }

    /// Answers commands that need no state at once, and queues the others.
    fn dispatch(&mut self, command: Command, read_at: Instant) {
        match command {
            Command::Ugi => self.identify(),
            Command::IsReady => self.sink.write(READY_OK),
            Command::Help => self.help(),
            // With commands in the queue, `stop` also stops a `go` among them.
            Command::Stop if self.queue.is_empty() => self.stop(),
            Command::Stop => {
                self.stop();
                self.queue.push_back(Pending::Command(command, Some(read_at)));
            }
            command => self.queue.push_back(Pending::Command(command, Some(read_at))),
        }
    }

    /// Executes commands until one has to wait.
    fn run_queue(&mut self) {
        while let Some(pending) = self.queue.pop_front() {
            let Pending::Command(command, read_at) = pending else {
                self.position_rejected = true;
                continue;
            };
            if let Some(running) = &self.running
                && needs_idle(&command)
            {
                if !running.bounded() {
                    running.control.stop();
                }
                self.queue.push_front(Pending::Command(command, None));
                for pending in &mut self.queue {
                    if let Pending::Command(_, read_at) = pending {
                        *read_at = None;
                    }
                }
                return;
            }
            let received = read_at.unwrap_or_else(Instant::now);
            let places = matches!(command, Command::Position(_) | Command::Moves(_));
            match self.execute(command, received) {
                Ok(()) if places => self.position_rejected = false,
                Ok(()) => {}
                Err(error) => {
                    self.report(&error);
                    self.position_rejected |= places;
                }
            }
        }
        // No `stop` can come any more.
        if self.input_ended && self.running.as_ref().is_some_and(|running| !running.bounded()) {
            self.stop();
        }
    }

    fn execute(&mut self, command: Command, received: Instant) -> Result<(), NotationError> {
        match command {
            Command::NewGame => {
                self.secret_seed = secret_number();
                self.game.new_game();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(position) => self.game.set_up(&position)?,
            Command::Moves(_) | Command::Go(Go::Manual(_)) if self.is_refused() => {
                return Err(refused("moves"));
            }
            Command::Moves(moves) => self.game.play_on(&moves)?,
            Command::Go(Go::Search(_)) if self.is_refused() => {
                // Who sent `go` waits for an answer.
                self.report(&refused("go"));
                self.sink.write(&reply::no_move());
            }
            Command::Go(Go::Perft(_)) if self.is_refused() => return Err(refused("go")),
            Command::Go(Go::Search(search)) => {
                let format = ReplyFormat {
                    style: self.mode.style,
                    show_wdl: self.options.show_wdl,
                    ponder: self.options.ponder,
                };
                let seed = match self.options.is_unforeseeable() {
                    true => self.secret_seed,
                    false => self.options.seed.unwrap_or_default(),
                };
                let context = SearchContext { format, seed, received };
                let job = self.game.search(&search, context)?;
                self.start(job);
            }
            Command::Go(Go::Perft(depth)) => {
                let job = self.game.perft(depth, self.options.settings.threads)?;
                self.start(job);
            }
            Command::Go(Go::Manual(mv)) => self.game.play(&mv)?,
            Command::Bench(nodes) => {
                let job = self.game.bench(nodes.unwrap_or(bench::NODES));
                self.start(job);
            }
            Command::Query(query) => self.sink.write(&self.game.response(&query)),
            Command::Display => self.sink.write(&self.game.describe()),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit();
                }
            }
            // Handled by `dispatch` or `line`.
            Command::Ugi | Command::IsReady | Command::Help | Command::Quit => {}
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), NotationError> {
        match self.options.set(name, value)? {
            Change::Variant => {
                self.game =
                    active_game::open(self.options.variant, &self.options.rules, &self.options.settings);
            }
            Change::Rules => self.game.set_rules(&self.options.rules),
            Change::Settings => self.game.set_settings(&self.options.settings),
            Change::ClearHash => self.game.clear(),
            Change::Replies => {}
        }
        Ok(())
    }

    /// Starts a job on a worker thread.
    fn start(&mut self, job: Job) {
        /// Reports the end of the job even if it panics.
        struct Done(Sender<Event>);
        impl Drop for Done {
            fn drop(&mut self) {
                let _ = self.0.send(Event::JobDone);
            }
        }
        let running = Running { control: job.control.clone(), limits: job.limits.clone() };
        let (sink, done) = (self.sink.clone(), Done(self.events.clone()));
        let worker = thread::Builder::new().name("worker".to_string()).spawn(move || {
            let _done = done;
            job.run(&sink);
        });
        match worker {
            Ok(_) => self.running = Some(running),
            Err(error) => self.report(&NotationError::new("go", format!("a thread to run on ({error})"))),
        }
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// The reply to `ugi`: identification and options.
    fn identify(&self) {
        let mut lines = vec![
            Id::Name(format!("Sisku {}", env!("CARGO_PKG_VERSION"))).to_string(),
            Id::Author("the Sisku developers".to_string()).to_string(),
        ];
        lines.extend(self.options.announce().iter().map(ToString::to_string));
        lines.push(UGI_OK.to_string());
        self.sink.write(&lines.join("\n"));
    }

    fn help(&self) {
        let width = 46;
        let lines: Vec<String> = HELP.iter().map(|(usage, what)| format!("{usage:<width$}{what}")).collect();
        self.sink.write(&lines.join("\n"));
    }

    fn report(&mut self, error: &NotationError) {
        self.rejected = true;
        self.sink.write(&reply::error(error));
    }

    /// Whether nothing is done with the position, for the last one was rejected.
    fn is_refused(&self) -> bool {
        self.mode.strict && self.position_rejected
    }
}

/// Why a command is refused in strict mode.
fn refused(command: &str) -> NotationError {
    NotationError::new(command, "a good position first, the last one was rejected")
}

/// Whether a command has to wait until no search is running.
fn needs_idle(command: &Command) -> bool {
    !matches!(command, Command::Stop | Command::PonderHit | Command::Query(_) | Command::Display)
}
