//! The handcrafted evaluation: a logistic regression on handcrafted terms, fitted to self-play
//! games (`sisku-lab fit`).

use super::board::{FILES, Kind, RANKS, Square, Squares, ahead, around, squares};
use super::policy::TurnScorer;
use super::position::Position;
use super::reach::{Reach, hunter, quarry};
use super::turn::Turn;
use crate::games::{Evaluate, LevelScale, Player, Value};
use crate::math;

/// Terms of each player.
const EACH: usize = 28;
/// All terms: the mover's, the opponent's, and one for the side to move.
pub const TERMS: usize = 2 * EACH + 1;

/// The weights, in the order of [`terms`]. The value is a feature of the net too, so that other
/// weights need another net.
#[rustfmt::skip]
const WEIGHTS: [f32; TERMS] = [
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

/// The handcrafted value and policy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Handcrafted;

impl Evaluate<Position> for Handcrafted {
    const LEVELS: LevelScale = LevelScale::new(
        [0.37, 2.0],
        [-1.0, 1.55, 2.38, 3.07, 3.94, 5.05, 6.17, 7.67, 8.7, 10.0],
        [-59, 76, 166, 264, 407, 532, 607, 752, 820, 898],
    );

    fn value(position: &Position) -> Value {
        if !position.under_way() {
            return Value { win: 0.5, draw: 0.0 };
        }
        Value { win: win_probability(position), draw: 0.0 }
    }

    fn logits(position: &Position, moves: &[Turn], logits: &mut Vec<f32>) {
        logits.clear();
        if !position.under_way() {
            logits.resize(moves.len(), 0.0);
            return;
        }
        let scorer = TurnScorer::new(position);
        logits.extend(moves.iter().map(|&turn| scorer.logit(turn)));
    }
}

/// The mover's probability to win.
fn win_probability(position: &Position) -> f32 {
    if position.can_win_by_arrival() {
        return 1.0;
    }
    math::logistic(terms(position).iter().zip(WEIGHTS).map(|(term, weight)| term * weight).sum())
}

impl Position {
    /// Whether the mover wins in one move by arriving: one piece is in the enemy camp, and a
    /// second can step in.
    #[inline(always)]
    pub(super) fn can_win_by_arrival(&self) -> bool {
        let goal = self.goal(self.mover);
        let own = self.owned[self.mover.index()];
        own & goal != 0 && around(own & !goal) & goal & self.empty_squares() != 0
    }
}

/// The terms: the mover's, the opponent's, and a 1 for the side to move.
pub fn terms(position: &Position) -> [f32; TERMS] {
    let mut all = [0.0; TERMS];
    let reaches = [Reach::new(position, Player::One), Reach::new(position, Player::Two)];
    for (i, player) in [position.mover, !position.mover].into_iter().enumerate() {
        let side = Side { position, player, reaches: &reaches };
        all[i * EACH..][..EACH].copy_from_slice(&side.terms());
    }
    all[TERMS - 1] = 1.0;
    all
}

/// The ranks that pieces have to go to the enemy camp, the least first; [`RANKS`] for none.
pub(super) struct Runs {
    /// The foremost two pieces.
    pub(super) nearest: [usize; 2],
    /// The foremost two runners: pieces that no enemy that may beat them can catch, estimated by
    /// distance alone.
    pub(super) free: [usize; 2],
}

/// Puts a number into a sorted pair, in place of the greatest.
fn insert([least, second]: &mut [usize; 2], number: usize) {
    if number < *least {
        (*least, *second) = (number, *least);
    } else if number < *second {
        *second = number;
    }
}

impl Position {
    /// How near a player is to its goal.
    pub(super) fn runs(&self, player: Player) -> Runs {
        // No attack maps are needed.
        Side { position: self, player, reaches: &[Reach::NONE, Reach::NONE] }.runs()
    }
}

/// One player's side of a position.
struct Side<'a> {
    position: &'a Position,
    player: Player,
    reaches: &'a [Reach; 2],
}

