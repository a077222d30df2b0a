//! The player: what it may use, and that it plays legal turns.

use crate::secrecy::disguise;
use crate::{all_readings, generator, random_beginning, random_game, rules, turns, update};
use rand::RngExt;
use sisku::games::bloch::{Hidden, Position, Turn};
use sisku::games::{Game, History, Information, Notation, Observer, Player};
use sisku::search::{
    Belief, Control, EvalSource, InformationMode, Limits, PvLine, Search, SearchReport, SearchRequest,
    SearchResult, Settings,
};
use std::time::{Duration, Instant};

fn settings(information: InformationMode) -> Settings {
    Settings { hash_mb: 4, multi_pv: 3, information, ..Settings::default() }
}

/// A search by a fresh engine, with the lines of all its reports.
fn think(
    game: &History<Position>,
    (settings, seed): (Settings, u64),
    nodes: u64,
) -> (SearchResult<Turn>, Vec<Vec<PvLine<Turn>>>) {
    let mut lines = Vec::new();
    let mut keep = |report: &SearchReport<Turn>| lines.push(report.lines.clone());
    let result = search(&mut Search::new(settings), game, (nodes, seed), &mut keep);
    (result, lines)
}

fn search(
    search: &mut Search<Position>,
    game: &History<Position>,
    (nodes, seed): (u64, u64),
    on_report: &mut dyn FnMut(&SearchReport<Turn>),
) -> SearchResult<Turn> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let control = Control::new(&limits);
    let request = SearchRequest { seed, ..SearchRequest::new(game.clone(), limits) };
    search.search(&request, &control, on_report)
}

/// A random game cut off while something is still secret.
fn beginning(rng: &mut rand::rngs::Xoshiro256PlusPlus) -> History<Position> {
    let game = random_game(&rules(), rng);
    let length = rng.random_range(2..40).min(game.moves().len() - 1);
    first_turns(&game, length)
}

/// A game cut off after so many turns.
fn first_turns(game: &History<Position>, length: usize) -> History<Position> {
    let mut short = History::new(*game.start());
    game.moves().iter().take(length).for_each(|&turn| short.push(turn));
    short
}

#[test]
fn equal_information_gives_equal_answers() {
    let mut rng = generator(31);
    let mut twins = 0;
    for seed in 0..150 {
        // Some by the net, which takes longer.
        let evaluation = if seed % 4 == 0 { EvalSource::Embedded } else { EvalSource::Handcrafted };
        let settings = (Settings { evaluation, ..settings(InformationMode::Player) }, seed);
        let game = beginning(&mut rng);
        let mover = game.current().mover();
        let (answer, told) = think(&game, settings.clone(), 150);
        // The same from what the player was told.
        let own = game.observed(Observer::Player(mover));
        let (same, same_told) = think(&own, settings.clone(), 150);
        assert_eq!(
            (same.best, same.report.nodes),
            (answer.best, answer.report.nodes),
            "{}",
            game.ugi_moves()
        );
        assert_eq!(same_told, told, "{}", game.ugi_moves());
        // And with other secrets of the opponent.
        let Some(twin) = (0..40).find_map(|_| disguise(&game, !mover, &mut rng)) else { continue };
        twins += usize::from(twin.ugi_moves() != game.ugi_moves());
        let (other, other_told) = think(&twin, settings.clone(), 150);
        assert_eq!(
            (other.best, other.report.nodes),
            (answer.best, answer.report.nodes),
            "{}",
            game.ugi_moves()
        );
        assert_eq!(other_told, told, "{}", game.ugi_moves());
    }
    assert!(twins > 60, "{twins}");
}

