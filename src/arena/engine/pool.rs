//! The engines of one game at a time: a process of each, kept from game to game.

use super::start::{Started, start};
use super::{Client, Fault, LogFolder, OptionComplaint, Owner};
use crate::arena::config::{EngineSettings, MatchSettings};
use crate::arena::referee::{Referee, RuleSource, Trusted, of_variant};
use crate::entropy::SecretHash;
use crate::ugi::wire::{Command, OptionKind, OptionLine};
use std::time::Duration;

/// How long engines that have answered `ugi` may take to get ready.
pub(crate) const READY: Duration = Duration::from_secs(60);
/// The greatest seed that engines are given: some read no more.
const MOST_SEED: i64 = i32::MAX as i64;
/// How long engines may take to answer a question.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);

/// How the engines of a match are treated; nothing that its results depend on.
#[derive(Clone, Debug)]
pub(crate) struct EnginePolicy {
    /// Whether engines may reject options.
    pub(crate) lenient: bool,
    /// How long an engine may take to answer the first `ugi`.
    pub(crate) start_timeout: Duration,
    /// Where the dialogues with engines are kept.
    pub(crate) log: Option<LogFolder>,
    /// Whence the seeds of games with secrets come: kept here only, in no file but a log.
    pub(crate) seeds: SecretHash,
}

/// The engines of a match and its referee, as far as they run.
pub(crate) struct EnginePool<'a> {
    settings: &'a MatchSettings,
    rule_source: &'a RuleSource,
    owner: &'a Owner,
    policy: &'a EnginePolicy,
    /// How long engines may take to get ready: not long before the first game.
    ready: Duration,
    engines: Vec<Option<Client>>,
    referee: Option<Box<dyn Referee + Send>>,
    /// Options that engines have rejected, with their names.
    rejected: Vec<(String, OptionComplaint)>,
}

impl<'a> EnginePool<'a> {
    /// A pool in which nothing runs yet.
    pub(crate) fn new(
        settings: &'a MatchSettings,
        rule_source: &'a RuleSource,
        owner: &'a Owner,
        policy: &'a EnginePolicy,
    ) -> Self {
        let engines = settings.engines.iter().map(|_| None).collect();
        let rejected = Vec::new();
        EnginePool { settings, rule_source, owner, policy, ready: READY, engines, referee: None, rejected }
    }

    /// Starts an engine. One that rejects an option is as good as none, unless that is allowed.
    fn start(&mut self, engine: &EngineSettings, role: &str) -> Result<Client, Fault> {
        let log = self.policy.log.as_ref().map(|folder| folder.open(&format!("{role}{}", engine.name)));
        let cannot = |error| Fault::Start { program: None, why: format!("cannot write its log: {error}") };
        let log = log.transpose().map_err(cannot)?;
        let Started { engine: client, mut complaints, .. } =
            start(engine, self.settings, self.owner, (self.policy.start_timeout, log))?;
        if self.policy.lenient {
            self.rejected.extend(complaints.into_iter().map(|complaint| (engine.name.clone(), complaint)));
            return Ok(client);
        }
        match complaints.is_empty() {
            true => Ok(client),
            false => Err(Fault::Option(complaints.swap_remove(0))),
        }
    }

    /// The options that engines have rejected, a line for each.
    pub(crate) fn warnings(&self) -> Vec<String> {
        self.rejected.iter().map(|(name, complaint)| format!("engine '{name}': {complaint}")).collect()
    }

    /// Makes an engine ready for the game of this number, starting it if it does not run.
    pub(crate) fn prepare(&mut self, index: usize, game: u64) -> Result<(), Fault> {
        let settings = &self.settings.engines[index];
        if settings.restart {
            self.dismiss(index);
        }
        let mut engine = match self.engines[index].take() {
            Some(engine) => engine,
            None => self.start(settings, "")?,
        };
        if self.settings.hidden() && !settings.sets("Seed") {
            // Who plays the same in every game has no secrets for long, nor has one whose seed
            // the opponent can work out from its own.
            if let Some(name) = engine.hello().option("Seed") {
                let seed = seed_in(engine.hello().option_line(&name), self.policy.seeds.of((index, game)));
                engine.send(Command::set_option(name, seed.to_string()));
            }
        }
        new_game(&mut engine, self.ready)?;
        self.engines[index] = Some(engine);
        Ok(())
    }

