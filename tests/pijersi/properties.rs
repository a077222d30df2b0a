//! What must hold in every position, checked on thousands of random ones against the
//! slow rules.

use crate::common::{check_keys, generator};
use crate::slow::{Slow, SlowTurn};
use crate::wild::{played, thrown};
use crate::{after, position, rules, status, turns};
use sisku::games::pijersi::{Board, Board45, Board51, Position, Turn};
use sisku::games::{Game, Notation, Outcome, Rules};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Everything about one position that the slow rules can tell.
fn check<B: Board>(position: &Position<B>, slow: &Slow) {
    let fen = slow.fen();
    assert_eq!(position.fen(), fen);
    assert_eq!(Position::from_fen(&fen, &rules::<B>()).as_ref(), Ok(position), "{fen}");
    assert_eq!(position.placement(), position.fresh_placement(), "{fen}");
    assert_eq!(status(position), slow.status(), "{fen}");

    let list = turns(position);
    assert_eq!(position.count_moves(), list.len() as u64, "{fen}");
    let slow_turns = slow.turns();
    let by_ugi: BTreeMap<String, Turn> = list.iter().map(|&turn| (position.ugi_move(turn), turn)).collect();
    let expected: BTreeMap<&str, &SlowTurn> =
        slow_turns.iter().map(|turn| (turn.ugi.as_str(), turn)).collect();
    assert_eq!(by_ugi.len(), list.len(), "no string twice: {fen}");
    assert!(by_ugi.keys().eq(expected.keys()), "{fen}: {by_ugi:?} {:?}", expected.keys());
    let natives: HashSet<&str> = slow_turns.iter().map(|turn| turn.native.as_str()).collect();
    assert_eq!(natives.len(), list.len(), "no native string twice: {fen}");

    for (ugi, turn) in &by_ugi {
        let expected = expected[ugi.as_str()];
        assert_eq!(position.native_move(*turn), expected.native, "{fen} {ugi}");
        assert_eq!(<Turn as From<u32>>::from((*turn).into()), *turn, "{fen} {ugi}");
        check_strings(position, *turn);
        let next = after(position, *turn);
        assert_eq!(next.fen(), expected.after.fen(), "{fen} {ugi}");
        assert_eq!(status(&next), expected.after.status(), "{fen} {ugi}");
        assert_eq!(next.placement(), next.fresh_placement(), "{fen} {ugi}");
    }
    check_wins(position, slow, &slow_turns);
}

/// All strings that stand for a turn, and the one that is written.
fn check_strings<B: Board>(position: &Position<B>, turn: Turn) {
    let (ugi, native) = (position.ugi_move(turn), position.native_move(turn));
    let read = |text: &str| position.parse_move(text).map(|turn| position.ugi_move(turn));
    let context = format!("{} {ugi} {native}", position.fen());
    assert_eq!(read(&ugi).as_ref(), Ok(&ugi), "{context}");
    assert_eq!(read(&native).as_ref(), Ok(&ugi), "{context}");
    assert_eq!(read(&native.replace('!', "")).as_ref(), Ok(&ugi), "{context}");

    let (first, rest) = ugi.split_at(2);
    match rest.len() {
        // A single cube, as if it were a stack.
        2 => assert_eq!(read(&format!("{first}{rest}{rest}")).as_ref(), Ok(&ugi), "{context}"),
        // A stack as if it were a single cube: the whole where it can go, else the top.
        _ if rest[..2] == rest[2..] => {
            assert_eq!(read(&format!("{first}{}", &rest[2..])).as_ref(), Ok(&ugi), "{context}");
        }
        _ if rest[..2] == *first => {
            let whole = format!("{first}{}{}", &rest[2..], &rest[2..]);
            let meant = read(&whole).unwrap_or(ugi.clone());
            assert_eq!(read(&format!("{first}{}", &rest[2..])), Ok(meant), "{context}");
        }
        _ => {}
    }
}

/// Wins in one turn, mine and the other's, by trial.
fn check_wins<B: Board>(position: &Position<B>, slow: &Slow, slow_turns: &[SlowTurn]) {
    let fen = slow.fen();
    let arrives = slow_turns.iter().any(|turn| turn.after.arrived());
    if !slow.already_there() {
        assert_eq!(position.can_win_now(), arrives, "{fen}");
    }
    assert!(!position.can_win_now() || arrives, "a win out of nothing: {fen}");
    let wins = |turn: &Turn| after(position, *turn).outcome() == Some(Outcome::Win(position.mover()));
    assert_eq!(position.winning_move().is_some(), turns(position).iter().any(wins), "{fen}");
    if let Some(turn) = position.winning_move() {
        assert!(wins(&turn), "{fen}");
    }
    // A threat is a win of the other player if it were its turn.
    let mut passed = slow.clone();
    passed.white = !slow.white;
    if slow.status() == "none" && passed.status() == "none" && !passed.already_there() {
        let threat = passed.turns().iter().any(|turn| turn.after.arrived());
        assert_eq!(position.opponent_may_win_next(), threat, "{fen}");
    }
}

