//! Players of Bloch's game to measure the engine against, and the engine itself.

use crate::belief::Filter;
use crate::insider::{self, Insider};
use crate::legal_moves;
use crate::responder::{self, Responder};
use crate::yardsticks::{Expectimax, Feint, Guard, Ismcts, Runner};
use anyhow::Context;
use clap::ValueEnum;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Action, Position, Turn};
use sisku::games::{Game, History, Observer, Player};
use sisku::search::{
    Control, EvalSource, Evaluator, InformationMode, Limits, Search, SearchRequest, SearchResult, Settings,
};
use std::time::{Duration, Instant};

/// Memory of the engine's tree, in MB.
const ENGINE_HASH: usize = 64;
/// Memory of the trees of searches that begin anew at each move.
const BRIEF_HASH: usize = 16;
/// The seeds of the engine's searches: those below it, 0 aside.
const SEEDS: u64 = 1_000_000;

/// Somebody who plays.
pub trait Agent {
    /// Chooses a legal turn. The game is what [`Agent::observer`] has observed of it.
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn>;

    /// What the agent may know as this player; `None` for everything.
    fn observer(&self, player: Player) -> Option<Observer> {
        Some(Observer::Player(player))
    }
}

/// Asks an agent for a turn, showing it no more than it may know.
pub fn ask(
    agent: &mut dyn Agent,
    game: &History<Position>,
    rng: &mut Xoshiro256PlusPlus,
) -> anyhow::Result<Turn> {
    let turn = match agent.observer(game.current().mover()) {
        Some(observer) => agent.choose(&game.observed(observer), rng),
        None => agent.choose(game, rng),
    };
    let turn = turn.context("a player found no move")?;
    anyhow::ensure!(legal_moves(game.current()).contains(&turn), "a player chose an illegal turn: {turn:?}");
    Ok(turn)
}

/// The players by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// Any legal turn
    Random,
    /// Takes what it surely beats, else advances its foremost piece
    Greedy,
    /// Advances or attacks with any piece
    Hasty,
    /// Perfect-information Monte Carlo: an open search in each of some determinizations, which vote
    Determinized,
    /// Sees everything and searches the open game
    Cheater,
    /// The engine
    Engine,
    /// The engine going by the position alone: no likelihoods in its belief
    Forgetful,
    /// The engine without barter, as long as anything else is legal
    NoBarter,
    /// Yardstick: counts worlds, runs by the safest paths, attacks when counting favours it
    Runner,
    /// Yardstick: two plies of expectimax over counted worlds
    Expectimax,
    /// Yardstick: keeps its rows and attacks nobody first outside its own half
    Guard,
    /// Yardstick: plain information-set Monte Carlo tree search with random playouts
    Ismcts,
    /// Yardstick: rushes for six turns, then the engine
    Feint,
    /// Knows the engine's strategy: a local best response, with the engine as an oracle
    Responder,
    /// Knows the strategy of the yardstick it meets, but neither its pieces nor its chance
    Insider,
}

impl Name {
    /// As users type it.
    pub fn text(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// Whether it searches with the engine, so that constants of the search bear on it.
    pub fn searches(self) -> bool {
        !matches!(
            self,
            Name::Random
                | Name::Greedy
                | Name::Hasty
                | Name::Runner
                | Name::Expectimax
                | Name::Guard
                | Name::Ismcts
                | Name::Insider
        )
    }
}

/// How an agent plays.
#[derive(Clone, Debug)]
pub struct Skill {
    /// For each turn.
    pub limits: Limits,
    /// What evaluates positions.
    pub evaluation: EvalSource,
    /// Values for constants of the search.
    pub tuned: Vec<(&'static str, f32)>,
    /// Number of determinizations that vote.
    pub determinizations: usize,
    /// How a best responder plays.
    pub responder: responder::Settings,
    /// How an insider plays.
    pub insider: insider::Settings,
}

impl Skill {
    /// A short search without a net, for tests.
    #[cfg(test)]
    pub fn quick(nodes: u64) -> Skill {
        Skill {
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            evaluation: EvalSource::Handcrafted,
            tuned: Vec::new(),
            determinizations: 4,
            responder: responder::Settings {
                worlds: 4,
                replies: 2,
                iterations: 40,
                ..responder::Settings::default()
            },
            insider: insider::Settings::default(),
        }
    }

