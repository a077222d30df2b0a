//! Start positions: the usual one, and openings of random plies.

use super::board::Cell;
use super::evaluate::Handcrafted;
use super::mode::Mode;
use super::position::{Phase, Position, Reserve, Role};
use super::turn::{Action, Turn};
use crate::games::hex::large::ROWS;
use crate::games::{Evaluate, Game, Player, Rules, SetUp};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Player one's rows, a and b; player two's are the same turned by half a turn.
const FIRST_ROWS: [&str; 2] = ["PSRKSRP", "FRPSRPSF"];

/// Plies of an opening, three for each side: enough for openings to differ, few enough for the
/// armies to be still apart.
const PLIES: usize = 6;
/// The share of plies that are drops, where both drops and moves are possible. Three of four
/// legal turns of the start are drops; drawn evenly they would use the reserves up.
const DROPS: f64 = 0.25;
/// How far the handcrafted score of an opening may be from one half, whoever is to move. A
/// cube that can be taken for nothing is worth more than that.
const BALANCE: f32 = 0.1;
/// How often an opening is drawn before the usual start position is taken instead. About
/// half of them are good.
const TRIES: usize = 1000;

/// The ways to set up. Self-play begins with the usual position and varies by its noise.
pub(super) const fn all<M: Mode>() -> &'static [SetUp<Position<M>>] {
    &[
        SetUp { name: "classic", self_play: 1.0, draw: |rules, _| classic(rules) },
        SetUp { name: "random-plies", self_play: 0.0, draw: random_plies },
    ]
}

/// Random plies from the usual start position that leave both sides their chances. The
/// counters begin there, so that such an opening is a start under every rule.
pub(super) fn random_plies<M: Mode>(rules: &Rules, rng: &mut dyn Rng) -> Position<M> {
    let start = classic::<M>(rules);
    for _ in 0..TRIES {
        if let Some(end) = play_at_random(start.without_draws(), rng).filter(Position::is_balanced) {
            return Position { quiet: 0, full_turn: 1, ..end }.with_rules(rules);
        }
    }
    start
}

/// Plays [`PLIES`] random turns; `None` if they end the game.
fn play_at_random<M: Mode>(mut position: Position<M>, rng: &mut dyn Rng) -> Option<Position<M>> {
    let mut turns = Vec::new();
    for _ in 0..PLIES {
        turns.clear();
        position.legal_moves(&mut turns);
        let dropping = rng.random_bool(DROPS);
        let is_drop = |turn: &Turn| matches!(turn.action(), Action::Drop | Action::DropTwo);
        let some: Vec<Turn> = turns.iter().copied().filter(|turn| is_drop(turn) == dropping).collect();
        position.play(*some.choose(rng).or_else(|| turns.choose(rng))?);
    }
    Some(position)
}

impl<M: Mode> Position<M> {
    /// Whether a position is fit to begin a game: player one is to move, the game is not
    /// over, and whoever were to move, nobody could win at once, and the handcrafted score
    /// is near one half. Judging both sides to move sees what either could capture.
    fn is_balanced(&self) -> bool {
        let whole_turns = self.phase == Phase::Turn && self.mover == Player::One;
        whole_turns
            && Player::BOTH.into_iter().all(|mover| {
                let position = Position { mover, ..*self };
                position.outcome().is_none()
                    && !position.can_win_now()
                    && (Handcrafted::value(&position).score() - 0.5).abs() <= BALANCE
            })
    }
}

/// The usual start position.
pub(super) fn classic<M: Mode>(rules: &Rules) -> Position<M> {
    let mut position = Position::empty(rules);
    for (row, letters) in FIRST_ROWS.into_iter().enumerate() {
        for (column, role) in letters.chars().filter_map(Role::of).enumerate() {
            let mirrored = (ROWS - 1 - row, letters.len() - 1 - column);
            for (player, (row, column)) in [(Player::One, (row, column)), (Player::Two, mirrored)] {
                if let Some(cell) = Cell::at(row, column) {
                    position.put(player, role, cell);
                }
            }
        }
    }
    if M::DROPS {
        position.reserves = [Reserve::FULL; 2];
    }
    position
}
