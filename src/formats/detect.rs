//! Which format a text has.

use super::header::Header;

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Numbered turns in native notation, after comments that say what game it is.
    Native,
    /// As pijersi-certu and jersi-certu show and read games: numbered turns, two a line.
    Certu,
    /// `position … moves …`, or just moves, one game a line.
    Ugi,
    /// One position a line.
    Fen,
    /// One object a line, as `sisku match` writes them or `sisku convert` does.
    Json,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 5] = [Format::Native, Format::Certu, Format::Ugi, Format::Fen, Format::Json];

    /// The name users type.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Native => "native",
            Format::Certu => "certu",
            Format::Ugi => "ugi",
            Format::Fen => "fen",
            Format::Json => "json",
        }
    }

    /// Finds a format by name, ignoring case.
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format of a text, by its first line that is not a comment or prose. Native records and
    /// certu's files are read the same way.
    pub fn detect(text: &str) -> Option<Format> {
        let found = text.lines().filter(|line| !is_comment(line)).find_map(of_line);
        // A native record without a turn yet has comments only.
        found.or_else(|| text.lines().any(names_a_game).then_some(Format::Native))
    }
}

/// Whether a line is a comment: in Jersi with ransom, turns may begin with the sign, too.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start()
        .strip_prefix('#')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '#', '\t']))
}

/// Whether a line is a comment that says which game it is.
fn names_a_game(line: &str) -> bool {
    let comment = line.trim_start().trim_start_matches('#');
    is_comment(line) && !Header::default().read_comment(comment).is_empty()
}

fn of_line(line: &str) -> Option<Format> {
    let first = line.split_whitespace().next()?;
    let is_ugi =
        ["position", "setoption", "startpos", "fen", "ugi", "uginewgame", "isready"].contains(&first);
    if first.starts_with('{') {
        Some(Format::Json)
    } else if is_ugi {
        Some(Format::Ugi)
    } else if is_number(first) || is_set_up(first) {
        Some(Format::Native)
    } else if is_fen(first) {
        Some(Format::Fen)
    } else if is_move(first) {
        Some(Format::Ugi)
    } else {
        None
    }
}

pub(super) fn is_number(token: &str) -> bool {
    token.chars().all(|c| c.is_ascii_digit())
}

/// A set-up token such as `g16:sprspr`.
pub(super) fn is_set_up(token: &str) -> bool {
    let Some((place, pieces)) = token.split_once(':') else { return false };
    let mut letters = place.chars();
    letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && matches!(place.len(), 2 | 3)
        && letters.all(|c| c.is_ascii_digit())
        && !pieces.is_empty()
        && pieces.chars().all(|c| c.is_ascii_alphabetic())
}

/// Whether a token looks like the board of a FEN: no move has so many rows.
pub(super) fn is_fen(token: &str) -> bool {
    token.matches('/').count() >= 4
}

/// Whether a token looks like a move: cells, letters of pieces and signs, and nothing else.
pub(super) fn is_move(token: &str) -> bool {
    let fits = |c: char| {
        matches!(c, 'a'..='i' | '0'..='9' | '-' | '=' | '!' | ':' | '/' | '#' | 'x')
            || "RPSFWKMXmwk".contains(c)
    };
    let cell = |pair: &[u8]| matches!(pair, [b'a'..=b'i', b'1'..=b'9']);
    token.len() >= 3
        && token.chars().all(fits)
        && (token.starts_with('=') || token.as_bytes().windows(2).any(cell))
}
