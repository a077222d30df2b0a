//! A game as it is being played: where it began, what was played, where it stands.

use super::{Game, NotationError};

/// A start position, the moves played from it and the position they lead to.
#[derive(Clone)]
pub struct Record<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    current: G,
}

impl<G: Game> Record<G> {
    pub fn new(start: G) -> Self {
        Record { current: start.clone(), moves: Vec::new(), start }
    }

    pub fn start(&self) -> &G {
        &self.start
    }

    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    pub fn current(&self) -> &G {
        &self.current
    }

    /// Plays a move given in notation; the record stays as it was if it is not legal.
    pub fn play(&mut self, text: &str) -> Result<G::Move, NotationError> {
        if self.current.outcome().is_some() {
            return Err(NotationError::new(text, "no move, the game is over"));
        }
        let mv = self.current.parse_move(text)?;
        self.current.play(mv);
        self.moves.push(mv);
        Ok(mv)
    }
}
