//! Several players: the cross table and a rating that explains it.

use super::normal::Z95;
use super::strength::ScoreSample;
use super::{CountedGame, Estimate, Results, Tally, score_of_elo};

/// The results of everyone against everyone.
#[derive(Clone, Debug)]
pub(crate) struct RoundRobin {
    players: usize,
    /// The tally of each pairing, seen by the player of the lower number.
    cells: Vec<Tally>,
}

/// A player's place in the joint rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rating {
    /// Elo above the mean of all players.
    pub(crate) elo: Estimate,
    /// The player's games against all others.
    pub(crate) results: Results,
}

impl RoundRobin {
    /// An empty table.
    pub(crate) fn new(players: usize) -> RoundRobin {
        RoundRobin { players, cells: vec![Tally::default(); players * players] }
    }

    /// Counts a game that `first` played against `second`, seen by `first`. Pairs are told
    /// apart within a pairing.
    ///
    /// # Panics
    /// If a player is not in the table or plays itself.
    pub(crate) fn add(&mut self, first: usize, second: usize, game: CountedGame) {
        assert!(first < self.players && second < self.players && first != second, "no such pairing");
        if first < second {
            self.cells[first * self.players + second].add(game);
        } else {
            self.cells[second * self.players + first]
                .add(CountedGame { score: game.score.flipped(), ..game });
        }
    }

    /// The games of `player` against `opponent`.
    pub(crate) fn results(&self, player: usize, opponent: usize) -> Results {
        if player < opponent {
            self.cells[player * self.players + opponent].results()
        } else {
            self.cells[opponent * self.players + player].results().flipped()
        }
    }

    /// The games of a player against all others.
    pub(crate) fn total(&self, player: usize) -> Results {
        let mut total = Results::default();
        (0..self.players)
            .filter(|&other| other != player)
            .for_each(|other| total += self.results(player, other));
        total
    }

    /// The ratings that make the results most likely, each game a comparison by the
    /// logistic curve and a draw half a win (Bradley and Terry), with 95 % intervals
    /// against the mean of the players.
    ///
    /// Where the results set no bound (someone won or lost everything, or groups never
    /// met), every pairing gets one imagined draw.
    pub(crate) fn ratings(&self) -> Vec<Rating> {
        let n = self.players;
        let imagined = if self.bounded() { 0.0 } else { 1.0 };
        let pairings: Vec<Pairing> = (0..n)
            .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
            .map(|(i, j)| {
                let results = self.results(i, j);
                let (games, points) = (results.games() as f64, results.points());
                Pairing { i, j, games: games + imagined, points: points + imagined / 2.0 }
            })
            .filter(|pairing| pairing.games > 0.0)
            .collect();
        let elo = fit(n, &pairings);
        let covariance = invert(&information(&elo, &pairings));
        let spread = self.spread();
        (0..n)
            .map(|i| {
                let error = Z95 * (spread * covariance[i][i]).max(0.0).sqrt();
                let elo = Estimate { value: elo[i], low: elo[i] - error, high: elo[i] + error };
                Rating { elo, results: self.total(i) }
            })
            .collect()
    }

    /// Whether everyone can be reached from everyone along games not lost.
    fn bounded(&self) -> bool {
        let scored = |a: usize, b: usize| a != b && self.results(a, b).points() > 0.0;
        let reaches_all = |edge: &dyn Fn(usize, usize) -> bool| {
            let mut seen = vec![false; self.players];
            let mut todo = vec![0];
            while let Some(at) = todo.pop().filter(|&at| at < self.players) {
                if !std::mem::replace(&mut seen[at], true) {
                    todo.extend((0..self.players).filter(|&next| edge(at, next)));
                } else if todo.is_empty() {
                    break;
                }
            }
            seen.into_iter().all(|seen| seen)
        };
        reaches_all(&scored) && reaches_all(&|a, b| scored(b, a))
    }

