//! What must hold in every position, checked on thousands of random ones against the
//! slow rules.

use crate::common::{check_keys, generator};
use crate::slow::{Slow, SlowTurn};
use crate::wild::{played, played_under, thrown, variant, variant_under};
use crate::{after, line, position, rules, start, status, turns};
use rand::RngExt;
use sisku::games::jersi::{Classic, Mode, NoDrop, Phase, Position, Ransom, Turn};
use sisku::games::{Features, Game, Notation, Outcome, Player, Rules};
use std::collections::BTreeMap;

/// What a sample holds, so that it can be seen to be worth something.
type Census = BTreeMap<&'static str, u32>;

/// Everything about one position that the slow rules can tell.
fn check<M: Mode>(position: &Position<M>, rules: &Rules, census: &mut Census) {
    let fen = position.fen();
    let slow = Slow::read(variant_under::<M>(rules), &fen);
    assert_eq!(slow.fen(), fen);
    assert_eq!(Position::from_fen(&fen, rules).as_ref(), Ok(position), "{fen}");
    assert_eq!(position.placement(), position.fresh_placement(), "{fen}");
    assert_eq!(status(position), slow.status(), "{fen}");
    assert_eq!(position.mover() == Player::One, slow.white, "{fen}");
    *census.entry(status(position)).or_default() += 1;

    let list = turns(position);
    assert_eq!(position.count_moves(), list.len() as u64, "{fen}");
    let slow_turns = slow.turns();
    let by_ugi: BTreeMap<String, Turn> = list.iter().map(|&turn| (position.ugi_move(turn), turn)).collect();
    let expected: BTreeMap<&str, &SlowTurn> =
        slow_turns.iter().map(|turn| (turn.ugi.as_str(), turn)).collect();
    assert_eq!(by_ugi.len(), list.len(), "no string twice: {fen}");
    let unlike = |a: &String| !expected.contains_key(a.as_str());
    assert_eq!(by_ugi.keys().find(|ugi| unlike(ugi)), None, "{fen}");
    assert_eq!(expected.keys().find(|&&ugi| !by_ugi.contains_key(ugi)), None, "{fen}");

    for (i, (ugi, &turn)) in by_ugi.iter().enumerate() {
        let expected = expected[ugi.as_str()];
        assert_eq!(position.native_move(turn), expected.native, "{fen} {ugi}");
        assert_eq!(<Turn as From<u32>>::from(turn.into()), turn, "{fen} {ugi}");
        let king = expected.native.contains("!!");
        count_kinds(&slow, expected, census);
        // Captures and some of the others to the last letter.
        if !(expected.native.contains('!') || slow.phase.len() > 1 || i % 16 == 0) {
            continue;
        }
        let next = after(position, turn);
        assert_eq!(next.fen(), expected.after.fen(), "{fen} {ugi}");
        assert_eq!(next.placement(), next.fresh_placement(), "{fen} {ugi}");
        if king || i % 64 == 0 {
            assert_eq!(status(&next), expected.after.status(), "{fen} {ugi}");
            assert_eq!(position.parse_move(ugi), Ok(turn), "{fen}");
            assert_eq!(position.parse_move(&expected.native), Ok(turn), "{fen}");
            check_sloppy(position, ugi, turn);
        }
    }
    check_wins(position, &slow, &slow_turns, census);
}

fn count_kinds(before: &Slow, turn: &SlowTurn, census: &mut Census) {
    let mut count = |what, holds: bool| *census.entry(what).or_default() += u32::from(holds);
    count("king captured", turn.native.contains("!!"));
    count("count goes on", turn.native.contains("!!") && turn.after.quiet > before.quiet);
    count("king and more", turn.native.contains("!!") && turn.after.quiet == 0);
    count("king unplaceable", turn.for_good);
    count("two captures", turn.native.replace("!!", "!").matches('!').count() == 2);
    count("put back", turn.ugi.contains("/K:"));
    count("kind named", turn.ugi.contains('#') && turn.ugi.len() > 3);
    count("given up", turn.ugi.starts_with('#'));
    count("two dropped", turn.ugi.matches(':').count() == 2);
}

