//! Numbered turns: native records and certu's files, with comments, prose around them and the
//! scores of a review among them.

use super::detect::{is_comment, is_move, is_number, is_set_up};
use super::error::FormatError;
use super::header::Header;
use super::raw::RawGame;

/// Splits a text into its games: each begins with a set-up or the number 1.
pub(super) fn read(text: &str) -> Vec<Result<RawGame, FormatError>> {
    let mut reader = Reader::default();
    for (number, line) in (1..).zip(text.lines()) {
        if let Err(error) = reader.line(number, line) {
            reader.games.push(Err(error));
            return reader.games;
        }
    }
    let unfinished = reader.number.take();
    reader.end_game();
    if let Some((line, number)) = unfinished {
        let error = FormatError::expected(line, &number.to_string(), "a move after the number");
        reader.games.push(Err(error));
    }
    reader.games
}

#[derive(Default)]
struct Reader {
    games: Vec<Result<RawGame, FormatError>>,
    game: RawGame,
    /// Set-up tokens of the game.
    set_up: Vec<String>,
    /// A number that waits for its move, with its line.
    number: Option<(usize, usize)>,
}

impl Reader {
    /// Ends the game that is being read, if there is one.
    fn end_game(&mut self) {
        let mut game = std::mem::take(&mut self.game);
        let set_up = std::mem::take(&mut self.set_up);
        if !set_up.is_empty() {
            game.start = Some(set_up.join(" "));
        }
        if game.start.is_some() || !game.moves.is_empty() {
            self.games.push(Ok(game));
        }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        if is_comment(line) {
            let comment = line.trim_start().trim_start_matches('#');
            // What says which game it is begins the next one.
            let opens = !Header::default().read_comment(comment).is_empty();
            if (opens || comment.trim_start().starts_with("Game ")) && !self.game.moves.is_empty() {
                self.end_game();
            }
            let settings = self.game.header.read_comment(comment);
            settings.into_iter().for_each(|setting| self.game.set(setting));
            return Ok(());
        }
        let mut tokens = line.split_whitespace().peekable();
        let Some(&first) = tokens.peek() else { return Ok(()) };
        let belongs = is_number(first) || is_set_up(first) || self.number.is_some() || is_score(first);
        if !belongs {
            return self.prose(number, line);
        }
        tokens.try_for_each(|token| self.token(number, token))
    }

    /// A line of words is no part of the game, unless it begins with a move whose number is missing or
    /// damaged.
    fn prose(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let joined = |token: &&str| is_move(token) && token.contains(['-', '=']);
        if let Some(mv) = line.split_whitespace().take(2).find(joined) {
            let expected = format!("the number {} before it", self.game.moves.len() + 1);
            return Err(FormatError::expected(number, mv, &expected));
        }
        self.game.header.read_certu(line);
        Ok(())
    }

    fn token(&mut self, line: usize, token: &str) -> Result<(), FormatError> {
        if self.number.take().is_some() {
            self.game.moves.push((line, token.to_string()));
        } else if is_number(token) {
            let next = self.game.moves.len() + 1;
            match token.parse() {
                Ok(1) if next > 1 => {
                    self.end_game();
                    self.number = Some((line, 1));
                }
                Ok(found) if found == next => self.number = Some((line, next)),
                _ => return Err(FormatError::expected(line, token, &format!("the number {next}"))),
            }
            if next == 1 && self.game.line == 0 {
                self.game.line = line;
            }
        } else if is_set_up(token) {
            if !self.game.moves.is_empty() {
                self.end_game();
            }
            if self.set_up.is_empty() {
                self.game.line = line;
            }
            self.set_up.push(token.to_string());
        } else if !is_score(token) {
            let next = self.game.moves.len() + 1;
            return Err(FormatError::expected(line, token, &format!("the number {next}")));
        }
        Ok(())
    }
}

/// The score of a move in a review of certu: `+12`, `-3*`.
fn is_score(token: &str) -> bool {
    let number = token.strip_prefix(['+', '-']).map(|rest| rest.strip_suffix('*').unwrap_or(rest));
    number.is_some_and(|number| !number.is_empty() && is_number(number))
}
