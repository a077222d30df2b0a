//! A best responder in Bloch's game: an opponent that knows the engine's strategy, since it
//! holds the engine as an oracle. It infers the engine's pieces from what the engine would
//! have played with each set of them, and answers by a search over that belief in which the
//! engine's next replies are the oracle's: a local best response (Lisý and Bowling 2017), and
//! so a lower bound of what a best response wins.

mod command;
pub mod filter;
pub mod oracle;
mod search;

pub use command::BestResponseArgs;

use crate::opponents::Agent;
use filter::Filter;
use oracle::Oracle;
use rand::rngs::Xoshiro256PlusPlus;
use search::LookAhead;
use sisku::games::History;
use sisku::games::bloch::{Action, Position, Turn};
use sisku::search::{EvalSource, Evaluator, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Playouts of a search of the oracle if the engine's are limited by time.
pub const ORACLE_NODES: u64 = 200;

/// How a responder plays.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Playouts of a search of the oracle; those of the engine if `None`.
    pub oracle_nodes: Option<u64>,
    /// Worlds in which the oracle is asked about a turn of the engine, at most.
    pub worlds: usize,
    /// Replies of the engine that the oracle is asked for when the responder moves, at most.
    pub replies: usize,
    /// Iterations of the responder's own search.
    pub iterations: u64,
    /// What was found out, by all agents of these settings together.
    pub tally: Arc<Tally>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { oracle_nodes: None, worlds: 32, replies: 32, iterations: 2000, tally: Arc::default() }
    }
}

/// Counts over all games.
#[derive(Debug, Default)]
pub struct Tally {
    /// Turns of the engine whose likelihood was asked for.
    pub turns: AtomicU64,
    /// Sum of the probabilities, in millionths, that the responder gave to them beforehand.
    pub foreseen: AtomicU64,
    /// Searches of the oracle.
    pub searches: AtomicU64,
}

impl Tally {
    /// The mean probability of a turn that the engine played.
    pub fn mean_foreseen(&self) -> f64 {
        self.foreseen.load(Relaxed) as f64 / 1e6 / self.turns.load(Relaxed).max(1) as f64
    }
}

/// The best responder.
pub struct Responder {
    settings: Settings,
    oracle: Oracle,
    evaluator: Evaluator<Position>,
    filter: Option<Filter>,
}

impl Responder {
    /// A responder to an engine that searches so many nodes a turn.
    pub fn new(
        settings: Settings,
        engine: Search<Position>,
        nodes: u64,
        evaluation: &EvalSource,
    ) -> Responder {
        let nodes = settings.oracle_nodes.unwrap_or(nodes);
        let net = match evaluation {
            EvalSource::Net(net) => Some(net.clone()),
            _ => None,
        };
        Responder {
            oracle: Oracle::new(engine, nodes, settings.tally.clone()),
            evaluator: Evaluator::new(net),
            settings,
            filter: None,
        }
    }
}

impl Agent for Responder {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let turns = crate::legal_moves(game.current());
        let first = *turns.first()?;
        if first.action() == Action::SetUp {
            return rand::seq::IndexedRandom::choose(&turns[..], rng).copied();
        }
        let mut filter =
            self.filter.take().filter(|filter| filter.precedes(game)).unwrap_or_else(|| Filter::new(game));
        filter.follow(game, &mut self.oracle, self.settings.worlds, rng);
        let filter = self.filter.insert(filter);
        if turns.len() == 1 {
            return Some(first);
        }
        let worlds = filter.worlds();
        let look =
            LookAhead::new(game.current(), worlds, &self.evaluator, &mut self.oracle, self.settings.replies);
        look.best(self.settings.iterations, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Contest, Score};
    use crate::opponents::{Name, Skill, ask};
    use crate::{generator, rules};
    use sisku::games::{Game, Observer};

    fn skill() -> Skill {
        let responder =
            Settings { oracle_nodes: Some(10), worlds: 6, replies: 4, iterations: 60, ..Settings::default() };
        Skill { responder, ..Skill::quick(20) }
    }

    #[test]
    fn it_plays_to_the_end_and_counts() {
        let skill = skill();
        let contest = Contest {
            player: (Name::Responder, skill.clone()),
            opponent: (Name::Engine, skill.clone()),
            seed: 1,
        };
        let score = Score::of(&[contest.pair(0).expect("legal turns")]);
        assert_eq!(score.wdl.iter().sum::<usize>(), 2);
        let foreseen = skill.responder.tally.mean_foreseen();
        assert!(foreseen > 0.0 && foreseen < 1.0, "{foreseen}");
    }

    /// The true history of the engine is among those that it thinks possible, all along a game.
    #[test]
    fn the_truth_is_never_ruled_out() {
        let skill = skill();
        let mut oracle = Oracle::new(skill.oracle(), 5, Arc::default());
        let mut agents = [skill.agent(Name::Random), skill.agent(Name::Engine)];
        let mut rng = generator(2, 9);
        let mut game = History::new(Position::start(&rules()));
        let mut filter: Option<Filter> = None;
        for _ in 0..30 {
            if game.current().outcome().is_some() {
                break;
            }
            let mover = game.current().mover();
            if mover == sisku::games::Player::One {
                let observed = game.observed(Observer::Player(mover));
                let mut next = filter.take().unwrap_or_else(|| Filter::new(&observed));
                next.follow(&observed, &mut oracle, 4, &mut rng);
                let theirs = game.observed(Observer::Player(!mover));
                assert!(next.worlds().iter().any(|world| world.theirs.moves() == theirs.moves()));
                filter = Some(next);
            }
            let turn = ask(&mut *agents[mover.index()], &game, &mut rng).expect("legal");
            game.push(turn);
        }
    }
}
