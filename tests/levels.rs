//! Levels of play: limited on purpose, repeatable by a seed, legal in every game.

use sisku::games::{Evaluate, Game, History, LEVELS, Notation, Outcome, Player, Rules, Variant, Visitor};
use sisku::games::{jersi, pijersi};
use sisku::search::{Control, Level, Limits, Search, SearchRequest, SearchResult, Settings, Strength};
use std::time::Duration;

type Pijersi = pijersi::Position<pijersi::Board45>;
type Jersi = jersi::Position<jersi::Classic>;

/// From this level on, nobody overlooks a loss to the reply.
const SEES_REPLIES: u64 = 6;
/// From this level on, nobody overlooks a win in one.
const SEES_WINS: u64 = 4;

fn level(number: u64) -> Strength {
    Strength::Level(Level::new(number).expect("a level"))
}

fn search<G: Game>(strength: Strength) -> Search<G> {
    Search::new(Settings { hash_mb: 16, strength, ..Settings::default() })
}

fn start<G: Game>() -> History<G> {
    History::new(G::start(&Rules::of(G::rule_options())))
}

fn choose<G: Game>(engine: &mut Search<G>, game: &History<G>, seed: u64) -> SearchResult<G::Move> {
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let request = SearchRequest { seed, ..SearchRequest::new(game.clone(), limits) };
    engine.search(&request, &Control::new(&request.limits), &mut |_| {})
}

/// Plays a game of two levels; at most so many moves.
fn play<G: Game>(levels: [Strength; 2], seed: u64, most: usize) -> History<G> {
    let mut engines = levels.map(search::<G>);
    let mut game = start::<G>();
    while game.current().outcome().is_none() && game.moves().len() < most {
        let mover = game.current().mover().index();
        let mv = choose(&mut engines[mover], &game, seed + mover as u64).best.expect("a move");
        let mut legal = Vec::new();
        game.current().legal_moves(&mut legal);
        assert!(legal.contains(&mv), "{mv:?}");
        game.push(mv);
    }
    game
}

#[test]
fn every_level_plays_every_game() {
    struct Games;
    impl Visitor for Games {
        type Output = ();
        fn visit<G: Notation>(self) {
            for number in [1, 2, 4, 5, 7, 9] {
                play::<G>([level(number), level(10 - number)], number, 40);
            }
            for elo in [-5000, -50, 333, 1000, 5000] {
                play::<G>([Strength::Elo(elo), level(1)], 3, 6);
            }
        }
    }
    for &variant in Variant::ALL {
        variant.visit(Games);
    }
}

#[test]
fn scales_rise() {
    struct Scale;
    impl Visitor for Scale {
        type Output = ();
        fn visit<G: Notation>(self) {
            let scale = G::Evaluation::LEVELS.rungs;
            assert!(scale.windows(2).all(|pair| pair[0].elo < pair[1].elo && pair[0].skill < pair[1].skill));
            assert!(scale[0].elo < 0, "the lowest level loses to the reference player");
        }
    }
    for &variant in Variant::ALL {
        variant.visit(Scale);
    }
}

#[test]
fn a_seed_repeats_a_game_and_another_does_not() {
    let game = |seed| play::<Pijersi>([level(2), level(3)], seed, 60).ugi_moves();
    assert_eq!(game(11), game(11));
    assert_ne!(game(11), game(12));
}

#[test]
fn neither_threads_nor_time_nor_earlier_searches_make_a_level_stronger() {
    let game = start::<Jersi>();
    let mut engine = search::<Jersi>(level(5));
    let mut results = Vec::new();
    let minute = Some(Duration::from_secs(60));
    for (threads, limits) in [
        (1, Limits { move_time: minute, ..Limits::default() }),
        (4, Limits { move_time: minute, ..Limits::default() }),
        // A level knows enough before anybody says stop.
        (1, Limits { infinite: true, ..Limits::default() }),
        (1, Limits { move_time: minute, ponder: true, ..Limits::default() }),
        (1, Limits { nodes: Some(1_000_000), ..Limits::default() }),
    ] {
        engine.set(Settings { threads, ..engine.settings().clone() });
        let request = SearchRequest { seed: 7, ..SearchRequest::new(game.clone(), limits) };
        let result = engine.search(&request, &Control::new(&request.limits), &mut |_| {});
        results.push((result.best, result.report.nodes, result.root_visits, result.mixture));
    }
    assert!(results[1..].iter().all(|result| *result == results[0]));
    assert!(results[0].1 < 1000, "{} playouts", results[0].1);
}

#[test]
fn the_highest_level_is_full_strength() {
    let mut results = [Strength::Full, level(10), Strength::Elo(i32::MAX)].map(|strength| {
        let mut result = choose(&mut search::<Pijersi>(strength), &start(), 5);
        result.report.time = Duration::ZERO;
        result
    });
    assert_eq!(results[0], results[1]);
    assert_eq!(results[0], results[2]);
    results[0].report.lines.clear();
    assert_ne!(results[0], results[1], "reports are compared");
}

#[test]
fn a_higher_level_beats_a_lower_one() {
    let mut points = 0.0;
    for seed in 0..10 {
        for side in Player::BOTH {
            let mut levels = [level(2); 2];
            levels[side.index()] = level(6);
            points += match play::<Pijersi>(levels, 100 + seed, 200).current().outcome() {
                Some(Outcome::Win(winner)) if winner == side => 1.0,
                Some(Outcome::Win(_)) => 0.0,
                _ => 0.5,
            };
        }
    }
    assert!(points >= 17.0, "{points} of 20");
}

/// Positions of games that are won, by players who let things come to threats.
fn positions<G: Game>() -> Vec<G> {
    let mut positions = Vec::new();
    for seed in 0..12 {
        let game = play::<G>([level(7), level(3)], 1000 * seed, 200);
        let mut position = game.start().clone();
        for &mv in game.moves() {
            positions.push(position.clone());
            position.play(mv);
        }
    }
    positions
}

fn after<G: Game>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

fn what_is_seen<G: Game>() -> [usize; 2] {
    let mut found = [0, 0];
    let mut engines: Vec<Search<G>> = (1..=LEVELS as u64).map(|number| search(level(number))).collect();
    for (seed, position) in (1..).zip(positions::<G>()) {
        let mover = position.mover();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let loses = |mv: G::Move| {
            let next = after(&position, mv);
            next.outcome().is_none() && next.winning_move().is_some()
        };
        let has_win = position.can_win_now();
        let threatened = !has_win && moves.iter().any(|&mv| loses(mv)) && !moves.iter().all(|&mv| loses(mv));
        if !has_win && !threatened {
            continue;
        }
        for number in SEES_WINS..LEVELS as u64 {
            let game = History::new(position.clone());
            let mv = choose(&mut engines[number as usize - 1], &game, seed).best.expect("a move");
            if has_win {
                found[0] += 1;
                assert_eq!(after(&position, mv).outcome(), Some(Outcome::Win(mover)), "level {number}");
            } else if number >= SEES_REPLIES {
                found[1] += 1;
                assert!(!loses(mv), "level {number} allows a win");
            }
        }
    }
    found
}

#[test]
fn immediate_threats_are_overlooked_by_low_levels_only() {
    for [wins, threats] in [what_is_seen::<Pijersi>(), what_is_seen::<Jersi>()] {
        assert!(wins > 5 && threats > 3, "{wins} and {threats}");
    }
}
