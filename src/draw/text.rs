//! Boards as text: letters as in FENs, so that nothing depends on colours.

use super::picture::{Picture, name};
use crate::games::{CellShape, Player, Scene, SceneCell, SceneSupply};
use std::fmt::Write;

/// Whether text has ANSI colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// It has.
    Always,
    /// It has none.
    Never,
}

/// Columns between the centres of neighbouring cells.
const CELL: f32 = 4.0;
/// How the colour sequences begin; the number 0 ends them.
const ESCAPE: &str = "\x1b[";

impl Picture {
    /// Draws the board with its coordinates, what stands beside it, and who is to move; each line
    /// ends with a line break. The cells of the last move stand in `[ ]`, marked ones in `( )`.
    pub fn text(&self, colour: Colour) -> String {
        let pen = Pen { picture: self, colour };
        let mut text = String::new();
        for row in self.rows() {
            text.push_str(pen.row(&row).trim_end());
            text.push('\n');
        }
        for player in [Player::Two, Player::One] {
            text.push_str(&pen.supplies(player));
        }
        for arrow in &self.arrows {
            let _ = writeln!(text, "Arrow: {} to {}", arrow.from, arrow.to);
        }
        for words in self.status() {
            let _ = writeln!(text, "{words}");
        }
        text
    }

    /// The rows of the board from above, each from the left.
    fn rows(&self) -> Vec<Vec<&SceneCell>> {
        let sign = if self.flipped { -1.0 } else { 1.0 };
        let mut cells: Vec<&SceneCell> = self.scene.cells.iter().collect();
        cells.sort_by(|a, b| {
            (sign * b.y).total_cmp(&(sign * a.y)).then((sign * a.x).total_cmp(&(sign * b.x)))
        });
        cells.chunk_by(|a, b| (a.y - b.y).abs() < 0.1).map(<[&SceneCell]>::to_vec).collect()
    }

    /// The column of a cell's first character.
    fn column(&self, cell: &SceneCell) -> usize {
        let place = |cell: &SceneCell| if self.flipped { -cell.x } else { cell.x };
        let left = self.scene.cells.iter().map(place).fold(f32::INFINITY, f32::min);
        ((place(cell) - left) * CELL).round() as usize
    }
}

struct Pen<'a> {
    picture: &'a Picture,
    colour: Colour,
}

impl Pen<'_> {
    /// A row between the names of its first and last cell.
    fn row(&self, cells: &[&SceneCell]) -> String {
        let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return String::new() };
        let indent = self.picture.column(first);
        let mut text = format!("{}{:2} ", " ".repeat(indent), first.name);
        let mut column = indent;
        for cell in cells {
            let place = self.picture.column(cell);
            text.push_str(&" ".repeat(place.saturating_sub(column)));
            text.push_str(&self.cell(cell));
            column = place + CELL as usize;
        }
        text + &last.name
    }

    /// Four characters: the units of the cell between signs for marks.
    fn cell(&self, cell: &SceneCell) -> String {
        let (name, picture) = (cell.name.as_str(), self.picture);
        let is_last = picture.last_cells().contains(&name);
        let is_marked = picture.marks.iter().any(|mark| mark == name);
        let [open, close] = match (is_marked, is_last) {
            (true, _) => ['(', ')'],
            (_, true) => ['[', ']'],
            _ => [' ', ' '],
        };
        let (unit, player) = unit(&picture.scene, cell);
        let codes = match player {
            Some(Player::One) => "1;33",
            Some(Player::Two) => "1;36",
            None => "2",
        };
        let unit = self.paint(&unit, codes);
        let [open, close] = [open, close].map(|sign| match sign {
            ' ' => sign.to_string(),
            sign => self.paint(&sign.to_string(), "1;35"),
        });
        format!("{open}{unit}{close}")
    }

    fn paint(&self, text: &str, codes: &str) -> String {
        match self.colour {
            Colour::Always => format!("{ESCAPE}{codes}m{text}{ESCAPE}0m"),
            Colour::Never => text.to_string(),
        }
    }

    /// What a player has beside the board, if anything.
    fn supplies(&self, player: Player) -> String {
        let scene = &self.picture.scene;
        let list = |supplies: &[SceneSupply]| {
            let own = supplies.iter().filter(|some| some.player == player);
            let words: Vec<String> =
                own.map(|some| format!("{}{}", some.kind.letter_of(player), some.count)).collect();
            words.join(" ")
        };
        let parts = [("reserve", list(&scene.reserves)), ("lost", list(&scene.captured))];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(what, list)| format!("{what} {list}"))
            .collect();
        if parts.is_empty() { String::new() } else { format!("{}: {}\n", name(player), parts.join(", ")) }
    }
}

/// The two letters of a unit, the lower piece first, and whose it is.
fn unit(scene: &Scene, cell: &SceneCell) -> (String, Option<Player>) {
    let pieces: Vec<_> = scene.on(&cell.name).collect();
    let letters: String = pieces.iter().map(|piece| piece.kind.letter_of(piece.player)).collect();
    let owner = pieces.last().map(|piece| piece.player);
    let text = match *pieces.as_slice() {
        [] => ". ".to_string(),
        [piece] => {
            // Where some are secret, the others are marked.
            let public = !piece.secret && scene.pieces.iter().any(|piece| piece.secret);
            let sign = match cell.shape {
                _ if public => '+',
                CellShape::Hexagon => '-',
                CellShape::Square => ' ',
            };
            format!("{letters}{sign}")
        }
        _ => letters,
    };
    (text, owner)
}
