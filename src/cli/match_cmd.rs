//! `sisku match`.

use super::match_show::ShowArgs;
use super::match_view::View;
use crate::arena::config::{
    BookOrder, DrawRule, EngineConfig, MatchConfig, OpeningConfig, ResignRule, SprtConfig, TimeControl,
    Tournament, pairs, settle,
};
use crate::arena::engine::reaper::Reaper;
use crate::arena::engine::{Owner, end_children_with_us};
use crate::arena::play::{Brake, Match, MatchEnd};
use crate::arena::records::{FileContents, GamesFile, game_record, merge};
use crate::arena::referee::RuleSource;
use crate::arena::report::{ChartKind, MatchReport, Standings, chart_kind, plural};
use crate::arena::schedule::Shard;
use crate::arena::stats::{Sprt, SprtVerdict};
use crate::games::{NotationError, Variant};
use anyhow::{Context, ensure};
use clap::{Args, Subcommand, ValueEnum};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

/// Play matches between UGI engines
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, after_help = HELP)]
pub(super) struct MatchArgs {
    #[command(subcommand)]
    command: Option<MatchCommand>,
    /// Take settings from a TOML or JSON file; flags override it
    #[arg(short, long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// An engine, as its path or as KEY=VALUE,...; once for each. Keys: see below
    #[arg(long = "engine", value_name = "SPEC", value_parser = EngineConfig::parse)]
    engines: Vec<EngineConfig>,
    /// Settings for all engines that do not say otherwise, as KEY=VALUE,...
    #[arg(long, value_name = "SPEC", value_parser = EngineConfig::parse)]
    each: Option<EngineConfig>,
    #[command(flatten)]
    limits: LimitArgs,
    /// The game; one we do not know is refereed by an engine [default: pijersi]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Change a rule of the game, as NAME=VALUE
    #[arg(long = "rule", value_name = "RULE", value_parser = pairs)]
    rules: Vec<Vec<(String, String)>>,
    /// Who plays whom: everyone everyone, or the first all others [default: round-robin]
    #[arg(long, value_enum)]
    tournament: Option<TournamentArg>,
    /// Games of each pairing, an even number [default: 100]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Games at the same time [default: 1]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    #[command(flatten)]
    openings: OpeningArgs,
    /// A game of so many moves is drawn [default: 1000]
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Give a game up when both engines agree for so many moves: moves=4,score=1000 (centipawns)
    #[arg(long, value_name = "SPEC", value_parser = ResignRule::parse)]
    resign: Option<ResignRule>,
    /// Draw a game when both engines think it even for so many moves: [from=60,]moves=8,score=10
    #[arg(long, value_name = "SPEC", value_parser = DrawRule::parse)]
    draw: Option<DrawRule>,
    /// Ask the engines after every move how the game stands, and report what is wrong
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    strict: Option<bool>,
    /// Play on with a warning when an engine rejects an option
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    lenient: Option<bool>,
    /// Seconds in which an engine has to answer and be ready after its start [default: 10]
    #[arg(long, value_name = "S")]
    start_timeout: Option<f64>,
    /// Stop when a test has decided: elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=normalised|logistic]
    #[arg(long, value_name = "SPEC", value_parser = SprtConfig::parse)]
    sprt: Option<SprtConfig>,
    /// Who referees a game that we do not know [default: the first engine] or one with secrets
    /// [default: we do], as KEY=VALUE,...
    #[arg(long, value_name = "SPEC", value_parser = EngineConfig::parse)]
    referee: Option<EngineConfig>,
    /// Append each finished game to this file, as one line of JSON [default: match.jsonl]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the match in the file of games, if it exists
    #[arg(long)]
    resume: bool,
    /// Write the games as people do
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw score and Elo over the games, as SVG or HTML by the name of the file
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Write what is said to and by every engine to files in this folder, with the time
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Play only part I of N of the match: every N-th pair of games
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Print one JSON object at the end; lines about games go to stderr
    #[arg(long)]
    json: bool,
    /// Print only the result
    #[arg(short, long)]
    quiet: bool,
}

