//! Self-play of Jersi under both values of `KingResets`.

use sisku::games::jersi::{Classic, Position};
use sisku::games::{Game, Notation, Outcome, Rules, Variant};
use sisku::learn::games::{GamesReader, GamesWriter, Ply, TrainingGame};
use sisku::learn::samples::{Dataset, ValueTargets};
use sisku::learn::selfplay::{self, SelfplayConfig};
use sisku::search::EvalSource;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

type Jersi = Position<Classic>;

const CORRECTED: &str = " KingResets=false";

fn play(seed: u64, numbers: &[u64]) -> Vec<TrainingGame> {
    let config = SelfplayConfig {
        evaluation: EvalSource::Handcrafted,
        nodes: 8,
        full_search_prob: 1.0,
        temperature_plies: 6,
        noise: 0.2,
        seed,
        threads: 2,
        hash_mb: 1,
    };
    let mut games = Vec::new();
    selfplay::play::<Jersi>(&config, numbers, &AtomicBool::new(false), |game| {
        games.push(game);
        true
    });
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn games_are_played_both_ways_and_replay_so() {
    let games = play(4, &Vec::from_iter(0..24));
    let corrected = games.iter().filter(|game| game.start.ends_with(CORRECTED)).count();
    assert!((6..=18).contains(&corrected), "{corrected} of 24");
    assert_eq!(play(4, &[3, 11]), [games[3].clone(), games[11].clone()]);
    let mut rules = Rules::of(Jersi::rule_options());
    assert_eq!(rules.set("KingResets", "false"), Ok(true));
    let mut dataset = Dataset::<Jersi>::default();
    for game in &games {
        let start: Jersi = game.start_position().expect("a start");
        let corrected = game.start.ends_with(CORRECTED);
        assert_eq!(start == start.with_rules(&rules), corrected, "{}", game.start);
        dataset.add(game, ValueTargets::outcome(0.5)).expect("legal moves");
    }
    assert_eq!(dataset.games, 24);
    // Files keep it.
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jersi.games");
    let _ = std::fs::remove_file(&path);
    let mut writer = GamesWriter::create(&path, Variant::Jersi, "a test").expect("a new file");
    games.iter().for_each(|game| writer.write(game).expect("room"));
    let mut reader = GamesReader::open(&path, Variant::Jersi).expect("games");
    let read: Vec<TrainingGame> = std::iter::from_fn(|| reader.next_game().expect("a game")).collect();
    assert_eq!(read, games);
}

/// A game that goes on only if the capture of a king restarts the count.
fn repeating(start: &str) -> TrainingGame {
    let mut position =
        Jersi::from_fen("7/6k-1/4RR2/8/9/8/7/8/3K-3 b - 38 30", &Rules::of(Jersi::rule_options()))
            .expect("a position");
    let mut plies = Vec::new();
    for text in ["h7-g7", "g5=g7/K:i7", "i7-h7"] {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mv = position.parse_move(text).expect(text);
        let played = moves.iter().position(|&other| other == mv).expect("a legal move") as u16;
        plies.push(Ply { played, ..Ply::default() });
        position.play(mv);
    }
    TrainingGame { number: 0, start: start.to_string(), outcome: Outcome::Draw, plies }
}

#[test]
fn games_without_rules_are_read_by_the_defaults() {
    let add = |start: &str| {
        let added = Dataset::<Jersi>::default().add(&repeating(start), ValueTargets::outcome(0.5));
        added.err().map(|error| error.to_string())
    };
    let fen = "7/6k-1/4RR2/8/9/8/7/8/3K-3 b - 38 30";
    assert_eq!(add(fen), None);
    assert_eq!(add(&format!("{fen} KingResets=true")), None);
    let error = add(&format!("{fen}{CORRECTED}")).expect("a draw before the end");
    assert!(error.contains("no move after the end of the game"), "{error}");
    let error = add(&format!("{fen} KingRests=false")).expect("no such rule");
    assert_eq!(error, "'KingRests=false': expected a rule of the game");
    let error = add(&format!("{fen} KingResets=perhaps")).expect("no such value");
    assert_eq!(error, "'perhaps': expected true or false");
}