    /// The referee; started if it does not run.
    pub(crate) fn referee(&mut self) -> Result<&mut (dyn Referee + Send), Fault> {
        let referee = match self.referee.take() {
            Some(referee) => referee,
            None => match self.rule_source {
                RuleSource::Rules(variant, rules) => of_variant(*variant, rules),
                RuleSource::Engine(engine) => {
                    let mut engine = self.start(engine, "referee-")?;
                    engine.ready(self.ready)?;
                    Box::new(Trusted::new(engine)?)
                }
            },
        };
        Ok(self.referee.insert(referee).as_mut())
    }

    /// Takes the engines of a game and the referee out of the pool, if all are there.
    pub(crate) fn take(&mut self, seats: [usize; 2]) -> Option<([Client; 2], Box<dyn Referee + Send>)> {
        let [one, two] = seats.map(|index| self.engines[index].take());
        Some(([one?, two?], self.referee.take()?))
    }

    /// Puts an engine back that is fit for another game.
    pub(crate) fn put_back(&mut self, index: usize, engine: Client) {
        self.engines[index] = Some(engine);
    }

    /// Puts the referee back.
    pub(crate) fn put_back_referee(&mut self, referee: Box<dyn Referee + Send>) {
        self.referee = Some(referee);
    }

    /// What an engine calls itself, if it runs.
    pub(crate) fn id(&self, index: usize) -> String {
        self.engines[index].as_ref().and_then(|engine| engine.hello().name.clone()).unwrap_or_default()
    }

    /// Ends an engine that is not worth a word.
    pub(crate) fn discard(&mut self, index: usize) {
        self.engines[index] = None;
    }

    /// Ends an engine.
    pub(crate) fn dismiss(&mut self, index: usize) {
        if let Some(engine) = self.engines[index].take() {
            engine.quit();
        }
    }

    /// Ends all engines, all at once.
    pub(crate) fn close(mut self) {
        let engines: Vec<Client> = self.engines.iter_mut().filter_map(Option::take).collect();
        std::thread::scope(|scope| {
            for engine in engines {
                scope.spawn(|| engine.quit());
            }
        });
    }
}

/// Tells an engine that a new game begins. What it does for it is not to be paid for by its
/// clock, so it is waited for; only once, since one engine clears gigabytes at every `isready`.
fn new_game(engine: &mut Client, patience: Duration) -> Result<(), Fault> {
    engine.end_pondering()?;
    engine.send(Command::NewGame);
    engine.ready(patience).map(|_| ())
}

/// A seed that an engine's `option` line allows; never 0, which means something else to some.
fn seed_in(line: Option<&str>, secret: u64) -> i64 {
    let kind = line.and_then(|line| line.parse::<OptionLine>().ok()).map(|line| line.kind);
    let (min, max) = match kind {
        Some(OptionKind::Spin { min, max, .. }) => (min.max(1), max.min(MOST_SEED)),
        _ => (1, MOST_SEED),
    };
    let count = max.saturating_sub(min).saturating_add(1).max(1).unsigned_abs();
    min.saturating_add_unsigned(secret % count)
}

impl EnginePool<'_> {
    /// Starts every engine once, so that what cannot work is known before the first game.
    pub(crate) fn rehearse(&mut self) -> anyhow::Result<()> {
        self.ready = self.policy.start_timeout;
        let rehearsed = self.try_all();
        self.ready = READY;
        rehearsed
    }

    fn try_all(&mut self) -> anyhow::Result<()> {
        for (index, engine) in self.settings.engines.iter().enumerate() {
            let blame = |why: String| anyhow::anyhow!("engine '{}': {why}", engine.name);
            self.prepare(index, 0).map_err(|fault| blame(fault.to_string()))?;
            let variant = &self.settings.variant;
            if !engine.sets("Variant")
                && let Some(running) = self.engines[index].as_ref()
                && running.hello().refuses_variant(variant)
            {
                let known = running.hello().variants().join(", ");
                return Err(blame(format!("'{variant}': expected a variant that it plays: {known}")));
            }
        }
        self.referee().map_err(|fault| match fault {
            Fault::Option(complaint) => anyhow::anyhow!("the referee: {complaint}"),
            fault => anyhow::anyhow!("the referee {fault}"),
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_in_range() {
        let line = "option name Seed type spin default 0 min 0 max 10";
        for secret in 0..100 {
            assert!((1..=10).contains(&seed_in(Some(line), secret)));
        }
        assert_eq!(seed_in(None, u64::MAX >> 33), 1, "it comes round");
        assert_eq!(seed_in(Some("option name Seed type spin default 0 min 0 max 0"), 7), 1);
        let most = "option name Seed type spin default 0 min 0 max 4294967295";
        assert_eq!(seed_in(Some(most), (1 << 31) - 2), MOST_SEED);
    }
}
