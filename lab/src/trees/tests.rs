use super::cfr::{Cfr, exploitability, uniform};
use super::*;

/// Two computations of the same: by ranges of hands in `exploit.rs`, by the whole tree here.
#[test]
fn the_tree_has_the_exploitability_of_the_tiny_game() {
    let tree = Tree::new::<Tiny>(0, usize::MAX).expect("it is small");
    let given = exploitability(&tree, &uniform(&tree));
    let other = crate::exploit::exploitability(&mut crate::exploit::Uniform).expect("no search");
    assert!((given - other).abs() < 1e-12, "{given} {other}");
}

#[test]
fn cfr_plus_approaches_an_equilibrium() {
    let tree = Tree::new::<Small>(2, usize::MAX).expect("it is small");
    let mut cfr = Cfr::new(&tree, true);
    let mut last = exploitability(&tree, &uniform(&tree));
    for _ in 0..3 {
        (0..20).for_each(|_| cfr.iterate());
        let given = exploitability(&tree, &cfr.average());
        assert!((0.0..0.6 * last).contains(&given), "{given} after {last}");
        last = given;
    }
}

#[test]
fn information_sets_hold_what_their_player_observed() {
    let tree = Tree::new::<Small>(2, usize::MAX).expect("it is small");
    // Player one has one for each hand; player two one for each hand and each first turn with
    // what it announced.
    let [first, second] =
        Player::BOTH.map(|player| tree.sets.iter().filter(|set| set.player == player).count());
    assert_eq!(first, 18);
    assert!(second > 18 * 15, "{second}");
    for set in &tree.sets {
        let observed = tree.observed::<Small>(set, 2).expect("an example");
        let turns = crate::legal_moves(observed.current());
        let labels: Vec<String> = turns.iter().map(|&turn| Small::label(observed.current(), turn)).collect();
        assert_eq!(labels, set.actions);
    }
    assert!(Tree::new::<Small>(2, 1000).is_err(), "a limit on the nodes");
}

#[test]
fn every_node_is_exported() {
    let tree = Tree::new::<Small>(1, usize::MAX).expect("it is small");
    let mut text = Vec::new();
    tree.write_efg("small", &mut text).expect("memory");
    let text = String::from_utf8(text).expect("ASCII");
    let lines = |letter: &str| text.lines().filter(|line| line.starts_with(letter)).count();
    assert_eq!((lines("c "), lines("p "), lines("t ")), (1, 324, tree.terminals()));
    assert_eq!(lines("p ") + lines("t "), tree.nodes.len());
}

/// By hand: in the first turn of the small game nothing can be taken, so that who counts goes two
/// ranks ahead with any piece.
#[test]
fn who_counts_goes_ahead_where_nothing_can_be_taken() {
    let tree = Tree::new::<Small>(2, usize::MAX).expect("it is small");
    let counting = counting::counting::<Small>(&tree, 2);
    for (set, shares) in tree.sets.iter().zip(&counting).filter(|(set, _)| set.player == Player::One) {
        let chosen = set.actions.iter().zip(shares).filter(|(_, share)| **share > 0.0);
        let chosen: Vec<&str> = chosen.map(|(action, _)| action.as_str()).collect();
        assert_eq!(chosen, ["a2a4", "b2b4", "c2c4"]);
    }
}

#[test]
fn nobody_scores_more_than_a_best_response() {
    let tree = Tree::new::<Tiny>(0, usize::MAX).expect("it is small");
    let (even, counting) = (uniform(&tree), counting::counting::<Tiny>(&tree, 0));
    assert!((counting::score(&tree, &even, &even) - 0.5).abs() < 1e-12);
    let (one, other) = (counting::score(&tree, &counting, &even), counting::score(&tree, &even, &counting));
    assert!((one + other - 1.0).abs() < 1e-12, "{one} {other}");
    let mut cfr = Cfr::new(&tree, true);
    (0..50).for_each(|_| cfr.iterate());
    let equilibrium = counting::score(&tree, &cfr.average(), &counting);
    let most = counting::most(&tree, &counting);
    assert!(0.5 < equilibrium && equilibrium < most && most < 1.0, "{equilibrium} {most}");
}
