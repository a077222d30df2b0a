//! Hidden information: views, observations of turns, and determinizations of views.

use super::board::{FILES, Kind, Square, squares};
use super::position::{Counts, Position};
use super::setup;
use super::turn::{Action, Turn};
use crate::games::{HiddenPlay, Information, NotationError, Observer, Player};
use crate::math::mix;

/// Hidden information: kinds are known to their owner until an attack reveals them.
#[derive(Clone, Copy, Debug)]
pub struct Hidden;

impl Information<Position> for Hidden {
    const HIDDEN: bool = true;

    fn view(position: &Position, observer: Observer) -> Position {
        position.view_of(observer)
    }

    fn initial_view(position: &Position, observer: Observer) -> Position {
        position.initial_view_of(observer)
    }

    fn observed(position: &Position, turn: Turn, observer: Observer) -> Turn {
        position.observed_turn(turn, observer)
    }

    fn parse_observed(position: &Position, text: &str) -> Result<Turn, NotationError> {
        position.read_observed(text)
    }

    fn is_complete(position: &Position) -> bool {
        let unknown = Kind::Unknown.index();
        let known = |&player: &Player| {
            position.of_kind(player, Kind::Unknown) == 0 && position.reserves[player.index()][unknown] == 0
        };
        Player::BOTH.iter().all(known)
    }

    fn determinizations(position: &Position, about: Player) -> Vec<(Position, f32)> {
        determinizations(position, about)
    }

    fn meanings(position: &Position, observed: Turn, about: Player) -> Vec<Turn> {
        meanings(position, observed, about)
    }

    fn chosen(observed: Turn) -> Turn {
        observed.plain()
    }

    fn join(position: &Position, other: &Position, player: Player) -> Position {
        join(position, other, player)
    }
}

impl HiddenPlay<Position> for Hidden {
    /// The mixed strategy of set-ups: see `setup.rs`.
    fn mixed_strategy(position: &Position) -> Option<Vec<(Turn, f32)>> {
        (!position.placed(position.mover)).then(|| setup::mixed().to_vec())
    }

    fn secret_key(position: &Position) -> u64 {
        let i = position.mover.index();
        let planes = position.kinds.map(|plane| plane & position.owned[i]);
        let counts = u32::from_le_bytes(position.reserves[i]);
        mix(planes[0]) ^ mix(planes[1].rotate_left(1)) ^ mix(u64::from(counts).rotate_left(29))
    }

    /// The kind of the piece that moves.
    fn bucket(position: &Position, turn: Turn) -> u32 {
        match turn.action() {
            Action::SetUp | Action::Pass => 0,
            _ => position.kind(turn.from()).index() as u32,
        }
    }
}

impl Position {
    /// The observer's view: without what it may not know.
    pub(super) fn view_of(&self, observer: Observer) -> Position {
        let mut view = *self;
        for player in [Player::One, Player::Two] {
            if !observer.is(player) && self.placed(player) {
                view.hide(player, self.owned[player.index()] & !self.public);
            }
        }
        view
    }

    /// The same for an observer that begins with this position: the kinds of removed pieces were
    /// public when they were removed, but this observer was not there, and a FEN does not hold
    /// them.
    pub(super) fn initial_view_of(&self, observer: Observer) -> Position {
        let mut view = self.view_of(observer);
        for player in [Player::One, Player::Two].into_iter().filter(|&player| !observer.is(player)) {
            let removed = &mut view.removed[player.index()];
            let all = removed.iter().sum();
            *removed = [0; 4];
            removed[Kind::Unknown.index()] = all;
        }
        view.placement = view.fresh_placement();
        view
    }

    /// The observation of a turn of the mover.
    pub(super) fn observed_turn(&self, turn: Turn, observer: Observer) -> Turn {
        let own = observer.is(self.mover);
        match turn.action() {
            Action::Attack | Action::MoveAttack => {
                let (attacker, target) = self.fighters(turn);
                turn.announcing(attacker, target)
            }
            Action::Barter if !own => Turn::barter(turn.from(), Kind::Unknown),
            Action::SetUp if !own => Turn::set_up([Kind::Unknown; FILES]),
            _ => turn,
        }
    }
}

/// The first position with a player's pieces as they are in the second.
fn join(position: &Position, other: &Position, player: Player) -> Position {
    let i = player.index();
    let mut joined = *position;
    for (plane, theirs) in joined.kinds.iter_mut().zip(other.kinds) {
        *plane = *plane & !position.owned[i] | theirs & other.owned[i];
    }
    joined.reserves[i] = other.reserves[i];
    joined.removed[i] = other.removed[i];
    joined.placement = joined.fresh_placement();
    joined
}

