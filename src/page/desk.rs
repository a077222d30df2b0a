//! One visitor: requests in, replies out.

use super::game::{Asked, GAME_FIELDS};
use super::hall::{Hall, Output};
use super::searches::{Kind, Searches};
use super::view::View;
use super::{bounds, review, tables, texts, think};
use crate::analysis::{Analyzer, Defaults, Failure, Fields, Reply, Request, Turns};
use crate::entropy::secret_number;
use crate::games::{LEVELS, Notation, NotationError, Rules, Variant, Visitor as OfVariant};
use crate::search::Limits;
use crate::ugi::Options;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Serialize;
use std::sync::Arc;

/// Answers the requests of one visitor. Dropping it ends the visitor's searches.
pub struct Desk {
    visitor: Arc<Visitor>,
    analyzer: Arc<Analyzer>,
    defaults: Defaults,
}

/// What searches know of the visitor that they work for.
pub(super) struct Visitor {
    /// Its number in the hall.
    pub(super) number: u64,
    pub(super) hall: Arc<Hall>,
    pub(super) searches: Arc<Searches>,
    pub(super) output: Output,
}

#[derive(Serialize)]
struct WithId<'a, T> {
    id: &'a str,
    #[serde(flatten)]
    body: T,
}

impl Visitor {
    /// Sends a reply with the id of its request.
    pub(super) fn reply(&self, id: &str, body: impl Serialize) {
        self.send(&WithId { id, body });
    }

    /// Sends a message.
    pub(super) fn send(&self, message: &impl Serialize) {
        match serde_json::to_string(message) {
            Ok(line) => (self.output)(line),
            Err(error) => log::error!("{error}"),
        }
    }
}

impl Desk {
    /// A desk for a visitor; `output` gets every reply, from several threads.
    pub fn new(hall: Arc<Hall>, output: impl Fn(String) + Send + Sync + 'static) -> Self {
        let searches = Arc::new(Searches::default());
        let threads = hall.settings.threads;
        let number = hall.enter();
        let visitor = Arc::new(Visitor { number, hall, searches, output: Arc::new(output) });
        let ours = visitor.clone();
        let analyzer = Arc::new(Analyzer::with_sessions(threads, bounds::MOST_SESSIONS, move |reply| {
            ours.pass_on(&reply)
        }));
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let mut options = Options::new(Variant::ALL[0]);
        options.settings.hash_mb = bounds::USUAL_HASH;
        Desk { visitor, analyzer, defaults: Defaults { options, limits } }
    }

    /// Takes a request. What takes long is answered later.
    pub fn submit(&self, line: &str) {
        if let Err(failure) = self.answer(line) {
            self.visitor.send(&failure);
        }
    }

    fn answer(&self, line: &str) -> Result<(), Failure> {
        let mut fields = Fields::of_line(line)?;
        let id: String = fields.required("id", "a text")?;
        let action = fields.take::<String>("action", ACTIONS)?;
        let visitor = &self.visitor;
        match action.as_deref().unwrap_or("query") {
            "query" | "terminate" | "version" | "clear" => self.analyze(line, &mut fields)?,
            "variants" => {
                fields.finish("id or action")?;
                visitor.reply(&id, Variants { variants: Variant::ALL.iter().map(describe).collect() });
            }
            "setup" => visitor.reply(&id, set_up(&mut fields)?),
            "view" => {
                let asked = Asked::take_and_watch(&mut fields, visitor, true)?;
                fields.finish(GAME_FIELDS)?;
                visitor.reply(&id, Viewed { view: View::of(&asked.seen, asked.turn) });
            }
            "explain" => visitor.reply(&id, texts::explain(visitor, &mut fields)?),
            "read" => visitor.reply(&id, texts::read(&mut fields)?),
            "write" => visitor.reply(&id, texts::write(visitor, &mut fields)?),
            "think" => think::think(visitor, id, fields)?,
            #[cfg(feature = "arena")]
            "match" => super::matches::answer(visitor, id, &mut fields)?,
            "review" => review::answer(visitor, id, fields)?,
            "stop" => {
                let stop_id = fields.take::<String>("stop_id", "the id of a request")?;
                fields.finish("id, action or stop_id")?;
                visitor.searches.stop(stop_id.as_deref());
                visitor.reply(&id, Stopped { action: "stop", stop_id });
            }
            other if tables::answer(visitor, &id, other, &mut fields)? => {}
            other => return Err(fields.failure("action", &NotationError::new(other, ACTIONS))),
        }
        Ok(())
    }