/// Other ways to write a turn.
fn check_sloppy<M: Mode>(position: &Position<M>, ugi: &str, turn: Turn) {
    let lower = ugi.replace("/K:", "/k:").replace("M:", "m:").replace("W:", "w:");
    assert_eq!(position.parse_move(&lower), Ok(turn), "{} {lower}", position.fen());
    if let Some((first, second)) = ugi.split_once('/')
        && first.chars().nth(1) == Some(':')
    {
        let swapped = format!("{second}/{first}");
        let same_cell = first[2..] == second[2..];
        let meaning = position.parse_move(&swapped);
        match same_cell && first != second {
            true => assert_ne!(meaning, Ok(turn), "{} {swapped}", position.fen()),
            false => assert_eq!(meaning, Ok(turn), "{} {swapped}", position.fen()),
        }
    }
}

/// Wins in one turn, mine and the other's, by trial.
fn check_wins<M: Mode>(position: &Position<M>, slow: &Slow, slow_turns: &[SlowTurn], census: &mut Census) {
    let fen = slow.fen();
    let wins = slow.phase.is_empty()
        && slow_turns.iter().any(|turn| turn.for_good || turn.after.at_goal(slow.white));
    if !slow.at_goal(slow.white) {
        assert_eq!(position.can_win_now(), wins, "{fen}");
    }
    assert!(!position.can_win_now() || wins, "a win out of nothing: {fen}");
    *census.entry("win at once").or_default() += u32::from(wins);
    if position.can_win_now() {
        let turn = position.winning_move().unwrap_or_else(|| panic!("{fen}: no winning move"));
        assert_eq!(after(position, turn).outcome(), Some(Outcome::Win(position.mover())), "{fen}");
    }
    // The hint that the search uses: what the other player would do after a pass.
    let (board, rest) = fen.split_once(' ').expect("fields");
    let passed = format!("{board} {}{}", if slow.white { 'b' } else { 'w' }, &rest[1..]);
    if slow.phase.is_empty()
        && let Ok(passed) = Position::<M>::from_fen(&passed, &rules::<M>())
        && passed.outcome().is_none()
    {
        assert_eq!(position.opponent_may_win_next(), passed.can_win_now(), "{fen}");
        *census.entry("threat").or_default() += u32::from(passed.can_win_now());
    }
}

/// The sample holds enough of each of these.
fn check_census(census: &Census, wanted: &[&str]) {
    for what in wanted {
        assert!(census.get(what).is_some_and(|&count| count >= 20), "{what}: {census:?}");
    }
}

#[test]
fn positions_of_random_games() {
    fn run<M: Mode>(games: usize, seed: u64, wanted: &[&str]) {
        let positions = played::<M>(games, seed);
        let mut census = Census::new();
        for position in &positions {
            check(position, &rules::<M>(), &mut census);
        }
        println!("{} {census:?}", positions.len());
        assert!(positions.len() > 1000, "{}", positions.len());
        check_census(&census, wanted);
        check_census(&census, &["none", "king captured", "two captures", "win at once", "threat"]);
    }
    run::<Classic>(11, 1, &["put back", "two dropped"]);
    run::<NoDrop>(11, 2, &["put back"]);
    run::<Ransom>(11, 3, &["kind named", "given up", "two dropped"]);
}

#[test]
fn positions_thrown_together() {
    fn run<M: Mode>(seed: u64, wanted: &[&str]) {
        let mut rng = generator(seed);
        let mut census = Census::new();
        for _ in 0..1500 {
            let slow = thrown(variant::<M>(), &mut rng);
            check(&position::<M>(&slow.fen()), &rules::<M>(), &mut census);
        }
        println!("{census:?}");
        check_census(&census, wanted);
        let all =
            ["none", "draw", "p1win", "p2win", "king captured", "two captures", "win at once", "threat"];
        check_census(&census, &all);
    }
    run::<Classic>(4, &["put back", "two dropped", "king unplaceable"]);
    run::<NoDrop>(5, &["put back", "king unplaceable"]);
    run::<Ransom>(6, &["kind named", "given up", "two dropped", "king unplaceable"]);
}

#[test]
fn keys_follow_the_position() {
    fn run<M: Mode>(seed: u64) {
        let said = played::<M>(40, seed).into_iter().map(|position| {
            // The full turn does not bear on the game, nor the counter far from the draw.
            let quiet = position.quiet_turns();
            let notation = position.fen();
            let fields: Vec<&str> = notation.split(' ').collect();
            let phase = fields.get(5).unwrap_or(&"");
            let quiet = if quiet < 30 { 0 } else { quiet };
            (position.key(), format!("{} {} {} {phase} {quiet}", fields[0], fields[1], fields[2]))
        });
        assert!(check_keys(said) > 1000);
    }
    run::<Classic>(7);
    run::<NoDrop>(8);
    run::<Ransom>(9);
}

