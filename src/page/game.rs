//! The fields that say which game, and which of its turns.

use super::bounds::MOST_MOVES;
use super::desk::Visitor;
use super::table::Seen;
use crate::analysis::{Failure, Fields, game_options};
use crate::formats::GameRecord;
use crate::games::{NotationError, Observer, Player, Variant};
use crate::ugi::Options;

/// A game as its viewer may know it, and the turn that is asked for.
pub(super) struct Asked {
    pub(super) seen: Seen,
    pub(super) turn: usize,
}

/// The names of the fields that [`Asked::take`] takes, and of those that every request has.
pub(super) const GAME_FIELDS: &str =
    "id, action, variant, rules, position, moves, turn and viewer, or id, action, table, turn and viewer";

impl Asked {
    /// Takes the fields `variant`, `rules`, `position` and `moves`, or `table`, and with either
    /// `turn` and `viewer`.
    pub(super) fn take(fields: &mut Fields, visitor: &Visitor) -> Result<Asked, Failure> {
        Asked::take_and_watch(fields, visitor, false)
    }

    /// The same; with `watch` the visitor gets news of the table from now on.
    pub(super) fn take_and_watch(
        fields: &mut Fields,
        visitor: &Visitor,
        watch: bool,
    ) -> Result<Asked, Failure> {
        let viewer = viewer(fields)?;
        let seen = match fields.take::<String>("table", "the name of a table")? {
            Some(name) => {
                let watcher = watch.then(|| (visitor.number, visitor.output.clone()));
                let looked = visitor.hall.look(&name, viewer, watcher);
                looked.map_err(|(field, error)| fields.failure(field, &error))?
            }
            None => {
                let game = sent_game(fields)?;
                let observed = viewer.map(|player| game.observed(Observer::Player(player)));
                Seen { game: observed.unwrap_or(game), viewer, table: None }
            }
        };
        Ok(Asked { turn: turn(fields, seen.game.turns())?, seen })
    }

    /// The game up to the turn.
    pub(super) fn until_turn(&self) -> GameRecord {
        let mut game = self.seen.game.clone();
        game.truncate(self.turn);
        game
    }

    /// Whether the engine may think for this viewer, or tell what is wrong with a move.
    pub(super) fn check_thinking(&self, fields: &Fields) -> Result<(), Failure> {
        if self.seen.may_think(self.turn) {
            return Ok(());
        }
        let viewer = self.seen.viewer.map_or(String::new(), |viewer| (viewer.index() + 1).to_string());
        Err(fields
            .failure("viewer", &NotationError::new(viewer, "the player to move, in a game with secrets")))
    }
}

/// The game of the fields `variant`, `rules`, `position` and `moves`.
pub(super) fn sent_game(fields: &mut Fields) -> Result<GameRecord, Failure> {
    let options = game_options(fields, &Options::new(Variant::ALL[0]))?;
    let position = fields.take::<String>("position", "a FEN or startpos")?;
    let start = position.as_deref().map(str::trim).filter(|fen| !fen.eq_ignore_ascii_case("startpos"));
    let game = GameRecord::new(options.variant, &options.rules, start);
    let mut game = game.map_err(|error| fields.failure("position", &error))?;
    let moves = fields.take::<Vec<String>>("moves", "a list of moves")?.unwrap_or_default();
    if moves.len() > MOST_MOVES {
        let error = NotationError::new(moves.len().to_string(), format!("at most {MOST_MOVES} moves"));
        return Err(fields.failure("moves", &error));
    }
    for (number, mv) in (1..).zip(&moves) {
        game.play(mv).map_err(|error| fields.failure("moves", &error.in_move(number)))?;
    }
    Ok(game)
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
