//! The session: takes commands in order, runs searches beside them, and ends well.

use super::active_game::{self, ActiveGame, Job, SearchContext};
use super::options::{Change, Options};
use super::reply::{self, Style, Voice};
use super::wire::{Command, Go, HELP, Id, READY_OK, Sink, UGI_OK};
use crate::bench;
use crate::entropy::secret_number;
use crate::games::NotationError;
use crate::search::{Control, Limits};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::Instant;

/// Something that happens to a session.
pub(super) enum Event {
    /// A line of input, or what is wrong with it, and when it was read.
    Line(Result<String, NotationError>, Instant),
    /// There is no more input.
    EndOfInput,
    /// The work beside the session is done.
    JobDone,
}

/// Work that is going on.
struct Running {
    control: Arc<Control>,
    limits: Limits,
}

impl Running {
    /// Whether it ends by itself.
    fn bounded(&self) -> bool {
        Limits { ponder: self.control.pondering(), ..self.limits.clone() }.bounded()
    }
}

/// A session with one client.
pub(super) struct Session {
    options: Options,
    style: Style,
    game: Box<dyn ActiveGame>,
    /// The seed of this game for whoever has secrets and was given none.
    secret_seed: u64,
    sink: Sink,
    events: Sender<Event>,
    running: Option<Running>,
    /// Commands that wait until the work is done, and when they were read. The time of one
    /// that had to wait for work to end is `None`: it counts from when its turn comes.
    queue: VecDeque<(Command, Option<Instant>)>,
    input_ended: bool,
}

impl Session {
    /// `events` is the sending end of what [`Session::run`] receives.
    pub(super) fn new(options: Options, style: Style, sink: Sink, events: Sender<Event>) -> Self {
        let game = active_game::open(options.variant, &options.rules, &options.settings);
        let (running, queue, secret_seed) = (None, VecDeque::new(), secret_number());
        Session { options, style, game, secret_seed, sink, events, running, queue, input_ended: false }
    }

    /// Handles events until the client quits, has gone away, or has nothing more to say.
    pub(super) fn run(mut self, events: &Receiver<Event>) {
        while let Ok(event) = events.recv() {
            let flow = match event {
                Event::Line(line, read_at) => self.line(line, read_at),
                Event::EndOfInput => {
                    self.input_ended = true;
                    ControlFlow::Continue(())
                }
                Event::JobDone => {
                    self.running = None;
                    ControlFlow::Continue(())
                }
            };
            if flow.is_break() || self.sink.closed() {
                break;
            }
            self.work_off();
            if self.input_ended && self.running.is_none() {
                break;
            }
        }
        // Whatever still runs has nobody to talk to.
        self.sink.close();
        self.stop();
    }

    fn line(&mut self, line: Result<String, NotationError>, read_at: Instant) -> ControlFlow<()> {
        match line.and_then(|line| {
            log::debug!("> {line}");
            Command::read(&line)
        }) {
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => self.take(command, read_at),
            Ok(None) => {}
            Err(error) => self.report(&error),
        }
        ControlFlow::Continue(())
    }

    /// Answers what needs no state at once and queues the rest.
    fn take(&mut self, command: Command, read_at: Instant) {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.sink.write(READY_OK),
            Command::Help => self.help(),
            // Among waiting commands `stop` is also meant for a `go` before it.
            Command::Stop if self.queue.is_empty() => self.stop(),
            Command::Stop => {
                self.stop();
                self.queue.push_back((command, Some(read_at)));
            }
            command => self.queue.push_back((command, Some(read_at))),
        }
    }

    /// Executes commands until one has to wait.
    fn work_off(&mut self) {
        while let Some((command, read_at)) = self.queue.pop_front() {
            if let Some(running) = &self.running
                && waits(&command)
            {
                if !running.bounded() {
                    running.control.stop();
                }
                self.queue.push_front((command, read_at));
                self.queue.iter_mut().for_each(|(_, read_at)| *read_at = None);
                return;
            }
            let received = read_at.unwrap_or_else(Instant::now);
            if let Err(error) = self.execute(command, received) {
                self.report(&error);
            }
        }
        // Nobody is left who could stop it.
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
            Command::Go(Go::Search(search)) => {
                let voice =
                    Voice { style: self.style, show_wdl: self.options.show_wdl, ponder: self.options.ponder };
                let seed = match self.options.keeps_secrets() {
                    true => self.secret_seed,
                    false => self.options.seed.unwrap_or_default(),
                };
                let context = SearchContext { voice, seed, received };
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
            // Answered when they came.
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

    /// Runs a job on a thread of its own.
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

    fn introduce(&self) {
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

    fn report(&self, error: &NotationError) {
        self.sink.write(&reply::error(error));
    }
}

/// Whether a command has to wait until no search is running.
fn waits(command: &Command) -> bool {
    !matches!(command, Command::Stop | Command::PonderHit | Command::Query(_) | Command::Display)
}
