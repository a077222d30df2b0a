//! Talking to the engine on the bench, with everything that is said written down.

use super::Plan;
use super::spots::{Spot, Spots};
use crate::arena::process::{Launch, Line, NoLine, Owner, Process};
use crate::games::Variant;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How much is asked of the engine's speed.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long an answer may take before the engine is taken for hung.
    pub patience: Duration,
    /// How much later than told an answer may come.
    pub margin: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { patience: Duration::from_secs(10), margin: Duration::from_millis(100) }
    }
}

/// After a complaint about `go`, how long to wait for a best move all the same.
const AFTER_COMPLAINT: Duration = Duration::from_millis(500);
/// Lines kept of the dialogue of a step; the rest is not worth memory.
const MOST_LINES: usize = 200;

/// What keeps a step from finding anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It does not answer.
    Silent { expected: String, waited: Duration },
    /// It has ended by itself.
    Ended(String),
    /// It cannot be started again.
    Start(String),
    /// Not the engine's fault.
    Cancelled,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Silent { expected, waited } => {
                write!(f, "no {expected} within {:.1} s", waited.as_secs_f64())
            }
            Trouble::Ended(how) => write!(f, "the engine ended: {how}"),
            Trouble::Start(why) => write!(f, "the engine cannot be started again: {why}"),
            Trouble::Cancelled => f.write_str("cancelled"),
        }
    }
}

/// What came of `go`.
pub enum Answer {
    Best(Best),
    /// The engine complained and named no move.
    Refused(String),
    /// No move in time. The engine has been dismissed.
    Silent(Duration),
}

/// A best move.
pub struct Best {
    /// The whole line.
    pub line: String,
    /// What was said before it.
    pub before: Vec<String>,
    /// Since `go` was sent.
    pub time: Duration,
}

impl Best {
    /// The word after `bestmove`, empty if there is none.
    pub fn mv(&self) -> &str {
        self.line.split_whitespace().nth(1).unwrap_or_default()
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// After `response`.
    Response(String),
    /// Without the word `response`.
    Bare(String),
    /// A complaint instead.
    Complaint(String),
    Nothing,
}

/// The engine under test and what is needed to test it.
pub struct Bench<'a> {
    launch: &'a Launch,
    variant: Variant,
    owner: &'a Owner,
    process: Option<Process>,
    dialogue: Vec<String>,
    /// The lines between `ugi` and `ugiok`, and how long they took.
    pub hello: Vec<String>,
    pub start_time: Duration,
    pub limits: Limits,
    pub spots: Rc<Spots>,
}

