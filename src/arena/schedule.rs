//! Which games a match consists of. Every game has a number that never changes,
//! whatever is played first, where, and how many games are asked for.

use super::config::{MatchSettings, Tournament};
use crate::games::NotationError;
use std::str::FromStr;

/// A part of a match: every n-th pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) index: u64,
    pub(crate) count: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { index: 1, count: 1 }
    }
}

impl FromStr for Shard {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index, count }),
            _ => Err(NotationError::new(text, "i/n with i from 1 to n")),
        }
    }
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameTask {
    /// The number of the game, from 0.
    pub(crate) game: u64,
    /// The number of the pair it belongs to, from 0: one opening, both ways round.
    pub(crate) pair: u64,
    /// The number of the opening, from 0.
    pub(crate) round: u64,
    /// The engines that play for player one and player two.
    pub(crate) seats: [usize; 2],
}

/// All games of a match.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
    shard: Shard,
}

impl Schedule {
    /// So many rounds, in each of which every pairing plays a pair of games.
    pub(crate) fn new(settings: &MatchSettings, rounds: u64, shard: Shard) -> Self {
        let engines = settings.engines.len();
        let firsts = match settings.tournament {
            Tournament::RoundRobin => 0..engines,
            Tournament::Gauntlet => 0..1,
        };
        let pairings = firsts.flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect();
        Schedule { pairings, rounds, shard }
    }

    /// The games in the order in which they are best played.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = GameTask> + '_ {
        let mine = |pair: &u64| pair % self.shard.count == self.shard.index - 1;
        let pairs = (0..self.rounds * self.pairings.len() as u64).filter(mine);
        pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]).map(|game| self.task(game))
    }

    fn task(&self, game: u64) -> GameTask {
        let pair = game / 2;
        let round = pair / self.pairings.len() as u64;
        let [first, second] = self.pairings[(pair % self.pairings.len() as u64) as usize];
        let seats = if game.is_multiple_of(2) { [first, second] } else { [second, first] };
        GameTask { game, pair, round, seats }
    }

    /// Openings of every pairing in the whole match.
    pub(crate) fn rounds(&self) -> u64 {
        self.rounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::config::{BookOrder, EngineConfig, OpeningSettings};
    use std::collections::{BTreeMap, BTreeSet};

    fn schedule(engines: usize, tournament: Tournament, rounds: u64, shard: &str) -> Schedule {
        let openings = OpeningSettings {
            source: "classic".into(),
            fingerprint: None,
            order: BookOrder::Sequential,
            plies: 0,
            seed: 1,
        };
        let engine = EngineConfig::default().complete().expect("complete");
        let settings = MatchSettings {
            variant: "pijersi".into(),
            rules: BTreeMap::new(),
            tournament,
            openings,
            engines: vec![engine; engines],
            referee: None,
            max_plies: 1,
        };
        Schedule::new(&settings, rounds, shard.parse().expect(shard))
    }

    #[test]
    fn pairs_share_an_opening_and_swap_colours() {
        let tasks: Vec<GameTask> = schedule(2, Tournament::RoundRobin, 3, "1/1").tasks().collect();
        assert_eq!(tasks.len(), 6);
        for (number, games) in (0..).zip(tasks.chunks(2)) {
            let [a, b] = games else { panic!("pairs") };
            assert_eq!((a.game, b.game, a.pair, b.pair), (2 * number, 2 * number + 1, number, number));
            assert_eq!((a.round, b.round), (number, number));
            assert_eq!((a.seats, b.seats), ([0, 1], [1, 0]));
        }
    }

    #[test]
    fn everyone_meets_everyone_or_the_first() {
        let pairings = |schedule: &Schedule, count: usize| -> Vec<[usize; 2]> {
            schedule.tasks().step_by(2).take(count).map(|task| task.seats).collect()
        };
        let robin = schedule(4, Tournament::RoundRobin, 2, "1/1");
        assert_eq!(pairings(&robin, 6), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert!(robin.tasks().take(12).all(|task| task.round == 0), "a round is one opening for all");
        assert_eq!(robin.tasks().count(), 24);
        let gauntlet = schedule(4, Tournament::Gauntlet, 2, "1/1");
        assert_eq!(pairings(&gauntlet, 3), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(gauntlet.tasks().count(), 12);
    }

    #[test]
    fn shards_share_the_games_out() {
        let of = |rounds, shard: &str| -> Vec<u64> {
            let schedule = schedule(3, Tournament::RoundRobin, rounds, shard);
            schedule.tasks().map(|task| task.game).collect()
        };
        for count in 1..8u64 {
            for rounds in 0..5 {
                let parts: Vec<u64> = (1..=count).flat_map(|i| of(rounds, &format!("{i}/{count}"))).collect();
                let all: BTreeSet<u64> = parts.iter().copied().collect();
                assert_eq!(all.len(), parts.len(), "no game twice");
                assert_eq!(all.into_iter().collect::<Vec<_>>(), of(rounds, "1/1"));
            }
        }
        for text in ["0/2", "3/2", "1", "a/b", "1/0", "-1/2", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
