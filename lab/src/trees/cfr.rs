//! Counterfactual regret minimization and best responses on a tree.

use super::{Node, Tree};
use sisku::games::Player;

/// Regrets that are taken for zero. Many actions are worth exactly the same here, and what rounding
/// leaves of their regrets would decide the next strategy: two correct programs would part ways.
const NEGLIGIBLE: f64 = 1e-12;

/// A behaviour strategy of both players: by information set, the probability of each action.
pub type Behaviour = Vec<Vec<f64>>;

/// Every action alike.
pub fn uniform(tree: &Tree) -> Behaviour {
    tree.sets.iter().map(|set| vec![1.0 / set.actions.len() as f64; set.actions.len()]).collect()
}

/// Weights above a threshold as probabilities; all alike if there are none.
fn normalized(weights: &[f64], threshold: f64) -> Vec<f64> {
    let counted = |weight: &f64| if *weight > threshold { *weight } else { 0.0 };
    let sum: f64 = weights.iter().map(counted).sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if sum > 0.0 { counted(weight) / sum } else { even }).collect()
}

/// A player's winnings at a terminal node.
fn winnings(value: i8, player: Player) -> f64 {
    if player == Player::One { value.into() } else { (-value).into() }
}

/// A best response to a behaviour strategy.
struct BestResponse<'a> {
    tree: &'a Tree,
    player: Player,
    behaviour: &'a Behaviour,
    /// By information set of the player: its nodes, with the probability that chance and the
    /// other lead there.
    reached: Vec<Vec<(usize, f64)>>,
    /// By information set: the action chosen.
    chosen: Vec<Option<usize>>,
}

impl BestResponse<'_> {
    fn reach(&mut self, node: usize, probability: f64) {
        let Node::Decision { set, first } = self.tree.nodes[node] else { return };
        let (set, first) = (set as usize, first as usize);
        let own = self.tree.sets[set].player == self.player;
        if own {
            self.reached[set].push((node, probability));
        }
        for i in 0..self.tree.sets[set].actions.len() {
            let likely = if own { 1.0 } else { self.behaviour[set][i] };
            self.reach(first + i, probability * likely);
        }
    }

    fn value(&mut self, node: usize) -> f64 {
        let (set, first) = match self.tree.nodes[node] {
            Node::Terminal(value) => return winnings(value, self.player),
            Node::Decision { set, first } => (set as usize, first as usize),
        };
        if self.tree.sets[set].player == self.player {
            let action = self.choose(set);
            return self.value(first + action);
        }
        let mut sum = 0.0;
        for i in 0..self.tree.sets[set].actions.len() {
            let likely = self.behaviour[set][i];
            if likely > 0.0 {
                sum += likely * self.value(first + i);
            }
        }
        sum
    }

    /// The best action at an information set: all of its nodes have the same one.
    fn choose(&mut self, set: usize) -> usize {
        if let Some(action) = self.chosen[set] {
            return action;
        }
        let nodes = std::mem::take(&mut self.reached[set]);
        let mut best = (0, f64::NEG_INFINITY);
        for action in 0..self.tree.sets[set].actions.len() {
            let mut sum = 0.0;
            for &(node, probability) in nodes.iter().filter(|(_, probability)| *probability > 0.0) {
                if let Node::Decision { first, .. } = self.tree.nodes[node] {
                    sum += probability * self.value(first as usize + action);
                }
            }
            if sum > best.1 {
                best = (action, sum);
            }
        }
        self.chosen[set] = Some(best.0);
        best.0
    }
}

/// What a best response of this player wins on the average.
pub fn best_response(tree: &Tree, behaviour: &Behaviour, player: Player) -> f64 {
    let (reached, chosen) = (vec![Vec::new(); tree.sets.len()], vec![None; tree.sets.len()]);
    let mut response = BestResponse { tree, player, behaviour, reached, chosen };
    let even = 1.0 / tree.deals as f64;
    (0..tree.deals).for_each(|deal| response.reach(deal, even));
    (0..tree.deals).map(|deal| even * response.value(deal)).sum()
}

/// The mean of what best responses win as either player: 0 at an equilibrium.
pub fn exploitability(tree: &Tree, behaviour: &Behaviour) -> f64 {
    Player::BOTH.iter().map(|&player| best_response(tree, behaviour, player)).sum::<f64>() / 2.0
}

/// CFR+ (Tammelin 2014): regret matching+, alternating updates, averages weighted by the
/// number of the iteration. Plain CFR is without the first and the last.
pub struct Cfr<'a> {
    tree: &'a Tree,
    plus: bool,
    iteration: u32,
    regrets: Behaviour,
    sums: Behaviour,
    current: Behaviour,
}

impl<'a> Cfr<'a> {
    /// Before the first iteration.
    pub fn new(tree: &'a Tree, plus: bool) -> Cfr<'a> {
        let none: Behaviour = tree.sets.iter().map(|set| vec![0.0; set.actions.len()]).collect();
        Cfr { tree, plus, iteration: 0, regrets: none.clone(), sums: none, current: uniform(tree) }
    }

    /// One update of each player.
    pub fn iterate(&mut self) {
        self.iteration += 1;
        let even = 1.0 / self.tree.deals as f64;
        for player in Player::BOTH {
            (0..self.tree.deals).for_each(|deal| {
                self.update(deal, player, 1.0, even);
            });
            for (set, regrets) in self.regrets.iter_mut().enumerate() {
                if self.plus {
                    regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
                }
                self.current[set] = normalized(regrets, NEGLIGIBLE);
            }
        }
    }

    /// The value of a node for the player updated. `own` is the probability that this player
    /// leads there, `others` that chance and the other do.
    fn update(&mut self, node: usize, player: Player, own: f64, others: f64) -> f64 {
        let (set, first) = match self.tree.nodes[node] {
            Node::Terminal(value) => return winnings(value, player),
            Node::Decision { set, first } => (set as usize, first as usize),
        };
        let count = self.tree.sets[set].actions.len();
        if self.tree.sets[set].player != player {
            return (0..count)
                .map(|i| {
                    let likely = self.current[set][i];
                    likely * self.update(first + i, player, own, others * likely)
                })
                .sum();
        }
        let values: Vec<f64> =
            (0..count).map(|i| self.update(first + i, player, own * self.current[set][i], others)).collect();
        let value: f64 = values.iter().zip(&self.current[set]).map(|(value, likely)| value * likely).sum();
        let weight = if self.plus { own * f64::from(self.iteration) } else { own };
        for (i, action) in values.iter().enumerate() {
            self.regrets[set][i] += others * (action - value);
            self.sums[set][i] += weight * self.current[set][i];
        }
        value
    }

    /// The average strategy, which approaches an equilibrium.
    pub fn average(&self) -> Behaviour {
        self.sums.iter().map(|sums| normalized(sums, 0.0)).collect()
    }
}
