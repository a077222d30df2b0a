//! `sisku serve`.

use crate::serve::{Address, Server, ServerSettings};
use anyhow::ensure;
use clap::Args;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// Show a board in the browser: play, analyse, review
#[derive(Args)]
#[command(
    after_help = "Prints the address of a page on this machine and opens it. Only this machine can reach it, and only with the\n\
    token in the address. Ctrl-C ends it.\n\n\
    Exit codes: 0 ended by Ctrl-C, 2 bad usage or no port to be had.\n\n\
    Examples:\n  \
    sisku serve\n  \
    sisku serve --port 8000 --no-open\n  \
    sisku serve --watch match.jsonl"
)]
pub(super) struct Serve {
    /// The port [default: 7745, or the next one that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Print the address only
    #[arg(long)]
    no_open: bool,
    /// Searches of one page at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// A file of games to look at while it grows, such as that of a match; may be repeated
    #[arg(long, value_name = "FILE")]
    watch: Vec<PathBuf>,
    /// Where games with secrets are kept [default: a folder for the state of programs]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Take the page's files from a folder, while one works on them
    #[arg(long, value_name = "DIR", hide = true)]
    assets: Option<PathBuf>,
}

/// The usual port.
const PORT: u16 = 7745;

impl Serve {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        for file in self.watch.iter().filter(|file| !file.exists()) {
            // A match may be about to begin; or the name is wrong.
            super::tell(&format!("note: {} is not there yet", file.display()));
        }
        for file in &self.watch {
            ensure!(!file.is_dir(), "--watch {}: expected a file, not a folder", file.display());
        }
        if let Some(folder) = self.state.as_deref().filter(|path| path.exists()) {
            ensure!(folder.is_dir(), "--state {}: expected a folder, not a file", folder.display());
        }
        let settings = ServerSettings {
            address: self.port.map_or(Address::From(PORT), Address::Port),
            assets: self.assets,
            threads: self.threads.map_or_else(super::cores, usize::from),
            state: self.state.or_else(state_folder),
            watched: self.watch,
        };
        let server = Server::bind(settings)?;
        let (address, ending) = (server.address(), server.ending());
        super::on_ctrl_c(move |_| ending.end())?;
        super::print(&format!("{address}\n"))?;
        if !self.no_open {
            open(&address);
        }
        server.run()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The folder for the state of this program, by the customs of the system.
fn state_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")))
    };
    base.map(|base| base.join("sisku").join("serve"))
}

/// Opens an address in the browser. Where that fails, the address was printed.
fn open(address: &str) {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        // An empty title, since the first argument in quotes would be taken for it.
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It must not stay a zombie.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(error) => log::info!("no browser: {error}"),
    }
}
