//! `sisku analyze`.

use super::GameArgs;
use crate::analysis::{Analyzer, Defaults, Failure, InOrder, Reply, Request, Turns, query_of_line};
use crate::search::Limits;
use crate::ugi::Options;
use crate::ugi::wire::next_line;
use clap::Args;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Analyse positions and games, one a line
#[derive(Args)]
#[command(
    after_help = "A line is a FEN, or startpos, with 'moves M …' after it if need be, or a game in native notation.\n\
    Answers come in the order of the lines: LINE.TURN, move, score, win draw loss in thousandths, visits,\n\
    principal variation. With --json, lines are queries and answers of docs/analyze.md, which may come out of\n\
    order. Lines that are blank or begin with # are passed over.\n\n\
    Exit code 1 if a line was bad (it is named on stderr, the rest goes on), 2 if nothing could be read, 130\n\
    after Ctrl-C.\n\n\
    Examples:\n  \
    sisku analyze startpos 'startpos moves a4b5c4' --nodes 500\n  \
    sisku setup half-random --count 5 | sisku analyze --nodes 1000 --multipv 2\n  \
    sisku analyze --file positions.txt --variant jersi --movetime 100\n  \
    echo '{\"id\":\"a\",\"moves\":[\"a4b5c4\"],\"limits\":{\"nodes\":500}}' | sisku analyze --json"
)]
pub(super) struct Analyze {
    /// Positions, games or queries; without any, and without --file, they come from standard input
    #[arg(value_name = "LINE")]
    lines: Vec<String>,
    /// A file of lines, - for standard input; may be repeated
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    #[command(flatten)]
    game: GameArgs,
    /// Set an option of the engine; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Playouts for each turn [default: 1000, unless another limit is given]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each turn
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Moves to report for each turn
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    multipv: u16,
    /// Every turn of a game, not only its last position
    #[arg(long)]
    all: bool,
    /// Searches at the same time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Read queries and write answers as JSON, one a line
    #[arg(long)]
    json: bool,
}

/// Searches that may wait: enough for every thread, and for priorities to matter.
const MOST_QUEUED: usize = 100_000;
/// The same for text, whose answers wait for each other.
const MOST_QUEUED_TEXT: usize = 1000;

