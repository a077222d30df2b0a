//! What a drawing shows: a scene, the move that led to it, arrows and marks.

use crate::formats::GameRecord;
use crate::games::{MoveStep, Player, Scene};

/// An arrow between the centres of two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The cell where it begins.
    pub from: String,
    /// The cell it points to.
    pub to: String,
}

/// A drawing: what stands where, what is marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The position.
    pub scene: Scene,
    /// The parts of the move that led to it, which are marked.
    pub last: Vec<MoveStep>,
    /// Arrows of the user.
    pub arrows: Vec<Arrow>,
    /// Cells that the user marks.
    pub marks: Vec<String>,
    /// A line over the board.
    pub caption: String,
    /// Whether player two sits below.
    pub flipped: bool,
}

impl Picture {
    /// A position alone.
    pub fn new(scene: Scene) -> Self {
        let (last, arrows, marks) = (Vec::new(), Vec::new(), Vec::new());
        Picture { scene, last, arrows, marks, caption: String::new(), flipped: false }
    }

    /// A position of a game, with the move that led to it marked and named.
    pub fn of_turn(game: &GameRecord, turn: usize) -> Self {
        let turn = turn.min(game.turns());
        let mut picture = Picture::new(game.scene(turn));
        if let Some(mv) = game.made(turn) {
            picture.caption = format!("{turn}. {}", mv.native);
            picture.last = mv.steps;
        }
        picture
    }

    /// Adds arrows and marks for the parts of a move.
    pub fn point_out(&mut self, steps: &[MoveStep]) {
        for step in steps {
            match &step.from {
                Some(from) => self.arrows.push(Arrow { from: from.clone(), to: step.to.clone() }),
                None => self.marks.push(step.to.clone()),
            }
        }
    }

    /// Who is to move or how the game ended, and the counters, each a few words.
    pub(super) fn status(&self) -> Vec<String> {
        let scene = &self.scene;
        let mut words = vec![match scene.outcome {
            None => format!("{} to move", name(scene.mover)),
            Some(crate::games::Outcome::Draw) => "Draw".to_string(),
            Some(crate::games::Outcome::Win(player)) => format!("{} wins", name(player)),
        }];
        if let Some(reason) = scene.ending {
            words[0].push_str(&format!(" ({reason})"));
        }
        words.extend(scene.counters.iter().map(|counter| format!("{}: {}", counter.name, counter.value)));
        words
    }

    /// The cells of the last move, each once.
    pub(super) fn last_cells(&self) -> Vec<&str> {
        let mut cells: Vec<&str> = Vec::new();
        for cell in self.last.iter().flat_map(|step| step.from.iter().chain([&step.to])) {
            if !cells.contains(&cell.as_str()) {
                cells.push(cell);
            }
        }
        cells
    }
}

/// A player's name.
pub(super) fn name(player: Player) -> &'static str {
    match player {
        Player::One => "Player 1",
        Player::Two => "Player 2",
    }
}
