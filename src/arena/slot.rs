//! A place where games are played: one process of each engine, kept from game to game.

use super::engine::{Engine, Fault};
use super::process::Owner;
use super::referee::{Referee, Trusted, of_variant};
use super::settings::{EngineSettings, Settings};
use crate::games::{Rules, Variant};
use crate::math::mix;
use std::time::Duration;

/// How long engines may take to start and to get ready.
pub const READY: Duration = Duration::from_secs(60);
/// Seeds given to engines are below this.
const MOST_SEEDS: u64 = 1 << 31;
/// How long engines may take to answer a question.
pub const ANSWER: Duration = Duration::from_secs(10);

/// Where the truth about the game comes from.
#[derive(Clone, Debug)]
pub enum Truth {
    /// We know its rules.
    Rules(Variant, Rules),
    /// This engine is trusted.
    Engine(Box<EngineSettings>),
}

/// The processes of a slot.
pub struct Slot<'a> {
    settings: &'a Settings,
    truth: &'a Truth,
    owner: &'a Owner,
    engines: Vec<Option<Engine>>,
    referee: Option<Box<dyn Referee + Send>>,
}

impl<'a> Slot<'a> {
    /// A slot in which nothing runs yet.
    pub fn new(settings: &'a Settings, truth: &'a Truth, owner: &'a Owner) -> Self {
        let engines = settings.engines.iter().map(|_| None).collect();
        Slot { settings, truth, owner, engines, referee: None }
    }

    /// Makes an engine ready for the game of this number, starting it if it does not run.
    pub fn prepare(&mut self, index: usize, game: u64) -> Result<(), Fault> {
        let settings = &self.settings.engines[index];
        if settings.restart {
            self.dismiss(index);
        }
        let mut engine = match self.engines[index].take() {
            Some(engine) => engine,
            None => start(settings, self.settings, self.owner)?,
        };
        if self.settings.hidden() && !settings.sets("Seed") {
            // Who plays the same in every game has no secrets for long.
            if let Some(name) = engine.hello().option("Seed") {
                let seed = mix(self.settings.openings.seed ^ mix(game * 1024 + index as u64));
                engine.set_option(&name, &(seed % MOST_SEEDS).to_string());
            }
        }
        new_game(&mut engine)?;
        self.engines[index] = Some(engine);
        Ok(())
    }

    /// The referee; started if it does not run.
    pub fn referee(&mut self) -> Result<&mut (dyn Referee + Send), Fault> {
        let referee = match self.referee.take() {
            Some(referee) => referee,
            None => match self.truth {
                Truth::Rules(variant, rules) => of_variant(*variant, rules),
                Truth::Engine(engine) => {
                    let mut engine = start(engine, self.settings, self.owner)?;
                    engine.ready(READY)?;
                    Box::new(Trusted::new(engine, ANSWER)?)
                }
            },
        };
        Ok(self.referee.insert(referee).as_mut())
    }

    /// Takes the engines of a game and the referee out of the slot, if all are there.
    pub fn take(&mut self, seats: [usize; 2]) -> Option<([Engine; 2], Box<dyn Referee + Send>)> {
        let [one, two] = seats.map(|index| self.engines[index].take());
        Some(([one?, two?], self.referee.take()?))
    }

    /// Puts an engine back that is fit for another game.
    pub fn put_back(&mut self, index: usize, engine: Engine) {
        self.engines[index] = Some(engine);
    }

    /// Puts the referee back.
    pub fn put_back_referee(&mut self, referee: Box<dyn Referee + Send>) {
        self.referee = Some(referee);
    }

    /// What an engine calls itself, if it runs.
    pub fn id(&self, index: usize) -> String {
        self.engines[index].as_ref().map(|engine| engine.hello().name.clone()).unwrap_or_default()
    }

    /// Ends an engine that is not worth a word.
    pub fn discard(&mut self, index: usize) {
        self.engines[index] = None;
    }

    /// Ends an engine.
    pub fn dismiss(&mut self, index: usize) {
        if let Some(engine) = self.engines[index].take() {
            engine.quit();
        }
    }

    /// Ends all engines, all at once.
    pub fn close(mut self) {
        let engines: Vec<Engine> = self.engines.iter_mut().filter_map(Option::take).collect();
        std::thread::scope(|scope| {
            for engine in engines {
                scope.spawn(|| engine.quit());
            }
        });
    }
}

/// Tells an engine that a new game begins. What it does for it is not to be paid for by its
/// clock, so it is waited for; only once, since one engine clears gigabytes at every `isready`.
fn new_game(engine: &mut Engine) -> Result<(), Fault> {
    engine.send("uginewgame");
    engine.ready(READY)
}

/// Starts an engine and tells it its options.
fn start(engine: &EngineSettings, game: &Settings, owner: &Owner) -> Result<Engine, Fault> {
    let launch = engine.launch().map_err(|error| Fault::Start(error.to_string()))?;
    let mut process = Engine::spawn(&launch, owner)?;
    process.handshake(READY)?;
    let rules = game.rules.iter().map(|(name, value)| (name.as_str(), value));
    let rules: Vec<(&str, &String)> = rules.filter(|(name, _)| !engine.sets(name)).collect();
    // The game itself, for engines that play several.
    if let Some(name) = process.hello().option("Variant").filter(|name| !engine.sets(name)) {
        process.set_option(&name, &game.variant);
        if !rules.is_empty() {
            // The options of the game are there only now.
            process.handshake(READY)?;
        }
    }
    for (name, value) in rules {
        if let Some(name) = process.hello().option(name) {
            process.set_option(&name, value);
        }
    }
    for (name, value) in &engine.options {
        process.set_option(name, value);
    }
    for line in &engine.init {
        process.send(line);
    }
    Ok(process)
}

/// Whether the engine says that it does not play a game.
pub fn refuses(engine: &Engine, variant: &str) -> bool {
    let line = engine.hello().options.iter().find(|line| {
        let mut words = line.split_whitespace().skip_while(|&word| word != "name");
        words.nth(1).is_some_and(|name| name.eq_ignore_ascii_case("Variant"))
    });
    let Some(line) = line else { return false };
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut known = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1]).peekable();
    known.peek().is_some() && !known.any(|name| name.eq_ignore_ascii_case(variant))
}

impl Slot<'_> {
    /// Starts every engine once, so that what cannot work is known before the first game.
    pub fn rehearse(&mut self) -> anyhow::Result<()> {
        for (index, engine) in self.settings.engines.iter().enumerate() {
            let blame = |why: String| anyhow::anyhow!("engine '{}': {why}", engine.name);
            self.prepare(index, 0).map_err(|fault| blame(fault.to_string()))?;
            let variant = &self.settings.variant;
            if !engine.sets("Variant")
                && self.engines[index].as_ref().is_some_and(|engine| refuses(engine, variant))
            {
                return Err(blame(format!("'{variant}': expected a variant that it plays")));
            }
        }
        self.referee().map_err(|fault| anyhow::anyhow!("the referee {fault}"))?;
        Ok(())
    }
}
