//! The clocks of a game, which hold engines to their limits.

use crate::arena::config::EngineLimits;
use crate::games::Player;
use crate::ugi::wire::{Go, GoSearch};
use std::time::Duration;

/// What an engine has left to think with during a game.
#[derive(Clone, Debug)]
pub(crate) struct GameClock {
    limits: EngineLimits,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// A clock at the start of a game.
    pub(crate) fn new(limits: EngineLimits) -> Self {
        let left = limits.tc.map(|tc| tc.base).unwrap_or_default();
        GameClock { limits, left, moves_to_go: limits.tc.and_then(|tc| tc.moves) }
    }

    /// How long a move may take without being lost.
    pub(crate) fn allowance(&self) -> Duration {
        let margin = Duration::from_millis(self.limits.margin);
        match (self.limits.tc, self.limits.movetime) {
            (Some(_), _) => self.left + margin,
            (None, Some(ms)) => Duration::from_millis(ms) + margin,
            (None, None) => Duration::from_secs_f64(self.limits.timeout),
        }
    }

    /// Takes the time of a move off the clock; false if it was too long.
    pub(crate) fn press(&mut self, time: Duration) -> bool {
        if time > self.allowance() {
            return false;
        }
        if let Some(tc) = self.limits.tc {
            self.left = self.left.saturating_sub(time) + tc.increment;
            if let Some(moves) = &mut self.moves_to_go {
                *moves -= 1;
                if *moves == 0 {
                    *moves = tc.moves.unwrap_or(1);
                    self.left += tc.base;
                }
            }
        }
        true
    }

    /// How long a move that took so long is held back in a game with secrets: the rest of a
    /// fixed time for each move.
    pub(crate) fn rest(&self, time: Duration) -> Duration {
        let fixed = self.limits.movetime.unwrap_or_default().max(self.limits.hold);
        Duration::from_millis(fixed).saturating_sub(time)
    }

    /// Whether running out of it is a loss on time, rather than a hang.
    pub(crate) fn is_timed(&self) -> bool {
        self.limits.tc.is_some() || self.limits.movetime.is_some()
    }

    /// The time left in whole milliseconds, which is all that some engines read; never none.
    fn shown(&self) -> Duration {
        whole_ms(self.left).max(Duration::from_millis(1))
    }

    fn increment(&self) -> Duration {
        whole_ms(self.limits.tc.map(|tc| tc.increment).unwrap_or_default())
    }
}

/// The `go` command for the player to move. If times are secret, it tells nothing of the
/// opponent's clock.
pub(crate) fn go(clocks: &[GameClock; 2], mover: Player, secret: bool) -> Go {
    search(clocks, mover, secret).into()
}

/// The `go` command for a player who is to ponder.
pub(crate) fn go_ponder(clocks: &[GameClock; 2], player: Player) -> Go {
    GoSearch { ponder: true, ..search(clocks, player, false) }.into()
}

fn search(clocks: &[GameClock; 2], mover: Player, secret: bool) -> GoSearch {
    let own = &clocks[mover.index()];
    let limits = own.limits;
    let mut go = GoSearch {
        move_time: limits.movetime.map(Duration::from_millis),
        nodes: limits.nodes,
        depth: limits.depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        ..GoSearch::default()
    };
    if limits.tc.is_some() {
        // An opponent's clock that there is not, or that is not shown, is replaced by our own:
        // engines want both.
        let shows = |clock: &GameClock| clock.limits.tc.is_some() && !secret;
        let shown = clocks.each_ref().map(|clock| if shows(clock) { clock } else { own });
        go.time = shown.map(|clock| Some(clock.shown()));
        go.increment = shown.map(|clock| Some(clock.increment()));
        go.moves_to_go = own.moves_to_go;
    }
    go
}

/// Cut to whole milliseconds.
fn whole_ms(time: Duration) -> Duration {
    time - Duration::from_nanos(u64::from(time.subsec_nanos() % 1_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn limits(text: &str) -> EngineLimits {
        EngineLimits { tc: Some(text.parse().expect(text)), margin: 0, ..EngineLimits::default() }
    }

    #[test]
    fn clocks_count_down_and_up() {
        let mut clock = GameClock::new(limits("2/1+0.1"));
        assert!(clock.press(ms(400)));
        assert_eq!(clock.allowance(), ms(700));
        assert!(clock.press(ms(700)), "the last millisecond is still in time");
        assert_eq!(clock.allowance(), ms(1100), "the next period has begun");
        assert!(!clock.press(ms(1101)));
    }

    #[test]
    fn margins_forgive_but_give_no_time() {
        let mut clock = GameClock::new(EngineLimits { margin: 50, ..limits("1") });
        assert!(clock.press(ms(1040)));
        assert_eq!(clock.allowance(), ms(50));
        let mut clock = GameClock::new(EngineLimits { movetime: Some(100), ..EngineLimits::default() });
        let margin = ms(EngineLimits::DEFAULT_MARGIN);
        assert!(clock.press(ms(100) + margin) && !clock.press(Duration::from_micros(100_001) + margin));
        assert_eq!((clock.rest(ms(30)), clock.rest(ms(130))), (ms(70), ms(0)));
    }

    #[test]
    fn go_tells_the_limits_of_the_mover() {
        let nodes = EngineLimits { nodes: Some(500), depth: Some(3), ..EngineLimits::default() };
        let clocks = [GameClock::new(limits("10+0.1")), GameClock::new(limits("40/20"))];
        let open = |clocks: &[GameClock; 2], mover| go(clocks, mover, false).to_string();
        assert_eq!(open(&clocks, Player::One), "go p1time 10000 p2time 20000 p1inc 100 p2inc 0");
        assert_eq!(open(&clocks, Player::Two), "go p1time 10000 p2time 20000 p1inc 100 p2inc 0 movestogo 40");
        assert_eq!(
            go(&clocks, Player::One, true).to_string(),
            "go p1time 10000 p2time 10000 p1inc 100 p2inc 100"
        );
        let clocks = [GameClock::new(nodes), GameClock::new(limits("10+0.1"))];
        assert_eq!(open(&clocks, Player::One), "go nodes 500 depth 3");
        assert_eq!(open(&clocks, Player::Two), "go p1time 10000 p2time 10000 p1inc 100 p2inc 100");
        assert!(!clocks[0].is_timed() && clocks[1].is_timed());
    }
}
