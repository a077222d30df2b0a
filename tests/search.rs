//! The search seen from outside: what it finds, promises and keeps.

use sisku::games::pijersi::{Board45, Board51, Position, Turn};
use sisku::games::{Game, History, Notation, Outcome, Player, Rules, bloch};
use sisku::search::{
    Control, InformationMode, Limits, PlayerClock, Proof, Search, SearchReport, SearchRequest, SearchResult,
    Settings,
};
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

fn small_settings() -> Settings {
    Settings { hash_mb: 16, ..Settings::default() }
}

fn request(game: &History<Small>, limits: &Limits) -> SearchRequest<Small> {
    SearchRequest::new(game.clone(), limits.clone())
}

fn run<G: Game>(search: &mut Search<G>, request: &SearchRequest<G>) -> SearchResult<G::Move> {
    search.search(request, &Control::new(&request.limits), &mut |_| {})
}

fn search(engine: &mut Search<Small>, game: &History<Small>, limits: &Limits) -> SearchResult<Turn> {
    run(engine, &request(game, limits))
}

/// A search by a fresh engine.
fn search_once(game: &History<Small>, limits: &Limits) -> SearchResult<Turn> {
    search(&mut Search::new(small_settings()), game, limits)
}

fn solve(fen: &str, limits: &Limits) -> SearchResult<Turn> {
    search_once(&game(fen), limits)
}

fn proof(result: &SearchResult<Turn>) -> Proof {
    result.report.lines.first().expect("a line").proof
}

fn legal_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
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
        let answer = search_once(&game, &nodes(60_000));
        let win = Proof::Win(game.current().mover(), plies as u16);
        assert_eq!((proof(&answer), answer.report.root.proof), (win, win), "{fen}");
        assert_eq!(winning_length(&game, &answer.report.lines[0].pv), plies, "{fen}");
        solved += 1;
    }
    assert!(solved >= 20);
}

#[test]
fn a_win_at_once_is_played_at_once() {
    let answer = solve("r-5/7/6/7/3ws2/7/5W- b 0 1", &nodes(1000));
    assert_eq!(proof(&answer), Proof::Win(Player::Two, 1));
    assert!(answer.report.nodes < 1000, "stops when it knows");
}

#[test]
fn a_lost_position_is_defended_as_long_as_possible() {
    let table = include_str!("data/pijersi/forced.tsv");
    let mut defended = 0;
    for row in table.lines().filter(|line| line.starts_with('5')) {
        let (_, fen) = row.split_once('\t').expect("plies and position");
        let mut game = game(fen);
        let winner = game.current().mover();
        let best = search_once(&game, &nodes(60_000)).best.expect("the winning move");
        game.push(best);
        // The other side has four plies left, and no fewer if it defends well.
        let answer = search_once(&game, &nodes(60_000));
        assert_eq!(proof(&answer), Proof::Win(winner, 4), "{fen}");
        assert_eq!(answer.report.root.proof, Proof::Win(winner, 4), "{fen}");
        let pv = &answer.report.lines[0].pv;
        assert_eq!(pv.len(), 4, "{fen}");
        pv.iter().for_each(|&turn| game.push(turn));
        assert_eq!(game.current().outcome(), Some(Outcome::Win(winner)), "{fen}");
        defended += 1;
    }
    assert!(defended >= 5, "{defended}");
}

/// A position that a former search has proven is searched all the same where that does not answer
/// what is asked now.
#[test]
fn a_proof_of_the_former_search_ends_no_playouts() {
    let fen = "s-p-1s-p-s-/p-2rrS-1r-/1s-1P-2/5ww1/1R-4/P-S-1WW1RP1/R-P-S-R-1S- b 14 9";
    let mut game = game(fen);
    let mut engine = Search::new(small_settings());
    let mut only = |game: &History<Small>, turns: &[&str], limit: u64| {
        let mut request = request(game, &nodes(limit));
        let parse = |text: &&str| game.current().parse_move(text).expect("a legal turn");
        request.search_moves = turns.iter().map(parse).collect();
        run(&mut engine, &request)
    };
    assert!(proof(&only(&game, &["f4f5f6"], 5000)).wins(Player::One));
    game.play("f4f5f6").expect("a legal turn");
    let answer = only(&game, &["b6a5a4", "b4c3d4"], 200);
    let playouts: u32 = answer.root_visits.iter().map(|&(_, visits)| visits).sum();
    assert_eq!(answer.report.root.proof, Proof::Unknown, "neither turn is decided so soon");
    assert!(playouts >= 200, "{playouts}");
}

