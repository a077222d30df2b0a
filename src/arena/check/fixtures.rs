//! Positions of which our rules know everything.

use crate::games::{History, Information, Notation, Observer, Outcome, Player, Rules, Variant, Visitor};
use crate::ugi::wire::{PositionCommand, Query, Start};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A position and the truth about it.
pub(crate) struct Fixture {
    /// The command that sets it up.
    pub(crate) command: PositionCommand,
    pub(crate) fen: String,
    pub(crate) p1_turn: bool,
    pub(crate) outcome: Option<Outcome>,
    /// The legal moves as UGI carries them.
    pub(crate) moves: Vec<String>,
    legal: Box<dyn Fn(&str) -> bool>,
}

impl Fixture {
    /// Whether a move is legal here, in whatever form it is written.
    pub(crate) fn is_legal(&self, mv: &str) -> bool {
        (self.legal)(mv)
    }

    pub(super) fn new<G: Notation>(position: &G, command: PositionCommand) -> Fixture {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let legal = {
            let position = position.clone();
            Box::new(move |text: &str| position.parse_move(text).is_ok())
        };
        Fixture {
            command,
            fen: position.fen(),
            p1_turn: position.mover() == Player::One,
            outcome: position.outcome(),
            moves: moves.into_iter().map(|mv| position.ugi_move(mv)).collect(),
            legal,
        }
    }
}

/// The positions that the steps use.
pub(crate) struct Fixtures {
    pub(crate) start: Fixture,
    /// Five plies into a game, given by its moves.
    pub(crate) middle: Fixture,
    /// The same, given as it stands.
    pub(crate) middle_fen: Fixture,
    /// A won game.
    pub(crate) won: Fixture,
    /// What may be observed of the middle, as questions and answers; none in a game without
    /// secrets.
    pub(crate) observed: Vec<(Query, String)>,
    /// A move that is legal in the middle and not at the start.
    pub(crate) illegal: String,
}

impl Fixtures {
    /// The positions of a game.
    pub(crate) fn of(variant: Variant) -> Fixtures {
        variant.visit(Finder)
    }
}

struct Finder;

impl Visitor for Finder {
    type Output = Fixtures;

    fn visit<G: Notation>(self) -> Fixtures {
        let rules = Rules::of(G::rule_options());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = Fixture::new(&G::start(&rules), by_moves(&[]));
        let (middle, moves) = loop {
            let (position, moves) = play::<G>(&rules, &mut rng, 5);
            if position.outcome().is_none() {
                break (position, moves);
            }
        };
        let observed = observations::<G>(&rules, &moves);
        let middle = Fixture::new(&middle, by_moves(&moves));
        let illegal = middle.moves.iter().find(|mv| !start.is_legal(mv));
        let illegal = illegal.unwrap_or(&middle.fen).clone();
        let middle_fen = G::from_fen(&middle.fen, &rules).map(|p| Fixture::new(&p, by_fen(&middle.fen)));
        let middle_fen = middle_fen.unwrap_or_else(|_| unreachable!("our own notation is read"));
        Fixtures { won: won::<G>(&rules, &mut rng), start, middle, middle_fen, observed, illegal }
    }
}

pub(super) fn by_fen(fen: &str) -> PositionCommand {
    PositionCommand { start: Start::Fen(fen.to_string()), moves: Vec::new() }
}

fn by_moves(moves: &[String]) -> PositionCommand {
    PositionCommand { start: Start::Startpos, moves: moves.to_vec() }
}

/// What each observer may see of a game with secrets after these moves.
fn observations<G: Notation>(rules: &Rules, moves: &[String]) -> Vec<(Query, String)> {
    let mut record = History::new(G::start(rules));
    if !G::Information::HIDDEN || moves.iter().any(|mv| record.play(mv).is_err()) {
        return Vec::new();
    }
    let observers = [Observer::Player(Player::One), Observer::Player(Player::Two), Observer::Public];
    let answers = observers.map(|observer| {
        let view = G::Information::view(record.current(), observer).fen();
        [(Query::View(observer), view), (Query::History(observer), record.observed(observer).ugi_moves())]
    });
    answers.into_iter().flatten().collect()
}

/// Plays at random.
fn play<G: Notation>(rules: &Rules, rng: &mut Xoshiro256PlusPlus, plies: usize) -> (G, Vec<String>) {
    let mut position = G::start(rules);
    let (mut moves, mut played) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        played.push(position.ugi_move(mv));
        position.play(mv);
    }
    (position, played)
}

/// A won game from random play.
fn won<G: Notation>(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> Fixture {
    loop {
        let (position, moves) = play::<G>(rules, rng, 2000);
        if let Some(Outcome::Win(_)) = position.outcome() {
            // As it stands, if the notation alone says that it is over: some engines take
            // the moves on the way differently.
            let fen = position.fen();
            let says_so = G::from_fen(&fen, rules).is_ok_and(|read| read.outcome() == position.outcome());
            return Fixture::new(&position, if says_so { by_fen(&fen) } else { by_moves(&moves) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_positions() {
        for &variant in Variant::ALL {
            let fixtures = Fixtures::of(variant);
            assert!(fixtures.start.p1_turn && !fixtures.middle.p1_turn);
            assert_eq!(fixtures.middle.fen, fixtures.middle_fen.fen);
            assert!(
                fixtures.middle.is_legal(&fixtures.illegal) && !fixtures.start.is_legal(&fixtures.illegal)
            );
            assert!(matches!(fixtures.won.outcome, Some(Outcome::Win(_))));
            assert!(fixtures.won.moves.is_empty());
            assert_eq!(fixtures.observed.len(), if variant.hidden() { 6 } else { 0 });
        }
    }
}
