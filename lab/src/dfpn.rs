//! Depth-first proof-number search (df-pn), the textbook way to prove wins, as a peer of the
//! engine's solver. It knows the rules and the games' test for a win in one move, no evaluation.

use crate::legal_moves;
use sisku::games::{Game, Outcome, Player};
use std::time::Instant;

/// A proof or disproof number that says: done.
const INFINITE: u32 = u32::MAX / 4;
/// Thresholds go this share beyond the second best child (the 1 + ε trick), so that the search
/// does not hop between children of about the same number.
const SLACK: u32 = 8;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const NOT_WON: Numbers = Numbers { proof: INFINITE, disproof: 0 };
const LEAF: Numbers = Numbers { proof: 1, disproof: 1 };

/// A position with its numbers. Positions are compared with all their counters, so that no
/// line of play repeats one and a proof holds wherever it is found.
struct Entry<G> {
    position: G,
    numbers: Numbers,
}

/// What came of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Whether the player can force a win; `None` if a limit came first.
    pub wins: Option<bool>,
    /// Positions expanded.
    pub nodes: u64,
}

/// A search for a forced win of one player.
pub struct Dfpn<G: Game> {
    player: Player,
    table: Vec<Option<Entry<G>>>,
    nodes: u64,
    deadline: Instant,
}

impl<G: Game> Dfpn<G> {
    /// A search with so many entries of its table, until so late.
    pub fn new(player: Player, entries: usize, deadline: Instant) -> Self {
        Dfpn { player, table: std::iter::repeat_with(|| None).take(entries).collect(), nodes: 0, deadline }
    }

    /// Whether the player can force a win from here.
    pub fn search(&mut self, position: &G) -> Found {
        let root = match self.ended(position) {
            Some(numbers) => numbers,
            None => self.expand(position, Numbers { proof: INFINITE, disproof: INFINITE }),
        };
        let wins = match root {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        };
        Found { wins, nodes: self.nodes }
    }

    fn late(&self) -> bool {
        self.nodes.is_multiple_of(64) && Instant::now() >= self.deadline
    }

    /// The numbers of a position that needs no search.
    fn ended(&self, position: &G) -> Option<Numbers> {
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == self.player => return Some(WON),
            Some(_) => return Some(NOT_WON),
            None => {}
        }
        position.can_win_now().then(|| if position.mover() == self.player { WON } else { NOT_WON })
    }

    fn slot(&self, position: &G) -> usize {
        (position.key() % self.table.len() as u64) as usize
    }

    fn recall(&self, position: &G) -> Option<Numbers> {
        let entry = self.table[self.slot(position)].as_ref()?;
        (entry.position == *position).then_some(entry.numbers)
    }

    /// Searches below a position until one of its numbers reaches its threshold.
    fn expand(&mut self, position: &G, threshold: Numbers) -> Numbers {
        self.nodes += 1;
        let choosing = position.mover() == self.player;
        let children: Vec<G> = legal_moves(position)
            .into_iter()
            .map(|mv| {
                let mut next = position.clone();
                next.play(mv);
                next
            })
            .collect();
        let mut numbers: Vec<Numbers> = Vec::with_capacity(children.len());
        for child in &children {
            let known = self.recall(child).or_else(|| self.ended(child)).unwrap_or(LEAF);
            numbers.push(known);
            if (choosing && known == WON) || (!choosing && known == NOT_WON) {
                return self.store(position, known);
            }
        }
        loop {
            let here = sum_up(&numbers, choosing);
            if here.proof >= threshold.proof || here.disproof >= threshold.disproof || self.late() {
                return self.store(position, here);
            }
            // The child with the least number of the kind that this player brings down.
            let of = |child: &Numbers| if choosing { child.proof } else { child.disproof };
            let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
            for (at, child) in numbers.iter().enumerate() {
                let number = of(child);
                if number < least {
                    (best, second, least) = (at, least, number);
                } else {
                    second = second.min(number);
                }
            }
            let slack = second.saturating_add(second / SLACK + 1).min(INFINITE);
            let (mine, others) = if choosing {
                (slack.min(threshold.proof), threshold.disproof - here.disproof + numbers[best].disproof)
            } else {
                (slack.min(threshold.disproof), threshold.proof - here.proof + numbers[best].proof)
            };
            let below = match choosing {
                true => Numbers { proof: mine, disproof: others.min(INFINITE) },
                false => Numbers { proof: others.min(INFINITE), disproof: mine },
            };
            numbers[best] = self.expand(&children[best], below);
            if Instant::now() >= self.deadline {
                return sum_up(&numbers, choosing);
            }
        }
    }

    fn store(&mut self, position: &G, numbers: Numbers) -> Numbers {
        let slot = self.slot(position);
        self.table[slot] = Some(Entry { position: position.clone(), numbers });
        numbers
    }
}

/// The numbers of a position by those of what may follow.
fn sum_up(children: &[Numbers], choosing: bool) -> Numbers {
    let least = |of: fn(&Numbers) -> u32| children.iter().map(of).min().unwrap_or(INFINITE);
    let total = |of: fn(&Numbers) -> u32| {
        children.iter().map(of).fold(0, |sum: u32, number| (sum + number).min(INFINITE))
    };
    let (proof, disproof) = (|child: &Numbers| child.proof, |child: &Numbers| child.disproof);
    match choosing {
        true => Numbers { proof: least(proof), disproof: total(disproof) },
        false => Numbers { proof: total(proof), disproof: least(disproof) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sisku::games::pijersi::{Board45, Position};
    use sisku::games::{Notation, Rules};
    use std::time::Duration;

    fn wins(fen: &str, player: Player) -> Option<bool> {
        let rules = Rules::of(Position::<Board45>::rule_options());
        let position = Position::<Board45>::from_fen(fen, &rules).expect(fen);
        let deadline = Instant::now() + Duration::from_secs(20);
        Dfpn::new(player, 1 << 16, deadline).search(&position).wins
    }

    #[test]
    fn wins_are_told_from_draws_and_losses() {
        let near = "6/R-6/6/7/5r-/6S-/6 b 0 5";
        assert_eq!((wins(near, Player::One), wins(near, Player::Two)), (Some(true), Some(false)));
        // Two plies before the draw, and each needs two turns to arrive.
        let drawn = "6/7/R-5/7/5r-/7/6 b 18 5";
        assert_eq!((wins(drawn, Player::One), wins(drawn, Player::Two)), (Some(false), Some(false)));
    }

    #[test]
    fn a_search_without_time_knows_nothing() {
        let rules = Rules::of(Position::<Board45>::rule_options());
        let mut search = Dfpn::new(Player::One, 1 << 10, Instant::now());
        assert_eq!(search.search(&Position::<Board45>::start(&rules)).wins, None);
    }
}