/// In Bloch's game an attack may cost the last piece: sooner than the defence that a proof counts.
#[test]
fn a_loss_is_as_long_as_its_longest_defence() {
    let rules = Rules::of(bloch::Position::rule_options());
    let fen = "5r/5+S/6/+r2r+s1/1S4/6/6/6 PPP/pss 2 - - 20 34";
    let game = History::new(bloch::Position::from_fen(fen, &rules).expect("a good position"));
    let settings = Settings { information: InformationMode::Open, multi_pv: 500, ..small_settings() };
    let answer = run(&mut Search::new(settings), &SearchRequest::new(game, nodes(1000)));
    assert_eq!(answer.report.root.proof, Proof::Win(Player::Two, 3));
    // The lone scissors walk, and are taken in the third ply.
    assert_eq!(answer.report.lines[0].pv.len(), 3);
}

#[test]
fn the_draw_is_part_of_the_search() {
    // One more quiet turn is a draw; the lone rock can neither arrive nor capture.
    let answer = solve("5r-/7/6/7/6/R-6/6 w 19 30", &nodes(2000));
    assert_eq!((proof(&answer), answer.report.root.proof), (Proof::Draw, Proof::Draw));
    assert_eq!(answer.report.lines[0].value.draw, 1.0);
    // Without the limit the same position is a race that the search can read.
    let mut open = rules();
    assert_eq!(open.set("DrawLimit", "0"), Ok(true));
    let position = Small::from_fen("5r-/7/6/7/6/R-6/6 w 19 30", &open).expect("a good position");
    let answer = search_once(&History::new(position), &nodes(2000));
    assert_ne!(proof(&answer), Proof::Draw);
}

#[test]
fn one_thread_a_seed_and_a_node_count_give_the_same_answer() {
    let start = History::new(Small::start(&rules()));
    for seed in [0, 1, 99] {
        let once = || {
            let request = SearchRequest { seed, ..request(&start, &nodes(3000)) };
            let answer = run(&mut Search::new(small_settings()), &request);
            (answer.best, answer.report.lines, answer.report.nodes)
        };
        assert_eq!(once(), once());
    }
}

#[test]
fn seeds_make_a_difference() {
    let start = History::new(Small::start(&rules()));
    let line = |seed| {
        let request = SearchRequest { seed, ..request(&start, &nodes(3000)) };
        run(&mut Search::new(small_settings()), &request).report.lines
    };
    assert!((1..6).any(|seed| line(seed) != line(0)));
}

#[test]
fn the_tree_is_kept_however_the_client_tells_of_the_game() {
    let mut engine = Search::new(small_settings());
    let mut game = History::new(Small::start(&rules()));
    let first = search(&mut engine, &game, &nodes(20_000));
    let line = &first.report.lines[0].pv;
    for &turn in &line[..2] {
        let text = game.current().ugi_move(turn);
        game.play(&text).expect("legal");
    }
    // With the tree kept, the first report of a tiny search already has depth.
    let kept = search(&mut engine, &game, &nodes(1));
    assert!(kept.report.lines[0].pv.len() > 2, "{:?}", kept.report);
    let by_position = History::new(*game.current());
    let kept_too = search(&mut engine, &by_position, &nodes(1));
    assert_eq!(kept.report.lines[0].pv, kept_too.report.lines[0].pv);
    engine.clear();
    let anew = search(&mut engine, &game, &nodes(1));
    assert!(anew.report.lines[0].pv.len() <= 2);
}

#[test]
fn the_tree_of_former_positions_is_kept_if_asked_for() {
    let mut games = vec![History::new(Small::start(&rules()))];
    let visits = |engine: &mut Search<Small>, game: &History<Small>, nodes_| {
        search(engine, game, &nodes(nodes_)).report.root.visits
    };
    for keep_trunk in [false, true] {
        let mut engine = Search::new(Settings { keep_trunk, ..small_settings() });
        // Forward along the best moves, and back again: what was searched below counts above.
        games.truncate(1);
        for ply in 0..4 {
            let best = search(&mut engine, &games[ply], &nodes(1000)).best.expect("a move");
            let mut next = games[ply].clone();
            next.push(best);
            games.push(next);
        }
        let back = visits(&mut engine, &games[0], 1);
        assert_eq!(back > 3000, keep_trunk, "{back} visits");
        let forward = visits(&mut engine, &games[3], 1);
        assert_eq!(forward > 1000, keep_trunk, "{forward} visits");
    }
}

