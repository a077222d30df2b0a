//! Plays a game through the library: the engine against itself at a few playouts a move,
//! with the board after every move.
//!
//! ```sh
//! cargo run --release --example play_game -- [VARIANT] [PLAYOUTS]
//! ```

use sisku::games::{Game, Record, Rules, Variant, Visitor};
use sisku::search::{Control, Limits, Settings, Thinker};
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

    fn visit<G: Game>(self) {
        let mut record = Record::new(G::start(&Rules::of(G::rule_options())));
        let mut search = Thinker::<G>::new(Settings::default());
        let limits = Limits { nodes: Some(self.playouts), ..Limits::default() };
        println!("{}\n", record.current().diagram());
        while record.current().outcome().is_none() {
            let control = Control::new(&limits);
            // The last argument hears of the search while it goes on.
            let answer = search.search(&record, &limits, &[], &control, &mut |_| {});
            let Some(best) = answer.best else { break };
            let text = record.current().ugi_move(best);
            let (number, player) = (record.moves().len() + 1, record.current().mover().index() + 1);
            record.push(best);
            println!("{number}. player {player}: {text}\n{}\n", record.current().diagram());
        }
        println!("Result: {}", GameResult::from(record.current().outcome()));
    }
}
