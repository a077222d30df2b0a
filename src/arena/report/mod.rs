//! What a match has shown, for people and for programs. Names all settings, so that it
//! can be pasted elsewhere.

mod chart;
mod standings;
mod table_chart;

pub(crate) use standings::Standings;

use super::config::{BookOrder, EngineSettings, MatchSettings, PositionForm, Tournament};
use super::stats::{Estimate, Pentanomial, Rating, Results, Sprt, Strength};
use crate::games::NotationError;
use chart::Chart;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use table_chart::{TableChart, TableRow};

/// The share of games lost on time from which on a result is doubtful.
const MOST_LATE: f64 = 0.02;

/// What the Elo of an engine is, in a match of two and in one of more.
const ELO_OF_TWO: &str = "against the other engine";
const ELO_OF_MANY: &str = "above the mean of all engines, by all games together";
/// Characters of a name in a title.
const MOST_NAME: usize = 28;

/// A match as it is reported.
pub(crate) struct MatchReport<'a> {
    pub(crate) settings: &'a MatchSettings,
    pub(crate) standings: &'a Standings,
    pub(crate) sprt: Option<&'a Sprt>,
    /// Why it ended, in words.
    pub(crate) ended: &'a str,
    /// Games that were to be played.
    pub(crate) planned: u64,
    /// Facts about this run: files, games at the same time, part of the match.
    pub(crate) run: &'a [(&'a str, String)],
}

