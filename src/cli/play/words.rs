//! What a person is told, in words.

use crate::formats::MoveText;
use crate::games::{Outcome, Player};
use crate::play::Thought;
use crate::search::Proof;

/// The width of lists: terminals are rarely narrower.
const LINE_WIDTH: usize = 78;

pub(super) const HELP: &str = "A turn in UGI or native notation (Tab completes), or:
  hint         a good turn          eval        what may be expected
  moves CELL   legal turns          undo        take your last turn back
  board, flip  draw the board       fen         the position as a line
  draw         offer a draw         resign      give up
  new          begin anew           save FILE   go on later with --resume FILE
  quit         leave (saves nothing)";

pub(super) fn is_yes(answer: &str) -> bool {
    ["yes", "y"].iter().any(|yes| answer.trim().eq_ignore_ascii_case(yes))
}

/// Words in lines, not broken within a word.
pub(super) fn wrapped(words: &[&str]) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in words {
        if used > 0 && used + 2 + word.len() > LINE_WIDTH {
            text.push('\n');
            used = 0;
        }
        let gap = if used > 0 { "  " } else { "" };
        text.push_str(gap);
        text.push_str(word);
        used += gap.len() + word.len();
    }
    text
}

/// Some of the moves that look different, as examples of how moves are written.
pub(super) fn examples(moves: &[MoveText]) -> String {
    let form = |mv: &MoveText| {
        let sign = |c: char| if c.is_ascii_alphanumeric() { ' ' } else { c };
        mv.native.chars().map(sign).collect::<String>()
    };
    let mut forms: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for mv in moves {
        if found.len() < 4 && !forms.contains(&form(mv)) {
            forms.push(form(mv));
            found.push(mv.native.clone());
        }
    }
    found.join(", ")
}

/// What the player to move may expect, in words.
pub(super) fn expectation(thought: &Thought) -> String {
    match thought.proof {
        Proof::Unknown => format!("{:.0} % of the points expected", 100.0 * thought.expected),
        Proof::Draw => "a draw with best play".to_string(),
        Proof::Win(_, plies) if thought.expected > 0.5 => format!("won in {plies} plies"),
        Proof::Win(_, plies) => format!("lost in {plies} plies"),
    }
}

pub(super) fn result_words(outcome: Outcome, reason: &str) -> String {
    match outcome {
        Outcome::Draw => format!("A draw ({reason})."),
        Outcome::Win(winner) => format!("{} wins ({reason}).", player(winner)),
    }
}

pub(super) fn player(player: Player) -> String {
    format!("Player {}", player.index() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_broken_between_words() {
        let words = ["a1-b1=c1"; 20];
        let text = wrapped(&words);
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= LINE_WIDTH), "{text}");
        assert_eq!(text.split_whitespace().count(), 20);
        assert_eq!(wrapped(&[]), "");
    }

    #[test]
    fn examples_look_different() {
        let moves = ["a1-b1", "a1-b2", "a1-b1=c1", "b4=c4"]
            .map(|native| MoveText { native: native.to_string(), ..MoveText::default() });
        assert_eq!(examples(&moves), "a1-b1, a1-b1=c1, b4=c4");
    }
}
