//! The search seen from outside: what it finds, promises and keeps.

use sisku::games::pijersi::{Board45, Board51, Position, Turn};
use sisku::games::{Game, Outcome, Player, History, Rules, SetUp};
use sisku::search::{Answer, Clock, Control, Limits, Report, Score, Searcher, Settings};
use std::time::Duration;

type Small = Position<Board45>;

fn rules() -> Rules {
    Rules::of(Small::rule_options())
}

fn game(fen: &str) -> History<Small> {
    History::new(Small::from_fen(fen, &rules()).expect("a good position"))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn searcher(settings: Settings) -> Searcher<Small> {
    Searcher::new(settings)
}

fn small_settings() -> Settings {
    Settings { hash_mb: 16, ..Settings::default() }
}

fn search(searcher: &mut Searcher<Small>, game: &History<Small>, limits: &Limits) -> Answer<Turn> {
    searcher.search(game, limits, &[], &Control::new(limits), &mut |_| {})
}

fn solve(fen: &str, limits: &Limits) -> Answer<Turn> {
    search(&mut searcher(small_settings()), &game(fen), limits)
}

fn score(answer: &Answer<Turn>) -> Score {
    answer.report.lines.first().expect("a line").score
}

/// The length of a line that is legal to its end and wins for its first mover.
fn winning_length(game: &History<Small>, line: &[Turn]) -> usize {
    let mut position = *game.current();
    for &turn in line {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        assert!(legal.contains(&turn));
        position.play(turn);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(game.current().mover())));
    line.len()
}

