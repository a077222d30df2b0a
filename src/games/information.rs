//! Who may know what: the rules of secrets, and what a game knows of playing with them.

use super::{Game, Notation, NotationError, Player};

/// Somebody who observes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Observer {
    /// A player, who knows its own secrets.
    Player(Player),
    /// Somebody who knows no secrets.
    Public,
}

impl Observer {
    /// Whether it is this player who observes.
    pub fn is(self, player: Player) -> bool {
        self == Observer::Player(player)
    }
}

/// The rules of a game about who may know what. A position of a game with secrets may be
/// one of which not everything is known.
pub trait Information<G: Game>: 'static {
    /// Whether players have secrets from each other.
    const HIDDEN: bool;

    /// The position without what the observer may not know.
    fn view(position: &G, observer: Observer) -> G;
    /// The same where a game begins with this position, so that the observer has seen
    /// nothing that came before.
    fn initial_view(position: &G, observer: Observer) -> G {
        Self::view(position, observer)
    }
    /// A legal move as the observer sees it, after which [`Game::play`] brings its
    /// view to where the game stands.
    fn observed(position: &G, mv: G::Move, observer: Observer) -> G::Move;
    /// Reads a move as somebody observed it; where everything is known, a legal move.
    fn parse_observed(position: &G, text: &str) -> Result<G::Move, NotationError>
    where
        G: Notation;

    /// Whether nothing of a position is left open.
    fn is_complete(position: &G) -> bool;
    /// Every way to fill in what a position leaves open of one player's secrets, each
    /// with its weight by the rules alone.
    fn determinizations(position: &G, about: Player) -> Vec<(G, f32)>;
    /// The moves that may be behind an observed one, in a position in which the secrets
    /// of this player are filled in; none if it cannot have been played there.
    fn meanings(position: &G, observed: G::Move, about: Player) -> Vec<G::Move>;
    /// The legal move that its player chose, without what was announced with it.
    fn chosen(observed: G::Move) -> G::Move;
    /// The first of two positions that look alike, with the secrets that a player has in
    /// the other.
    fn join(position: &G, other: &G, player: Player) -> G;
}

/// What a game with secrets knows of playing it, beside value and policy.
pub trait HiddenPlay<G: Game> {
    /// Kinds of opponents to reckon with, beside one who plays by the engine's policy.
    fn opponent_models() -> &'static [&'static dyn OpponentModel<G>] {
        &[]
    }
    /// Moves and weights of a fixed mixed strategy, for decisions that are drawn rather
    /// than searched; `None` for all others. An opponent's decision of this kind tells
    /// the belief nothing but what it rules out.
    fn mixed_strategy(_position: &G) -> Option<Vec<(G::Move, f32)>> {
        None
    }
    /// Which of the mover's secrets bears on a move, as a small number: the bucket of an
    /// information abstraction. Statistics of a move in one bucket say little about the
    /// same move in another.
    fn bucket(_position: &G, _mv: G::Move) -> u32 {
        0
    }
}

/// How a kind of opponent chooses.
pub trait OpponentModel<G: Game>: Sync {
    /// The probability that an opponent is of this kind, before it has moved.
    fn prior(&self) -> f32;
    /// The share of its moves that follow no model: they are taken to be uniform.
    fn lapse_rate(&self) -> f32;
    /// Its policy, in a position as it sees it: one logit per move.
    fn logits(&self, view: &G, moves: &[G::Move], logits: &mut Vec<f32>);
    /// The expected score of a player against such an opponent, if that is known better
    /// than by the evaluation.
    fn score_against(&self, _position: &G, _player: Player) -> Option<f32> {
        None
    }
}

/// Open information: everybody sees everything.
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
