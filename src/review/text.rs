//! Reviews as text.

use super::{Review, TurnReview, Verdict};
use crate::games::{Outcome, Player};
use std::fmt::Write;

impl Review {
    /// The title of the game: variant, players and result.
    pub fn title(&self) -> String {
        let player = |player: Player| match &self.players[player.index()] {
            Some(name) => name.clone(),
            None => format!("player {}", player.index() + 1),
        };
        format!(
            "{}: {} – {}, {}",
            self.variant.title(),
            player(Player::One),
            player(Player::Two),
            self.result_words()
        )
    }

    /// The result in words.
    fn result_words(&self) -> String {
        let reason = self.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
        match self.result {
            None => "not finished".to_string(),
            Some(Outcome::Draw) => format!("a draw{reason}"),
            Some(Outcome::Win(player)) => format!("won by player {}{reason}", player.index() + 1),
        }
    }

    /// The accuracy of both players, in words.
    pub fn accuracy_words(&self) -> String {
        let words = Player::BOTH.map(|player| {
            let accuracy = self.accuracy[player.index()];
            let accuracy = accuracy.map_or_else(|| "–".to_string(), |accuracy| format!("{accuracy:.1} %"));
            let count = |verdict| {
                self.turns.iter().filter(|turn| turn.player == player && turn.verdict == verdict).count()
            };
            let counts = [
                (Verdict::Inaccuracy, "inaccuracies"),
                (Verdict::Mistake, "mistakes"),
                (Verdict::Blunder, "blunders"),
            ];
            let counts = counts.map(|(verdict, plural)| match count(verdict) {
                1 => format!("1 {}", verdict.name()),
                number => format!("{number} {plural}"),
            });
            format!("Player {}: accuracy {accuracy}; {}", player.index() + 1, counts.join(", "))
        });
        words.join("\n")
    }

    /// The whole review as text: one line a turn, then accuracy and turning points.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n\n", self.title());
        let widest = self.turns.iter().map(|turn| turn.made.native.chars().count()).max().unwrap_or(0);
        for turn in &self.turns {
            let line = format!(
                "{:>3} {:<widest$} {:<2} {:>5.1} %  {}",
                turn.turn,
                turn.made.native,
                turn.verdict.mark(),
                100.0 * turn.expected,
                turn.remark()
            );
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let _ = write!(text, "\n{}\n", self.accuracy_words());
        if !self.turning_points.is_empty() {
            let points: Vec<String> = self.turning_points.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "Turning points: turn {}", points.join(", "));
        }
        text
    }
}

impl TurnReview {
    /// What is to be said of a turn: verdict, loss, what was missed and what was better.
    pub fn remark(&self) -> String {
        if self.verdict <= Verdict::Good && self.missed.is_none() {
            return String::new();
        }
        let mut words = match self.verdict {
            Verdict::Best | Verdict::Good => String::new(),
            verdict => format!("{}, −{:.2}: ", verdict.name(), self.loss),
        };
        if let Some(missed) = &self.missed {
            let _ = write!(words, "{missed}; ");
        }
        if let Some(better) = &self.better {
            let _ = write!(words, "better {}", better.mv.native);
        }
        words.trim_end_matches([';', ':', ' ']).to_string()
    }
}
