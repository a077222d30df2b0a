//! A guard: keeps its pieces in rows, attacks nobody outside its own half before it has been
//! attacked itself, and advances where nothing can be taken.

use super::Valuing;
use super::assess::{Assessor, Weights};
use super::counted::{Counted, all_squares};
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Action, Position, Turn};
use sisku::games::{Game, History, Player};

const WEIGHTS: Weights = Weights { run: 0.5, stop: 1.2, piece: 3.0, exposed: 3.5, risk: 3.0 };
/// The last rank of a player's own half, as it counts them.
const OWN_HALF: usize = 3;
/// The value of a piece in the row of the others.
const ROW: f32 = 0.3;

/// The guard.
pub struct Guard;

impl Guard {
    /// Whether the enemy has attacked yet.
    fn was_attacked(game: &History<Position>) -> bool {
        let enemy = !game.current().mover();
        let mut mover = game.start().mover();
        game.moves().iter().any(|&turn| {
            let theirs = mover == enemy;
            mover = !mover;
            theirs && super::attacks(turn)
        })
    }

    /// How far the pieces are from one row: the sum of distances from the middle one, those
    /// in the enemy camp aside.
    fn disorder(position: &Position, player: Player, turn: Turn) -> usize {
        let own =
            all_squares().filter(|&square| position.piece(square).is_some_and(|(owner, _)| owner == player));
        let moved = own.map(|square| if square == turn.from() { turn.to() } else { square });
        let mut rows: Vec<usize> =
            moved.map(|square| square.progress(player)).filter(|&row| row < 7).collect();
        rows.sort_unstable();
        let middle = rows.get(rows.len() / 2).copied().unwrap_or(0);
        rows.iter().map(|row| row.abs_diff(middle)).sum()
    }
}

impl Valuing for Guard {
    fn values(&self, game: &History<Position>, _: &mut Xoshiro256PlusPlus) -> Vec<(Turn, f32)> {
        let position = game.current();
        let me = position.mover();
        let legal = crate::legal_moves(position);
        let attacked = Guard::was_attacked(game);
        let allowed =
            |turn: &Turn| !super::attacks(*turn) || attacked || turn.target().progress(me) <= OWN_HALF;
        let mut turns: Vec<Turn> = legal.iter().copied().filter(allowed).collect();
        if turns.is_empty() {
            turns = legal;
        }
        let counted = Counted::new(position);
        let weights = WEIGHTS.impatient(game);
        let assessor = Assessor::new(&counted, &weights);
        let worth = |turn: Turn| {
            // A barter shows weakness and leaves the rows as they are.
            let barter = if turn.action() == Action::Barter { 0.5 } else { 0.0 };
            assessor.value(turn) - ROW * Guard::disorder(position, me, turn) as f32 - barter
        };
        turns.into_iter().map(|turn| (turn, worth(turn))).collect()
    }
}
