//! What is known of a game besides its moves, and how it stands in comments.

use crate::games::{Outcome, Player};

/// Who played, when, and how it ended, as far as is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The names of player one and two.
    pub players: [Option<String>; 2],
    /// How the game ended, if the file says so: by the rules, or because somebody gave up.
    pub result: Option<Outcome>,
    /// Why it ended.
    pub reason: Option<String>,
    /// When it was played.
    pub date: Option<String>,
}

/// A result as score sheets have it.
pub(super) fn score_sheet(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::One) => "1-0",
        Outcome::Win(Player::Two) => "0-1",
        Outcome::Draw => "1/2-1/2",
    }
}

/// Reads a result: as score sheets have it, or by the names of `query result`.
fn read_result(text: &str) -> Option<Outcome> {
    match text {
        "1-0" | "p1win" => Some(Outcome::Win(Player::One)),
        "0-1" | "p2win" => Some(Outcome::Win(Player::Two)),
        "1/2-1/2" | "½-½" | "draw" => Some(Outcome::Draw),
        _ => None,
    }
}

/// What a line of a header says of the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Variant(String),
    Rule(String, String),
    Start(String),
}

impl Header {
    /// The lines that stand before a native record, each a comment.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        let [one, two] = &self.players;
        for (name, value) in [("player 1", one), ("player 2", two), ("date", &self.date)] {
            lines.extend(value.as_ref().map(|value| (name, value.replace(['\n', '\r'], " "))));
        }
        lines.extend(self.result.map(|result| ("result", score_sheet(result).to_string())));
        lines.extend(self.reason.as_ref().map(|reason| ("reason", reason.replace(['\n', '\r'], " "))));
        lines
    }

    /// Reads a comment without its `#`. What it says of the game itself is given back; a comment
    /// that is no line of a header says nothing.
    pub(super) fn read_comment(&mut self, comment: &str) -> Vec<Setting> {
        let comment = comment.trim();
        if let Some(fen) = comment.strip_prefix("from ") {
            return vec![Setting::Start(fen.trim().to_string())];
        }
        let Some((name, value)) = comment.split_once(':') else { return Vec::new() };
        let value = value.trim().to_string();
        match name.trim().to_ascii_lowercase().as_str() {
            "variant" => return vec![Setting::Variant(value)],
            "start" => return vec![Setting::Start(value)],
            "rules" => {
                let rules = value.split_whitespace().filter_map(|rule| rule.split_once('='));
                return rules.map(|(name, value)| Setting::Rule(name.into(), value.into())).collect();
            }
            "player 1" => self.players[0] = Some(value),
            "player 2" => self.players[1] = Some(value),
            "date" => self.date = Some(value),
            "result" => self.result = read_result(&value),
            "reason" => self.reason = Some(value),
            // `# Game 1, pair 1: one - two, 1-0, reason`, as `sisku match` writes games for people.
            name if name.starts_with("game ") => self.read_match(&value),
            _ => {}
        }
        Vec::new()
    }

    fn read_match(&mut self, value: &str) {
        let mut parts = value.splitn(3, ", ");
        let (players, result) = (parts.next(), parts.next().and_then(read_result));
        if let (Some((one, two)), Some(_)) = (players.and_then(|p| p.split_once(" - ")), result) {
            self.players = [one, two].map(|name| Some(name.to_string()));
            (self.result, self.reason) = (result, parts.next().map(str::to_string));
        }
    }

    /// Reads a line that certu prints at the end of a game; others say nothing.
    pub(super) fn read_certu(&mut self, line: &str) {
        let words = |text: &str| text.split(';').next().unwrap_or_default().trim().to_string();
        if let Some(rest) = line.trim().strip_prefix("Player ")
            && let Some((winner, loser)) = rest.split_once(" wins against ")
        {
            let white_wins = winner.starts_with("white-");
            let (winner, loser) = (words(winner), words(loser));
            let [white, black] = if white_wins { [winner, loser] } else { [loser, winner] };
            self.read_certu_players(&white, &black);
            self.result = Some(Outcome::Win(if white_wins { Player::One } else { Player::Two }));
        } else if let Some((_, players)) = line.split_once("the game is a draw between ")
            && let Some((white, black)) = players.split_once(" and ")
        {
            self.read_certu_players(white, &words(black));
            self.result = Some(Outcome::Draw);
        }
    }

    fn read_certu_players(&mut self, white: &str, black: &str) {
        let name = |text: &str, colour: &str| Some(text.strip_prefix(colour).unwrap_or(text).to_string());
        self.players = [name(white, "white-"), name(black, "black-")];
    }
}
