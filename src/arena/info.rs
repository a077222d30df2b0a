//! What engines say while they think.

use serde::{Deserialize, Serialize};

/// How good an engine thinks its position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Hundredths of whatever the engine counts in.
    Cp(i64),
    /// Moves to the win, negative to the loss.
    Mate(i64),
}

/// The last facts of each kind that an engine told about one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Info {
    pub score: Option<Score>,
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
}

impl Info {
    /// Takes over what an `info` line tells about the best line of play.
    pub fn update(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() != Some(&"info") || words.get(1) == Some(&"string") {
            return;
        }
        let after = |key: &str| words.iter().position(|&word| word == key).map(|at| &words[at + 1..]);
        let number = |key: &str| after(key)?.first()?.parse().ok();
        if number("multipv").is_some_and(|line| line != 1) {
            return;
        }
        let score = match after("score") {
            Some(["cp", score, ..]) => score.parse().ok().map(Score::Cp),
            Some(["mate", moves, ..]) => moves.parse().ok().map(Score::Mate),
            // Natural Selection gives the bare number.
            Some([score, ..]) => score.parse().ok().map(Score::Cp),
            _ => None,
        };
        self.score = score.or(self.score);
        self.depth = number("depth").or(self.depth);
        self.nodes = number("nodes").or(self.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Info {
        let mut info = Info::default();
        lines.iter().for_each(|line| info.update(line));
        info
    }

    #[test]
    fn the_last_word_on_the_best_line_counts() {
        let info = told(&[
            "info depth 1 score cp 12 nodes 100 pv a1b1",
            "info depth 2 multipv 1 score mate -3 nodes 250",
            "info depth 2 multipv 2 score cp 9 nodes 260",
            "info string depth 99",
            "bestmove a1b1",
        ]);
        assert_eq!(info, Info { score: Some(Score::Mate(-3)), depth: Some(2), nodes: Some(250) });
    }

    #[test]
    fn bare_scores_and_noise() {
        assert_eq!(told(&["info depth 4 time 20 score 57 pv x"]).score, Some(Score::Cp(57)));
        assert_eq!(told(&["info", "info score", "info score cp", "info depth x nodes -1"]), Info::default());
    }
}