/// Every determinization of a player's hidden pieces, with its prior weight.
fn determinizations(position: &Position, player: Player) -> Vec<(Position, f32)> {
    let census = position.census(player);
    if census[Kind::Unknown.index()] == 0 || !position.placed(player) {
        return vec![(*position, 1.0)];
    }
    let left = Kind::TRUE.map(|kind| Kind::EACH.saturating_sub(census[kind.index()]));
    let unknown: Vec<Square> = squares(position.of_kind(player, Kind::Unknown)).collect();
    let mut kinds = vec![Kind::Unknown; unknown.len()];
    let mut enumeration = Enumeration { position, player, hidden: &unknown, worlds: Vec::new() };
    enumeration.assign(&mut kinds, 0, left);
    enumeration.worlds
}

/// The enumeration of determinizations.
struct Enumeration<'a> {
    position: &'a Position,
    player: Player,
    hidden: &'a [Square],
    worlds: Vec<(Position, f32)>,
}

impl Enumeration<'_> {
    /// Assigns every kind in turn to hidden piece `i`; `left` are the kinds not yet assigned.
    fn assign(&mut self, kinds: &mut Vec<Kind>, i: usize, left: [u8; 3]) {
        if i == kinds.len() {
            self.assign_reserve(kinds, left);
            return;
        }
        for (k, kind) in Kind::TRUE.into_iter().enumerate() {
            if left[k] > 0 {
                let mut left = left;
                left[k] -= 1;
                kinds[i] = kind;
                self.assign(kinds, i + 1, left);
            }
        }
    }

    /// Assigns every content in turn to the hidden part of the reserve; the rest was removed.
    fn assign_reserve(&mut self, kinds: &[Kind], left: [u8; 3]) {
        let i = self.player.index();
        let wanted = self.position.reserves[i][Kind::Unknown.index()];
        for rocks in 0..=left[0].min(wanted) {
            for papers in 0..=left[1].min(wanted - rocks) {
                let scissors = wanted - rocks - papers;
                if scissors > left[2] {
                    continue;
                }
                let reserve = [rocks, papers, scissors];
                let removed = [left[0] - rocks, left[1] - papers, left[2] - scissors];
                let mut position = *self.position;
                for (&square, &kind) in self.hidden.iter().zip(kinds) {
                    position.kinds[0] |= (kind.index() as u64 & 1) << square.index();
                    position.kinds[1] |= (kind.index() as u64 >> 1) << square.index();
                }
                reveal_counts(&mut position.reserves[i], reserve);
                reveal_counts(&mut position.removed[i], removed);
                position.placement = position.fresh_placement();
                self.worlds.push((position, multinomial(removed)));
            }
        }
    }
}

/// Replaces the hidden pieces of a count by these.
fn reveal_counts(counts: &mut Counts, known: [u8; 3]) {
    counts[Kind::Unknown.index()] = 0;
    for (kind, more) in Kind::TRUE.into_iter().zip(known) {
        counts[kind.index()] += more;
    }
}

/// The multinomial coefficient: the number of orders in which these pieces may have been lost.
fn multinomial(removed: [u8; 3]) -> f32 {
    let factorial = |n: u8| (1..=u32::from(n)).product::<u32>() as f32;
    removed.iter().fold(factorial(removed.iter().sum()), |product, &n| product / factorial(n))
}

/// The turns that an observation may stand for.
fn meanings(position: &Position, observed: Turn, about: Player) -> Vec<Turn> {
    let is_subject = position.mover == about;
    match observed.action() {
        Action::SetUp if is_subject && observed.pieces() == [Kind::Unknown; FILES] => setup::all().to_vec(),
        Action::Barter if is_subject && !observed.kind().known() => {
            let reserve = &position.reserves[position.mover.index()];
            let kinds = Kind::TRUE.into_iter().filter(|kind| reserve[kind.index()] > 0);
            kinds.map(|kind| Turn::barter(observed.from(), kind)).collect()
        }
        Action::Attack | Action::MoveAttack => {
            let (attacker, target) = observed.announced();
            let fits = |announced: Kind, square: Square| {
                let kind = position.kind(square);
                !announced.known() || !kind.known() || kind == announced
            };
            let possible = fits(attacker, observed.from()) && fits(target, observed.target());
            // The other player's kinds are unknown here, but for what was announced.
            possible.then_some(observed).into_iter().collect()
        }
        _ => vec![observed],
    }
}
