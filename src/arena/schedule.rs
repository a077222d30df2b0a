//! Which games a match consists of. Every game has a number that never changes,
//! whatever is played first, where, and how many games are asked for.

use super::config::{MatchSettings, Tournament};
use crate::games::NotationError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A part of a match: every n-th pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
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

impl Shard {
    /// Whether this is a part only.
    pub(crate) fn is_part(self) -> bool {
        self.count > 1
    }

    /// Whether a pair of games belongs to it.
    pub(crate) fn has(self, pair: u64) -> bool {
        pair % self.count == self.index - 1
    }

    /// The name of a file of this part: `games.txt` becomes `games-2of4.txt`, so that parts do
    /// not overwrite each other's files.
    pub(crate) fn file(self, path: &Path) -> PathBuf {
        if !self.is_part() {
            return path.to_path_buf();
        }
        let mut name = path.file_stem().unwrap_or_default().to_os_string();
        name.push(format!("-{}of{}", self.index, self.count));
        if let Some(extension) = path.extension() {
            name.push(".");
            name.push(extension);
        }
        path.with_file_name(name)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl TryFrom<String> for Shard {
    type Error = NotationError;

    fn try_from(text: String) -> Result<Self, NotationError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
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
        let pairs = (0..self.games() / 2).filter(|&pair| self.shard.has(pair));
        pairs.flat_map(|pair| [2 * pair, 2 * pair + 1]).map(|game| self.task(game))
    }

    /// Number of games in the whole match, all its parts together.
    pub(crate) fn games(&self) -> u64 {
        2 * self.rounds * self.pairings.len() as u64
    }

    /// The part that is played, if the match is played in parts.
    pub(crate) fn part(&self) -> Option<Shard> {
        self.shard.is_part().then_some(self.shard)
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
            resign: None,
            draw: None,
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
    fn files_of_parts_have_names_of_their_own() {
        let name = |path: &str, shard: &str| {
            let shard: Shard = shard.parse().expect(shard);
            shard.file(Path::new(path)).display().to_string()
        };
        assert_eq!(name("a/games.txt", "1/1"), "a/games.txt");
        assert_eq!(name("games.txt", "2/4"), "games-2of4.txt");
        assert_eq!(name("games", "12/16"), "games-12of16");
        assert!(name("a/b.c/games.tar.svg", "1/2").ends_with("games.tar-1of2.svg"));
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
