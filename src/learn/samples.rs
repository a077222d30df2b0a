//! The training and validation sets: positions of games, with their targets.

use super::games::{GamesReader, TrainingGame};
use crate::games::{
    Features, Game, Information, Notation, NotationError, Observer, Outcome, Player, Value, Variant,
};
use crate::math::mix;
use crate::net::{Net, OUTCOMES};
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

/// What the value targets of positions are made of.
#[derive(Clone, Copy, Debug)]
pub struct ValueTargets<'a> {
    /// The weight of the λ-return; the rest is the value that the search found.
    pub outcome_share: f32,
    /// The λ of TD(λ): 1 takes the game's outcome alone. Below it, the values of the positions that
    /// follow count too, the more the nearer they are, so that the target depends less on the
    /// chance and the errors of the rest of the game.
    pub lambda: f32,
    /// Evaluates the full positions that follow in a hidden game, where the search saw only the
    /// mover's view. Without it, or in open games, the value that the search found is taken.
    pub bootstrap: Option<&'a Net>,
}

impl ValueTargets<'_> {
    /// The outcome of the game and the value of the search, at this share.
    pub fn outcome(outcome_share: f32) -> Self {
        ValueTargets { outcome_share, lambda: 1.0, bootstrap: None }
    }
}

/// One game in this many goes to the validation set: whole games, since positions of the same
/// game are correlated.
const VALIDATION_GAMES: u64 = 20;

impl<G: Notation> Dataset<G> {
    /// Adds the positions of a file of games.
    pub fn read(&mut self, path: &Path, variant: Variant, targets: ValueTargets) -> anyhow::Result<()> {
        let mut reader = GamesReader::open(path, variant)?;
        while let Some(game) = reader.next_game()? {
            self.add(&game, targets).with_context(|| format!("{}: game {}", path.display(), game.number))?;
        }
        Ok(())
    }

    /// Adds the positions of one game, if its moves are legal.
    pub fn add(&mut self, game: &TrainingGame, targets: ValueTargets) -> Result<(), NotationError> {
        let held_out = mix(game.number).is_multiple_of(VALIDATION_GAMES);
        let set = if held_out { &mut self.validation } else { &mut self.training };
        add_positions(game, targets, set)?;
        self.games += 1;
        Ok(())
    }
}

fn add_positions<G: Notation>(
    game: &TrainingGame,
    targets: ValueTargets,
    samples: &mut Vec<Sample<G>>,
) -> Result<(), NotationError> {
    let mut position: G = game.start_position()?;
    let mut positions = Vec::with_capacity(game.plies.len());
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
        positions.push(position.clone());
        position.play(moves[usize::from(ply.played)]);
    }
    let ValueTargets { outcome_share, lambda, bootstrap } = targets;
    // From the last position to the first: the λ-return for player one.
    let mut lambda_return = match game.outcome {
        Outcome::Draw => Value::DRAW,
        Outcome::Win(Player::One) => Value::WIN,
        Outcome::Win(Player::Two) => Value::LOSS,
    };
    let first = samples.len();
    for (position, ply) in positions.into_iter().zip(&game.plies).rev() {
        let mover = position.mover();
        let returned = for_player(lambda_return, mover);
        let searched = ply.value();
        let value_target = mixed(returned, searched, outcome_share);
        let visits: Box<[(u16, u16)]> = ply.visits.clone().into();
        let view = G::Information::view(&position, Observer::Player(mover));
        samples.push(Sample {
            position: view,
            value_target: probabilities(value_target),
            visits: visits.clone(),
        });
        if lambda < 1.0 {
            let value = match bootstrap.filter(|_| G::Information::HIDDEN) {
                Some(net) => net.value(&position),
                None => searched,
            };
            lambda_return = mixed(lambda_return, for_player(value, mover), lambda);
        }
        if G::Information::HIDDEN {
            // The search saw the mover's view only, so its value is no target for the full
            // position.
            samples.push(Sample { position, value_target: probabilities(returned), visits });
        }
    }
    samples[first..].reverse();
    Ok(())
}

