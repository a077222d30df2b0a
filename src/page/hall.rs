//! What all visitors share: the tables, and who watches them.

use super::store::Store;
use super::table::{Access, Open, Seen, Trouble};
use super::view::View;
use crate::entropy::secret_number;
use crate::games::{NotationError, Player};
use crate::play::{Seat, Table};
use serde::Serialize;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Tables that are kept; then one whose game is over makes room.
const MOST_TABLES: usize = 64;

/// How a hall is run.
#[derive(Clone, Debug)]
pub struct HallSettings {
    /// Searches at the same time, of one visitor and of the engine at all tables.
    pub threads: usize,
    /// Where tables are kept, so that they outlive the server; nowhere if there is none.
    pub store: Option<PathBuf>,
    /// Files of games that visitors may watch.
    pub watched: Vec<PathBuf>,
}

/// What all visitors share.
pub struct Hall {
    pub(super) settings: HallSettings,
    pub(super) state: Mutex<State>,
    /// A seat of the engine is free to think.
    pub(super) engine_free: Condvar,
    store: Option<Store>,
}

/// What replies are given to, a line each.
pub(super) type Output = Arc<dyn Fn(String) + Send + Sync>;

#[derive(Default)]
pub(super) struct State {
    pub(super) tables: HashMap<String, Open>,
    watchers: Vec<Watcher>,
    visitors: u64,
    /// Counts what was done at tables: the higher, the later.
    pub(super) clock: u64,
    /// Engines that think at this moment.
    pub(super) thinking: usize,
    /// Whether somebody looks after the clocks.
    pub(super) clerk: bool,
}

/// A visitor who is told what happens at a table.
struct Watcher {
    visitor: u64,
    table: String,
    viewer: Option<Player>,
    output: Output,
}

/// News of a table.
#[derive(Serialize)]
struct News<'a> {
    table: &'a str,
    view: View,
}

