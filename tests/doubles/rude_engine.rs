//! Sisku with a fault, to test `sisku check`: what goes in and comes out is spoiled line by
//! line, in the way that the first argument names.

use sisku::games::Variant;
use sisku::ugi::{self, Options, SessionMode};
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_else(|| "polite".to_string());
    let thinking = Arc::new(AtomicBool::new(false));
    let input = SpoiledInput { mode: mode.clone(), thinking: thinking.clone(), rest: Vec::new() };
    let output = SpoiledOutput { mode, thinking, line: Vec::new(), held: Vec::new() };
    ugi::run(Options::new(Variant::ALL[0]), SessionMode::default(), input, output);
}

/// Counts up at every call.
fn counter() -> u64 {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    COUNTER.fetch_add(1, Ordering::Relaxed)
}

fn forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

struct SpoiledInput {
    mode: String,
    thinking: Arc<AtomicBool>,
    rest: Vec<u8>,
}

impl SpoiledInput {
    fn spoil(&self, line: &str) -> String {
        let word = line.split_whitespace().next().unwrap_or_default();
        if word == "go" && !line.contains("rubbish") {
            self.thinking.store(true, Ordering::Relaxed);
        }
        match (self.mode.as_str(), word) {
            ("complains", "quit") => eprintln!("quit: 1 complaint"),
            ("no-quit", "quit") => forever(),
            ("quits-at-once", "quit") => std::process::exit(0),
            ("moves-anew", "moves") => return "uginewgame\n".into(),
            ("no-moves", "moves") => return String::new(),
            ("no-stop", "stop") => return String::new(),
            ("own-book", "setoption") if line.contains("OwnBook") => return String::new(),
            ("deaf-options", "setoption") if !line.contains("Variant") => return "setoption nome\n".into(),
            ("crash-on-rubbish", "rubbish") => {
                eprintln!("cannot bear 'rubbish'");
                std::process::exit(3)
            }
            ("hang-on-new-game", "uginewgame") => forever(),
            ("plays-illegal", "position") if line.contains("rubbish") => {
                return "position startpos moves a1a2\n".into();
            }
            ("no-nodes", "go") if line.contains("nodes") => return "rubbish\n".into(),
            _ => {}
        }
        line.to_string()
    }
}

impl Read for SpoiledInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            let mut line = Vec::new();
            if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
                match self.mode.as_str() {
                    "no-end" => forever(),
                    _ => return Ok(0),
                }
            }
            self.rest = self.spoil(&String::from_utf8_lossy(&line)).into_bytes();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// A line with another score, if it has one.
fn with_score(line: &str, score: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    match words.iter().position(|&word| word == "score") {
        Some(at) => [&words[..=at], &[score], &words[at + 3..]].concat().join(" "),
        None => line.to_string(),
    }
}

/// A line with its mate counted otherwise.
fn with_mate(line: &str, count: impl Fn(i64) -> i64) -> String {
    let mate = line.split_once(" score mate ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    mate.map_or_else(|| line.to_string(), |plies| with_score(line, &format!("mate {}", count(plies))))
}

struct SpoiledOutput {
    mode: String,
    thinking: Arc<AtomicBool>,
    line: Vec<u8>,
    /// Lines kept back until the search has ended.
    held: Vec<String>,
}

impl SpoiledOutput {
    /// The lines to say instead.
    fn spoil(&mut self, line: String) -> Vec<String> {
        let word = line.split_whitespace().next().unwrap_or_default();
        let instead = match (self.mode.as_str(), word) {
            ("no-ugiok", "ugiok") => return Vec::new(),
            ("nameless", "id") => return Vec::new(),
            ("bad-option", "ugiok") => return vec!["option name Broken type float".into(), line],
            ("own-book", "ugiok") => return vec!["option name OwnBook type check default true".into(), line],
            ("chatty", "readyok") => return vec!["hello".into(), line],
            ("bare-fen", "response") if line.contains('/') => line.replacen("response ", "", 1),
            ("wrong-fen", "response") if line.contains('/') => line.replacen("s-", "p-", 1),
            ("wrong-turn", "response") => line.replace("true", "false"),
            ("wrong-result", "response") => line.replace("p1win", "p2win_").replace("p2win", "p1win"),
            ("illegal-move", "bestmove") => "bestmove a1g6".into(),
            ("three-words", "bestmove") => format!("{line} ponder a1a2"),
            ("no-bestmove", "bestmove") => return Vec::new(),
            ("plays-on", "bestmove") => line.replace("0000", "a1a2"),
            ("late", "bestmove") => {
                std::thread::sleep(Duration::from_millis(300));
                line.clone()
            }
            ("fractions", "info") => line.replace("score cp ", "score cp 0."),
            ("mute", "info") => return Vec::new(),
            ("no-nps", "info") => line.replace(" nps ", " hashfull "),
            ("microseconds", "info") => line.replace(" time ", " time 999"),
            ("mate-in-moves", "info") => with_mate(&line, |plies| (plies + i64::from(plies > 0)) / 2),
            ("mate-of-white", "info") => with_mate(&line, |plies| -plies),
            ("mate-nowhere", "info") => with_score(&line, "mate 0"),
            ("greedy", "info") => line.replace("nodes ", "nodes 9"),
            ("moody", "info") => line.replace("nodes 2000", &format!("nodes {}", 1990 + counter() % 10)),
            ("busy", "readyok") if self.thinking.load(Ordering::Relaxed) => {
                self.held.push(line);
                return Vec::new();
            }
            _ => line.clone(),
        };
        let mut lines = vec![instead];
        if line.starts_with("bestmove") {
            self.thinking.store(false, Ordering::Relaxed);
            lines.append(&mut self.held);
        }
        lines
    }
}

impl Write for SpoiledOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
            let mut out = io::stdout().lock();
            for line in self.spoil(line) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
