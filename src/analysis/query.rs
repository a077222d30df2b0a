//! Queries, read from JSON.

use super::Failure;
use super::fields::Fields;
use crate::games::{NotationError, Variant};
use crate::search::Limits;
use crate::ugi::Options;
use serde::Deserialize;
use std::time::Duration;

/// What queries ask for where they say nothing.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// Variant, rules and options.
    pub options: Options,
    /// What ends a search.
    pub limits: Limits,
}

/// A line of input.
#[derive(Clone, Debug)]
pub enum Request {
    /// A query.
    Query(Box<Query>),
    /// Ends searches that are under way or queued.
    Terminate {
        /// The request's own id.
        id: String,
        /// The query to end; none for all of them.
        query: Option<String>,
    },
    /// Asks for the engine's version.
    Version {
        /// The request's own id.
        id: String,
    },
    /// Drops all sessions, with their trees.
    Clear {
        /// The request's own id.
        id: String,
    },
}

/// A question about turns of a game.
#[derive(Clone, Debug)]
pub struct Query {
    /// Chosen by who asks; every answer has it.
    pub id: String,
    /// Variant, rules, settings of the search and seed.
    pub options: Options,
    /// A FEN, or `startpos`.
    pub position: String,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The turns to analyse.
    pub turns: Turns,
    /// What ends the search of a turn.
    pub limits: Limits,
    /// The only moves to search; all if empty.
    pub allow: Vec<String>,
    /// Moves not to search.
    pub avoid: Vec<String>,
    /// Queries of higher priority are searched first.
    pub priority: i32,
    /// Queries of one session share a tree, which is kept from one to the next.
    pub session: Option<String>,
    /// How often to answer while the search goes on.
    pub report_every: Option<Duration>,
    /// What answers have besides.
    pub include: Include,
}

/// Turns of a game, counted in moves played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turns {
    /// The position after all moves.
    Last,
    /// The start, and the position after every move.
    All,
    /// These.
    These(Vec<usize>),
}

/// What answers have besides value and moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Include {
    /// The prior of every legal move.
    pub policy: bool,
    /// The probability of each kind for every hidden piece.
    pub belief: bool,
    /// The time that the search took.
    pub time: bool,
}

/// The longest interval between reports, in seconds: a day.
const LONGEST_INTERVAL: f64 = 86_400.0;
/// More lines than any position has moves.
const MOST_LINES: u64 = 100_000;

impl Request {
    /// Reads a line.
    pub fn read(line: &str, defaults: &Defaults) -> Result<Request, Failure> {
        let mut fields = Fields::of_line(line)?;
        let id: String = fields.required("id", "a text")?;
        let Some(action) = fields.take::<String>("action", ACTIONS)? else {
            return query(id, fields, defaults).map(|query| Request::Query(Box::new(query)));
        };
        let request = match action.as_str() {
            "query" => return query(id, fields, defaults).map(|query| Request::Query(Box::new(query))),
            "terminate" => {
                let query = fields.take("terminate_id", "the id of a query")?;
                Request::Terminate { id, query }
            }
            "version" => Request::Version { id },
            "clear" => Request::Clear { id },
            _ => return Err(fields.failure("action", &NotationError::new(action, ACTIONS))),
        };
        fields.finish("id, action or terminate_id")?;
        Ok(request)
    }
}

const ACTIONS: &str = "query, terminate, version or clear";

const FIELDS: &str = "id, action, variant, rules, position, moves, turns, limits, multipv, allow, avoid, priority, \
     options, session, report_every or include";

#[derive(Deserialize)]
#[serde(untagged)]
enum TurnsField {
    Word(String),
    List(Vec<usize>),
}

fn query(id: String, mut fields: Fields, defaults: &Defaults) -> Result<Query, Failure> {
    let options = options(&mut fields, defaults)?;
    let position = fields.take("position", "a FEN or startpos")?;
    let moves: Vec<String> = fields.take("moves", "a list of moves")?.unwrap_or_default();
    let turns = turns(&mut fields, moves.len())?;
    let limits = limits(&mut fields, &defaults.limits)?;
    let report_every = fields.take::<f64>("report_every", SECONDS)?;
    if let Some(seconds) = report_every.filter(|seconds| !(0.001..=LONGEST_INTERVAL).contains(seconds)) {
        return Err(fields.failure("report_every", &NotationError::new(seconds.to_string(), SECONDS)));
    }
    let query = Query {
        id,
        options,
        position: position.unwrap_or_else(|| "startpos".to_string()),
        moves,
        turns,
        limits,
        allow: fields.take("allow", "a list of moves")?.unwrap_or_default(),
        avoid: fields.take("avoid", "a list of moves")?.unwrap_or_default(),
        priority: fields.take("priority", "a whole number")?.unwrap_or_default(),
        session: fields.take("session", "a text")?,
        report_every: report_every.map(Duration::from_secs_f64),
        include: include(&mut fields)?,
    };
    fields.finish(FIELDS)?;
    Ok(query)
}

