//! Hidden information: who observes what, and what a game knows of playing under it.

use super::{Game, Notation, NotationError, Player};

/// An observer of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// A player, who knows its own private information.
    Player(Player),
    /// An observer of public information only.
    Public,
}

impl Observer {
    /// Whether the observer is this player.
    pub fn is(self, player: Player) -> bool {
        self == Observer::Player(player)
    }
}

/// The information structure of a game: views, observations and determinizations. A position of
/// a game of hidden information may itself be a view, with parts unknown.
pub trait Information<G: Game>: 'static {
    /// Whether players have private information.
    const HIDDEN: bool;

    /// The observer's view of a position: without what it may not know.
    fn view(position: &G, observer: Observer) -> G;
    /// The same for a position that a game begins with, so that the observer has made no
    /// observations before.
    fn initial_view(position: &G, observer: Observer) -> G {
        Self::view(position, observer)
    }
    /// The observation of a legal move. [`Game::play`] of it on the observer's view gives the
    /// view of the position after the move.
    fn observed(position: &G, mv: G::Move, observer: Observer) -> G::Move;
    /// Parses an observed move; where everything is known, a legal move.
    fn parse_observed(position: &G, text: &str) -> Result<G::Move, NotationError>
    where
        G: Notation;

    /// Whether nothing of a position is unknown.
    fn is_complete(position: &G) -> bool;
    /// Every determinization of one player's private information in a view, each with its
    /// prior weight by the rules alone.
    fn determinizations(position: &G, about: Player) -> Vec<(G, f32)>;
    /// The moves that an observation may stand for, in a determinization of this player's
    /// private information; none if it is impossible there.
    fn meanings(position: &G, observed: G::Move, about: Player) -> Vec<G::Move>;
    /// The legal move that its player chose, without what the observation reveals besides.
    fn chosen(observed: G::Move) -> G::Move;
    /// The first of two positions of the same public state, with a player's private information
    /// from the other.
    fn join(position: &G, other: &G, player: Player) -> G;
}

/// Strategic knowledge of a game of hidden information, besides value and policy.
pub trait HiddenPlay<G: Game>: Information<G> {
    /// A fixed mixed strategy, as moves and weights, for decisions that are sampled instead of
    /// searched; `None` for all others. The belief takes some opponents to draw from it, too.
    fn mixed_strategy(_position: &G) -> Option<Vec<(G::Move, f32)>> {
        None
    }
    /// Identifies the mover's private information among the positions of one public state.
    fn secret_key(position: &G) -> u64 {
        Self::view(position, Observer::Player(position.mover())).key()
    }
    /// The bucket of the mover's private information that matters to a move (an information
    /// abstraction). Statistics of a move are shared within a bucket only.
    fn bucket(_position: &G, _mv: G::Move) -> u32 {
        0
    }
}

/// Perfect information: everybody sees everything.
#[derive(Clone, Copy, Debug)]
pub struct Open;

impl<G: Game> Information<G> for Open {
    const HIDDEN: bool = false;

    fn view(position: &G, _: Observer) -> G {
        position.clone()
    }

    fn observed(_: &G, mv: G::Move, _: Observer) -> G::Move {
        mv
    }

    fn parse_observed(position: &G, text: &str) -> Result<G::Move, NotationError>
    where
        G: Notation,
    {
        position.parse_move(text)
    }

    fn is_complete(_: &G) -> bool {
        true
    }

    fn determinizations(position: &G, _: Player) -> Vec<(G, f32)> {
        vec![(position.clone(), 1.0)]
    }

    fn meanings(_: &G, observed: G::Move, _: Player) -> Vec<G::Move> {
        vec![observed]
    }

    fn chosen(observed: G::Move) -> G::Move {
        observed
    }

    fn join(position: &G, _: &G, _: Player) -> G {
        position.clone()
    }
}

impl<G: Game> HiddenPlay<G> for Open {}
