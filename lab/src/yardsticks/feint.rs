//! A feint: rushes for some turns, so that it is taken for somebody who does, and then asks
//! the engine.

use crate::opponents::Agent;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::bloch::{Action, Position, Turn};
use sisku::games::{Game, History};

/// Turns of its own, after the set-up, that it rushes for.
const RUSHING: usize = 6;

/// The feint, with the one that plays for it in the end.
pub struct Feint(pub Box<dyn Agent>);

impl Feint {
    /// The turns that the player to move has made, its set-up aside.
    fn turns_made(game: &History<Position>) -> usize {
        let own = usize::from(game.start().mover() != game.current().mover());
        let made = game.moves().iter().skip(own).step_by(2);
        made.filter(|turn| turn.action() != Action::SetUp).count()
    }

    /// How gladly it plays a turn while it rushes: takes what it surely beats, else advances.
    fn haste(position: &Position, turn: Turn) -> f32 {
        let mover = position.mover();
        let (from, to) = (turn.from().progress(mover) as f32, turn.to().progress(mover) as f32);
        let kind = |square| position.piece(square).map(|(_, kind)| kind);
        match turn.action() {
            // A piece that has arrived stays.
            Action::Move if from == 7.0 => -100.0,
            Action::Move if to == 7.0 => 200.0,
            Action::Move => 10.0 * (to - from) + from,
            Action::Attack | Action::MoveAttack => match (kind(turn.from()), kind(turn.target())) {
                (Some(own), Some(other)) if own.beats(other) => 100.0 + to,
                _ => -50.0,
            },
            _ => -60.0,
        }
    }
}

impl Agent for Feint {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Option<Turn> {
        let position = game.current();
        let turns = crate::legal_moves(position);
        if let Some(turn) = super::set_up(&turns, rng) {
            return Some(turn);
        }
        if Feint::turns_made(game) >= RUSHING {
            return self.0.choose(game, rng);
        }
        let values = turns.into_iter().map(|turn| (turn, Feint::haste(position, turn)));
        super::best(values.collect(), rng)
    }
}