/// The same along thousands of games, by players who keep what they think from turn to turn:
/// one hears of the game, the other of one that differs in the opponent's secrets only.
#[test]
fn secrets_do_not_show_in_answers() {
    let mut rng = generator(34);
    let (mut games, mut twins) = (0, 0);
    // Most by hand, for the sake of time, and some by the net.
    let mut players = [EvalSource::Handcrafted, EvalSource::Embedded].map(|evaluation| {
        let settings = Settings { evaluation, ..settings(InformationMode::Player) };
        [Search::new(settings.clone()), Search::new(settings)]
    });
    let mut readings = all_readings().into_iter().cycle();
    while twins < 2000 {
        let Some(reading) = readings.next() else { break };
        let player = if games % 2 == 0 { Player::One } else { Player::Two };
        games += 1;
        // The later, the more was said aloud already: most games are compared early.
        let longest = if games % 8 == 0 { 24 } else { 6 };
        let rules = crate::readings(reading.0, reading.1, reading.2);
        let game = random_beginning(&rules, rng.random_range(1..longest), &mut rng);
        // A game compared with itself would show nothing.
        let differs = |twin: &History<Position>| *twin != game;
        let twin = (0..20).find_map(|_| disguise(&game, !player, &mut rng).filter(differs));
        let Some(twin) = twin else { continue };
        twins += 1;
        let searches = &mut players[usize::from(games % 8 == 0)];
        searches.iter_mut().for_each(Search::clear);
        for length in 0..=game.moves().len() {
            let [mine, other] = [&game, &twin].map(|game| first_turns(game, length));
            if mine.current().mover() != player || mine.current().outcome().is_some() {
                continue;
            }
            let [mine, other] = [(0, mine), (1, other)].map(|(i, game)| {
                let answer = search(&mut searches[i], &game, (12, games), &mut |_| {});
                (answer.best, answer.report.lines)
            });
            assert_eq!(mine, other, "{} and {}", game.ugi_moves(), twin.ugi_moves());
        }
    }
    assert!(games < 20_000, "{games} games for {twins} that differ in their secrets alone");
}

#[test]
fn open_information_is_used_if_it_may_be() {
    // The paper on c5 can be taken by the scissors only, and nobody is told.
    let fen = "6/6/6/2p3/1RS3/6/6/r4P RPS/rrs 1 - - 0 9";
    let game = History::new(Position::from_fen(fen, &rules()).expect(fen));
    let (answer, _) = think(&game, (settings(InformationMode::Open), 0), 3000);
    assert_eq!(game.current().ugi_move(answer.best.expect("a turn")), "c4xc5");
}

#[test]
fn the_truth_is_always_thought_possible() {
    let mut rng = generator(32);
    for _ in 0..60 {
        let game = random_game(&rules(), &mut rng);
        for player in [Player::One, Player::Two] {
            let told = game.observed(Observer::Player(player));
            let mut truth = *game.start();
            let mut belief = Belief::new(told.start(), !player);
            for (&turn, &said) in game.moves().iter().zip(told.moves()) {
                truth.play(turn);
                update(&mut belief, said);
                let worlds = belief.worlds();
                let sum: f32 = worlds.iter().map(|world| world.weight).sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
                assert!(worlds.len() <= 1530, "{}", worlds.len());
                assert!(worlds.iter().any(|w| w.position == truth && w.weight > 0.0), "{}", game.ugi_moves());
            }
            let worlds = belief.worlds();
            // Worlds look alike to the player.
            let seen = Hidden::view(&truth, Observer::Player(player));
            assert!(worlds.iter().all(|w| Hidden::view(&w.position, Observer::Player(player)) == seen));
        }
    }
}

/// The numbers of worlds that the rules text names.
#[test]
fn announcements_leave_as_many_worlds_as_they_should() {
    let worlds = |moves: &str| {
        let mut game = History::new(Position::start(&rules()));
        moves.split(' ').for_each(|mv| _ = game.play(mv).expect("legal"));
        let mut belief = Belief::new(game.start(), Player::Two);
        game.moves().iter().for_each(|&turn| update(&mut belief, turn));
        belief.worlds().len()
    };
    let after_one = "=RPSRPS =XXXXXX a2a4 a7a5 a4xa5:RR";
    assert_eq!(worlds("=RPSRPS =XXXXXX"), 510);
    assert_eq!(worlds(after_one), 170);
    assert_eq!(worlds(&format!("{after_one} b7b5 b2b4 b5xb4:RP")), 46);
    assert_eq!(worlds(&format!("{after_one} b7b5 b2b4 b5xb4:PP")), 62);
}

/// Whatever is known: full, one's own, the other's, the public's, with and without history.
#[test]
fn turns_are_legal_whatever_is_known() {
    let mut rng = generator(33);
    for seed in 0..40 {
        let game = beginning(&mut rng);
        for observer in [Observer::Player(Player::One), Observer::Player(Player::Two), Observer::Public] {
            let told = game.observed(observer);
            let read = Position::from_fen(&told.current().fen(), &rules()).expect("its own notation");
            for game in [told, History::new(read)] {
                let (answer, _) = think(&game, (settings(InformationMode::Player), seed), 40);
                let best = answer.best.expect("a turn");
                assert!(turns(game.current()).contains(&best), "{}", game.current().ugi_move(best));
            }
        }
    }
}

