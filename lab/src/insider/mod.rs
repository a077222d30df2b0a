//! An insider in Bloch's game: knows the strategy of the yardstick that it meets, to the last
//! constant, but neither its pieces nor what breaks its ties. It filters the pieces exactly by
//! what the yardstick's own code would have played with each set of them, and searches a tree
//! in which the yardstick's own code replies: a partially observable Markov decision process
//! (POMCP, Silver and Veness 2010). What it scores is a lower bound of what can be scored at all.

mod model;
mod search;
#[cfg(test)]
mod tests;

use crate::opponents::{Agent, Name, goes_on};
use crate::responder::Tally;
use crate::responder::filter::Filter;
use model::{Model, Yardstick};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use search::LookAhead;
use sisku::games::History;
use sisku::games::bloch::{Action, Position, Turn};
use sisku::search::{Evaluator, Limits};
use std::sync::Arc;
use std::time::Instant;

/// What an insider knows.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whom it meets.
    pub against: Yardstick,
    /// What was found out, by all agents of these settings together.
    pub tally: Arc<Tally>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { against: Yardstick::Runner, tally: Arc::default() }
    }
}

impl Settings {
    /// Those of a player who meets another one. An error if it is an insider, and does not know the
    /// other.
    pub fn of(name: Name, against: Name, tally: &Arc<Tally>) -> anyhow::Result<Settings> {
        let known = Yardstick::of(against);
        anyhow::ensure!(
            name != Name::Insider || known.is_some(),
            "'insider' knows runner, expectimax and guard, not '{}'",
            against.text()
        );
        Ok(Settings { against: known.unwrap_or(Yardstick::Runner), tally: Arc::clone(tally) })
    }
}

/// The insider.
pub struct Insider {
    model: Model,
    evaluator: Evaluator<Position>,
    /// Iterations are counted as nodes.
    limits: Limits,
    filter: Option<Filter>,
}

impl Insider {
    /// An insider that searches within these limits.
    pub fn new(settings: Settings, limits: Limits, evaluator: Evaluator<Position>) -> Insider {
        Insider { model: Model::new(settings.against, settings.tally), evaluator, limits, filter: None }
    }
}

impl Agent for Insider {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let begun = Instant::now();
        let turns = crate::legal_moves(game.current());
        let first = *turns.first()?;
        if first.action() == Action::SetUp {
            return turns.choose(rng).copied();
        }
        let mut filter = match self.filter.take().filter(|filter| filter.precedes(game)) {
            Some(filter) => filter,
            None => {
                self.model.forget();
                Filter::new(game)
            }
        };
        filter.follow(game, &mut self.model, usize::MAX, rng);
        let mut look = LookAhead::new(game.current(), filter.worlds());
        let mut iterations = 0;
        while turns.len() > 1 && goes_on(&self.limits, iterations, begun) {
            look.iterate(&self.evaluator, &mut self.model, rng);
            iterations += 1;
        }
        let answer = look.answer();
        self.filter = Some(filter);
        answer.or(Some(first))
    }
}
