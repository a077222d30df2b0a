//! What may be thought of secrets, kept up to date along a game.

use crate::games::{Game, Knowledge, Player, Reader, Record, World};
use crate::search::Judge;

/// What a player knows and thinks, and what the others may think of it.
pub struct Belief<G: Game> {
    theirs: Track<G>,
    own: Track<G>,
    suspected: Track<G>,
}

/// The worlds of a player to move.
pub struct Worlds<'a, G> {
    /// What the opponent's secrets may be.
    pub theirs: &'a [World<G>],
    /// What the player's own are; more than one if it was not told itself.
    pub own: &'a [World<G>],
    /// What they may be for somebody who knows no secrets.
    pub suspected: &'a [World<G>],
}

impl<G: Game> Default for Belief<G> {
    fn default() -> Self {
        Belief { theirs: Track::default(), own: Track::default(), suspected: Track::default() }
    }
}

impl<G: Game> Belief<G> {
    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Belief::default();
    }

    /// The worlds of a player who was told this game; at least one each.
    pub fn of(&mut self, game: &Record<G>, player: Player, judge: &Judge<G>) -> Worlds<'_, G> {
        Worlds {
            theirs: self.theirs.of(game, !player, judge),
            own: self.own.of(game, player, judge),
            suspected: self.suspected.of(&game.told(Reader::Public), player, judge),
        }
    }
}

/// The worlds of one player that fit what was told so far.
struct Track<G: Game> {
    known: Option<Known<G>>,
}

struct Known<G: Game> {
    about: Player,
    /// Where the game began, as far as it was told.
    start: (String, u64),
    /// What was told since.
    told: Vec<G::Move>,
    worlds: Vec<World<G>>,
}

impl<G: Game> Default for Track<G> {
    fn default() -> Self {
        Track { known: None }
    }
}

impl<G: Game> Track<G> {
    /// The worlds after this game. What was worked out for the beginning of the game is
    /// used again: it does not depend on when that was.
    fn of(&mut self, game: &Record<G>, about: Player, judge: &Judge<G>) -> &[World<G>] {
        let knowledge = judge.by_hand();
        let thinks = |view: &G, moves: &[G::Move], logits: &mut Vec<f32>| judge.logits(view, moves, logits);
        let start = (game.start().notation(), game.start().key());
        let goes_on = |known: &Known<G>| {
            known.about == about && known.start == start && game.moves().starts_with(&known.told)
        };
        let mut known = self.known.take().filter(goes_on).unwrap_or_else(|| Known {
            about,
            start,
            told: Vec::new(),
            worlds: knowledge.completions(game.start(), about),
        });
        for &mv in &game.moves()[known.told.len()..] {
            knowledge.learn(&mut known.worlds, mv, about, &thinks);
            known.told.push(mv);
        }
        if known.worlds.is_empty() {
            // The history cannot have been: go by the position alone.
            known.worlds = knowledge.completions(game.current(), about);
        }
        if known.worlds.is_empty() {
            known.worlds.push(World::new(game.current().clone(), 1.0));
        }
        &self.known.insert(known).worlds
    }
}