/// A table in a list: what everybody may know of it.
#[derive(Serialize)]
pub(super) struct Listed {
    table: String,
    variant: &'static str,
    seats: [&'static str; 2],
    level: u8,
    turns: usize,
    mover: Player,
    finish: Option<super::view::FinishView>,
}

impl Hall {
    /// A hall with the tables that its store has.
    pub fn new(settings: HallSettings) -> Self {
        let store = settings.store.clone().and_then(Store::open);
        let mut state = State::default();
        for (name, open) in store.iter().flat_map(Store::load).take(MOST_TABLES) {
            state.tables.insert(name, open);
        }
        Hall { settings, state: Mutex::new(state), engine_free: Condvar::new(), store }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for a new visitor.
    pub(super) fn enter(&self) -> u64 {
        let mut state = self.state();
        state.visitors += 1;
        state.visitors
    }

    /// A visitor has gone.
    pub(super) fn leave(&self, visitor: u64) {
        self.state().watchers.retain(|watcher| watcher.visitor != visitor);
    }

    /// A visitor wants no more news of a table.
    pub(super) fn look_away(&self, visitor: u64, table: &str) {
        self.state().watchers.retain(|watcher| (watcher.visitor, watcher.table.as_str()) != (visitor, table));
    }

    /// Puts a table up; returns its name.
    pub(super) fn put_up(self: &Arc<Self>, open: Open) -> Result<String, Trouble> {
        let mut state = self.state();
        if state.tables.len() >= MOST_TABLES {
            let over = state.tables.iter().filter(|(_, open)| open.table.finish().is_some());
            let oldest = over.min_by_key(|(_, open)| open.used).map(|(name, _)| name.clone());
            let Some(oldest) = oldest else {
                let full = format!("fewer than {MOST_TABLES} games under way (table-drop takes one away)");
                return Err(("action", NotationError::new("table-new", full)));
            };
            state.tables.remove(&oldest);
            self.store.iter().for_each(|store| store.remove(&oldest));
        }
        let name = format!("{:016x}", secret_number());
        state.clock += 1;
        let used = state.clock;
        state.tables.insert(name.clone(), Open { used, ..open });
        self.keep(&state, &name);
        Ok(name)
    }

    /// Takes a table away.
    pub(super) fn drop_table(&self, name: &str) -> Result<(), Trouble> {
        let mut state = self.state();
        let open = state.tables.remove(name).ok_or_else(|| no_such_table(name))?;
        open.stop_thinking();
        state.watchers.retain(|watcher| watcher.table != name);
        self.store.iter().for_each(|store| store.remove(name));
        Ok(())
    }

    /// What a viewer may know of a table. With a visitor, that one gets news of it from now on.
    pub(super) fn look(
        self: &Arc<Self>,
        name: &str,
        viewer: Option<Player>,
        watcher: Option<(u64, Output)>,
    ) -> Result<Seen, Trouble> {
        let mut state = self.state();
        let open = state.tables.get_mut(name).ok_or_else(|| no_such_table(name))?;
        open.since.get_or_insert_with(Instant::now);
        let seen = open.seen(name, viewer)?;
        if let Some((visitor, output)) = watcher {
            state.watchers.retain(|other| (other.visitor, other.table.as_str()) != (visitor, name));
            state.watchers.push(Watcher { visitor, table: name.to_string(), viewer, output });
        }
        drop(state);
        self.wake(name);
        Ok(seen)
    }

    /// Does something at a table for a person who sits there; all others who watch it get news.
    pub(super) fn act<T>(
        self: &Arc<Self>,
        name: &str,
        viewer: Player,
        visitor: u64,
        action: impl FnOnce(&mut Open) -> Result<T, Trouble>,
    ) -> Result<(T, Seen), Trouble> {
        let mut state = self.state();
        state.clock += 1;
        let used = state.clock;
        let open = state.tables.get_mut(name).ok_or_else(|| no_such_table(name))?;
        open.check_seat(viewer)?;
        open.used = used;
        let over = open.table.finish().is_some();
        let done = action(open);
        // A move that came too late fails, and ends the game.
        let ended = !over && open.table.finish().is_some();
        if ended {
            open.stop_thinking();
        }
        if done.is_ok() || ended {
            self.keep(&state, name);
            self.tell(&state, name, Some(visitor).filter(|_| done.is_ok()));
        }
        let done = done?;
        let seen = state.tables.get(name).ok_or_else(|| no_such_table(name))?.seen(name, Some(viewer))?;
        drop(state);
        self.wake(name);
        Ok((done, seen))
    }

    /// The tables, the last used first.
    pub(super) fn list(&self) -> Vec<Listed> {
        let state = self.state();
        let mut tables: Vec<(&String, &Open)> = state.tables.iter().collect();
        tables.sort_by_key(|(name, open)| (std::cmp::Reverse(open.used), *name));
        let listed = |(name, open): (&String, &Open)| Listed {
            table: name.clone(),
            variant: open.table.game().variant().name(),
            seats: open.table.seats().map(seat_name),
            level: open.level,
            turns: open.table.game().turns(),
            mover: open.table.mover(),
            finish: open.table.finish().map(Into::into),
        };
        tables.into_iter().map(listed).collect()
    }

    /// Saves a table.
    pub(super) fn keep(&self, state: &State, name: &str) {
        if let (Some(store), Some(open)) = (&self.store, state.tables.get(name)) {
            store.save(name, open);
        }
    }

    /// Tells those who watch a table how it stands, but for the visitor who has caused it.
    pub(super) fn tell(&self, state: &State, name: &str, but: Option<u64>) {
        let Some(open) = state.tables.get(name) else { return };
        let concerned = |watcher: &&Watcher| watcher.table == name && Some(watcher.visitor) != but;
        for watcher in state.watchers.iter().filter(concerned) {
            let Ok(seen) = open.seen(name, watcher.viewer) else { continue };
            let news = News { table: name, view: View::of(&seen, seen.game.turns()) };
            match serde_json::to_string(&news) {
                Ok(line) => (watcher.output)(line),
                Err(error) => log::error!("{error}"),
            }
        }
    }
}

impl State {
    /// Whether anybody watches a table.
    pub(super) fn watched(&self, name: &str) -> bool {
        self.watchers.iter().any(|watcher| watcher.table == name)
    }
}

pub(super) fn no_such_table(name: &str) -> Trouble {
    ("table", NotationError::new(name, "the name of a table"))
}

pub(super) const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::Person => "person",
        Seat::Engine => "engine",
    }
}

impl Open {
    /// A table with a game that begins, or goes on.
    pub(super) fn new(table: Table, level: u8, movetime: u64) -> Self {
        Open {
            table,
            level,
            movetime,
            engine_player: None,
            thinking: None,
            since: None,
            offer: None,
            expected: None,
            used: 0,
        }
    }

    /// Whether a viewer may decide for a side: a person sits there.
    fn check_seat(&self, viewer: Player) -> Result<(), Trouble> {
        match self.access(Some(viewer)) {
            _ if self.table.seats()[viewer.index()] == Seat::Engine => Err(engine_sits(viewer)),
            Access::Refused => Err(engine_sits(viewer)),
            _ => Ok(()),
        }
    }
}

pub(super) fn engine_sits(viewer: Player) -> Trouble {
    ("viewer", NotationError::new((viewer.index() + 1).to_string(), "a side that a person plays"))
}
