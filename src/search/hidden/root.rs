//! What a search knows of its root: the actions of all threads' trees, and the mixed strategy
//! that it answers with.

use super::tree::Edge;
use crate::games::Value;
use crate::search::{Proof, RootStats};

/// The value where nothing was evaluated.
pub(super) const EVEN: Value = Value { win: 0.5, draw: 0.0 };

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
