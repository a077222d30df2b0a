//! Plays a game through the library: the engine against itself at a few playouts a move,
//! with the board after every move.
//!
//! ```sh
//! cargo run --release --example play_game -- [PLAYOUTS]
//! ```
//!
//! The game is a type: put another one of `sisku::games` in the place of [`Pijersi`].

use sisku::games::pijersi::{Board45, Position};
use sisku::games::{Game, History, Notation, Rules};
use sisku::search::{Control, Limits, Search, SearchRequest, Settings};
use sisku::ugi::wire::GameResult;

type Pijersi = Position<Board45>;

fn main() -> Result<(), String> {
    let playouts = match std::env::args().nth(1) {
        Some(text) => text.parse().map_err(|_| format!("'{text}': expected a number of playouts"))?,
        None => 500,
    };
    let limits = Limits { nodes: Some(playouts), ..Limits::default() };
    let mut history = History::new(Pijersi::start(&Rules::of(Pijersi::rule_options())));
    let mut search = Search::new(Settings::default());
    println!("{}\n", history.current().diagram());
    while history.current().outcome().is_none() {
        let request = SearchRequest::new(history.clone(), limits.clone());
        // The last argument is called with reports while the search goes on.
        let result = search.search(&request, &Control::new(&limits), &mut |_| {});
        let Some(best) = result.best else { break };
        let text = history.current().native_move(best);
        let (number, player) = (history.moves().len() + 1, history.current().mover().index() + 1);
        history.push(best);
        println!("{number}. player {player}: {text}\n{}\n", history.current().diagram());
    }
    println!("Result: {}", GameResult::from(history.current().outcome()));
    Ok(())
}
