//! `sisku match` through the real binary, with engines that do everything wrong.

mod docs;
mod faults;
mod hidden;
mod interrupted;
mod jersi;
mod options;
mod outcomes;
mod parts;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) const SISKU: &str = env!("CARGO_BIN_EXE_sisku");

/// An engine of tests/doubles, built as an example beside the tests by `cargo test`.
pub(crate) fn double(name: &str) -> PathBuf {
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let path = PathBuf::from(SISKU).with_file_name("examples").join(file);
    assert!(path.exists(), "{} is missing: cargo build --example {name}", path.display());
    path
}

pub(crate) fn faulty_engine() -> PathBuf {
    double("faulty_engine")
}

/// A description of an engine with a fault.
pub(crate) fn engine(name: &str, fault: &str) -> String {
    format!("name={name},cmd='{}' {fault}", faulty_engine().display())
}

/// A folder of its own for each test, removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sisku-arena-{}-{count}", std::process::id()));
        fs::create_dir_all(&path).expect("writable");
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// `sisku match` in this folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(SISKU);
        command.arg("match").args(args).current_dir(&self.0);
        command
    }

    /// Runs `sisku match` in this folder.
    pub(crate) fn play(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("sisku runs")
    }

    /// The games in a file.
    pub(crate) fn games(&self, file: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.0.join(file)).expect("a file of games");
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    /// The games in a file by number, without what differs from run to run.
    pub(crate) fn timeless(&self, file: &str) -> Vec<Value> {
        let mut games = self.games(file);
        for game in &mut games {
            let game = game.as_object_mut().expect("an object");
            game.remove("thought_ms").expect("times");
            game.remove("ended").expect("a time");
            let moves = game.get_mut("moves").and_then(Value::as_array_mut).expect("moves");
            for mv in moves {
                mv.as_object_mut().and_then(|mv| mv.remove("ms")).expect("a time");
            }
        }
        games.sort_by_key(|game| game["game"].as_u64());
        games
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Expects an exit code, and shows what was said if it is another.
#[track_caller]
pub(crate) fn expect_code(output: &Output, code: i32) {
    assert_eq!(output.status.code(), Some(code), "{}\n{}", stdout(output), stderr(output));
}

/// The ids of running processes with this word among their arguments.
#[cfg(target_os = "linux")]
pub(crate) fn processes_with(word: &str) -> Vec<String> {
    let ids =
        fs::read_dir("/proc").expect("/proc").filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let has_word = |id: &String| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        line.split(|&byte| byte == 0).any(|arg| arg == word.as_bytes())
    };
    ids.filter(|id| id.chars().all(|c| c.is_ascii_digit())).filter(has_word).collect()
}

/// The signs of life of test engines that run with this word as their last argument.
#[cfg(windows)]
pub(crate) fn processes_with(word: &str) -> Vec<String> {
    let prefix = format!("sisku-alive-{word}-");
    let names = fs::read_dir(std::env::temp_dir()).expect("readable").flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let alive = |name: &String| {
        let path = std::env::temp_dir().join(name);
        let locked = fs::File::open(&path).is_ok_and(|file| file.try_lock().is_err());
        if !locked {
            let _ = fs::remove_file(path);
        }
        locked
    };
    names.filter(|name| name.starts_with(&prefix)).filter(alive).collect()
}

/// Waits until no process has this word among its arguments; fails when that takes too long.
#[cfg(any(target_os = "linux", windows))]
#[track_caller]
pub(crate) fn expect_none_left(word: &str) {
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !processes_with(word).is_empty() {
        assert!(std::time::Instant::now() < deadline, "left behind: {:?}", processes_with(word));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
