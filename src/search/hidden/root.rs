//! What a search knows of its root: the actions of all threads' trees, and the mixed strategy
//! that it answers with.

use super::tree::Edge;
use crate::games::Value;
use crate::search::{Proof, RootStats};

/// The value where nothing was evaluated.
pub(super) const EVEN: Value = Value { win: 0.5, draw: 0.0 };
/// In the regularized policy, a move's value counts as much as the root's after so many visits.
const SHRINKAGE: f32 = 8.0;
/// The least prior in the regularized policy: keeps rounding away.
const LEAST_PRIOR: f32 = 1e-6;
/// Steps of a bisection: more than a number has digits.
const BISECTIONS: usize = 30;

/// The root's actions with the player's actual private information.
#[derive(Clone, Default)]
pub(super) struct RootActions {
    /// By falling visits.
    edges: Vec<Edge>,
}

impl RootActions {
    /// Adds up the actions of several trees.
    pub(super) fn merged(trees: impl IntoIterator<Item = Vec<Edge>>) -> Self {
        let mut edges: Vec<Edge> = Vec::new();
        for other in trees.into_iter().flatten() {
            match edges.iter_mut().find(|edge| edge.action == other.action) {
                Some(edge) => edge.merge(&other),
                None => edges.push(other),
            }
        }
        let mean = |edge: &Edge| edge.mean().unwrap_or(0.0);
        edges.sort_by(|a, b| b.visits.cmp(&a.visits).then(mean(b).total_cmp(&mean(a))));
        RootActions { edges }
    }

