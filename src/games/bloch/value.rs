//! What a full position is worth: a sum of things that can be counted, weighed as they
//! decided games of the engine against itself (`tests/bloch/fitting.rs`), to a chance.

use super::board::{FILES, Kind, RANKS, Square, Squares, ahead, around, squares};
use super::knowledge::{Reach, hunter, quarry};
use super::position::Position;
use crate::games::Player;
use crate::math;

/// What is counted for each player.
const EACH: usize = 28;
/// What is counted in all: for the mover, for the other, and one for having the turn.
pub const COUNTED: usize = 2 * EACH + 1;

/// The weights: of the mover, of the other player, of having the turn. The net is told this
/// judgement too, so that other weights want another net.
#[rustfmt::skip]
const WEIGHTS: [f32; COUNTED] = [
    1.250, 1.053, 0.911, 0.803, 0.775, 0.710, 0.781,
    0.678, 2.924, 1.105, 0.084, -1.190, -0.242, 0.476,
    0.247, 0.335, 0.009, -0.066, 0.047, 0.215, 0.077,
    -0.068, 0.006, 0.092, 0.116, 0.390, 0.096, -0.067,

    -1.067, -0.853, -0.873, -0.702, -0.730, -0.690, -0.788,
    -0.680, -2.415, -0.963, -0.069, 0.979, 0.240, -0.367,
    -0.262, -0.203, 0.002, 0.017, -0.099, -0.189, -0.313,
    0.017, -0.097, -0.132, -0.116, -0.371, -0.097, 0.023,

    0.179,
];

/// The weights against an opponent who rushes, fitted to games against such a one: of the
/// player, of the opponent, of having the turn, and what is always there.
#[rustfmt::skip]
const AGAINST_RUSHING: [f32; COUNTED + 1] = [
    3.579, 2.236, 1.575, 1.364, 1.090, 0.902, 0.901,
    0.762, 2.895, 1.576, 0.225, -1.117, 0.021, 0.553,
    0.134, 0.296, 0.074, 0.008, -0.054, 0.220, -0.007,
    -0.249, -0.417, -0.118, 0.168, 0.515, 0.164, -0.137,

    -2.612, -1.786, -1.521, -1.143, -0.959, -0.774, -0.774,
    -0.519, -2.069, -0.561, -0.306, 0.325, 0.028, -0.641,
    -0.270, 0.040, 0.206, 0.177, 0.043, -0.336, -0.436,
    -0.440, -0.622, -0.242, -0.314, 0.034, -0.102, 0.111,

    0.294, 0.949,
];

/// The chance of the mover.
pub(super) fn chance(position: &Position) -> f32 {
    if position.can_step_home() {
        return 1.0;
    }
    math::logistic(counted(position).iter().zip(WEIGHTS).map(|(counted, weight)| counted * weight).sum())
}

impl Position {
    /// Whether the mover has a piece in the enemy camp and a second that can step in.
    #[inline(always)]
    fn can_step_home(&self) -> bool {
        let goal = self.goal(self.mover);
        let own = self.owned[self.mover.index()];
        own & goal != 0 && around(own & !goal) & goal & self.empty_squares() != 0
    }
}

/// The chance of a player whose opponent rushes.
pub(super) fn against_rushing(position: &Position, player: Player) -> f32 {
    if position.can_step_home() {
        return flag(position.mover == player);
    }
    let counted = counted_for(position, player);
    math::logistic(counted.iter().zip(AGAINST_RUSHING).map(|(counted, weight)| counted * weight).sum())
}

/// The things counted, of a player, of the other one, whether it has the turn, and a one.
pub fn counted_for(position: &Position, player: Player) -> [f32; COUNTED + 1] {
    let mut all = [1.0; COUNTED + 1];
    all[..COUNTED].copy_from_slice(&counted(position));
    if position.mover != player {
        let (mover, other) = all[..2 * EACH].split_at_mut(EACH);
        mover.swap_with_slice(other);
        all[COUNTED - 1] = 0.0;
    }
    all
}

