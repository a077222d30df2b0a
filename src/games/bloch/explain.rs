//! What is wrong with a turn, in words.

use super::board::{FILES, Kind, Square, ahead, around, squares};
use super::position::Position;
use super::scene::piece_kind;
use super::turn_text::PASS;
use crate::games::Player;
use crate::games::explain::{after, cannot_go, cell_names, not_the_movers, nothing_on, one, over, player};

impl Position {
    /// Why a text of any case is no legal turn: the first thing that is wrong with it. Its
    /// actions are tried one after the other, so nothing is said of a legal turn. What the
    /// position hides is not told.
    pub(super) fn fault(&self, text: &str) -> Option<String> {
        over(self).and_then(|()| self.check(&text.to_ascii_lowercase())).err()
    }

    fn check(&self, text: &str) -> Result<(), String> {
        let mover = player(self.mover);
        if let Some(kinds) = text.strip_prefix('=') {
            if self.placed(self.mover) {
                return Err(format!("{mover} has set up already"));
            }
            return check_set_up(kinds);
        }
        if !self.placed(self.mover) {
            return Err(format!(
                "{mover} has to set up first: '=' and six kinds of pieces for files a to f, such as =RPSRPS"
            ));
        }
        if text == PASS {
            return self.check_pass();
        }
        let (turn, announced) =
            text.split_once(':').map_or((text, None), |(turn, kinds)| (turn, Some(kinds)));
        if let Some((place, kind)) = turn.split_once('=') {
            return self.check_barter(place, kind).and_then(|()| no_announcement(announced));
        }
        match turn.split_once('x') {
            None => self.check_path(turn).and_then(|_| no_announcement(announced)),
            Some((path, target)) => self.check_attack(path, target, announced),
        }
    }

    fn check_pass(&self) -> Result<(), String> {
        let mut pass = false;
        self.each_turn(|turn| pass |= turn == super::Turn::PASS);
        if pass { Ok(()) } else { Err("a pass is legal only where nothing else is".to_string()) }
    }

    fn check_owner(&self, square: Square) -> Result<(), String> {
        match self.piece(square) {
            None => Err(nothing_on(&square.name())),
            Some((owner, _)) if owner != self.mover => Err(not_the_movers(&square.name(), owner, self.mover)),
            Some(_) => Ok(()),
        }
    }

    /// A move, as one or two squares; where it leads, if the text makes sense.
    fn check_path(&self, text: &str) -> Result<Option<(Square, Square)>, String> {
        let Some(path) = read_squares(text) else { return check_squares(text).map(|()| None) };
        if let Some(&from) = path.first() {
            self.check_owner(from)?;
        }
        match path[..] {
            [from, to] => self.check_move(from, to).map(|()| Some((from, to))),
            [from] => Ok(Some((from, from))),
            _ => Ok(None),
        }
    }

    /// A move of one of the mover's pieces.
    fn check_move(&self, from: Square, to: Square) -> Result<(), String> {
        if from == to {
            return Err(format!("it stands on {} already", to.name()));
        }
        let cannot = |why: &str| Err(cannot_go(&from.name(), &to.name(), why));
        if around(from.set()) & to.set() == 0 {
            let step = ahead(from.set(), self.mover);
            let middle = squares(step).next().filter(|_| ahead(step, self.mover) == to.set());
            match middle {
                None if self.unplayed & from.set() != 0 => {
                    return cannot(
                        "a piece goes one square along its file or rank, or two forward if it has not been played yet",
                    );
                }
                None => return cannot("a piece that has been played goes one square along its file or rank"),
                Some(_) if self.unplayed & from.set() == 0 => {
                    return cannot("only a piece that has not been played yet goes two squares forward");
                }
                Some(middle) if self.occupied() & middle.set() != 0 => {
                    return cannot(&format!(
                        "the piece may go two squares forward, but {} is in between",
                        middle.name()
                    ));
                }
                Some(_) => {}
            }
        }
        match self.piece(to) {
            None => Ok(()),
            Some((owner, _)) if owner == self.mover => {
                cannot(&format!("an own piece stands on {}", to.name()))
            }
            Some((owner, _)) => {
                let owner = player(owner);
                cannot(&format!(
                    "a piece of {owner} stands there (an attack is written with x: …x{})",
                    to.name()
                ))
            }
        }
    }

    /// An attack with or without a move before it.
    fn check_attack(&self, path: &str, target: &str, announced: Option<&str>) -> Result<(), String> {
        let Some((from, at)) = self.check_path(path)? else { return Ok(()) };
        let Some(&[target]) = read_squares(target).as_deref() else { return check_squares(target) };
        let checked = match self.check_target(at, target) {
            // The piece has left the square.
            Err(_) if target == from && from != at => Err(nothing_on(&target.name())),
            checked => checked,
        };
        if from != at {
            checked.map_err(|fault| after(&format!("{}{}", from.name(), at.name()), &fault))?;
        } else {
            checked?;
        }
        announced.map_or(Ok(()), |kinds| self.check_announced(from, target, kinds))
    }

