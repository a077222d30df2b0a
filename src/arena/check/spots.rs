//! Positions of which our rules know everything.

use crate::games::{History, Information, Notation, Observer, Outcome, Player, Rules, Variant, Visitor};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A position and the truth about it.
pub struct Spot {
    /// The command that sets it up.
    pub command: String,
    pub fen: String,
    pub p1_turn: bool,
    pub outcome: Option<Outcome>,
    /// The legal moves as UGI carries them.
    pub moves: Vec<String>,
    judge: Box<dyn Fn(&str) -> bool>,
}

impl Spot {
    /// Whether a move is legal here, in whatever form it is written.
    pub fn is_legal(&self, mv: &str) -> bool {
        (self.judge)(mv)
    }

    fn new<G: Notation>(position: &G, command: String) -> Spot {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let judge = {
            let position = position.clone();
            Box::new(move |text: &str| position.parse_move(text).is_ok())
        };
        Spot {
            command,
            fen: position.fen(),
            p1_turn: position.mover() == Player::One,
            outcome: position.outcome(),
            moves: moves.into_iter().map(|mv| position.ugi_move(mv)).collect(),
            judge,
        }
    }
}

/// The positions that the steps use.
pub struct Spots {
    pub start: Spot,
    /// Five plies into a game, given by its moves.
    pub middle: Spot,
    /// The same, given as it stands.
    pub middle_fen: Spot,
    /// A won game.
    pub won: Spot,
    /// What may be told of the middle, as questions and answers; none in a game without
    /// secrets.
    pub told: Vec<(String, String)>,
    /// A move that is legal in the middle and not at the start.
    pub illegal: String,
}

impl Spots {
    /// The positions of a game.
    pub fn of(variant: Variant) -> Spots {
        variant.visit(Finder)
    }
}

struct Finder;

impl Visitor for Finder {
    type Output = Spots;

    fn visit<G: Notation>(self) -> Spots {
        let rules = Rules::of(G::rule_options());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = Spot::new(&G::start(&rules), "position startpos".to_string());
        let (middle, moves) = loop {
            let (position, moves) = play::<G>(&rules, &mut rng, 5);
            if position.outcome().is_none() {
                break (position, moves);
            }
        };
        let told = told::<G>(&rules, &moves);
        let middle = Spot::new(&middle, format!("position startpos moves {}", moves.join(" ")));
        let illegal = middle.moves.iter().find(|mv| !start.is_legal(mv));
        let illegal = illegal.unwrap_or(&middle.fen).clone();
        let middle_fen = G::from_fen(&middle.fen, &rules).map(|p| Spot::new(&p, by_fen(&middle.fen)));
        let middle_fen = middle_fen.unwrap_or_else(|_| unreachable!("our own notation is read"));
        Spots { won: won::<G>(&rules, &mut rng), start, middle, middle_fen, told, illegal }
    }
}

fn by_fen(fen: &str) -> String {
    format!("position fen {fen}")
}

/// What each reader may be told of a game with secrets after these moves.
fn told<G: Notation>(rules: &Rules, moves: &[String]) -> Vec<(String, String)> {
    let mut record = History::new(G::start(rules));
    if !G::Information::HIDDEN || moves.iter().any(|mv| record.play(mv).is_err()) {
        return Vec::new();
    }
    let readers = [
        ("p1", Observer::Player(Player::One)),
        ("p2", Observer::Player(Player::Two)),
        ("public", Observer::Public),
    ];
    let answers = readers.map(|(name, reader)| {
        let view = G::Information::view(record.current(), reader).fen();
        [(format!("view {name}"), view), (format!("history {name}"), record.observed(reader).ugi_moves())]
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
fn won<G: Notation>(rules: &Rules, rng: &mut Xoshiro256PlusPlus) -> Spot {
    loop {
        let (position, moves) = play::<G>(rules, rng, 2000);
        if let Some(Outcome::Win(_)) = position.outcome() {
            // As it stands, if the notation alone says that it is over: some engines judge
            // the moves on the way differently.
            let fen = position.fen();
            let told = G::from_fen(&fen, rules).is_ok_and(|read| read.outcome() == position.outcome());
            let by_moves = || format!("position startpos moves {}", moves.join(" "));
            return Spot::new(&position, if told { by_fen(&fen) } else { by_moves() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_positions() {
        for &variant in Variant::ALL {
            let spots = Spots::of(variant);
            assert!(spots.start.p1_turn && !spots.middle.p1_turn);
            assert_eq!(spots.middle.fen, spots.middle_fen.fen);
            assert!(spots.middle.is_legal(&spots.illegal) && !spots.start.is_legal(&spots.illegal));
            assert!(matches!(spots.won.outcome, Some(Outcome::Win(_))));
            assert!(spots.won.moves.is_empty());
            assert_eq!(spots.told.len(), if variant.hidden() { 6 } else { 0 });
        }
    }
}