#[test]
fn positions_of_random_games() {
    fn run<B: Board>(board: &str, seed: u64) {
        let positions = played::<B>(45, seed);
        assert!(positions.len() > 1000, "{}", positions.len());
        for position in positions {
            check(&position, &Slow::read(board, &position.fen()));
        }
    }
    run::<Board45>("45", 1);
    run::<Board51>("51", 2);
}

#[test]
fn positions_thrown_together() {
    fn run<B: Board>(board: &str, seed: u64) {
        let mut rng = generator(seed);
        let mut statuses: HashMap<&str, u32> = HashMap::new();
        for _ in 0..4000 {
            let slow = thrown(board, &mut rng);
            check(&position::<B>(&slow.fen()), &slow);
            *statuses.entry(slow.status()).or_default() += 1;
        }
        // The sample is worth something only if it holds all kinds of positions.
        assert!(["none", "draw", "p1win", "p2win"].iter().all(|s| statuses[s] > 100), "{statuses:?}");
    }
    run::<Board45>("45", 3);
    run::<Board51>("51", 4);
}

#[test]
fn blocked_sides_lose_and_only_they() {
    fn run<B: Board>(board: &str, seed: u64) {
        let mut rng = generator(seed);
        let mut blocked = 0;
        for _ in 0..40_000 {
            let mut slow = thrown(board, &mut rng);
            slow.quiet = 0;
            if slow.arrived() || slow.status() == "none" {
                continue;
            }
            let position = position::<B>(&slow.fen());
            assert_eq!(position.outcome(), Some(Outcome::Win(!position.mover())), "{}", slow.fen());
            assert_eq!(position.count_moves(), 0);
            blocked += 1;
        }
        assert!(blocked > 100, "{blocked}");
    }
    run::<Board45>("45", 5);
    run::<Board51>("51", 6);
}

/// Rules with another number of quiet turns.
fn limit<B: Board>(quiet_turns: &str) -> Rules {
    let mut rules = rules::<B>();
    assert_eq!(rules.set("drawlimit", quiet_turns), Ok(true));
    rules
}

#[test]
fn keys_tell_counters_apart_near_the_draw_only() {
    fn key(quiet: u32, limit: &Rules) -> u64 {
        let fen = format!("s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w {quiet} 7");
        Position::<Board45>::from_fen(&fen, limit).expect("a position").key()
    }
    let rules = limit::<Board45>("20");
    let keys: Vec<u64> = (0..=20).map(|quiet| key(quiet, &rules)).collect();
    assert!(keys[..10].iter().all(|&k| k == keys[0]), "far from the draw the counter is left out");
    assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 12, "near it each value counts");
    assert_eq!(key(25, &rules), key(20, &rules), "a draw is a draw");

    let off = limit::<Board45>("0");
    assert!((0..=100).all(|quiet| key(quiet, &off) == key(0, &off)));
    assert_eq!(key(95, &limit::<Board45>("100")), keys[15], "what counts is how many turns are left");
}

#[test]
fn keys_follow_the_position() {
    fn run<B: Board>(seed: u64) {
        let said = played::<B>(200, seed).into_iter().map(|position| {
            // The full turn does not bear on the game, nor the counter far from the draw.
            let quiet = position.quiet_turns();
            let notation = position.fen();
            let mut fields = notation.split(' ');
            let placement = fields.by_ref().take(2).collect::<Vec<_>>().join(" ");
            (position.key(), format!("{placement} {}", if quiet < 10 { 0 } else { quiet }))
        });
        assert!(check_keys(said) > 1000);
    }
    run::<Board45>(7);
    run::<Board51>(8);
}

#[test]
fn the_draw_limit_is_the_chosen_one() {
    for quiet_turns in [1, 4, 20, 33] {
        let rules = limit::<Board45>(&quiet_turns.to_string());
        let mut position = Position::<Board45>::start(&rules);
        for _ in 0..quiet_turns {
            assert_eq!(position.outcome(), None);
            let shuttle = [["b4d3d3", "d3b4b4"], ["f4d5d5", "d5f4f4"]];
            let shuttle = shuttle[position.mover().index()];
            let turn = shuttle.iter().find_map(|text| position.parse_move(text).ok());
            position.play(turn.expect("one of the two is legal"));
        }
        assert_eq!(position.outcome(), Some(Outcome::Draw), "{quiet_turns}");
        assert!(turns(&position).is_empty());
        assert_eq!(position.count_moves(), 0);
        assert_eq!(position.without_draws().outcome(), None);
    }
}
