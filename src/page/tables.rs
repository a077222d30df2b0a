//! The requests about tables.

use super::desk::{Visitor, draw};
use super::game::{sent_game, viewer};
use super::hall::Listed;
use super::table::{Open, Seen, Trouble};
use super::think;
use super::view::View;
use crate::analysis::{Failure, Fields};
use crate::formats::GameRecord;
use crate::games::{NotationError, Player};
use crate::play::{Seat, Table, TimeControl};
use serde::Serialize;
use std::time::Instant;

#[derive(Serialize)]
struct TableReply {
    table: String,
    view: View,
}

#[derive(Serialize)]
struct Played {
    view: View,
}

#[derive(Serialize)]
struct Offered {
    /// Whether the game has ended in a draw.
    accepted: bool,
    view: View,
}

#[derive(Serialize)]
struct List {
    tables: Vec<Listed>,
}

#[derive(Serialize)]
struct Dropped {
    table: String,
}

fn whole(seen: &Seen) -> View {
    View::of(seen, seen.game.turns())
}

/// Answers a request whose action begins with `table-`; false if there is no such action.
pub(super) fn answer(
    visitor: &Visitor,
    id: &str,
    action: &str,
    fields: &mut Fields,
) -> Result<bool, Failure> {
    match action {
        "table-new" => visitor.reply(id, put_up(visitor, fields)?),
        "table-play" => visitor.reply(id, play(visitor, fields)?),
        "table-resign" => {
            let view = act(visitor, fields, |open, player| {
                open.table.resign_as(player);
                Ok(())
            })?;
            visitor.reply(id, Played { view: view.1 });
        }
        "table-draw" => {
            let (accepted, view) = act(visitor, fields, offer_draw)?;
            visitor.reply(id, Offered { accepted, view });
        }
        "table-list" => {
            fields.finish("id or action")?;
            visitor.reply(id, List { tables: visitor.hall.list() });
        }
        "table-leave" | "table-drop" => {
            let table: String = fields.required("table", "the name of a table")?;
            fields.finish("id, action or table")?;
            match action {
                "table-leave" => visitor.hall.look_away(visitor.number, &table),
                _ => visitor.hall.drop_table(&table).map_err(|trouble| failure(fields, &trouble))?,
            }
            visitor.reply(id, Dropped { table });
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn failure(fields: &Fields, (field, error): &Trouble) -> Failure {
    fields.failure(field, error)
}

/// Answers `table-new`.
fn put_up(visitor: &Visitor, fields: &mut Fields) -> Result<TableReply, Failure> {
    let seats = seats(fields)?;
    let level = think::level(fields)?;
    let movetime = think::movetime(fields)?.unwrap_or(think::USUAL);
    let clock = match fields.take::<String>("clock", "minutes, or minutes+seconds such as 5+3")? {
        None => None,
        Some(text) => Some(text.parse::<TimeControl>().map_err(|error| fields.failure("clock", &error))?),
    };
    let kind = fields.take::<String>("setup", "the name of a set-up")?;
    let viewer = viewer(fields)?;
    let mut game = sent_game(fields)?;
    fields.finish(
        "id, action, variant, rules, seats, level, movetime, setup, position, moves, clock or viewer",
    )?;
    if let Some(kind) = kind {
        game = drawn(fields, &game, &kind)?;
    }
    let viewer = viewer.or_else(|| person(seats));
    let name = visitor.hall.put_up(Open::new(Table::new(game, seats, clock), level, movetime));
    let name = name.map_err(|trouble| failure(fields, &trouble))?;
    let watcher = Some((visitor.number, visitor.output.clone()));
    let seen = visitor.hall.look(&name, viewer, watcher).map_err(|trouble| failure(fields, &trouble))?;
    Ok(TableReply { table: name, view: whole(&seen) })
}

/// A game that begins with a set-up of this kind.
fn drawn(fields: &Fields, game: &GameRecord, kind: &str) -> Result<GameRecord, Failure> {
    let variant = game.variant();
    let position = draw(variant, kind, game.rules()).ok_or_else(|| {
        let names = variant.set_ups().join(", ");
        fields.failure("setup", &NotationError::new(kind, format!("a set-up of {}: {names}", variant.name())))
    })?;
    GameRecord::new(variant, game.rules(), Some(&position)).map_err(|error| fields.failure("setup", &error))
}

/// The first side that a person plays.
fn person(seats: [Seat; 2]) -> Option<Player> {
    Player::BOTH.into_iter().find(|player| seats[player.index()] == Seat::Person)
}

fn seats(fields: &mut Fields) -> Result<[Seat; 2], Failure> {
    const EXPECTED: &str = "two of person and engine";
    let names = fields.take::<Vec<String>>("seats", EXPECTED)?;
    let Some(names) = names else { return Ok([Seat::Person, Seat::Engine]) };
    let seat = |name: &String| match name.as_str() {
        "person" => Some(Seat::Person),
        "engine" => Some(Seat::Engine),
        _ => None,
    };
    let seats: Option<Vec<Seat>> = names.iter().map(seat).collect();
    let seats = seats.and_then(|seats| <[Seat; 2]>::try_from(seats).ok());
    seats.ok_or_else(|| fields.failure("seats", &NotationError::new(names.join(" "), EXPECTED)))
}

/// Does something for a person at a table; the requests besides `table-play` have no other fields.
fn act<T>(
    visitor: &Visitor,
    fields: &mut Fields,
    action: impl FnOnce(&mut Open, Player) -> Result<T, Trouble>,
) -> Result<(T, View), Failure> {
    let (table, viewer) = place(fields)?;
    fields.finish("id, action, table or viewer")?;
    let done = visitor.hall.act(&table, viewer, visitor.number, |open| action(open, viewer));
    let (done, seen) = done.map_err(|trouble| failure(fields, &trouble))?;
    Ok((done, whole(&seen)))
}

fn place(fields: &mut Fields) -> Result<(String, Player), Failure> {
    let table = fields.required("table", "the name of a table")?;
    let viewer = viewer(fields)?.ok_or_else(|| {
        fields.failure("viewer", &NotationError::new("viewer", "a player, 1 or 2, in this field"))
    })?;
    Ok((table, viewer))
}

/// Answers `table-play`.
fn play(visitor: &Visitor, fields: &mut Fields) -> Result<Played, Failure> {
    let (table, viewer) = place(fields)?;
    let mv: String = fields.required("move", "a move")?;
    fields.finish("id, action, table, viewer or move")?;
    let played = visitor.hall.act(&table, viewer, visitor.number, |open| {
        if open.table.finish().is_none() && open.table.mover() != viewer {
            let number = (viewer.index() + 1).to_string();
            return Err(("viewer", NotationError::new(number, "the player to move")));
        }
        let played = open.table.play(&mv, open.used_time());
        played.map_err(|error| {
            let words = open.table.finish().is_none().then(|| open.table.explain(&mv)).flatten();
            let expected = words.map(|words| format!("a legal turn; {words}"));
            ("move", expected.map_or(error, |expected| NotationError::new(&mv, expected)))
        })?;
        open.since = Some(Instant::now());
        open.offer = None;
        Ok(())
    });
    let ((), seen) = played.map_err(|trouble| failure(fields, &trouble))?;
    Ok(Played { view: whole(&seen) })
}

/// A player offers a draw, or accepts one. The engine accepts where it does not expect more.
fn offer_draw(open: &mut Open, player: Player) -> Result<bool, Trouble> {
    if open.table.finish().is_some() {
        return Err(("action", NotationError::new("table-draw", "a game under way")));
    }
    let accepted = match open.table.seats()[(!player).index()] {
        Seat::Engine => open.expected.is_some_and(|expected| expected <= 0.5),
        Seat::Person => open.offer == Some(!player),
    };
    match accepted {
        true => open.table.agree_draw(),
        false if open.table.seats()[(!player).index()] == Seat::Person => open.offer = Some(player),
        false => {}
    }
    if accepted {
        open.offer = None;
    }
    Ok(accepted)
}
