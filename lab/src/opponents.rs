//! Players to measure the engine against.

use crate::matches::number;
use crate::{learn, turns};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Action, Handcrafted, Position, Turn};
use sisku::games::{Game, Evaluate, Player, Observer, History, World};
use sisku::search::{Control, Evaluation, Information, Limits, Searcher, Settings, Thinker};

/// Somebody who plays. It is handed the full record; all but the cheater look at what
/// they were told only.
pub trait Opponent {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Turn;
}

/// What the player to move was told.
fn told(game: &History<Position>) -> (History<Position>, Player) {
    let mover = game.current().mover();
    (game.observed(Observer::Player(mover)), mover)
}

/// Any legal turn.
pub struct Random;

impl Opponent for Random {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Turn {
        *turns(game.current()).choose(rng).expect("not over")
    }
}

/// Takes what it knows it can take, else goes forward, as far as possible with the piece
/// that is furthest.
pub struct Greedy;

impl Opponent for Greedy {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Turn {
        let (game, mover) = told(game);
        let position = game.current();
        let progress = |rank: usize| if mover == Player::One { rank } else { 7 - rank } as f32;
        let worth = |turn: &Turn| {
            let forward = progress(turn.to().rank()) - progress(turn.from().rank());
            match turn.action() {
                Action::Move if progress(turn.from().rank()) == 7.0 => -5.0,
                Action::Move => 10.0 * forward + progress(turn.from().rank()),
                Action::Attack | Action::MoveAttack => {
                    let kind = |square| position.piece(square).map(|(_, kind)| kind);
                    match (kind(turn.from()), kind(turn.target())) {
                        (Some(a), Some(b)) if a.beats(b) => 50.0,
                        (Some(_), Some(b)) if !b.known() => 5.0,
                        _ => -20.0,
                    }
                }
                _ => -10.0,
            }
        };
        let legal = turns(position);
        let rated: Vec<(Turn, f32)> =
            legal.iter().map(|turn| (*turn, worth(turn) + rng.random::<f32>())).collect();
        rated.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("not over").0
    }
}

/// Goes forward with any piece or attacks whatever is near, as it comes: another way to
/// play without thinking, which the engine has no model of.
pub struct Hasty;

impl Opponent for Hasty {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Turn {
        let (game, mover) = told(game);
        let progress = |rank: usize| if mover == Player::One { rank } else { 7 - rank };
        let eager = |turn: &Turn| match turn.action() {
            Action::Move => progress(turn.to().rank()) > progress(turn.from().rank()),
            Action::Attack | Action::MoveAttack => true,
            _ => false,
        };
        let legal = turns(game.current());
        let liked: Vec<Turn> = legal.iter().copied().filter(eager).collect();
        *liked.choose(rng).or_else(|| legal.choose(rng)).expect("not over")
    }
}

/// Searches the open game in each of some worlds, one tree each, and adds up the votes.
pub struct Determinised {
    pub worlds: usize,
    /// For all worlds together.
    pub limits: Limits,
}

impl Opponent for Determinised {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Turn {
        let (game, mover) = told(game);
        let mut worlds: Vec<World<Position>> = Handcrafted.completions(game.start(), !mover);
        game.moves().iter().for_each(|&turn| learn(&mut worlds, turn, !mover));
        let mut votes: Vec<(Turn, u32)> = Vec::new();
        for _ in 0..self.worlds {
            // Drawn evenly: this player has no model of others.
            let world = worlds.choose(rng).expect("one at least").position;
            let limits = Limits {
                nodes: self.limits.nodes.map(|nodes| nodes / self.worlds as u64),
                move_time: self.limits.move_time.map(|time| time / self.worlds as u32),
                ..Limits::default()
            };
            let turn = search(&mut Searcher::new(settings(0, 8)), &History::new(world), &limits);
            match votes.iter_mut().find(|(other, _)| *other == turn) {
                Some((_, count)) => *count += 1,
                None => votes.push((turn, 1)),
            }
        }
        votes.into_iter().max_by_key(|&(_, count)| count).expect("a vote").0
    }
}

/// Sees everything.
pub struct Cheater {
    pub limits: Limits,
}

impl Opponent for Cheater {
    fn choose(&mut self, game: &History<Position>, _: &mut Xoshiro256PlusPlus) -> Turn {
        search(&mut Searcher::new(settings(0, 16)), game, &self.limits)
    }
}

/// The engine.
pub struct Engine {
    thinker: Thinker<Position>,
    limits: Limits,
    /// Whether it goes by the position alone, so that all worlds are alike to it.
    forgetful: bool,
    /// Whether it may barter.
    barters: bool,
}

impl Engine {
    pub fn new(limits: Limits) -> Self {
        Engine { thinker: Thinker::new(settings(0, 64)), limits, forgetful: false, barters: true }
    }

    /// One that does not ask how likely the opponent's moves were.
    pub fn forgetful(limits: Limits) -> Self {
        Engine { forgetful: true, ..Engine::new(limits) }
    }

    /// One that never barters unless nothing else is legal.
    pub fn without_barter(limits: Limits) -> Self {
        Engine { barters: false, ..Engine::new(limits) }
    }

    /// The turns that it considers; all if there are none.
    fn considered(&self, position: &Position) -> Vec<Turn> {
        let keeps = |turn: &Turn| !self.barters && turn.action() != Action::Barter;
        turns(position).into_iter().filter(keeps).collect()
    }
}

impl Opponent for Engine {
    fn choose(&mut self, game: &History<Position>, rng: &mut Xoshiro256PlusPlus) -> Turn {
        self.thinker.set(settings(rng.random_range(1..1_000_000), 64));
        let control = Control::new(&self.limits);
        let alone = self.forgetful.then(|| History::new(*told(game).0.current()));
        let game = alone.as_ref().unwrap_or(game);
        let among = self.considered(game.current());
        self.thinker.search(game, &self.limits, &among, &control, &mut |_| {}).best.expect("not over")
    }
}

/// All who search judge alike: by the net that comes with the engine, or with
/// `BLOCH_BY_HAND=1` without it.
fn settings(seed: u64, hash_mb: usize) -> Settings {
    let by_hand = number("BLOCH_BY_HAND", 0) != 0;
    let evaluation = if by_hand { EvalSource::Handcrafted } else { EvalSource::Embedded };
    Settings { hash_mb, seed, evaluation, information: Information::Player, ..Settings::default() }
}

fn search(searcher: &mut Searcher<Position>, game: &History<Position>, limits: &Limits) -> Turn {
    let control = Control::new(limits);
    searcher.search(game, limits, &[], &control, &mut |_| {}).best.expect("not over")
}
