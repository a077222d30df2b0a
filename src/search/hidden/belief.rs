//! What a player thinks of what it does not see, kept up to date along a game.

use crate::games::{Game, Knowledge, Player, Record, World};

/// The worlds that fit what a player was told so far.
pub struct Belief<G: Game> {
    known: Option<Known<G>>,
}

struct Known<G: Game> {
    reader: Player,
    /// Where the game began, as the reader knew it.
    start: String,
    /// What was told since.
    told: Vec<G::Move>,
    worlds: Vec<World<G>>,
}

impl<G: Game> Default for Belief<G> {
    fn default() -> Self {
        Belief { known: None }
    }
}

impl<G: Game> Belief<G> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.known = None;
    }

    /// The worlds of a reader who was told this game; at least one. What was worked out
    /// for the beginning of the game is used again: it does not depend on when that was.
    pub fn of(&mut self, game: &Record<G>, reader: Player, knowledge: &G::Knowledge) -> &[World<G>] {
        let start = game.start().notation();
        let goes_on = |known: &Known<G>| {
            known.reader == reader && known.start == start && game.moves().starts_with(&known.told)
        };
        let mut known = self.known.take().filter(goes_on).unwrap_or_else(|| Known {
            reader,
            start,
            told: Vec::new(),
            worlds: knowledge.worlds(game.start()),
        });
        for &mv in &game.moves()[known.told.len()..] {
            knowledge.learn(&mut known.worlds, mv, reader);
            known.told.push(mv);
        }
        if known.worlds.is_empty() {
            // The history cannot have been: go by the position alone.
            known.worlds = knowledge.worlds(game.current());
        }
        if known.worlds.is_empty() {
            known.worlds.push(World { position: game.current().clone(), weight: 1.0 });
        }
        &self.known.insert(known).worlds
    }
}