/// A value for player one as one for this player, or the other way round.
fn for_player(value: Value, player: Player) -> Value {
    if player == Player::One { value } else { value.flipped() }
}

/// The mean of two values; the share is the weight of the first.
fn mixed(one: Value, other: Value, share: f32) -> Value {
    let mean = |one: f32, other: f32| share * one + (1.0 - share) * other;
    Value { win: mean(one.win, other.win), draw: mean(one.draw, other.draw) }
}

/// Probabilities to win, draw and lose.
fn probabilities(value: Value) -> [f32; OUTCOMES] {
    [value.win, value.draw, value.loss()]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pijersi::{Board45, Position};
    use crate::games::{Game, Rules};
    use crate::learn::games::Ply;
    use crate::search::EvalSource;

    type Pijersi = Position<Board45>;

    /// The value targets of the two samples of each ply, or the one in an open game: win and loss.
    fn targets<G: Notation>(game: &TrainingGame, targets: ValueTargets<'_>) -> Vec<(f32, f32)> {
        let mut samples = Vec::new();
        add_positions::<G>(game, targets, &mut samples).expect("legal moves");
        samples.iter().map(|sample| (sample.value_target[0], sample.value_target[2])).collect()
    }

    /// A game of the first legal moves, won by player two, in which the search of every mover saw
    /// this probability to win.
    fn game<G: Notation>(wins: &[f32]) -> TrainingGame {
        let rules = Rules::of(G::rule_options());
        let start = TrainingGame::start_text(&G::start(&rules), &rules);
        let plies = wins.iter().map(|&win| Ply::new(0, Value { win, draw: 0.0 })).collect();
        TrainingGame { number: 0, start, outcome: Outcome::Win(Player::Two), plies }
    }

    fn close(found: &[(f32, f32)], wins: &[f32]) -> bool {
        found.len() == wins.len()
            && found.iter().zip(wins).all(|(&(win, loss), &wanted)| {
                (win - wanted).abs() < 1e-3 && (loss - (1.0 - wanted)).abs() < 1e-3
            })
    }

    #[test]
    fn the_lambda_return_lies_between_the_outcome_and_the_next_value() {
        let game = game::<Pijersi>(&[0.6, 0.3, 0.8]);
        let of = |lambda: f32| {
            targets::<Pijersi>(&game, ValueTargets { outcome_share: 1.0, lambda, bootstrap: None })
        };
        // Player one moves first and third, and loses.
        assert!(close(&of(1.0), &[0.0, 1.0, 0.0]), "{:?}", of(1.0));
        // The value of the position that follows, for the player who moves before; then the outcome.
        assert!(close(&of(0.0), &[0.7, 0.2, 0.0]), "{:?}", of(0.0));
        assert!(close(&of(0.5), &[0.5 * 0.7 + 0.25 * 0.8, 0.5 * 0.2 + 0.5, 0.0]), "{:?}", of(0.5));
    }

    #[test]
    fn hidden_games_bootstrap_from_full_positions() {
        type Bloch = crate::games::bloch::Position;
        let game = game::<Bloch>(&[0.6, 0.3, 0.8]);
        let net = EvalSource::Embedded.net::<Bloch>().expect("a net");
        let lambda = |lambda: f32| ValueTargets { outcome_share: 0.5, lambda, bootstrap: Some(&net) };
        // The full position, then the view of its mover.
        assert!(close(&targets::<Bloch>(&game, lambda(1.0)), &[0.0, 0.3, 1.0, 0.65, 0.0, 0.4]));
        let start: Bloch = game.start_position().expect("a start");
        let mut next = start;
        let mut moves = Vec::new();
        next.legal_moves(&mut moves);
        next.play(moves[0]);
        let value = net.value(&next);
        let found = targets::<Bloch>(&game, lambda(0.0))[0];
        assert!((found.0 - value.loss()).abs() < 1e-4 && (found.1 - value.win).abs() < 1e-4, "{found:?}");
    }
}