const HELP: &str = "Keys of an engine: name, cmd (program and arguments; without it, this very sisku), \
arg, cwd, option.NAME, init (a line sent as it is), tc (seconds, as 10+0.1 or 40/60+0.5), movetime (ms), \
nodes, depth, margin (ms), timeout (s), hold (ms), position (moves|fen), restart (true|false), ponder (true|false). arg, init and \
option.NAME may come several times; '\\,' is a comma.

Exit code: 0 all games played, or the test accepts H1; 1 the test accepts H0; 2 error; 3 all games \
played and the test undecided; 4 all games played, and --strict has found wrong answers; 130 interrupted. \
Ctrl-C once finishes the running games, twice stops now; --resume goes on in either case.

Examples:
  sisku match --engine cmd=./old --movetime 100 --games 200
  sisku match --engine name=a,option.Threads=1 --engine name=b,option.Threads=2 --tc 10+0.1
  sisku match -c match.toml --resume --concurrency 2
  sisku match --engine cmd=./new --engine cmd=./old --nodes 1000 --sprt elo0=0,elo1=10 --games 20000
  sisku match merge part-*.jsonl --out all.jsonl
  sisku match show match.jsonl --game 7";

#[derive(Subcommand)]
enum MatchCommand {
    Merge(MergeArgs),
    Show(ShowArgs),
}

/// Join the files of a match that was played in parts, and report on all games
#[derive(Args)]
#[command(after_help = "Games that are in several files count once. Files of matches with other settings \
are refused, and so is a match that is not whole, unless --partial is given.\n\n\
Exit codes: those of 'sisku match'.\n\nExample:\n  sisku match merge part-*.jsonl --out all.jsonl")]
struct MergeArgs {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write all games to this new file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the games as people do
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Draw score and Elo over the games, as SVG or HTML by the name of the file
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
    /// Report on what is there when games or whole parts are missing
    #[arg(long)]
    partial: bool,
    /// Report on this test, too
    #[arg(long, value_name = "SPEC", value_parser = SprtConfig::parse)]
    sprt: Option<SprtConfig>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Limits for all engines that do not say otherwise.
#[derive(Args)]
struct LimitArgs {
    /// Seconds for the game and for each move, as 10+0.1, 1:30 or 40/60+0.5
    #[arg(long, value_name = "TIME", conflicts_with = "movetime")]
    tc: Option<TimeControl>,
    /// Milliseconds for each move [default: 100 without other limits]
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Depth for each move
    #[arg(long, value_name = "N")]
    depth: Option<u64>,
    /// Milliseconds an engine may be late [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// Seconds after which an engine without a clock is taken for hung [default: 60]
    #[arg(long, value_name = "S")]
    timeout: Option<f64>,
    /// Milliseconds before which a move of a hidden game is not passed on [default: 0]
    #[arg(long, value_name = "MS")]
    hold: Option<u64>,
}

#[derive(Args)]
struct OpeningArgs {
    /// classic, half-random, full-random, random-plies, or a file with a position or moves in each line
    /// [default: half-random in Pijersi, random-plies in Jersi, classic elsewhere]
    #[arg(long, value_name = "SOURCE")]
    openings: Option<String>,
    /// How a file is used [default: sequential]
    #[arg(long, value_enum)]
    order: Option<OrderArg>,
    /// Random moves after that [default: 0]
    #[arg(long, value_name = "N")]
    plies: Option<u32>,
    /// Random seed [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

#[derive(Clone, Copy, ValueEnum)]
enum TournamentArg {
    RoundRobin,
    Gauntlet,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderArg {
    Sequential,
    Random,
}

impl MatchArgs {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Some(MatchCommand::Merge(args)) => return args.run(),
            Some(MatchCommand::Show(args)) => return args.run(),
            None => {}
        }
        let mut config = match &self.config {
            Some(path) => MatchConfig::read(path)?,
            None => MatchConfig::default(),
        };
        let how = How {
            shard: self.shard.unwrap_or_default(),
            resume: self.resume,
            json: self.json,
            quiet: self.quiet,
        };
        config.overlay(self.flags()?);
        let game = Match::plan(&config, how.shard)?;
        let brake = Arc::new(Brake::new(owner()));
        let code = heed_ctrl_c(&brake).and_then(|()| play(&game, &config, &how, &brake));
        // The handler of Ctrl-C keeps the brake for ever, but the reaper has to go.
        brake.owner.retire();
        code
    }

