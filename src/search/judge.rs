//! Who tells the search what positions are worth: a net, or what was made by hand.

use crate::games::{Features, Game, Knowledge, NotationError, Value};
use crate::net::Net;
use rand::rngs::Xoshiro256PlusPlus;
use std::sync::Arc;

/// The judge of a game's positions and moves.
pub struct Judge<G: Game> {
    by_hand: G::Knowledge,
    net: Option<Arc<Net>>,
}

impl<G: Game> Judge<G> {
    /// Judges by a net, or without one by hand.
    pub fn new(net: Option<Arc<Net>>) -> Self {
        Judge { by_hand: G::Knowledge::default(), net }
    }

    /// Whether a net judges.
    pub fn has_learned(&self) -> bool {
        self.net.is_some()
    }

    /// What was made by hand.
    pub fn by_hand(&self) -> &G::Knowledge {
        &self.by_hand
    }

    /// What an unfinished position is worth to its mover.
    pub fn value(&self, position: &G) -> Value {
        match &self.net {
            Some(net) => net.value(position),
            None => self.by_hand.value(position),
        }
    }

    /// A guess at what an unfinished position with secrets is worth to its mover; see
    /// [`Knowledge::play_out`].
    pub fn play_out(&self, position: &G, rng: &mut Xoshiro256PlusPlus) -> Value {
        match &self.net {
            // What is certain needs no guess.
            Some(_) if position.can_win_now() => Value { win: 1.0, draw: 0.0 },
            Some(net) => net.value(position),
            None => self.by_hand.play_out(position, rng),
        }
    }

    /// Writes one logit per move into `logits`; see [`Knowledge::logits`].
    pub fn logits(&self, position: &G, moves: &[G::Move], logits: &mut Vec<f32>) {
        match &self.net {
            Some(net) => net.logits(position, moves, logits),
            None => self.by_hand.logits(position, moves, logits),
        }
    }
}

/// Which net a search judges by.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Evaluation {
    /// The net that comes with the engine, if the game has one.
    #[default]
    Embedded,
    /// What was made by hand.
    HandMade,
    /// A net of the user's.
    Net(Arc<Net>),
}

impl Evaluation {
    /// The names of what is at hand without a file.
    pub const EMBEDDED: &'static str = "embedded";
    pub const HAND_MADE: &'static str = "hand-made";

    /// What a user names: one of the names above, or the file of a net for the game.
    pub fn find<G: Game>(name: &str) -> Result<Evaluation, NotationError> {
        if name.eq_ignore_ascii_case(Evaluation::EMBEDDED) {
            return Ok(Evaluation::Embedded);
        }
        if name.eq_ignore_ascii_case(Evaluation::HAND_MADE) {
            return Ok(Evaluation::HandMade);
        }
        let cannot =
            |what: String| NotationError::new(name, format!("embedded, hand-made or a net ({what})"));
        let bytes = std::fs::read(name).map_err(|error| cannot(error.to_string()))?;
        let net = Net::read::<G>(&bytes).map_err(|error| cannot(error.to_string()))?;
        Ok(Evaluation::Net(Arc::new(net)))
    }

    /// The net for a game, if there is one.
    pub fn net<G: Game>(&self) -> Option<Arc<Net>> {
        match self {
            Evaluation::Embedded if G::Features::NET.is_empty() => None,
            Evaluation::Embedded => match Net::read::<G>(G::Features::NET) {
                Ok(net) => Some(Arc::new(net)),
                Err(error) => {
                    // A test reads them all, so this is for builds that were tampered with.
                    log::error!("the net that comes with the engine: {error}");
                    None
                }
            },
            Evaluation::HandMade => None,
            Evaluation::Net(net) => Some(net.clone()),
        }
    }
}
