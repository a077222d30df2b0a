//! Positions and turns for drawing.

use super::board::{Board, cells};
use super::position::{Position, Role};
use super::turn::{Action, Turn};
use crate::games::{MoveStep, PieceKind, Scene};

const ARMY: [(Role, u8); 4] = [(Role::Rock, 4), (Role::Paper, 4), (Role::Scissors, 4), (Role::Wise, 2)];

pub(super) fn kind(role: Role) -> PieceKind {
    match role {
        Role::Rock => PieceKind::new('R', "rock"),
        Role::Paper => PieceKind::new('P', "paper"),
        Role::Scissors => PieceKind::new('S', "scissors"),
        Role::Wise => PieceKind::new('W', "wise"),
    }
}

impl<B: Board> Position<B> {
    pub(super) fn describe(&self) -> Scene {
        let mut scene = Scene::new(self);
        scene.add_hexagons(&B::LENGTHS);
        for cell in cells(self.occupied()) {
            let Some(unit) = self.unit(cell) else { continue };
            for role in unit.bottom.into_iter().chain([unit.top]) {
                scene.add_piece(B::name(cell), unit.owner, kind(role));
            }
        }
        scene.count_captured(&ARMY.map(|(role, count)| (kind(role), count)));
        scene
    }

    pub(super) fn steps(&self, turn: Turn) -> Vec<MoveStep> {
        let [from, via, to] = [turn.from(), turn.via(), turn.to()].map(B::name);
        match turn.action() {
            Action::Single | Action::Top => vec![MoveStep::piece(from, to)],
            Action::Stack => vec![MoveStep::stack(from, to)],
            Action::SingleThenStack | Action::TopThenStack => {
                vec![MoveStep::piece(from, via.clone()), MoveStep::stack(via, to)]
            }
            Action::StackThenTop => vec![MoveStep::stack(from, via.clone()), MoveStep::piece(via, to)],
        }
    }
}