impl Analyze {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let defaults = self.defaults()?;
        let inputs = self.inputs()?;
        let threads = self.threads.map_or_else(super::cores, usize::from);
        let output = Arc::new(Output::default());
        let (ours, json) = (output.clone(), self.json);
        let analyzer = Arc::new(Analyzer::new(threads, move |reply| ours.take(reply, json)));
        stop_on_ctrl_c(&analyzer, &output)?;
        let mut number = 0;
        for input in inputs {
            input.for_each(&mut |place, line| {
                number += 1;
                if line.trim().is_empty() || line.trim_start().starts_with('#') {
                    return !output.closed();
                }
                if self.json {
                    self.submit_json(&analyzer, &output, line, &defaults);
                } else {
                    self.submit_text(&analyzer, &output, (number, place), line, &defaults);
                }
                !output.closed()
            });
        }
        if output.closed() {
            analyzer.terminate(None);
        }
        analyzer.finish();
        Ok(if output.any_bad() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn defaults(&self) -> anyhow::Result<Defaults> {
        let mut options = Options::new(self.game.variant());
        super::set_options(&mut options, &self.options)?;
        options.settings.multi_pv = self.multipv.into();
        let limits = Limits {
            nodes: self.nodes.or(self.movetime.is_none().then_some(1000)),
            move_time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        Ok(Defaults { options, limits })
    }

    fn inputs(&self) -> anyhow::Result<Vec<Input>> {
        let mut inputs = Vec::new();
        if !self.lines.is_empty() {
            inputs.push(Input::Arguments(self.lines.clone()));
        }
        for path in &self.file {
            inputs.push(if path == Path::new("-") {
                Input::Stdin
            } else {
                let file = super::open_lines(path)?;
                Input::File(path.display().to_string(), file)
            });
        }
        if inputs.is_empty() {
            inputs.push(Input::Stdin);
        }
        Ok(inputs)
    }

    fn submit_json(&self, analyzer: &Analyzer, output: &Output, line: &str, defaults: &Defaults) {
        analyzer.wait_for_room(MOST_QUEUED);
        match Request::read(line, defaults) {
            Ok(Request::Query(mut query)) if self.all && query.turns == Turns::Last => {
                query.turns = Turns::All;
                analyzer.submit(Request::Query(query));
            }
            Ok(request) => analyzer.submit(request),
            Err(failure) => output.take(Reply::Failure(failure), true),
        }
    }

    fn submit_text(
        &self,
        analyzer: &Analyzer,
        output: &Output,
        (number, place): (usize, String),
        line: &str,
        defaults: &Defaults,
    ) {
        analyzer.wait_for_room(MOST_QUEUED_TEXT);
        match query_of_line(number, line, defaults) {
            Ok(mut query) => {
                let answers = if self.all { query.moves.len() + 1 } else { 1 };
                query.turns = if self.all { Turns::All } else { Turns::Last };
                output.expect(number, place, answers);
                analyzer.submit(Request::Query(Box::new(query)));
            }
            Err(error) => {
                output.expect(number, place, 1);
                let failure = Failure { id: Some(number.to_string()), error: error.to_string(), field: None };
                output.take(Reply::Failure(failure), false);
            }
        }
    }
}

/// After Ctrl-C, searches end with what they have.
fn stop_on_ctrl_c(analyzer: &Arc<Analyzer>, output: &Arc<Output>) -> anyhow::Result<()> {
    let (analyzer, output) = (analyzer.clone(), output.clone());
    super::on_ctrl_c(move |_| {
        analyzer.terminate(None);
        analyzer.finish();
        output.interrupt();
        // The main thread may wait for input that does not come.
        std::process::exit(super::INTERRUPTED.into());
    })
}

/// Where lines come from.
enum Input {
    Arguments(Vec<String>),
    File(String, BufReader<File>),
    Stdin,
}

impl Input {
    /// Calls this with every line and where it is, until it returns false.
    fn for_each(self, take: &mut dyn FnMut(String, &str) -> bool) {
        match self {
            Input::Arguments(lines) => {
                for (number, line) in (1..).zip(lines) {
                    if !take(format!("argument {number}"), &line) {
                        return;
                    }
                }
            }
            Input::File(name, mut file) => read_lines(&name, &mut file, take),
            Input::Stdin => read_lines("standard input", &mut io::stdin().lock(), take),
        }
    }
}

fn read_lines(name: &str, input: &mut impl BufRead, take: &mut dyn FnMut(String, &str) -> bool) {
    let mut number = 0;
    while let Some(line) = next_line(input) {
        number += 1;
        // A line that is too long is cut, and cannot be understood then.
        if !take(format!("{name}, line {number}"), &line.text) {
            return;
        }
    }
}

/// Writes answers, whole lines at a time.
#[derive(Default)]
struct Output {
    order: Mutex<(InOrder, Places)>,
    closed: AtomicBool,
    bad: AtomicBool,
}

/// Where the lines that are not answered yet came from.
type Places = std::collections::BTreeMap<usize, String>;

impl Output {
    fn order(&self) -> MutexGuard<'_, (InOrder, Places)> {
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn expect(&self, number: usize, place: String, answers: usize) {
        let mut order = self.order();
        order.0.expect(number, answers);
        order.1.insert(number, place);
    }

    fn take(&self, reply: Reply, json: bool) {
        if matches!(reply, Reply::Failure(_)) {
            self.bad.store(true, Ordering::Relaxed);
        }
        let mut order = self.order();
        if json {
            match super::json_line(&reply) {
                Ok(line) => self.write(&line),
                Err(error) => log::error!("{error:#}"),
            }
            return;
        }
        for (number, text) in order.0.take(reply) {
            match text {
                Ok(text) => self.write(&text),
                Err(error) => {
                    let place = order.1.get(&number).cloned().unwrap_or_default();
                    super::tell(&format!("error: {place}: {error}"));
                }
            }
            order.1.retain(|&other, _| other >= number);
        }
    }

    fn write(&self, text: &str) {
        if super::print_all(text).is_err() {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Nothing is written after this.
    fn interrupt(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether nobody reads any more.
    fn closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    fn any_bad(&self) -> bool {
        self.bad.load(Ordering::Relaxed)
    }
}