impl<'a> Bench<'a> {
    pub fn new(plan: &'a Plan, owner: &'a Owner) -> Bench<'a> {
        Bench {
            launch: &plan.launch,
            variant: plan.variant,
            owner,
            process: None,
            dialogue: Vec::new(),
            hello: Vec::new(),
            start_time: Duration::ZERO,
            limits: plan.limits,
            spots: Rc::new(Spots::of(plan.variant)),
        }
    }

    /// Starts the engine without a word to it.
    pub fn spawn(&mut self) -> Result<(), String> {
        let process = Process::spawn(self.launch, self.owner);
        self.process = Some(process.map_err(|error| format!("{}: {error}", self.launch.program.display()))?);
        Ok(())
    }

    /// Ends the engine; the next word to it starts another.
    pub fn dismiss(&mut self) {
        self.process = None;
    }

    /// The engine's name, or its path if it has not told.
    pub fn name(&self) -> String {
        let name = self.hello.iter().find_map(|line| line.strip_prefix("id name "));
        name.map_or_else(|| self.launch.program.display().to_string(), |name| name.trim().to_string())
    }

    /// What was said since the last call.
    pub fn take_dialogue(&mut self) -> Vec<String> {
        std::mem::take(&mut self.dialogue)
    }

    fn note(&mut self, line: String) {
        if self.dialogue.len() < MOST_LINES {
            self.dialogue.push(line);
        }
    }

    /// Sends `ugi`, waits for `ugiok` and chooses the game; starts the engine if need be.
    pub fn greet(&mut self) -> Result<(), Trouble> {
        if self.process.is_none() {
            self.spawn().map_err(Trouble::Start)?;
        }
        let start = Instant::now();
        self.send("ugi");
        let lines = self.until("ugiok")?;
        self.start_time = start.elapsed();
        self.hello = lines;
        if self.option("Variant").is_some() {
            self.send(&format!("setoption name Variant value {}", self.variant.name()));
            // Other games may have other options.
            self.send("ugi");
            self.hello = self.until("ugiok")?;
        }
        Ok(())
    }

    /// Greets the engine if that has not happened, and waits until it is ready.
    pub fn ready(&mut self) -> Result<(), Trouble> {
        if self.process.is_none() {
            self.greet()?;
        }
        self.fence().map(|_| ())
    }

    /// The line that declares an option, whatever the case of its name.
    pub fn option(&self, name: &str) -> Option<&String> {
        let called = |line: &&String| {
            let words: Vec<&str> = line.split_whitespace().collect();
            matches!(words[..], ["option", "name", found, ..] if found.eq_ignore_ascii_case(name))
        };
        self.hello.iter().find(called)
    }

    pub fn send(&mut self, line: &str) {
        self.note(format!("> {line}"));
        if let Some(process) = &self.process {
            process.send(line);
        }
    }

    /// Ends the engine's input.
    pub fn close_input(&mut self) {
        self.note("> (end of input)".to_string());
        if let Some(process) = &mut self.process {
            process.close_input();
        }
    }

    /// The next line, or `None` at the deadline.
    pub fn read(&mut self, deadline: Instant) -> Result<Option<Line>, Trouble> {
        let Some(process) = &mut self.process else {
            return Err(Trouble::Ended("it was dismissed".to_string()));
        };
        match process.read(deadline) {
            Ok(line) => {
                self.note(format!("< {}", line.text));
                // One that never pauses must not talk us past the deadline.
                Ok((line.at <= deadline || line.word() == "bestmove").then_some(line))
            }
            Err(NoLine::Late) => Ok(None),
            Err(NoLine::Cancelled) => Err(Trouble::Cancelled),
            Err(NoLine::Ended) => {
                let how = process.obituary(Duration::from_secs(1));
                Err(Trouble::Ended(how.unwrap_or_else(|| "its output is closed".to_string())))
            }
        }
    }

    /// The lines before the first that begins with a word.
    pub fn until(&mut self, word: &str) -> Result<Vec<String>, Trouble> {
        let deadline = Instant::now() + self.limits.patience;
        let mut lines = Vec::new();
        loop {
            match self.read(deadline)? {
                Some(line) if line.word() == word => return Ok(lines),
                Some(line) if lines.len() < MOST_LINES => lines.push(line.text),
                Some(_) => {}
                None => {
                    let expected = format!("'{word}'");
                    return Err(Trouble::Silent { expected, waited: self.limits.patience });
                }
            }
        }
    }

    /// Waits until the engine has dealt with all that was sent; gives what it said to it.
    pub fn fence(&mut self) -> Result<Vec<String>, Trouble> {
        self.send("isready");
        self.until("readyok")
    }

    /// Sends a line; gives what the engine said to it.
    pub fn tell(&mut self, line: &str) -> Result<Vec<String>, Trouble> {
        self.send(line);
        self.fence()
    }

    /// Asks `query …`.
    pub fn ask(&mut self, question: &str) -> Result<Reply, Trouble> {
        let lines = self.tell(&format!("query {question}"))?;
        let response = lines.iter().find_map(|line| line.trim().strip_prefix("response"));
        if let Some(answer) = response {
            return Ok(Reply::Response(answer.trim().to_string()));
        }
        if let Some(complaint) = lines.iter().find(|line| is_complaint(line)) {
            return Ok(Reply::Complaint(complaint.clone()));
        }
        let bare = lines.into_iter().find(|line| !line.trim().is_empty() && !line.starts_with("info"));
        Ok(bare.map_or(Reply::Nothing, Reply::Bare))
    }

    /// Asks for the position, in whatever form it is told.
    pub fn ask_fen(&mut self) -> Result<Option<String>, Trouble> {
        Ok(match self.ask("fen")? {
            Reply::Response(fen) | Reply::Bare(fen) => Some(fen),
            Reply::Complaint(_) | Reply::Nothing => None,
        })
    }

    /// Sends a `go` and waits for the best move so much longer than the limit told.
    pub fn go(&mut self, go: &str, limit: Duration) -> Result<Answer, Trouble> {
        self.send(go);
        let start = Instant::now();
        let mut deadline = start + limit + self.limits.patience;
        let mut before = Vec::new();
        let mut complaint = None;
        loop {
            match self.read(deadline)? {
                Some(line) if line.word() == "bestmove" => {
                    let time = line.at.saturating_duration_since(start);
                    return Ok(Answer::Best(Best { line: line.text, before, time }));
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
                        Some(complaint) => Answer::Refused(complaint),
                        None => {
                            self.dismiss();
                            Answer::Silent(start.elapsed())
                        }
                    });
                }
            }
        }
    }

    /// Sets up one of our positions.
    pub fn set_up(&mut self, spot: &Spot) -> Result<Vec<String>, Trouble> {
        self.ready()?;
        self.tell(&spot.command)
    }
}

/// Whether a line says that something is wrong.
pub fn is_complaint(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let words = ["error", "unknown", "unrecogni", "unsupported", "invalid", "illegal", "not supported"];
    !line.starts_with("response") && words.iter().any(|word| line.contains(word))
}
