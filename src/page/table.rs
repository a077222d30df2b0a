//! A table in the hall: the game, the engine at it, and who may see what.

use super::hall::engine_sits;
use crate::formats::GameRecord;
use crate::games::{NotationError, Observer, Player};
use crate::play::{Clock, EnginePlayer, Finish, Seat, Table};
use crate::search::Control;
use serde::Serialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What is wrong with a request: the field, and what was expected there.
pub(super) type Trouble = (&'static str, NotationError);

/// A table at which a game is played.
pub(super) struct Open {
    pub(super) table: Table,
    /// The engine's level.
    pub(super) level: u8,
    /// Milliseconds that the engine thinks, without a clock.
    pub(super) movetime: u64,
    /// The engine, kept from move to move; away while it thinks.
    pub(super) engine_player: Option<Box<dyn EnginePlayer>>,
    /// Ends the engine's thinking.
    pub(super) thinking: Option<Arc<Control>>,
    /// When the player to move began to think; none before somebody has looked at a table that
    /// was kept: its clocks stand still until then.
    pub(super) since: Option<Instant>,
    /// Who has offered a draw.
    pub(super) offer: Option<Player>,
    /// What the engine expected at its last move.
    pub(super) expected: Option<f32>,
    /// When it was used last, in the count of the hall.
    pub(super) used: u64,
}

/// How much of a game a viewer may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Everything: there are no secrets, or the game is over.
    Everything,
    /// What this observer has seen.
    As(Observer),
    /// Nothing: the viewer has no business there.
    Refused,
}

/// A game as a viewer may see it.
pub(super) struct Seen {
    pub(super) game: GameRecord,
    pub(super) viewer: Option<Player>,
    /// The table that it is played at; none for a game that the page has sent.
    pub(super) table: Option<SeenTable>,
}

/// The table of a game, as a viewer may see it.
pub(super) struct SeenTable {
    access: Access,
    /// Whether the viewer decides now.
    pub(super) chooses: bool,
    pub(super) finish: Option<Finish>,
    pub(super) thinking: bool,
    pub(super) clock: Option<ClockView>,
    pub(super) facts: TableFacts,
}

/// What everybody may know of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TableFacts {
    name: String,
    seats: [&'static str; 2],
    level: u8,
    /// Who has offered a draw.
    offer: Option<Player>,
}

/// The clocks of a game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ClockView {
    control: String,
    /// Milliseconds that the players have left.
    left: [u64; 2],
    /// Whose clock runs.
    running: Option<Player>,
}

impl Open {
    /// How much a viewer may see.
    pub(super) fn access(&self, viewer: Option<Player>) -> Access {
        if !self.table.game().variant().hidden() || self.table.finish().is_some() {
            return Access::Everything;
        }
        match viewer {
            None => Access::As(Observer::Public),
            Some(player) if self.table.seats()[player.index()] == Seat::Person => {
                Access::As(Observer::Player(player))
            }
            Some(_) => Access::Refused,
        }
    }

    /// The table as a viewer may see it.
    pub(super) fn seen(&self, name: &str, viewer: Option<Player>) -> Result<Seen, Trouble> {
        let access = self.access(viewer);
        let game = match (access, viewer) {
            (Access::Everything, _) => self.table.game().clone(),
            (Access::As(observer), _) => self.table.game().observed(observer),
            (Access::Refused, viewer) => return Err(engine_sits(viewer.unwrap_or(Player::One))),
        };
        let mover = self.table.mover();
        let own = viewer.map_or(access == Access::Everything, |viewer| viewer == mover);
        let finish = self.table.finish();
        let table = SeenTable {
            access,
            chooses: own && finish.is_none() && self.table.to_move() == Seat::Person,
            thinking: finish.is_none() && self.table.to_move() == Seat::Engine,
            clock: self.table.clock().map(|clock| self.clock_view(clock, finish.is_none().then_some(mover))),
            finish,
            facts: TableFacts {
                name: name.to_string(),
                seats: self.table.seats().map(super::hall::seat_name),
                level: self.level,
                offer: self.offer,
            },
        };
        Ok(Seen { game, viewer, table: Some(table) })
    }

    fn clock_view(&self, clock: &Clock, running: Option<Player>) -> ClockView {
        let used = self.used_time();
        let left = |player: Player| match running == Some(player) {
            true => clock.left(player).saturating_sub(used),
            false => clock.left(player),
        };
        ClockView {
            control: clock.control.to_string(),
            left: Player::BOTH.map(|player| left(player).as_millis() as u64),
            running,
        }
    }

    /// How long the player to move has thought.
    pub(super) fn used_time(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Ends the engine's thinking, if it thinks.
    pub(super) fn stop_thinking(&self) {
        if let Some(control) = &self.thinking {
            control.stop();
        }
    }
}

impl Seen {
    /// Whether the engine may think about a turn for this viewer: what it finds tells what the
    /// player to move knows.
    pub(super) fn may_think(&self, turn: usize) -> bool {
        match self.table.as_ref().map_or(Access::Everything, |table| table.access) {
            Access::Everything => true,
            Access::As(observer) => observer == Observer::Player(self.game.mover(turn)),
            Access::Refused => false,
        }
    }

    /// Whether everything is known that the game has to tell.
    pub(super) fn is_open(&self) -> bool {
        self.table.as_ref().is_none_or(|table| table.access == Access::Everything)
    }
}
