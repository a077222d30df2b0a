//! Positions with a forced win or loss that our rules have proven by trying every move.

use super::fixtures::{Fixture, by_fen};
use crate::games::{Information, Notation, Outcome, Rules, Variant, Visitor};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A position and how far its end is for the player to move.
pub(crate) struct KnownMate {
    pub(crate) fixture: Fixture,
    /// As UGI counts it: plies to the win, negative to the loss.
    pub(crate) plies: i64,
}

/// The distances that are looked for.
const DISTANCES: [i64; 3] = [1, -2, 3];
/// Random games that are looked through; most games need three.
const GAMES: usize = 500;

/// A position for each distance, as far as they are found. None in a game with secrets, where
/// what is certain depends on what a player knows.
pub(crate) fn of(variant: Variant) -> Vec<KnownMate> {
    variant.visit(Finder)
}

struct Finder;

impl Visitor for Finder {
    type Output = Vec<KnownMate>;

    fn visit<G: Notation>(self) -> Vec<KnownMate> {
        let rules = Rules::of(G::rule_options());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut found = DISTANCES.map(|_| None);
        for _ in 0..if G::Information::HIDDEN { 0 } else { GAMES } {
            search_game::<G>(&rules, &mut rng, &mut found);
            if found.iter().all(Option::is_some) {
                break;
            }
        }
        found.into_iter().flatten().collect()
    }
}

/// Looks for the distances that are still missing along a random game.
fn search_game<G: Notation>(
    rules: &Rules,
    rng: &mut Xoshiro256PlusPlus,
    found: &mut [Option<KnownMate>; DISTANCES.len()],
) {
    let mut position = G::start(rules);
    let mut before: Option<G> = None;
    for _ in 0..500 {
        let moves = moves(&position);
        if moves.is_empty() {
            return;
        }
        // As an engine reads it: what a notation leaves out, engines do not know.
        if let Ok(read) = G::from_fen(&position.fen(), rules) {
            if wins_at_once(&read) {
                keep(found, &read, 1);
            } else if loses_in_two(&read) {
                keep(found, &read, -2);
                if let Some(before) = before.take().filter(|before| !wins_at_once(before)) {
                    keep(found, &before, 3);
                }
            }
            before = Some(read);
        }
        position.play(moves[rng.random_range(0..moves.len())]);
    }
}

fn keep<G: Notation>(found: &mut [Option<KnownMate>], position: &G, plies: i64) {
    let place = DISTANCES.iter().position(|&distance| distance == plies);
    if let Some(place) = place.and_then(|at| found.get_mut(at)).filter(|place| place.is_none()) {
        *place = Some(KnownMate { fixture: Fixture::new(position, by_fen(&position.fen())), plies });
    }
}

fn moves<G: Notation>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn after<G: Notation>(position: &G, mv: G::Move) -> G {
    let mut next = position.clone();
    next.play(mv);
    next
}

/// Whether a move wins.
fn wins_at_once<G: Notation>(position: &G) -> bool {
    let win = Some(Outcome::Win(position.mover()));
    moves(position).into_iter().any(|mv| after(position, mv).outcome() == win)
}

/// Whether the opponent wins at once after every move.
fn loses_in_two<G: Notation>(position: &G) -> bool {
    let moves = moves(position);
    let lost = |mv| {
        let next = after(position, mv);
        next.outcome().is_none() && wins_at_once(&next)
    };
    !moves.is_empty() && moves.into_iter().all(lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_open_game_has_known_mates() {
        for &variant in Variant::ALL {
            let found: Vec<i64> = of(variant).iter().map(|known| known.plies).collect();
            assert_eq!(found, if variant.hidden() { vec![] } else { DISTANCES.to_vec() }, "{variant:?}");
        }
    }
}
