//! The search on Jersi: whole games, ransoms included, and forced wins.

use crate::{after, position, rules, turns};
use sisku::games::jersi::{Classic, Mode, NoDrop, Phase, Position, Ransom, Turn};
use sisku::games::{Game, History, Notation, Outcome, Player, Rules};
use sisku::search::{Control, Limits, PvLine, Search, SearchRequest, SearchResult, Settings};
use sisku::ugi::score;
use sisku::ugi::wire::Score;

/// An engine and the seed of its requests.
struct Engine<M: Mode> {
    search: Search<Position<M>>,
    seed: u64,
}

fn engine<M: Mode>(seed: u64) -> Engine<M> {
    Engine { search: Search::new(Settings { hash_mb: 16, ..Settings::default() }), seed }
}

fn search<M: Mode>(engine: &mut Engine<M>, game: &History<Position<M>>, nodes: u64) -> SearchResult<Turn> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let control = Control::new(&limits);
    let request = SearchRequest { seed: engine.seed, ..SearchRequest::new(game.clone(), limits) };
    engine.search.search(&request, &control, &mut |_| {})
}

/// The score of a line as UGI shows it.
fn score_of<M: Mode>(game: &History<Position<M>>, line: &PvLine<Turn>) -> Score {
    score::score(line, game.current().mover())
}

/// What happened in a game.
#[derive(Default)]
struct Story {
    decided: u32,
    ransoms: u32,
    kings_back: u32,
}

/// Plays a game to its end, keeping the tree between moves.
fn play<M: Mode>(seed: u64, rules: &Rules, story: &mut Story) {
    let mut game = History::new(Position::<M>::start(rules));
    let mut engine = engine::<M>(seed);
    while game.current().outcome().is_none() {
        let before = *game.current();
        let answer = search(&mut engine, &game, 40);
        let best = answer.best.expect("the game goes on");
        assert!(turns(&before).contains(&best), "{}", before.fen());
        let text = before.ugi_move(best);
        game.play(&text).expect("the searcher plays legal moves");
        story.ransoms += u32::from(matches!(before.phase(), Phase::GiveUp(_)));
        story.kings_back += u32::from(text.contains("/K:"));
        if matches!(before.phase(), Phase::GiveUp(_)) && game.current().outcome().is_none() {
            assert_eq!(game.current().mover(), !before.mover());
            assert_eq!(game.current().phase(), Phase::PlaceKing);
        }
        if before.phase() == Phase::PlaceKing {
            assert_eq!(game.current().mover(), !before.mover());
        }
    }
    story.decided += u32::from(game.current().outcome() != Some(Outcome::Draw));
}

#[test]
fn all_variants_are_played_to_the_end() {
    fn run<M: Mode>() -> Story {
        let mut rules = rules::<M>();
        assert_eq!(rules.set("MaxTurns", "120"), Ok(true));
        let mut story = Story::default();
        (1..4).for_each(|seed| play::<M>(seed, &rules, &mut story));
        assert!(story.decided > 0, "some games are won");
        story
    }
    let (classic, no_drop, ransom) = (run::<Classic>(), run::<NoDrop>(), run::<Ransom>());
    assert!(classic.kings_back + no_drop.kings_back > 0, "kings are captured and put back");
    assert_eq!((classic.ransoms, no_drop.ransoms), (0, 0));
    assert!(ransom.ransoms > 0 && ransom.kings_back > 0, "ransoms are asked for and paid");
}

const FORCED: &str = include_str!("../data/jersi/forced.tsv");

/// The line is legal to its end and wins for the player who begins it; returns how many
/// decisions of that player it takes.
fn own_decisions<M: Mode>(game: &History<Position<M>>, line: &[Turn]) -> i64 {
    let mut position = *game.current();
    let winner = position.mover();
    let mut own = 0;
    for &turn in line {
        assert!(turns(&position).contains(&turn));
        own += i64::from(position.mover() == winner);
        position = after(&position, turn);
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(winner)), "{}", position.fen());
    own
}

