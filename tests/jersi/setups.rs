//! Openings of random plies.

use crate::common::generator;
use crate::slow::Slow;
use crate::wild::variant;
use crate::{rules, start};
use sisku::games::jersi::{Classic, Handcrafted, Mode, NoDrop, Position, Ransom};
use sisku::games::{Evaluate, Game, Notation, Player, Rules};
use std::collections::BTreeSet;

fn draw<M: Mode>(rules: &Rules, seed: u64, count: usize) -> Vec<Position<M>> {
    let set_up = Position::<M>::SET_UPS.iter().find(|set_up| set_up.name == "random-plies");
    let set_up = set_up.expect("such a kind");
    let mut rng = generator(seed);
    (0..count).map(|_| (set_up.draw)(rules, &mut rng)).collect()
}

/// The same position with this player to move.
fn with_mover<M: Mode>(position: &Position<M>, side: char) -> Position<M> {
    let fen = position.fen().replacen(" w ", &format!(" {side} "), 1);
    Position::from_fen(&fen, &rules::<M>()).expect("a position")
}

#[test]
fn openings_are_games_to_play_and_in_balance() {
    fn run<M: Mode>() {
        let openings = draw::<M>(&rules::<M>(), 5, 300);
        for opening in &openings {
            let fen = opening.fen();
            assert_eq!((opening.outcome(), opening.mover()), (None, Player::One), "{fen}");
            assert!(fen.ends_with(" 0 1"), "{fen}");
            assert_eq!(Position::from_fen(&fen, &rules::<M>()).as_ref(), Ok(opening));
            assert_eq!(opening.placement(), opening.fresh_placement(), "{fen}");
            // The slow rules find it playable too: nobody wins by the next turn.
            for side in ['w', 'b'] {
                let position = with_mover(opening, side);
                assert!(!position.can_win_now(), "{fen}");
                let score = Handcrafted::value(&position).score();
                assert!((0.4..=0.6).contains(&score), "{fen}: {score} with {side} to move");
            }
        }
        let different: BTreeSet<String> = openings.iter().map(Notation::fen).collect();
        assert_eq!(different.len(), openings.len());
        assert!(!different.contains(&start::<M>().fen()));
        for opening in openings.iter().take(10) {
            let slow = Slow::read(variant::<M>(), &opening.fen());
            let wins = slow.turns().iter().any(|turn| turn.for_good || turn.after.at_goal(slow.white));
            assert!(slow.status() == "none" && !wins, "{}", opening.fen());
        }
    }
    run::<Classic>();
    run::<NoDrop>();
    run::<Ransom>();
}

#[test]
fn openings_follow_their_seed() {
    let rules = rules::<Classic>();
    assert_eq!(draw::<Classic>(&rules, 1, 20), draw(&rules, 1, 20));
    assert_ne!(draw::<Classic>(&rules, 1, 1), draw(&rules, 2, 1));
}

#[test]
fn openings_are_the_same_under_every_rule() {
    let usual = draw::<Classic>(&rules::<Classic>(), 1, 20);
    for (name, value) in [("DrawLimit", "1"), ("MaxTurns", "2"), ("KingResets", "false")] {
        let mut rules = rules::<Classic>();
        assert_eq!(rules.set(name, value), Ok(true));
        for (opening, usual) in draw::<Classic>(&rules, 1, 20).iter().zip(&usual) {
            assert_eq!((opening.outcome(), opening.fen()), (None, usual.fen()), "{name}");
            assert_eq!(*opening, usual.with_rules(&rules), "{name}");
        }
    }
}

#[test]
fn matches_begin_with_random_plies_and_reserves_are_kept() {
    fn name<G: Game>() -> &'static str {
        G::SET_UPS[G::MATCH_SET_UP].name
    }
    let names = [name::<Position<Classic>>(), name::<Position<NoDrop>>(), name::<Position<Ransom>>()];
    assert_eq!(names, ["random-plies"; 3]);
    // Of 12 cubes in reserve, more than half are left on average.
    let left = |position: &Position<Classic>| {
        let fen = position.fen();
        let reserves = fen.split(' ').nth(2).unwrap_or_default();
        reserves.chars().filter_map(|letter| letter.to_digit(10)).sum::<u32>()
    };
    let openings = draw::<Classic>(&rules::<Classic>(), 9, 200);
    let all: u32 = openings.iter().map(left).sum();
    assert!(all > 200 * 8, "{all} cubes in 200 reserves");
}