#[test]
fn a_trunk_leaves_room_in_a_small_tree() {
    let mut engine = Search::new(Settings { hash_mb: 1, keep_trunk: true, ..Settings::default() });
    let mut games = vec![History::new(Small::start(&rules()))];
    while games.len() < 40 {
        let mut next = games[games.len() - 1].clone();
        let Some(best) = search(&mut engine, &next, &nodes(300)).best else { break };
        next.push(best);
        games.push(next);
    }
    for game in games.iter().rev() {
        let answer = search(&mut engine, game, &nodes(300));
        assert!(answer.report.nodes == 300 || answer.report.root.proof != Proof::Unknown);
    }
}

#[test]
fn a_proof_found_below_is_known_above() {
    // Player one wins in five plies; after two of them it is proven again, and seen from above.
    let start = game("r-p-4/w-r-2p-1s-/1s-r-r-p-ss/2WP3RS/5RP/S-1P-1R-1W-/1S-1S-P-R- w 3 6");
    let mut engine = Search::new(Settings { keep_trunk: true, ..small_settings() });
    assert_eq!(proof(&search(&mut engine, &start, &nodes(1))), Proof::Unknown);
    let mut next = start.clone();
    next.push(start.current().parse_move("d3e3e4").expect("legal"));
    assert!(matches!(proof(&search(&mut engine, &next, &nodes(5000))), Proof::Win(Player::One, 4)));
    let above = search(&mut engine, &start, &nodes(1));
    assert_eq!(proof(&above), Proof::Win(Player::One, 5));
}

#[test]
fn a_full_tree_goes_on() {
    let mut engine = Search::new(Settings { hash_mb: 1, ..Settings::default() });
    let start = History::new(Small::start(&rules()));
    let answer = search(&mut engine, &start, &nodes(60_000));
    assert_eq!(answer.report.nodes, 60_000);
    assert!(answer.report.hashfull <= 1000 && answer.report.hashfull > 500, "{}", answer.report.hashfull);
    assert!(answer.best.is_some());
}

#[test]
fn threads_share_the_tree_and_stop_together() {
    let mut engine = Search::new(Settings { threads: 4, hash_mb: 1, ..Settings::default() });
    let start = History::new(Small::start(&rules()));
    let answer = search(&mut engine, &start, &nodes(40_000));
    let most = 40_000 + 4;
    assert!((40_000..=most).contains(&answer.report.nodes), "{}", answer.report.nodes);
    let legal = legal_moves(start.current());
    assert!(answer.best.is_some_and(|best| legal.contains(&best)));
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let start = History::new(Small::start(&rules()));
    let among: Vec<Turn> =
        ["a1b1", "a6b7"].iter().map(|text| start.current().parse_move(text).expect("legal")).collect();
    let limits = nodes(500);
    let mut engine = Search::new(Settings { multi_pv: 5, ..small_settings() });
    let only = SearchRequest { search_moves: among.clone(), ..request(&start, &limits) };
    let answer = run(&mut engine, &only);
    let firsts: Vec<Turn> = answer.report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(firsts.len(), 2);
    assert!(firsts.iter().all(|turn| among.contains(turn)));
    // A restricted search proves nothing of the position itself.
    let won = game("r-5/7/6/7/3ws2/7/5W- b 0 1");
    let poor = won.current().parse_move("g1f1").expect("legal");
    let answer = run(&mut engine, &SearchRequest { search_moves: vec![poor], ..request(&won, &limits) });
    assert_eq!(answer.best, Some(poor));
    let answer = search(&mut engine, &won, &limits);
    assert_eq!(proof(&answer), Proof::Win(Player::Two, 1));
}

#[test]
fn several_lines_are_reported_best_first() {
    let mut engine = Search::new(Settings { multi_pv: 4, ..small_settings() });
    let start = History::new(Small::start(&rules()));
    let mut reports: Vec<SearchReport<Turn>> = Vec::new();
    let limits = nodes(5000);
    let control = Control::new(&limits);
    let mut keep = |report: &SearchReport<Turn>| reports.push(report.clone());
    let answer = engine.search(&request(&start, &limits), &control, &mut keep);
    assert_eq!(answer.report.lines.len(), 4);
    assert_eq!(reports.last(), Some(&answer.report));
    let mut firsts: Vec<Turn> = answer.report.lines.iter().map(|line| line.pv[0]).collect();
    assert_eq!(answer.best, firsts.first().copied());
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    assert!(reports.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].depth <= pair[1].depth));
    let root = answer.report.root;
    assert_eq!(root.visits, 5000);
    for line in &answer.report.lines {
        assert!((line.value.win + line.value.draw + line.value.loss() - 1.0).abs() < 1e-5);
        assert!(line.visits > 0 && u64::from(line.visits) <= root.visits && line.prior > 0.0);
    }
    let visits: u64 = answer.root_visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
    assert_eq!(visits, root.visits);
    // The root is worth what its moves are on the average.
    assert!((root.value.score() - answer.report.lines[0].value.score()).abs() < 0.2, "{root:?}");
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
    let answer = Search::new(small_settings()).search(&request(&start, &limits), &control, &mut |_| {});
    assert!(answer.best.is_some());
    // Nothing was searched: what is told is the evaluator's word, and no certainty.
    let line = &answer.report.lines[0];
    assert_eq!((line.visits, line.proof), (0, Proof::Unknown));
    assert!((0.2..0.8).contains(&line.value.score()), "{line:?}");
}

