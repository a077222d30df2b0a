//! Positions to learn from, taken from games.

use super::games::{GamesReader, TrainingGame};
use crate::games::{Features, Game, Information, Notation, NotationError, Observer, Outcome, Rules, Variant};
use crate::math::mix;
use crate::net::RESULTS;
use anyhow::Context;
use std::path::Path;

/// A position and what a net should say about it.
#[derive(Clone, Debug)]
pub struct Sample<G> {
    position: G,
    /// Chances of the mover to win, draw and lose.
    results: [f32; RESULTS],
    /// Moves by their place in the list of legal moves, with the attention they deserve.
    attention: Box<[(u16, u16)]>,
}

/// Samples in two parts.
#[derive(Debug)]
pub struct Samples<G> {
    /// To learn from.
    pub lessons: Vec<Sample<G>>,
    /// To see how well that went.
    pub exam: Vec<Sample<G>>,
    pub games: u64,
}

impl<G> Default for Samples<G> {
    fn default() -> Self {
        Samples { lessons: Vec::new(), exam: Vec::new(), games: 0 }
    }
}

/// One game in this many is kept for the exam, whole: its positions are alike.
const EXAM_GAMES: u64 = 20;

impl<G: Notation> Samples<G> {
    /// Takes the positions of a file of games. `outcome_share` says how much the end of a
    /// game counts; the rest is what the search thought at the time.
    pub fn read(&mut self, path: &Path, variant: Variant, outcome_share: f32) -> anyhow::Result<()> {
        let rules = Rules::of(G::rule_options());
        let mut reader = GamesReader::open(path, variant)?;
        while let Some(game) = reader.next_game().with_context(|| path.display().to_string())? {
            let part =
                if mix(game.number).is_multiple_of(EXAM_GAMES) { &mut self.exam } else { &mut self.lessons };
            add(&game, &rules, outcome_share, part)
                .with_context(|| format!("{}: game {}", path.display(), game.number))?;
            self.games += 1;
        }
        Ok(())
    }
}

/// Adds the positions of one game.
fn add<G: Notation>(
    game: &TrainingGame,
    rules: &Rules,
    outcome_share: f32,
    samples: &mut Vec<Sample<G>>,
) -> Result<(), NotationError> {
    let mut position = G::from_fen(&game.start, rules)?;
    let mut moves = Vec::new();
    for ply in &game.plies {
        moves.clear();
        position.legal_moves(&mut moves);
        let Some(&played) = moves.get(usize::from(ply.played)) else {
            let expected = format!("the place of one of {} moves", moves.len());
            return Err(NotationError::new(ply.played.to_string(), expected));
        };
        let end = match game.outcome {
            Outcome::Draw => [0.0, 1.0, 0.0],
            Outcome::Win(winner) if winner == position.mover() => [1.0, 0.0, 0.0],
            Outcome::Win(_) => [0.0, 0.0, 1.0],
        };
        let thought = ply.value();
        let thought = [thought.win, thought.draw, (1.0 - thought.win - thought.draw).max(0.0)];
        let results = std::array::from_fn(|i| outcome_share * end[i] + (1.0 - outcome_share) * thought[i]);
        let attention: Box<[(u16, u16)]> = ply.tried.clone().into();
        if G::Information::HIDDEN {
            // Who thought did not see everything: of the full position only the end tells.
            let position = position.clone();
            samples.push(Sample { position, results: end, attention: attention.clone() });
        }
        let position_seen = G::Information::view(&position, Observer::Player(position.mover()));
        samples.push(Sample { position: position_seen, results, attention });
        position.play(played);
    }
    Ok(())
}

/// A sample as a net sees it. Used over and over, so that nothing is allocated.
#[derive(Debug, Default)]
pub struct Example {
    /// The inputs that are on.
    pub on: Vec<u16>,
    /// Chances to win, draw and lose.
    pub results: [f32; RESULTS],
    /// The inputs of all moves, one after the other, and where each move's end.
    pub move_inputs: Vec<u16>,
    pub move_ends: Vec<u32>,
    /// The share of attention for each move; empty where there is nothing to learn.
    pub attention: Vec<f32>,
}

impl Example {
    /// Looks at a sample through one of the game's symmetries.
    pub fn look<G: Game>(&mut self, sample: &Sample<G>, symmetry: usize, moves: &mut Vec<G::Move>) {
        self.results = sample.results;
        self.on.clear();
        let image = |input| G::Features::image(symmetry, input) as u16;
        G::Features::position(&sample.position, |input| self.on.push(image(input)));
        self.move_inputs.clear();
        self.move_ends.clear();
        self.attention.clear();
        let all: u32 = sample.attention.iter().map(|&(_, visits)| u32::from(visits)).sum();
        if all == 0 {
            return;
        }
        moves.clear();
        sample.position.legal_moves(moves);
        G::Features::moves(&sample.position, moves, |on| {
            let image = |&input: &u16| G::Features::move_image(symmetry, input.into()) as u16;
            self.move_inputs.extend(on.iter().map(image));
            self.move_ends.push(self.move_inputs.len() as u32);
        });
        self.attention.resize(moves.len(), 0.0);
        for &(place, visits) in &sample.attention {
            if let Some(share) = self.attention.get_mut(usize::from(place)) {
                *share = f32::from(visits) / all as f32;
            }
        }
    }
}
