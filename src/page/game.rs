//! The fields that say which game, and which of its turns.

use super::hall::Hall;
use crate::analysis::{Failure, Fields, game_options};
use crate::formats::GameRecord;
use crate::games::{NotationError, Observer, Player, Variant};
use crate::ugi::Options;

/// A game as its viewer may know it, and the turn that is asked for.
pub(super) struct Asked {
    pub(super) game: GameRecord,
    pub(super) turn: usize,
    /// Whose knowledge it is; none for everything.
    pub(super) viewer: Option<Player>,
}

impl Asked {
    /// Takes the fields `variant`, `rules`, `position`, `moves`, `turn` and `viewer`.
    pub(super) fn take(fields: &mut Fields, _hall: &Hall) -> Result<Asked, Failure> {
        let options = game_options(fields, &Options::new(Variant::ALL[0]))?;
        let position = fields.take::<String>("position", "a FEN or startpos")?;
        let start = position.as_deref().map(str::trim).filter(|fen| !fen.eq_ignore_ascii_case("startpos"));
        let game = GameRecord::new(options.variant, &options.rules, start);
        let mut game = game.map_err(|error| fields.failure("position", &error))?;
        let moves = fields.take::<Vec<String>>("moves", "a list of moves")?.unwrap_or_default();
        for (number, mv) in (1..).zip(&moves) {
            game.play(mv).map_err(|error| fields.failure("moves", &error.in_move(number)))?;
        }
        let viewer = viewer(fields)?;
        if let Some(player) = viewer {
            game = game.observed(Observer::Player(player));
        }
        Ok(Asked { turn: turn(fields, game.turns())?, game, viewer })
    }

    /// The game up to the turn.
    pub(super) fn until_turn(&self) -> GameRecord {
        let mut game = self.game.clone();
        game.truncate(self.turn);
        game
    }
}

/// The field `viewer`.
pub(super) fn viewer(fields: &mut Fields) -> Result<Option<Player>, Failure> {
    const EXPECTED: &str = "a player: 1 or 2";
    match fields.take::<u64>("viewer", EXPECTED)? {
        None => Ok(None),
        Some(1) => Ok(Some(Player::One)),
        Some(2) => Ok(Some(Player::Two)),
        Some(other) => Err(fields.failure("viewer", &NotationError::new(other.to_string(), EXPECTED))),
    }
}

/// The field `turn`; the last one if it is left out.
fn turn(fields: &mut Fields, turns: usize) -> Result<usize, Failure> {
    let expected = format!("a turn from 0 to {turns}");
    match fields.take::<usize>("turn", &expected)? {
        None => Ok(turns),
        Some(turn) if turn <= turns => Ok(turn),
        Some(turn) => Err(fields.failure("turn", &NotationError::new(turn.to_string(), expected))),
    }
}