const SECONDS: &str = "seconds, 0.001 to 86400";

/// The fields `variant` and `rules`, in place of those that the options have.
pub(crate) fn game_options(fields: &mut Fields, defaults: &Options) -> Result<Options, Failure> {
    let mut options = defaults.clone();
    if let Some(name) = fields.take::<String>("variant", "the name of a variant")? {
        let Some(variant) = Variant::find(&name) else {
            let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
            return Err(fields.failure("variant", &NotationError::new(name, names.join(", "))));
        };
        if variant != options.variant {
            options
                .set("Variant", Some(variant.name()))
                .map_err(|error| fields.failure("variant", &error))?;
        }
    }
    let rules = fields.object("rules")?.settings()?;
    for (name, value) in rules {
        let set = options.rules.set(&name, &value);
        if set.as_ref().is_ok_and(|known| *known) {
            continue;
        }
        let known: Vec<&str> = options.variant.rule_options().iter().map(|rule| rule.name).collect();
        let error = set.err().unwrap_or_else(|| NotationError::new(&name, known.join(" or ")));
        return Err(fields.failure(&format!("rules.{name}"), &error));
    }
    Ok(options)
}

fn options(fields: &mut Fields, defaults: &Defaults) -> Result<Options, Failure> {
    let mut options = game_options(fields, &defaults.options)?;
    let multi_pv = fields.take::<u64>("multipv", "a whole number from 1")?;
    if let Some(lines) = multi_pv.filter(|lines| !(1..=MOST_LINES).contains(lines)) {
        let error = NotationError::new(lines.to_string(), format!("a whole number from 1 to {MOST_LINES}"));
        return Err(fields.failure("multipv", &error));
    }
    for (name, value) in fields.object("options")?.settings()? {
        let field = format!("options.{name}");
        if name.eq_ignore_ascii_case("variant") {
            return Err(fields.failure(&field, &NotationError::new(name, "the field variant instead")));
        }
        options.set(&name, Some(&value)).map_err(|error| fields.failure(&field, &error))?;
    }
    if let Some(lines) = multi_pv {
        options.settings.multi_pv = lines as usize;
    }
    Ok(options)
}

fn turns(fields: &mut Fields, moves: usize) -> Result<Turns, Failure> {
    let expected = format!("\"all\", or a list of turns from 0 to {moves}");
    match fields.take("turns", &expected)? {
        None => Ok(Turns::Last),
        Some(TurnsField::Word(word)) if word == "all" => Ok(Turns::All),
        Some(TurnsField::Word(word)) => Err(fields.failure("turns", &NotationError::new(word, expected))),
        Some(TurnsField::List(turns)) => match turns.iter().find(|&&turn| turn > moves) {
            Some(turn) => Err(fields.failure("turns", &NotationError::new(turn.to_string(), expected))),
            None => Ok(Turns::These(turns)),
        },
    }
}

fn limits(fields: &mut Fields, defaults: &Limits) -> Result<Limits, Failure> {
    let mut object = fields.object("limits")?;
    let milliseconds = object.take::<u64>("movetime", "milliseconds")?;
    let limits = Limits {
        nodes: object.take("nodes", "a number of playouts")?,
        move_time: milliseconds.map(Duration::from_millis),
        depth: object.take("depth", "a depth")?,
        mate: object.take("mate", "a number of moves")?,
        infinite: object.take("infinite", "true or false")?.unwrap_or_default(),
        ..Limits::default()
    };
    object.finish("nodes, movetime, depth, mate or infinite")?;
    Ok(if limits == Limits::default() { defaults.clone() } else { limits })
}

fn include(fields: &mut Fields) -> Result<Include, Failure> {
    const EXPECTED: &str = "a list of policy, belief and time";
    let mut include = Include::default();
    for name in fields.take::<Vec<String>>("include", EXPECTED)?.unwrap_or_default() {
        match name.as_str() {
            "policy" => include.policy = true,
            "belief" => include.belief = true,
            "time" => include.time = true,
            _ => return Err(fields.failure("include", &NotationError::new(name, "policy, belief or time"))),
        }
    }
    Ok(include)
}
