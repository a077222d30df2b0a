//! What must hold in every position, checked against the slow rules on random games
//! with all readings of the rules.

use crate::slow::Slow;
use crate::{all_readings, generator, readings, rules, status, turns};
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Hidden, Position, Turn};
use sisku::games::{Game, Information, Notation, Outcome};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Everything about one position that the slow rules can tell.
fn check(position: &Position, slow: &Slow) {
    let fen = slow.fen("all");
    assert_eq!(position.fen(), fen);
    assert_eq!(status(position), slow.status, "{fen}");
    assert_eq!(position.placement(), position.fresh_placement(), "{fen}");
    let list = turns(position);
    assert_eq!(position.count_moves(), list.len() as u64, "{fen}");
    let texts: BTreeMap<String, Turn> = list.iter().map(|&turn| (position.ugi_move(turn), turn)).collect();
    assert_eq!(texts.len(), list.len(), "no text twice: {fen}");
    let expected: BTreeMap<String, Slow> = slow.turns().into_iter().collect();
    assert!(texts.keys().eq(expected.keys()), "{fen}: {:?} {:?}", texts.keys(), expected.keys());
    let mut wins = false;
    for (text, &turn) in &texts {
        assert_eq!(position.parse_move(text), Ok(turn), "{fen} {text}");
        assert_eq!(Hidden::parse_observed(position, &slow.observed(text, "all")), Ok(turn), "{fen} {text}");
        assert_eq!(<Turn as From<u32>>::from(turn.into()), turn);
        let mut next = *position;
        next.play(turn);
        assert_eq!(next.fen(), expected[text].fen("all"), "{fen} {text}");
        assert_eq!(status(&next), expected[text].status, "{fen} {text}");
        assert_eq!(next.placement(), next.fresh_placement(), "{fen} {text}");
        wins |= next.outcome() == Some(Outcome::Win(position.mover()));
    }
    assert_eq!(position.can_win_now(), wins, "{fen}");
    assert_eq!(position.winning_move().is_some(), wins, "{fen}");
}

#[test]
fn random_games_with_all_readings() {
    let mut rng = generator(1);
    let mut results: HashMap<&str, u32> = HashMap::new();
    for reading in all_readings() {
        for game in 0..14 {
            let rules = readings(reading.0, reading.1, reading.2);
            let (mut position, mut slow) = (Position::start(&rules), Slow::new(reading));
            for ply in 0..300 {
                // Set-ups are many and all alike: not each needs all its replies looked at.
                if ply > 1 || game == 0 {
                    check(&position, &slow);
                }
                let Some(&turn) = turns(&position).choose(&mut rng) else { break };
                let text = position.ugi_move(turn);
                let (_, next) = slow.turns().into_iter().find(|(other, _)| *other == text).expect("legal");
                position.play(turn);
                slow = next;
            }
            *results.entry(slow.status).or_default() += 1;
        }
    }
    assert!(["p1win", "p2win", "draw"].iter().all(|result| results[result] > 20), "{results:?}");
}

/// Full positions survive their notation, finished ones in all but the result.
#[test]
fn notation_keeps_everything() {
    let mut rng = generator(2);
    for _ in 0..100 {
        let mut position = Position::start(&rules());
        while let Some(&turn) = turns(&position).choose(&mut rng) {
            assert_eq!(Position::from_fen(&position.fen(), &rules()), Ok(position), "{}", position.fen());
            position.play(turn);
        }
    }
}

#[test]
fn keys_follow_the_position() {
    let mut rng = generator(3);
    let mut seen: HashMap<u64, String> = HashMap::new();
    for _ in 0..300 {
        let mut position = Position::start(&rules());
        while let Some(&turn) = turns(&position).choose(&mut rng) {
            position.play(turn);
            let notation = position.fen();
            let fields: Vec<&str> = notation.split(' ').collect();
            let clock: u32 = fields[5].parse().expect("a number");
            let bearing = format!("{} {}", fields[..5].join(" "), if clock < 50 { 0 } else { clock });
            let other = seen.entry(position.key()).or_insert_with(|| bearing.clone());
            assert_eq!(*other, bearing);
        }
    }
    let distinct: HashSet<&String> = seen.values().collect();
    assert!(seen.len() > 10_000, "{}", seen.len());
    assert_eq!(distinct.len(), seen.len(), "equal positions have equal keys");
}

#[test]
fn the_end_is_judged_in_order() {
    let ended = |fen: &str, turn: &str| {
        let mut position = Position::from_fen(fen, &rules()).expect(fen);
        assert_eq!(position.outcome(), None, "{fen}");
        position.play(position.parse_move(turn).expect(turn));
        status(&position)
    };
    // Two in the camp.
    assert_eq!(ended("R5/1P1r2/6/6/6/6/6/6 PPS/rps 1 - - 0 9", "b7b8"), "p1win");
    // The defender is drawn into the camp as its second.
    assert_eq!(ended("6/6/6/6/6/6/Rp3R/S1r3 PPS/pps 1 - - 0 9", "a2xb2"), "none");
    assert_eq!(ended("6/6/6/6/6/R5/1p4/R1r3 PPS/pps 1 - - 0 9", "a1b1xb2"), "p2win");
    // The last piece is gone.
    assert_eq!(ended("6/6/6/6/6/R5/s5/6 PPS/pps 1 - - 0 9", "a3xa2"), "p1win");
    assert_eq!(ended("6/6/6/6/6/R5/p5/6 PPS/pps 1 - - 0 9", "a3xa2"), "p2win");
    // One each: who stays in the camp wins before who comes.
    assert_eq!(ended("s5/R5/6/6/6/6/6/5r PPS/pps 1 - - 0 9", "a7xa8"), "p2win");
    assert_eq!(ended("s5/R5/6/6/6/6/5r/6 PPS/pps 1 - - 0 9", "a7xa8"), "p1win");
    assert_eq!(ended("6/6/R5/6/6/6/5r/6 PPS/pps 1 - - 0 9", "a6a7"), "none");
    // Quiet turns.
    assert_eq!(ended("6/6/R5/6/6/6/5r/6 PPS/pps 1 - - 59 9", "a6a7"), "draw");
    assert_eq!(ended("6/R5/6/6/6/6/5r/6 PPS/pps 1 - - 59 9", "a7a8"), "p1win");
    assert_eq!(ended("6/6/R5/6/6/6/5r/6 PPS/pps 1 - B 59 9", "a6=S"), "none");
}

#[test]
fn a_player_passes_only_if_nothing_else_is_legal() {
    let position = |fen: &str| Position::from_fen(fen, &rules()).expect(fen);
    // A piece in the corner of the enemy camp, shut in by pieces that it cannot attack.
    let shut = position("Rr4/p5/6/6/6/6/6/4P1 PPS/pss 2 - - 0 9");
    assert!(turns(&shut).len() > 1 && shut.parse_move("0000").is_err());
    let shut = position("Rr4/p5/6/6/6/6/6/6 PPS/pss 1 - - 0 9");
    let texts: Vec<String> = turns(&shut).into_iter().map(|turn| shut.ugi_move(turn)).collect();
    assert_eq!(texts, ["0000"]);
    let barter = position("Rr4/p5/6/6/6/6/6/6 PPS/pss 1 - B 0 9");
    let texts: Vec<String> = turns(&barter).into_iter().map(|turn| barter.ugi_move(turn)).collect();
    assert_eq!(texts, ["a8=P", "a8=S"]);
}