fn popcount(set: Squares) -> f32 {
    set.count_ones() as f32
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

impl Side<'_> {
    fn terms(&self) -> [f32; EACH] {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let own = position.owned[me.index()];
        let goal = position.goal(me);
        let last = self.goal_progress();
        let mut terms = [0.0; EACH];
        let (mut nearest, mut second) = (RANKS, RANKS);
        for square in squares(own & !goal) {
            let far = last.saturating_sub(square.progress(me));
            terms[far.min(7)] += 1.0;
            if far < nearest {
                (nearest, second) = (far, nearest);
            } else if far < second {
                second = far;
            }
        }
        let arrived = own & goal != 0;
        terms[0] = flag(arrived);
        if arrived {
            terms[7 + nearest.clamp(1, 4)] = 1.0;
        } else {
            terms[12] = (nearest + second) as f32;
        }
        self.count_threats(&mut terms[13..19]);
        self.count_runners(&mut terms[19..24]);
        let hidden = own & !position.public;
        terms[24] = popcount(hidden);
        terms[25] = flag(position.barter[me.index()]);
        terms[26] = Kind::TRUE
            .into_iter()
            .map(|kind| {
                popcount(position.of_kind(me, kind)) * popcount(position.of_kind(enemy, quarry(kind)))
            })
            .sum();
        terms[27] = popcount(ahead(own & !goal, me) & position.occupied());
        terms
    }

    /// Ranks from the player's first rank to the goal.
    fn goal_progress(&self) -> usize {
        let goal = self.position.goal(self.player);
        let front = (0..RANKS).find(|&progress| {
            let rank = if self.player == Player::One { progress } else { RANKS - 1 - progress };
            goal & super::board::rank(rank) != 0
        });
        front.unwrap_or(RANKS - 1)
    }

    /// Attacked enemies: by pieces that beat them and by any, public and hidden, and how many of
    /// them are close to their goal.
    fn count_threats(&self, terms: &mut [f32]) {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let reach = &self.reaches[me.index()];
        let attacked = reach.attacked(position, enemy);
        terms[0] = popcount(attacked & position.public);
        terms[1] = popcount(attacked & !position.public);
        let near = squares(attacked).filter(|square| square.progress(enemy) >= 5).count();
        terms[2] = near as f32;
        let any = reach.0.iter().fold(0, |all, squares| all | squares);
        let exposed = any & position.owned[enemy.index()] & !position.goal(enemy);
        terms[3] = popcount(exposed & position.public);
        terms[4] = popcount(exposed & !position.public);
        terms[5] = flag(attacked & position.public != 0);
    }

    /// Runners: pieces that no enemy of the kind that beats them can catch, estimated by distance
    /// alone.
    fn count_runners(&self, terms: &mut [f32]) {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let last = self.goal_progress();
        for kind in Kind::TRUE {
            let own = position.of_kind(me, kind) & !position.goal(me);
            let hunters = position.of_kind(enemy, hunter(kind)) & !position.goal(enemy);
            if hunters == 0 {
                terms[0] += popcount(own);
            }
            for square in squares(own) {
                let far = last.saturating_sub(square.progress(me));
                if far <= 4 && squares(hunters).all(|other| !self.intercepts(other, square, far)) {
                    terms[far.clamp(1, 4)] += 1.0;
                }
            }
        }
    }

    /// The ranks that a player's foremost two pieces have to go, and its foremost two runners.
    fn runs(&self) -> Runs {
        let position = self.position;
        let (me, enemy) = (self.player, !self.player);
        let last = self.goal_progress();
        let mut runs = Runs { nearest: [RANKS; 2], free: [RANKS; 2] };
        let enemies = position.owned[enemy.index()] & !position.goal(enemy);
        for kind in Kind::ALL {
            let hunters = match kind {
                Kind::Unknown => enemies,
                _ => {
                    enemies & (position.of_kind(enemy, hunter(kind)) | position.of_kind(enemy, Kind::Unknown))
                }
            };
            for square in squares(position.of_kind(me, kind)) {
                let far = last.saturating_sub(square.progress(me));
                insert(&mut runs.nearest, far);
                if far == 0 || squares(hunters).all(|other| !self.intercepts(other, square, far)) {
                    insert(&mut runs.free, far);
                }
            }
        }
        runs
    }

    /// Whether an enemy can intercept a runner that has so many ranks to go.
    fn intercepts(&self, other: Square, runner: Square, far: usize) -> bool {
        let aside = other.file().abs_diff(runner.file());
        let before = other.progress(self.player) + 2 >= runner.progress(self.player);
        before && aside <= far + 1 && aside < FILES
    }
}
