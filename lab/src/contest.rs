//! Contests: pairs of games from the same two set-ups with sides changed, so that neither
//! side nor set-up favours anybody; mean score and standard error over pairs.

use crate::opponents::{Agent, Name, Skill, ask};
use crate::{generator, rules};
use anyhow::Context;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Action, Position, set_ups};
use sisku::games::{Game, History, Observer, Outcome, Player};

/// What the number of a pair's second game is further on than that of its first.
const SECOND_GAME: u64 = 1_000_000;

/// Who plays whom.
pub struct Contest {
    /// Whose score is counted.
    pub player: (Name, Skill),
    /// The other.
    pub opponent: (Name, Skill),
    /// Pair `n` of a seed always has the same set-ups and the same chance.
    pub seed: u64,
}

/// A finished game.
pub struct Played {
    /// Of whose score is counted: 1, ½ or 0.
    pub score: f64,
    /// Which player that was.
    pub side: Player,
    /// Its barters.
    pub barters: usize,
    /// The turns as everybody could observe them.
    pub observed: String,
    /// All that was played.
    pub turns: String,
}

impl Contest {
    /// Plays a pair of games.
    pub fn pair(&self, number: u64) -> anyhow::Result<[Played; 2]> {
        let mut rng = generator(self.seed, number);
        let mut start = History::new(Position::start(&rules()));
        for _ in 0..2 {
            let set_up = set_ups().choose(&mut rng).context("there are set-ups")?;
            start.push(*set_up);
        }
        let mut player = self.player.1.agent(self.player.0);
        let mut opponent = self.opponent.1.agent(self.opponent.0);
        let mut play = |side: Player, number: u64| -> anyhow::Result<Played> {
            let mut game = start.clone();
            let agents: [&mut dyn Agent; 2] = match side {
                Player::One => [&mut *player, &mut *opponent],
                Player::Two => [&mut *opponent, &mut *player],
            };
            let outcome = play(&mut game, agents, &mut generator(self.seed, number))?;
            Ok(Played::new(&game, side, outcome))
        };
        Ok([play(Player::One, number)?, play(Player::Two, number.wrapping_add(SECOND_GAME))?])
    }
}

/// Plays a game to its end.
fn play(
    game: &mut History<Position>,
    agents: [&mut dyn Agent; 2],
    rng: &mut Xoshiro256PlusPlus,
) -> anyhow::Result<Outcome> {
    loop {
        if let Some(outcome) = game.current().outcome() {
            return Ok(outcome);
        }
        let turn = ask(agents[game.current().mover().index()], game, rng)?;
        game.push(turn);
    }
}

impl Played {
    fn new(game: &History<Position>, side: Player, outcome: Outcome) -> Self {
        let score = match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == side)),
        };
        let own = game.moves().iter().skip(side.index()).step_by(2);
        let barters = own.filter(|turn| turn.action() == Action::Barter).count();
        let observed = game.observed(Observer::Public).ugi_moves();
        Played { score, side, barters, observed, turns: game.ugi_moves() }
    }
}

/// The result of a contest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The mean score, from 0 to 1.
    pub mean: f64,
    /// Its standard error, over pairs.
    pub error: f64,
    /// Games won, drawn and lost.
    pub wdl: [usize; 3],
    /// Barters of whose score is counted.
    pub barters: usize,
}

impl Score {
    /// Adds pairs up.
    pub fn of(pairs: &[[Played; 2]]) -> Score {
        let scores: Vec<f64> = pairs.iter().map(|[a, b]| (a.score + b.score) / 2.0).collect();
        let games = pairs.iter().flatten();
        let count = |score: f64| games.clone().filter(|game| game.score == score).count();
        let (mean, error) = mean_and_error(&scores);
        let barters = games.clone().map(|game| game.barters).sum();
        Score { mean, error, wdl: [count(1.0), count(0.5), count(0.0)], barters }
    }
}

/// The mean and its standard error.
fn mean_and_error(scores: &[f64]) -> (f64, f64) {
    let n = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::evaluation;
    use crate::pool;
    use clap::ValueEnum;

    fn contest(opponent: Name, nodes: u64, handcrafted: bool) -> Contest {
        let skill = Skill { evaluation: evaluation(handcrafted), ..Skill::quick(nodes) };
        Contest { player: (Name::Engine, skill.clone()), opponent: (opponent, skill), seed: 0 }
    }

    fn score(contest: &Contest, pairs: u64, threads: usize) -> Score {
        Score::of(&pool::run(0..pairs, threads, "pairs", |pair| contest.pair(pair)).expect("legal turns"))
    }

    /// `ask` checks that every turn is legal.
    #[test]
    fn everybody_plays_to_the_end() {
        for &opponent in Name::value_variants() {
            let contest = contest(opponent, 20, true);
            for pair in 0..2 {
                let games = contest.pair(pair).unwrap_or_else(|error| panic!("{opponent:?}: {error:#}"));
                assert_eq!(games.each_ref().map(|game| game.side), Player::BOTH);
                for game in games {
                    let mut replayed = History::new(Position::start(&rules()));
                    game.turns.split_whitespace().for_each(|turn| {
                        replayed.choose(turn).unwrap_or_else(|error| panic!("{error}"));
                    });
                    assert!(replayed.current().outcome().is_some());
                    assert_eq!(replayed.observed(Observer::Public).ugi_moves(), game.observed);
                }
            }
        }
    }

    #[test]
    fn both_games_of_a_pair_begin_alike_and_every_pair_otherwise() {
        let contest = contest(Name::Random, 5, true);
        let set_ups = |pair: u64| {
            let games = contest.pair(pair).expect("legal turns");
            let [a, b] = games.map(|game| game.turns.split(' ').take(2).collect::<Vec<_>>().join(" "));
            assert_eq!(a, b);
            a
        };
        assert_ne!(set_ups(0), set_ups(1));
    }

    #[test]
    fn threads_change_no_result() {
        let contest = contest(Name::Greedy, 20, true);
        assert_eq!(score(&contest, 6, 1), score(&contest, 6, 3));
    }

    /// The documents have 99.9 % of 400 games at 1,000 nodes.
    #[test]
    fn a_hundred_playouts_beat_a_random_player() {
        let score = score(&contest(Name::Random, 100, false), 10, 2);
        assert!(score.mean >= 0.95, "{score:?}");
    }

    #[test]
    fn scores_are_added_up_over_pairs() {
        let game = |score: f64, side: Player| Played {
            score,
            side,
            barters: 1,
            observed: String::new(),
            turns: String::new(),
        };
        let pairs = [(1.0, 1.0), (1.0, 0.0), (0.5, 0.0)];
        let score = Score::of(&pairs.map(|(a, b)| [game(a, Player::One), game(b, Player::Two)]));
        // Pairs of 1, ½ and ¼: mean 7/12, sample variance 7/48.
        assert!((score.mean - 7.0 / 12.0).abs() < 1e-12);
        assert!((score.error - (7.0f64 / 48.0 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!((score.wdl, score.barters), ([3, 1, 2], 6));
    }
}