#[test]
fn a_lost_position_still_answers_when_every_move_loses_at_once() {
    // Every white turn leaves at least one of black's arrivals open.
    let game = game("5W-/7/6/7/6/1r-1p-1s-1/6 w 0 9");
    let legal = legal_moves(game.current());
    assert!(!legal.is_empty());
    for &turn in &legal {
        let mut next = *game.current();
        next.play(turn);
        let arrives = |&reply: &Turn| {
            let mut end = next;
            end.play(reply);
            end.outcome() == Some(Outcome::Win(Player::Two))
        };
        assert!(legal_moves(&next).iter().any(arrives), "{}", game.current().ugi_move(turn));
    }
    let answer = search_once(&game, &nodes(100));
    assert_eq!(proof(&answer), Proof::Win(Player::Two, 2));
    assert!(answer.best.is_some_and(|best| legal.contains(&best)));
    // As many lines as were asked for, each to the end.
    let mut engine = Search::new(Settings { multi_pv: 3, ..small_settings() });
    let lines = search(&mut engine, &game, &nodes(100)).report.lines;
    assert_eq!(lines.len(), legal.len().min(3));
    for line in lines {
        assert_eq!((line.proof, line.pv.len()), (Proof::Win(Player::Two, 2), 2));
    }
}

/// Beside a win at once, other moves have not been searched: they get the evaluator's word.
#[test]
fn moves_that_were_never_searched_claim_nothing() {
    let game = game("5s-/R-6/6/7/6/7/6 w 0 5");
    let mut engine = Search::new(Settings { multi_pv: 3, ..small_settings() });
    let lines = search(&mut engine, &game, &nodes(1000)).report.lines;
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0].proof, Proof::Win(Player::One, 1));
    for line in &lines[1..] {
        assert_eq!((line.visits, line.proof), (0, Proof::Unknown), "{line:?}");
        assert!(line.value.win < 1.0, "{line:?}");
    }
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
    let answer = search_once(&History::new(Small::start(&rules())), &limits);
    assert_eq!((answer.report.nodes, answer.report.depth), (512, 2));
}

#[test]
fn a_clock_with_no_time_left_still_gets_a_move() {
    let clock = PlayerClock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let answer = search_once(&History::new(Small::start(&rules())), &limits);
    assert!(answer.best.is_some());
}

#[test]
fn a_search_for_a_win_that_is_not_there_ends() {
    let limits = Limits { mate: Some(1), nodes: Some(300), ..Limits::default() };
    let answer = search_once(&History::new(Small::start(&rules())), &limits);
    assert_eq!(answer.report.nodes, 300);
    assert!(limits.bounded());
}

#[test]
fn both_boards_are_played_to_the_end() {
    fn play<G: Game>(seed: u64) -> Outcome {
        use rand::SeedableRng;
        let rules = Rules::of(G::rule_options());
        let mut rng = rand::rngs::Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = History::new((G::SET_UPS[G::MATCH_SET_UP].draw)(&rules, &mut rng));
        let mut engine = Search::<G>::new(Settings { hash_mb: 8, ..Settings::default() });
        loop {
            if let Some(outcome) = game.current().outcome() {
                return outcome;
            }
            let best = run(&mut engine, &SearchRequest::new(game.clone(), nodes(150))).best;
            let best = best.expect("the game goes on");
            assert!(legal_moves(game.current()).contains(&best));
            game.push(best);
        }
    }
    let outcomes: Vec<Outcome> =
        (0..6).map(play::<Position<Board45>>).chain((0..6).map(play::<Position<Board51>>)).collect();
    assert!(outcomes.contains(&Outcome::Win(Player::One)) || outcomes.contains(&Outcome::Win(Player::Two)));
}
