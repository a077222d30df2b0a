//! What is said between us and the engines of a match, in files: one for each process, a line
//! for each line, with the time.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A folder of dialogues, whose times count from when it was made.
#[derive(Clone, Debug)]
pub(crate) struct LogFolder {
    path: PathBuf,
    start: Instant,
}

impl LogFolder {
    /// Makes the folder if it is not there.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        Ok(LogFolder { path: path.to_path_buf(), start: Instant::now() })
    }

    /// A new file for a process of this engine: `NAME-1.log`, or the next number that is free,
    /// so that nothing is overwritten by parts of a match or by one that goes on.
    pub(crate) fn open(&self, engine: &str) -> io::Result<DialogueLog> {
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let name: String = engine.chars().map(plain).collect();
        for number in 1u32.. {
            let path = self.path.join(format!("{name}-{number}.log"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(DialogueLog { file, start: self.start }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

/// The dialogue with one process.
#[derive(Debug)]
pub(crate) struct DialogueLog {
    file: File,
    start: Instant,
}

impl DialogueLog {
    /// Notes what we say.
    pub(crate) fn sent(&mut self, line: &dyn fmt::Display) {
        self.note(Instant::now(), '>', line);
    }

    /// Notes what the engine says, at the time it arrived.
    pub(crate) fn received(&mut self, at: Instant, line: &str) {
        self.note(at, '<', &line);
    }

    /// One write for each line, so that it is there when something dies. A disk that is full is
    /// no reason to end a match.
    fn note(&mut self, at: Instant, mark: char, line: &dyn fmt::Display) {
        let seconds = at.saturating_duration_since(self.start).as_secs_f64();
        let _ = self.file.write_all(format!("{seconds:.6} {mark} {line}\n").as_bytes());
    }
}
