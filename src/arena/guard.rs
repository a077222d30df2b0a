//! Ends the programs of an owner that was killed and could not do it itself.
//!
//! Some engines run on for ever when their input ends. So a small process of our own
//! holds one end of a pipe: when the owner is gone, the pipe closes, and every
//! program that was announced through it and not taken back is killed.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The owner's end.
#[derive(Debug)]
pub struct Guard {
    child: Child,
    pipe: Mutex<Option<ChildStdin>>,
}

impl Guard {
    /// Starts the guard: a command that calls [`stand`] on its standard input.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C at the terminal is meant for the owner only.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        let pipe = Mutex::new(child.stdin.take());
        Ok(Guard { child, pipe })
    }

    /// From now on the program with this id is to end with the owner.
    pub fn watch(&self, id: u32) {
        self.tell('+', id);
    }

    /// The program with this id has ended.
    pub fn forget(&self, id: u32) {
        self.tell('-', id);
    }

    fn tell(&self, sign: char, id: u32) {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        let told = pipe.as_mut().map(|pipe| writeln!(pipe, "{sign}{id}"));
        if let Some(Err(error)) = told {
            log::warn!("the guard is gone: {error}");
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.pipe.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let _ = self.child.wait();
    }
}

/// The guard's end: listens until the owner is gone, then kills what it left behind.
pub fn stand(pipe: impl BufRead) {
    let left = remaining(pipe);
    #[cfg(unix)]
    left.into_iter().for_each(super::process::kill_group);
    #[cfg(not(unix))]
    drop(left);
}

fn remaining(pipe: impl BufRead) -> BTreeSet<u32> {
    let mut ids = BTreeSet::new();
    for line in pipe.lines().map_while(Result::ok) {
        let Some((sign, id)) = line.split_at_checked(1) else { continue };
        // 0 and 1 would mean our own group and everybody.
        let Some(id) = id.parse().ok().filter(|&id: &u32| id > 1) else { continue };
        match sign {
            "+" => ids.insert(id),
            _ => ids.remove(&id),
        };
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_back_is_spared() {
        let left = remaining("+12\n+34\n-12\n\n+0\n+1\n+x\n-99\n+56\n+78".as_bytes());
        assert_eq!(left.into_iter().collect::<Vec<_>>(), [34, 56, 78]);
    }
}
