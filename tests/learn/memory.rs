//! Self-play, its files and training, in memory.

use sisku::games::pijersi::{Board45, Position};
use sisku::games::{Game, Notation, Outcome, Player, Rules, Variant};
use sisku::learn::games::{GamesError, GamesReader, GamesWriter, TrainingGame};
use sisku::learn::samples::{Dataset, ValueTargets};
use sisku::learn::selfplay::{self, SelfplayConfig};
use sisku::learn::train::{TrainConfig, TrainProgress, train};
use sisku::net::Net;
use sisku::search::EvalSource;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

type Pijersi = Position<Board45>;

fn config(threads: usize) -> SelfplayConfig {
    SelfplayConfig {
        evaluation: EvalSource::Handcrafted,
        nodes: 30,
        full_search_prob: 1.0,
        temperature_plies: 6,
        noise: 0.2,
        seed: 4,
        threads,
        hash_mb: 1,
    }
}

fn games(threads: usize, numbers: &[u64]) -> Vec<TrainingGame> {
    play(&config(threads), numbers)
}

fn play(config: &SelfplayConfig, numbers: &[u64]) -> Vec<TrainingGame> {
    let mut games = Vec::new();
    selfplay::play::<Pijersi>(config, numbers, &AtomicBool::new(false), |game| {
        games.push(game);
        true
    });
    games.sort_by_key(|game| game.number);
    games
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn write(path: &Path, games: &[TrainingGame]) {
    let mut writer = GamesWriter::create(path, Variant::Pijersi, "nodes 5").expect("a new file");
    games.iter().for_each(|game| writer.write(game).expect("room"));
}

#[test]
fn a_game_depends_on_its_number_alone() {
    let all = games(2, &[0, 1, 2, 3, 4, 5]);
    assert_eq!(all.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert_eq!(games(1, &[4, 2]), [all[2].clone(), all[4].clone()]);
    assert!(all.windows(2).all(|pair| pair[0].plies != pair[1].plies));
}

#[test]
fn games_replay_and_tell_what_was_searched() {
    let rules = Rules::of(Pijersi::rule_options());
    for game in games(2, &[0, 1, 2, 3]) {
        let mut position = Pijersi::from_fen(&game.start, &rules).expect("a start");
        for (i, ply) in game.plies.iter().enumerate() {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert!(position.outcome().is_none());
            let visits: u32 = ply.visits.iter().map(|&(_, visits)| u32::from(visits)).sum();
            // Only a proven position, the last one of a game, is without.
            assert!(visits > 0 || i + 1 == game.plies.len());
            assert!(ply.visits.iter().all(|&(index, _)| usize::from(index) < moves.len()));
            position.play(moves[usize::from(ply.played)]);
        }
        assert!(!game.plies.is_empty());
        // A game that was not played to its end was ended by a proof, a win for somebody.
        let proven = matches!(game.outcome, Outcome::Win(_)).then_some(game.outcome);
        assert_eq!(position.outcome().or(proven), Some(game.outcome));
    }
}

#[test]
fn cheap_searches_have_no_policy_target() {
    let config = SelfplayConfig { full_search_prob: 0.25, ..config(2) };
    let played = play(&config, &[0, 1, 2, 3, 4, 5, 6, 7]);
    // The last ply of a game may be proven and so have no policy target either.
    let plies: Vec<_> = played.iter().flat_map(|game| &game.plies[..game.plies.len() - 1]).collect();
    let full = plies.iter().filter(|ply| !ply.visits.is_empty()).count();
    let share = full as f64 / plies.len() as f64;
    assert!(plies.len() > 100 && (0.12..0.4).contains(&share), "{full} of {}", plies.len());
    assert_eq!(play(&SelfplayConfig { threads: 1, ..config }, &[3]), [played[3].clone()]);
}

#[test]
fn files_keep_games_and_lose_only_what_was_cut_off() {
    let games = games(2, &[0, 1, 2]);
    let path = file("keep.games");
    write(&path, &games);
    let mut reader = GamesReader::open(&path, Variant::Pijersi).expect("the file");
    for game in &games {
        assert_eq!(reader.next_game().expect("whole").as_ref(), Some(game));
    }
    assert_eq!(reader.next_game().expect("the end"), None);
    let other = GamesReader::open(&path, Variant::Pijersi51);
    assert!(matches!(other, Err(GamesError::WrongKind { .. })), "{other:?}");
    let again = GamesWriter::create(&path, Variant::Pijersi, "nodes 5");
    assert!(matches!(again, Err(GamesError::Io { action: "create", .. })), "never overwritten: {again:?}");

    let bytes = std::fs::read(&path).expect("the file");
    std::fs::write(&path, &bytes[..bytes.len() - 5]).expect("the file");
    let other = GamesWriter::resume(&path, Variant::Pijersi, "nodes 6");
    assert!(matches!(other, Err(GamesError::OtherSettings { .. })), "never mixed: {other:?}");
    let resumed = GamesWriter::resume(&path, Variant::Pijersi, "nodes 5");
    let (mut writer, numbers) = resumed.expect("the file");
    assert_eq!(numbers, [0, 1]);
    writer.write(&games[2]).expect("room");
    assert_eq!(std::fs::read(&path).expect("the file"), bytes);
}

fn train_config(threads: usize) -> TrainConfig {
    TrainConfig { accumulator: 128, epochs: 3, batch_size: 64, learning_rate: 0.003, seed: 9, threads }
}

/// Trains on a file of games; returns the net and the losses on the training set by epoch.
fn learn(path: &Path, threads: usize) -> (Net, Vec<(f64, f64)>) {
    let mut dataset = Dataset::<Pijersi>::default();
    dataset.read(path, Variant::Pijersi, ValueTargets::outcome(0.5)).expect("games");
    assert!(!dataset.training.is_empty() && !dataset.validation.is_empty());
    let (mut net, mut losses) = (None, Vec::new());
    let mut on_progress = |progress: &TrainProgress, make: &dyn Fn(String) -> Net| {
        if let Some(validation) = progress.validation {
            assert_eq!(progress.training.examples(), dataset.training.len() as u64);
            assert_eq!(validation.examples(), dataset.validation.len() as u64);
            losses.push((progress.training.value(), progress.training.policy()));
            net = Some(make("a test".to_string()));
        }
    };
    train(&train_config(threads), &dataset, None, &AtomicBool::new(false), &mut on_progress);
    (net.expect("an epoch"), losses)
}

#[test]
fn training_learns_and_is_the_same_on_any_number_of_threads() {
    let path = file("train.games");
    write(&path, &games(2, &(0..40).collect::<Vec<_>>()));
    let (net, losses) = learn(&path, 1);
    assert_eq!(losses.len(), 3);
    assert!(losses[2].0 < losses[0].0 && losses[2].1 < losses[0].1, "{losses:?}");
    assert_eq!(learn(&path, 3).0, net);

    // A net sees a position as its mover does: who is ahead says so whatever the colour.
    let rules = Rules::of(Pijersi::rule_options());
    let white = Pijersi::from_fen("6/7/6/7/2R-S-P-1/7/3p-2 w 0 9", &rules).expect("a position");
    let black = Pijersi::from_fen("2P-3/7/1p-s-r-2/7/6/7/6 b 0 9", &rules).expect("a position");
    assert_eq!((white.mover(), black.mover()), (Player::One, Player::Two));
    assert_eq!(net.value(&white), net.value(&black));
    let value = net.value(&white);
    assert!(value.win > 0.0 && value.draw > 0.0 && value.win + value.draw < 1.0);
}

/// Reads a file of games into a dataset; what is wrong with it.
fn refused(path: &Path, variant: Variant) -> String {
    let mut dataset = Dataset::<Pijersi>::default();
    let error = dataset.read(path, variant, ValueTargets::outcome(0.5)).expect_err("no good games");
    format!("{error:#}")
}

#[test]
fn damaged_files_and_games_of_another_kind_are_refused() {
    let path = file("bad.games");
    std::fs::write(&path, b"sisku-games 1 pijersi\n\xff\xff\xff\xff").expect("the file");
    let text = refused(&path, Variant::Pijersi);
    assert!(text.contains("bad.games: expected a whole game at byte 22, found a damaged one"), "{text}");
    let text = refused(&path, Variant::Pijersi51);
    assert!(text.contains("bad.games: expected training games of pijersi51"), "{text}");
    let text = refused(&file("none.games"), Variant::Pijersi);
    assert!(text.contains("cannot read") && text.contains("none.games"), "{text}");
}

#[test]
fn files_of_the_first_version_are_read_but_not_continued() {
    let games = games(1, &[0, 1]);
    let path = file("old.games");
    write(&path, &games);
    let bytes = std::fs::read(&path).expect("the file");
    let end = bytes.iter().position(|&byte| byte == b'\n').expect("a first line");
    std::fs::write(&path, [b"sisku-games 1 pijersi", &bytes[end..]].concat()).expect("the file");
    let mut reader = GamesReader::open(&path, Variant::Pijersi).expect("the file");
    assert_eq!(reader.settings(), None);
    assert_eq!(reader.next_game().expect("whole").as_ref(), Some(&games[0]));
    let error = GamesWriter::resume(&path, Variant::Pijersi, "nodes 5").expect_err("unknown settings");
    assert!(error.to_string().ends_with("found games of an older version, which does not tell"), "{error}");
}

#[test]
fn games_against_the_rules_are_refused() {
    let game = games(1, &[0]).remove(0);
    let refused = |name: &str, change: &dyn Fn(&mut TrainingGame)| {
        let (path, mut game) = (file(name), game.clone());
        change(&mut game);
        write(&path, &[game]);
        refused(&path, Variant::Pijersi)
    };
    let text = refused("move.games", &|game| game.plies[2].played = 9999);
    assert!(text.contains("move.games: game 0: '9999': expected the index of one of "), "{text}");
    let text = refused("visits.games", &|game| game.plies[0].visits[0].0 = 9998);
    assert!(text.contains("'9998': expected the index of one of "), "{text}");
    let text = refused("start.games", &|game| game.start = "nonsense".to_string());
    assert!(text.contains("start.games: game 0: 'nonsense': expected "), "{text}");
    // White has arrived.
    let text = refused("ended.games", &|game| game.start = "2R-3/7/6/7/6/7/3s-2 b 0 9".to_string());
    assert!(text.contains("expected no move after the end of the game"), "{text}");
}