/// All time counts from when the request came: what the belief takes, and what was spent
/// before it, whichever search answers in the end.
#[test]
fn one_timer_serves_belief_and_both_searches() {
    let spent = Duration::from_secs(3600);
    let Some(received) = Instant::now().checked_sub(spent) else { return };
    let open = "6/6/6/2p3/1RS3/6/6/r4P RPS/rrs 1 - - 0 9";
    let hidden = "6/xx4/6/2x3/1RS3/6/6/5P RPS/xxx 1 - - 0 9";
    for fen in [open, hidden] {
        let game = History::new(Position::from_fen(fen, &rules()).expect(fen));
        let limits = Limits { move_time: Some(spent), ..Limits::default() };
        let control = Control::new(&limits);
        let request = SearchRequest { received, ..SearchRequest::new(game, limits) };
        let mut engine = Search::new(settings(InformationMode::Player));
        let result = engine.search(&request, &control, &mut |_| {});
        assert!(result.best.is_some(), "{fen}");
        assert!(result.report.nodes <= 32, "{fen}: {} playouts after the time was up", result.report.nodes);
        assert!(result.report.time >= spent, "{fen}");
    }
}

/// Draws are counted as such, not as halves of a win.
#[test]
fn draws_have_a_share_of_their_own() {
    // One turn is left until the draw, and nobody can win by it.
    let fen = "6/xx4/6/6/6/6/RPS3/6 RPS/xxx 1 - - 59 30";
    let game = History::new(Position::from_fen(fen, &rules()).expect(fen));
    let (answer, _) = think(&game, (settings(InformationMode::Player), 0), 200);
    let line = &answer.report.lines[0];
    assert_eq!((line.value.win, line.value.draw), (0.0, 1.0), "{line:?}");
    assert!(answer.report.root.value.draw > 0.9, "{:?}", answer.report.root);
}

/// A search that is stopped at once answers by the policy, and says so.
#[test]
fn a_stopped_search_answers_by_the_policy() {
    let mut rng = generator(35);
    for _ in 0..20 {
        let game = beginning(&mut rng);
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let control = Control::new(&limits);
        control.stop();
        let request = SearchRequest::new(game.clone(), limits);
        let mut lines = 0;
        let mut engine = Search::new(settings(InformationMode::Player));
        let result = engine.search(&request, &control, &mut |report| lines += report.lines.len());
        let best = result.best.expect("a turn");
        assert!(lines > 0 && turns(game.current()).contains(&best));
        let prior = |line: &PvLine<Turn>| line.prior;
        let highest = result.report.lines.iter().map(prior).fold(0.0, f32::max);
        assert_eq!(result.report.lines[0].prior, highest, "{:?}", result.report.lines);
    }
}

#[test]
fn set_ups_are_drawn() {
    let start = History::new(Position::start(&rules()));
    let draw = |seed| think(&start, (settings(InformationMode::Player), seed), 10).0.best;
    let drawn: std::collections::HashSet<Option<Turn>> = (0..50).map(draw).collect();
    // As wide as a uniform draw among 94 of them, 50 draws give some 30 different ones.
    assert!(drawn.len() > 22, "{}", drawn.len());
    assert_eq!(draw(7), draw(7));
}

#[test]
fn a_win_is_seen() {
    // A second piece steps home, whatever the unknown pieces are.
    let fen = "1R4/P2xx1/6/6/6/6/6/6 RPS/xxx 1 - - 0 30";
    let game = History::new(Position::from_fen(fen, &rules()).expect(fen));
    let (answer, _) = think(&game, (settings(InformationMode::Player), 1), 400);
    assert_eq!(game.current().ugi_move(answer.best.expect("a turn")), "a7a8");
    assert!(answer.report.lines[0].value.win > 0.95, "{:?}", answer.report.lines[0]);
}

/// All threads search while something is hidden, and their playouts count for one answer.
#[test]
fn threads_search_hidden_positions_together() {
    let mut rng = generator(36);
    for threads in [1, 2, 5] {
        let game = beginning(&mut rng);
        let settings = Settings { threads, ..settings(InformationMode::Player) };
        let (answer, _) = think(&game, (settings, 3), 4000);
        assert!(turns(game.current()).contains(&answer.best.expect("a turn")));
        let nodes = answer.report.nodes;
        // Each thread may be in its last playout when the limit is reached.
        assert!((4000..4000 + threads as u64).contains(&nodes), "{threads} threads: {nodes} nodes");
        // Some five of nine playouts are with the player's real pieces; the others have none to show.
        let visits: u32 = answer.root_visits.iter().map(|&(_, visits)| visits).sum();
        assert!((1800..2800).contains(&visits), "{threads} threads: {visits} visits");
        assert_eq!(answer.report.root.visits, u64::from(visits));
    }
}
