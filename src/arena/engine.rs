//! An engine that speaks UGI, in a process of its own.

use super::info::Info;
use super::process::{Launch, Line, NoLine, Owner, Process};
use std::fmt;
use std::time::{Duration, Instant};

/// How long an engine that has run out of time gets to answer `stop`, before it is
/// taken for hung. Its game is lost in any case.
const GRACE: Duration = Duration::from_secs(2);
/// How long `quit` may take before it is enforced.
const LEAVE: Duration = Duration::from_secs(1);
/// Lines kept of what an engine says before the answer; the rest is not worth memory.
const MOST_LINES: usize = 10_000;
/// How long to wait for the exit code of an engine that has closed its output.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What is wrong with an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    Start(String),
    /// It has ended by itself.
    Crash(String),
    /// It does not answer at all.
    Hang(String),
    /// It answers, but has not named a move.
    NoBestMove(String),
    /// We have lost interest; not the engine's fault.
    Cancelled,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(why) => write!(f, "cannot be started: {why}"),
            Fault::Crash(how) => write!(f, "ended: {how}"),
            Fault::Hang(what) | Fault::NoBestMove(what) => f.write_str(what),
            Fault::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Fault {}

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hello {
    /// After `id name`, empty if it did not say.
    pub name: String,
    /// After `id author`, empty if it did not say.
    pub author: String,
    /// The `option` lines as they came.
    pub options: Vec<String>,
}

impl Hello {
    /// The name of the option called so, whatever the case, as the engine writes it.
    pub fn option(&self, name: &str) -> Option<String> {
        self.options.iter().map(|line| option_name(line)).find(|found| found.eq_ignore_ascii_case(name))
    }
}

/// The name in an `option` line: all words between `name` and `type`.
fn option_name(line: &str) -> String {
    let words = line.split_whitespace().skip_while(|&word| word != "name").skip(1);
    words.take_while(|&word| word != "type").collect::<Vec<_>>().join(" ")
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The word after `bestmove`, or `None` if there is none.
    pub best: Option<String>,
    /// From the moment `go` was handed over to the arrival of `bestmove`.
    pub time: Duration,
    pub info: Info,
}

/// A running engine. It is killed when it goes out of scope.
pub struct Engine {
    process: Process,
    hello: Hello,
}

