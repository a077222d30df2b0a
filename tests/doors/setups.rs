//! The openings of `docs/fair-setups.txt`.

use sisku::games::pijersi::{Board45, Position};
use sisku::games::{Game, Notation, Player, Rules};
use std::collections::HashSet;

#[test]
fn fair_set_ups_are_openings() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/fair-setups.txt");
    let text = std::fs::read_to_string(path).expect("the list");
    let rules = Rules::of(Position::<Board45>::rule_options());
    let mut seen = HashSet::new();
    for line in text.lines() {
        let position = Position::<Board45>::from_fen(line, &rules).expect(line);
        assert!(position.outcome().is_none() && position.mover() == Player::One, "{line}");
        // Half-random: the other player's pieces are the same, turned.
        let mut rows = line.split(' ').next().expect("rows").split('/');
        let (last, before) = (rows.next().expect("a row"), rows.next().expect("a row"));
        let mine: Vec<&str> = rows.skip(3).collect();
        for (theirs, mine) in [(last, mine[1]), (before, mine[0])] {
            let pairs =
                |row: &str| row.to_uppercase().into_bytes().chunks(2).map(<[u8]>::to_vec).collect::<Vec<_>>();
            let mut turned = pairs(theirs);
            turned.reverse();
            assert_eq!(turned, pairs(mine), "{line}");
        }
        assert!(seen.insert(line), "twice: {line}");
    }
    assert!(seen.len() >= 20, "{}", seen.len());
}
