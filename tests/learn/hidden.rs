//! The features of a game with secrets: symmetries, and what they tell to whom.

use crate::symmetry::{features, move_features, walk};
use sisku::games::bloch::{Hidden, Position};
use sisku::games::{Game, Information, Notation, Observer, Rules};

/// A position in notation: rows of squares, and the fields after them.
struct Text {
    rows: Vec<Vec<String>>,
    fields: Vec<String>,
}

impl Text {
    fn new(position: &Position) -> Text {
        let text = position.fen();
        let mut fields: Vec<String> = text.split(' ').map(str::to_string).collect();
        let board = fields.remove(0);
        Text { rows: board.split('/').map(squares).collect(), fields }
    }

    fn read(&self) -> Position {
        let rows: Vec<String> = self.rows.iter().map(|row| row.concat()).collect();
        let text = format!("{} {}", rows.join("/"), self.fields.join(" "));
        Position::from_fen(&text, &Rules::of(Position::rule_options())).expect(&text)
    }

    /// Every letter of pieces and of files changed.
    fn map(mut self, piece: impl Fn(char) -> char, file: impl Fn(char) -> char) -> Text {
        let changed = |text: &String| text.chars().map(&piece).collect();
        self.rows.iter_mut().flatten().for_each(|square| *square = changed(square));
        self.fields[0] = changed(&self.fields[0]);
        self.fields[2] = self.fields[2].chars().map(file).collect();
        self
    }
}

/// The squares of a row: a piece with its mark, or a number of empty ones.
fn squares(row: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    for letter in row.chars() {
        match squares.last_mut() {
            Some(last) if last == "+" => last.push(letter),
            _ => squares.push(letter.to_string()),
        }
    }
    squares
}

fn swapped_case(letter: char) -> char {
    if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
}

fn mirrored_file(letter: char) -> char {
    let mirror = |first: u8| (first + b'f' - letter.to_ascii_lowercase() as u8) as char;
    match letter {
        'A'..='F' => mirror(b'A'),
        'a'..='f' => mirror(b'a'),
        _ => letter,
    }
}

/// The position as a symmetry shows it: mirrored if odd, kinds moved on in a circle.
fn image(position: &Position, symmetry: usize) -> Position {
    let turned = |letter: char| {
        let place = "RPSrps".find(letter);
        place.map_or(letter, |i| "RPSrps".as_bytes()[i / 3 * 3 + (i % 3 + symmetry / 2) % 3] as char)
    };
    let mirrors = symmetry % 2 == 1;
    let file = |letter| if mirrors { mirrored_file(letter) } else { letter };
    let mut text = Text::new(position).map(turned, file);
    if mirrors {
        text.rows.iter_mut().for_each(|row| row.reverse());
    }
    text.read()
}

/// The board turned round and the players exchanged.
fn other_side(position: &Position) -> Position {
    let mut text = Text::new(position).map(swapped_case, |letter| swapped_case(mirrored_file(letter)));
    text.rows.reverse();
    text.rows.iter_mut().for_each(|row| row.reverse());
    let (one, two) = text.fields[0].split_once('/').expect("two reserves");
    text.fields[0] = format!("{two}/{one}");
    text.fields[1] = if text.fields[1] == "1" { "2" } else { "1" }.to_string();
    if text.fields[3].len() == 1 {
        text.fields[3] = text.fields[3].chars().map(swapped_case).collect();
    }
    text.read()
}

/// Positions as their mover, everybody, and who sees everything read them in notation.
fn each_reading(mut check: impl FnMut(&Position)) {
    walk::<Position>(12, |position| {
        for observer in [Some(Observer::Player(position.mover())), Some(Observer::Public), None] {
            let seen = observer.map_or(*position, |observer| Hidden::view(position, observer));
            check(&Text::new(&seen).read());
        }
    });
}

#[test]
fn features_of_bloch_follow_every_symmetry() {
    each_reading(|position| {
        for symmetry in 0..6 {
            let image = image(position, symmetry);
            assert_eq!(features(position, symmetry), features(&image, 0), "{}", position.fen());
            assert_eq!(move_features(position, symmetry), move_features(&image, 0), "{}", position.fen());
        }
    });
}

#[test]
fn both_players_see_bloch_alike() {
    each_reading(|position| {
        let other = other_side(position);
        assert_eq!(features(position, 0), features(&other, 0), "{}", position.fen());
        assert_eq!(move_features(position, 0), move_features(&other, 0), "{}", position.fen());
    });
}

/// What is learned of moves from a player's view is kept by their places in the list.
#[test]
fn who_moves_sees_all_its_moves_in_order() {
    walk::<Position>(12, |position| {
        let moves = |position: &Position| {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            moves
        };
        let seen = Hidden::view(position, Observer::Player(position.mover()));
        assert_eq!(moves(position), moves(&seen), "{}", position.fen());
    });
}
