//! Analyses positions from a file, one FEN a line: the best move, its score and the line of
//! play for each. Blank lines and lines that begin with `#` are passed over.
//!
//! ```sh
//! sisku setup half-random --count 5 > positions.txt
//! cargo run --release --example analyse_file -- positions.txt [PLAYOUTS] [VARIANT]
//! ```

use sisku::games::{History, Notation, NotationError, Rules, Variant, Visitor};
use sisku::search::{Control, Limits, Proof, Search, SearchRequest, Settings};

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("expected a file of positions, one FEN a line")?;
    let playouts = match args.next() {
        Some(text) => text.parse().map_err(|_| format!("'{text}': expected a number of playouts"))?,
        None => 10_000,
    };
    let variant = match args.next() {
        Some(name) => Variant::find(&name).ok_or_else(|| format!("'{name}': expected a variant"))?,
        None => Variant::ALL[0],
    };
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    for (number, fen) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let found = variant.visit(Analyse { fen, playouts });
        println!("{fen}\n  {}", found.map_err(|error| format!("{path}, line {number}: {error}"))?);
    }
    Ok(())
}

struct Analyse<'a> {
    fen: &'a str,
    playouts: u64,
}

impl Visitor for Analyse<'_> {
    /// What was found, in a line.
    type Output = Result<String, NotationError>;

    fn visit<G: Notation>(self) -> Self::Output {
        let position = G::from_fen(self.fen, &Rules::of(G::rule_options()))?;
        if position.outcome().is_some() {
            return Ok("the game is over".to_string());
        }
        let limits = Limits { nodes: Some(self.playouts), ..Limits::default() };
        let mut search = Search::<G>::new(Settings::default());
        let request = SearchRequest::new(History::new(position.clone()), limits);
        let result = search.search(&request, &Control::new(&request.limits), &mut |_| {});
        let Some(line) = result.report.lines.first() else { return Ok("nothing found".to_string()) };
        let value = match line.proof {
            Proof::Win(winner, plies) if winner == position.mover() => format!("wins in {plies} plies"),
            Proof::Win(_, plies) => format!("loses in {plies} plies"),
            Proof::Draw => "a draw".to_string(),
            Proof::Unknown => {
                format!("{:.0} % to win, {:.0} % to draw", 100.0 * line.value.win, 100.0 * line.value.draw)
            }
        };
        let mut position = position;
        let mut moves = Vec::new();
        for &mv in &line.pv {
            moves.push(position.ugi_move(mv));
            position.play(mv);
        }
        Ok(format!("{value}: {}", moves.join(" ")))
    }
}
