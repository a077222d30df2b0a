//! Time management: how long a search may take.

use super::{Control, Limits};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Part of the increment that is spent along with a move.
const INCREMENT_USE: f32 = 0.8;
/// Part of the remaining time that a single move may take at the most.
const MOST_OF_CLOCK: f32 = 0.3;
/// How much longer than planned a wavering search may think.
const MOST_STRETCH: f32 = 3.0;
/// How often the clock is read at most: reading it costs as much as a short walk in
/// the tree.
pub(super) const CHECK_EVERY: u64 = 16;

/// How settled the best move is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Certainty {
    /// The best move's share of all visits of the root.
    pub share: f32,
    /// Part of the search, of late, in which the best move has not changed.
    pub stability: f32,
    /// Whether no other move can overtake it in the time planned.
    pub unreachable: bool,
}

/// The time plan of a search.
#[derive(Clone, Debug)]
pub(super) struct Timer {
    received: Instant,
    /// When the time began to count: later than `received` after pondering.
    counted: OnceLock<Instant>,
    /// Must not be passed.
    hard: Option<Duration>,
    /// What a move should take if nothing special happens; clocks only.
    soft: Option<Duration>,
}

impl Timer {
    /// A plan for a request that came then. `moves_left` is the number of moves that the
    /// player is expected to make still, unless the clock says it.
    pub(super) fn new(limits: &Limits, received: Instant, overhead: Duration, moves_left: f32) -> Self {
        let mut timer = Timer { received, counted: OnceLock::new(), hard: None, soft: None };
        if !limits.ponder {
            timer.counted = OnceLock::from(received);
        }
        if limits.infinite {
            return timer;
        }
        if let Some(clock) = limits.clock {
            let left = clock.left.saturating_sub(overhead);
            let moves = clock.moves_to_go.map_or(moves_left, |n| n.max(1) as f32);
            let increment = clock.increment.mul_f32(INCREMENT_USE);
            let soft = left.mul_f32(1.0 / moves) + increment;
            // The last move before the clock is filled up may use all of it.
            let most = left.mul_f32(MOST_OF_CLOCK.max(0.95 / moves));
            timer.hard = Some(soft.mul_f32(MOST_STRETCH).min(most).max(Duration::from_millis(1)));
            timer.soft = Some(soft.min(most));
        }
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(time.mul_f32(0.25));
            timer.hard = Some(timer.hard.map_or(time, |hard| hard.min(time)));
        }
        timer
    }

    /// Time since the request came.
    pub(super) fn elapsed(&self) -> Duration {
        self.received.elapsed()
    }

    /// The time that counts; `None` while pondering.
    fn counted(&self, control: &Control) -> Option<Duration> {
        (!control.pondering()).then(|| self.counted.get_or_init(Instant::now).elapsed())
    }

    /// Whether the time is up.
    pub(super) fn expired(&self, control: &Control) -> bool {
        match (self.hard, self.counted(control)) {
            (Some(hard), Some(used)) => used >= hard,
            _ => false,
        }
    }

    /// Whether a player on the clock should move now, given how settled the move is.
    pub(super) fn satisfied(&self, control: &Control, certainty: Certainty) -> bool {
        let (Some(soft), Some(used)) = (self.soft, self.counted(control)) else { return false };
        // From under half the plan for a move that has nearly all visits and never
        // changed, to more than twice it for one that keeps changing.
        let waver = 1.0 - certainty.stability;
        let stretch = (1.45 - 0.9 * certainty.share) * (0.75 + 1.5 * waver);
        let plan = soft.mul_f32(stretch.clamp(0.3, MOST_STRETCH));
        used >= plan || (certainty.unreachable && used >= soft.mul_f32(0.1))
    }

    /// How much longer the search will go on at the most if all stays as it is.
    pub(super) fn remaining_plan(&self) -> Option<Duration> {
        let used = self.counted.get()?.elapsed();
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
    fn a_settled_move_takes_less_time_than_a_wavering_one() {
        let control = Control::new(&Limits::default());
        let settled = Certainty { share: 0.95, stability: 1.0, unreachable: false };
        let wavering = Certainty { share: 0.3, stability: 0.2, unreachable: false };
        let limits = clock(100_000, 0, None);
        let mut timer = timer(&limits);
        let soft = timer.soft.expect("plan");
        let mut after = |part: f32, certainty| {
            timer.counted = OnceLock::from(Instant::now() - soft.mul_f32(part));
            timer.satisfied(&control, certainty)
        };
        assert!(after(0.6, settled) && !after(0.2, settled));
        assert!(!after(1.5, wavering) && after(3.1, wavering));
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
