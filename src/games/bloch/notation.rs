//! FEN, diagrams and counters.

use super::board::{self, FILES, Kind, RANKS, Square, squares, start_rank};
use super::position::{ARMY, Counts, Position, RESERVE};
use super::turn::Turn;
use crate::games::{MoveStep, Notation, NotationError, Player, Rules, Scene, board_text};

const FIELDS: &str = "board, reserves, side 1|2, unplayed files, barter rights, clock and turn";
const PLAYERS: [Player; 2] = [Player::One, Player::Two];

fn letter(player: Player, letter: char) -> char {
    if player == Player::Two { letter.to_ascii_lowercase() } else { letter }
}

/// Whose letter it is, and the letter in upper case.
fn owner(letter: char) -> (Player, char) {
    let player = if letter.is_ascii_lowercase() { Player::Two } else { Player::One };
    (player, letter.to_ascii_uppercase())
}

impl Notation for Position {
    fn from_fen(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        Self::read(text, rules)
    }

    fn fen(&self) -> String {
        self.write()
    }

    fn diagram(&self) -> String {
        self.draw()
    }

    fn counters(&self) -> Vec<(&'static str, String)> {
        let limit = self.rules.no_progress;
        let limit = if limit == 0 { String::new() } else { format!(" of {limit}") };
        vec![("No progress", format!("{}{limit}", self.clock)), ("Full turn", self.turn.to_string())]
    }

    fn parse_move(&self, text: &str) -> Result<Turn, NotationError> {
        self.read_turn(text)
    }

    fn ugi_move(&self, turn: Turn) -> String {
        self.write_turn(turn)
    }

    fn native_move(&self, turn: Turn) -> String {
        self.write_turn(turn)
    }

    fn explain(&self, text: &str) -> Option<String> {
        self.fault(text)
    }

    fn scene(&self) -> Scene {
        self.describe()
    }

    fn move_steps(&self, turn: Turn) -> Vec<MoveStep> {
        self.steps(turn)
    }
}

impl Position {
    pub(super) fn write(&self) -> String {
        let ranks: Vec<String> = (0..RANKS).rev().map(|rank| self.write_rank(rank)).collect();
        let side = self.mover.index() + 1;
        let [one, two] = PLAYERS.map(|player| self.write_reserve(player));
        let (clock, turn) = (self.clock, self.turn);
        let (double, barter) = (self.write_unplayed(), self.write_barter());
        format!("{} {one}/{two} {side} {double} {barter} {clock} {turn}", ranks.join("/"))
    }

    fn write_rank(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for square in (0..FILES).filter_map(|file| Square::at(file, rank)) {
            let Some((player, kind)) = self.piece(square) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text.push_str(&gap.to_string());
                gap = 0;
            }
            if self.public & square.set() != 0 {
                text.push('+');
            }
            text.push(letter(player, kind.letter()));
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        text
    }

    /// Kinds in order, the public piece marked, hidden ones last.
    fn write_reserve(&self, player: Player) -> String {
        let reserve = &self.reserves[player.index()];
        let mut text = String::new();
        for kind in Kind::TRUE.into_iter().chain([Kind::Unknown]) {
            for i in 0..reserve[kind.index()] {
                if i == 0 && kind.known() && kind == self.shown[player.index()] {
                    text.push('+');
                }
                text.push(letter(player, kind.letter()));
            }
        }
        text
    }

    fn write_unplayed(&self) -> String {
        let files = PLAYERS.into_iter().flat_map(|player| {
            let own = self.unplayed & self.owned[player.index()];
            squares(own).map(move |square| letter(player, (b'A' + square.file() as u8) as char))
        });
        dash_if_empty(files.collect())
    }

    fn write_barter(&self) -> String {
        let rights = PLAYERS.into_iter().filter(|player| self.barter[player.index()]);
        dash_if_empty(rights.map(|player| letter(player, 'B')).collect())
    }

    /// The diagram: ranks from the far one down after their numbers, over the files.
    pub(super) fn draw(&self) -> String {
        let mut lines: Vec<String> = (0..RANKS).rev().map(|rank| self.draw_rank(rank)).collect();
        let files: Vec<String> = (b'a'..).take(FILES).map(|file| format!(" {}", file as char)).collect();
        lines.push(format!("  {}", files.join(" ")));
        lines.join("\n")
    }

    fn draw_rank(&self, rank: usize) -> String {
        let cells = (0..FILES).filter_map(|file| Square::at(file, rank)).map(|square| {
            let public = if self.public & square.set() != 0 { '+' } else { ' ' };
            let piece = self.piece(square).map_or('.', |(player, kind)| letter(player, kind.letter()));
            format!("{public}{piece}")
        });
        format!("{} {}", rank + 1, cells.collect::<Vec<_>>().join(" "))
    }