/// Rules with one of them changed.
fn changed(name: &str, value: &str) -> Rules {
    let mut rules = rules::<Classic>();
    // All variants have the same.
    assert_eq!(rules.set(name, value), Ok(true));
    rules
}

#[test]
fn drawn_out_games_end_at_the_chosen_number_of_turns() {
    for (rules, end) in [
        (changed("DrawLimit", "7"), 7),
        (changed("DrawLimit", "40"), 40),
        (changed("MaxTurns", "11"), 11),
        (changed("maxturns", "60"), 40),
    ] {
        let mut position = Position::<Classic>::start(&rules);
        for _ in 0..end {
            assert_eq!(position.outcome(), None);
            let shuttle = ["b1-c1", "c1-b1", "h8-g7", "g7-h8"];
            let turn = shuttle.iter().find_map(|text| position.parse_move(text).ok());
            position = after(&position, turn.expect("one of them is legal"));
        }
        assert_eq!(position.outcome(), Some(Outcome::Draw), "{end}");
        assert_eq!(position.ending(), if end == 11 { "turn limit" } else { "quiet turns" });
        assert!(turns(&position).is_empty() && position.count_moves() == 0);
        assert_eq!(position.without_draws().outcome(), None);
        assert!(position.without_draws().count_moves() > 800);
    }
    // Counters near the end are part of the position.
    let rules = changed("MaxTurns", "60");
    let key = |turn: u32| {
        let fen = start::<Classic>().fen().replace(" 0 1", &format!(" 0 {turn}"));
        Position::<Classic>::from_fen(&fen, &rules).expect("a position").key()
    };
    assert_eq!(key(1), key(20));
    assert_ne!(key(29), key(30));
}

#[test]
fn phases_are_told() {
    let fen = "1s-5/3R-4/3R-3/8/9/8/7/8/3K-3 w - 0 12 /K";
    assert_eq!(position::<Ransom>(fen).phase(), Phase::PlaceKing);
    assert_eq!(start::<Ransom>().phase(), Phase::Turn);
}

#[test]
fn lone_kings_do_not_restart_the_count_if_so_chosen() {
    fn run<M: Mode>(seed: u64) {
        let rules = changed("KingResets", "false");
        let mut census = Census::new();
        for position in played_under::<M>(&rules, 6, seed) {
            check(&position, &rules, &mut census);
        }
        let mut rng = generator(seed);
        for _ in 0..600 {
            let slow = thrown(variant_under::<M>(&rules), &mut rng);
            let position = Position::<M>::from_fen(&slow.fen(), &rules).expect("a position");
            check(&position, &rules, &mut census);
        }
        println!("{census:?}");
        check_census(&census, &["none", "draw", "count goes on", "king and more", "threat"]);
    }
    run::<Classic>(21);
    run::<NoDrop>(22);
    run::<Ransom>(23);
}

/// The game, which went on to ply 950.
const REPEATING: &str = "h7-g7 g5=g7/K:i7 i7-h7 g7=g5";

#[test]
fn a_king_that_is_captured_again_and_again_is_a_draw_if_so_chosen() {
    let fen = "7/6k-1/4RR2/8/9/8/7/8/3K-3 b - 0 1";
    let play = |rules: &Rules, times: usize| {
        let mut position = Position::<Classic>::from_fen(fen, rules).expect("a position");
        for time in 0..times {
            assert_eq!(position.outcome(), None, "after {time}");
            position = line(&position, REPEATING);
        }
        position
    };
    let letter = play(&rules::<Classic>(), 250);
    assert_eq!((letter.outcome(), letter.quiet_turns()), (None, 2));
    let corrected = play(&changed("KingResets", "false"), 10);
    assert_eq!((corrected.outcome(), corrected.ending()), (Some(Outcome::Draw), "quiet turns"));
    assert_eq!(corrected.quiet_turns(), 40);
}

