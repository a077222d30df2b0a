//! The UGI client: an engine in a process of its own, spoken to in the types of
//! [`crate::ugi::wire`]. Matches and `check` use the same one.

use super::log::DialogueLog;
use super::process::{Launch, NoLine, OutputLine, Owner, Process};
use super::start::OptionComplaint;
use crate::ugi::wire::{
    BestMove, Command, Go, Id, Info, OptionLine, PositionCommand, Query, READY_OK, Response, UGI_OK,
};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an engine that has run out of time gets to answer `stop`, before it is
/// taken for hung. Its game is lost in any case.
const GRACE: Duration = Duration::from_secs(2);
/// How long `quit` may take before it is enforced.
const LEAVE: Duration = Duration::from_secs(1);
/// Lines kept of what an engine says before the answer; the rest is not worth memory.
const MOST_LINES: usize = 10_000;
/// How long to wait for the exit code of an engine that has closed its output.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It could not be started.
    Start { program: Option<PathBuf>, why: String },
    /// It does not take an option.
    Option(OptionComplaint),
    /// It has ended by itself.
    Crash { how: String },
    /// It does not answer at all.
    Hang { expected: String, within: Option<Duration>, question: Option<Query> },
    /// It answers, but has not named a move.
    NoBestMove { after: Duration },
    /// We have lost interest; not the engine's fault.
    Cancelled,
}

