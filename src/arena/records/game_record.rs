//! Games for people to read: who played, how it ended, and the moves as people write them.

use super::{GameRecord, score_sheet};
use crate::arena::referee::RuleSource;
use crate::games::{History, Notation, Rules, Visitor};
use std::fmt::Write;

/// Writes a game, with a blank line after it.
pub(crate) fn write(game: &GameRecord, rule_source: &RuleSource) -> String {
    let [one, two] = &game.players;
    let (number, result, reason) = (game.game + 1, score_sheet(game.result), &game.reason);
    let mut text = format!("# Game {number}, pair {}: {one} - {two}, {result}, {reason}", game.pair + 1);
    if let Some(detail) = &game.detail {
        let _ = write!(text, " ({})", detail.replace('\n', " "));
    }
    text.push('\n');
    if let Some(fen) = &game.opening.fen {
        let _ = writeln!(text, "# from {fen}");
    }
    let opening = game.opening.moves.len();
    if opening > 0 {
        let moves = if opening == 1 { "move is".to_string() } else { format!("{opening} moves are") };
        let _ = writeln!(text, "# the first {moves} the opening");
    }
    if let Some(late) = &game.late {
        let _ = writeln!(text, "# too late, and not among the moves: {} after {:.3} ms", late.text, late.ms);
    }
    let moves: Vec<&str> = game.opening.moves.iter().map(String::as_str).collect();
    let moves = [moves, game.moves.iter().map(|mv| mv.text.as_str()).collect()].concat();
    let fen = game.opening.fen.as_deref();
    let native = match rule_source {
        RuleSource::Rules(variant, rules) => variant.visit(Native { fen, moves: &moves, rules }),
        RuleSource::Engine(_) => None,
    };
    let native = native.unwrap_or_else(|| moves.iter().map(|mv| mv.to_string()).collect());
    // Lines of ten moves: long enough to be compact, short enough to be found again.
    for (line, moves) in native.chunks(10).enumerate() {
        let numbered = (10 * line + 1..).zip(moves).map(|(number, mv)| format!("{number} {mv}"));
        let _ = writeln!(text, "{}", numbered.collect::<Vec<_>>().join(" "));
    }
    text.push('\n');
    text
}

struct Native<'a> {
    fen: Option<&'a str>,
    moves: &'a [&'a str],
    rules: &'a Rules,
}

impl Visitor for Native<'_> {
    type Output = Option<Vec<String>>;

    fn visit<G: Notation>(self) -> Self::Output {
        let start = match self.fen {
            Some(fen) => G::from_fen(fen, self.rules).ok()?,
            None => G::start(self.rules),
        };
        let mut record = History::new(start);
        let mut texts = Vec::new();
        for text in self.moves {
            let before = record.current().clone();
            texts.push(before.native_move(record.play(text).ok()?));
        }
        Some(texts)
    }
}
