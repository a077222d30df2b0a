//! The table: who sits where, what was played, how it ended.

use super::clock::{Clock, TimeControl};
use crate::formats::{GameRecord, MoveText};
use crate::games::{NotationError, Observer, Outcome, Player};
use std::time::Duration;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Person,
    /// The engine.
    Engine,
}

/// How a game ended, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// The result.
    pub outcome: Outcome,
    /// The reason, in a word or two.
    pub reason: String,
}

/// Why a player has lost whose clock ran out.
const OUT_OF_TIME: &str = "out of time";

/// A game under way.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game with all its secrets.
    game: GameRecord,
    seats: [Seat; 2],
    /// The engine's level, where the engine plays.
    level: Option<u8>,
    clock: Option<Clock>,
    /// An end that the rules do not know: resigned, agreed, out of time.
    finish: Option<Finish>,
}

impl Table {
    /// A game that begins, or goes on.
    pub fn new(game: GameRecord, seats: [Seat; 2], time: Option<TimeControl>) -> Self {
        Table { game, seats, level: None, clock: time.map(Clock::new), finish: None }
    }

    /// The same with the engine at this level.
    pub fn with_level(self, level: Option<u8>) -> Self {
        Table { level, ..self }
    }

    /// The same with these clocks.
    pub fn with_clock(self, clock: Option<Clock>) -> Self {
        Table { clock, ..self }
    }

    /// The same after an end that the rules do not know: resigned, agreed, out of time.
    pub fn with_finish(self, finish: Option<Finish>) -> Self {
        Table { finish, ..self }
    }

    /// The whole game: for the engine, and for whoever may know everything.
    pub fn game(&self) -> &GameRecord {
        &self.game
    }

    /// Who sits where.
    pub fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    /// The engine's level, where it was told.
    pub fn level(&self) -> Option<u8> {
        self.level
    }

    /// The clocks, if there are any.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The player to move.
    pub fn mover(&self) -> Player {
        self.game.mover(self.game.turns())
    }

    /// Who plays the side to move.
    pub fn to_move(&self) -> Seat {
        self.seats[self.mover().index()]
    }

    /// How the game ended, if it has.
    pub fn finish(&self) -> Option<Finish> {
        let by_rules = self.game.outcome().map(|outcome| {
            let reason = self.game.ending().unwrap_or("rules").to_string();
            Finish { outcome, reason }
        });
        by_rules.or_else(|| self.finish.clone())
    }

    /// Whose knowledge the screen may show: the only person's, or the one's who is to move; `None`
    /// for everything, in a game without secrets or after the end.
    pub fn viewer(&self) -> Option<Player> {
        if !self.game.variant().hidden() || self.finish().is_some() {
            return None;
        }
        match self.seats {
            [Seat::Person, Seat::Engine] => Some(Player::One),
            [Seat::Engine, Seat::Person] => Some(Player::Two),
            _ => Some(self.mover()),
        }
    }

    /// Whether two persons share a screen that shows secrets.
    pub fn passes_the_screen(&self) -> bool {
        self.game.variant().hidden() && self.seats == [Seat::Person; 2]
    }

    /// The game as the screen may show it.
    pub fn shown(&self) -> GameRecord {
        match self.viewer() {
            Some(player) => self.game.observed(Observer::Player(player)),
            None => self.game.clone(),
        }
    }

    /// The game as the player to move knows it.
    fn seen_by_mover(&self) -> GameRecord {
        match self.game.variant().hidden() {
            true => self.game.observed(Observer::Player(self.mover())),
            false => self.game.clone(),
        }
    }

    /// The legal moves of the player to move, as far as that player can know.
    pub fn legal_moves(&self) -> Vec<MoveText> {
        let seen = self.seen_by_mover();
        seen.legal_moves(seen.turns())
    }

    /// What is wrong with a move, in words.
    pub fn explain(&self, text: &str) -> Option<String> {
        self.seen_by_mover().explain(text)
    }

    /// Plays a move of the player to move, in either notation and any case; `used` is the time
    /// since its turn began. An illegal move changes nothing, unless it comes too late.
    pub fn play(&mut self, text: &str, used: Duration) -> Result<MoveText, NotationError> {
        if self.finish().is_some() {
            return Err(NotationError::new(text, "no move, the game is over"));
        }
        if !self.has_time(used) {
            return Err(NotationError::new(text, "a move in time"));
        }
        let found = self.seen_by_mover().find_move(text);
        let ugi = found.map_or_else(|| text.to_string(), |mv| mv.ugi);
        let mover = self.mover();
        let mut next = self.game.clone();
        next.choose(&ugi)?;
        self.clock.iter_mut().for_each(|clock| _ = clock.press(mover, used));
        self.game = next;
        Ok(self.game.made(self.game.turns()).unwrap_or_default())
    }

    /// Takes back moves until it is a person's turn again: the last one of a person's. Returns how
    /// many.
    pub fn undo(&mut self) -> Result<usize, NotationError> {
        if self.game.variant().hidden() {
            return Err(NotationError::new("undo", "a game without secrets: what was seen cannot be unseen"));
        }
        let turns = self.game.turns();
        let person = |turn: &usize| self.seats[self.game.mover(*turn).index()] == Seat::Person;
        let Some(target) = (0..turns).rev().find(person) else {
            return Err(NotationError::new("undo", "a move to take back"));
        };
        self.game.truncate(target);
        self.finish = None;
        Ok(turns - target)
    }

    /// The player to move gives up.
    pub fn resign(&mut self) {
        self.resign_as(self.mover());
    }

    /// A player gives up, whoever is to move.
    pub fn resign_as(&mut self, player: Player) {
        self.end(Outcome::Win(!player), "resigned");
    }

    /// Whether the player to move has time left after thinking for so long; if not, the game ends.
    pub fn has_time(&mut self, used: Duration) -> bool {
        let mover = self.mover();
        let enough = self.clock.as_ref().is_none_or(|clock| used <= clock.left(mover));
        if enough || self.finish().is_some() {
            return true;
        }
        self.clock.iter_mut().for_each(|clock| _ = clock.press(mover, used));
        self.end(Outcome::Win(!mover), OUT_OF_TIME);
        false
    }

    /// Ends the game in a way that the rules do not know, unless it is over.
    pub fn conclude(&mut self, finish: Finish) {
        self.end(finish.outcome, &finish.reason);
    }

    /// Both agree to a draw.
    pub fn agree_draw(&mut self) {
        self.end(Outcome::Draw, "agreed");
    }

    fn end(&mut self, outcome: Outcome, reason: &str) {
        if self.finish().is_none() {
            self.finish = Some(Finish { outcome, reason: reason.to_string() });
        }
    }
}
