//! Positions and turns for drawing.

use super::board::{Cell, LENGTHS, cells, home_cell};
use super::mode::Mode;
use super::position::{Position, Role};
use super::turn::{Action, Extra, Turn};
use crate::games::{MoveStep, PieceKind, Player, Scene, SceneSupply};

pub(super) fn kind(role: Role) -> PieceKind {
    let name = match role {
        Role::Rock => "rock",
        Role::Paper => "paper",
        Role::Scissors => "scissors",
        Role::Fool => "fool",
        Role::Wise => "wise",
        Role::King => "king",
        Role::Mountain => "mountain",
    };
    PieceKind::new(role.letter(), name)
}

impl<M: Mode> Position<M> {
    pub(super) fn describe(&self) -> Scene {
        let mut scene = Scene::new(self);
        // The reserves are drawn.
        scene.counters.retain(|counter| counter.name != super::notation::RESERVES);
        scene.add_hexagons(&LENGTHS);
        for cell in cells(self.owned[0] | self.owned[1] | self.all_mountains()) {
            let Some(unit) = self.unit(cell) else { continue };
            for (player, role) in unit.bottom.into_iter().chain([unit.top]) {
                scene.add_piece(cell.name(), player, kind(role));
            }
        }
        for player in Player::BOTH {
            for role in [Role::Mountain, Role::Wise] {
                let count = *self.reserves[player.index()].clone().of(role);
                if count > 0 {
                    scene.reserves.push(SceneSupply { player, kind: kind(role), count });
                }
            }
        }
        let in_game = |role: &Role| M::DROPS || !matches!(role, Role::Mountain | Role::Wise);
        let roles = Role::ALL.into_iter().filter(in_game);
        let army: Vec<_> = roles.map(|role| (kind(role), army(role))).collect();
        scene.count_captured(&army);
        scene
    }

    pub(super) fn steps(&self, turn: Turn) -> Vec<MoveStep> {
        let [from, via, to] = [turn.from(), turn.via(), turn.to()].map(|cell| move || cell.name());
        let (first, second) = turn.kinds();
        let drop = |cell: String, role: Role| MoveStep::place(cell).with(kind(role));
        let mut steps = match turn.action() {
            Action::Cube => vec![MoveStep::piece(from(), to())],
            Action::Stack => vec![MoveStep::stack(from(), to())],
            Action::CubeThenStack => vec![MoveStep::piece(from(), via()), MoveStep::stack(via(), to())],
            Action::StackThenTop => vec![MoveStep::stack(from(), via()), MoveStep::piece(via(), to())],
            Action::Drop => vec![drop(to(), first)],
            Action::DropTwo => vec![drop(via(), first), drop(to(), second)],
            Action::GiveUp => vec![MoveStep::remove(to())],
            Action::PlaceKing => Vec::new(),
        };
        match turn.extra() {
            Extra::Nothing => {}
            Extra::King(column) => {
                let cell: Cell = home_cell(!self.mover, column);
                steps.push(drop(cell.name(), Role::King));
            }
            Extra::Kind(role) => {
                if let Some(last) = steps.last_mut() {
                    last.piece = Some(kind(role));
                }
            }
        }
        steps
    }
}

/// Number of cubes of a role of a side, reserve included.
const fn army(role: Role) -> u8 {
    match role {
        Role::King => 1,
        Role::Fool | Role::Wise => 2,
        _ => 4,
    }
}