    /// Requests of `sisku analyze`.
    fn analyze(&self, line: &str, fields: &mut Fields) -> Result<(), Failure> {
        bounds::check_files(fields)?;
        let request = Request::read(line, &self.defaults)?;
        if let Request::Query(query) = &request {
            let answers = match &query.turns {
                Turns::Last => 1,
                Turns::All => query.moves.len() + 1,
                Turns::These(turns) => turns.len(),
            };
            let (analyzer, ended) = (Arc::downgrade(&self.analyzer), query.id.clone());
            let stop = move || {
                if let Some(analyzer) = analyzer.upgrade() {
                    analyzer.terminate(Some(&ended));
                }
            };
            bounds::check_query(&self.visitor, query, fields)?;
            self.visitor.searches.begin(Kind::Query, &query.id, answers, stop);
        }
        self.analyzer.submit(request);
        Ok(())
    }
}

impl Visitor {
    /// Sends an answer of the analyzer.
    fn pass_on(&self, reply: &Reply) {
        match reply {
            Reply::Answer(answer) if !answer.during_search => self.searches.answered(&answer.id, false),
            Reply::Terminated { id, .. } => self.searches.answered(id, false),
            Reply::Failure(Failure { id: Some(id), .. }) => self.searches.answered(id, true),
            _ => {}
        }
        self.send(reply);
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.visitor.hall.leave(self.visitor.number);
        self.visitor.searches.close();
        self.analyzer.terminate(None);
    }
}

const ACTIONS: &str = "an action: query, terminate, version, clear, variants, setup, view, explain, read, write, think, \
     review, stop, match, table-new, table-play, table-resign, table-draw, table-list, table-leave or table-drop";

#[derive(Serialize)]
struct Viewed {
    view: View,
}

#[derive(Serialize)]
struct Stopped {
    action: &'static str,
    stop_id: Option<String>,
}

#[derive(Serialize)]
struct Variants {
    variants: Vec<VariantReply>,
}

#[derive(Serialize)]
struct VariantReply {
    name: &'static str,
    title: &'static str,
    hidden: bool,
    setups: Vec<&'static str>,
    rules: Vec<RuleReply>,
    levels: u8,
}

#[derive(Serialize)]
struct RuleReply {
    name: &'static str,
    /// `switch` or `number`.
    kind: &'static str,
    default: u32,
    min: u32,
    max: u32,
}

fn describe(variant: &Variant) -> VariantReply {
    let rules = variant.rule_options().iter().map(|rule| RuleReply {
        name: rule.name,
        kind: if rule.is_switch() { "switch" } else { "number" },
        default: rule.default,
        min: rule.min,
        max: rule.max,
    });
    VariantReply {
        name: variant.name(),
        title: variant.title(),
        hidden: variant.hidden(),
        setups: variant.set_ups(),
        rules: rules.collect(),
        levels: LEVELS as u8,
    }
}

#[derive(Serialize)]
struct Position {
    position: String,
}

/// Answers `setup`.
fn set_up(fields: &mut Fields) -> Result<Position, Failure> {
    let options = crate::analysis::game_options(fields, &Options::new(Variant::ALL[0]))?;
    let variant = options.variant;
    let kind = fields.take::<String>("kind", "the name of a set-up")?;
    fields.finish("id, action, variant, rules or kind")?;
    let kind = kind.as_deref().unwrap_or(variant.set_ups()[0]);
    let position = draw(variant, kind, &options.rules);
    let position = position.ok_or_else(|| {
        let names = variant.set_ups().join(", ");
        fields.failure("kind", &NotationError::new(kind, format!("a set-up of {}: {names}", variant.name())))
    })?;
    Ok(Position { position })
}

/// A start position of this kind, drawn at random, as FEN.
pub(super) fn draw(variant: Variant, kind: &str, rules: &Rules) -> Option<String> {
    struct Draw<'a>(&'a str, &'a Rules);
    impl OfVariant for Draw<'_> {
        type Output = Option<String>;
        fn visit<G: Notation>(self) -> Self::Output {
            let Draw(kind, rules) = self;
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(secret_number());
            let set_up = G::SET_UPS.iter().find(|set_up| set_up.name.eq_ignore_ascii_case(kind))?;
            Some((set_up.draw)(rules, &mut rng).fen())
        }
    }
    variant.visit(Draw(kind, rules))
}
