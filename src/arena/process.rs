//! A program spoken to in lines. Its owner never blocks on it, and nothing of it is left
//! behind: it leads a process group of its own, which is killed as a whole.

use super::guard::{self, Guard};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines lose their tail: a program gone mad must not fill our memory.
const LONGEST_LINE: usize = 1 << 20;
/// Lines that wait for us; a program that writes more than we read has to wait then.
const WAITING_LINES: usize = 1 << 14;
/// How often a wait looks whether it has been cancelled.
const SLICE: Duration = Duration::from_millis(50);

/// What to start, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    pub program: PathBuf,
    pub args: Vec<String>,
    /// The working directory, or `None` for ours.
    pub cwd: Option<PathBuf>,
}

impl Launch {
    /// Starts a program without arguments in our working directory.
    pub fn program(program: impl Into<PathBuf>) -> Self {
        Launch { program: program.into(), args: Vec::new(), cwd: None }
    }
}

/// What all programs of one owner share: a way to end every wait at once, and
/// somebody who ends them should the owner be killed.
#[derive(Clone, Debug, Default)]
pub struct Owner {
    cancelled: Arc<AtomicBool>,
    guard: Option<Arc<Guard>>,
}

impl Owner {
    /// An owner whose programs end even if it is killed itself.
    pub fn guarded(guard: Guard) -> Self {
        Owner { guard: Some(Arc::new(guard)), ..Owner::default() }
    }

    /// Nothing more will be started: whoever watches over our programs may go.
    pub fn retire(&self) {
        if let Some(guard) = &self.guard {
            guard.dismiss();
        }
    }

    /// Ends all waits for programs, now and later.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether [`Owner::cancel`] was called.
    pub fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// A line of output and when it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    pub at: Instant,
}

impl Line {
    /// The first word, empty for a blank line.
    pub fn word(&self) -> &str {
        self.text.split_whitespace().next().unwrap_or_default()
    }
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The deadline has passed.
    Late,
    /// The program has closed its output: as a rule it has ended.
    Ended,
    /// The owner has lost interest.
    Cancelled,
}

/// A running program.
pub struct Process {
    child: Child,
    lines: Receiver<Line>,
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
    pub fn spawn(launch: &Launch, owner: &Owner) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(guard) = &owner.guard {
            command.env(guard::MARK, guard.mark());
        }
        if let Some(cwd) = &launch.cwd {
            command.current_dir(cwd);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        if let Some(guard) = &owner.guard {
            guard.watch(child.id());
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
            Process { child, lines, input, stamps, complaints, last_complaint, owner, killed: false };
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
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line, without waiting until the program takes it.
    pub fn send(&self, line: &str) {
        // A program that has ended is noticed when it is read from.
        let _ = self.input.send(Input { line: format!("{line}\n"), stamped: false });
    }

    /// Sends a line and tells the moment it was handed over, which is as late as the
    /// program makes it.
    pub fn send_stamped(&self, line: &str, deadline: Instant) -> Result<Instant, NoLine> {
        let _ = self.input.send(Input { line: format!("{line}\n"), stamped: true });
        self.wait(&self.stamps, deadline)
    }

    /// Ends the program's input, after all that was sent before.
    pub fn close_input(&mut self) {
        // The writing thread ends with its channel, and the pipe with the thread.
        self.input = mpsc::channel().0;
    }

    /// The next line of output.
    pub fn read(&self, deadline: Instant) -> Result<Line, NoLine> {
        self.wait(&self.lines, deadline)
    }

    /// A line that is already there.
    pub fn read_waiting(&self) -> Option<Line> {
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
    pub fn obituary(&mut self, within: Duration) -> Option<String> {
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
    #[cfg(unix)]
    fn status(&self) -> Option<String> {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        match waitid(Id::Pid(pid(self.child.id())), flags) {
            Ok(WaitStatus::Exited(_, code)) => Some(format!("exit code {code}")),
            Ok(WaitStatus::Signaled(_, signal, _)) => Some(format!("killed by {signal}")),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        }
    }

    #[cfg(not(unix))]
    fn status(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// Ends the program and all it has started, whatever it is doing.
    pub fn kill(&mut self) {
        if self.killed {
            return;
        }
        self.killed = true;
        #[cfg(unix)]
        kill_group(self.child.id());
        let _ = self.child.kill();
        if let Some(guard) = &self.owner.guard {
            guard.forget(self.child.id());
        }
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
fn pid(id: u32) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(id as i32)
}

/// Kills every process of a group.
#[cfg(unix)]
pub(super) fn kill_group(id: u32) {
    // Nobody left to kill is what we want.
    let _ = nix::sys::signal::killpg(pid(id), nix::sys::signal::Signal::SIGKILL);
}

/// Kills one process.
#[cfg(target_os = "linux")]
pub(super) fn kill_one(id: u32) {
    let _ = nix::sys::signal::kill(pid(id), nix::sys::signal::Signal::SIGKILL);
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

fn read_lines(stdout: impl Read, lines: &SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    while let Ok(Some(text)) = read_line(&mut reader) {
        if lines.send(Line { text, at: Instant::now() }).is_err() {
            return;
        }
    }
}

fn keep_last_lines(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    const KEPT: usize = 3;
    let mut reader = BufReader::new(stderr);
    while let Ok(Some(text)) = read_line(&mut reader) {
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

/// Reads a line of bounded length, whatever its bytes; `None` at the end.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            break;
        }
    }
    let text = String::from_utf8_lossy(&line);
    Ok(any.then(|| text.trim_end_matches('\r').to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_survive_any_bytes() {
        let long = vec![b'x'; LONGEST_LINE + 10];
        let bytes = [b"a\r\n\xff\n".as_slice(), &long, b"\nlast"].concat();
        let mut reader = BufReader::with_capacity(7, bytes.as_slice());
        let mut next = || read_line(&mut reader).expect("readable");
        assert_eq!(next().as_deref(), Some("a"));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next().map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(next().as_deref(), Some("last"));
        assert_eq!(next(), None);
    }
}
