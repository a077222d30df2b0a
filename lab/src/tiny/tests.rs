//! The tiny game under the engine's generic Bayes filter, and its notation.

use super::*;
use crate::{generator, legal_moves};
use sisku::games::History;
use sisku::search::{Belief, Evaluator, Params};

fn random_game(seed: u64) -> History<Tiny> {
    let mut rng = generator(0, seed);
    let mut game = History::new((Tiny::SET_UPS[0].draw)(&Rules::of(&[]), &mut rng));
    while let Some(&turn) = legal_moves(game.current()).choose(&mut rng) {
        game.push(turn);
    }
    game
}

/// The hands of a player with which a game looks to an observer as it did, by replaying it
/// with each of them.
fn possible_hands(game: &History<Tiny>, observer: Observer, about: Player) -> Vec<[u8; 2]> {
    let observed = game.observed(observer);
    let looks_alike = |hand: &[u8; 2]| {
        let mut kinds = Player::BOTH.map(|player| game.start().kinds(player));
        kinds[about.index()] = *hand;
        let mut other = History::new(Tiny::deal(kinds));
        for &turn in game.moves() {
            if !legal_moves(other.current()).contains(&turn) {
                return false;
            }
            other.push(turn);
        }
        other.observed(observer) == observed
    };
    hands().filter(looks_alike).collect()
}

#[test]
fn the_generic_filter_leaves_exactly_the_worlds_that_look_alike() {
    let mut narrowed = [0; 7];
    for seed in 0..2000 {
        let whole = random_game(seed);
        let mut game = History::new(*whole.start());
        let mut beliefs = Player::BOTH.map(|player| {
            let observer = Observer::Player(player);
            (observer, !player, Belief::new(&Hidden::initial_view(game.start(), observer), !player))
        });
        for &turn in whole.moves() {
            let position = *game.current();
            game.push(turn);
            for (observer, about, belief) in &mut beliefs {
                let observed = Hidden::observed(&position, turn, *observer);
                belief.update(observed, &Evaluator::new(None), &Params::HANDCRAFTED);
                let worlds = belief.worlds();
                let left: Vec<[u8; 2]> = worlds.iter().map(|world| world.position.kinds(*about)).collect();
                assert_eq!(left, possible_hands(&game, *observer, *about), "{}", game.current().fen());
                narrowed[left.len()] += 1;
                // All turns tell alike: only what was revealed narrows the belief.
                let even = 1.0 / worlds.len() as f32;
                assert!(worlds.iter().all(|world| (world.weight - even).abs() < 1e-5));
                assert!(worlds.iter().any(|world| world.position == *game.current()));
                assert!(worlds.iter().all(|world| Hidden::is_complete(&world.position)));
            }
        }
    }
    assert!([1, 2, 6].iter().all(|&left| narrowed[left] > 50), "{narrowed:?}");
}

#[test]
fn positions_and_turns_are_read_as_they_are_written() {
    let rules = Rules::of(&[]);
    for seed in 0..300 {
        let game = random_game(seed);
        for observer in [Observer::Player(Player::One), Observer::Player(Player::Two), Observer::Public] {
            let observed = game.observed(observer);
            let mut replayed = History::new(*observed.start());
            for text in observed.ugi_moves().split_whitespace() {
                replayed.play(text).unwrap_or_else(|error| panic!("{error}"));
                let position = replayed.current();
                assert_eq!(Tiny::from_fen(&position.fen(), &rules).as_ref(), Ok(position));
            }
            assert!(replayed == observed, "{}", observed.ugi_moves());
            assert_eq!(*replayed.current(), Hidden::view(game.current(), observer));
        }
    }
}

#[test]
fn nonsense_is_refused() {
    let rules = Rules::of(&[]);
    for text in [
        "",
        "Ra2 Pb2 ra4 pb4",
        "Xa2 Pb2 ra4 pb4 0",
        "Ra2 Pb2 ra4 pb4 9",
        "é Pb2 ra4 pb4 0",
        "Ra9 Pb2 ra4 pb4 0",
    ] {
        assert!(Tiny::from_fen(text, &rules).is_err(), "{text}");
    }
    let position = Tiny::deal([[1, 2], [2, 3]]);
    for text in ["", "a2", "a2a3=RS", "a2a3xa4=R", "a2a3xa4=RSP", "a2a3xa4=XY", "a4a3", "0000"] {
        assert!(Hidden::parse_observed(&position, text).is_err(), "{text}");
    }
    assert!(Hidden::parse_observed(&position, "a2a3xa4=RP").is_ok());
}

#[test]
fn a_board_is_drawn() {
    assert_eq!(Tiny::deal([[1, 2], [0, 3]]).diagram(), "5 . .\n4 ? s\n3 . .\n2 R P\n1 . .\n  a b");
}