    /// The target of an attack by a piece of the mover's that stands on a square or comes to it.
    fn check_target(&self, at: Square, target: Square) -> Result<(), String> {
        let (at_name, target_name) = (at.name(), target.name());
        let cannot = |why: &str| Err(format!("{at_name} cannot attack {target_name}: {why}"));
        let (mover, enemy) = (player(self.mover), player(!self.mover));
        let Some((owner, _)) = self.piece(target) else { return Err(nothing_on(&target_name)) };
        if owner == self.mover {
            return cannot(&format!("it is {mover}'s own piece"));
        }
        if around(at.set()) & target.set() == 0 {
            return cannot("an attack goes one square along the file or rank");
        }
        if self.goal(self.mover) & at.set() != 0 {
            return cannot(&format!(
                "a piece in the enemy camp does not attack, and {at_name} is in {enemy}'s"
            ));
        }
        if self.goal(!self.mover) & target.set() != 0 {
            return cannot(&format!(
                "a piece in the enemy camp is not attacked, and {target_name} is in {mover}'s"
            ));
        }
        Ok(())
    }

    /// The kinds that are announced with a possible attack.
    fn check_announced(&self, from: Square, target: Square, kinds: &str) -> Result<(), String> {
        let read: Option<Vec<Kind>> = kinds.chars().map(kind_of).collect();
        let Some(&[attacker, attacked]) = read.as_deref() else {
            return Err("two kinds are announced, the attacker's and the target's, such as :RS".to_string());
        };
        self.check_kind(self.mover, from, attacker)?;
        self.check_kind(!self.mover, target, attacked)
    }

    fn check_kind(&self, owner: Player, square: Square, announced: Kind) -> Result<(), String> {
        let (kind, square) = (self.kind(square), square.name());
        if !announced.known() {
            return Err("the kinds that are announced are R, P or S".to_string());
        }
        if kind.known() && kind != announced {
            return Err(format!("{square} holds {}, not {}", one(name(kind)), one(name(announced))));
        }
        if !kind.known() && self.census(owner)[announced.index()] >= Kind::EACH {
            let (owner, kind) = (player(owner), one(name(announced)));
            return Err(format!("{square} cannot hold {kind}: {owner}'s three are known to be elsewhere"));
        }
        Ok(())
    }

    /// A swap with the reserve.
    fn check_barter(&self, place: &str, kind: &str) -> Result<(), String> {
        let Some(&[square]) = read_squares(place).as_deref() else { return check_squares(place) };
        let mut letters = kind.chars();
        let kind = letters.next().filter(|_| letters.next().is_none()).and_then(kind_of);
        self.check_owner(square)?;
        let (i, mover) = (self.mover.index(), player(self.mover));
        if !self.barter[i] {
            return Err(format!("{mover} has bartered already, which is allowed once in a game"));
        }
        let reserve = &self.reserves[i];
        match kind {
            None => Err("a barter names the kind that comes in: R, P or S".to_string()),
            Some(kind) if reserve[kind.index()] > 0 => Ok(()),
            Some(Kind::Unknown) => Err("a barter names the kind that comes in: R, P or S".to_string()),
            Some(_) if reserve[Kind::Unknown.index()] > 0 => {
                Err(format!("the kinds in the reserve of {mover} are not known here"))
            }
            Some(kind) => Err(format!("there is no {} in the reserve of {mover}", name(kind))),
        }
    }
}

fn name(kind: Kind) -> &'static str {
    piece_kind(kind).name
}

/// The kind of a letter of either case.
fn kind_of(letter: char) -> Option<Kind> {
    Kind::of(letter.to_ascii_uppercase())
}

/// The kinds of a set-up.
fn check_set_up(text: &str) -> Result<(), String> {
    let mut kinds = Vec::new();
    for letter in text.chars() {
        match kind_of(letter).filter(|kind| kind.known()) {
            Some(kind) => kinds.push(kind),
            None => {
                let letter: String = letter.to_uppercase().flat_map(char::escape_default).collect();
                return Err(format!("'{letter}' is no kind of piece to set up: R, P or S"));
            }
        }
    }
    for kind in Kind::TRUE {
        let wanted = kinds.iter().filter(|&&other| other == kind).count();
        if wanted > usize::from(Kind::EACH) {
            return Err(format!("{wanted} times {}: there are only {} of each kind", name(kind), Kind::EACH));
        }
    }
    match kinds.len() {
        FILES => Ok(()),
        count => Err(format!("six pieces are set up, one for each of the files a to f, not {count}")),
    }
}

fn no_announcement(announced: Option<&str>) -> Result<(), String> {
    match announced {
        None => Ok(()),
        Some(_) => Err("kinds are announced only with an attack".to_string()),
    }
}

/// The squares that a text names one after the other.
fn read_squares(text: &str) -> Option<Vec<Square>> {
    super::turn_text::squares(text)
}

/// What is wrong with squares that could not be read.
fn check_squares(text: &str) -> Result<(), String> {
    let on_board = |name: &&str| read_squares(name).is_some_and(|squares| squares.len() == 1);
    match cell_names(text, &[]).into_iter().find(|name| !on_board(name)) {
        Some(name) => Err(format!("there is no square {name}")),
        None => Ok(()),
    }
}
