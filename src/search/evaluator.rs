//! The evaluator: value and policy, by a net or handcrafted.

use super::softmax::softmax;
use crate::games::{Evaluate, Features, Game, NotationError, Value};
use crate::net::Net;
use rand::rngs::Xoshiro256PlusPlus;
use std::marker::PhantomData;
use std::sync::Arc;

/// Evaluates positions and moves of a game.
pub struct Evaluator<G: Game> {
    net: Option<Arc<Net>>,
    game: PhantomData<G>,
}

impl<G: Game> Evaluator<G> {
    /// Evaluates by a net, or without one by the handcrafted evaluation.
    pub fn new(net: Option<Arc<Net>>) -> Self {
        Evaluator { net, game: PhantomData }
    }

    /// Whether there is a net.
    pub fn has_net(&self) -> bool {
        self.net.is_some()
    }

    /// The value of an unfinished position for its mover.
    #[inline]
    pub fn value(&self, position: &G) -> Value {
        match &self.net {
            Some(net) => net.value(position),
            None => G::Evaluation::value(position),
        }
    }

    /// The value of an unfinished position, by a rollout where the handcrafted evaluation
    /// has one; see [`Evaluate::rollout`].
    pub fn rollout(&self, position: &G, rng: &mut Xoshiro256PlusPlus) -> Value {
        match &self.net {
            // A proven win needs no estimate.
            Some(_) if position.can_win_now() => Value::WIN,
            Some(net) => net.value(position),
            None => G::Evaluation::rollout(position, rng),
        }
    }

    /// The policy: writes one logit per move into `logits`; see [`Evaluate::logits`].
    #[inline]
    pub fn logits(&self, position: &G, moves: &[G::Move], logits: &mut Vec<f32>) {
        match &self.net {
            Some(net) => net.logits(position, moves, logits),
            None => G::Evaluation::logits(position, moves, logits),
        }
    }
}

impl<G: Game> Evaluator<G> {
    /// The policy as probabilities, one for each move.
    pub fn policy(&self, position: &G, moves: &[G::Move]) -> Vec<f32> {
        let mut priors = Vec::new();
        self.logits(position, moves, &mut priors);
        softmax(&mut priors, 1.0);
        priors
    }
}

/// Where the evaluation of a search comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EvalSource {
    /// The net that comes with the engine, if the game has one.
    #[default]
    Embedded,
    /// The handcrafted evaluation.
    Handcrafted,
    /// A net given by the user.
    Net(Arc<Net>),
}

impl EvalSource {
    /// The name of the net that comes with the engine.
    pub const EMBEDDED: &'static str = "embedded";
    /// The name of the handcrafted evaluation.
    pub const HANDCRAFTED: &'static str = "handcrafted";

    /// The source that a user names: one of the names above, or the path of a net for the game.
    pub fn find<G: Game>(name: &str) -> Result<EvalSource, NotationError> {
        if name.eq_ignore_ascii_case(EvalSource::EMBEDDED) {
            return Ok(EvalSource::Embedded);
        }
        if name.eq_ignore_ascii_case(EvalSource::HANDCRAFTED) {
            return Ok(EvalSource::Handcrafted);
        }
        let cannot =
            |what: String| NotationError::new(name, format!("embedded, handcrafted or a net ({what})"));
        let net = Net::load::<G>(name.as_ref()).map_err(|error| cannot(error.to_string()))?;
        Ok(EvalSource::Net(Arc::new(net)))
    }

    /// The net for a game, if there is one.
    pub fn net<G: Game>(&self) -> Option<Arc<Net>> {
        match self {
            EvalSource::Embedded if G::Features::NET.is_empty() => None,
            EvalSource::Embedded => match Net::read::<G>(G::Features::NET) {
                Ok(net) => Some(Arc::new(net)),
                Err(error) => {
                    // A test reads all embedded nets, so this is a corrupt build.
                    log::error!("the net that comes with the engine: {error}");
                    None
                }
            },
            EvalSource::Handcrafted => None,
            EvalSource::Net(net) => Some(net.clone()),
        }
    }
}