/// The things counted, of the mover, of the other player, and a one.
pub fn counted(position: &Position) -> [f32; COUNTED] {
    let mut all = [0.0; COUNTED];
    let reaches = [Reach::new(position, Player::One), Reach::new(position, Player::Two)];
    for (i, player) in [position.mover, !position.mover].into_iter().enumerate() {
        let side = Side { position, player, reaches: &reaches };
        all[i * EACH..][..EACH].copy_from_slice(&side.counted());
    }
    all[COUNTED - 1] = 1.0;
    all
}

struct Side<'a> {
    position: &'a Position,
    player: Player,
    reaches: &'a [Reach; 2],
}

fn count(set: Squares) -> f32 {
    set.count_ones() as f32
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

impl Side<'_> {
    fn counted(&self) -> [f32; EACH] {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let own = position.owned[me.index()];
        let goal = position.goal(me);
        let last = self.goal_progress();
        let mut counted = [0.0; EACH];
        let (mut nearest, mut second) = (RANKS, RANKS);
        for square in squares(own & !goal) {
            let far = last.saturating_sub(square.progress(me));
            counted[far.min(7)] += 1.0;
            if far < nearest {
                (nearest, second) = (far, nearest);
            } else if far < second {
                second = far;
            }
        }
        let arrived = own & goal != 0;
        counted[0] = flag(arrived);
        if arrived {
            counted[7 + nearest.clamp(1, 4)] = 1.0;
        } else {
            counted[12] = (nearest + second) as f32;
        }
        self.count_threats(&mut counted[13..19]);
        self.count_runners(&mut counted[19..24]);
        let hidden = own & !position.public;
        counted[24] = count(hidden);
        counted[25] = flag(position.barter[me.index()]);
        counted[26] = Kind::TRUE
            .into_iter()
            .map(|kind| count(position.of_kind(me, kind)) * count(position.of_kind(enemy, quarry(kind))))
            .sum();
        counted[27] = count(ahead(own & !goal, me) & position.occupied());
        counted
    }

    /// How many ranks the goal is from the player's own end.
    fn goal_progress(&self) -> usize {
        let goal = self.position.goal(self.player);
        let front = (0..RANKS).find(|&progress| {
            let rank = if self.player == Player::One { progress } else { RANKS - 1 - progress };
            goal & super::board::rank(rank) != 0
        });
        front.unwrap_or(RANKS - 1)
    }

    /// Enemies in reach, by what is known of them, and how far they have come.
    fn count_threats(&self, counted: &mut [f32]) {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let reach = &self.reaches[me.index()];
        let prey = reach.prey(position, enemy);
        counted[0] = count(prey & position.public);
        counted[1] = count(prey & !position.public);
        let near = squares(prey).filter(|square| square.progress(enemy) >= 5).count();
        counted[2] = near as f32;
        let any = reach.0.iter().fold(0, |all, squares| all | squares);
        let exposed = any & position.owned[enemy.index()] & !position.goal(enemy);
        counted[3] = count(exposed & position.public);
        counted[4] = count(exposed & !position.public);
        counted[5] = flag(prey & position.public != 0);
    }

    /// Pieces that nobody can stop, as far as the eye can see.
    fn count_runners(&self, counted: &mut [f32]) {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let last = self.goal_progress();
        for kind in Kind::TRUE {
            let own = position.of_kind(me, kind) & !position.goal(me);
            let hunters = position.of_kind(enemy, hunter(kind)) & !position.goal(enemy);
            if hunters == 0 {
                counted[0] += count(own);
            }
            for square in squares(own) {
                let far = last.saturating_sub(square.progress(me));
                if far <= 4 && squares(hunters).all(|other| !self.catches(other, square, far)) {
                    counted[far.clamp(1, 4)] += 1.0;
                }
            }
        }
    }

    /// Whether an enemy gets to a piece that has so many ranks to go.
    fn catches(&self, other: Square, runner: Square, far: usize) -> bool {
        let aside = other.file().abs_diff(runner.file());
        let before = other.progress(self.player) + 2 >= runner.progress(self.player);
        before && aside <= far + 1 && aside < FILES
    }
}
