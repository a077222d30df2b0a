//! `sisku solve`.

use super::game_input::VariantArgs;
use super::progress::Bar;
use crate::arena::report::plural;
use crate::formats::{self, GameRecord, ReadOptions};
use crate::games::{Game, Notation, Player, Variant, Visitor};
use crate::search::{Control, Limits, Proof};
use crate::solve::{CheckVerdict, Solution, Solver, SolverSettings};
use crate::ugi::wire::next_line;
use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;
use std::any::Any;
use std::fmt::Write;
use std::io::{self, BufRead};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Prove a position won, lost or drawn
#[derive(Args)]
#[command(
    after_help = "Searches until the result with best play is proven or a limit is reached, then checks the proof \
    by a walk of\nits own on the rules alone. Prints the result (p1win, p2win, draw or unknown), within how many \
    plies a win\ncomes, the expected score of the player to move, the principal variation in UGI and native notation \
    (the\nline of the proof; … if the tree does not hold all of it), and the check: checked, or unchecked if it would take more than --check-nodes moves.\n\n\
    A list has one position a line, as a FEN or startpos with 'moves M …' after it if need be; answers come in\n\
    the order of the lines, each as soon as it is there. Blank lines and those that begin with # are passed over.\n\
    Every position is solved by itself: with --nodes and one thread the answer is the same everywhere. In games\n\
    with secrets every piece must be known, and the result is that of players who see everything.\n\n\
    Exit codes: 0 all proven, 3 some not proven within the limits, 1 a line was bad (it is named on stderr and the\n\
    rest goes on) or a proof was wrong, 2 a bad position or bad usage, 130 after Ctrl-C, with what was found.\n\n\
    Examples:\n  sisku solve '6/7/R-5/6r-/6/7/6 w 0 5'\n  \
    sisku solve '6/R-6/6/7/5r-/6S-/6 b 0 5' --json\n  \
    sisku solve '6/7/1R-4/7/5r-/7/6 w 17 5' e2-e3 --rule DrawLimit=19 --nodes 100000\n  \
    echo '6/R-6/6/7/5r-/6S-/6 w 0 5' | sisku solve --json --time 1"
)]
pub(super) struct Solve {
    /// The position: a FEN, or startpos; without it, and without --file, a list comes from standard input
    position: Option<String>,
    /// Moves to play from there, in either notation
    moves: Vec<String>,
    /// A file with a list of positions, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<String>,
    #[command(flatten)]
    variant: VariantArgs,
    /// Seconds for each position [default: 10, unless --nodes is given]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,
    /// Playouts for each position
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the tree in MB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Moves that the check of a proof may play; 0 for no check
    #[arg(long, value_name = "N", default_value_t = SolverSettings::default().check_nodes)]
    check_nodes: u64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// The exit code if something was not proven.
const UNPROVEN: u8 = 3;
/// Seconds for a position if no limit is given.
const DEFAULT_SECONDS: f64 = 10.0;

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|seconds| (0.001..=1e7).contains(seconds));
    number.ok_or_else(|| "expected a number of seconds from 0.001 to 10000000".to_string())
}

/// An answer. `docs/formats.md` describes it.
#[derive(Serialize)]
struct SolveJson {
    /// The line of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    variant: &'static str,
    fen: String,
    mover: Player,
    /// As `query result` names it, or `unknown`.
    result: &'static str,
    /// Within how many plies a win comes.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
    /// The expected score of the player to move.
    value: f64,
    pv: Vec<String>,
    native: Vec<String>,
    /// Whether the variation goes on to the end of the game.
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'static str>,
    check_nodes: u64,
    nodes: u64,
    /// Milliseconds.
    time: u64,
}

/// A line that could not be answered.
#[derive(Serialize)]
struct BadLineJson {
    line: usize,
    error: String,
}

/// What has happened so far.
#[derive(Default)]
struct Tally {
    unproven: bool,
    bad: bool,
}

