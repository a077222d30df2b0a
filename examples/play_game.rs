//! Plays a game through the library: the engine against itself at a few playouts a move,
//! with the board after every move.
//!
//! ```sh
//! cargo run --release --example play_game -- [VARIANT] [PLAYOUTS]
//! ```

use sisku::games::{History, Notation, Rules, Variant, Visitor};
use sisku::search::{Control, Limits, Search, SearchRequest, Settings};
use sisku::ugi::wire::GameResult;

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let variant = match args.next() {
        Some(name) => Variant::find(&name).ok_or_else(|| format!("'{name}': expected a variant"))?,
        None => Variant::ALL[0],
    };
    let playouts = match args.next() {
        Some(text) => text.parse().map_err(|_| format!("'{text}': expected a number of playouts"))?,
        None => 500,
    };
    variant.visit(Play { playouts });
    Ok(())
}

/// Work that is the same for every game: it learns which one when it is visited.
struct Play {
    playouts: u64,
}

impl Visitor for Play {
    type Output = ();

    fn visit<G: Notation>(self) {
        let mut history = History::new(G::start(&Rules::of(G::rule_options())));
        let mut search = Search::<G>::new(Settings::default());
        let limits = Limits { nodes: Some(self.playouts), ..Limits::default() };
        println!("{}\n", history.current().diagram());
        while history.current().outcome().is_none() {
            let request = SearchRequest::new(history.clone(), limits.clone());
            // The last argument is called with reports while the search goes on.
            let result = search.search(&request, &Control::new(&limits), &mut |_| {});
            let Some(best) = result.best else { break };
            let text = history.current().ugi_move(best);
            let (number, player) = (history.moves().len() + 1, history.current().mover().index() + 1);
            history.push(best);
            println!("{number}. player {player}: {text}\n{}\n", history.current().diagram());
        }
        println!("Result: {}", GameResult::from(history.current().outcome()));
    }
}