    /// The spread of the results, of all pairings by their games: few games of one say little.
    fn spread(&self) -> f64 {
        let (mut sum, mut games) = (0.0, 0.0);
        for cell in self.cells.iter().filter(|cell| cell.results().games() > 0) {
            let weight = cell.results().games() as f64;
            sum += weight * ScoreSample::from(cell).spread();
            games += weight;
        }
        if games > 0.0 { sum / games } else { 1.0 }
    }
}

/// Games and points of player `i` against player `j`.
struct Pairing {
    i: usize,
    j: usize,
    games: f64,
    points: f64,
}

/// Elo to the natural unit of the logistic curve.
const NATURAL: f64 = std::f64::consts::LN_10 / 400.0;

/// Newton's method on the concave log-likelihood; the mean stays 0.
fn fit(players: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut elo = vec![0.0; players];
    for _ in 0..200 {
        let mut slope = vec![0.0; players];
        for Pairing { i, j, games, points } in pairings {
            let surplus = NATURAL * (points - games * score_of_elo(elo[*i] - elo[*j]));
            slope[*i] += surplus;
            slope[*j] -= surplus;
        }
        let inverse = invert(&information(&elo, pairings));
        let step = |i: usize| (0..players).map(|j| inverse[i][j] * slope[j]).sum::<f64>();
        let steps: Vec<f64> = (0..players).map(step).collect();
        // Far from the top a whole step can overshoot: 200 Elo at most.
        let longest = steps.iter().fold(0f64, |longest, step| longest.max(step.abs()));
        let scale = if longest > 200.0 { 200.0 / longest } else { 1.0 };
        elo.iter_mut().zip(&steps).for_each(|(elo, step)| *elo += scale * step);
        if longest < 1e-9 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    elo.iter().map(|elo| elo - mean).collect()
}

/// What the games tell about the ratings (Fisher's matrix), plus a constant that pins the
/// mean, about which games tell nothing.
fn information(elo: &[f64], pairings: &[Pairing]) -> Vec<Vec<f64>> {
    let n = elo.len();
    let mut matrix = vec![vec![0.0; n]; n];
    let mut scale = 0f64;
    for Pairing { i, j, games, .. } in pairings {
        let expected = score_of_elo(elo[*i] - elo[*j]);
        let weight = games * expected * (1.0 - expected) * NATURAL * NATURAL;
        matrix[*i][*i] += weight;
        matrix[*j][*j] += weight;
        matrix[*i][*j] -= weight;
        matrix[*j][*i] -= weight;
        scale = scale.max(weight);
    }
    matrix.iter_mut().flatten().for_each(|entry| *entry += scale);
    matrix
}

/// The inverse of a symmetric positive matrix plus its constant, less what the constant adds
/// to every entry: the covariance of ratings whose mean is 0.
fn invert(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let size = |row: &usize| left[*row][column].abs();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(column);
        left.swap(column, pivot);
        right.swap(column, pivot);
        let head = left[column][column];
        if head == 0.0 {
            continue;
        }
        for k in 0..n {
            left[column][k] /= head;
            right[column][k] /= head;
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = left[row][column];
            for k in 0..n {
                left[row][k] -= factor * left[column][k];
                right[row][k] -= factor * right[column][k];
            }
        }
    }
    // The constant c adds 1 / (n² c) to each entry of the inverse: the variance of a mean
    // that was only pinned for the sake of inverting.
    let mean = right.iter().flatten().sum::<f64>() / (n * n).max(1) as f64;
    right.iter_mut().flatten().for_each(|entry| *entry -= mean);
    right
}

#[cfg(test)]
mod tests {
    use super::super::{Points, elo_of_score};
    use super::*;

    fn table(results: &[&[u64]]) -> RoundRobin {
        let mut robin = RoundRobin::new(results.len());
        for (i, row) in results.iter().enumerate() {
            for (j, &wins) in row.iter().enumerate() {
                (0..wins).for_each(|_| robin.add(i, j, CountedGame { pair: None, score: Points::Win }));
            }
        }
        robin
    }

