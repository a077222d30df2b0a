//! A stub, to be replaced by the tree search: plays the first legal move.

use super::{Answer, Control, Limits, Line, Report, Score, Wdl};
use crate::games::{Game, Record};
use std::marker::PhantomData;
use std::time::Duration;

/// What users may set about the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory of the tree, in MB (2^20 bytes).
    pub hash_mb: usize,
    pub threads: usize,
    /// How many lines to report.
    pub multi_pv: usize,
    /// Kept in reserve of every time limit, for what happens outside the engine.
    pub move_overhead: Duration,
    /// 0 plays the same every time; other seeds vary among nearly equal moves.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { hash_mb: 128, threads: 1, multi_pv: 1, move_overhead: Duration::from_millis(5), seed: 0 }
    }
}

/// Searches positions of one game and keeps its tree between moves.
pub struct Searcher<G: Game> {
    settings: Settings,
    game: PhantomData<G>,
}

impl<G: Game> Searcher<G> {
    pub fn new(settings: Settings) -> Self {
        Searcher { settings, game: PhantomData }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings; the tree is kept where its size allows.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {}

    /// Searches the current position of a game. `among` restricts the moves
    /// considered, unless it is empty. `report` is called now and then, and once
    /// at the end, from the calling thread.
    pub fn search(
        &mut self,
        game: &Record<G>,
        _limits: &Limits,
        among: &[G::Move],
        _control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Answer<G::Move> {
        let mut moves = Vec::new();
        game.current().legal_moves(&mut moves);
        let best = among.first().or(moves.first()).copied();
        let wdl = Wdl { win: 300, draw: 400, loss: 300 };
        let lines =
            best.map(|mv| Line { score: Score::Centi(0), wdl, moves: vec![mv] }).into_iter().collect();
        let last =
            Report { depth: 1, deepest: 1, nodes: 1, time: Duration::from_millis(1), hash_full: 0, lines };
        report(&last);
        Answer { best, ponder: None, report: last }
    }
}
