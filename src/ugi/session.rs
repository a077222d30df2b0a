//! The session: takes commands in order, runs searches beside them, and ends well.

use super::options::{Change, Options};
use super::reply::{self, Style, Voice};
use super::table::{self, Job, Table};
use super::wire::{Command, Go, HELP, Id, READY_OK, Sink, UGI_OK};
use crate::bench;
use crate::games::NotationError;
use crate::search::{Control, Limits};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;

/// Something that happens to a session.
pub enum Event {
    /// A line of input, or what is wrong with it.
    Line(Result<String, NotationError>),
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
pub struct Session {
    options: Options,
    style: Style,
    table: Box<dyn Table>,
    sink: Sink,
    events: Sender<Event>,
    running: Option<Running>,
    /// Commands that wait until the work is done.
    queue: VecDeque<Command>,
    input_ended: bool,
}

impl Session {
    /// `events` is the sending end of what [`Session::run`] receives.
    pub fn new(options: Options, style: Style, sink: Sink, events: Sender<Event>) -> Self {
        let table = table::open(options.variant, &options.rules, &options.settings);
        let (running, queue) = (None, VecDeque::new());
        Session { options, style, table, sink, events, running, queue, input_ended: false }
    }

    /// Handles events until the client quits, has gone away, or has nothing more to say.
    pub fn run(mut self, events: &Receiver<Event>) {
        while let Ok(event) = events.recv() {
            let flow = match event {
                Event::Line(line) => self.line(line),
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

    fn line(&mut self, line: Result<String, NotationError>) -> ControlFlow<()> {
        match line.and_then(|line| {
            log::debug!("> {line}");
            Command::read(&line)
        }) {
            Ok(Some(Command::Quit)) => return ControlFlow::Break(()),
            Ok(Some(command)) => self.take(command),
            Ok(None) => {}
            Err(error) => self.report(&error),
        }
        ControlFlow::Continue(())
    }

    /// Answers what needs no state at once and queues the rest.
    fn take(&mut self, command: Command) {
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => self.sink.write(READY_OK),
            Command::Help => self.help(),
            // Among waiting commands `stop` is also meant for a `go` before it.
            Command::Stop if self.queue.is_empty() => self.stop(),
            Command::Stop => {
                self.stop();
                self.queue.push_back(command);
            }
            command => self.queue.push_back(command),
        }
    }

    /// Executes commands until one has to wait.
    fn work_off(&mut self) {
        while let Some(command) = self.queue.pop_front() {
            if let Some(running) = &self.running
                && waits(&command)
            {
                if !running.bounded() {
                    running.control.stop();
                }
                self.queue.push_front(command);
                return;
            }
            if let Err(error) = self.execute(command) {
                self.report(&error);
            }
        }
        // Nobody is left who could stop it.
        if self.input_ended && self.running.as_ref().is_some_and(|running| !running.bounded()) {
            self.stop();
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), NotationError> {
        match command {
            Command::NewGame => self.table.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::Position(position) => self.table.set_up(&position)?,
            Command::Go(Go::Search(search)) => {
                let voice =
                    Voice { style: self.style, show_wdl: self.options.show_wdl, ponder: self.options.ponder };
                let job = self.table.search(&search, voice)?;
                self.start(job);
            }
            Command::Go(Go::Perft(depth)) => {
                let job = self.table.perft(depth, self.options.settings.threads)?;
                self.start(job);
            }
            Command::Go(Go::Manual(mv)) => self.table.play(&mv)?,
            Command::Bench(nodes) => {
                let job = self.table.bench(nodes.unwrap_or(bench::NODES));
                self.start(job);
            }
            Command::Query(query) => self.sink.write(&self.table.response(&query)),
            Command::Display => self.sink.write(&self.table.describe()),
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
                self.table = table::open(self.options.variant, &self.options.rules, &self.options.settings);
            }
            Change::Rules => self.table.set_rules(&self.options.rules),
            Change::Settings => self.table.set_settings(&self.options.settings),
            Change::ClearHash => self.table.clear(),
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