    pub(super) fn read(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[board, reserves, side, double, barter, ref counters @ ..] = fields.as_slice() else {
            return Err(NotationError::new(text, FIELDS));
        };
        let mut position = Self::empty(rules);
        position.read_board(board)?;
        position.read_reserves(reserves)?;
        position.mover = match side {
            "1" => Player::One,
            "2" => Player::Two,
            _ => return Err(NotationError::new(side, "side 1 or 2")),
        };
        position.read_unplayed(double)?;
        position.barter = match barter {
            "Bb" => [true, true],
            "B" => [true, false],
            "b" => [false, true],
            "-" => [false, false],
            _ => return Err(NotationError::new(barter, "barter rights Bb, B, b or -")),
        };
        let mut counters = counters.iter();
        let mut counter = |what: &str| match counters.next() {
            None => Ok(0),
            Some(text) => board_text::read_counter(text, what),
        };
        position.clock = counter("turns without progress")?;
        position.turn = counter("full turn")?;
        if let Some(extra) = counters.next() {
            return Err(NotationError::new(*extra, "nothing after the full turn"));
        }
        position.complete(text)?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), NotationError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != RANKS {
            return Err(NotationError::new(text, format!("{RANKS} ranks separated by '/'")));
        }
        for (rank, row) in (0..RANKS).rev().zip(rows) {
            let wrong =
                || NotationError::new(row, format!("{FILES} squares: digits, R P S X r p s x, + before"));
            let mut file = 0;
            let mut public = false;
            for c in row.chars() {
                if let Some(gap) = c.to_digit(10) {
                    if gap == 0 || public {
                        return Err(wrong());
                    }
                    file += gap as usize;
                } else if c == '+' && !public {
                    public = true;
                } else {
                    let (player, c) = owner(c);
                    let kind = Kind::of(c).filter(|kind| kind.known() || !public).ok_or_else(wrong)?;
                    let square = Square::at(file, rank).ok_or_else(wrong)?;
                    if public {
                        self.public |= square.set();
                    }
                    self.put(player, kind, square);
                    public = false;
                    file += 1;
                }
            }
            if file != FILES || public {
                return Err(wrong());
            }
        }
        Ok(())
    }

    fn read_reserves(&mut self, text: &str) -> Result<(), NotationError> {
        let wrong = || {
            NotationError::new(
                text,
                "two reserves like RPS/rps, each of three pieces, or of nine before the set-up",
            )
        };
        let (one, two) = text.split_once('/').ok_or_else(wrong)?;
        for (player, text) in PLAYERS.into_iter().zip([one, two]) {
            let mut counts: Counts = [0; 4];
            let mut shown = false;
            for c in text.chars() {
                let (by, upper) = owner(c);
                match Kind::of(upper) {
                    Some(kind) if by == player && counts[kind.index()] < ARMY => {
                        if shown && (!kind.known() || self.shown[player.index()].known()) {
                            return Err(wrong());
                        }
                        if shown {
                            self.shown[player.index()] = kind;
                        }
                        counts[kind.index()] += 1;
                        shown = false;
                    }
                    None if c == '+' && !shown => shown = true,
                    _ => return Err(wrong()),
                }
            }
            let full = counts == [0, Kind::EACH, Kind::EACH, Kind::EACH];
            let fits = if self.owned[player.index()] == 0 && full {
                true
            } else {
                counts.iter().sum::<u8>() == RESERVE
            };
            if shown || !fits {
                return Err(wrong());
            }
            self.reserves[player.index()] = counts;
        }
        Ok(())
    }

    fn read_unplayed(&mut self, text: &str) -> Result<(), NotationError> {
        if text == "-" {
            return Ok(());
        }
        for c in text.chars() {
            let (player, upper) = owner(c);
            let file = (upper as usize).wrapping_sub('A' as usize);
            let square = Square::at(file, start_rank(player));
            let stands = |square: &Square| self.owned[player.index()] & !self.unplayed & square.set() != 0;
            let Some(square) = square.filter(stands) else {
                let expected = "files A-F, a-f of unplayed pieces on their start rank, each once, or -";
                return Err(NotationError::new(text, expected));
            };
            self.unplayed |= square.set();
        }
        Ok(())
    }

    /// Derives what a FEN does not hold, and refuses impossible positions.
    fn complete(&mut self, text: &str) -> Result<(), NotationError> {
        for player in PLAYERS {
            let i = player.index();
            if !self.placed(player) {
                let rank = start_rank(player);
                if self.occupied() & board::rank(rank) != 0 {
                    let expected = format!("nothing on rank {}, where player {} sets up", rank + 1, i + 1);
                    return Err(NotationError::new(text, expected));
                }
                continue;
            }
            let census = self.census(player);
            let all: u8 = census.iter().sum();
            if all > ARMY || Kind::TRUE.iter().any(|kind| census[kind.index()] > Kind::EACH) {
                let expected = format!("at most three pieces of each kind for player {}", i + 1);
                return Err(NotationError::new(text, expected));
            }
            // Missing pieces were removed; their kinds follow if no piece is hidden.
            if census[Kind::Unknown.index()] == 0 {
                for kind in Kind::TRUE {
                    self.removed[i][kind.index()] = Kind::EACH - census[kind.index()];
                }
            } else {
                self.removed[i][Kind::Unknown.index()] = ARMY - all;
            }
        }
        if !self.under_way()
            && (self.placed(Player::Two) || self.placed(Player::One) != (self.mover == Player::Two))
        {
            return Err(NotationError::new(text, "player 1 to set up first, then player 2"));
        }
        self.placement = self.fresh_placement();
        self.ended = self.terminal_outcome(0);
        Ok(())
    }
}

fn dash_if_empty(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}