impl Fault {
    /// The fault in a word or two, as records have it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Fault::Start { .. } => "no start",
            Fault::Option(_) => "option",
            Fault::Crash { .. } => "crash",
            Fault::Hang { .. } => "hang",
            Fault::NoBestMove { .. } => "no bestmove",
            Fault::Cancelled => "cancelled",
        }
    }

    /// What cannot be started and why; for other faults, what they say.
    pub(crate) fn cause(&self) -> String {
        match self {
            Fault::Start { program: Some(program), why } => format!("{}: {why}", program.display()),
            Fault::Start { program: None, why } => why.clone(),
            fault => fault.to_string(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start { .. } => write!(f, "cannot be started: {}", self.cause()),
            Fault::Option(complaint) => complaint.fmt(f),
            Fault::Crash { how } => write!(f, "ended: {how}"),
            Fault::Hang { expected, within, question } => {
                write!(f, "no sign of life: expected {expected}")?;
                if let Some(within) = within {
                    write!(f, " within {:.1} s", within.as_secs_f64())?;
                }
                match question {
                    Some(question) => write!(f, " to '{question}'"),
                    None => Ok(()),
                }
            }
            Fault::NoBestMove { after } => {
                write!(f, "no 'bestmove' after {:.1} s, but 'readyok'", after.as_secs_f64())
            }
            Fault::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Fault {}

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) name: Option<String>,
    pub(crate) author: Option<String>,
    /// All lines between `ugi` and `ugiok`.
    pub(crate) lines: Vec<String>,
}

impl Hello {
    fn of(lines: Vec<OutputLine>) -> Hello {
        let mut hello = Hello::default();
        for line in lines {
            match line.text.parse() {
                Ok(Id::Name(name)) => hello.name = Some(name),
                Ok(Id::Author(author)) => hello.author = Some(author),
                Err(_) => {}
            }
            hello.lines.push(line.text);
        }
        hello
    }

    /// The `option` lines as they came.
    pub(crate) fn options(&self) -> impl Iterator<Item = &str> {
        let lines = self.lines.iter().map(|line| line.trim());
        lines.filter(|line| crate::ugi::wire::first_word(line) == OptionLine::WORD)
    }

    /// The line of the option called so, whatever the case.
    pub(crate) fn option_line(&self, name: &str) -> Option<&str> {
        self.options().find(|line| OptionLine::name_in(line).eq_ignore_ascii_case(name))
    }

    /// The games that the engine says it plays.
    pub(crate) fn variants(&self) -> Vec<&str> {
        self.option_line("Variant").map(OptionLine::vars_in).unwrap_or_default()
    }

    /// Whether the engine says that it does not play a game.
    pub(crate) fn refuses_variant(&self, variant: &str) -> bool {
        let known = self.variants();
        !known.is_empty() && !known.iter().any(|name| name.eq_ignore_ascii_case(variant))
    }

    /// The name of the option called so, whatever the case, as the engine writes it.
    pub(crate) fn option(&self, name: &str) -> Option<String> {
        self.option_line(name).map(OptionLine::name_in)
    }
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    /// The word after `bestmove`, or `None` if there is none.
    pub(crate) best: Option<String>,
    /// The reply that it expects.
    pub(crate) reply: Option<String>,
    /// From the moment `go` was handed over to the arrival of `bestmove`.
    pub(crate) time: Duration,
    /// The last score, depth and nodes that were reported for the best line of play.
    pub(crate) info: Info,
}

/// Takes over what an `info` line tells about the best line of play.
fn update(info: &mut Info, line: &str) {
    let newer = Info::lenient(line);
    if newer.multipv.is_none_or(|line| line == 1) {
        info.score = newer.score.or(info.score);
        info.depth = newer.depth.or(info.depth);
        info.nodes = newer.nodes.or(info.nodes);
    }
}

/// What was said between us and an engine: `> ` by us, `< ` by the engine. Clones share it, so
/// that it outlives a process.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dialogue(Arc<Mutex<Vec<String>>>);

impl Dialogue {
    /// Lines kept; the rest is not worth memory.
    const MOST_LINES: usize = 200;

    /// Notes what is said to the engine.
    pub(crate) fn sent(&self, line: &dyn fmt::Display) {
        self.note(format!("> {line}"));
    }

    fn note(&self, line: String) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < Dialogue::MOST_LINES {
            lines.push(line);
        }
    }

    /// What was said since the last call.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A running engine. It is killed when it goes out of scope.
pub(crate) struct Client {
    process: Process,
    hello: Hello,
    dialogue: Option<Dialogue>,
    log: Option<DialogueLog>,
    /// Whether it thinks on the opponent's time.
    pondering: bool,
}

impl Client {
    /// Starts an engine, without a word to it.
    pub(crate) fn spawn(launch: &Launch, owner: &Owner) -> Result<Self, Fault> {
        let process = Process::spawn(launch, owner).map_err(|error| Fault::Start {
            program: Some(launch.program.clone()),
            why: error.to_string(),
        })?;
        Ok(Client { process, hello: Hello::default(), dialogue: None, log: None, pondering: false })
    }

    /// Notes what is said from now on.
    pub(crate) fn note_dialogue(&mut self, dialogue: Dialogue) {
        self.dialogue = Some(dialogue);
    }

    /// Writes to a file what is said from now on.
    pub(crate) fn log_to(&mut self, log: DialogueLog) {
        self.log = Some(log);
    }

    /// What it has said of itself.
    pub(crate) fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends `ugi` and waits for `ugiok`.
    pub(crate) fn handshake(&mut self, patience: Duration) -> Result<&Hello, Fault> {
        self.send(Command::Ugi);
        let (lines, _) = self.read_until(UGI_OK, patience)?;
        self.hello = Hello::of(lines);
        Ok(&self.hello)
    }

    /// Sends a command, or any other line as it stands.
    pub(crate) fn send(&mut self, line: impl fmt::Display) {
        self.note_sent(&line);
        self.process.send(&line.to_string());
    }

    fn note_sent(&mut self, line: &dyn fmt::Display) {
        log::debug!("{}> {line}", self.process.id());
        if let Some(log) = &mut self.log {
            log.sent(line);
        }
        if let Some(dialogue) = &self.dialogue {
            dialogue.sent(line);
        }
    }

    /// Ends the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.note_sent(&"(end of input)");
        self.process.close_input();
    }

    /// Sends `isready` and waits for `readyok`; gives what was said before it.
    pub(crate) fn ready(&mut self, patience: Duration) -> Result<Vec<OutputLine>, Fault> {
        self.send(Command::IsReady);
        self.read_until(READY_OK, patience).map(|(lines, _)| lines)
    }

    /// The lines before the first that begins with this word, and that line.
    fn read_until(&mut self, word: &str, patience: Duration) -> Result<(Vec<OutputLine>, OutputLine), Fault> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let line = self.read(deadline);
            let line = line.map_err(|no_line| self.fault(no_line, &format!("'{word}'"), Some(patience)))?;
            if line.word() == word {
                return Ok((lines, line));
            }
            if lines.len() < MOST_LINES {
                lines.push(line);
            }
        }
    }

    /// Asks a question and gives the answer after `response`.
    pub(crate) fn query(&mut self, query: &Query, patience: Duration) -> Result<String, Fault> {
        self.drain();
        self.send(query);
        let (_, line) = self.read_until(Response::WORD, patience).map_err(|fault| match fault {
            Fault::Hang { expected, within, .. } => {
                Fault::Hang { expected, within, question: Some(query.clone()) }
            }
            fault => fault,
        })?;
        Ok(line.text.parse().map(|Response(answer)| answer).unwrap_or_default())
    }

    /// Asks for the position, which Natural Selection tells without `response`.
    pub(crate) fn query_fen(&mut self, patience: Duration) -> Result<String, Fault> {
        self.send(Query::Fen);
        let deadline = Instant::now() + patience;
        loop {
            let line = self.read(deadline).map_err(|no_line| self.fault(no_line, "a line", None))?;
            match line.text.parse() {
                Ok(Response(fen)) => return Ok(fen),
                Err(_) if matches!(line.word(), Info::WORD | "") => {}
                Err(_) => return Ok(line.text.trim().to_string()),
            }
        }
    }

    /// Sends a position and `go`, and waits for `bestmove`.
    ///
    /// After `patience` the engine is told to stop and watched a little longer, to tell
    /// a late engine from a hung one: a [`Thought`] may have taken more time than that.
    pub(crate) fn think(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        patience: Duration,
    ) -> Result<Thought, Fault> {
        self.end_pondering()?;
        self.drain();
        self.send(position);
        self.await_move(go, patience)
    }

    /// Lets an engine think about a position that may come; nobody waits for it.
    pub(crate) fn ponder(&mut self, position: &PositionCommand, go: &Go) -> Result<(), Fault> {
        self.end_pondering()?;
        self.drain();
        self.send(position);
        self.send(go);
        self.pondering = true;
        Ok(())
    }

    /// The position has come that the engine ponders on: its own time begins.
    pub(crate) fn ponder_hit(&mut self, patience: Duration) -> Result<Thought, Fault> {
        self.pondering = false;
        self.await_move(&Command::PonderHit, patience)
    }

    /// Another position has come, or none: the move that the engine has found is of no use.
    pub(crate) fn end_pondering(&mut self) -> Result<(), Fault> {
        if std::mem::take(&mut self.pondering) {
            self.send(Command::Stop);
            self.read_until(BestMove::WORD, GRACE)?;
        }
        Ok(())
    }

    /// Sends a line from which on the clock runs, and waits for `bestmove`.
    fn await_move(&mut self, line: &dyn fmt::Display, patience: Duration) -> Result<Thought, Fault> {
        self.note_sent(line);
        let written = self.process.send_stamped(&line.to_string(), Instant::now() + GRACE.max(patience));
        let start = written.map_err(|no_line| self.fault(no_line, "it to read its input", None))?;
        let mut info = Info::default();
        let mut ready = false;
        let mut deadline = start + patience;
        let mut warned = false;
        loop {
            match self.read(deadline) {
                Ok(line) => match line.word() {
                    BestMove::WORD => {
                        let best = BestMove::move_in(&line.text).map(str::to_string);
                        let reply = line.text.parse().ok().and_then(|best: BestMove| best.ponder);
                        let time = line.at.saturating_duration_since(start);
                        return Ok(Thought { best, reply, time, info });
                    }
                    READY_OK => ready = true,
                    _ => update(&mut info, &line.text),
                },
                Err(NoLine::Late) if !warned => {
                    warned = true;
                    deadline += GRACE;
                    self.send(Command::Stop);
                    self.send(Command::IsReady);
                }
                Err(NoLine::Late) if ready => return Err(Fault::NoBestMove { after: start.elapsed() }),
                Err(no_line) => return Err(self.fault(no_line, "'bestmove'", Some(start.elapsed()))),
            }
        }
    }

    /// Lets some time pass, whatever the engine does.
    pub(crate) fn rest(&mut self, time: Duration) -> Result<(), Fault> {
        let end = Instant::now() + time;
        loop {
            match self.process.read(end) {
                Ok(line) => self.note_unasked(&line),
                Err(NoLine::Cancelled) => return Err(Fault::Cancelled),
                Err(NoLine::Late) => return Ok(()),
                Err(NoLine::Ended) => {
                    std::thread::sleep(end.saturating_duration_since(Instant::now()));
                    return Ok(());
                }
            }
        }
    }

    /// Sends `quit`, gives the engine a moment to obey and kills what is left of it.
    pub(crate) fn quit(mut self) {
        self.send(Command::Quit);
        let deadline = Instant::now() + LEAVE;
        while let Ok(line) = self.process.read(deadline) {
            self.note_unasked(&line);
        }
        self.process.kill();
    }

    /// Forgets lines that nobody has waited for.
    fn drain(&mut self) {
        while let Some(line) = self.process.read_waiting() {
            self.note_unasked(&line);
        }
    }

    fn note_unasked(&mut self, line: &OutputLine) {
        log::debug!("{}< {} (unasked)", self.process.id(), line.text);
        if let Some(log) = &mut self.log {
            log.received(line.at, &line.text);
        }
    }

    /// The next line.
    pub(crate) fn read(&mut self, deadline: Instant) -> Result<OutputLine, NoLine> {
        let line = self.process.read(deadline)?;
        log::debug!("{}< {}", self.process.id(), line.text);
        if let Some(log) = &mut self.log {
            log.received(line.at, &line.text);
        }
        if let Some(dialogue) = &self.dialogue {
            dialogue.note(format!("< {}", line.text));
        }
        // An engine that never pauses must not talk us past the deadline. But the
        // answer to `go` is always welcome, however late.
        if line.at > deadline && line.word() != BestMove::WORD { Err(NoLine::Late) } else { Ok(line) }
    }

    /// What it means that an expected line has not come.
    pub(crate) fn fault(&mut self, no_line: NoLine, expected: &str, within: Option<Duration>) -> Fault {
        match no_line {
            NoLine::Cancelled => Fault::Cancelled,
            // Its output may outlive it, in the hands of a process that it has started.
            NoLine::Late => match self.process.obituary(Duration::ZERO) {
                Some(how) => Fault::Crash { how },
                None => Fault::Hang { expected: expected.to_string(), within, question: None },
            },
            NoLine::Ended => {
                let how = self.process.obituary(LAST_WORDS);
                Fault::Crash { how: how.unwrap_or_else(|| "its output is closed".to_string()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ugi::wire::Score;

    #[test]
    fn options_are_found_whatever_the_case() {
        let lines = ["option name Move Overhead type spin default 1", "option name X", "id name Y"];
        let hello = Hello { lines: lines.map(str::to_string).to_vec(), ..Hello::default() };
        assert_eq!(hello.option("move overhead").as_deref(), Some("Move Overhead"));
        assert_eq!(hello.option("x").as_deref(), Some("X"));
        assert_eq!((hello.option("Variant"), hello.option("Y")), (None, None));
    }

    #[test]
    fn the_last_word_on_the_best_line_counts() {
        let mut info = Info::default();
        for line in [
            "info depth 1 score cp 12 nodes 100 pv a1b1",
            "info depth 2 multipv 1 score mate -3 nodes 250",
            "info depth 2 multipv 2 score cp 9 nodes 260",
            "info string depth 99",
            "info nonsense",
        ] {
            update(&mut info, line);
        }
        assert_eq!((info.score, info.depth, info.nodes), (Some(Score::Mate(-3)), Some(2), Some(250)));
    }

    #[test]
    fn a_wrong_path_is_named() {
        let launch = Launch { program: "/nowhere/engine".into(), args: Vec::new(), cwd: None };
        let fault = Client::spawn(&launch, &Owner::default()).err();
        let text = fault.map(|fault| fault.to_string()).unwrap_or_default();
        assert!(text.starts_with("cannot be started: /nowhere/engine: "), "{text}");
    }

    #[test]
    fn faults_say_what_was_expected() {
        let hang = Fault::Hang {
            expected: "'response'".into(),
            within: Some(Duration::from_secs(10)),
            question: Some(Query::Fen),
        };
        assert_eq!(hang.to_string(), "no sign of life: expected 'response' within 10.0 s to 'query fen'");
    }
}
