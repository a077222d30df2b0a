//! The real binary, driven line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Far more than anything takes, even on a machine under load: only a hang gets there.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running engine. Killed when dropped.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What it says on stderr.
    errors: Arc<Mutex<String>>,
    error_reader: Option<JoinHandle<()>>,
    /// All that was sent, for when something goes wrong.
    sent: String,
}

/// What is left of an engine that has ended.
pub(crate) struct Ended {
    pub lines: Vec<String>,
    pub status: ExitStatus,
    pub errors: String,
}

impl Engine {
    pub(crate) fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sisku"))
            .args(arguments)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(child.stdout.take().expect("stdout"));
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = Arc::new(Mutex::new(String::new()));
        let stderr = BufReader::new(child.stderr.take().expect("stderr"));
        let collected = errors.clone();
        let error_reader = thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *collected.lock().expect("no panic") += &format!("{line}\n");
            }
        });
        Engine {
            input: child.stdin.take(),
            child,
            lines,
            errors,
            error_reader: Some(error_reader),
            sent: String::new(),
        }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.sent.push_str(&String::from_utf8_lossy(&bytes[..bytes.len().min(10_000)]));
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line it says.
    pub(crate) fn line(&mut self) -> String {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline && !self.complaints().contains("panicked") {
            match self.lines.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => return line,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        panic!("the engine says nothing after\n{}\n{}", self.sent, self.complaints());
    }

    /// What it has said on stderr.
    fn complaints(&self) -> String {
        self.errors.lock().expect("no panic").clone()
    }

    /// Lines up to the first that begins with `start`, which is the last of them.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Sends a line and returns the one that answers it.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// The best move of a search under way, with what was said before it.
    pub(crate) fn best_move(&mut self) -> (String, Vec<String>) {
        let mut lines = self.until("bestmove ");
        let words = lines.pop().expect("a best move");
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(words.len(), 2, "{words:?}");
        (words[1].to_string(), lines)
    }

    /// Closes the input and collects what is still said.
    pub(crate) fn end_of_input(mut self) -> Ended {
        self.input = None;
        self.ended()
    }

    /// Waits for the end.
    pub(crate) fn ended(mut self) -> Ended {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("the engine does not end after\n{}", self.sent)
                }
            }
        }
        let status = self.child.wait().expect("the engine ends");
        if let Some(reader) = self.error_reader.take() {
            reader.join().expect("stderr is read");
        }
        let errors = self.complaints();
        Ended { lines, status, errors }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Ended {
    /// Ended as it should: quietly and with code 0. Returns the lines.
    pub(crate) fn well(self) -> Vec<String> {
        assert_eq!((self.status.code(), self.errors.as_str()), (Some(0), ""));
        self.lines
    }
}

/// Sends all lines, closes the input and returns what is said.
pub(crate) fn say(arguments: &[&str], lines: &[&str]) -> Vec<String> {
    let mut engine = Engine::start(arguments);
    for line in lines {
        engine.send(line);
    }
    engine.end_of_input().well()
}

/// The words after `bestmove` in what was said.
pub(crate) fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}
