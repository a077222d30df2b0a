//! The command line.

use crate::belief;
use crate::contest::{Contest, Played, Score};
use crate::exploit::{Searched, Uniform, exploitability};
use crate::fit::{self, Fitted};
use crate::insider;
use crate::levels::{LevelsArgs, ReferenceArgs};
use crate::opponents::{Name, Skill, evaluation};
use crate::pool;
use crate::proofs::command::ProofsArgs;
use crate::responder::{self, BestResponseArgs, Tally};
use crate::setups::SetupsArgs;
use crate::solvers::SolversArgs;
use crate::trees::TreeArgs;
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use serde_json::{Value, json};
use sisku::games::Variant;
use sisku::games::bloch::TERMS;
use sisku::search::{EvalSource, Evaluator, Limits, Params};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

#[derive(Parser)]
#[command(
    name = "sisku-lab",
    version,
    about = "Experiments with Sisku's search: games with hidden information, and proofs.",
    after_help = "Examples:\n  \
        sisku-lab match greedy --pairs 50 --nodes 2000\n  \
        sisku-lab exploit --iterations 100,1000 --seed 1\n  \
        sisku-lab proofs --searches 2000"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(MatchArgs),
    BestResponse(BestResponseArgs),
    Exploit(ExploitArgs),
    Tree(TreeArgs),
    Belief(BeliefArgs),
    Fit(FitArgs),
    Levels(LevelsArgs),
    Reference(ReferenceArgs),
    Proofs(ProofsArgs),
    Solvers(SolversArgs),
    Setups(SetupsArgs),
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    let done = match cli.command {
        Command::Match(args) => args.run(),
        Command::BestResponse(args) => args.run(),
        Command::Exploit(args) => args.run(),
        Command::Tree(args) => args.run(),
        Command::Belief(args) => args.run(),
        Command::Fit(args) => args.run(),
        Command::Levels(args) => args.run(),
        Command::Reference(args) => args.run(),
        Command::Solvers(args) => args.run(),
        Command::Setups(args) => args.run(),
        Command::Proofs(args) => return args.run().unwrap_or_else(|error| fail(&format!("{error:#}"))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("{error:#}")),
    }
}

/// A variant by its name.
pub fn parse_variant(text: &str) -> Result<Variant, String> {
    let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    Variant::find(text).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// Help and versions go to stdout whole; what is wrong goes to stderr in one line.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match print(&text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("{error:#}")),
        },
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => fail(
            "expected a subcommand: match, best-response, exploit, tree, belief, fit, levels, reference, proofs, setups or solvers (see --help)",
        ),
        _ => {
            let first = text.split("\n\n").next().unwrap_or_default();
            let words: Vec<&str> = first.split_whitespace().collect();
            fail(words.join(" ").trim_start_matches("error: "))
        }
    }
}

fn fail(message: &str) -> ExitCode {
    eprintln!("error: {message}");
    ExitCode::from(2)
}

/// Prints text to stdout. A reader that has seen enough is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}

/// How the engine plays.
#[derive(Args)]
pub struct EngineArgs {
    /// Evaluate without a net: everybody who searches does
    #[arg(long)]
    handcrafted: bool,
    /// Set a constant of the engine's search; may be repeated
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parse_param)]
    params: Vec<(&'static str, f32)>,
}

impl EngineArgs {
    pub fn skill(&self, limits: Limits) -> Skill {
        let evaluation = evaluation(self.handcrafted);
        let responder = responder::Settings::default();
        let insider = insider::Settings::default();
        Skill { limits, evaluation, tuned: self.params.clone(), determinizations: 1, responder, insider }
    }
}

