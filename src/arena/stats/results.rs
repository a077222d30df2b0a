//! Counting games and pairs of games.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

/// What one game brought the player in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A whole point.
    Win,
}

impl Points {
    /// The same game from the other side.
    pub const fn flipped(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }

    /// Half points: 0, 1 or 2.
    pub const fn halves(self) -> usize {
        self as usize
    }

    /// Points: 0, one half or 1.
    pub const fn points(self) -> f64 {
        self.halves() as f64 / 2.0
    }
}

/// Counts of single games, seen by one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Results {
    /// Counts one more game.
    pub fn add(&mut self, score: Points) {
        match score {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points won: a win is 1, a draw one half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game, from 0 to 1; one half if there are no games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The same games seen by the other player.
    pub fn flipped(&self) -> Results {
        Results { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Counts of pairs of games by the half points they brought: 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, first: Points, second: Points) {
        self.0[first.halves() + second.halves()] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs seen by the other player.
    pub fn flipped(&self) -> Pentanomial {
        let [a, b, c, d, e] = self.0;
        Pentanomial([e, d, c, b, a])
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        for (mine, its) in self.0.iter_mut().zip(other.0) {
            *mine += its;
        }
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d, e] = self.0;
        write!(f, "[{a}, {b}, {c}, {d}, {e}]")
    }
}

/// A finished game as statistics see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CountedGame {
    /// Which pair it belongs to, if games come in pairs.
    pub(crate) pair: Option<u64>,
    /// What it brought the first player.
    pub(crate) score: Points,
}

/// Counts of games and of the pairs they make, from games in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    results: Results,
    pairs: Pentanomial,
    /// Games whose partner is not there yet.
    open: BTreeMap<u64, Points>,
}

impl Tally {
    /// Counts one more game; two of the same pair make a pair.
    pub(crate) fn add(&mut self, game: CountedGame) {
        self.results.add(game.score);
        let Some(pair) = game.pair else { return };
        match self.open.remove(&pair) {
            Some(partner) => self.pairs.add(partner, game.score),
            None => {
                self.open.insert(pair, game.score);
            }
        }
    }

    /// All games.
    pub(crate) fn results(&self) -> Results {
        self.results
    }

    /// The pairs that are complete.
    pub(crate) fn pairs(&self) -> Pentanomial {
        self.pairs
    }
}

impl FromIterator<CountedGame> for Tally {
    fn from_iter<I: IntoIterator<Item = CountedGame>>(games: I) -> Tally {
        let mut tally = Tally::default();
        games.into_iter().for_each(|game| tally.add(game));
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Draw, Loss, Win};

    #[test]
    fn games_in_any_order_make_their_pairs() {
        let game = |pair, score| CountedGame { pair: Some(pair), score };
        let tally: Tally = [game(0, Win), game(1, Loss), game(2, Draw), game(1, Draw), game(0, Win)]
            .into_iter()
            .chain([CountedGame { pair: None, score: Loss }])
            .collect();
        assert_eq!(tally.results(), Results { wins: 2, draws: 2, losses: 2 });
        assert_eq!(tally.pairs(), Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(tally.results().points(), 3.0);
        assert_eq!(tally.results().to_string(), "+2 =2 -2");
        assert_eq!(tally.pairs().flipped().to_string(), "[1, 0, 0, 1, 0]");
    }

    #[test]
    fn no_games_are_an_even_score() {
        let none = Results::default();
        assert_eq!((none.score(), none.points()), (0.5, 0.0));
    }

    #[test]
    fn both_sides_see_the_same_games() {
        let mut results = Results { wins: 3, draws: 1, losses: 0 };
        results += results.flipped();
        assert_eq!(results, Results { wins: 3, draws: 2, losses: 3 });
        assert_eq!([Loss, Draw, Win].map(|score| score.flipped().points()), [1.0, 0.5, 0.0]);
    }
}
