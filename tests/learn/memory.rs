//! The road from games to a net.

use sisku::games::pijersi::{Board45, Position};
use sisku::games::{Game, Notation, Player, Rules, Variant};
use sisku::learn::games::{GamesReader, GamesWriter, TrainingGame};
use sisku::learn::samples::Samples;
use sisku::learn::selfplay::{self, Plan};
use sisku::learn::train::{Course, Progress, train};
use sisku::net::Net;
use sisku::search::EvalSource;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

type Pijersi = Position<Board45>;

fn plan(threads: usize) -> Plan {
    Plan {
        evaluation: EvalSource::Handcrafted,
        nodes: 30,
        full_share: 1.0,
        varied_plies: 6,
        surprise: 0.2,
        seed: 4,
        threads,
        hash_mb: 1,
    }
}

fn games(threads: usize, numbers: &[u64]) -> Vec<TrainingGame> {
    play(&plan(threads), numbers)
}

fn play(plan: &Plan, numbers: &[u64]) -> Vec<TrainingGame> {
    let mut games = Vec::new();
    selfplay::play::<Pijersi>(plan, numbers, &AtomicBool::new(false), |game| {
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
    let mut writer = GamesWriter::create(path, Variant::Pijersi).expect("a new file");
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
            let playouts: u32 = ply.tried.iter().map(|&(_, playouts)| u32::from(playouts)).sum();
            // Only a proven position, the last one of a game, is without.
            assert!(playouts > 0 || i + 1 == game.plies.len());
            assert!(ply.tried.iter().all(|&(place, _)| usize::from(place) < moves.len()));
            position.play(moves[usize::from(ply.played)]);
        }
    }
}

#[test]
fn some_moves_may_be_searched_in_passing() {
    let plan = Plan { full_share: 0.25, ..plan(2) };
    let played = play(&plan, &[0, 1, 2, 3, 4, 5, 6, 7]);
    // The last ply of a game may be proven and so teach nothing either.
    let plies: Vec<_> = played.iter().flat_map(|game| &game.plies[..game.plies.len() - 1]).collect();
    let full = plies.iter().filter(|ply| !ply.tried.is_empty()).count();
    let share = full as f64 / plies.len() as f64;
    assert!(plies.len() > 100 && (0.12..0.4).contains(&share), "{full} of {}", plies.len());
    assert_eq!(play(&Plan { threads: 1, ..plan }, &[3]), [played[3].clone()]);
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
    assert!(GamesReader::open(&path, Variant::Pijersi51).is_err());
    assert!(GamesWriter::create(&path, Variant::Pijersi).is_err(), "never overwritten");

    let bytes = std::fs::read(&path).expect("the file");
    std::fs::write(&path, &bytes[..bytes.len() - 5]).expect("the file");
    let (mut writer, numbers) = GamesWriter::resume(&path, Variant::Pijersi).expect("the file");
    assert_eq!(numbers, [0, 1]);
    writer.write(&games[2]).expect("room");
    assert_eq!(std::fs::read(&path).expect("the file"), bytes);
}

fn course(threads: usize) -> Course {
    Course { sums: 128, epochs: 3, batch: 64, rate: 0.003, seed: 9, threads }
}

/// Trains on a file of games; returns the net and the losses of the lessons by epoch.
fn learn(path: &Path, threads: usize) -> (Net, Vec<(f64, f64)>) {
    let mut samples = Samples::<Pijersi>::default();
    samples.read(path, Variant::Pijersi, 0.5).expect("games");
    assert!(!samples.lessons.is_empty() && !samples.exam.is_empty());
    let (mut net, mut losses) = (None, Vec::new());
    train(&course(threads), &samples, None, &AtomicBool::new(false), &mut |progress: &Progress, make| {
        if let Some(exam) = progress.exam {
            assert_eq!(exam.examples, samples.exam.len() as u64);
            losses.push((progress.lessons.of_results(), progress.lessons.of_moves()));
            net = Some(make("a test".to_string()));
        }
    });
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

#[test]
fn games_of_another_kind_are_refused() {
    let path = file("bad.games");
    std::fs::write(&path, b"sisku-games 1 pijersi\n\xff\xff\xff\xff").expect("the file");
    let mut samples = Samples::<Pijersi>::default();
    let error = samples.read(&path, Variant::Pijersi, 0.5).expect_err("damaged");
    assert!(format!("{error:#}").contains("not damaged"), "{error:#}");
}