    pub(super) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub(super) fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }

    /// Puts a move first.
    pub(super) fn promote(&mut self, mv: u32) {
        if let Some(index) = self.edges.iter().position(|edge| edge.action.mv == mv) {
            self.edges[..=index].rotate_right(1);
        }
    }

    /// The root's value.
    pub(super) fn stats(&self) -> RootStats {
        let visits = self.visits();
        let mean = |sum: f64| (sum / f64::from(visits.max(1))) as f32;
        let score = mean(self.edges.iter().map(|edge| edge.score).sum());
        let draws = mean(self.edges.iter().map(|edge| f64::from(edge.draws)).sum());
        let value = if visits > 0 { Value::of_score(score, draws) } else { EVEN };
        RootStats { value, proof: Proof::Unknown, visits: visits.into() }
    }

    /// The regularized policy (Grill et al. 2020, arXiv:2007.12509) that PUCT's visits approximate:
    /// λ · prior / (α − Q), where α makes it sum to 1. It has no rounding: moves that the priors and
    /// few playouts left without a visit keep some probability. As targets for a policy visits would
    /// teach that they are never played.
    pub(super) fn regularized_policy(&self, cpuct: f32) -> Vec<(u32, f64)> {
        let visits = self.visits() as f32;
        let mean = self.stats().value.score();
        // A mean of few playouts says little: shrunk towards the root's.
        let value = |edge: &Edge| {
            let n = edge.visits as f32;
            mean + n / (n + SHRINKAGE) * (edge.mean().unwrap_or(mean) - mean)
        };
        let lambda = cpuct * (visits + 1.0).sqrt() / (visits + self.edges.len() as f32).max(1.0);
        let terms: Vec<(f32, f32)> =
            self.edges.iter().map(|edge| (lambda * edge.prior.max(LEAST_PRIOR), value(edge))).collect();
        // By bisection: at the lower end one term alone is at least 1, at the upper end they sum to
        // at most 1.
        let greatest = |share: f32| {
            terms.iter().map(|&(weight, value)| value + share * weight).fold(f32::NEG_INFINITY, f32::max)
        };
        let sum: f32 = terms.iter().map(|&(weight, _)| weight).sum();
        let (mut low, mut high) = (greatest(1.0), greatest(0.0) + sum);
        for _ in 0..BISECTIONS {
            let alpha = 0.5 * (low + high);
            let sum: f32 = terms.iter().map(|&(weight, value)| weight / (alpha - value)).sum();
            if sum > 1.0 { low = alpha } else { high = alpha }
        }
        let shares = terms.iter().map(|&(weight, value)| f64::from(weight / (high - value)));
        self.edges.iter().map(|edge| edge.action.mv).zip(shares).collect()
    }

    /// The mixed strategy: moves with probabilities proportional to squared visits (temperature
    /// 1/2), where these are at least `threshold` of the most visited move's.
    pub(super) fn mixture(&self, threshold: f32) -> Vec<(u32, f64)> {
        let most = self.edges.first().map_or(1, |edge| edge.visits.max(1));
        let share = |edge: &Edge| {
            let part = f64::from(edge.visits) / f64::from(most);
            // In the threshold's precision, so that a share equal to it passes.
            if (part as f32) < threshold { 0.0 } else { part * part }
        };
        let sum: f64 = self.edges.iter().map(share).sum();
        let shares = self.edges.iter().map(|edge| (edge.action.mv, share(edge) / sum.max(1e-9)));
        shares.filter(|(_, share)| *share > 0.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::hidden::tree::Action;

    fn edge(mv: u32, visits: u32, mean: f64) -> Edge {
        let action = Action { mv, bucket: 0 };
        Edge { action, prior: 0.1, visits, draws: 0.0, score: mean * f64::from(visits) }
    }

    #[test]
    fn trees_add_up() {
        let trees = [vec![edge(1, 60, 0.5), edge(2, 40, 0.8)], vec![edge(2, 50, 0.6), edge(3, 10, 0.1)]];
        let mut root = RootActions::merged(trees);
        let visits: Vec<(u32, u32)> = root.edges().iter().map(|edge| (edge.action.mv, edge.visits)).collect();
        assert_eq!(visits, [(2, 90), (1, 60), (3, 10)]);
        assert!((root.edges()[0].score - 62.0).abs() < 1e-6);
        assert_eq!(root.visits(), 160);
        let value = root.stats().value.score();
        assert!((value - 93.0 / 160.0).abs() < 1e-6, "{value}");
        root.promote(3);
        assert_eq!(root.edges()[0].action.mv, 3);
    }

    #[test]
    fn the_regularized_policy_weighs_priors_and_values() {
        let with_prior = |mv, prior, visits, mean| Edge { prior, ..edge(mv, visits, mean) };
        let policy = |edges: &[Edge]| -> Vec<f64> {
            let shares = RootActions::merged([edges.to_vec()]).regularized_policy(0.6);
            assert!((shares.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-3, "{shares:?}");
            edges.iter().map(|edge| shares.iter().find(|(mv, _)| *mv == edge.action.mv).unwrap().1).collect()
        };
        // Where nothing is better, the priors.
        let even =
            policy(&[with_prior(1, 0.7, 70, 0.5), with_prior(2, 0.2, 30, 0.5), with_prior(3, 0.1, 0, 0.0)]);
        assert!(
            even.iter().zip([0.7, 0.2, 0.1]).all(|(share, prior)| (share - prior).abs() < 1e-3),
            "{even:?}"
        );
        // What is better by a tenth counts for more, the more the more visits there are; what has no
        // visit keeps a little.
        let better = |visits: u32| {
            policy(&[
                with_prior(1, 0.45, visits, 0.45),
                with_prior(2, 0.45, visits, 0.55),
                with_prior(3, 0.1, 0, 0.0),
            ])
        };
        let (few, many) = (better(20), better(2000));
        assert!(few[1] > 1.5 * few[0] && many[1] > 4.0 * many[0], "{few:?} {many:?}");
        assert!(few[2] > 0.01 && many[2] > 0.001 && many[2] < few[2], "{few:?} {many:?}");
        // One lucky playout does not make a move the likeliest one, as it would without shrinkage.
        let lucky = policy(&[with_prior(1, 0.9, 200, 0.5), with_prior(2, 0.01, 1, 1.0)]);
        assert!(lucky[1] < lucky[0], "{lucky:?}");
        assert!(RootActions::default().regularized_policy(0.6).is_empty());
    }

    #[test]
    fn the_mixture_leaves_out_what_is_visited_less() {
        let root = RootActions::merged([vec![edge(1, 100, 0.5), edge(2, 80, 0.5), edge(3, 74, 0.5)]]);
        let mixture = root.mixture(0.75);
        assert_eq!(mixture.iter().map(|&(mv, _)| mv).collect::<Vec<u32>>(), [1, 2]);
        let shares: Vec<f64> = mixture.iter().map(|&(_, share)| share).collect();
        assert!((shares[0] - 1.0 / 1.64).abs() < 1e-9 && (shares[1] - 0.64 / 1.64).abs() < 1e-9);
        assert_eq!(root.mixture(1.0), [(1, 1.0)]);
        assert!(RootActions::default().mixture(0.75).is_empty());
    }
}
