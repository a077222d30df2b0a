//! The handcrafted policy.

use super::board::{Cell, cells, progress};
use super::mode::Mode;
use super::position::{Position, Role};
use super::threat::goal_zone;
use super::turn::{Action, Extra, Turn};
use crate::games::Player;
use crate::games::hex::large::{self as hex, Cells};

/// Drops are most of the turns and mostly useless.
const DROP: f32 = -4.4;
const DROP_TWO: f32 = -5.0;
/// For what a turn captures, by its worth.
const CAPTURE: f32 = 2.8;
/// Against each cube that ends where it can be captured.
const DANGER: f32 = 0.7;
/// For each row that the king gains: far from the goal, and near it.
const KING_STEP: [f32; 2] = [0.5, 1.2];

/// Scores the turns of one position.
pub(super) struct TurnScorer<'a, M: Mode> {
    position: &'a Position<M>,
    mover: Player,
    enemies: Cells,
    /// Cells where a unit topped by the role would be attacked.
    danger: [Cells; 6],
    /// Cells of the mover that are attacked now.
    hanging: Cells,
    /// The other side's king is about to arrive.
    menace: bool,
    /// Cells in the way of the enemy king.
    in_the_way: Cells,
    /// Cells next to the mover's king on its way, once it has set out.
    before_king: Cells,
    /// Shares the weight of a king's capture among the captor's choices.
    choices: f32,
}

impl<'a, M: Mode> TurnScorer<'a, M> {
    pub(super) fn new(position: &'a Position<M>) -> Self {
        let mover = position.mover;
        let theirs = position.threats(!mover);
        let danger = std::array::from_fn(|i| theirs.reach.danger(Role::ALL[i]));
        TurnScorer {
            position,
            mover,
            enemies: position.own(!mover),
            danger,
            hanging: theirs.all(),
            menace: position.can_arrive(!mover),
            in_the_way: ahead(position, !mover),
            before_king: ahead(position, mover),
            choices: if M::RANSOM { -1.0 } else { -1.6 },
        }
    }

    pub(super) fn logit(&self, turn: Turn) -> f32 {
        match turn.action() {
            Action::Drop => DROP + self.drop_bonus(turn.kinds().0, turn.to()),
            Action::DropTwo => {
                let (first, second) = turn.kinds();
                let bonus = self.drop_bonus(first, turn.via()) + self.drop_bonus(second, turn.to());
                DROP_TWO + bonus
            }
            Action::GiveUp | Action::PlaceKing => 0.0,
            _ => self.move_logit(turn),
        }
    }

    fn drop_bonus(&self, role: Role, cell: Cell) -> f32 {
        let set = cell.set();
        let mut bonus = 0.0;
        if self.in_the_way & set != 0 {
            bonus += if self.menace { 1.6 } else { 0.9 };
        }
        if self.before_king & set != 0 {
            bonus += 0.5;
        }
        if role == Role::Wise {
            // A wise on an attacked cube makes it another target.
            if self.hanging & set != 0 && self.danger[Role::Wise.index()] & set == 0 {
                bonus += 1.0;
            } else if self.danger[Role::Wise.index()] & set != 0 {
                bonus -= 1.0;
            }
        }
        bonus
    }

    fn move_logit(&self, turn: Turn) -> f32 {
        let position = self.position;
        let (action, from, via, to) = (turn.action(), turn.from(), turn.via(), turn.to());
        let top = position.top(from);
        let stack = position.stacks & from.set() != 0;
        let mut logit = 0.0;
        if self.enemies & to.set() != 0 {
            logit += CAPTURE * position.unit_worth(to, !self.mover);
        }
        if via != to && self.enemies & via.set() != 0 {
            logit += CAPTURE * position.unit_worth(via, !self.mover);
        }
        if turn.extra() != Extra::Nothing {
            logit += self.choices;
        }
        // What ends where, and whether it can be taken there.
        let own = position.own(self.mover);
        let ends_as_stack = match action {
            Action::Stack | Action::CubeThenStack => true,
            _ => own & to.set() != 0,
        };
        let at_stake = if ends_as_stack { 2.0 } else { 1.0 };
        if self.danger[top.index()] & to.set() != 0 {
            logit -= if top == Role::King { DANGER } else { DANGER * at_stake };
        }
        if action == Action::StackThenTop {
            let bottom = position.bottom(from);
            if self.danger[bottom.index()] & via.set() != 0 {
                logit -= 1.0;
            }
        }
        if self.hanging & from.set() != 0 {
            let leaves_all = !stack || matches!(action, Action::Stack | Action::StackThenTop);
            logit += if leaves_all { 0.9 * if stack { 1.6 } else { 1.0 } } else { 0.3 };
        }
        if action == Action::CubeThenStack && self.hanging & via.set() != 0 {
            logit += 0.8;
        }
        if self.menace && self.in_the_way & to.set() != 0 {
            logit += 1.0;
        }
        let row = |cell: Cell| progress(cell.row(), self.mover) as f32;
        let gained = row(to) - row(from);
        if top == Role::King {
            logit += self.king_logit(turn, gained);
        } else if top != Role::Wise {
            logit += 0.12 * gained;
        }
        if ends_as_stack {
            logit += 0.15;
        }
        logit
    }

    fn king_logit(&self, turn: Turn, gained: f32) -> f32 {
        let far = goal_zone(self.mover) & turn.to().set() != 0;
        let mut logit = gained * KING_STEP[usize::from(far)];
        if far {
            let mut next = *self.position;
            next.act(turn);
            if next.can_arrive(self.mover) {
                logit += 1.4;
            }
        }
        logit
    }
}

/// The cells that lead a king nearer to the goal, one and two steps on, once it has set
/// out.
pub(super) fn ahead<M: Mode>(position: &Position<M>, player: Player) -> Cells {
    let king = position.king(player);
    let zone = goal_zone(player);
    let step = |cells: Cells| hex::spread(cells) & forward(cells, player);
    let near = step(king);
    if king & (zone | hex::spread(zone)) != 0 { near | step(near) } else { 0 }
}

/// All cells further on the player's way than the nearest of the set.
pub(super) fn forward(set: Cells, player: Player) -> Cells {
    let Some(nearest) = cells(set).map(|cell| progress(cell.row(), player)).min() else { return 0 };
    match player {
        Player::One => hex::rows_from(nearest + 1),
        Player::Two => !hex::rows_from(hex::ROWS - 1 - nearest),
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::goal;
    use super::*;

    #[test]
    fn forward_is_towards_the_goal() {
        for player in [Player::One, Player::Two] {
            let home = goal(!player);
            assert_eq!(forward(home, player) & home, 0);
            assert_ne!(forward(home, player) & goal(player), 0);
            assert_eq!(forward(goal(player), player) & super::super::board::BOARD, 0);
        }
    }
}
