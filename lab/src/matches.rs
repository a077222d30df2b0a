//! Matches between the engine and the other players: set-ups at random, each played
//! twice with players changed. Strength takes time, so these run only when asked:
//!
//! ```sh
//! cargo test --release --test bloch matches -- --ignored --nocapture
//! ```
//!
//! `BLOCH_PAIRS` is the number of pairs of games, `BLOCH_FIRST` that of the first one,
//! `BLOCH_NODES` the playouts of the engine, `BLOCH_MS` the milliseconds a move where
//! times have to be equal; `BLOCH_SHOW=1` prints the games that were not won, and with
//! `BLOCH_BY_HAND=1` nobody judges by the net.

use crate::opponents::{Cheater, Determinised, Engine, Greedy, Hasty, Opponent, Random};
use crate::{generator, learn, rules};
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Action, Handcrafted, Position, Turn, set_ups};
use sisku::games::{Game, Evaluate, Outcome, Player, Observer, History, World};
use sisku::search::{Evaluation, Judge, Limits};
use std::time::Duration;

pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn nodes() -> Limits {
    Limits { nodes: Some(number("BLOCH_NODES", 2000)), ..Limits::default() }
}

fn time() -> Limits {
    Limits { move_time: Some(Duration::from_millis(number("BLOCH_MS", 50))), ..Limits::default() }
}

/// The score of the first player and its standard error, over pairs of games.
struct Score {
    mean: f64,
    error: f64,
    games: usize,
}

fn play(record: &mut History<Position>, players: [&mut dyn Opponent; 2], seed: u64) -> f64 {
    let mut rng = generator(seed);
    let [one, two] = players;
    loop {
        let position = *record.current();
        match position.outcome() {
            Some(Outcome::Draw) => return 0.5,
            Some(Outcome::Win(winner)) => return if winner == Player::One { 1.0 } else { 0.0 },
            None => {}
        }
        let turn = match position.mover() {
            Player::One => one.choose(record, &mut rng),
            Player::Two => two.choose(record, &mut rng),
        };
        record.play(&position.ugi_move(turn)).expect("a legal turn");
    }
}

