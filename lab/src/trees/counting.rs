//! How much luck a small game leaves: what an equilibrium, and what a player who knows everything
//! about the opponent, score against somebody who only counts.

use super::cfr::{Behaviour, best_response};
use super::{Node, SmallGame, Tree};
use sisku::games::Player;

/// Values of turns that differ by less are the same to the counting player.
const EQUAL: f64 = 1e-9;

/// One turn ahead over all that the opponent may have, every deal alike, whatever the opponent has
/// shown by its turns: the best by [`SmallGame::material`], all that are as good alike.
pub fn counting<G: SmallGame>(tree: &Tree, horizon: u8) -> Behaviour {
    let mut sums: Behaviour = tree.sets.iter().map(|set| vec![0.0; set.actions.len()]).collect();
    for (deal, (position, _)) in G::deals(horizon).iter().enumerate() {
        add(tree, deal, position, &mut sums);
    }
    sums.iter().map(|values| best(values)).collect()
}

/// Adds the values of the turns from a node on to the sums of their information sets.
fn add<G: SmallGame>(tree: &Tree, node: usize, position: &G, sums: &mut Behaviour) {
    let Node::Decision { set, first } = tree.nodes[node] else { return };
    for (i, turn) in crate::legal_moves(position).into_iter().enumerate() {
        let mut next = position.clone();
        next.play(turn);
        sums[set as usize][i] += next.material(position.mover());
        add(tree, first as usize + i, &next, sums);
    }
}

fn best(values: &[f64]) -> Vec<f64> {
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let good = |value: &f64| *value > most - EQUAL;
    let count = values.iter().filter(|value| good(value)).count() as f64;
    values.iter().map(|value| if good(value) { 1.0 / count } else { 0.0 }).collect()
}

/// The score, from 0 to 1, of the first strategy against the second, as either player.
pub fn score(tree: &Tree, one: &Behaviour, other: &Behaviour) -> f64 {
    let winnings = |player: Player| {
        let value = |deal| value(tree, deal, [one, other], player);
        (0..tree.deals).map(value).sum::<f64>() / tree.deals as f64
    };
    (winnings(Player::One) - winnings(Player::Two) + 2.0) / 4.0
}

/// Player one's winnings from a node on, where the first strategy is this player's.
fn value(tree: &Tree, node: usize, strategies: [&Behaviour; 2], first_is: Player) -> f64 {
    let (set, first) = match tree.nodes[node] {
        Node::Terminal(value) => return value.into(),
        Node::Decision { set, first } => (set as usize, first as usize),
    };
    let strategy = strategies[usize::from(tree.sets[set].player != first_is)];
    let likely = strategy[set].iter().enumerate().filter(|(_, likely)| **likely > 0.0);
    likely.map(|(i, likely)| likely * value(tree, first + i, strategies, first_is)).sum()
}

/// The score of a best response to a strategy, as either player: nobody can score more against it.
pub fn most(tree: &Tree, behaviour: &Behaviour) -> f64 {
    let sum: f64 = Player::BOTH.iter().map(|&player| best_response(tree, behaviour, player)).sum();
    (sum + 2.0) / 4.0
}
