//! The calibration of the levels: matches between neighbouring levels, and of the lowest ones
//! against the reference player, all by `sisku match`; then one scale of Elo for all of them.

use crate::commands::parse_variant;
use crate::commands::print;
use crate::ratings::{PairResult, Rating, ratings};
use crate::reference;
use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use sisku::games::{LEVELS, Variant};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The reference player of the levels' Elo scale, as a UGI engine on standard input and output
#[derive(Args)]
#[command(after_help = "It wins in one move if it can, and else moves at random: the zero of the scale in \
    docs/levels.md.\n\n\
    Examples:\n  \
    sisku-lab reference --variant jersi\n  \
    sisku match --engine name=level1,option.Level=1 --engine 'name=reference,cmd=sisku-lab reference'")]
pub struct ReferenceArgs {
    /// The game to begin with; the option Variant changes it
    #[arg(long, default_value = "pijersi", value_parser = parse_variant)]
    variant: Variant,
}

impl ReferenceArgs {
    pub fn run(self) -> anyhow::Result<()> {
        reference::run(self.variant, io::stdin().lock(), io::stdout().lock())
    }
}

fn parse_even(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number: &u32| *number > 0 && number.is_multiple_of(2));
    number.ok_or_else(|| "expected an even number above 0".to_string())
}

/// Calibrate the levels of a game: matches of neighbours and of the reference player, and their Elo
#[derive(Args)]
#[command(
    after_help = "Games go to files in the folder of --out, one a pairing; pairings that are complete there are \
    not played again. Levels below 10 count playouts; level 10 gets --movetime or --nodes.\n\n\
    Examples:\n  \
    sisku-lab levels --variant pijersi --games 400 --concurrency 2 --out /tmp/levels\n  \
    sisku-lab levels --skills 0.8,1.9,3 --sisku sisku-tune --out /tmp/skills\n  \
    sisku-lab levels --engine 'name=ns,cmd=./pijersi-rs,position=fen,movetime=100,margin=2000' --against 8,9,10"
)]
pub struct LevelsArgs {
    /// The game
    #[arg(long, default_value = "pijersi", value_parser = parse_variant)]
    variant: Variant,
    /// Games of each pairing
    #[arg(long, default_value = "200", value_parser = parse_even)]
    games: u32,
    /// Games of the pairings of level 10 and of --engine [default: as --games]
    #[arg(long, value_name = "N", value_parser = parse_even)]
    slow_games: Option<u32>,
    /// Milliseconds a move of level 10
    #[arg(long, value_name = "MS", default_value_t = 100)]
    movetime: u32,
    /// Playouts a move of level 10 instead, where other work would disturb the clock
    #[arg(long, value_name = "N", conflicts_with = "movetime", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// Games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder of the games
    #[arg(long, value_name = "DIR", default_value = "levels")]
    out: PathBuf,
    /// The engine [default: sisku beside this program]
    #[arg(long, value_name = "FILE")]
    sisku: Option<PathBuf>,
    /// Places on the path from weak to strong play, in place of the levels; needs an engine with the feature 'tune'
    #[arg(long, value_delimiter = ',')]
    skills: Vec<f32>,
    /// Another engine to place on the scale, as for 'sisku match'
    #[arg(long, value_name = "SPEC", requires = "against")]
    engine: Option<String>,
    /// The levels that it plays
    #[arg(long, value_delimiter = ',', requires = "engine", value_parser = clap::value_parser!(u8).range(1..=10))]
    against: Vec<u8>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A player of the calibration.
struct Player {
    name: String,
    /// As `sisku match` takes it, without the name.
    spec: String,
}

/// How many of the lowest levels play the reference player.
const MEET_REFERENCE: usize = 3;

impl LevelsArgs {
    pub fn run(self) -> anyhow::Result<()> {
        let players = self.players()?;
        let mut results = Vec::new();
        for pair in self.pairs(players.len()) {
            results.push(self.play(&players, pair)?);
        }
        let ratings = ratings(players.len(), &results);
        match self.json {
            true => print(&format!("{}\n", self.to_json(&players, &results, &ratings))),
            false => print(&table(&players, &results, &ratings)),
        }
    }

    /// The reference player, the levels, and the other engine.
    fn players(&self) -> anyhow::Result<Vec<Player>> {
        let lab = std::env::current_exe().context("cannot find this program")?;
        let lab = lab.display().to_string().replace(',', "\\,");
        // Levels stop by themselves. A limit of time would hold up the moves of hidden games.
        let limits = "nodes=1000000";
        let spec = format!("cmd='{lab}' reference,{limits}");
        let mut players = vec![Player { name: "reference".to_string(), spec }];
        if self.skills.is_empty() {
            players.extend((1..=LEVELS).map(|level| {
                let limits = if level == LEVELS { self.full_limits() } else { limits.to_string() };
                Player { name: format!("level{level}"), spec: format!("option.Level={level},{limits}") }
            }));
        } else {
            let player = |skill: &f32| Player {
                name: format!("skill{skill}"),
                spec: format!("option.Skill={skill},{limits}"),
            };
            players.extend(self.skills.iter().map(player));
            players.push(Player { name: "full".to_string(), spec: self.full_limits() });
        }
        if let Some(engine) = &self.engine {
            let (name, spec) = match engine.strip_prefix("name=").and_then(|rest| rest.split_once(',')) {
                Some((name, spec)) => (name.to_string(), spec.to_string()),
                None => ("other".to_string(), engine.clone()),
            };
            players.push(Player { name, spec });
        }
        Ok(players)
    }

