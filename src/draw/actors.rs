//! Which piece goes where from one position to the next, so that an animation can show it. The next
//! scene is the truth; the parts of the move say who moved.

use crate::games::{MoveStep, Player, Scene, ScenePiece, StepAction};
use std::collections::{BTreeMap, BTreeSet};

/// What a piece looks like.
pub(super) type Look = (Player, crate::games::PieceKind, bool);

/// The number of an actor: a piece as long as it looks the same and stands on the board.
pub(super) type Actor = usize;

/// The actors on each cell, from below.
pub(super) type Cast = BTreeMap<String, Vec<Actor>>;

/// Who is on the stage, and what they look like.
#[derive(Default)]
pub(super) struct Stage {
    pub(super) looks: Vec<Look>,
    pub(super) cast: Cast,
}

/// What a move does to the actors.
pub(super) struct Change {
    /// The cast after each part of the move; at least one.
    pub(super) stages: Vec<Cast>,
    /// Who leaves the board, and with which part.
    pub(super) leaving: Vec<(Actor, usize)>,
    /// Who comes onto the board, and with which part.
    pub(super) coming: Vec<(Actor, usize)>,
}

fn look(piece: &ScenePiece) -> Look {
    (piece.player, piece.kind, piece.secret)
}

impl Stage {
    /// Puts everybody on the board.
    pub(super) fn new(scene: &Scene) -> Self {
        let mut stage = Stage::default();
        for piece in &scene.pieces {
            let actor = stage.hire(look(piece));
            stage.cast.entry(piece.cell.clone()).or_default().push(actor);
        }
        stage
    }

    fn hire(&mut self, look: Look) -> Actor {
        self.looks.push(look);
        self.looks.len() - 1
    }

    /// Follows a move to the next scene.
    pub(super) fn follow(&mut self, steps: &[MoveStep], next: &Scene) -> Change {
        // First without captures: where everybody ends if nobody leaves.
        let mut cast = self.cast.clone();
        steps.iter().for_each(|step| self.go(&mut cast, step, next));
        let (last, coming) = self.settle(&cast, next);
        let present = |cast: &Cast| cast.values().flatten().copied().collect::<BTreeSet<Actor>>();
        let (before, after) = (present(&self.cast), present(&last));
        let new: Vec<Actor> = coming.iter().map(|&(actor, _)| actor).collect();
        // Then again, with those who leave going when something comes to their cell.
        let mut stages = Vec::new();
        let mut leaving = Vec::new();
        let mut cast = self.cast.clone();
        for (number, step) in steps.iter().enumerate() {
            self.go(&mut cast, step, next);
            for cell in step.from.iter().chain([&step.to]) {
                let here = cast.entry(cell.clone()).or_default();
                let gone = here.iter().copied().filter(|actor| !after.contains(actor));
                leaving.extend(gone.map(|actor| (actor, number)));
                here.retain(|actor| after.contains(actor));
            }
            stages.push(cast.clone());
        }
        let part = steps.len().saturating_sub(1);
        let known: BTreeSet<Actor> = leaving.iter().map(|&(actor, _)| actor).collect();
        leaving.extend(
            before.difference(&after).filter(|actor| !known.contains(actor)).map(|&actor| (actor, part)),
        );
        let arrives = |cell: &String| steps.iter().position(|step| step.to == *cell).unwrap_or(part);
        let coming = coming.iter().map(|(actor, cell)| (*actor, arrives(cell))).collect();
        // The end is as the scene says.
        stages.pop();
        stages.push(last.clone());
        debug_assert!(new.iter().all(|actor| after.contains(actor)));
        self.cast = last;
        Change { stages, leaving, coming }
    }

    /// Moves those whom a part of the move names.
    fn go(&self, cast: &mut Cast, step: &MoveStep, next: &Scene) {
        let Some(from) = &step.from else { return };
        let (from, to) = match step.action {
            StepAction::Attack => match self.fight(cast, from, &step.to, next) {
                Some(ends) => ends,
                None => return,
            },
            _ => (from, &step.to),
        };
        let here = cast.entry(from.clone()).or_default();
        let count = if step.action == StepAction::Stack { 2 } else { 1 };
        let moved = here.split_off(here.len().saturating_sub(count));
        cast.entry(to.clone()).or_default().extend(moved);
    }

    /// Who goes where after an attack, as the next scene shows it: the winner onto the loser's cell.
    fn fight<'a>(
        &self,
        cast: &Cast,
        from: &'a String,
        to: &'a String,
        next: &Scene,
    ) -> Option<(&'a String, &'a String)> {
        let player =
            |cell: &String| cast.get(cell).and_then(|here| here.last()).map(|&actor| self.looks[actor].0);
        let then = |cell: &'a String| next.on(cell).last().map(|piece| piece.player);
        if then(to).is_some() && then(to) == player(from) {
            Some((from, to))
        } else if then(from).is_some() && then(from) == player(to) {
            Some((to, from))
        } else {
            None
        }
    }

    /// The cast of the next scene: those who are there already where they look right, new ones
    /// elsewhere, with their cells.
    fn settle(&mut self, cast: &Cast, next: &Scene) -> (Cast, Vec<(Actor, String)>) {
        let mut left = cast.clone();
        let (mut settled, mut coming) = (Cast::new(), Vec::new());
        for piece in &next.pieces {
            let candidates = left.entry(piece.cell.clone()).or_default();
            let fits = candidates.iter().position(|&actor| self.looks[actor] == look(piece));
            let actor = match fits {
                Some(index) => candidates.remove(index),
                None => {
                    let actor = self.hire(look(piece));
                    coming.push((actor, piece.cell.clone()));
                    actor
                }
            };
            settled.entry(piece.cell.clone()).or_default().push(actor);
        }
        (settled, coming)
    }
}
