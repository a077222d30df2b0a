//! Analyses positions from a file, one FEN a line: value and principal variation of each.
//! Blank lines and lines that begin with `#` are passed over.
//!
//! ```sh
//! sisku setup half-random --count 5 > positions.txt
//! cargo run --release --example analyse_file -- positions.txt [PLAYOUTS]
//! ```

use sisku::games::pijersi::{Board45, Position};
use sisku::games::{Game, History, Notation, Rules};
use sisku::search::{Control, Limits, Proof, Search, SearchRequest, Settings};

type Pijersi = Position<Board45>;

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("expected a file of positions, one FEN a line")?;
    let playouts = match args.next() {
        Some(text) => text.parse().map_err(|_| format!("'{text}': expected a number of playouts"))?,
        None => 10_000,
    };
    let rules = Rules::of(Pijersi::rule_options());
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    for (number, fen) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let position = Pijersi::from_fen(fen, &rules);
        let position = position.map_err(|error| format!("{path}, line {number}: {error}"))?;
        println!("{fen}\n  {}", analyse(position, playouts));
    }
    Ok(())
}

/// What a search finds, in a line.
fn analyse(position: Pijersi, playouts: u64) -> String {
    if position.outcome().is_some() {
        return "the game is over".to_string();
    }
    let limits = Limits { nodes: Some(playouts), ..Limits::default() };
    let request = SearchRequest::new(History::new(position), limits);
    let mut search = Search::new(Settings::default());
    let result = search.search(&request, &Control::new(&request.limits), &mut |_| {});
    let Some(line) = result.report.lines.first() else { return "nothing found".to_string() };
    let value = match line.proof {
        Proof::Win(winner, plies) if winner == position.mover() => format!("wins in {plies} plies"),
        Proof::Win(_, plies) => format!("loses in {plies} plies"),
        Proof::Draw => "a draw".to_string(),
        Proof::Unknown => {
            let percent = |share: f32| (100.0 * share).round();
            format!("{} % to win, {} % to draw", percent(line.value.win), percent(line.value.draw))
        }
    };
    let mut history = History::new(position);
    line.pv.iter().for_each(|&mv| history.push(mv));
    format!("{value}: {}", history.ugi_moves())
}