impl Solve {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.solve_all() {
            // A reader that has seen enough is no error.
            Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
            done => done,
        }
    }

    fn solve_all(&self) -> anyhow::Result<ExitCode> {
        let options = self.variant.options()?;
        let seconds = self.time.or(self.nodes.is_none().then_some(DEFAULT_SECONDS));
        let limits = Limits {
            nodes: self.nodes,
            move_time: seconds.map(Duration::from_secs_f64),
            ..Limits::default()
        };
        let settings = SolverSettings {
            hash_mb: self.hash as usize,
            threads: self.threads.into(),
            check_nodes: self.check_nodes,
        };
        let mut desk = Desk { limits, settings, solver: None, control: Arc::default(), busy: Arc::default() };
        desk.stop_on_ctrl_c()?;
        let mut tally = Tally::default();
        match (&self.position, self.file.as_deref()) {
            (Some(position), _) if position != "-" => {
                let start = Some(position.as_str()).filter(|text| !text.eq_ignore_ascii_case("startpos"));
                let game = formats::play(start, &self.moves, &options).map_err(|error| anyhow!("{error}"))?;
                let answer = desk.solve(&game)?;
                self.tell(&answer, &mut tally)?;
            }
            (_, Some(path)) if path != "-" => {
                let mut file = super::open_lines(Path::new(path))?;
                self.solve_list(path, &mut file, &options, &mut desk, &mut tally)?;
            }
            _ => self.solve_list("stdin", &mut io::stdin().lock(), &options, &mut desk, &mut tally)?,
        }
        let code = match tally {
            _ if desk.control.stopped() => super::INTERRUPTED,
            Tally { bad: true, .. } => 1,
            Tally { unproven: true, .. } => UNPROVEN,
            _ => 0,
        };
        Ok(ExitCode::from(code))
    }

    fn solve_list(
        &self,
        name: &str,
        input: &mut impl BufRead,
        options: &ReadOptions,
        desk: &mut Desk,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let mut number = 0;
        while let Some(line) = next_line(input) {
            number += 1;
            let text = line.text.trim();
            if text.is_empty() || text.starts_with("# ") || text == "#" {
                continue;
            }
            let answer = match line.cut {
                true => Err(anyhow!("expected a shorter line")),
                false => read_line(text, options).and_then(|game| desk.solve(&game)),
            };
            match answer {
                Ok(mut answer) => {
                    answer.line = Some(number);
                    self.tell(&answer, tally)?;
                }
                Err(error) => {
                    tally.bad = true;
                    super::tell(&format!("error: {name}:{number}: {error:#}"));
                    if self.json {
                        let bad = BadLineJson { line: number, error: format!("{error:#}") };
                        super::print_all(&super::json_line(&bad)?)?;
                    }
                }
            }
            if desk.control.stopped() {
                break;
            }
        }
        Ok(())
    }

    /// Prints an answer.
    fn tell(&self, answer: &SolveJson, tally: &mut Tally) -> anyhow::Result<()> {
        tally.unproven |= answer.result == UNKNOWN;
        let text = if self.json { super::json_line(answer)? } else { text(answer)? };
        super::print_all(&text)?;
        if answer.check == Some(WRONG) {
            tally.bad = true;
            super::tell(&format!(
                "error: the proof of '{}' as {} is wrong: please report it",
                answer.fen, answer.result
            ));
        }
        Ok(())
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A position of a list, with the moves after it.
fn read_line(line: &str, options: &ReadOptions) -> anyhow::Result<GameRecord> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    words.drain(..usize::from(words.first() == Some(&"position")));
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let moves: Vec<String> = words.split_off(at).into_iter().skip(1).map(str::to_string).collect();
    words.drain(..usize::from(words.first() == Some(&"fen")));
    let start = words.join(" ");
    let start = Some(start.as_str()).filter(|text| !text.eq_ignore_ascii_case("startpos"));
    formats::play(start, &moves, options).map_err(|error| anyhow!("{error}"))
}

/// Solves positions of whatever variant.
struct Desk {
    limits: Limits,
    settings: SolverSettings,
    /// The solver of the variant that was met last.
    solver: Option<Box<dyn Any>>,
    control: Arc<Control>,
    /// Whether a position is being solved.
    busy: Arc<AtomicBool>,
}

impl Desk {
    /// Ctrl-C ends the search, which answers with what it has.
    fn stop_on_ctrl_c(&self) -> anyhow::Result<()> {
        let (control, busy) = (self.control.clone(), self.busy.clone());
        super::on_ctrl_c(move |presses| {
            control.stop();
            // The main thread may wait for input that does not come.
            if presses > 1 || !busy.load(Ordering::SeqCst) {
                std::process::exit(super::INTERRUPTED.into());
            }
        })
    }

