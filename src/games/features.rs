//! A game's positions and moves as the inputs of a net.

use super::Game;

/// The inputs of a net, written once: the engine plays by them and nets are trained on
/// them.
///
/// An input is on or off. Everything is told as the mover sees it, so that a net knows
/// of one side only and what it learns of one colour holds for the other.
pub trait Features<G: Game>: 'static {
    /// How many inputs tell of a position; 0 for a game that has no nets.
    const INPUTS: usize;
    /// How many inputs tell of a move.
    const MOVE_INPUTS: usize;
    /// Ways to look at a position that change nothing about it, the plain one included.
    const SYMMETRIES: usize;
    /// The net that comes with the engine; empty if there is none.
    const NET: &'static [u8];

    /// Tells which inputs of an unfinished position are on.
    fn position(position: &G, on: impl FnMut(usize));
    /// Tells for each move, in their order, which of its inputs are on. An input may
    /// occur more than once.
    fn moves(position: &G, moves: &[G::Move], each: impl FnMut(&[u16]));
    /// Writes for each move the sum of the scores of its inputs into `logits`. Games whose
    /// moves have much in common add that up once.
    fn logits(position: &G, moves: &[G::Move], scores: &[f32], logits: &mut Vec<f32>) {
        logits.clear();
        Self::moves(position, moves, |on| logits.push(score(on, scores)));
    }
    /// The input that is on in the image of a position where this one is on.
    fn image(symmetry: usize, input: usize) -> usize;
    /// The same for the inputs of moves.
    fn move_image(symmetry: usize, input: usize) -> usize;
}

/// The sum of the scores of inputs.
#[inline(always)]
pub fn score(on: &[u16], scores: &[f32]) -> f32 {
    on.iter().map(|&input| scores[usize::from(input)]).sum()
}

/// The inputs of one move, as a game lists them.
#[derive(Debug, Default)]
pub struct InputList {
    inputs: [u16; InputList::ROOM],
    len: usize,
}

impl InputList {
    /// More than any move has.
    const ROOM: usize = 32;

    #[inline(always)]
    pub fn add(&mut self, input: usize) {
        self.inputs[self.len % InputList::ROOM] = input as u16;
        self.len += 1;
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub fn inputs(&self) -> &[u16] {
        &self.inputs[..self.len.min(InputList::ROOM)]
    }
}

/// No inputs: no nets.
#[derive(Clone, Copy, Debug)]
pub struct NoFeatures;

impl<G: Game> Features<G> for NoFeatures {
    const INPUTS: usize = 0;
    const MOVE_INPUTS: usize = 0;
    const SYMMETRIES: usize = 1;
    const NET: &'static [u8] = &[];

    fn position(_: &G, _: impl FnMut(usize)) {}
    fn moves(_: &G, _: &[G::Move], _: impl FnMut(&[u16])) {}
    fn image(_: usize, input: usize) -> usize {
        input
    }
    fn move_image(_: usize, input: usize) -> usize {
        input
    }
}
