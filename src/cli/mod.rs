//! The command line: with a subcommand, do it; with none, speak UGI.

mod analyze;
mod bench;
mod check;
mod completions;
mod convert;
mod game_input;
mod match_cmd;
mod match_show;
mod match_view;
mod moves;
mod perft;
mod play;
mod progress;
mod review;
mod selfplay;
#[cfg(feature = "serve")]
mod serve;
mod setup;
mod show;
mod solve;
mod train;

use crate::arena::engine::reaper;
use crate::games::{Features, Game, NotationError, Variant};
use crate::search::{Control, EvalSource};
use crate::ugi::{self, Options, SessionMode, Style};
use anyhow::{Context, anyhow};
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Serialize;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Parser)]
#[command(
    name = "sisku",
    version,
    about = "An engine for Pijersi, Jersi and their kin. Without a subcommand it speaks UGI.",
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
        printf 'position startpos\\ngo movetime 1000\\n' | sisku\n  \
        sisku --variant pijersi51 --option Threads=2\n  \
        sisku perft 4 --threads 2\n\n\
        Set RUST_LOG=debug to see what is said on stderr."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    game: GameArgs,
    /// Shape replies for a client that needs it
    #[arg(long, value_name = "CLIENT")]
    compat: Option<Compat>,
    /// Refuse 'go' after a rejected position, and exit with code 1 if any line was rejected
    #[arg(long)]
    strict: bool,
    /// Set an option, for clients that cannot; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Cli {
    /// Speaks UGI on the standard streams.
    fn speak(&self) -> anyhow::Result<ExitCode> {
        let options = self.options()?;
        let program = std::env::args_os().next().map(PathBuf::from);
        let client = compat(self.compat, std::env::var_os(COMPAT).as_deref(), program.as_deref())?;
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            print(&format!("{}\n", ugi::greeting()))?;
        }
        let style = match client {
            Some(Compat::Certu) => Style::Certu,
            None => Style::Plain,
        };
        let mode = SessionMode { style, strict: self.strict };
        let accepted = ugi::run(options, mode, io::stdin(), io::stdout());
        Ok(if self.strict && !accepted { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    /// The options that a session begins with.
    fn options(&self) -> anyhow::Result<Options> {
        let mut options = Options::new(self.game.variant());
        set_options(&mut options, &self.options)?;
        Ok(options)
    }
}

/// Sets options given as `NAME=VALUE` on the command line.
fn set_options(options: &mut Options, texts: &[String]) -> anyhow::Result<()> {
    for text in texts {
        let (name, value) = text.split_once('=').map_or((text.as_str(), None), |(n, v)| (n, Some(v)));
        options.set(name.trim(), value.map(str::trim)).with_context(|| format!("--option {text}"))?;
    }
    Ok(())
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Analyze),
    Bench(bench::Bench),
    Check(check::Check),
    Completions(completions::Completions),
    Convert(convert::Convert),
    Man(completions::Man),
    Match(Box<match_cmd::MatchArgs>),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Play(play::Play),
    Review(review::Review),
    Selfplay(selfplay::Selfplay),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Setup(setup::Setup),
    Show(Box<show::Show>),
    Solve(Box<solve::Solve>),
    Train(train::Train),
    /// End the engines of a match that was killed; 'sisku match' starts it by itself
    #[command(hide = true)]
    Reaper {
        /// The mark of these engines
        mark: String,
    },
}

/// Which game.
#[derive(Args)]
struct GameArgs {
    /// The game to play
    #[arg(long, value_name = "NAME", default_value = Variant::ALL[0].name(), value_parser = variant_names(), ignore_case = true)]
    variant: String,
}

impl GameArgs {
    fn variant(&self) -> Variant {
        // The parser has let only names of variants through.
        Variant::find(&self.variant).unwrap_or(Variant::ALL[0])
    }
}

fn variant_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Variant::ALL.iter().map(|variant| variant.name()))
}

/// Clients with needs of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Compat {
    /// The desktop GUI pijersi-certu
    Certu,
}

/// Runs the program on the process's arguments and streams.
pub fn main() -> ExitCode {
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let done = match cli.command {
        Some(Command::Analyze(analyze)) => analyze.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Man(man)) => man.run(),
        Some(Command::Moves(moves)) => moves.run(),
        Some(Command::Show(show)) => show.run(),
        Some(Command::Solve(solve)) => solve.run(),
        Some(Command::Match(args)) => args.run(),
        Some(Command::Perft(perft)) => perft.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Review(review)) => review.run(),
        Some(Command::Selfplay(selfplay)) => selfplay.run(),
        #[cfg(feature = "serve")]
        Some(Command::Serve(serve)) => serve.run(),
        Some(Command::Train(train)) => train.run(),
        Some(Command::Setup(setup)) => setup.run().map(|()| ExitCode::SUCCESS),
        Some(Command::Reaper { mark }) => {
            reaper::run(io::stdin().lock(), &mark);
            Ok(ExitCode::SUCCESS)
        }
        None => cli.speak(),
    };
    match done {
        Ok(code) => code,
        Err(error) => fail(&format!("{error:#}")),
    }
}

