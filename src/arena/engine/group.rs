//! A program and all that it starts, to be ended as a whole: a process group on unix, a job
//! object on Windows.

use std::process::{Child, Command};

/// A running program with everything that it has started.
#[derive(Debug)]
pub(super) struct Group {
    /// Its number, until it is killed.
    #[cfg(unix)]
    id: Option<u32>,
    /// Kills its processes when its last handle is closed, and the only one is ours.
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

/// Makes a command start apart from us: Ctrl-C at the terminal is meant for us only.
#[cfg(unix)]
pub(super) fn set_apart(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Makes a command start apart from us: Ctrl-C in the console is meant for us only. A new group
/// does not hear Ctrl-C; without our console it does not hear Ctrl-Break or the closing of the
/// window either.
#[cfg(windows)]
pub(super) fn set_apart(command: &mut Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    let flags = CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW;
    std::os::windows::process::CommandExt::creation_flags(command, flags);
}

#[cfg(not(any(unix, windows)))]
pub(super) fn set_apart(_command: &mut Command) {}

/// From now on all that we start ends with us, however we end: the system kills the processes of
/// a job when its last handle is closed. We belong to it ourselves, so that our children do from
/// their first moment on.
#[cfg(windows)]
pub(crate) fn end_children_with_us() {
    let bound = job().and_then(|job| job.assign_current_process().map(|()| job));
    match bound {
        // The handle stays open until we end.
        Ok(job) => drop(job.into_handle()),
        Err(error) => log::warn!("engines do not end with us: {error}"),
    }
}

/// Elsewhere this takes a [`super::reaper::Reaper`].
#[cfg(not(windows))]
pub(crate) fn end_children_with_us() {}

/// A job that kills its processes when its last handle is closed.
#[cfg(windows)]
fn job() -> Result<win32job::Job, win32job::JobError> {
    let mut limits = win32job::ExtendedLimitInfo::new();
    win32job::Job::create_with_limit_info(limits.limit_kill_on_job_close())
}

impl Group {
    /// The group of a program that was started apart a moment ago.
    #[cfg(unix)]
    pub(super) fn of(child: &Child) -> Self {
        Group { id: Some(child.id()) }
    }

    /// The group of a program that was started a moment ago. It can start nothing before it is in
    /// the job, since loading it takes longer than this.
    #[cfg(windows)]
    pub(super) fn of(child: &Child) -> Self {
        let handle = std::os::windows::io::AsRawHandle::as_raw_handle(child);
        let job = job()
            .and_then(|job| job.assign_process(handle as isize).map(|()| job))
            .inspect_err(|error| log::warn!("an engine's children are not ended with it: {error}"));
        Group { job: job.ok() }
    }

    #[cfg(not(any(unix, windows)))]
    pub(super) fn of(_child: &Child) -> Self {
        Group {}
    }

    /// Kills every process of the group.
    pub(super) fn kill(&mut self) {
        #[cfg(unix)]
        self.id.take().into_iter().for_each(kill_group);
        #[cfg(windows)]
        drop(self.job.take());
    }
}

/// Kills every process of a process group.
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

#[cfg(unix)]
pub(super) fn pid(id: u32) -> nix::unistd::Pid {
    nix::unistd::Pid::from_raw(id as i32)
}
