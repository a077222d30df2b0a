//! A program spoken to in lines. Its owner never blocks on it, and nothing of it is left
//! behind: it leads a group of its own, which is killed as a whole.

use super::group::{self, Group};
use super::reaper::{self, Reaper};
use crate::ugi::wire::{first_word, next_line};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that wait for us; a program that writes more than we read has to wait then.
const WAITING_LINES: usize = 1 << 14;
/// How often a wait looks whether it has been cancelled.
const SLICE: Duration = Duration::from_millis(50);

/// What to start, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Launch {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<String>,
    /// The working directory, or `None` for ours.
    pub(crate) cwd: Option<PathBuf>,
}

/// What all programs of one owner share: a way to end every wait at once, and
/// somebody who ends them should the owner be killed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owner {
    cancelled: Arc<AtomicBool>,
    reaper: Option<Arc<Reaper>>,
}

impl Owner {
    /// An owner whose programs end even if it is killed itself.
    pub(crate) fn reaped_by(reaper: Reaper) -> Self {
        Owner { reaper: Some(Arc::new(reaper)), ..Owner::default() }
    }

    /// Nothing more will be started: whoever watches over our programs may go.
    pub(crate) fn retire(&self) {
        if let Some(reaper) = &self.reaper {
            reaper.dismiss();
        }
    }

    /// Ends all waits for programs, now and later.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Owner::cancel`] was called.
    pub(crate) fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// A line of output and when it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputLine {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

impl OutputLine {
    /// The first word, empty for a blank line.
    pub(crate) fn word(&self) -> &str {
        first_word(&self.text)
    }
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLine {
    /// The deadline has passed.
    Late,
    /// The program has closed its output: as a rule it has ended.
    Ended,
    /// The owner has lost interest.
    Cancelled,
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    group: Group,
    lines: Receiver<OutputLine>,
    input: Sender<Input>,
    /// When each line that asked for it was written.
    stamps: Receiver<Instant>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Closed when there will be no more complaints.
    last_complaint: Receiver<()>,
    owner: Owner,
    killed: bool,
}

struct Input {
    line: String,
    stamped: bool,
}

impl Process {
    /// Starts a program.
    pub(crate) fn spawn(launch: &Launch, owner: &Owner) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(reaper) = &owner.reaper {
            command.env(reaper::MARK, reaper.mark());
        }
        if let Some(cwd) = &launch.cwd {
            command.current_dir(cwd);
        }
        group::set_apart(&mut command);
        let mut child = command.spawn()?;
        let group = Group::of(&child);
        if let Some(reaper) = &owner.reaper {
            reaper.watch(child.id());
        }
        let (output_sender, lines) = mpsc::sync_channel(WAITING_LINES);
        let (input, input_receiver) = mpsc::channel();
        let (stamp_sender, stamps) = mpsc::channel();
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let kept = complaints.clone();
        let (complaining, last_complaint) = mpsc::channel();
        // From here on the child is killed when anything goes wrong.
        let owner = owner.clone();
        let process =
            Process { child, group, lines, input, stamps, complaints, last_complaint, owner, killed: false };
        let thread = |name: &str| thread::Builder::new().name(name.to_string());
        if let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) {
            thread("engine-in").spawn(move || write_lines(stdin, &input_receiver, &stamp_sender))?;
            thread("engine-out").spawn(move || read_lines(stdout, &output_sender))?;
            thread("engine-err").spawn(move || {
                keep_last_lines(stderr, &kept);
                drop(complaining);
            })?;
        }
        Ok(process)
    }

    /// The id of the process, which on unix is also that of its group.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, without waiting until the program takes it.
    pub(crate) fn send(&self, line: &str) {
        // A program that has ended is noticed when it is read from.
        let _ = self.input.send(Input { line: format!("{line}\n"), stamped: false });
    }

    /// Sends a line and tells the moment it was handed over, which is as late as the
    /// program makes it.
    pub(crate) fn send_stamped(&self, line: &str, deadline: Instant) -> Result<Instant, NoLine> {
        let _ = self.input.send(Input { line: format!("{line}\n"), stamped: true });
        self.wait(&self.stamps, deadline)
    }

    /// Ends the program's input, after all that was sent before.
    pub(crate) fn close_input(&mut self) {
        // The writing thread ends with its channel, and the pipe with the thread.
        self.input = mpsc::channel().0;
    }

    /// The next line of output.
    pub(crate) fn read(&self, deadline: Instant) -> Result<OutputLine, NoLine> {
        self.wait(&self.lines, deadline)
    }

