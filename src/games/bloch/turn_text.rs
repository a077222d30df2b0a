//! Turns in UGI notation, which is the native one too.

use super::board::{FILES, Kind, Square};
use super::position::Position;
use super::turn::{Action, Turn};
use crate::games::NotationError;

const FORMS: &str = "a legal turn: =RPSRPS, b2b3, c3xd3, b3c3xd3, c3=P or 0000";
pub(super) const PASS: &str = "0000";

/// Parses a turn without regard to legality.
fn parse(text: &str) -> Option<Turn> {
    if text == PASS {
        return Some(Turn::PASS);
    }
    if let Some(kinds) = text.strip_prefix('=') {
        let kinds: Vec<Kind> = kinds.chars().map(Kind::of).collect::<Option<_>>()?;
        return Some(Turn::set_up(kinds.try_into().ok()?));
    }
    let (move_text, announced) = text.split_once(':').map_or((text, None), |(m, a)| (m, Some(a)));
    let turn = match move_text.split_once(['x', '=']) {
        None => {
            let [from, to] = squares(move_text)?[..] else { return None };
            Turn::go(from, to)
        }
        Some((path, target)) if move_text.contains('x') => {
            let [target] = squares(target)?[..] else { return None };
            match squares(path)?[..] {
                [from] => Turn::attack(from, from, target),
                [from, to] if from != to => Turn::attack(from, to, target),
                _ => return None,
            }
        }
        Some((square, kind)) => {
            let [square] = squares(square)?[..] else { return None };
            let mut kind = kind.chars();
            let letter = kind.next().filter(|_| kind.next().is_none())?;
            Turn::barter(square, Kind::of(letter)?)
        }
    };
    match announced {
        None => Some(turn),
        Some(kinds) => {
            let kinds: Vec<Kind> = kinds.chars().map(Kind::of).collect::<Option<_>>()?;
            let [attacker, target] = kinds[..] else { return None };
            let fits = is_attack(turn) && attacker.known() && target.known();
            fits.then(|| turn.announcing(attacker, target))
        }
    }
}

/// The squares that a text names one after the other.
pub(super) fn squares(text: &str) -> Option<Vec<Square>> {
    let bytes = text.as_bytes();
    let square = |name: &[u8]| {
        let &[file, rank] = name else { return None };
        Square::at(usize::from(file.wrapping_sub(b'a')), usize::from(rank.wrapping_sub(b'1')))
    };
    if bytes.is_empty() || bytes.len() > 4 {
        return None;
    }
    bytes.chunks(2).map(square).collect()
}

pub(super) fn is_attack(turn: Turn) -> bool {
    matches!(turn.action(), Action::Attack | Action::MoveAttack)
}

impl Position {
    /// Parses a legal turn as the mover chooses it.
    pub(super) fn read_turn(&self, text: &str) -> Result<Turn, NotationError> {
        self.read_announced(text).map(Turn::plain)
    }

    fn read_announced(&self, text: &str) -> Result<Turn, NotationError> {
        let turn = parse(text).filter(|&turn| self.allows(turn));
        let turn = turn.ok_or_else(|| NotationError::new(text, FORMS))?;
        self.check_announcement(turn, text)?;
        Ok(turn)
    }

    /// Parses an observed turn: the kinds of a set-up or a barter may be hidden; an attack must
    /// announce its kinds unless the position holds them.
    pub(super) fn read_observed(&self, text: &str) -> Result<Turn, NotationError> {
        let masked = parse(text).filter(|&turn| self.allows_masked(turn));
        let turn = masked.map_or_else(|| self.read_announced(text), Ok)?;
        if !is_attack(turn) || self.knows_fighters(turn) {
            return Ok(turn.plain());
        }
        let (attacker, target) = self.fighters(turn);
        if attacker.known() && target.known() {
            return Ok(turn);
        }
        Err(NotationError::new(text, "the announced kinds, attacker and target, as in c3xd3:RS"))
    }

    /// Whether the turn is a legal set-up or barter with hidden kinds.
    fn allows_masked(&self, turn: Turn) -> bool {
        match turn.action() {
            _ if self.ended.is_some() => false,
            Action::SetUp => !self.placed(self.mover) && turn == Turn::set_up([Kind::Unknown; FILES]),
            Action::Barter => {
                let i = self.mover.index();
                let own = self.placed(self.mover) && self.owned[i] & turn.from().set() != 0;
                own && self.barter[i] && turn.kind() == Kind::Unknown
            }
            _ => false,
        }
    }

    fn knows_fighters(&self, turn: Turn) -> bool {
        self.kind(turn.from()).known() && self.kind(turn.target()).known()
    }

    /// Checks announced kinds: they must match the position, and must not exceed the number of
    /// pieces of the kind.
    fn check_announcement(&self, turn: Turn, text: &str) -> Result<(), NotationError> {
        let (attacker, target) = turn.announced();
        for (player, square, announced) in
            [(self.mover, turn.from(), attacker), (!self.mover, turn.target(), target)]
        {
            if !announced.known() {
                continue;
            }
            let kind = self.kind(square);
            let left = || self.census(player)[announced.index()] < Kind::EACH;
            if if kind.known() { kind != announced } else { !left() } {
                return Err(NotationError::new(text, "the kinds that stand there after ':'"));
            }
        }
        Ok(())
    }

    pub(super) fn write_turn(&self, turn: Turn) -> String {
        let (from, to, target) = (turn.from().name(), turn.to().name(), turn.target().name());
        let mut text = match turn.action() {
            Action::Move => format!("{from}{to}"),
            Action::MoveAttack => format!("{from}{to}x{target}"),
            Action::Attack => format!("{from}x{target}"),
            Action::Barter => format!("{from}={}", turn.kind().letter()),
            Action::Pass => PASS.to_string(),
            Action::SetUp => format!("={}", turn.pieces().map(Kind::letter).iter().collect::<String>()),
        };
        let (attacker, attacked) = turn.announced();
        if is_attack(turn) && attacker.known() && attacked.known() {
            text.extend([':', attacker.letter(), attacked.letter()]);
        }
        text
    }
}
