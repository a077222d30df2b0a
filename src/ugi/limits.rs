//! The search limits of a `go` command.

use super::wire::GoSearch;
use crate::games::{NotationError, Player};
use crate::search::{Limits, PlayerClock};

/// The limits that `go` sets for the player to move.
pub(super) fn limits(go: &GoSearch, mover: Player) -> Result<Limits, NotationError> {
    let index = mover.index();
    let clocked = go.moves_to_go.is_some() || go.time.iter().chain(&go.increment).any(Option::is_some);
    let clock = match go.time[index] {
        Some(left) => {
            let increment = go.increment[index].unwrap_or_default();
            Some(PlayerClock { left, increment, moves_to_go: go.moves_to_go })
        }
        // An incomplete clock must not become an infinite search.
        None if clocked => {
            let expected = format!("p{}time, the clock of the player to move", index + 1);
            return Err(NotationError::new("go", expected));
        }
        None => None,
    };
    Ok(Limits {
        clock,
        move_time: go.move_time,
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        infinite: go.infinite,
        ponder: go.ponder,
    })
}

#[cfg(test)]
mod tests {
    use super::super::wire::Go;
    use super::*;
    use std::time::Duration;

    fn of(line: &str, mover: Player) -> Result<Limits, String> {
        match line.parse() {
            Ok(Go::Search(search)) => limits(&search, mover).map_err(|error| error.to_string()),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn each_player_has_its_clock() {
        for (mover, left, increment) in [(Player::One, 1000, 10), (Player::Two, 2000, 20)] {
            let limits = of("go p1time 1000 p2time 2000 p1inc 10 p2inc 20", mover).expect("a clock");
            let clock = limits.clock.expect("a clock");
            assert_eq!(clock.left, Duration::from_millis(left));
            assert_eq!(clock.increment, Duration::from_millis(increment));
            assert_eq!(clock.moves_to_go, None);
        }
    }

    #[test]
    fn half_a_clock_is_an_error() {
        for line in ["go p2time 1000", "go p1inc 10", "go movestogo 10"] {
            let error = of(line, Player::One).expect_err(line);
            assert_eq!(error, "'go': expected p1time, the clock of the player to move");
        }
    }

    #[test]
    fn limits_bound_a_search_or_do_not() {
        assert!(!of("go", Player::One).expect("limits").bounded());
        assert!(of("go movetime 0", Player::One).expect("limits").bounded());
        let all = of("go depth 3 nodes 10 mate 2 movetime 1.5 infinite ponder", Player::One).expect("limits");
        assert_eq!((all.depth, all.nodes, all.mate), (Some(3), Some(10), Some(2)));
        assert!(all.infinite && all.ponder && all.clock.is_none());
    }
}