/// Points without needless decimals.
fn points(results: Results) -> String {
    let halves = 2 * results.wins + results.draws;
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A number of things: `1 game`, `2 games`, `2 losses`.
pub(crate) fn plural(count: u64, noun: &str) -> String {
    let end = match (count, noun.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {noun}{end}")
}

/// The kinds of charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChartKind {
    Svg,
    Html,
}

/// The kind of chart that the name of a file asks for.
pub(crate) fn chart_kind(path: &Path) -> Result<ChartKind, NotationError> {
    let extension = path.extension().map(|ext| ext.to_ascii_lowercase().to_string_lossy().into_owned());
    match extension.as_deref() {
        Some("svg") => Ok(ChartKind::Svg),
        Some("html" | "htm") => Ok(ChartKind::Html),
        _ => {
            let expected = "the name of a chart to end in .svg or .html";
            Err(NotationError::new(path.display().to_string(), expected))
        }
    }
}

impl MatchReport<'_> {
    /// The result in a few words: score and Elo of the first engine, or the table's head.
    pub(crate) fn brief(standings: &Standings) -> String {
        let [first, second, rest @ ..] = standings.names() else { return String::new() };
        if !rest.is_empty() {
            let best = (0..standings.names().len()).max_by(|&a, &b| {
                let score = |engine| standings.table().total(engine).score();
                score(a).total_cmp(&score(b))
            });
            let best = best.unwrap_or_default();
            let results = standings.table().total(best);
            return format!("{} leads with {}", standings.names()[best], percent(results.score()));
        }
        let results = standings.tally(0, 1).results();
        let (ours, theirs) = (points(results), points(results.flipped()));
        format!("{first} {ours} - {theirs} {second}, Elo {}", standings.strength().elo)
    }

    /// The block of results.
    pub(crate) fn text(&self) -> String {
        let standings = self.standings;
        let mut text = String::new();
        let games = standings.games();
        let _ = writeln!(text, "{}: {games} of {}", self.ended, plural(self.planned, "game"));
        if standings.names().len() == 2 {
            self.write_duel(&mut text);
        } else {
            self.write_table(&mut text);
        }
        if games > 0 {
            self.write_endings(&mut text);
        }
        self.write_settings(&mut text);
        text
    }

    /// A picture of the match, as a page of HTML or as SVG: the course of the games of two
    /// engines, the ratings of more.
    pub(crate) fn chart(&self, html: bool) -> String {
        let (title, picture) = match self.standings.names() {
            [first, second] => self.duel_chart(first, second),
            _ => self.table_chart(),
        };
        if html { chart::html(&title, &picture) } else { picture }
    }

    fn duel_chart(&self, first: &str, second: &str) -> (String, String) {
        // Both names are to be told apart in the title, however long one of them is.
        let [first, second] = [first, second].map(|name| chart::shortened(name, MOST_NAME));
        let title = format!("{first} against {second}");
        let (note, test) = (self.game_settings(), self.sprt.map(|test| self.sprt_line(test)));
        let games = self.standings.course();
        let picture = chart::svg(&Chart { title: &title, note: &note, games, test: test.as_deref() });
        (title, picture)
    }

    fn table_chart(&self) -> (String, String) {
        let standings = self.standings;
        let (ratings, order) = self.ratings();
        let rows = order.into_iter().map(|engine| TableRow {
            name: &standings.names()[engine],
            elo: ratings[engine].elo,
            score: format!("{}/{}", points(ratings[engine].results), ratings[engine].results.games()),
        });
        let tournament = match self.settings.tournament {
            Tournament::RoundRobin => "Round robin".to_string(),
            // A file of games may tell of a match without engines.
            Tournament::Gauntlet => {
                format!("Gauntlet of {}", standings.names().first().map_or("nobody", String::as_str))
            }
        };
        let title = format!("{tournament}, {}", plural(standings.names().len() as u64, "engine"));
        let (summary, note) = (plural(standings.games(), "game"), self.game_settings());
        let picture = table_chart::svg(&TableChart {
            title: &title,
            summary: &summary,
            note: &note,
            rows: rows.collect(),
        });
        (title, picture)
    }

    /// The joint ratings, and the engines in their order, the best first.
    fn ratings(&self) -> (Vec<Rating>, Vec<usize>) {
        let ratings = self.standings.table().ratings();
        let mut order: Vec<usize> = (0..ratings.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.value.total_cmp(&ratings[a].elo.value));
        (ratings, order)
    }

    /// How a test stands.
    fn sprt_line(&self, test: &Sprt) -> String {
        let (llr, verdict) = self.standings.sprt(test);
        let (lower, upper) = test.bounds();
        format!("SPRT {test}: LLR {llr:.2} ({lower:.2}, {upper:.2}), {}", verdict.name())
    }

    fn write_duel(&self, text: &mut String) {
        let tally = self.standings.tally(0, 1);
        let (results, pairs) = (tally.results(), tally.pairs());
        let names = self.standings.names();
        let (ours, theirs) = (points(results), points(results.flipped()));
        let score = percent(results.score());
        let _ = writeln!(text, "{} {ours} - {theirs} {}  {results}  {score}", names[0], names[1]);
        let strength = self.standings.strength();
        let (elo, nelo, los) = (strength.elo, strength.nelo, percent(strength.los));
        let _ = writeln!(text, "Elo {elo} (95 %), normalised {nelo}, LOS {los}");
        let _ = writeln!(text, "Pairs {pairs} with 0, 1/2, 1, 3/2, 2 points for {}", names[0]);
        if let Some(test) = self.sprt {
            let _ = writeln!(text, "{}", self.sprt_line(test));
        }
    }

    fn write_table(&self, text: &mut String) {
        let standings = self.standings;
        let (ratings, order) = self.ratings();
        let width = standings.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (place, &engine) in (1..).zip(&order) {
            let (name, rating) = (&standings.names()[engine], &ratings[engine]);
            let results = rating.results;
            let (scored, share) = (points(results), percent(results.score()));
            let _ = writeln!(
                text,
                "{place:2} {name:<width$}  {scored}/{}  {share}  {results}  Elo {}",
                results.games(),
                rating.elo
            );
        }
        let _ = writeln!(text, "   (Elo {ELO_OF_MANY}, 95 %)");
        for (a, b) in order.iter().enumerate().flat_map(|(i, &a)| order[i + 1..].iter().map(move |&b| (a, b)))
        {
            let results = standings.table().results(a, b);
            if results.games() > 0 {
                let names = standings.names();
                let _ = writeln!(text, "   {} - {}: {results}", names[a], names[b]);
            }
        }
    }

    fn write_endings(&self, text: &mut String) {
        let standings = self.standings;
        let games = standings.games() as f64;
        let [lost, drawn, won] = standings.first_player();
        let (draws, length) = (percent(drawn as f64 / games), standings.plies() as f64 / games);
        let _ = writeln!(text, "Draws {draws}, {length:.1} moves a game, player one +{won} ={drawn} -{lost}");
        let endings: Vec<String> =
            standings.endings().iter().map(|(name, n)| format!("{name} {n}")).collect();
        let _ = writeln!(text, "Ends: {}", endings.join(", "));
        if standings.late() as f64 > MOST_LATE * games {
            let (late, share) = (plural(standings.late(), "game"), percent(standings.late() as f64 / games));
            let _ = writeln!(
                text,
                "Note: {late} lost on time, {share} of all: this tells of clocks more than of play. Check the \
                 engines' overhead; fewer games at the same time or a greater margin may help"
            );
        }
        if standings.mismatches() > 0 {
            let count = plural(standings.mismatches(), "answer");
            let _ = writeln!(text, "Strict: {count} of engines contradict the rules, see the games file");
        }
    }

    /// What is played, in a line.
    fn game_settings(&self) -> String {
        let settings = self.settings;
        let tournament = match settings.tournament {
            Tournament::RoundRobin => "round robin",
            Tournament::Gauntlet => "gauntlet",
        };
        let (variant, rules) = (&settings.variant, list(&settings.rules, " with "));
        let (openings, most) = (openings(settings), plural(settings.max_plies.into(), "move"));
        let resign = settings.resign.map_or(String::new(), |rule| {
            format!(", resign at {} cp for {}", rule.score, plural(rule.moves as u64, "move"))
        });
        let draw = settings.draw.map_or(String::new(), |rule| {
            let (moves, from) = (plural(rule.moves as u64, "move"), rule.from);
            format!(", draw within {} cp for {moves} from move {from} on", rule.score)
        });
        format!("{variant}{rules}, {tournament}, {openings}, at most {most}{resign}{draw}")
    }

    fn write_settings(&self, text: &mut String) {
        let settings = self.settings;
        let _ = writeln!(text, "Settings: {}", self.game_settings());
        for (index, engine) in settings.engines.iter().enumerate() {
            let thought = self.standings.thought(index);
            let each = thought.ms / thought.moves.max(1) as f64;
            let id = self.standings.id(index);
            let id = if id.is_empty() { String::new() } else { format!(" ({id})") };
            let described = describe(engine);
            let _ = writeln!(
                text,
                "  {}: {described}{id}; thought {each:.1} ms a move, at most {:.1}",
                engine.name, thought.longest_ms
            );
        }
        if let Some(referee) = &settings.referee {
            let _ = writeln!(text, "  referee: {}", describe(referee));
        }
        let run: Vec<String> = self.run.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let _ = writeln!(text, "Run: sisku {}, {}", env!("CARGO_PKG_VERSION"), run.join(", "));
    }

    /// The same as one JSON object.
    pub(crate) fn json(&self) -> Value {
        let standings = self.standings;
        let names = standings.names();
        let ratings = standings.table().ratings();
        let duel = names.len() == 2;
        let elo = |index: usize| match (duel, index) {
            (true, 0) => standings.strength().elo,
            (true, _) => standings.strength().elo.negated(),
            (false, _) => ratings[index].elo,
        };
        let engines: Vec<Value> = (0..names.len())
            .map(|index| {
                let thought = standings.thought(index);
                json!({
                    "name": names[index],
                    "id": standings.id(index),
                    "results": results_json(ratings[index].results),
                    "elo": estimate_json(elo(index)),
                    "moves": thought.moves,
                    "thought_ms": thought.ms,
                    "longest_ms": thought.longest_ms,
                })
            })
            .collect();
        let pairings: Vec<Value> = (0..names.len())
            .flat_map(|a| (a + 1..names.len()).map(move |b| (a, b)))
            .filter(|&(a, b)| standings.tally(a, b).results().games() > 0)
            .map(|(a, b)| {
                let tally = standings.tally(a, b);
                let Strength { elo, nelo, los, .. } = Strength::of(&tally);
                let Pentanomial(pairs) = tally.pairs();
                json!({
                    "first": names[a],
                    "second": names[b],
                    "results": results_json(tally.results()),
                    "pentanomial": pairs,
                    "elo": estimate_json(elo),
                    "normalised_elo": estimate_json(nelo),
                    "los": los,
                })
            })
            .collect();
        let endings: serde_json::Map<String, Value> =
            standings.endings().into_iter().map(|(name, n)| (name.to_string(), n.into())).collect();
        let run: serde_json::Map<String, Value> =
            self.run.iter().map(|(name, value)| (name.to_string(), value.as_str().into())).collect();
        json!({
            "ended": self.ended,
            "games": standings.games(),
            "planned": self.planned,
            "plies": standings.plies(),
            "faults": standings.faults(),
            "late": standings.late(),
            "mismatches": standings.mismatches(),
            "endings": endings,
            "engines": engines,
            "elo_of_engines": if duel { ELO_OF_TWO } else { ELO_OF_MANY },
            "pairings": pairings,
            "sprt": self.sprt.map(|test| self.sprt_json(test)),
            "settings": self.settings,
            "run": run,
        })
    }

    fn sprt_json(&self, test: &Sprt) -> Value {
        let (llr, verdict) = self.standings.sprt(test);
        let ((elo0, elo1), (alpha, beta), (lower, upper)) = (test.elo(), test.rates(), test.bounds());
        json!({
            "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta, "model": test.model().name(),
            "llr": llr, "lower": lower, "upper": upper, "verdict": verdict.name(),
        })
    }
}

