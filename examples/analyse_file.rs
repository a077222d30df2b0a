//! Analyses positions from a file, one FEN a line: the best move, its score and the line of
//! play for each. Blank lines and lines that begin with `#` are passed over.
//!
//! ```sh
//! sisku setup half-random --count 5 > positions.txt
//! cargo run --release --example analyse_file -- positions.txt [PLAYOUTS] [VARIANT]
//! ```

use sisku::games::{Game, NotationError, Record, Rules, Variant, Visitor};
use sisku::search::{Control, Limits, Score, Settings, Thinker};

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

    fn visit<G: Game>(self) -> Self::Output {
        let position = G::parse(self.fen, &Rules::of(G::rule_options()))?;
        if position.outcome().is_some() {
            return Ok("the game is over".to_string());
        }
        let record = Record::new(position);
        let limits = Limits { nodes: Some(self.playouts), ..Limits::default() };
        let mut search = Thinker::<G>::new(Settings::default());
        let answer = search.search(&record, &limits, &[], &Control::new(&limits), &mut |_| {});
        let Some(line) = answer.report.lines.first() else { return Ok("nothing found".to_string()) };
        let score = match line.score {
            Score::Centi(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Score::Mate(moves) if moves > 0 => format!("wins in {moves}"),
            Score::Mate(moves) => format!("loses in {}", moves.unsigned_abs()),
        };
        let mut position = record.current().clone();
        let mut moves = Vec::new();
        for &mv in &line.moves {
            moves.push(position.ugi_move(mv));
            position.play(mv);
        }
        Ok(format!("{score}: {}", moves.join(" ")))
    }
}
