//! The engine at the tables, and the clocks.

use super::bounds::USUAL_HASH;
use super::hall::{Hall, State};
use super::table::Open;
use super::think;
use crate::formats::GameRecord;
use crate::play::{EnginePlayer, Seat};
use crate::search::{Control, Limits};
use crate::ugi::Options;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The least time of a move where the engine plays itself, so that people can follow.
const LEAST_TIME: Duration = Duration::from_millis(400);
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);

impl Hall {
    /// Has the engine think at a table if it is its turn there, and the clocks looked after.
    pub(super) fn wake(self: &Arc<Self>, name: &str) {
        let mut state = self.state();
        let watched = state.watched(name);
        let Some(open) = state.tables.get_mut(name) else { return };
        let running = open.table.finish().is_none();
        let clocked = running && open.table.clock().is_some();
        let alone = open.table.seats() == [Seat::Engine; 2];
        if running && open.table.to_move() == Seat::Engine && open.thinking.is_none() && (watched || !alone) {
            let control = Arc::new(Control::new(&Limits::default()));
            open.thinking = Some(control.clone());
            let (hall, name) = (self.clone(), name.to_string());
            thread::spawn(move || hall.engine_moves(&name, &control));
        }
        if clocked && !state.clerk {
            state.clerk = true;
            let hall = Arc::downgrade(self);
            thread::spawn(move || {
                while hall.upgrade().is_some_and(|hall| hall.look_at_clocks()) {
                    thread::sleep(TICK);
                }
            });
        }
    }

    /// Ends games whose players are out of time; false if no clock runs any more.
    fn look_at_clocks(&self) -> bool {
        let mut state = self.state();
        let (mut any, mut ended) = (false, Vec::new());
        for (name, open) in &mut state.tables {
            if open.table.clock().is_none() || open.table.finish().is_some() {
                continue;
            }
            any = true;
            if !open.table.has_time(open.used_time()) {
                open.stop_thinking();
                ended.push(name.clone());
            }
        }
        for name in ended {
            self.keep(&state, &name);
            self.tell(&state, &name, None);
        }
        state.clerk = any;
        any
    }

    /// The engine's turn at a table, on a thread of its own.
    fn engine_moves(self: &Arc<Self>, name: &str, control: &Arc<Control>) {
        let mut state = self.state();
        while state.thinking >= self.settings.threads.max(1) {
            state = self.engine_free.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.thinking += 1;
        let begun = begin(&mut state, name);
        drop(state);
        let Some((mut engine_player, game, limits, least)) = begun else {
            self.leave_seat(name, control, None);
            return;
        };
        let began = Instant::now();
        let thought = engine_player.think(&game, &limits, control);
        if !control.stopped() {
            thread::sleep(least.saturating_sub(began.elapsed()));
        }
        let mut state = self.state();
        if let (Some(open), Some(thought)) = (state.tables.get_mut(name), thought)
            && open.thinking.as_ref().is_some_and(|ours| Arc::ptr_eq(ours, control))
        {
            open.thinking = None;
            // Fails if the game has ended meanwhile, or the time.
            if let Err(error) = open.table.play(&thought.mv, open.used_time()) {
                log::debug!("{error}");
            } else {
                open.expected = Some(thought.expected);
                open.offer = None;
            }
            open.since = Some(Instant::now());
            self.keep(&state, name);
            self.tell(&state, name, None);
        }
        drop(state);
        self.leave_seat(name, control, Some(engine_player));
        self.wake(name);
    }

    /// The engine has thought; the next one may.
    fn leave_seat(&self, name: &str, control: &Arc<Control>, engine_player: Option<Box<dyn EnginePlayer>>) {
        let mut state = self.state();
        state.thinking = state.thinking.saturating_sub(1);
        if let Some(open) = state.tables.get_mut(name) {
            open.thinking.take_if(|ours| Arc::ptr_eq(ours, control));
            // Its memory is not needed any more once the game is over.
            let over = open.table.finish().is_some();
            open.engine_player = engine_player.or(open.engine_player.take()).filter(|_| !over);
        }
        drop(state);
        self.engine_free.notify_one();
    }
}

/// What the engine needs for its turn: itself, the game, its limits, and the least time to take.
fn begin(state: &mut State, name: &str) -> Option<(Box<dyn EnginePlayer>, GameRecord, Limits, Duration)> {
    let open = state.tables.get_mut(name)?;
    if open.table.finish().is_some() {
        return None;
    }
    let engine_player = match open.engine_player.take() {
        Some(engine_player) => engine_player,
        None => new_engine_player(open),
    };
    let limits = match open.table.clock() {
        Some(clock) => {
            let mut clock = clock.of(open.table.mover());
            clock.left = clock.left.saturating_sub(open.used_time());
            Limits { clock: Some(clock), ..Limits::default() }
        }
        None => Limits { move_time: Some(Duration::from_millis(open.movetime)), ..Limits::default() },
    };
    let alone = open.table.seats() == [Seat::Engine; 2];
    let least = if alone { LEAST_TIME } else { Duration::ZERO };
    Some((engine_player, open.table.game().clone(), limits, least))
}

fn new_engine_player(open: &Open) -> Box<dyn EnginePlayer> {
    let game = open.table.game();
    let mut options = Options::new(game.variant());
    options.rules = game.rules().clone();
    options.settings.hash_mb = USUAL_HASH;
    if let Err(error) = options.set("Level", Some(&open.level.to_string())) {
        log::error!("{error}");
    }
    <dyn EnginePlayer>::new(&options, think::seed(&options))
}