#[test]
fn forced_wins_are_proven_with_their_exact_length() {
    let table = include_str!("data/pijersi/forced.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut solved = 0;
    for row in rows {
        let (plies, fen) = row.split_once('\t').expect("plies and position");
        let plies: usize = plies.parse().expect("a number");
        let game = game(fen);
        let answer = search(&mut searcher(small_settings()), &game, &nodes(60_000));
        assert_eq!(score(&answer), Score::Mate(plies.div_ceil(2) as i32), "{fen}");
        assert_eq!(winning_length(&game, &answer.report.lines[0].moves), plies, "{fen}");
        solved += 1;
    }
    assert!(solved >= 20);
}

#[test]
fn a_win_at_once_is_played_at_once() {
    let answer = solve("r-5/7/6/7/3ws2/7/5W- b 0 1", &nodes(1000));
    assert_eq!(score(&answer), Score::Mate(1));
    assert!(answer.report.nodes < 1000, "stops when it knows");
}

#[test]
fn a_lost_position_is_defended_as_long_as_possible() {
    // White threatens to arrive in many ways; black can only delay.
    let game = game("6/1R-1P-1S-1/1r-4/7/6/7/6 b 0 9");
    let answer = search(&mut searcher(small_settings()), &game, &nodes(20_000));
    let Score::Mate(moves) = score(&answer) else { panic!("{:?}", score(&answer)) };
    assert!(moves < 0);
    assert!(answer.best.is_some());
}

#[test]
fn the_draw_is_part_of_the_search() {
    // One more quiet turn is a draw; the lone rock can neither arrive nor capture.
    let answer = solve("5r-/7/6/7/6/R-6/6 w 19 30", &nodes(2000));
    assert_eq!(score(&answer), Score::Centi(0));
    assert_eq!(answer.report.lines[0].wdl.draw, 1000);
    // Without the limit the same position is a race that the search can read.
    let mut open = rules();
    assert_eq!(open.set("DrawLimit", "0"), Ok(true));
    let position = Small::from_fen("5r-/7/6/7/6/R-6/6 w 19 30", &open).expect("a good position");
    let mut searcher = searcher(small_settings());
    let answer = search(&mut searcher, &History::new(position), &nodes(2000));
    assert_ne!(answer.report.lines[0].wdl.draw, 1000);
}

#[test]
fn one_thread_a_seed_and_a_node_count_give_the_same_answer() {
    let start = History::new(Small::start(&rules()));
    for seed in [0, 1, 99] {
        let settings = Settings { seed, ..small_settings() };
        let run = || {
            let answer = search(&mut searcher(settings.clone()), &start, &nodes(3000));
            (answer.best, answer.report.lines, answer.report.nodes)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn seeds_make_a_difference() {
    let start = History::new(Small::start(&rules()));
    let line = |seed| {
        let settings = Settings { seed, ..small_settings() };
        search(&mut searcher(settings), &start, &nodes(3000)).report.lines
    };
    assert!((1..6).any(|seed| line(seed) != line(0)));
}

#[test]
fn the_tree_is_kept_however_the_client_tells_of_the_game() {
    let mut searcher = searcher(small_settings());
    let mut game = History::new(Small::start(&rules()));
    let first = search(&mut searcher, &game, &nodes(20_000));
    let line = &first.report.lines[0].moves;
    for &turn in &line[..2] {
        let text = game.current().ugi_move(turn);
        game.play(&text).expect("legal");
    }
    // With the tree kept, the first report of a tiny search already has depth.
    let kept = search(&mut searcher, &game, &nodes(1));
    assert!(kept.report.lines[0].moves.len() > 2, "{:?}", kept.report);
    let by_position = History::new(*game.current());
    let kept_too = search(&mut searcher, &by_position, &nodes(1));
    assert_eq!(kept.report.lines[0].moves, kept_too.report.lines[0].moves);
    searcher.clear();
    let anew = search(&mut searcher, &game, &nodes(1));
    assert!(anew.report.lines[0].moves.len() <= 2);
}

#[test]
fn a_full_tree_goes_on() {
    let mut searcher = searcher(Settings { hash_mb: 1, ..Settings::default() });
    let start = History::new(Small::start(&rules()));
    let answer = search(&mut searcher, &start, &nodes(60_000));
    assert_eq!(answer.report.nodes, 60_000);
    assert!(answer.report.hash_full <= 1000 && answer.report.hash_full > 500, "{}", answer.report.hash_full);
    assert!(answer.best.is_some());
}

#[test]
fn threads_share_the_tree_and_stop_together() {
    let mut searcher = searcher(Settings { threads: 4, hash_mb: 1, ..Settings::default() });
    let start = History::new(Small::start(&rules()));
    let answer = search(&mut searcher, &start, &nodes(40_000));
    let most = 40_000 + 4;
    assert!((40_000..=most).contains(&answer.report.nodes), "{}", answer.report.nodes);
    let mut legal = Vec::new();
    start.current().legal_moves(&mut legal);
    assert!(answer.best.is_some_and(|best| legal.contains(&best)));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let start = History::new(Small::start(&rules()));
    let among: Vec<Turn> =
        ["a1b1", "a6b7"].iter().map(|text| start.current().parse_move(text).expect("legal")).collect();
    let limits = nodes(500);
    let mut searcher = searcher(Settings { multi_pv: 5, ..small_settings() });
    let answer = searcher.search(&start, &limits, &among, &Control::new(&limits), &mut |_| {});
    let firsts: Vec<Turn> = answer.report.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), 2);
    assert!(firsts.iter().all(|turn| among.contains(turn)));
    // A restricted search proves nothing of the position itself.
    let won = game("r-5/7/6/7/3ws2/7/5W- b 0 1");
    let poor = [won.current().parse_move("g1f1").expect("legal")];
    let answer = searcher.search(&won, &limits, &poor, &Control::new(&limits), &mut |_| {});
    assert_eq!(answer.best, Some(poor[0]));
    let answer = search(&mut searcher, &won, &limits);
    assert_eq!(score(&answer), Score::Mate(1));
}

#[test]
fn several_lines_are_reported_best_first() {
    let mut searcher = searcher(Settings { multi_pv: 4, ..small_settings() });
    let start = History::new(Small::start(&rules()));
    let mut reports: Vec<Report<Turn>> = Vec::new();
    let limits = nodes(5000);
    let answer = searcher
        .search(&start, &limits, &[], &Control::new(&limits), &mut |report| reports.push(report.clone()));
    assert_eq!(answer.report.lines.len(), 4);
    assert_eq!(reports.last(), Some(&answer.report));
    let mut firsts: Vec<Turn> = answer.report.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(answer.best, firsts.first().copied());
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    assert!(reports.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].depth <= pair[1].depth));
    for line in &answer.report.lines {
        assert_eq!(line.wdl.win + line.wdl.draw + line.wdl.loss, 1000);
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let answer = solve("P-4r-/7/6/7/6/7/5W- b 0 9", &nodes(100));
    assert_eq!((answer.best, answer.report.lines.len()), (None, 0));
}

#[test]
fn a_stopped_search_still_answers() {
    let limits = Limits { infinite: true, ..Limits::default() };
    let control = Control::new(&limits);
    control.stop();
    let start = History::new(Small::start(&rules()));
    let answer = searcher(small_settings()).search(&start, &limits, &[], &control, &mut |_| {});
    assert!(answer.best.is_some());
}

#[test]
fn a_lost_position_still_answers_when_every_move_loses_at_once() {
    // Every white turn leaves at least one of black's arrivals open.
    let answer = solve("6/7/6/7/6/1r-1p-1s-1/6 w 0 9", &nodes(100));
    if let Some(best) = answer.best {
        let mut legal = Vec::new();
        game("6/7/6/7/6/1r-1p-1s-1/6 w 0 9").current().legal_moves(&mut legal);
        assert!(legal.contains(&best));
    }
    let answer = solve("5W-/7/6/7/6/1r-1p-1s-1/6 w 0 9", &nodes(100));
    assert_eq!(score(&answer), Score::Mate(-1));
    assert!(answer.best.is_some());
}

#[test]
fn depth_is_a_level_of_effort() {
    assert_eq!(Limits::nodes_for_depth(1), 64);
    assert_eq!(Limits::nodes_for_depth(4), 32_768);
    for depth in 1..8 {
        assert_eq!(Limits::depth_of_nodes(Limits::nodes_for_depth(depth)), depth);
        assert_eq!(Limits::depth_of_nodes(Limits::nodes_for_depth(depth) - 1), depth - 1);
    }
    let limits = Limits { depth: Some(2), ..Limits::default() };
    let answer = search(&mut searcher(small_settings()), &History::new(Small::start(&rules())), &limits);
    assert_eq!((answer.report.nodes, answer.report.depth), (512, 2));
}

#[test]
fn a_clock_with_no_time_left_still_gets_a_move() {
    let clock = Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let answer = search(&mut searcher(small_settings()), &History::new(Small::start(&rules())), &limits);
    assert!(answer.best.is_some());
}

#[test]
fn a_search_for_a_win_that_is_not_there_ends() {
    let limits = Limits { mate: Some(1), nodes: Some(300), ..Limits::default() };
    let answer = search(&mut searcher(small_settings()), &History::new(Small::start(&rules())), &limits);
    assert_eq!(answer.report.nodes, 300);
    assert!(limits.bounded());
}

#[test]
fn both_boards_are_played_to_the_end() {
    fn play<G: Game>(seed: u64) -> Outcome {
        use rand::SeedableRng;
        let rules = Rules::of(G::rule_options());
        let mut rng = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = G::set_up(SetUp::HalfRandom, &rules, &mut rng).expect("a set-up");
        let mut game = History::new(start);
        let mut searcher = Searcher::<G>::new(Settings { hash_mb: 8, ..Settings::default() });
        let limits = Limits { nodes: Some(150), ..Limits::default() };
        loop {
            if let Some(outcome) = game.current().outcome() {
                return outcome;
            }
            let answer = searcher.search(&game, &limits, &[], &Control::new(&limits), &mut |_| {});
            let text = game.current().ugi_move(answer.best.expect("the game goes on"));
            game.play(&text).expect("the searcher plays legal moves");
        }
    }
    let outcomes: Vec<Outcome> =
        (0..6).map(play::<Position<Board45>>).chain((0..6).map(play::<Position<Board51>>)).collect();
    assert!(outcomes.contains(&Outcome::Win(Player::One)) || outcomes.contains(&Outcome::Win(Player::Two)));
}
