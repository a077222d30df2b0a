//! The engine under test: the arena's client, with everything that is said written down, and
//! started again after a crash or a hang.

use super::CheckPlan;
use super::fixtures::{Fixture, Fixtures};
use crate::arena::engine::{Client, Dialogue, Fault, Launch, NoLine, OutputLine, Owner};
use crate::games::Variant;
use crate::ugi::wire::{BestMove, Command, Go, Info, Query, Response};
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How much is asked of the engine's speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// How long an answer may take before the engine is taken for hung.
    pub(crate) answer: Duration,
    /// How much later than told an answer may come.
    pub(crate) margin: Duration,
}

/// After a complaint about `go`, how long to wait for a best move all the same.
const AFTER_COMPLAINT: Duration = Duration::from_millis(500);

/// A fault as a step tells of it.
pub(crate) fn describe(fault: &Fault) -> String {
    match fault {
        Fault::Hang { expected, within, .. } => {
            format!("no {expected} within {:.1} s", within.unwrap_or_default().as_secs_f64())
        }
        Fault::Crash { how } => format!("the engine ended: {how}"),
        Fault::Start { .. } => format!("the engine cannot be started again: {}", fault.cause()),
        fault => fault.to_string(),
    }
}

/// What came of `go`.
pub(crate) enum GoAnswer {
    Best(BestLine),
    /// The engine complained and named no move.
    Refused(String),
    /// No move in time. The engine has been dismissed.
    Silent(Duration),
}

/// A best move.
pub(crate) struct BestLine {
    /// The whole line.
    pub(crate) line: String,
    /// What was said before it.
    pub(crate) before: Vec<String>,
    /// Since `go` was sent.
    pub(crate) time: Duration,
}

impl BestLine {
    /// The word after `bestmove`, empty if there is none.
    pub(crate) fn mv(&self) -> &str {
        BestMove::move_in(&self.line).unwrap_or_default()
    }

    /// The last nodes that were told before it.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.before.iter().rev().find_map(|line| Info::lenient(line).nodes)
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QueryAnswer {
    /// After `response`.
    Response(String),
    /// Without the word `response`.
    Bare(String),
    /// A complaint instead.
    Complaint(String),
    Nothing,
}

/// The engine under test and what is needed to test it.
pub(crate) struct EngineUnderTest<'a> {
    launch: &'a Launch,
    variant: Variant,
    owner: &'a Owner,
    client: Option<Client>,
    dialogue: Dialogue,
    /// The name it has told.
    name: Option<String>,
    /// Whether it has ever answered `ugi`.
    pub(crate) greeted: bool,
    /// How long it took to answer `ugi`.
    pub(crate) start_time: Duration,
    pub(crate) patience: Patience,
    pub(crate) fixtures: Rc<Fixtures>,
}

