//! Ends the programs of an owner that was killed and could not do it itself.
//!
//! Some engines run on for ever when their input ends. So a small process of our own
//! holds one end of a pipe: when the owner is gone, the pipe closes, and every
//! program that was announced through it and not taken back is killed. An owner may
//! be killed in the middle of a start, before the announcement; so programs also carry
//! a mark in their environment by which they are found where the system can tell.
//!
//! On Windows the system does all this: see [`super::end_children_with_us`].

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable in the environment of programs that holds the mark of their owner.
pub(crate) const MARK: &str = "SISKU_ARENA";

/// What a clean owner says at the end.
const FAREWELL: &str = "bye";

/// The owner's end.
#[derive(Debug)]
pub(crate) struct Reaper {
    mark: String,
    /// The reaper and the pipe to it, until leave is taken.
    post: Mutex<Option<(Child, ChildStdin)>>,
}

impl Reaper {
    /// Whether programs need one to end with an owner that was killed.
    pub(crate) const NEEDED: bool = cfg!(unix);

    /// Starts the reaper: a command that calls [`run`] on its standard input and its last
    /// argument, which is added here.
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mark = format!("{}-{}", std::process::id(), now.as_nanos());
        command.arg(&mark).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        super::group::set_apart(command);
        let mut child = command.spawn()?;
        let pipe = child.stdin.take();
        Ok(Reaper { mark, post: Mutex::new(pipe.map(|pipe| (child, pipe))) })
    }

    /// The value of [`MARK`] for programs of this owner.
    pub(crate) fn mark(&self) -> &str {
        &self.mark
    }

    /// From now on the program with this id is to end with the owner.
    pub(crate) fn watch(&self, id: u32) {
        self.tell('+', id);
    }

    /// The program with this id has ended.
    pub(crate) fn forget(&self, id: u32) {
        self.tell('-', id);
    }

    fn tell(&self, sign: char, id: u32) {
        let mut post = self.post.lock().unwrap_or_else(PoisonError::into_inner);
        let told = post.as_mut().map(|(_, pipe)| writeln!(pipe, "{sign}{id}"));
        if let Some(Err(error)) = told {
            log::warn!("the reaper is gone: {error}");
        }
    }

    /// Takes leave of the reaper, which ends what is left and goes.
    pub(crate) fn dismiss(&self) {
        let post = self.post.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((mut child, mut pipe)) = post {
            let _ = writeln!(pipe, "{FAREWELL}");
            drop(pipe);
            let _ = child.wait();
        }
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// The reaper's end: listens until the owner is gone, then kills what it left behind.
pub(crate) fn run(pipe: impl BufRead, mark: &str) {
    let (left, clean) = remaining(pipe);
    #[cfg(unix)]
    left.into_iter().for_each(super::group::kill_group);
    #[cfg(not(unix))]
    drop(left);
    if !clean {
        kill_marked(mark);
    }
}

/// Who is left, and whether the owner has taken leave.
fn remaining(pipe: impl BufRead) -> (BTreeSet<u32>, bool) {
    let mut ids = BTreeSet::new();
    let mut clean = false;
    for line in pipe.lines().map_while(Result::ok) {
        clean |= line == FAREWELL;
        let Some((sign, id)) = line.split_at_checked(1) else { continue };
        // 0 and 1 would mean our own group and everybody.
        let Some(id) = id.parse().ok().filter(|&id: &u32| id > 1) else { continue };
        match sign {
            "+" => ids.insert(id),
            _ => ids.remove(&id),
        };
    }
    (ids, clean)
}

/// Kills processes that carry the mark. Looks several times: one that is just being
/// started does not carry it yet.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    use std::time::Duration;
    let wanted = format!("{MARK}={mark}");
    let carries = |id: &u32| {
        let environment = std::fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    for _ in 0..20 {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|&id| id != std::process::id() && carries(&id)).for_each(super::group::kill_one);
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_mark: &str) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_back_is_spared() {
        let (left, clean) = remaining("+12\n+34\n-12\n\n+0\n+1\n+x\n-99\n+56\n+78".as_bytes());
        assert_eq!((left.into_iter().collect::<Vec<_>>(), clean), (vec![34, 56, 78], false));
        assert_eq!(remaining("+12\n-12\nbye\n".as_bytes()), (BTreeSet::new(), true));
    }
}