    /// A new agent, who has seen no game yet.
    pub fn agent(&self, name: Name) -> Box<dyn Agent> {
        match name {
            Name::Random => Box::new(Random),
            Name::Greedy => Box::new(Greedy),
            Name::Hasty => Box::new(Hasty),
            Name::Determinized => Box::new(Determinized {
                filter: Filter::default(),
                search: self.search(BRIEF_HASH, InformationMode::Open),
                count: self.determinizations,
                limits: self.limits.clone(),
            }),
            Name::Cheater => Box::new(Cheater {
                search: self.search(BRIEF_HASH, InformationMode::Open),
                limits: self.limits.clone(),
            }),
            Name::Engine => Box::new(self.engine(Habit::Usual)),
            Name::Forgetful => Box::new(self.engine(Habit::Forgetful)),
            Name::NoBarter => Box::new(self.engine(Habit::NoBarter)),
            Name::Runner => Box::new(Runner),
            Name::Expectimax => Box::new(Expectimax),
            Name::Guard => Box::new(Guard),
            Name::Ismcts => Box::new(Ismcts { limits: self.limits.clone() }),
            Name::Feint => Box::new(Feint(self.agent(Name::Engine))),
            Name::Responder => {
                let nodes = self.limits.nodes.unwrap_or(responder::ORACLE_NODES);
                Box::new(Responder::new(self.responder.clone(), self.oracle(), nodes, &self.evaluation))
            }
            Name::Insider => {
                let settings = self.insider.clone();
                Box::new(Insider::new(settings, self.limits.clone(), self.evaluator()))
            }
        }
    }

    /// The engine's search, to ask what it would play.
    pub fn oracle(&self) -> Search<Position> {
        self.search(BRIEF_HASH, InformationMode::Player)
    }

    /// What evaluates positions.
    fn evaluator(&self) -> Evaluator<Position> {
        Evaluator::new(match &self.evaluation {
            EvalSource::Net(net) => Some(net.clone()),
            _ => None,
        })
    }

    fn engine(&self, habit: Habit) -> Engine {
        let search = self.search(ENGINE_HASH, InformationMode::Player);
        Engine { search, limits: self.limits.clone(), habit }
    }

    fn search(&self, hash_mb: usize, information: InformationMode) -> Search<Position> {
        Search::new(Settings {
            hash_mb,
            information,
            evaluation: self.evaluation.clone(),
            tuned: self.tuned.clone(),
            // Everybody gets the whole time: nothing happens outside the process. Short
            // searches would lose most of theirs else.
            move_overhead: Duration::ZERO,
            ..Settings::default()
        })
    }
}

/// Whether a search that counts iterations as nodes goes on after so many of them.
pub fn goes_on(limits: &Limits, iterations: u64, begun: Instant) -> bool {
    /// Iterations if there is no limit.
    const ITERATIONS: u64 = 2000;
    /// Iterations between two looks at the clock.
    const CLOCK_EVERY: u64 = 16;
    let most = match (limits.nodes, limits.move_time) {
        (None, None) => ITERATIONS,
        (nodes, _) => nodes.unwrap_or(u64::MAX),
    };
    let late = |time| iterations.is_multiple_of(CLOCK_EVERY) && begun.elapsed() >= time;
    iterations == 0 || iterations < most && !limits.move_time.is_some_and(late)
}

/// Loads the net that comes with the engine once for all searches, or does without.
pub fn evaluation(handcrafted: bool) -> EvalSource {
    let net = if handcrafted { None } else { EvalSource::Embedded.net::<Position>() };
    net.map_or(EvalSource::Handcrafted, EvalSource::Net)
}

fn answer(search: &mut Search<Position>, request: &SearchRequest<Position>) -> SearchResult<Turn> {
    search.search(request, &Control::new(&request.limits), &mut |_| {})
}

struct Random;

impl Agent for Random {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        legal_moves(game.current()).choose(rng).copied()
    }
}

struct Greedy;

impl Greedy {
    /// How gladly it plays a turn.
    fn worth(position: &Position, turn: Turn) -> f32 {
        let mover = position.mover();
        let (from, to) = (turn.from().progress(mover) as f32, turn.to().progress(mover) as f32);
        match turn.action() {
            Action::Move if from == 7.0 => -5.0,
            Action::Move => 10.0 * (to - from) + from,
            Action::Attack | Action::MoveAttack => {
                let kind = |square| position.piece(square).map(|(_, kind)| kind);
                match (kind(turn.from()), kind(turn.target())) {
                    (Some(a), Some(b)) if a.beats(b) => 50.0,
                    (Some(_), Some(b)) if !b.known() => 5.0,
                    _ => -20.0,
                }
            }
            _ => -10.0,
        }
    }
}

impl Agent for Greedy {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let position = game.current();
        let rated = legal_moves(position).into_iter().map(|turn| {
            // Ties are broken at random.
            (turn, Greedy::worth(position, turn) + rng.random::<f32>())
        });
        rated.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(turn, _)| turn)
    }
}

struct Hasty;