#[test]
fn forced_wins_are_proven() {
    fn solve<M: Mode>(fen: &str) -> bool {
        let game = History::new(position::<M>(fen));
        let answer = search(&mut engine(0), &game, 10_000);
        let line = answer.report.lines.first().expect("a line");
        let Score::Mate(plies @ 1..) = score_of(&game, line) else { return false };
        assert_eq!(line.pv.len() as i64, plies, "{fen}");
        assert!(own_decisions(&game, &line.pv) >= 2, "no win in one: {fen}");
        true
    }
    let (mut solved, mut all) = (0, 0);
    for row in FORCED.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [variant, "3", fen] = fields[..] else { panic!("{row}") };
        all += 1;
        solved += u32::from(match variant {
            "jersi" => solve::<Classic>(fen),
            "jersi-nodrop" => solve::<NoDrop>(fen),
            "jersi-ransom" => solve::<Ransom>(fen),
            other => panic!("no such variant: {other}"),
        });
    }
    assert!(all >= 30);
    assert!(solved * 100 >= all * 95, "{solved} of {all}");
}

#[test]
fn a_win_at_once_is_played_at_once() {
    let game = History::new(position::<Classic>("k-6/3K-4/7/8/9/8/7/8/7 w M4W2m4w2 0 9"));
    let answer = search(&mut engine(0), &game, 1000);
    assert_eq!(score_of(&game, &answer.report.lines[0]), Score::Mate(1));
    assert_eq!(
        after(game.current(), answer.best.expect("a move")).outcome(),
        Some(Outcome::Win(Player::One))
    );
}

/// The same player decides twice around the other's ransom: the tree must see each
/// decision through the right eyes.
#[test]
fn a_ransom_is_chosen_against_its_payer() {
    // After the capture black's first row is full but for what the ransom frees.
    // Asking for the wise, which stands elsewhere, leaves no place for the king.
    let fen = "rrppssmmmrmsff/3k-4/3R-3/8/9/8/7/7w-/3K-3 w - 7 12";
    let game = History::new(position::<Ransom>(fen));
    let answer = search(&mut engine(0), &game, 3000);
    let best = game.current().ugi_move(answer.best.expect("a move"));
    assert_eq!(best, "g4-h4#W", "{:?}", answer.report.lines[0]);
    assert_eq!(score_of(&game, &answer.report.lines[0]), Score::Mate(2), "the turn and what is given up");
    assert_eq!(own_decisions(&game, &answer.report.lines[0].pv), 1);
    // Whoever is asked for the wise loses by giving it up.
    let lost = after(game.current(), game.current().parse_move("g4-h4#W").expect("legal"));
    let lost = History::new(lost);
    let reply = search(&mut engine(0), &lost, 300);
    assert_eq!(score_of(&lost, &reply.report.lines[0]), Score::Mate(-1));
    // The payer, asked for a rock, keeps the game going by giving up the one at home.
    let asked = after(game.current(), game.current().parse_move("g4-h4#R").expect("legal"));
    let asked = History::new(asked);
    let reply = search(&mut engine(0), &asked, 300);
    assert_eq!(reply.best.map(|mv| asked.current().ugi_move(mv)).as_deref(), Some("#i1"));
}

/// Every decision is a ply, those within a ransom too.
#[test]
fn mates_count_the_decisions_of_both() {
    // White's king is a step from its goal on i5, and black's captured king has to return.
    // Nobody of black can stop the arrival.
    let fen = "1s-5/3RK4/7/8/9/8/7/8/7 w - 0 12 /K";
    let game = History::new(position::<Ransom>(fen));
    let answer = search(&mut engine(0), &game, 3000);
    assert_eq!(score_of(&game, &answer.report.lines[0]), Score::Mate(3), "return, reply, arrival");
    assert_eq!(own_decisions(&game, &answer.report.lines[0].pv), 2);
    // One decision earlier black gives up a cube, and loses one ply later.
    let fen = "1s-1s-3/3RK4/7/8/9/8/7/8/7 b - 0 12 #S";
    let game = History::new(position::<Ransom>(fen));
    let answer = search(&mut engine(0), &game, 3000);
    assert_eq!(score_of(&game, &answer.report.lines[0]), Score::Mate(-4));
}

#[test]
fn one_thread_a_seed_and_a_node_count_give_the_same_answer() {
    fn run<M: Mode>() {
        let start = History::new(crate::start::<M>());
        let once = || {
            let answer = search(&mut engine::<M>(3), &start, 400);
            (answer.best, answer.report.lines, answer.report.nodes)
        };
        assert_eq!(once(), once());
    }
    run::<Classic>();
    run::<NoDrop>();
    run::<Ransom>();
}