fn contest(name: &str, engine: &mut dyn Opponent, other: &mut dyn Opponent) -> Score {
    let pairs = number("BLOCH_PAIRS", 20);
    let show = number("BLOCH_SHOW", 0) != 0;
    let (mut scores, mut draws, mut barters) = (Vec::new(), 0, 0);
    let first = number("BLOCH_FIRST", 0);
    for pair in first..first + pairs {
        let mut rng = generator(pair);
        let mut record = History::new(Position::start(&rules()));
        for _ in 0..2 {
            let set_up = *set_ups().choose(&mut rng).expect("some");
            let text = record.current().ugi_move(set_up);
            record.play(&text).expect("legal");
        }
        let mut swapped = record.clone();
        let first = play(&mut record, [&mut *engine, &mut *other], pair);
        let second = 1.0 - play(&mut swapped, [&mut *other, &mut *engine], pair + 1_000_000);
        for (score, game, player) in [(first, &record, 1), (second, &swapped, 2)] {
            draws += usize::from(score == 0.5);
            barters += game
                .moves()
                .iter()
                .enumerate()
                .filter(|(ply, turn)| ply % 2 + 1 == player && turn.action() == Action::Barter)
                .count();
            if score < 1.0 && show {
                println!("{score} as player {player}: {}", game.observed(Observer::Public).ugi_moves());
                println!("  kinds {}", game.ugi_moves());
            }
        }
        scores.push((first + second) / 2.0);
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let score = Score { mean, error: (variance / n).sqrt(), games: 2 * scores.len() };
    let (mean, error) = (100.0 * score.mean, 100.0 * score.error);
    println!(
        "{name}: {mean:.1} % ± {error:.1} in {} games, {draws} drawn, {barters} barters of the first",
        score.games
    );
    score
}

#[test]
#[ignore = "a match"]
fn against_random() {
    assert!(contest("random", &mut Engine::new(nodes()), &mut Random).mean >= 0.99);
}

#[test]
#[ignore = "a match"]
fn against_greedy() {
    assert!(contest("greedy", &mut Engine::new(nodes()), &mut Greedy).mean >= 0.95);
}

#[test]
#[ignore = "a match"]
fn against_a_hasty_player() {
    assert!(contest("hasty", &mut Engine::new(nodes()), &mut Hasty).mean >= 0.8);
}

#[test]
#[ignore = "a match"]
fn against_determinised_search_at_equal_time() {
    let mut other = Determinised { worlds: 16, limits: time() };
    assert!(contest("determinised", &mut Engine::new(time()), &mut other).mean >= 0.5);
}

#[test]
#[ignore = "a match"]
fn against_a_cheater() {
    let score = contest("cheater", &mut Engine::new(time()), &mut Cheater { limits: time() });
    assert!(score.mean < 0.5, "it pays to see everything");
}

/// The same cheater against the engine without its model of the opponent.
#[test]
#[ignore = "a match"]
fn forgetful_against_a_cheater() {
    let score =
        contest("forgetful, cheater", &mut Engine::forgetful(time()), &mut Cheater { limits: time() });
    assert!(score.mean < 0.5, "it pays to see everything");
}

/// What the model of the opponent is worth between engines.
#[test]
#[ignore = "a match"]
fn against_a_forgetful_engine() {
    let score = contest("forgetful", &mut Engine::new(nodes()), &mut Engine::forgetful(nodes()));
    assert!(score.mean > 0.3);
}

/// What barter is worth between engines.
#[test]
#[ignore = "a match"]
fn against_one_who_never_barters() {
    let score = contest("never barters", &mut Engine::new(nodes()), &mut Engine::without_barter(nodes()));
    assert!(score.mean > 0.4, "barter is used when it pays");
}

/// How likely the true kinds are under the belief, along games between engines.
#[test]
#[ignore = "a match"]
fn belief_narrows() {
    let net: Judge<Position> = Judge::new(EvalSource::Embedded.net::<Position>());
    let mut sums = vec![Likelihood::default(); 12];
    for game in 0..number("BLOCH_PAIRS", 20) {
        let mut record = History::new(Position::start(&rules()));
        let mut rng = generator(game);
        let mut engines = [Engine::new(nodes()), Engine::new(nodes())];
        while record.current().outcome().is_none() {
            let turn = engines[record.current().mover().index()].choose(&record, &mut rng);
            let text = record.current().ugi_move(turn);
            record.play(&text).expect("legal");
            let ply = record.moves().len();
            if ply % 6 != 2 || ply / 6 >= sums.len() {
                continue;
            }
            for player in [Player::One, Player::Two] {
                sums[ply / 6].add(&record, player, &net);
            }
        }
    }
    for (i, sum) in sums.iter().enumerate().filter(|(_, sum)| sum.count > 0.0) {
        let mean = |log: f64| (log / sum.count).exp();
        println!(
            "after {:2} turns: truth {:.4}, by hand {:.4}, even odds {:.4}",
            6 * i + 2,
            mean(sum.net),
            mean(sum.by_hand),
            mean(sum.even)
        );
    }
    let whole = |part: fn(&Likelihood) -> f64| sums.iter().map(part).sum::<f64>();
    assert!(whole(|sum| sum.net) > whole(|sum| sum.even), "the model of the opponent tells something");
}

/// Sums of logarithms of how likely the truth was.
#[derive(Clone, Default)]
struct Likelihood {
    net: f64,
    by_hand: f64,
    even: f64,
    count: f64,
}

impl Likelihood {
    /// Adds what a player thinks of the other's kinds.
    fn add(&mut self, record: &History<Position>, player: Player, net: &Judge<Position>) {
        let told = record.observed(Observer::Player(player));
        let truth = record.current().fen();
        let start = Handcrafted.completions(told.start(), !player);
        let (mut by_net, mut by_hand) = (start.clone(), start);
        for &turn in told.moves() {
            let thinks =
                |view: &Position, turns: &[Turn], logits: &mut Vec<f32>| net.logits(view, turns, logits);
            Handcrafted.learn(&mut by_net, turn, !player, &thinks);
            learn(&mut by_hand, turn, !player);
        }
        let weight = |worlds: &[World<Position>]| {
            let true_ones = worlds.iter().filter(|world| world.position.fen() == truth);
            let weight: f32 = true_ones.map(|world| world.weight).sum();
            assert!(weight > 0.0, "the truth is never ruled out: {truth}");
            f64::from(weight).ln()
        };
        self.net += weight(&by_net);
        self.by_hand += weight(&by_hand);
        self.even += (1.0 / by_net.len() as f64).ln();
        self.count += 1.0;
    }
}
