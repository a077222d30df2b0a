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
    let native = native(game, rule_source);
    // Lines of ten moves: long enough to be compact, short enough to be found again.
    for (line, moves) in native.chunks(10).enumerate() {
        let numbered = (10 * line + 1..).zip(moves).map(|(number, mv)| format!("{number} {mv}"));
        let _ = writeln!(text, "{}", numbered.collect::<Vec<_>>().join(" "));
    }
    text.push('\n');
    text
}

/// The moves of a game, those of its opening too, as people write them; as they were sent, if we
/// do not know the game.
pub(crate) fn native(game: &GameRecord, rule_source: &RuleSource) -> Vec<String> {
    let replayed = replay(game, rule_source).map(|(native, _)| native);
    replayed.unwrap_or_else(|| all_moves(game).into_iter().map(str::to_string).collect())
}

/// The position in which a game ended, drawn, if we know the game.
pub(crate) fn last_diagram(game: &GameRecord, rule_source: &RuleSource) -> Option<String> {
    replay(game, rule_source).map(|(_, diagram)| diagram)
}

fn all_moves(game: &GameRecord) -> Vec<&str> {
    let opening = game.opening.moves.iter().map(String::as_str);
    opening.chain(game.moves.iter().map(|mv| mv.text.as_str())).collect()
}

fn replay(game: &GameRecord, rule_source: &RuleSource) -> Option<(Vec<String>, String)> {
    let (fen, moves) = (game.opening.fen.as_deref(), all_moves(game));
    match rule_source {
        RuleSource::Rules(variant, rules) => variant.visit(Native { fen, moves: &moves, rules }),
        RuleSource::Engine(_) => None,
    }
}

struct Native<'a> {
    fen: Option<&'a str>,
    moves: &'a [&'a str],
    rules: &'a Rules,
}

impl Visitor for Native<'_> {
    type Output = Option<(Vec<String>, String)>;

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
        Some((texts, record.current().diagram()))
    }
}