impl<'a> EngineUnderTest<'a> {
    /// An engine that does not run yet.
    pub(crate) fn new(plan: &'a CheckPlan, owner: &'a Owner) -> EngineUnderTest<'a> {
        EngineUnderTest {
            launch: &plan.launch,
            variant: plan.variant,
            owner,
            client: None,
            dialogue: Dialogue::default(),
            name: None,
            greeted: false,
            start_time: Duration::ZERO,
            patience: plan.patience,
            fixtures: Rc::new(Fixtures::of(plan.variant)),
        }
    }

    /// The game that it is to play.
    pub(crate) fn variant(&self) -> Variant {
        self.variant
    }

    /// Starts the engine without a word to it.
    pub(crate) fn spawn(&mut self) -> Result<(), Fault> {
        let mut client = Client::spawn(self.launch, self.owner)?;
        client.note_dialogue(self.dialogue.clone());
        self.client = Some(client);
        Ok(())
    }

    /// Ends the engine; the next word to it starts another.
    pub(crate) fn dismiss(&mut self) {
        self.client = None;
    }

    /// The engine's name, or its path if it has not told.
    pub(crate) fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.launch.program.display().to_string())
    }

    /// What was said since the last call.
    pub(crate) fn take_dialogue(&mut self) -> Vec<String> {
        self.dialogue.take()
    }

    fn client(&mut self) -> Result<&mut Client, Fault> {
        self.client.as_mut().ok_or_else(|| Fault::Crash { how: "it was dismissed".to_string() })
    }

    /// Sends `ugi`, waits for `ugiok` and chooses the game; starts the engine if need be.
    pub(crate) fn greet(&mut self) -> Result<(), Fault> {
        if self.client.is_none() {
            self.spawn()?;
        }
        let (patience, variant) = (self.patience.answer, self.variant.name());
        let start = Instant::now();
        self.client()?.handshake(patience)?;
        self.start_time = start.elapsed();
        self.greeted = true;
        let client = self.client()?;
        if let Some(name) = client.hello().option("Variant") {
            client.send(Command::set_option(name, variant));
            // Other games may have other options.
            client.handshake(patience)?;
        }
        self.name = self.client()?.hello().name.clone();
        Ok(())
    }

    /// Greets the engine if that has not happened, and waits until it is ready.
    pub(crate) fn ready(&mut self) -> Result<(), Fault> {
        if self.client.is_none() || !self.greeted {
            self.greet()?;
        }
        self.fence().map(|_| ())
    }

    /// The lines between `ugi` and `ugiok`.
    pub(crate) fn hello(&self) -> &[String] {
        self.client.as_ref().map_or(&[], |client| &client.hello().lines)
    }

    /// Whether it has an author.
    pub(crate) fn has_author(&self) -> bool {
        self.client.as_ref().is_some_and(|client| client.hello().author.is_some())
    }

    /// Whether it has told its name.
    pub(crate) fn has_name(&self) -> bool {
        self.name.is_some()
    }

    /// The `option` lines.
    pub(crate) fn options(&self) -> Vec<&str> {
        self.client.iter().flat_map(|client| client.hello().options()).collect()
    }

    /// The name of an option as the engine writes it, whatever the case.
    pub(crate) fn option(&self, name: &str) -> Option<String> {
        self.client.as_ref()?.hello().option(name)
    }

    /// Sends a command, or any other line as it stands.
    pub(crate) fn send(&mut self, line: impl fmt::Display) {
        match &mut self.client {
            Some(client) => client.send(line),
            None => self.dialogue.sent(&line),
        }
    }

    /// Ends the engine's input.
    pub(crate) fn close_input(&mut self) {
        if let Some(client) = &mut self.client {
            client.close_input();
        }
    }

    /// The next line, or `None` at the deadline.
    pub(crate) fn read(&mut self, deadline: Instant) -> Result<Option<OutputLine>, Fault> {
        let client = self.client()?;
        match client.read(deadline) {
            Ok(line) => Ok(Some(line)),
            Err(NoLine::Late) => Ok(None),
            Err(no_line) => Err(client.fault(no_line, "a line", None)),
        }
    }

    /// Waits until the engine has dealt with all that was sent; gives what it said to it.
    pub(crate) fn fence(&mut self) -> Result<Vec<String>, Fault> {
        let patience = self.patience.answer;
        let lines = self.client()?.ready(patience)?;
        Ok(lines.into_iter().map(|line| line.text).collect())
    }

    /// Sends a line; gives what the engine said to it.
    pub(crate) fn tell(&mut self, line: impl fmt::Display) -> Result<Vec<String>, Fault> {
        self.send(line);
        self.fence()
    }

    /// Asks a question.
    pub(crate) fn ask(&mut self, query: &Query) -> Result<QueryAnswer, Fault> {
        let lines = self.tell(query)?;
        if let Some(Response(answer)) = lines.iter().find_map(|line| line.parse().ok()) {
            return Ok(QueryAnswer::Response(answer));
        }
        if let Some(complaint) = lines.iter().find(|line| is_complaint(line)) {
            return Ok(QueryAnswer::Complaint(complaint.clone()));
        }
        let bare = lines.into_iter().find(|line| !line.trim().is_empty() && !line.starts_with(Info::WORD));
        Ok(bare.map_or(QueryAnswer::Nothing, QueryAnswer::Bare))
    }

    /// Asks for the position, in whatever form it is told.
    pub(crate) fn ask_fen(&mut self) -> Result<Option<String>, Fault> {
        Ok(match self.ask(&Query::Fen)? {
            QueryAnswer::Response(fen) | QueryAnswer::Bare(fen) => Some(fen),
            QueryAnswer::Complaint(_) | QueryAnswer::Nothing => None,
        })
    }

    /// Sends a `go` and waits for the best move so much longer than the limit told.
    pub(crate) fn go(&mut self, go: &Go, limit: Duration) -> Result<GoAnswer, Fault> {
        self.send(go);
        let start = Instant::now();
        let mut deadline = start + limit + self.patience.answer;
        let mut before = Vec::new();
        let mut complaint = None;
        loop {
            match self.read(deadline)? {
                Some(line) if line.word() == BestMove::WORD => {
                    let time = line.at.saturating_duration_since(start);
                    return Ok(GoAnswer::Best(BestLine { line: line.text, before, time }));
                }
                Some(line) => {
                    if complaint.is_none() && is_complaint(&line.text) {
                        complaint = Some(line.text.clone());
                        deadline = deadline.min(Instant::now() + AFTER_COMPLAINT);
                    }
                    before.push(line.text);
                }
                None => {
                    return Ok(match complaint {
                        Some(complaint) => GoAnswer::Refused(complaint),
                        None => {
                            self.dismiss();
                            GoAnswer::Silent(start.elapsed())
                        }
                    });
                }
            }
        }
    }

    /// Sets up one of our positions.
    pub(crate) fn set_up(&mut self, fixture: &Fixture) -> Result<Vec<String>, Fault> {
        self.ready()?;
        self.tell(&fixture.command)
    }
}

/// Whether a line says that something is wrong.
pub(crate) fn is_complaint(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let words = ["error", "unknown", "unrecogni", "unsupported", "invalid", "illegal", "not supported"];
    !line.starts_with(Response::WORD) && words.iter().any(|word| line.contains(word))
}