/// The environment variable that names the client, for clients that cannot pass flags.
const COMPAT: &str = "SISKU_COMPAT";

/// How the name of the one engine begins that pijersi-certu starts, on every system.
const CERTU_ENGINE: &str = "pijersi_natural_selection_ugi_server";

/// The client that a session is for: as a flag or the environment says, or by the name that
/// this program was started by.
fn compat(
    flag: Option<Compat>,
    variable: Option<&OsStr>,
    program: Option<&Path>,
) -> Result<Option<Compat>, NotationError> {
    if flag.is_some() {
        return Ok(flag);
    }
    if let Some(name) = variable.filter(|name| !name.is_empty()) {
        let name = name.to_string_lossy();
        let client = Compat::from_str(&name, true);
        return client.map(Some).map_err(|_| NotationError::new(name, format!("certu in {COMPAT}")));
    }
    let name = program.and_then(Path::file_name).map(OsStr::to_string_lossy);
    let by_name = name.is_some_and(|name| name.starts_with(CERTU_ENGINE));
    Ok(by_name.then_some(Compat::Certu))
}

/// Calls this at every Ctrl-C, with how often it was pressed. A subcommand does so once.
fn on_ctrl_c(mut react: impl FnMut(u32) + Send + 'static) -> anyhow::Result<()> {
    let mut presses = 0;
    let handler = move || {
        presses += 1;
        react(presses);
    };
    ctrlc::set_handler(handler).context("cannot listen for Ctrl-C")
}

/// Signals for long work, which Ctrl-C stops.
fn stopped_by_ctrl_c() -> anyhow::Result<Arc<Control>> {
    let control = Arc::new(Control::default());
    let ours = control.clone();
    on_ctrl_c(move |_| ours.stop())?;
    Ok(control)
}

/// A flag for long work, which Ctrl-C sets.
fn flag_of_ctrl_c() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let ours = flag.clone();
    on_ctrl_c(move |_| ours.store(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// Help and versions go to stdout whole; what is wrong goes to stderr in one line.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match print(&text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("{error:#}")),
        },
        _ => {
            let first = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = first.split_whitespace().collect();
            fail(&in_our_words(words.join(" ").trim_start_matches("error: ")))
        }
    }
}

/// What the standard library says of text that is no number, as it is said everywhere else.
fn in_our_words(message: &str) -> String {
    [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number"),
        ("number too large to fit in target type", "expected a smaller number"),
        ("number too small to fit in target type", "expected a greater number"),
        ("invalid float literal", "expected a number"),
    ]
    .iter()
    .find_map(|(theirs, ours)| message.strip_suffix(theirs).map(|start| format!("{start}{ours}")))
    .unwrap_or_else(|| message.to_string())
}

/// Says something on stderr. That nobody reads it any more is no reason to stop.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

fn fail(message: &str) -> ExitCode {
    tell(&format!("error: {message}"));
    ExitCode::from(2)
}

/// The exit code of work that was interrupted.
const INTERRUPTED: u8 = 130;

/// The value of an option for a net that stands for the one in the engine.
const EMBEDDED: &str = EvalSource::EMBEDDED;

/// Whether a game has nets.
fn learnable<G: Game>() -> bool {
    G::Features::COUNT > 0
}

/// The threads that this machine runs at the same time.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Opens a file of lines. What cannot be read, such as a folder, is an error here and not an
/// empty file later.
fn open_lines(path: &Path) -> anyhow::Result<BufReader<File>> {
    let open = || {
        let mut file = BufReader::new(File::open(path)?);
        file.fill_buf().map(drop)?;
        Ok(file)
    };
    open().map_err(|error: io::Error| anyhow!(error).context(format!("cannot read {}", path.display())))
}

/// A value as one line of JSON, its fields in the order of their declaration.
fn json_line(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Prints text to stdout.
fn print_all(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Prints text to stdout. A reader that has seen enough is no error.
fn print(text: &str) -> anyhow::Result<()> {
    match print_all(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_is_known_by_flag_environment_or_name() {
        let certu = Ok(Some(Compat::Certu));
        assert_eq!(compat(Some(Compat::Certu), None, None), certu);
        assert_eq!(compat(None, Some(OsStr::new("certu")), None), certu);
        for name in [
            "/opt/ugi-servers/natsel/pijersi_natural_selection_ugi_server_v1.2.2_linux_x86_64",
            "pijersi_natural_selection_ugi_server_v1.2.2_windows_x86_64.exe",
        ] {
            assert_eq!(compat(None, None, Some(Path::new(name))), certu, "{name}");
        }
        assert_eq!(compat(None, Some(OsStr::new("")), Some(Path::new("/usr/bin/sisku"))), Ok(None));
        let error = compat(None, Some(OsStr::new("chess")), None).expect_err("no client").to_string();
        assert_eq!(error, "'chess': expected certu in SISKU_COMPAT");
    }
}