    fn solve(&mut self, game: &GameRecord) -> anyhow::Result<SolveJson> {
        self.busy.store(true, Ordering::SeqCst);
        let answer = game.variant().visit(SolveGame { game, desk: self });
        self.busy.store(false, Ordering::SeqCst);
        answer
    }
}

struct SolveGame<'a> {
    game: &'a GameRecord,
    desk: &'a mut Desk,
}

impl Visitor for SolveGame<'_> {
    type Output = anyhow::Result<SolveJson>;

    fn visit<G: Notation>(self) -> Self::Output {
        let SolveGame { game, desk } = self;
        let history = game.history::<G>().context("no history of this variant")?;
        let kept = desk.solver.take().and_then(|solver| solver.downcast::<Solver<G>>().ok());
        let mut solver = kept.unwrap_or_else(|| Box::new(Solver::new(desk.settings.clone())));
        let bar = Bar::new();
        let share = |nodes: u64, time: Duration| {
            let of_nodes = desk.limits.nodes.map_or(0.0, |limit| nodes as f64 / limit as f64);
            let of_time = desk.limits.move_time.map_or(0.0, |limit| time.as_secs_f64() / limit.as_secs_f64());
            of_nodes.max(of_time)
        };
        let position = history.current();
        let solution = solver.solve(position, &desk.limits, &desk.control, &mut |report| {
            let words = || format!("{} playouts, value {:.3}", report.nodes, report.root.value.score());
            bar.show(share(report.nodes, report.time), words);
        });
        bar.clear();
        desk.solver = Some(solver);
        let solution = solution.map_err(|error| anyhow!("'{}': {error}", position.fen()))?;
        Ok(answer(game.variant(), position, &solution))
    }
}

const UNKNOWN: &str = "unknown";
const WRONG: &str = "wrong";

fn answer<G: Notation>(variant: Variant, position: &G, solution: &Solution<G::Move>) -> SolveJson {
    let (result, plies) = match solution.proof {
        Proof::Unknown => (UNKNOWN, None),
        Proof::Draw => ("draw", None),
        Proof::Win(Player::One, plies) => ("p1win", Some(plies)),
        Proof::Win(Player::Two, plies) => ("p2win", Some(plies)),
    };
    let check = |verdict| match verdict {
        CheckVerdict::Right => "checked",
        CheckVerdict::TooLarge => "unchecked",
        CheckVerdict::Wrong => WRONG,
    };
    let (mut pv, mut native) = (Vec::new(), Vec::new());
    let mut current = position.clone();
    for &mv in &solution.pv {
        pv.push(current.ugi_move(mv));
        native.push(current.native_move(mv));
        current.play(mv);
    }
    SolveJson {
        line: None,
        variant: variant.name(),
        fen: position.fen(),
        mover: Game::mover(position),
        result,
        plies,
        value: (f64::from(solution.value.score()) * 1e4).round() / 1e4,
        pv,
        native,
        complete: solution.complete,
        check: solution.check.map(check),
        check_nodes: solution.check_nodes,
        nodes: solution.nodes,
        time: solution.time.as_millis() as u64,
    }
}

fn text(answer: &SolveJson) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    if let Some(line) = answer.line {
        writeln!(text, "line {line}")?;
    }
    writeln!(text, "variant {}\nfen {}\nplayer {}", answer.variant, answer.fen, answer.mover.index() + 1)?;
    writeln!(text, "result {}", answer.result)?;
    if let Some(plies) = answer.plies {
        writeln!(text, "plies {plies}")?;
    }
    writeln!(text, "value {:.3}", answer.value)?;
    if !answer.pv.is_empty() {
        // A long line of a proof may lie deeper than the tree remembers.
        let more = if answer.complete || answer.result == UNKNOWN { "" } else { " …" };
        writeln!(text, "pv {}{more}\nnative {}{more}", answer.pv.join(" "), answer.native.join(" "))?;
    }
    if let Some(check) = answer.check {
        writeln!(text, "check {check}, {}", plural(answer.check_nodes, "move"))?;
    }
    writeln!(text, "nodes {}\ntime {:.3}", answer.nodes, answer.time as f64 / 1000.0)?;
    if answer.line.is_some() {
        text.push('\n');
    }
    Ok(text)
}