impl Agent for Hasty {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let mover = game.current().mover();
        let eager = |turn: &Turn| match turn.action() {
            Action::Move => turn.to().progress(mover) > turn.from().progress(mover),
            Action::Attack | Action::MoveAttack => true,
            _ => false,
        };
        let legal = legal_moves(game.current());
        let liked: Vec<Turn> = legal.iter().copied().filter(eager).collect();
        liked.choose(rng).or_else(|| legal.choose(rng)).copied()
    }
}

/// Perfect-information Monte Carlo: one open search for each of some worlds that fit what
/// was observed, drawn evenly, since it has no model of the opponent.
struct Determinized {
    filter: Filter,
    search: Search<Position>,
    count: usize,
    /// For all worlds together, the filter included.
    limits: Limits,
}

impl Agent for Determinized {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let begun = Instant::now();
        let mover = game.current().mover();
        let worlds = self.filter.follow(game, !mover).worlds();
        let mut votes: Vec<(Turn, u32)> = Vec::new();
        for left in (1..=self.count).rev() {
            let world = worlds.choose(rng)?.position;
            let time_left = |time: Duration| time.saturating_sub(begun.elapsed()) / left as u32;
            let limits = Limits {
                nodes: self.limits.nodes.map(|nodes| (nodes / self.count as u64).max(1)),
                move_time: self.limits.move_time.map(time_left),
                ..Limits::default()
            };
            self.search.clear();
            let turn = answer(&mut self.search, &SearchRequest::new(History::new(world), limits)).best?;
            match votes.iter_mut().find(|(other, _)| *other == turn) {
                Some((_, count)) => *count += 1,
                None => votes.push((turn, 1)),
            }
        }
        votes.into_iter().max_by_key(|&(_, count)| count).map(|(turn, _)| turn)
    }
}

struct Cheater {
    search: Search<Position>,
    limits: Limits,
}

impl Agent for Cheater {
    fn choose(&mut self, game: &History<Position>, _: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        self.search.clear();
        answer(&mut self.search, &SearchRequest::new(game.clone(), self.limits.clone())).best
    }

    fn observer(&self, _: Player) -> Option<Observer> {
        None
    }
}

/// What an engine does otherwise than usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    Usual,
    Forgetful,
    NoBarter,
}

struct Engine {
    search: Search<Position>,
    limits: Limits,
    habit: Habit,
}

impl Agent for Engine {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let game = match self.habit {
            // A game that begins here: nothing has been observed that could tell anything.
            Habit::Forgetful => History::new(*game.current()),
            _ => game.clone(),
        };
        let mut request = SearchRequest::new(game, self.limits.clone());
        request.seed = rng.random_range(1..SEEDS);
        if self.habit == Habit::NoBarter {
            let mut turns = legal_moves(request.history.current());
            turns.retain(|turn| turn.action() != Action::Barter);
            // None stands for all: who can do nothing else barters.
            request.search_moves = turns;
        }
        answer(&mut self.search, &request).best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{generator, rules};
    use sisku::games::Notation;

    /// Games that player one cannot tell apart, and that differ in what player two has.
    fn games_alike() -> [History<Position>; 2] {
        ["=RPSRPS", "=SSPPRR"].map(|secret| {
            let mut game = History::new(Position::start(&rules()));
            for turn in ["=RRPPSS", secret, "a2a4", "f7f6", "c2c4", "d7d6"] {
                game.choose(turn).expect(turn);
            }
            game
        })
    }

    #[test]
    fn only_the_cheater_is_shown_secrets() {
        let [game, other] = games_alike();
        let seen = |name: Name, game: &History<Position>| {
            struct Seen(Box<dyn Agent>, String);
            impl Agent for Seen {
                fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
                    self.1 = game.current().fen() + &game.ugi_moves();
                    self.0.choose(game, rng)
                }
                fn observer(&self, player: Player) -> Option<Observer> {
                    self.0.observer(player)
                }
            }
            let mut agent = Seen(Skill::quick(20).agent(name), String::new());
            let turn = ask(&mut agent, game, &mut generator(0, 1)).expect("a legal turn");
            (agent.1, turn)
        };
        for &name in Name::value_variants() {
            let same = seen(name, &game) == seen(name, &other);
            assert_eq!(same, name != Name::Cheater, "{name:?}");
        }
    }

    #[test]
    fn who_never_barters_does_not() {
        let barters = |name: Name| {
            let mut agent = Skill::quick(20).agent(name);
            let mut barters = 0;
            for number in 0..3 {
                let mut rng = generator(0, number);
                let mut game = History::new(Position::start(&rules()));
                while game.current().outcome().is_none() {
                    let turn = ask(&mut *agent, &game, &mut rng).expect("a legal turn");
                    barters += usize::from(turn.action() == Action::Barter);
                    game.push(turn);
                }
            }
            barters
        };
        assert_eq!(barters(Name::NoBarter), 0);
        assert!(barters(Name::Engine) > 0);
    }
}
