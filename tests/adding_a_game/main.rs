//! The game of `docs/adding-a-game.md`: it is what the chapter says, and it is played.

#[allow(unreachable_pub, reason = "the chapter shows it as a module of the library")]
mod hexapawn;

use hexapawn::{Hexapawn, Step};
use sisku::games::perft::perft;
use sisku::games::{Game, History, Notation, Outcome, Player, Rules};
use sisku::search::{Control, Limits, Proof, Search, SearchRequest, SearchResult, Settings};

fn start() -> Hexapawn {
    Hexapawn::start(&Rules::of(Hexapawn::rule_options()))
}

fn search(engine: &mut Search<Hexapawn>, history: &History<Hexapawn>, nodes: u64) -> SearchResult<Step> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let request = SearchRequest::new(history.clone(), limits);
    engine.search(&request, &Control::new(&request.limits), &mut |_| {})
}

fn engine() -> Search<Hexapawn> {
    Search::new(Settings { hash_mb: 1, ..Settings::default() })
}

/// Every piece of code in the chapter stands in the file that is compiled here.
#[test]
fn the_chapter_shows_this_code() {
    let chapter = include_str!("../../docs/adding-a-game.md");
    let code = include_str!("hexapawn.rs");
    let blocks: Vec<&str> =
        chapter.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 4, "{}", blocks.len());
    for block in blocks {
        assert!(code.contains(block.trim_end()), "not in hexapawn.rs:\n{block}");
    }
}

/// Games of given length, counted on paper for the first two plies.
#[test]
fn the_rules_count_right() {
    assert_eq!([1, 2].map(|depth| perft(&start(), depth)), [3, 10]);
    assert_eq!(start().fen(), "ppp/.../PPP w");
    for fen in ["ppp/.../PPP w", "p.p/.P./P.. b"] {
        let position = Hexapawn::from_fen(fen, &Rules::of(&[])).expect(fen);
        assert_eq!(position.fen(), fen);
    }
    for (fen, token) in [("ppp/.../PPP", "ppp/.../PPP"), ("ppp/.../PPP x", "x"), ("ppx/.../PPP w", "x")] {
        let error = Hexapawn::from_fen(fen, &Rules::of(&[])).expect_err(fen);
        assert_eq!(error.token, token);
    }
}

/// Gardner's result: the second player wins.
#[test]
fn the_search_solves_it() {
    let result = search(&mut engine(), &History::new(start()), 10_000);
    let Proof::Win(winner, plies) = result.report.root.proof else { panic!("{:?}", result.report.root) };
    assert_eq!(winner, Player::Two);
    assert_eq!(plies % 2, 0, "the second player makes the last move");
}

#[test]
fn the_engine_plays_it_to_the_end() {
    let mut history = History::new(start());
    let mut engine = engine();
    while history.current().outcome().is_none() {
        let best = search(&mut engine, &history, 200).best.expect("the game goes on");
        let text = history.current().ugi_move(best);
        history.play(&text).expect("legal");
    }
    assert_eq!(history.current().outcome(), Some(Outcome::Win(Player::Two)));
}