impl Engine {
    /// Starts an engine, without a word to it.
    pub fn spawn(launch: &Launch, owner: &Owner) -> Result<Self, Fault> {
        let process = Process::spawn(launch, owner)
            .map_err(|error| Fault::Start(format!("{}: {error}", launch.program.display())))?;
        Ok(Engine { process, hello: Hello::default() })
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// What it has said of itself.
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Sends `ugi` and waits for `ugiok`.
    pub fn handshake(&mut self, patience: Duration) -> Result<&Hello, Fault> {
        self.send("ugi");
        let lines = self.read_until("ugiok", patience)?;
        let mut hello = Hello::default();
        for line in lines {
            let text = line.text.trim();
            if let Some(name) = text.strip_prefix("id name ") {
                hello.name = name.trim().to_string();
            } else if let Some(author) = text.strip_prefix("id author ") {
                hello.author = author.trim().to_string();
            } else if line.word() == "option" {
                hello.options.push(text.to_string());
            }
        }
        self.hello = hello;
        Ok(&self.hello)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        log::debug!("{}> {line}", self.id());
        self.process.send(line);
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) {
        self.send(format!("setoption name {name} value {value}").trim_end());
    }

    /// Sends `isready` and waits for `readyok`.
    pub fn ready(&mut self, patience: Duration) -> Result<(), Fault> {
        self.send("isready");
        self.read_until("readyok", patience).map(|_| ())
    }

    /// The next line.
    pub fn read_line(&mut self, deadline: Instant) -> Result<Line, Fault> {
        self.read(deadline).map_err(|no_line| self.fault(no_line, "a line"))
    }

    /// Lines up to the first that begins with this word, which is the last one.
    pub fn read_until(&mut self, word: &str, patience: Duration) -> Result<Vec<Line>, Fault> {
        let deadline = Instant::now() + patience;
        let mut lines = Vec::new();
        loop {
            let line = self.read(deadline).map_err(|no_line| {
                let waited = format!("'{word}' within {:.1} s", patience.as_secs_f64());
                self.fault(no_line, &waited)
            })?;
            if line.word() == word {
                lines.push(line);
                return Ok(lines);
            }
            if lines.len() < MOST_LINES {
                lines.push(line);
            }
        }
    }

    /// Asks `query …` and gives the answer after `response`.
    pub fn query(&mut self, question: &str, patience: Duration) -> Result<String, Fault> {
        self.drain();
        self.send(&format!("query {question}"));
        let lines = self.read_until("response", patience).map_err(|fault| match fault {
            Fault::Hang(what) => Fault::Hang(format!("{what} to 'query {question}'")),
            fault => fault,
        })?;
        let answer = lines.last().and_then(|line| line.text.trim().strip_prefix("response"));
        Ok(answer.unwrap_or_default().trim().to_string())
    }

    /// Sends a position and `go`, and waits for `bestmove`.
    ///
    /// After `patience` the engine is told to stop and watched a little longer, to tell
    /// a late engine from a hung one: a [`Thought`] may have taken more time than that.
    pub fn think(&mut self, position: &str, go: &str, patience: Duration) -> Result<Thought, Fault> {
        self.drain();
        self.send(position);
        log::debug!("{}> {go}", self.id());
        let written = self.process.send_stamped(go, Instant::now() + GRACE.max(patience));
        let start = written.map_err(|no_line| self.fault(no_line, "it to read its input"))?;
        let mut info = Info::default();
        let mut ready = false;
        let mut deadline = start + patience;
        let mut warned = false;
        loop {
            match self.read(deadline) {
                Ok(line) => match line.word() {
                    "bestmove" => {
                        let best = line.text.split_whitespace().nth(1).map(str::to_string);
                        return Ok(Thought { best, time: line.at.saturating_duration_since(start), info });
                    }
                    "readyok" => ready = true,
                    _ => info.update(&line.text),
                },
                Err(NoLine::Late) if !warned => {
                    warned = true;
                    deadline += GRACE;
                    self.send("stop");
                    self.send("isready");
                }
                Err(NoLine::Late) if ready => {
                    let time = start.elapsed().as_secs_f64();
                    return Err(Fault::NoBestMove(format!("no 'bestmove' after {time:.1} s, but 'readyok'")));
                }
                Err(no_line) => {
                    let waited = format!("'bestmove' within {:.1} s", start.elapsed().as_secs_f64());
                    return Err(self.fault(no_line, &waited));
                }
            }
        }
    }

    /// Lets some time pass, whatever the engine does.
    pub fn rest(&mut self, time: Duration) -> Result<(), Fault> {
        let end = Instant::now() + time;
        loop {
            match self.process.read(end) {
                Ok(line) => log::debug!("{}< {} (unasked)", self.id(), line.text),
                Err(NoLine::Cancelled) => return Err(Fault::Cancelled),
                Err(NoLine::Late) => return Ok(()),
                Err(NoLine::Ended) => {
                    std::thread::sleep(end.saturating_duration_since(Instant::now()));
                    return Ok(());
                }
            }
        }
    }

    /// Tells a thinking engine to name its move.
    pub fn stop(&mut self) {
        self.send("stop");
    }

    /// Sends `quit`, gives the engine a moment to obey and kills what is left of it.
    pub fn quit(mut self) {
        self.send("quit");
        let deadline = Instant::now() + LEAVE;
        while self.process.read(deadline).is_ok() {}
        self.process.kill();
    }

    /// Forgets lines that nobody has waited for.
    fn drain(&mut self) {
        while let Some(line) = self.process.read_waiting() {
            log::debug!("{}< {} (unasked)", self.id(), line.text);
        }
    }

    fn read(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        let line = self.process.read(deadline)?;
        log::debug!("{}< {}", self.id(), line.text);
        // An engine that never pauses must not talk us past the deadline. But the
        // answer to `go` is always welcome, however late.
        if line.at > deadline && line.word() != "bestmove" { Err(NoLine::Late) } else { Ok(line) }
    }

    fn fault(&mut self, no_line: NoLine, expected: &str) -> Fault {
        match no_line {
            NoLine::Cancelled => Fault::Cancelled,
            // Its output may outlive it, in the hands of a process that it has started.
            NoLine::Late => match self.process.obituary(Duration::ZERO) {
                Some(how) => Fault::Crash(how),
                None => Fault::Hang(format!("no sign of life: expected {expected}")),
            },
            NoLine::Ended => {
                let how = self.process.obituary(LAST_WORDS);
                Fault::Crash(how.unwrap_or_else(|| "its output is closed".to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_whatever_the_case() {
        let hello = Hello {
            options: vec!["option name Move Overhead type spin default 1".into(), "option name X".into()],
            ..Hello::default()
        };
        assert_eq!(hello.option("move overhead").as_deref(), Some("Move Overhead"));
        assert_eq!(hello.option("x").as_deref(), Some("X"));
        assert_eq!(hello.option("Variant"), None);
    }

    #[test]
    fn a_wrong_path_is_named() {
        let fault = Engine::spawn(&Launch::program("/nowhere/engine"), &Owner::default()).err();
        let text = fault.map(|fault| fault.to_string()).unwrap_or_default();
        assert!(text.starts_with("cannot be started: /nowhere/engine: "), "{text}");
    }
}