    /// The American League of 1987, eastern division, with the abilities and standard errors
    /// that A. Agresti, Categorical Data Analysis, and the vignette of R's BradleyTerry2 give
    /// (relative to Baltimore, in natural logarithms).
    #[test]
    fn ratings_agree_with_the_textbook() {
        let robin = table(&[
            &[0, 7, 9, 7, 7, 9, 11], // Milwaukee
            &[6, 0, 7, 5, 11, 9, 9], // Detroit
            &[4, 6, 0, 7, 7, 8, 12], // Toronto
            &[6, 8, 6, 0, 6, 7, 10], // New York
            &[6, 2, 6, 7, 0, 7, 12], // Boston
            &[4, 4, 5, 6, 6, 0, 6],  // Cleveland
            &[2, 4, 1, 3, 1, 7, 0],  // Baltimore
        ]);
        let ratings = robin.ratings();
        let ability = |i: usize| (ratings[i].elo.value - ratings[6].elo.value) * NATURAL;
        for (i, want) in [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0].into_iter().enumerate() {
            assert!((ability(i) - want).abs() < 1e-3, "{i}: {}, not {want}", ability(i));
        }
        let elo: Vec<f64> = ratings.iter().map(|rating| rating.elo.value).collect();
        let pairings: Vec<Pairing> = (0..7)
            .flat_map(|i| (i + 1..7).map(move |j| Pairing { i, j, games: 13.0, points: 0.0 }))
            .collect();
        let covariance = invert(&information(&elo, &pairings));
        let error =
            |i: usize| (covariance[i][i] + covariance[6][6] - 2.0 * covariance[i][6]).sqrt() * NATURAL;
        for (i, want) in [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319].into_iter().enumerate() {
            assert!((error(i) - want).abs() < 1e-3, "{i}: {}, not {want}", error(i));
        }
        let mean: f64 = ratings.iter().map(|rating| rating.elo.value).sum();
        assert!(mean.abs() < 1e-6);
        assert_eq!(ratings[0].results, Results { wins: 50, draws: 0, losses: 28 });
    }

    #[test]
    fn two_players_are_rated_as_their_score_says() {
        let robin = table(&[&[0, 300], &[100, 0]]);
        let [first, second] = robin.ratings()[..] else { panic!("two ratings") };
        let elo = elo_of_score(0.75);
        assert!((first.elo.value - elo / 2.0).abs() < 1e-6);
        assert!((second.elo.value + elo / 2.0).abs() < 1e-6);
        // Against the mean of the two, half of the error of the difference.
        let strength = super::super::Strength::of(&robin.results(0, 1));
        assert!((first.elo.error() - strength.elo.error() / 2.0).abs() < 0.5, "{first:?}");
    }

    #[test]
    fn sweeps_and_players_without_games_are_rated_all_the_same() {
        let swept = table(&[&[0, 10, 10], &[0, 0, 5], &[0, 5, 0]]).ratings();
        assert!(swept[0].elo.value > 200.0 && swept[0].elo.value < 2000.0, "{swept:?}");
        assert!((swept[1].elo.value - swept[2].elo.value).abs() < 1e-6);
        let apart = table(&[&[0, 3, 0], &[3, 0, 0], &[0, 0, 0]]).ratings();
        assert!(apart.iter().all(|rating| rating.elo.value.abs() < 1e-6), "{apart:?}");
        assert!(apart[2].elo.error() > apart[0].elo.error());
        for players in 0..3 {
            let empty = RoundRobin::new(players).ratings();
            assert_eq!(empty.len(), players);
            assert!(empty.iter().all(|rating| rating.elo.value == 0.0));
        }
    }

    #[test]
    fn both_players_see_their_games() {
        let mut robin = RoundRobin::new(3);
        robin.add(2, 0, CountedGame { pair: Some(1), score: Points::Win });
        robin.add(0, 2, CountedGame { pair: Some(1), score: Points::Draw });
        assert_eq!(robin.results(0, 2), Results { wins: 0, draws: 1, losses: 1 });
        assert_eq!(robin.results(2, 0), Results { wins: 1, draws: 1, losses: 0 });
        assert_eq!(robin.total(1), Results::default());
    }
}
