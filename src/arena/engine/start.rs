//! Starts an engine and tells it its options. What it does not take is found out before
//! anything is played: a match in which an engine ignores its options measures nothing.

use super::{Client, DialogueLog, Fault, Owner};
use crate::arena::config::{EngineSettings, MatchSettings};
use crate::ugi::wire::{Command, OptionLine};
use std::fmt;
use std::time::Duration;

/// How an engine's reply to `setoption` begins when it rejects it.
const REJECTION: [&str; 3] = ["info", "string", "error"];

/// An option that an engine does not take, and why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OptionComplaint {
    /// No `option` line has this name.
    Unknown { name: String, known: Vec<String> },
    /// The value is none that the `option` line allows.
    Value { name: String, value: String, expected: String },
    /// The engine has answered with an error to this line.
    Rejected { sent: String, said: String },
}

impl fmt::Display for OptionComplaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionComplaint::Unknown { name, known } if known.is_empty() => {
                write!(f, "option '{name}' is not announced, nor is any other")
            }
            OptionComplaint::Unknown { name, known } => {
                write!(f, "option '{name}' is not announced, only {}", known.join(", "))
            }
            OptionComplaint::Value { name, value, expected } => {
                write!(f, "option '{name}': '{value}': expected {expected}")
            }
            OptionComplaint::Rejected { sent, said } => write!(f, "'{sent}' is answered with '{said}'"),
        }
    }
}

/// An engine that runs, and the options it has not taken.
pub(super) struct Started {
    pub(super) engine: Client,
    pub(super) complaints: Vec<OptionComplaint>,
    patience: Duration,
}

/// Starts an engine and tells it the game, its rules and its options. The game and its rules
/// are for engines that announce them; what its own description asks for has to be there.
pub(super) fn start(
    settings: &EngineSettings,
    game: &MatchSettings,
    owner: &Owner,
    (patience, log): (Duration, Option<DialogueLog>),
) -> Result<Started, Fault> {
    let launch = settings.launch().map_err(|why| Fault::Start { program: None, why: why.to_string() })?;
    let mut engine = Client::spawn(&launch, owner)?;
    if let Some(log) = log {
        engine.log_to(log);
    }
    engine.handshake(patience)?;
    let mut started = Started { engine, complaints: Vec::new(), patience };
    // The game itself first, for engines that play several: each has options of its own.
    let is_variant = |name: &str| name.eq_ignore_ascii_case("Variant");
    let own = settings.options.iter().find(|(name, _)| is_variant(name));
    let variant = match own {
        Some((name, value)) => Some((name.clone(), value.clone())),
        None => {
            let hello = started.engine.hello();
            let name = hello.option("Variant").filter(|_| !hello.refuses_variant(&game.variant));
            name.map(|name| (name, game.variant.clone()))
        }
    };
    let rules = game.rules.iter().filter(|(name, _)| !settings.sets(name));
    let rules: Vec<(&String, &String)> = rules.collect();
    let options = settings.options.iter().filter(|(name, _)| !is_variant(name));
    let options: Vec<(&String, &String)> = options.collect();
    if let Some((name, value)) = variant {
        started.set(&name, &value)?;
        if !rules.is_empty() || !options.is_empty() || settings.ponder {
            started.engine.handshake(patience)?;
        }
    }
    for (name, value) in rules {
        if started.engine.hello().option(name).is_some() {
            started.set(name, value)?;
        }
    }
    if settings.ponder && !settings.sets("Ponder") {
        started.set("Ponder", "true")?;
    }
    for (name, value) in options {
        started.set(name, value)?;
    }
    for line in &settings.init {
        started.tell(line)?;
    }
    Ok(started)
}

impl Started {
    /// Sets an option, and notes what is wrong with it.
    fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let hello = self.engine.hello();
        let (name, line) = match hello.option_line(name) {
            Some(line) => (OptionLine::name_in(line), Some(line.to_string())),
            None => (name.to_string(), None),
        };
        let foreseen = match line {
            None => {
                let known = hello.options().map(OptionLine::name_in).collect();
                Some(OptionComplaint::Unknown { name: name.clone(), known })
            }
            // A line that is not well-formed says nothing of values.
            Some(line) => {
                line.parse::<OptionLine>().ok().and_then(|line| line.kind.refusal(value)).map(|expected| {
                    OptionComplaint::Value { name: name.clone(), value: value.to_string(), expected }
                })
            }
        };
        let before = self.complaints.len();
        self.tell(&Command::set_option(name, value).to_string())?;
        if let Some(complaint) = foreseen {
            // What the engine says of it need not be said twice.
            self.complaints.truncate(before);
            self.complaints.push(complaint);
        }
        Ok(())
    }

    /// Sends a line, waits until it is dealt with, and notes an error in reply to it.
    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        self.engine.send(line);
        for reply in self.engine.ready(self.patience)? {
            let said = reply.text.trim();
            let mut words = said.split_whitespace();
            let error = REJECTION.iter().all(|expected| {
                words.next().is_some_and(|word| word.trim_end_matches(':').eq_ignore_ascii_case(expected))
            });
            if error {
                self.complaints
                    .push(OptionComplaint::Rejected { sent: line.to_string(), said: said.to_string() });
            }
        }
        Ok(())
    }
}