/// Reads a constant of the search.
pub(crate) fn parse_param(text: &str) -> Result<(&'static str, f32), String> {
    let names = || Params::TABLE.iter().map(|param| param.name).collect::<Vec<_>>().join(", ");
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let param = Params::TABLE.iter().find(|param| param.name.eq_ignore_ascii_case(name));
    let param = param.ok_or_else(|| format!("expected one of {}", names()))?;
    match value.parse() {
        Ok(value) if (param.min..=param.max).contains(&value) => Ok((param.name, value)),
        _ => Err(format!("expected a number from {} to {}", param.min, param.max)),
    }
}

/// What chance and the machine may do.
#[derive(Args)]
pub struct RunArgs {
    /// Seed of all that is left to chance
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Games at the same time; changes no result unless time is the limit
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl RunArgs {
    /// Prints a result in the form asked for.
    pub fn print(&self, value: &Value, text: &str) -> anyhow::Result<()> {
        match self.json {
            true => print(&format!("{value}\n")),
            false => print(&format!("{text}\n")),
        }
    }
}

pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Rounded, so that JSON shows no more digits than mean something.
pub fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// Bloch's game: pairs of games between the engine and an opponent, with sides changed
#[derive(Args)]
#[command(
    after_help = "The score is the engine's, ± is one standard error over pairs. Pair n of a seed has \
    the same set-ups against every opponent.\n\n\
    Examples:\n  \
    sisku-lab match random --pairs 50 --nodes 1000\n  \
    sisku-lab match determinized --pairs 100 --first-pair 100000 --movetime 50\n  \
    sisku-lab match cheater --player forgetful --movetime 50\n  \
    sisku-lab match runner --player insider --pairs 20 --nodes 2000\n  \
    sisku-lab match ismcts --first-pair 300000 --pairs 20 --nodes 2000\n  \
    sisku-lab match engine --param HiddenCpuct=0.9 --nodes 1000 --threads 2 --json"
)]
struct MatchArgs {
    /// Whom to play
    opponent: Name,
    /// Who plays in the place of the engine: any of the above
    #[arg(long, default_value = "engine", hide_possible_values = true)]
    player: Name,
    /// Pairs of games
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// Number of the first pair
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    first_pair: u64,
    /// Playouts a turn of everybody who searches [default: 2000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds a turn of everybody who searches, instead of nodes
    #[arg(long, value_name = "MS", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Set a constant of the opponent's search; may be repeated
    #[arg(long = "opponent-param", value_name = "NAME=VALUE", value_parser = parse_param)]
    opponent_params: Vec<(&'static str, f32)>,
    /// Determinizations that 'determinized' searches a turn
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    determinizations: u16,
    #[command(flatten)]
    run: RunArgs,
    /// Print the games that were not won: as observed, then in full
    #[arg(long)]
    show: bool,
}

impl MatchArgs {
    fn run(self) -> anyhow::Result<()> {
        let limits = match self.movetime {
            Some(ms) => Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() },
            None => nodes(self.nodes.unwrap_or(2000)),
        };
        let determinizations = self.determinizations.into();
        let tally = Arc::default();
        let player = Skill { determinizations, ..self.engine.skill(limits) };
        let opponent = Skill { tuned: self.opponent_params.clone(), ..player.clone() };
        let player = Skill { insider: insider::Settings::of(self.player, self.opponent, &tally)?, ..player };
        let opponent =
            Skill { insider: insider::Settings::of(self.opponent, self.player, &tally)?, ..opponent };
        let silent = |name: Name, params: &[(&str, f32)]| !params.is_empty() && !name.searches();
        anyhow::ensure!(
            !silent(self.player, &player.tuned),
            "--param: '{}' does not search with the engine",
            self.player.text()
        );
        anyhow::ensure!(
            !silent(self.opponent, &opponent.tuned),
            "--opponent-param: '{}' does not search with the engine",
            self.opponent.text()
        );
        let contest = Contest {
            player: (self.player, player),
            opponent: (self.opponent, opponent),
            seed: self.run.seed,
        };
        let numbers = self.first_pair..self.first_pair.saturating_add(self.pairs.into());
        let pairs = pool::run(numbers, self.run.threads.into(), "pairs", |pair| contest.pair(pair))?;
        let score = Score::of(&pairs);
        let not_won: Vec<&Played> = match self.show {
            true => pairs.iter().flatten().filter(|game| game.score < 1.0).collect(),
            false => Vec::new(),
        };
        self.run.print(&self.json(&score, &not_won, &tally), &self.text(&score, &not_won, &tally))
    }

