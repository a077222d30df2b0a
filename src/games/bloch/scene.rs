//! Positions and turns for drawing.

use super::board::{FILES, Kind, RANKS, Square, squares, start_rank};
use super::position::{Counts, Position};
use super::turn::{Action, Turn};
use crate::games::{MoveStep, PieceKind, Player, Scene, SceneCounter, ScenePiece, SceneSupply};

pub(super) fn piece_kind(kind: Kind) -> PieceKind {
    match kind {
        Kind::Unknown => PieceKind::UNKNOWN,
        Kind::Rock => PieceKind::new('R', "rock"),
        Kind::Paper => PieceKind::new('P', "paper"),
        Kind::Scissors => PieceKind::new('S', "scissors"),
    }
}

/// The pieces of a player that are counted by kind.
fn supplies(player: Player, counts: Counts) -> impl Iterator<Item = SceneSupply> {
    let supply =
        move |kind: Kind| SceneSupply { player, kind: piece_kind(kind), count: counts[kind.index()] };
    Kind::TRUE.into_iter().chain([Kind::Unknown]).map(supply).filter(|supply| supply.count > 0)
}

impl Position {
    pub(super) fn describe(&self) -> Scene {
        let mut scene = Scene::new(self);
        for square in (0..RANKS).flat_map(|rank| (0..FILES).filter_map(move |file| Square::at(file, rank))) {
            let goal = Player::BOTH.into_iter().find(|&player| self.goal(player) & square.set() != 0);
            scene.add_square(square.name(), (square.file(), square.rank()), goal);
        }
        for square in squares(self.occupied()) {
            let Some((player, kind)) = self.piece(square) else { continue };
            let (cell, kind) = (square.name(), piece_kind(kind));
            let secret = self.public & square.set() == 0;
            scene.pieces.push(ScenePiece { cell, level: 0, player, kind, secret });
        }
        for player in Player::BOTH {
            scene.reserves.extend(supplies(player, self.reserves[player.index()]));
            scene.captured.extend(supplies(player, self.removed[player.index()]));
        }
        let value = match self.barter {
            [true, true] => "both",
            [true, false] => "player 1",
            [false, true] => "player 2",
            [false, false] => "nobody",
        };
        let value = value.to_string();
        scene.counters.push(SceneCounter { name: "May barter".to_string(), value });
        scene
    }

    pub(super) fn steps(&self, turn: Turn) -> Vec<MoveStep> {
        let [from, to, target] = [turn.from(), turn.to(), turn.target()].map(|square| move || square.name());
        let attack = |from: String| {
            let step = MoveStep::attack(from, target());
            match turn.announced() {
                (Kind::Unknown, _) | (_, Kind::Unknown) => step,
                (attacker, attacked) => step.announcing(piece_kind(attacker), piece_kind(attacked)),
            }
        };
        match turn.action() {
            Action::Move => vec![MoveStep::piece(from(), to())],
            Action::Attack => vec![attack(from())],
            Action::MoveAttack => vec![MoveStep::piece(from(), to()), attack(to())],
            Action::Barter => vec![MoveStep::place(from()).with(piece_kind(turn.kind()))],
            Action::Pass => Vec::new(),
            Action::SetUp => {
                let rank = start_rank(self.mover);
                let row = (0..FILES).filter_map(|file| Square::at(file, rank));
                let placed = row.zip(turn.pieces());
                placed.map(|(square, kind)| MoveStep::place(square.name()).with(piece_kind(kind))).collect()
            }
        }
    }
}
