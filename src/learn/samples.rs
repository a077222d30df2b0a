//! The training and validation sets: positions of games, with their targets.

use super::games::{GamesReader, TrainingGame};
use crate::games::{Features, Game, Information, Notation, NotationError, Observer, Outcome, Variant};
use crate::math::mix;
use crate::net::OUTCOMES;
use anyhow::Context;
use std::path::Path;

/// A position with its value target and its policy target.
#[derive(Clone, Debug)]
pub struct Sample<G> {
    position: G,
    /// Probabilities of the mover to win, draw and lose.
    value_target: [f32; OUTCOMES],
    /// Visits of moves, which are given by their index in the list of legal moves. Empty
    /// where there is no policy target.
    visits: Box<[(u16, u16)]>,
}

/// Samples, split by games into two sets.
#[derive(Debug)]
pub struct Dataset<G> {
    /// The samples that gradients are computed from.
    pub training: Vec<Sample<G>>,
    /// Held-out samples, to measure the loss on.
    pub validation: Vec<Sample<G>>,
    /// The games that the samples are taken from.
    pub games: u64,
}

impl<G> Default for Dataset<G> {
    fn default() -> Self {
        Dataset { training: Vec::new(), validation: Vec::new(), games: 0 }
    }
}

/// One game in this many goes to the validation set: whole games, since positions of the same
/// game are correlated.
const VALIDATION_GAMES: u64 = 20;

impl<G: Notation> Dataset<G> {
    /// Adds the positions of a file of games. `outcome_share` is the weight of the game's
    /// outcome in the value targets; the rest is the value that the search found.
    pub fn read(&mut self, path: &Path, variant: Variant, outcome_share: f32) -> anyhow::Result<()> {
        let mut reader = GamesReader::open(path, variant)?;
        while let Some(game) = reader.next_game()? {
            self.add(&game, outcome_share)
                .with_context(|| format!("{}: game {}", path.display(), game.number))?;
        }
        Ok(())
    }

    /// Adds the positions of one game, if its moves are legal.
    pub fn add(&mut self, game: &TrainingGame, outcome_share: f32) -> Result<(), NotationError> {
        let held_out = mix(game.number).is_multiple_of(VALIDATION_GAMES);
        let set = if held_out { &mut self.validation } else { &mut self.training };
        add_positions(game, outcome_share, set)?;
        self.games += 1;
        Ok(())
    }
}

fn add_positions<G: Notation>(
    game: &TrainingGame,
    outcome_share: f32,
    samples: &mut Vec<Sample<G>>,
) -> Result<(), NotationError> {
    let mut position: G = game.start_position()?;
    let mut moves = Vec::new();
    for ply in &game.plies {
        if position.outcome().is_some() {
            return Err(NotationError::new(ply.played.to_string(), "no move after the end of the game"));
        }
        moves.clear();
        position.legal_moves(&mut moves);
        let indices = ply.visits.iter().map(|&(index, _)| index).chain([ply.played]);
        if let Some(index) = indices.into_iter().find(|&index| usize::from(index) >= moves.len()) {
            let expected = format!("the index of one of {} moves", moves.len());
            return Err(NotationError::new(index.to_string(), expected));
        }
        let outcome = match game.outcome {
            Outcome::Draw => [0.0, 1.0, 0.0],
            Outcome::Win(winner) if winner == position.mover() => [1.0, 0.0, 0.0],
            Outcome::Win(_) => [0.0, 0.0, 1.0],
        };
        let value = ply.value();
        let searched = [value.win, value.draw, (1.0 - value.win - value.draw).max(0.0)];
        let value_target =
            std::array::from_fn(|i| outcome_share * outcome[i] + (1.0 - outcome_share) * searched[i]);
        let visits: Box<[(u16, u16)]> = ply.visits.clone().into();
        if G::Information::HIDDEN {
            // The search saw the mover's view only, so its value is no target for the full
            // position.
            let position = position.clone();
            samples.push(Sample { position, value_target: outcome, visits: visits.clone() });
        }
        let view = G::Information::view(&position, Observer::Player(position.mover()));
        samples.push(Sample { position: view, value_target, visits });
        position.play(moves[usize::from(ply.played)]);
    }
    Ok(())
}

/// A sample encoded as features. Reused from sample to sample, so that nothing is
/// allocated.
#[derive(Debug, Default)]
pub(crate) struct Example {
    /// The active features of the position.
    pub(super) active: Vec<u16>,
    /// Probabilities of win, draw and loss.
    pub(super) value_target: [f32; OUTCOMES],
    /// The features of all moves, one move after the other.
    pub(super) move_features: Vec<u16>,
    /// For each move, where its features end.
    pub(super) move_ends: Vec<u32>,
    /// The share of the visits of each move; empty without a policy target.
    pub(super) policy_target: Vec<f32>,
}

impl Example {
    /// Encodes a sample, transformed by one of the game's symmetries. `moves` is a buffer.
    pub(crate) fn encode<G: Game>(&mut self, sample: &Sample<G>, symmetry: usize, moves: &mut Vec<G::Move>) {
        self.value_target = sample.value_target;
        self.active.clear();
        G::Features::active_features(&sample.position, |feature| {
            self.active.push(G::Features::symmetric(symmetry, feature) as u16);
        });
        self.move_features.clear();
        self.move_ends.clear();
        self.policy_target.clear();
        let all: u32 = sample.visits.iter().map(|&(_, visits)| u32::from(visits)).sum();
        if all == 0 {
            return;
        }
        moves.clear();
        sample.position.legal_moves(moves);
        G::Features::move_features(&sample.position, moves, |features| {
            let symmetric = |&feature: &u16| G::Features::symmetric_move(symmetry, feature.into()) as u16;
            self.move_features.extend(features.iter().map(symmetric));
            self.move_ends.push(self.move_features.len() as u32);
        });
        self.policy_target.resize(moves.len(), 0.0);
        for &(index, visits) in &sample.visits {
            if let Some(share) = self.policy_target.get_mut(usize::from(index)) {
                *share = f32::from(visits) / all as f32;
            }
        }
    }
}