    /// The limits of full strength.
    fn full_limits(&self) -> String {
        match self.nodes {
            Some(nodes) => format!("nodes={nodes}"),
            None => format!("movetime={},margin=2000", self.movetime),
        }
    }

    /// Who plays whom, the stronger first.
    fn pairs(&self, players: usize) -> Vec<[usize; 2]> {
        let levels = players - 1 - usize::from(self.engine.is_some());
        let mut pairs: Vec<[usize; 2]> = (1..=levels.min(MEET_REFERENCE)).map(|level| [level, 0]).collect();
        pairs.extend((2..=levels).map(|level| [level, level - 1]));
        let against = self.against.iter().map(|&level| usize::from(level)).filter(|&level| level <= levels);
        pairs.extend(against.map(|level| [players - 1, level]));
        pairs
    }

    fn play(&self, players: &[Player], pair: [usize; 2]) -> anyhow::Result<PairResult> {
        let [one, two] = pair.map(|i| &players[i]);
        let beside = || std::env::current_exe().ok().map(|lab| lab.with_file_name("sisku"));
        let sisku = self.sisku.clone().or_else(beside).context("cannot find sisku; --sisku names it")?;
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        let file = self.out.join(format!("{}-{}-{}.jsonl", self.variant.name(), one.name, two.name));
        let slow = pair[0] + 1 >= players.len() || pair[0] >= LEVELS;
        let games = if slow { self.slow_games.unwrap_or(self.games) } else { self.games };
        let mut command = Command::new(&sisku);
        command.args(["match", "--json", "--quiet", "--resume", "--variant", self.variant.name()]);
        for player in [one, two] {
            command.arg("--engine").arg(format!("name={},{}", player.name, player.spec));
        }
        command.args(["--games", &games.to_string(), "--seed", &self.seed.to_string()]);
        command.args(["--concurrency", &self.concurrency.to_string()]).arg("--out").arg(&file);
        let output = command.stdin(Stdio::null()).stderr(Stdio::piped()).output();
        let output = output.with_context(|| format!("cannot run {}", sisku.display()))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().last().unwrap_or_default();
        anyhow::ensure!(output.status.success(), "sisku match of {} and {}: {last}", one.name, two.name);
        read_result(&output.stdout, pair, &file)
    }

    fn to_json(&self, players: &[Player], results: &[PairResult], ratings: &[Rating]) -> Value {
        let rating = |(player, rating): (&Player, &Rating)| json!({ "name": player.name, "elo": rating.elo.round(), "error": rating.error.round() });
        let pair = |result: &PairResult| {
            let [one, two] = result.pair.map(|i| &players[i].name);
            json!({ "first": one, "second": two, "points": result.points, "games": result.games })
        };
        json!({
            "variant": self.variant.name(),
            "ratings": players.iter().zip(ratings).map(rating).collect::<Value>(),
            "pairs": results.iter().map(pair).collect::<Value>(),
        })
    }
}

fn read_result(json: &[u8], pair: [usize; 2], file: &Path) -> anyhow::Result<PairResult> {
    let json: Value = serde_json::from_slice(json).context("sisku match answers no JSON")?;
    let results = &json["pairings"][0]["results"];
    let number = |key: &str| results[key].as_f64().with_context(|| format!("no {key} in the result"));
    let games = number("wins")? + number("draws")? + number("losses")?;
    anyhow::ensure!(games > 0.0, "no games in {}", file.display());
    Ok(PairResult { pair, points: number("points")?, games })
}

/// A table in Markdown.
fn table(players: &[Player], results: &[PairResult], ratings: &[Rating]) -> String {
    let score = |result: &PairResult| {
        let share = result.points / result.games;
        let error = 1.96 * (share * (1.0 - share) / result.games).sqrt();
        format!("{:.1} ± {:.1} % of {}", 100.0 * share, 100.0 * error, result.games)
    };
    let mut text = "| player | Elo | against | score |\n|---|---|---|---|\n".to_string();
    for (i, (player, rating)) in players.iter().zip(ratings).enumerate() {
        let mut elo = format!("{:.0} ± {:.0}", rating.elo, rating.error);
        let mut name = player.name.as_str();
        let met: Vec<&PairResult> = results.iter().filter(|result| result.pair[0] == i).collect();
        if met.is_empty() {
            text += &format!("| {name} | {elo} | | |\n");
        }
        for result in met {
            let opponent = &players[result.pair[1]].name;
            text += &format!("| {name} | {elo} | {opponent} | {} |\n", score(result));
            (name, elo) = ("", String::new());
        }
    }
    text
}
