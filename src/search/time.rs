//! Time management: soft and hard limits.

use super::{Control, Limits};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Share of the increment that is spent on each move.
const INCREMENT_USE: f32 = 0.8;
/// The greatest share of the remaining time that a single move may take.
const MAX_CLOCK_SHARE: f32 = 0.3;
/// The greatest extension of the soft limit, for an unstable best move.
const MAX_STRETCH: f32 = 3.0;
/// Playouts between two checks of the clock, which cost as much as a short playout.
pub(super) const CHECK_EVERY: u64 = 16;

/// How certain the best move is: what extends or cuts the soft limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Certainty {
    /// The best move's share of the root's visits.
    pub share: f32,
    /// The fraction of the search since the best move last changed.
    pub stability: f32,
    /// Whether no other move can overtake it in the time left (smart pruning).
    pub unreachable: bool,
}

/// The clock and the time limits of a search.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    received: Instant,
    /// When the clock started: at `received`, or at `ponderhit`.
    started: OnceLock<Instant>,
    /// The hard limit.
    hard: Option<Duration>,
    /// The soft limit: what a move should take on average; with a clock only.
    soft: Option<Duration>,
}

impl Timer {
    /// The limits of a request. `moves_left` is the expected number of moves that the player
    /// has yet to make, used where the clock has no `moves_to_go`.
    pub(super) fn new(limits: &Limits, received: Instant, overhead: Duration, moves_left: f32) -> Self {
        let mut timer = Timer { received, started: OnceLock::new(), hard: None, soft: None };
        if !limits.ponder {
            timer.started = OnceLock::from(received);
        }
        if limits.infinite {
            return timer;
        }
        if let Some(clock) = limits.clock {
            let left = clock.left.saturating_sub(overhead);
            let moves = clock.moves_to_go.map_or(moves_left, |n| n.max(1) as f32);
            let increment = clock.increment.mul_f32(INCREMENT_USE);
            let soft = left.mul_f32(1.0 / moves) + increment;
            // The last move before the time control may use nearly all of the clock.
            let most = left.mul_f32(MAX_CLOCK_SHARE.max(0.95 / moves));
            timer.hard = Some(soft.mul_f32(MAX_STRETCH).min(most).max(Duration::from_millis(1)));
            timer.soft = Some(soft.min(most));
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(time.mul_f32(0.25));
            timer.hard = Some(timer.hard.map_or(time, |hard| hard.min(time)));
        }
        timer
    }

    /// Time since the request was received.
    pub(super) fn elapsed(&self) -> Duration {
        self.received.elapsed()
    }

    /// Time used on the clock; `None` while pondering.
    fn used(&self, control: &Control) -> Option<Duration> {
        (!control.pondering()).then(|| self.started.get_or_init(Instant::now).elapsed())
    }

    /// Whether the hard limit is reached.
    pub(super) fn expired(&self, control: &Control) -> bool {
        match (self.hard, self.used(control)) {
            (Some(hard), Some(used)) => used >= hard,
            _ => false,
        }
    }

    /// Whether the soft limit is reached, given how certain the best move is.
    pub(super) fn soft_limit_reached(&self, control: &Control, certainty: Certainty) -> bool {
        let (Some(soft), Some(used)) = (self.soft, self.used(control)) else { return false };
        // From under half the soft limit for a move that has nearly all visits and never
        // changed, to more than twice it for one that keeps changing.
        let instability = 1.0 - certainty.stability;
        let stretch = (1.45 - 0.9 * certainty.share) * (0.75 + 1.5 * instability);
        let plan = soft.mul_f32(stretch.clamp(0.3, MAX_STRETCH));
        used >= plan || (certainty.unreachable && used >= soft.mul_f32(0.1))
    }

    /// Time left to the soft limit.
    pub(super) fn soft_remaining(&self) -> Option<Duration> {
        let used = self.started.get()?.elapsed();
        Some(self.soft?.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::super::PlayerClock;
    use super::*;

    fn timer(limits: &Limits) -> Timer {
        Timer::new(limits, Instant::now(), Duration::from_millis(10), 18.0)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let [left, increment] = [left, increment].map(Duration::from_millis);
        Limits { clock: Some(PlayerClock { left, increment, moves_to_go }), ..Limits::default() }
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 5, 11, 50, 1000, 60_000] {
            for increment in [0, 10, 1000] {
                for moves_to_go in [None, Some(1), Some(40)] {
                    let timer = timer(&clock(left, increment, moves_to_go));
                    let (hard, soft) = (timer.hard.expect("limit"), timer.soft.expect("plan"));
                    assert!(
                        hard <= Duration::from_millis(left.saturating_sub(10)).max(Duration::from_millis(1))
                    );
                    assert!(soft <= hard);
                }
            }
        }
    }

    #[test]
    fn a_stable_best_move_takes_less_time_than_an_unstable_one() {
        let control = Control::new(&Limits::default());
        let stable = Certainty { share: 0.95, stability: 1.0, unreachable: false };
        let unstable = Certainty { share: 0.3, stability: 0.2, unreachable: false };
        let limits = clock(100_000, 0, None);
        let mut timer = timer(&limits);
        let soft = timer.soft.expect("plan");
        let mut after = |part: f32, certainty| {
            timer.started = OnceLock::from(Instant::now() - soft.mul_f32(part));
            timer.soft_limit_reached(&control, certainty)
        };
        assert!(after(0.6, stable) && !after(0.2, stable));
        assert!(!after(1.5, unstable) && after(3.1, unstable));
    }

    #[test]
    fn time_spent_pondering_does_not_count() {
        let limits = Limits { move_time: Some(Duration::ZERO), ponder: true, ..Limits::default() };
        let control = Control::new(&limits);
        let timer = timer(&limits);
        assert!(!timer.expired(&control));
        control.ponder_hit();
        assert!(timer.expired(&control));
    }
}
