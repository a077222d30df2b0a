//! What a page draws: a turn of a game, as its viewer may know it.

use super::table::{ClockView, Seen, TableFacts};
use crate::formats::MoveText;
use crate::games::{Outcome, PieceKind, Player, Scene, StepAction};
use crate::play::Finish;
use serde::Serialize;
use std::collections::BTreeMap;

/// A turn of a game.
#[derive(Clone, Debug, Serialize)]
pub(super) struct View {
    variant: &'static str,
    /// Rules that differ from the usual ones.
    rules: BTreeMap<&'static str, String>,
    /// The position that the game begins with.
    start: String,
    turn: usize,
    turns: usize,
    /// All moves made.
    moves: Vec<MoveText>,
    fen: String,
    scene: Scene,
    /// What the viewer may do at this turn.
    legal: Vec<MoveText>,
    /// The same where many pieces are placed at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<Placement>,
    finish: Option<FinishView>,
    mover: Player,
    /// Whether the engine thinks about its move.
    thinking: bool,
    clock: Option<ClockView>,
    viewer: Option<Player>,
    /// The table that the game is played at.
    table: Option<TableFacts>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FinishView {
    outcome: Outcome,
    reason: String,
}

impl From<Finish> for FinishView {
    fn from(Finish { outcome, reason }: Finish) -> Self {
        FinishView { outcome, reason }
    }
}

/// A choice of pieces for several cells, where every legal move places one on each of them.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Placement {
    cells: Vec<String>,
    kinds: Vec<PieceKind>,
    /// The move for each legal choice, which is the letters of the pieces in the order of the cells.
    choices: BTreeMap<String, String>,
}

/// Fewer pieces are chosen one by one from `legal`.
const LEAST_PLACED: usize = 3;

impl Placement {
    /// The form for these moves, if it fits them.
    fn of(moves: &[MoveText]) -> Option<Placement> {
        let first = moves.first()?;
        let cells: Vec<String> = first.steps.iter().map(|step| step.to.clone()).collect();
        if cells.len() < LEAST_PLACED {
            return None;
        }
        let mut kinds: Vec<PieceKind> = Vec::new();
        let mut choices = BTreeMap::new();
        for mv in moves {
            let same = mv.steps.iter().map(|step| &step.to).eq(&cells);
            if !same || mv.steps.iter().any(|step| step.action != StepAction::Place) {
                return None;
            }
            let pieces: Vec<PieceKind> = mv.steps.iter().map(|step| step.piece).collect::<Option<_>>()?;
            for &kind in &pieces {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            choices.insert(pieces.iter().map(|kind| kind.letter).collect(), mv.ugi.clone());
        }
        Some(Placement { cells, kinds, choices })
    }
}

impl View {
    /// A turn of a game.
    pub(super) fn of(seen: &Seen, turn: usize) -> View {
        let Seen { game, viewer, table } = seen;
        let (scene, mover) = (game.scene(turn), game.mover(turn));
        let chooses = match table {
            Some(table) => table.chooses && turn == game.turns(),
            None => viewer.is_none_or(|viewer| viewer == mover),
        };
        let legal = if chooses { game.legal_moves(turn) } else { Vec::new() };
        let placement = Placement::of(&legal);
        let by_rules = scene.outcome.map(|outcome| {
            let reason = scene.ending.unwrap_or("rules").to_string();
            FinishView { outcome, reason }
        });
        View {
            variant: game.variant().name(),
            rules: game.rules().changes().collect(),
            start: game.fen(0),
            turn,
            turns: game.turns(),
            moves: game.moves().collect(),
            fen: game.fen(turn),
            finish: match table {
                Some(table) => table.finish.clone().map(Into::into),
                None => by_rules,
            },
            scene,
            legal: if placement.is_some() { Vec::new() } else { legal },
            placement,
            mover,
            thinking: table.as_ref().is_some_and(|table| table.thinking),
            clock: table.as_ref().and_then(|table| table.clock.clone()),
            viewer: *viewer,
            table: table.as_ref().map(|table| table.facts.clone()),
        }
    }
}