    fn text(&self, score: &Score, not_won: &[&Played], tally: &Tally) -> String {
        let [won, drawn, lost] = score.wdl;
        let mut text = String::new();
        for game in not_won {
            let (score, side) = (game.score, game.side.index() + 1);
            text += &format!("{score} as player {side}: {}\n  in full: {}\n", game.observed, game.turns);
        }
        text += &format!(
            "{} against {}: {:.1} % ± {:.1} in {} games ({won} won, {drawn} drawn, {lost} lost), {} barters",
            self.player.text(),
            self.opponent.text(),
            100.0 * score.mean,
            100.0 * score.error,
            won + drawn + lost,
            score.barters
        );
        if self.has_insider() {
            text += &format!(
                "\nprobability foreseen of the yardstick's turns: {:.3}; asked {} times",
                tally.mean_foreseen(),
                tally.searches.load(Relaxed)
            );
        }
        text
    }

    fn has_insider(&self) -> bool {
        [self.player, self.opponent].contains(&Name::Insider)
    }

    fn json(&self, score: &Score, not_won: &[&Played], tally: &Tally) -> Value {
        let [won, drawn, lost] = score.wdl;
        let mut value = json!({
            "player": self.player.text(),
            "opponent": self.opponent.text(),
            "first_pair": self.first_pair,
            "pairs": self.pairs,
            "score": rounded(score.mean),
            "standard_error": rounded(score.error),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "barters": score.barters,
        });
        if self.has_insider() {
            value["foreseen"] = json!(rounded(tally.mean_foreseen()));
        }
        if self.show {
            let game = |game: &&Played| {
                json!({
                    "score": game.score,
                    "player": game.side.index() + 1,
                    "observed": game.observed,
                    "moves": game.turns,
                })
            };
            value["not_won"] = not_won.iter().map(game).collect();
        }
        value
    }
}