    /// A line that is already there.
    pub(crate) fn read_waiting(&self) -> Option<OutputLine> {
        self.lines.try_recv().ok()
    }

    fn wait<T>(&self, receiver: &Receiver<T>, deadline: Instant) -> Result<T, NoLine> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match receiver.recv_timeout(left.min(SLICE)) {
                Ok(item) => return Ok(item),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if self.owner.cancelled() => return Err(NoLine::Cancelled),
                Err(RecvTimeoutError::Timeout) if left <= SLICE => return Err(NoLine::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How the program ended and what it complained about, if it ends within this time.
    pub(crate) fn obituary(&mut self, within: Duration) -> Option<String> {
        let deadline = Instant::now() + within;
        let status = loop {
            match self.status() {
                Some(status) => break status,
                None if Instant::now() >= deadline => return None,
                None => thread::sleep(Duration::from_millis(2)),
            }
        };
        // What it said before it ended may still be on its way.
        let left = deadline.saturating_duration_since(Instant::now());
        let _: Result<(), _> = self.last_complaint.recv_timeout(left);
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let complaints: Vec<&str> = complaints.iter().map(String::as_str).collect();
        Some(if complaints.is_empty() { status } else { format!("{status}: {}", complaints.join(" / ")) })
    }

    /// How the program ended, if it has. It is not reaped yet, so that its group's
    /// number cannot pass to another before the group is killed.
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    fn status(&self) -> Option<String> {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        match waitid(Id::Pid(group::pid(self.child.id())), flags) {
            Ok(WaitStatus::Exited(_, code)) => Some(format!("exit code {code}")),
            Ok(WaitStatus::Signaled(_, signal, _)) => Some(format!("killed by {signal}")),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        }
    }

    /// How the program ended, if it has.
    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
    fn status(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        // It is reaped now: from here on its group's number could pass to another, once nobody
        // is left in it. A job object has no such trouble.
        #[cfg(unix)]
        self.group.kill();
        Some(describe(status))
    }

    /// Ends the program and all it has started, whatever it is doing.
    pub(crate) fn kill(&mut self) {
        if self.killed {
            return;
        }
        self.killed = true;
        self.group.kill();
        let _ = self.child.kill();
        if let Some(reaper) = &self.owner.reaper {
            reaper.forget(self.child.id());
        }
        let _ = self.child.wait();
    }
}

/// How a program ended, in the words of [`Process::status`].
#[cfg(any(test, not(any(target_os = "linux", target_os = "android", target_os = "freebsd"))))]
fn describe(status: std::process::ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = nix::sys::signal::Signal::try_from(signal);
        return name.map_or_else(|_| status.to_string(), |name| format!("killed by {name}"));
    }
    match status.code() {
        Some(code @ 0..) => format!("exit code {code}"),
        // Faults of Windows, which are known by their hexadecimal numbers.
        Some(code) => format!("exit code {code:#x}"),
        None => status.to_string(),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<Input>, stamps: &Sender<Instant>) {
    for Input { line, stamped } in lines {
        // Stamped before the write: the program may run, and even answer, before the
        // call returns.
        if stamped {
            let _ = stamps.send(Instant::now());
        }
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, lines: &SyncSender<OutputLine>) {
    let mut reader = BufReader::new(stdout);
    while let Some(line) = next_line(&mut reader) {
        if lines.send(OutputLine { text: line.text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn keep_last_lines(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    const KEPT: usize = 3;
    let mut reader = BufReader::new(stderr);
    while let Some(line) = next_line(&mut reader) {
        let text = line.text;
        log::debug!("engine: {text}");
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if !text.trim().is_empty() {
            kept.push_back(text.chars().take(200).collect());
        }
        if kept.len() > KEPT {
            kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::describe;
    use std::process::ExitStatus;

    #[cfg(unix)]
    #[test]
    fn ends_are_told_in_words() {
        use std::os::unix::process::ExitStatusExt;
        let told = [0, 7 << 8, 9, 11].map(|status| describe(ExitStatus::from_raw(status)));
        assert_eq!(told, ["exit code 0", "exit code 7", "killed by SIGKILL", "killed by SIGSEGV"]);
    }

    #[cfg(windows)]
    #[test]
    fn ends_are_told_in_words() {
        use std::os::windows::process::ExitStatusExt;
        let told = [0, 7, 0xc000_0005].map(|status| describe(ExitStatus::from_raw(status)));
        assert_eq!(told, ["exit code 0", "exit code 7", "exit code 0xc0000005"]);
    }
}