    /// What the flags say.
    fn flags(self) -> anyhow::Result<MatchConfig> {
        let mut names = BTreeSet::new();
        for name in self.engines.iter().filter_map(|engine| engine.name.as_deref()) {
            ensure!(names.insert(name), "--engine name={name}: expected a name that no other engine has");
        }
        let LimitArgs { tc, movetime, nodes, depth, margin, timeout, hold } = self.limits;
        let mut each = self.each.unwrap_or_default();
        let short =
            EngineConfig { tc, movetime, nodes, depth, margin, timeout, hold, ..EngineConfig::default() };
        each.overlay(short);
        let order = self.openings.order.map(|order| match order {
            OrderArg::Sequential => BookOrder::Sequential,
            OrderArg::Random => BookOrder::Random,
        });
        let OpeningArgs { openings: source, plies, seed, .. } = self.openings;
        Ok(MatchConfig {
            variant: self.variant,
            rules: self.rules.into_iter().flatten().collect(),
            tournament: self.tournament.map(|tournament| match tournament {
                TournamentArg::RoundRobin => Tournament::RoundRobin,
                TournamentArg::Gauntlet => Tournament::Gauntlet,
            }),
            games: self.games,
            concurrency: self.concurrency,
            max_plies: self.max_plies,
            resign: self.resign,
            draw: self.draw,
            strict: self.strict,
            lenient: self.lenient,
            start_timeout: self.start_timeout,
            out: self.out,
            record: self.record,
            chart: self.chart,
            log: self.log,
            openings: OpeningConfig { source, order, plies, seed },
            sprt: self.sprt,
            each,
            engines: self.engines,
            referee: self.referee,
        })
    }
}

/// What the flags say that is not in files.
struct How {
    shard: Shard,
    resume: bool,
    json: bool,
    quiet: bool,
}

fn play(game: &Match, config: &MatchConfig, how: &How, brake: &Brake) -> anyhow::Result<ExitCode> {
    let out = config.out.clone().unwrap_or_else(|| PathBuf::from("match.jsonl"));
    // Engines that do not work are an error before the file is touched.
    let pool = game.rehearse(brake)?;
    for warning in pool.warnings() {
        super::tell(&format!("warning: {warning}"));
    }
    // Parts that share a description must not share these files.
    let [record, chart] =
        [&config.record, &config.chart].map(|path| path.as_deref().map(|path| how.shard.file(path)));
    writable(record.as_deref())?;
    writable(chart.as_deref())?;
    let (mut file, contents) = GamesFile::open(&out, &game.settings, how.resume)?;
    let mut standings = Standings::new(&game.settings);
    contents.games.iter().for_each(|game| standings.add(game));
    let played: BTreeSet<u64> = contents.games.iter().map(|game| game.game).collect();
    let left = game.schedule.tasks().filter(|task| !played.contains(&task.game)).count() as u64;
    let planned = left + played.len() as u64;
    let mut view = View::new(planned, standings.games(), how.json, how.quiet);
    view.record_to(record.as_deref(), &contents.games, &game.rule_source)?;
    for note in notes(game, &contents, &out) {
        view.note(&note);
    }
    let end = game.play(pool, &played, (&mut file, &mut standings), (brake, &mut view));
    view.clear();
    let end = end?;
    view.error()?;
    let run = [
        ("games file", out.display().to_string()),
        ("concurrency", game.concurrency.to_string()),
        ("shard", how.shard.to_string()),
    ];
    let report = MatchReport {
        settings: &game.settings,
        standings: &standings,
        sprt: game.sprt.as_ref(),
        ended: &ended(end),
        planned,
        run: &run,
    };
    write_chart(&report, chart.as_deref())?;
    print_report(&report, how.json)?;
    Ok(exit_code(end, game.sprt.as_ref(), &standings))
}

impl MergeArgs {
    fn run(self) -> anyhow::Result<ExitCode> {
        self.chart.as_deref().map(chart_kind).transpose()?;
        writable(self.record.as_deref())?;
        writable(self.chart.as_deref())?;
        let merged = merge(&self.files)?;
        if let Some(gap) = merged.gap() {
            ensure!(self.partial, "missing: {gap}; --partial goes without");
            super::tell(&format!("note: missing: {gap}"));
        }
        let mut standings = Standings::new(&merged.settings);
        merged.games.iter().for_each(|game| standings.add(game));
        if let Some(out) = &self.out {
            merged.write(out)?;
        }
        if let Some(path) = &self.record {
            let rule_source = settle::rule_source(&merged.settings)?;
            let games: String =
                merged.games.iter().map(|game| game_record::write(game, &rule_source)).collect();
            std::fs::write(path, games).with_context(|| format!("cannot write {}", path.display()))?;
        }
        for path in &merged.torn {
            super::tell(&format!("note: {}: the last line is cut off and left out", path.display()));
        }
        if merged.repeated > 0 {
            let verb = if merged.repeated == 1 { "was" } else { "were" };
            super::tell(&format!(
                "note: {} {verb} in several files and count once",
                plural(merged.repeated, "game")
            ));
        }
        let test = self.sprt.map(|sprt| sprt.test()).transpose()?;
        if test.is_some() && merged.settings.engines.len() > 2 {
            return Err(NotationError::new("--sprt", "a match of two engines").into());
        }
        let verdict = test.as_ref().map(|test| standings.sprt(test).1);
        let report = MatchReport {
            settings: &merged.settings,
            standings: &standings,
            sprt: test.as_ref(),
            ended: "Merged",
            planned: merged.planned,
            run: &[("files", self.files.len().to_string())],
        };
        write_chart(&report, self.chart.as_deref())?;
        print_report(&report, self.json)?;
        Ok(verdict.map_or(ExitCode::SUCCESS, verdict_code))
    }
}

fn print_report(report: &MatchReport<'_>, json: bool) -> anyhow::Result<()> {
    super::print(&if json { super::json_line(&report.json())? } else { report.text() })
}

/// Finds out before the work whether a file can be written after it. What is in it stays.
fn writable(path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map(drop).with_context(|| format!("cannot write {}", path.display()))
}

fn write_chart(report: &MatchReport<'_>, path: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let html = chart_kind(path)? == ChartKind::Html;
    std::fs::write(path, report.chart(html)).with_context(|| format!("cannot write {}", path.display()))
}

/// Ends engines even if we are killed, if that can be arranged.
pub(super) fn owner() -> Owner {
    if !Reaper::NEEDED {
        end_children_with_us();
        return Owner::default();
    }
    let reaper = std::env::current_exe().and_then(|exe| Reaper::start(Command::new(exe).arg("reaper")));
    match reaper {
        Ok(reaper) => Owner::reaped_by(reaper),
        Err(error) => {
            log::warn!("no reaper: {error}");
            Owner::default()
        }
    }
}

fn heed_ctrl_c(brake: &Arc<Brake>) -> anyhow::Result<()> {
    let brake = brake.clone();
    super::on_ctrl_c(move |presses| {
        if presses > 1 {
            brake.stop();
        } else {
            super::tell("\nfinishing the running games; Ctrl-C again stops now");
            brake.finish();
        }
    })
}

fn notes(game: &Match, contents: &FileContents, out: &Path) -> Vec<String> {
    let mut notes = Vec::new();
    if !contents.games.is_empty() {
        let games = plural(contents.games.len() as u64, "game");
        notes.push(format!("going on after {games} in {}", out.display()));
    }
    if contents.torn {
        notes.push(format!("dropped the last line of {}, which was cut off", out.display()));
    }
    if let RuleSource::Engine(referee) = &game.rule_source {
        let (variant, name) = (&game.settings.variant, &referee.name);
        notes.push(match Variant::find(variant) {
            Some(_) => format!("'{name}' is trusted as referee"),
            None => format!("the rules of '{variant}' are not known here: '{name}' is trusted as referee"),
        });
    }
    let rounds = game.schedule.rounds();
    // Who has secrets sets up by itself, each time in another way.
    let sets_up = game.settings.hidden() && game.settings.openings.source == crate::arena::openings::USUAL;
    if let Some(size) = game.book.size().filter(|&size| (size as u64) < rounds && !sets_up) {
        let openings = plural(size as u64, "opening");
        notes.push(format!("{openings} for {rounds} pairs: they repeat"));
    }
    let idle = game.settings.engines.iter().filter(|engine| engine.ponder && !game.lets_ponder(engine));
    for engine in idle {
        let name = &engine.name;
        notes.push(format!("'{name}' does not ponder: not in hidden games, with --strict or position=fen"));
    }
    notes
}

fn ended(end: MatchEnd) -> String {
    match end {
        MatchEnd::Complete => "Match complete".to_string(),
        MatchEnd::Decided(verdict) => format!("Match decided, {}", verdict.name()),
        MatchEnd::Interrupted => "Match interrupted, --resume goes on".to_string(),
    }
}

fn verdict_code(verdict: SprtVerdict) -> ExitCode {
    match verdict {
        SprtVerdict::AcceptH1 => ExitCode::SUCCESS,
        SprtVerdict::AcceptH0 => ExitCode::from(1),
        SprtVerdict::Continue => ExitCode::from(3),
    }
}

fn exit_code(end: MatchEnd, sprt: Option<&Sprt>, standings: &Standings) -> ExitCode {
    match end {
        MatchEnd::Interrupted => ExitCode::from(super::INTERRUPTED),
        _ if standings.mismatches() > 0 => ExitCode::from(4),
        MatchEnd::Decided(verdict) => verdict_code(verdict),
        MatchEnd::Complete if sprt.is_some() => verdict_code(SprtVerdict::Continue),
        MatchEnd::Complete => ExitCode::SUCCESS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::config::settle::{DEFAULT_GAMES, DEFAULT_START_TIMEOUT};
    use clap::CommandFactory;

    #[derive(clap::Parser)]
    struct Alone {
        #[command(flatten)]
        args: MatchArgs,
    }

    #[test]
    fn help_tells_the_defaults() {
        let engine = EngineConfig::parse("name=a").expect("an engine");
        let config = MatchConfig { engines: vec![engine], ..MatchConfig::default() };
        let settings = config.settings().expect("settled");
        let (limits, openings) = (settings.engines[0].limits, settings.openings);
        let limit = |value: Option<u64>| value.map(|value| value.to_string()).expect("a limit");
        let defaults = [
            ("movetime", limit(limits.movetime) + " without other limits"),
            ("margin", limits.margin.to_string()),
            ("timeout", limits.timeout.to_string()),
            ("hold", limits.hold.to_string()),
            ("games", DEFAULT_GAMES.to_string()),
            ("max_plies", settings.max_plies.to_string()),
            ("start_timeout", DEFAULT_START_TIMEOUT.to_string()),
            ("plies", openings.plies.to_string()),
            ("seed", openings.seed.to_string()),
        ];
        let command = Alone::command();
        for (id, value) in defaults {
            let arg = command.get_arguments().find(|arg| arg.get_id() == id).expect(id);
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.ends_with(&format!("[default: {value}]")), "{id}: {help}");
        }
    }
}