fn results_json(results: Results) -> Value {
    let Results { wins, draws, losses } = results;
    json!({"wins": wins, "draws": draws, "losses": losses, "points": results.points()})
}

/// Infinite ends are written as null.
fn estimate_json(estimate: Estimate) -> Value {
    json!({"value": estimate.value, "low": estimate.low, "high": estimate.high})
}

fn list(items: &std::collections::BTreeMap<String, String>, before: &str) -> String {
    let items: Vec<String> = items.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if items.is_empty() { String::new() } else { format!("{before}{}", items.join(" ")) }
}

fn openings(settings: &MatchSettings) -> String {
    let openings = &settings.openings;
    let mut text = format!("openings {}", openings.source);
    if openings.fingerprint.is_some() && openings.order == BookOrder::Random {
        text.push_str(" shuffled");
    }
    if openings.plies > 0 {
        let _ = write!(text, " and {}", plural(openings.plies.into(), "random move"));
    }
    let _ = write!(text, ", seed {}", openings.seed);
    text
}

fn describe(engine: &EngineSettings) -> String {
    let mut text = format!("{}, {}", engine.command(), engine.limits);
    if let Some(cwd) = &engine.cwd {
        let _ = write!(text, ", in {}", cwd.display());
    }
    text.push_str(&list(&engine.options, ", options "));
    for line in &engine.init {
        let _ = write!(text, ", '{line}'");
    }
    if engine.position == PositionForm::Fen {
        text.push_str(", told positions");
    }
    if engine.ponder {
        text.push_str(", pondering");
    }
    if engine.restart {
        text.push_str(", restarted for every game");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_without_engines_is_reported() {
        let settings: MatchSettings = serde_json::from_value(json!({
            "variant": "pijersi",
            "tournament": "round-robin",
            "openings": {"source": "classic", "order": "sequential", "plies": 0, "seed": 1},
            "engines": [],
            "max_plies": 10,
        }))
        .expect("settings");
        let standings = Standings::new(&settings);
        let report = MatchReport {
            settings: &settings,
            standings: &standings,
            sprt: None,
            ended: "Merged",
            planned: 0,
            run: &[],
        };
        assert!(report.text().starts_with("Merged: 0 of 0 games"));
        assert_eq!(report.json()["games"], 0);
        assert!(report.chart(false).contains("0 engines"));
    }
}
