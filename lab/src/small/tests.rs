use super::*;

fn legal(position: &Small) -> Vec<Turn> {
    crate::legal_moves(position)
}

fn play(position: &mut Small, text: &str) {
    let turn = legal(position).into_iter().find(|turn| turn.text() == text);
    position.play(turn.unwrap_or_else(|| panic!("{text} is not legal")));
}

#[test]
fn there_are_eighteen_hands() {
    assert_eq!(hands().count(), 18);
    assert!(
        hands().all(|[a, b, c, reserve]| a + b + c == 6 && a != b && b != c && (1..=3).contains(&reserve))
    );
}

#[test]
fn pieces_move_as_in_blochs_game() {
    let position = Small::deal([[1, 2, 3, 1], [1, 2, 3, 2]], 5);
    let mut texts: Vec<String> = legal(&position).into_iter().map(Turn::text).collect();
    texts.sort();
    // A double step comes next to an enemy and may attack it.
    let all = "a2= a2a1 a2a3 a2a4 a2a4xa5 b2= b2b1 b2b3 b2b4 b2b4xb5 c2= c2c1 c2c3 c2c4 c2c4xc5";
    assert_eq!(texts.join(" "), all);
}

#[test]
fn attacks_and_barter_do_what_they_should() {
    // Rock takes scissors, enters the enemy camp in its third turn.
    let mut position = Small::deal([[1, 2, 3, 1], [3, 2, 1, 2]], 9);
    for turn in ["a2a4xa5", "b5=", "b2b3", "b5b4", "a5a6"] {
        assert_eq!(position.outcome(), None, "{turn}");
        play(&mut position, turn);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::One)));
    // Who loses its attacker is displaced onto, and has one piece less at the horizon.
    let mut position = Small::deal([[1, 2, 3, 1], [2, 3, 1, 2]], 2);
    play(&mut position, "a2a4xa5");
    assert_eq!(position.at(9), Some((1, 0)));
    play(&mut position, "c5c4");
    assert_eq!(position.outcome(), Some(Outcome::Win(Player::Two)));
}

/// Along random games: the true position is among the determinizations of each player's view,
/// all of them look alike to it, and a turn observed on the view gives the view of the turn.
#[test]
fn views_and_determinizations_agree() {
    let mut rng = crate::generator(0, 1);
    for _ in 0..200 {
        let all: Vec<Hand> = hands().collect();
        let hand = |rng: &mut Xoshiro256PlusPlus| *all.choose(rng).expect("hands");
        let mut position = Small::deal([hand(&mut rng), hand(&mut rng)], 12);
        while position.outcome().is_none() {
            let turn = *legal(&position).choose(&mut rng).expect("not over");
            for player in Player::BOTH {
                let observer = Observer::Player(player);
                let mut view = Hidden::view(&position, observer);
                let worlds = Hidden::determinizations(&view, !player);
                assert!(worlds.iter().any(|(world, _)| *world == position));
                assert!(worlds.iter().all(|(world, _)| Hidden::view(world, observer) == view));
                let mut next = position;
                next.play(turn);
                view.play(Hidden::observed(&position, turn, observer));
                assert_eq!(view, Hidden::view(&next, observer));
            }
            position.play(turn);
        }
    }
}
