//! Known counts and games.

use crate::{rules, status};
use sisku::games::bloch::{Position, set_ups};
use sisku::games::{Game, History, Notation, perft::perft};

const GAMES: &str = include_str!("../data/bloch/games_random.tsv");

#[test]
fn counts_of_sequences() {
    for (one, two, counts) in [
        ("=RPSRPS", "=RPSRPS", [36, 1302, 36748, 1050264, 28545171]),
        ("=RRPPSS", "=SSPPRR", [36, 1302, 36738, 1049158, 28479223]),
        ("=RRRPPP", "=SSSRRR", [24, 582, 14140, 346767, 8555825]),
    ] {
        let mut record = History::new(Position::start(&rules()));
        record.play(one).and_then(|_| record.play(two)).expect("legal");
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(record.current(), depth), count, "{one} {two} depth {depth}");
        }
    }
}

#[test]
fn there_are_510_set_ups() {
    assert_eq!(set_ups().len(), 510);
    let start = Position::start(&rules());
    assert_eq!(start.count_moves(), 510);
    assert_eq!(start.ugi_move(set_ups()[0]), "=RRRPPP");
    assert_eq!(start.ugi_move(set_ups()[509]), "=SSSPPP");
}

#[test]
fn random_games_by_another_hand() {
    let mut lines = GAMES.lines();
    assert_eq!(lines.next(), Some("moves\tlegal_counts\tresult"));
    let mut games = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[moves, counts, result] = fields.as_slice() else { panic!("{line}") };
        let mut record = History::new(Position::start(&rules()));
        let mut counts = counts.split(' ');
        for (ply, mv) in moves.split(' ').enumerate() {
            let position = *record.current();
            assert_eq!(position.outcome(), None, "{line}");
            if ply >= 2 {
                let count = counts.next().and_then(|count| count.parse().ok());
                assert_eq!(Some(position.count_moves()), count, "{mv} in {line}");
            }
            record.play(mv).unwrap_or_else(|error| panic!("{error} in {line}"));
        }
        assert_eq!(counts.next(), None, "{line}");
        assert_eq!(status(record.current()), result, "{line}");
        games += 1;
    }
    assert!(games > 50, "{games}");
}
