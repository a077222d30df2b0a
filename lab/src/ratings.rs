//! Elo ratings of several players from the results of pairs of them: the Bradley-Terry model, by
//! maximum likelihood.

/// Results of one pair of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairResult {
    /// The players, by number.
    pub pair: [usize; 2],
    /// Points of the first; a draw is half of one.
    pub points: f64,
    /// Games played.
    pub games: f64,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above player 0.
    pub elo: f64,
    /// Half width of the 95 % interval.
    pub error: f64,
}

/// Elo to the natural scale of the logistic curve.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
/// Points that each side of a pair is given besides its own: a score of 100 % has no finite Elo.
const EACH: f64 = 0.5;
/// Newton's method converges in fewer.
const ITERATIONS: usize = 100;

/// The ratings of players 0 to `players` - 1; player 0 has 0 by definition. Every player must be
/// linked to it by results.
pub fn ratings(players: usize, results: &[PairResult]) -> Vec<Rating> {
    let unknown = players.saturating_sub(1);
    let mut strengths = vec![0.0; players];
    let mut inverse = vec![vec![0.0; unknown]; unknown];
    for _ in 0..ITERATIONS {
        let mut gradient = vec![0.0; unknown];
        let mut information = vec![vec![0.0; unknown]; unknown];
        for result in results {
            let [a, b] = result.pair;
            let games = result.games + 2.0 * EACH;
            let expected = 1.0 / (1.0 + f64::exp(strengths[b] - strengths[a]));
            let surprise = result.points + EACH - games * expected;
            let weight = games * expected * (1.0 - expected);
            for (i, sign) in [(a, 1.0), (b, -1.0)] {
                let Some(i) = i.checked_sub(1) else { continue };
                gradient[i] += sign * surprise;
                information[i][i] += weight;
                let other = if sign > 0.0 { b } else { a };
                if let Some(j) = other.checked_sub(1) {
                    information[i][j] -= weight;
                }
            }
        }
        inverse = inverted(information);
        for i in 0..unknown {
            let step: f64 = (0..unknown).map(|j| inverse[i][j] * gradient[j]).sum();
            strengths[i + 1] += step.clamp(-1.0, 1.0);
        }
    }
    let rating = |(i, strength): (usize, f64)| Rating {
        elo: strength / SCALE,
        error: i.checked_sub(1).map_or(0.0, |i| 1.96 * inverse[i][i].max(0.0).sqrt() / SCALE),
    };
    strengths.into_iter().enumerate().map(rating).collect()
}

/// The inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |i: usize| (0..size).map(|j| if i == j { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let scale = 1.0 / matrix[pivot][pivot].max(1e-12);
        for j in 0..size {
            matrix[pivot][j] *= scale;
            inverse[pivot][j] *= scale;
        }
        for i in (0..size).filter(|&i| i != pivot) {
            let factor = matrix[i][pivot];
            for j in 0..size {
                matrix[i][j] -= factor * matrix[pivot][j];
                inverse[i][j] -= factor * inverse[pivot][j];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(pair: [usize; 2], points: f64, games: f64) -> PairResult {
        PairResult { pair, points, games }
    }

    #[test]
    fn a_chain_adds_up_with_its_errors() {
        // 75 % is 191 Elo; with 1,000 games ± 25.
        let ratings = ratings(3, &[result([1, 0], 750.0, 1000.0), result([2, 1], 750.0, 1000.0)]);
        let [zero, one, two] = ratings[..] else { panic!("{ratings:?}") };
        assert_eq!((zero.elo, zero.error), (0.0, 0.0));
        assert!((one.elo - 191.0).abs() < 2.0 && (two.elo - 382.0).abs() < 4.0, "{ratings:?}");
        assert!((one.error - 24.9).abs() < 0.5, "{ratings:?}");
        assert!((two.error - 24.9 * 2f64.sqrt()).abs() < 0.7, "{ratings:?}");
    }

    #[test]
    fn who_wins_every_game_has_a_finite_rating() {
        let ratings = ratings(2, &[result([0, 1], 0.0, 20.0)]);
        assert!(ratings[1].elo > 300.0 && ratings[1].elo < 1000.0, "{ratings:?}");
    }

    #[test]
    fn a_triangle_is_a_compromise() {
        let results = [result([1, 0], 60.0, 100.0), result([2, 1], 60.0, 100.0), result([2, 0], 60.0, 100.0)];
        let ratings = ratings(3, &results);
        assert!(ratings[2].elo > 70.0 && ratings[2].elo < 140.0, "{ratings:?}");
    }
}