/// The tiny game: exploitability of the search, by an exact best response
#[derive(Args)]
#[command(
    after_help = "What the best response wins on the average as either player, from 0 for an equilibrium \
    to 1. One search for each information set.\n\n\
    Examples:\n  \
    sisku-lab exploit --uniform\n  \
    sisku-lab exploit --iterations 100,300,1000,3000 --seed 77\n  \
    sisku-lab exploit --iterations 3000 --param HiddenCpuct=0.9 --json"
)]
struct ExploitArgs {
    /// Playouts of a search
    #[arg(long, value_delimiter = ',', default_value = "100,300,1000,3000", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Vec<u64>,
    /// Uniform play instead of the search
    #[arg(long, conflicts_with_all = ["iterations", "params"])]
    uniform: bool,
    /// Seed of the first search; the others count on from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Searches at each information set, whose answers are averaged: what an opponent knows who knows
    /// the strategy, but no seed
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    seeds: u32,
    /// Set a constant of the search; may be repeated
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parse_param)]
    params: Vec<(&'static str, f32)>,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

impl ExploitArgs {
    fn run(self) -> anyhow::Result<()> {
        if self.uniform {
            let given = exploitability(&mut Uniform)?;
            let value = json!({ "strategy": "uniform", "exploitability": rounded(given) });
            return self.print(&value, &format!("uniform: {given:.4}"));
        }
        for &iterations in &self.iterations {
            let mut searched = Searched::new(iterations, self.seed, self.seeds, self.params.clone());
            let given = exploitability(&mut searched)?;
            let searches = searched.searches();
            let value = json!({
                "strategy": "search",
                "iterations": iterations,
                "seed": self.seed,
                "seeds": self.seeds,
                "exploitability": rounded(given),
                "searches": searches,
            });
            self.print(&value, &format!("{iterations} iterations: {given:.4} in {searches} searches"))?;
        }
        Ok(())
    }

    fn print(&self, value: &Value, text: &str) -> anyhow::Result<()> {
        match self.json {
            true => print(&format!("{value}\n")),
            false => print(&format!("{text}\n")),
        }
    }
}

/// Bloch's game: how likely the true kinds are under the belief, along games of the engine
#[derive(Args)]
#[command(
    after_help = "Geometric means over both players of all games, every six turns: with the net's policy as \
    the likelihood of a turn, with the handcrafted policy, and with all worlds that fit equally likely.\n\n\
    Examples:\n  \
    sisku-lab belief --games 40 --nodes 1000\n  \
    sisku-lab belief --games 4 --nodes 100 --handcrafted --json"
)]
struct BeliefArgs {
    /// Games of the engine against itself
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Playouts a turn
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl BeliefArgs {
    fn run(self) -> anyhow::Result<()> {
        let skill = self.engine.skill(nodes(self.nodes));
        let net = Evaluator::new(match evaluation(false) {
            EvalSource::Net(net) => Some(net),
            _ => None,
        });
        let games = pool::run(0..self.games.into(), self.run.threads.into(), "games", |number| {
            belief::game(&skill, &net, self.run.seed, number)
        })?;
        let rows = belief::rows(&games);
        let mut text = "turns  beliefs  net     handcrafted  uniform".to_string();
        for row in &rows {
            text += &format!(
                "\n{:5}  {:7}  {:.4}  {:11.4}  {:7.4}",
                row.turns, row.count, row.net, row.handcrafted, row.uniform
            );
        }
        let value = |row: &belief::Row| {
            json!({
                "turns": row.turns,
                "beliefs": row.count,
                "net": rounded(row.net),
                "handcrafted": rounded(row.handcrafted),
                "uniform": rounded(row.uniform),
            })
        };
        let value = json!({ "games": self.games, "rows": rows.iter().map(value).collect::<Value>() });
        self.run.print(&value, &text)
    }
}

/// Bloch's game: fit the weights of the handcrafted terms to the results of games
#[derive(Args)]
#[command(
    after_help = "Logistic regression. The weights are those of the mover, of the other player, and of having \
    the turn. The last tenth of the games is held out.\n\n\
    Examples:\n  \
    sisku-lab fit --games 1500 --nodes 200 --handcrafted\n  \
    sisku-lab fit --games 1500 --nodes 200 --handcrafted --threads 2 --json"
)]
struct FitArgs {
    /// Games, the ones held out included
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Playouts a turn
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl FitArgs {
    fn run(self) -> anyhow::Result<()> {
        let skill = self.engine.skill(nodes(self.nodes));
        let games = pool::run(0..self.games.into(), self.run.threads.into(), "games", |number| {
            fit::self_play(&skill, self.run.seed, number)
        })?;
        let Fitted { weights, positions, training_loss, held_out_loss } =
            fit::fit_games(games, self.run.seed)?;
        let mut text = format!(
            "{positions} positions, cross entropy {training_loss:.4}, on games held out {held_out_loss:.4}"
        );
        // As the source has them: the two sides, seven in a line, then the rest.
        let side = TERMS / 2;
        for part in [&weights[..side], &weights[side..2 * side], &weights[2 * side..]] {
            for line in part.chunks(7) {
                let line: Vec<String> = line.iter().map(|weight| format!("{weight:.3}")).collect();
                text += &format!("\n{},", line.join(", "));
            }
            text.push('\n');
        }
        let number = |value: f32| rounded(value.into());
        let value = json!({
            "games": self.games,
            "positions": positions,
            "training_loss": number(training_loss),
            "held_out_loss": number(held_out_loss),
            "weights": weights.map(number).to_vec(),
        });
        self.run.print(&value, text.trim_end())
    }
}
