//! The searcher for any game: it chooses the kind of search.

use super::hidden::{Belief, Choices, Run, Task, at_once};
use super::time::Timer;
use super::{Answer, Control, Limits, Noise, Report, Searcher, Settings};
use crate::games::{Game, Knowledge, Reader, Record};
use crate::math::mix;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// What a search may know of a game in which players have secrets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Information {
    /// What the player to move may know, even if more was told.
    #[default]
    Player,
    /// All that was told.
    Open,
}

/// Searches positions of one game. In a game of open positions, and wherever nothing is
/// left to be guessed, the [`Searcher`] does; else a search over what the player sees.
pub struct Thinker<G: Game> {
    open: Searcher<G>,
    belief: Belief<G>,
    noise: Option<Noise>,
    /// Of the last search over what the player sees; `None` if the last was another.
    choices: Option<Choices<G>>,
    /// Games begun, so that not every game begins alike.
    games: u64,
}

impl<G: Game> Thinker<G> {
    /// Takes no memory for trees yet.
    pub fn new(settings: Settings) -> Self {
        Thinker {
            open: Searcher::new(settings),
            belief: Belief::default(),
            noise: None,
            choices: None,
            games: 0,
        }
    }

    pub fn settings(&self) -> &Settings {
        self.open.settings()
    }

    /// Changes the settings; see [`Searcher::set`].
    pub fn set(&mut self, settings: Settings) {
        if settings.evaluation != self.settings().evaluation {
            // What was thought of the opponent was thought by another judge.
            self.belief.clear();
        }
        self.open.set(settings);
    }

    /// Makes the searches from now on curious; see [`Searcher::stir`].
    pub fn stir(&mut self, noise: Option<Noise>) {
        self.noise = noise;
        self.open.stir(noise);
    }

    /// Forgets what was searched and what was thought of the opponent.
    pub fn clear(&mut self) {
        self.open.clear();
        self.belief.clear();
        self.games += 1;
    }

    /// The moves from which the last answer was drawn and how often each is; empty if
    /// it was not drawn.
    pub fn mixture(&self) -> &[(G::Move, f64)] {
        self.choices.as_ref().map_or(&[], |choices| &choices.mixture)
    }

    /// The moves of the last position searched, with the playouts that went through each.
    pub fn tried(&self) -> Vec<(G::Move, u32)> {
        match &self.choices {
            Some(choices) => choices.tried.clone(),
            None => self.open.tried(),
        }
    }

    /// Searches the current position of a game; see [`Searcher::search`].
    pub fn search(
        &mut self,
        game: &Record<G>,
        limits: &Limits,
        among: &[G::Move],
        control: &Control,
        report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Answer<G::Move> {
        self.choices = None;
        if !G::HIDDEN || game.current().outcome().is_some() {
            return self.open.search(game, limits, among, control, report);
        }
        let settings = self.open.settings().clone();
        let timer = Timer::new(limits, settings.move_overhead, G::MOVES_LEFT);
        let player = game.current().mover();
        let game = match settings.information {
            Information::Player => game.told(Reader::Player(player)),
            Information::Open => game.clone(),
        };
        if settings.information == Information::Player && among.is_empty() {
            // Neither every game nor both sides begin alike.
            let part = mix(2 * self.games + player.index() as u64);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed ^ part);
            if let Some(mv) = self.open.judge().by_hand().draw(game.current(), &mut rng) {
                let answer = at_once(mv, timer.elapsed());
                report(&answer.report);
                return answer;
            }
        }
        let judge = self.open.judge();
        let worlds = self.belief.of(&game, player, judge);
        if let ([theirs], [own]) = (worlds.theirs, worlds.own) {
            let position = judge.by_hand().join(&theirs.position, &own.position, player);
            return self.open.search(&Record::new(position), limits, among, control, report);
        }
        let among = considered(game.current(), among);
        let task = Task {
            judge,
            worlds: &worlds,
            among: &among,
            noise: self.noise,
            settings: &settings,
            limits,
            control,
            timer,
        };
        let (mut answer, choices) = Run::new(task).think(report);
        self.choices = Some(choices);
        // Who does not even know its own secrets may find no move that it can name.
        answer.best = answer.best.or_else(|| among.first().map(|&mv| mv.into()));
        answer
    }
}

/// The moves to choose from, all if none are given.
fn considered<G: Game>(position: &G, among: &[G::Move]) -> Vec<u32> {
    let mut moves = among.to_vec();
    if moves.is_empty() {
        position.legal_moves(&mut moves);
    }
    moves.into_iter().map(Into::into).collect()
}