#[test]
fn what_counts_as_a_lone_king() {
    let rules = changed("KingResets", "false");
    for (fen, turn, quiet) in [
        // Alone, on a mountain of either colour, on a cube.
        ("7/3k-4/3R-3/8/9/8/7/8/3K-3 w - 7 12", "g4-h4/K:i1", 8),
        ("7/3Mk4/3R-3/8/9/8/7/8/3K-3 w - 7 12", "g4-h4/K:i1", 8),
        ("7/3mk4/3R-3/8/9/8/7/8/3K-3 w - 7 12", "g4-h4/K:i1", 8),
        ("7/3sk4/3R-3/8/9/8/7/8/3K-3 w - 7 12", "g4-h4/K:i1", 0),
        // With something else in the same turn, before it or after.
        ("7/3k-4/3RR3/8/9/8/7/8/3K-3 w - 7 12", "g4=h4/K:i1", 8),
        ("7/3k-s-3/3RR3/8/9/8/7/8/3K-3 w - 7 12", "g4=h4-h5/K:i1", 0),
        ("7/3s-k-3/3RR3/8/9/8/7/8/3K-3 w - 7 12", "g4=h4-h5/K:i1", 0),
        // Nothing but the king's capture is forgiven.
        ("7/3s-k-3/3RR3/8/9/8/7/8/3K-3 w - 7 12", "g4=h4", 0),
        // The last quiet turn is a draw, even if it takes the king.
        ("7/3k-4/3R-3/8/9/8/7/8/3K-3 w - 39 30", "g4-h4/K:i1", 40),
    ] {
        let root = Position::<Classic>::from_fen(fen, &rules).expect(fen);
        let after = line(&root, turn);
        assert_eq!(after.quiet_turns(), quiet, "{fen} {turn}");
        assert_eq!(after.outcome(), (quiet == 40).then_some(Outcome::Draw), "{fen} {turn}");
        let letter = line(&root.with_rules(&self::rules::<Classic>()), turn);
        assert_eq!((letter.quiet_turns(), letter.outcome()), (0, None), "{fen} {turn}");
    }
    // A ransom is given up, not captured; the draw waits for the end of the turn.
    let fen = "1s-1s-3/3k-4/3R-3/8/9/8/7/8/3K-3 w - 39 30";
    let root = Position::<Ransom>::from_fen(fen, &rules).expect(fen);
    let paid = line(&root, "g4-h4#S #i4");
    assert_eq!((paid.quiet_turns(), paid.outcome()), (40, None));
    assert_eq!(line(&paid, "/K:i1").outcome(), Some(Outcome::Draw));
    // A king that cannot return is a win, whatever the count.
    let fen = "rrppssmmmrmsff/3k-4/3R-3/8/9/8/7/8/3K-3 w - 39 30";
    let won = line(&Position::<Classic>::from_fen(fen, &rules).expect(fen), "g4-h4");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::One)));
}

#[test]
fn the_hash_tells_rules_apart_that_bear_on_the_game() {
    let key = |settings: &[(&str, &str)]| {
        let mut rules = rules::<Classic>();
        for (name, value) in settings {
            assert_eq!(rules.set(name, value), Ok(true));
        }
        Position::<Classic>::start(&rules).key()
    };
    assert_ne!(key(&[]), key(&[("KingResets", "false")]));
    // Without a draw by quiet turns there is nothing to restart.
    assert_eq!(key(&[("DrawLimit", "0")]), key(&[("DrawLimit", "0"), ("KingResets", "false")]));
}

/// Positions for analysis may have more cubes of a kind than the set: as many as the features
/// of the net have room for, on the board and in reserve, and they are played on from as any.
#[test]
fn more_cubes_than_the_set_has_follow_the_slow_rules() {
    let start = start::<Classic>().fen();
    let full = start.replacen("/7/8/9/", "/mmmmmmm-3/M-M-M-M-M-M-M-1/RRRRRRRRRRSSSSSSSS/", 1);
    let surplus = [
        start.replacen("/9/", "/8R-/", 1),
        start.replacen("/9/", "/W-W-W-3m-m-m-/", 1),
        start.replacen("M4W2", "M9W9", 1),
        // Sixty cubes and twenty-two mountains.
        full.replacen("M4W2m4w2", "M4W8m4w4", 1),
    ];
    let (rules, mut rng) = (rules::<Classic>(), generator(7));
    for fen in surplus {
        let mut position = position::<Classic>(&fen);
        assert_eq!(position.fen(), fen);
        for _ in 0..12 {
            check(&position, &rules, &mut Census::new());
            let list = turns(&position);
            if list.is_empty() {
                break;
            }
            let mut active = 0;
            <Position<Classic> as Game>::Features::active_features(&position, |_| active += 1);
            assert!(active <= sisku::games::MAX_ACTIVE, "{active} features: {}", position.fen());
            position.play(list[rng.random_range(0..list.len())]);
        }
    }
}
