//! Hidden games: what each engine is sent, as an engine writes it down that does nothing
//! else. See tests/doubles/recording_engine.rs.

use super::{Folder, SISKU, double, expect_code};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// A full position after the set-ups, and one before them with moves.
const BOOK: &str = "6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1 moves a2a4 a7=R\n\
                    =RRPPSS =SPRSPR b2b4\n";

/// Plays four games, and checks everything that the engines were sent. Returns how many
/// secrets of others were kept from them.
fn secrets_kept(args: &[&str]) -> usize {
    let folder = Folder::new();
    fs::write(folder.path().join("book.txt"), BOOK).expect("writable");
    let engine = |name: &str, seed: u32| {
        format!("name={name},cmd='{}' {name}.log {seed}", double("recording_engine").display())
    };
    let (a, b) = (engine("a", 1), engine("b", 2));
    let common = ["--engine", &a, "--engine", &b, "--games=4", "--max-plies=60", "--strict"];
    expect_code(&folder.play(&[&common, args].concat()), 0);
    let games = folder.games("match.jsonl");
    assert_eq!(games.len(), 4);
    let mut kept = 0;
    for name in ["a", "b"] {
        let heard = fs::read_to_string(folder.path().join(format!("{name}.log"))).expect("a log");
        let heard: Vec<Vec<&str>> =
            heard.split("uginewgame\n").map(|part| part.lines().collect::<Vec<_>>()).collect();
        // Before the first game the engines are only tried.
        let heard: Vec<_> = heard.iter().filter(|lines| lines.iter().any(|l| l.starts_with("go "))).collect();
        assert_eq!(heard.len(), 4, "{name} has played four games");
        for (game, lines) in games.iter().zip(heard) {
            let seat = (0..2).find(|&seat| game["players"][seat] == name).expect("a player");
            kept += lines.iter().map(|line| secrets_in_line(game, seat, line)).sum::<usize>();
        }
    }
    kept
}

/// Fails if a line tells the player in a seat what it may not know; counts what was kept back.
fn secrets_in_line(game: &Value, seat: usize, line: &str) -> usize {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["position", rest @ ..] => secrets_in_position(game, seat, rest),
        ["go", "nodes", "1"] => 0,
        // Both are the player's own: the opponent's would tell how long it has thought.
        ["go", "p1time", one, "p2time", two, "p1inc", "1000", "p2inc", "1000"] => {
            assert_eq!(one, two, "{line}");
            0
        }
        ["ugi" | "isready" | "quit"] | ["query", "gameover" | "p1turn" | "result"] => 0,
        _ => panic!("why was this sent? {line}"),
    }
}

fn secrets_in_position(game: &Value, seat: usize, words: &[&str]) -> usize {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (start, told) = words.split_at(split);
    let mut kept = 0;
    if let ["fen", board, reserves, ..] = start {
        let others = if seat == 0 { ['r', 'p', 's'] } else { ['R', 'P', 'S'] };
        assert!(!board.contains(others) && !reserves.contains(others), "{words:?} to player {}", seat + 1);
        kept += 1;
    }
    let text = |mv: &Value| mv.as_str().expect("a text").to_string();
    let opening = game["opening"]["moves"].as_array().into_iter().flatten().map(text);
    let played = game["moves"].as_array().into_iter().flatten().map(|mv| text(&mv["move"]));
    for (ply, (truth, told)) in opening.chain(played).zip(told.iter().skip(1)).enumerate() {
        // What fights is said aloud.
        let (told, _) = told.split_once(':').unwrap_or((told, ""));
        match truth.split_once('=') {
            Some((place, secret)) if ply % 2 != seat => {
                assert_eq!(told, format!("{place}={}", "X".repeat(secret.len())), "{words:?}");
                kept += 1;
            }
            _ => assert_eq!(told, truth, "{words:?}"),
        }
    }
    kept
}

#[test]
fn engines_are_told_what_they_may_know_by_our_rules() {
    let variant = "--variant=bloch";
    assert!(secrets_kept(&[variant, "--nodes=1"]) > 100, "set-ups are made by the engines themselves");
    assert!(secrets_kept(&[variant, "--tc=60+1", "--openings=full-random"]) > 100);
    assert!(secrets_kept(&[variant, "--nodes=1", "--openings=book.txt"]) > 100);
}

#[test]
fn engines_are_told_what_they_may_know_by_a_referee() {
    let referee = format!("cmd='{SISKU}' --variant bloch");
    let unknown = ["--variant=mystery", "--referee", &referee];
    assert!(secrets_kept(&[&unknown[..], &["--tc=60+1", "--openings=classic"]].concat()) > 100);
    assert!(secrets_kept(&[&unknown[..], &["--nodes=1", "--openings=book.txt"]].concat()) > 100);
    let known = ["--variant=bloch", "--referee", &referee, "--nodes=1"];
    assert!(secrets_kept(&known) > 100);
    assert!(secrets_kept(&[&known[..], &["--openings=full-random"]].concat()) > 100);
}

/// The two set-ups of each game.
fn set_ups(folder: &Folder) -> Vec<[String; 2]> {
    let games = folder.timeless("match.jsonl");
    let text = |game: &Value, ply: usize| game["moves"][ply]["move"].as_str().expect("a set-up").to_string();
    games.iter().map(|game| [text(game, 0), text(game, 1)]).collect()
}

#[test]
fn nobody_sets_up_alike_in_every_game() {
    // However games are shared out among processes.
    for more in [&["--engine=restart=true"][..], &["--concurrency=2"], &["--shard=1/2"]] {
        let folder = Folder::new();
        let common = ["--variant=bloch", "--nodes=1", "--games=12", "--max-plies=2", "--engine=name=a"];
        expect_code(&folder.play(&[&common[..], more].concat()), 0);
        let set_ups = set_ups(&folder);
        assert!(set_ups.len() >= 6);
        let mut different: Vec<&String> = set_ups.iter().flatten().collect();
        different.sort();
        different.dedup();
        assert!(different.len() > set_ups.len(), "{set_ups:?}");
    }
}

/// What a fresh engine answers that is given a seed and asked for a set-up.
fn set_up_of(seed: u64, position: &str) -> String {
    let mut child = Command::new(SISKU);
    child.args(["--variant", "bloch"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().expect("sisku runs");
    let text = format!("setoption name Seed value {seed}\nuginewgame\nposition {position}\ngo nodes 1\n");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("written");
    let said = child.wait_with_output().expect("ends").stdout;
    let said = String::from_utf8(said).expect("text");
    said.rsplit("bestmove ").next().expect("a move").trim().to_string()
}

/// One step of splitmix64.
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// An engine that knows the program, the settings of the match and its own seed guesses the
/// other's seed, and so its set-up. Seeds once came from the seed of the openings and the
/// number of the game: every guess was right.
#[test]
fn an_engine_that_knows_its_own_seed_cannot_work_out_the_other() {
    const GAMES: usize = 40;
    let folder = Folder::new();
    let thief = format!("name=thief,cmd='{}' thief.log 1 seeded", double("recording_engine").display());
    let games = format!("--games={GAMES}");
    let args = ["--engine", &thief, "--engine=name=victim,restart=true", "--variant=bloch", "--nodes=1"];
    expect_code(&folder.play(&[&args[..], &["--max-plies=2", &games]].concat()), 0);
    let heard = fs::read_to_string(folder.path().join("thief.log")).expect("a log");
    let seeds = heard.lines().filter_map(|line| line.strip_prefix("setoption name Seed value "));
    let mut seeds: Vec<u64> = seeds.map(|seed| seed.parse().expect("a number")).collect();
    // The first was that of the rehearsal.
    assert_eq!(seeds.len(), GAMES + 1);
    seeds.remove(0);
    let mut different = seeds.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), GAMES, "every game has a seed of its own");
    type Guess = fn(u64, u64) -> u64;
    let guesses: [(&str, Guess); 4] = [
        ("the derivation there was", |game, _| mix(1 ^ mix(game * 1024 + 1)) % (1 << 31)),
        ("its own", |_, own| own),
        ("the next", |_, own| own + 1),
        ("none", |_, _| 0),
    ];
    let set_ups = set_ups(&folder);
    let games = folder.timeless("match.jsonl");
    for (name, guess) in guesses {
        let hits = games.iter().enumerate().filter(|(number, game)| {
            let seat = usize::from(game["players"][1] == "victim");
            let position = if seat == 0 { "startpos" } else { "startpos moves =XXXXXX" };
            set_up_of(guess(*number as u64, seeds[*number]), position) == set_ups[*number][seat]
        });
        // There are 510 set-ups, of which good ones are drawn more often.
        let hits = hits.count();
        assert!(hits <= GAMES / 8, "{name}: {hits} of {GAMES}");
    }
    let records = fs::read_to_string(folder.path().join("match.jsonl")).expect("records");
    assert!(!seeds.iter().any(|seed| *seed > 9999 && records.contains(&seed.to_string())), "seeds on record");
}

#[test]
fn rules_reach_engines_that_learn_the_game_first() {
    let folder = Folder::new();
    let rules = ["--rule=NoProgress=4", "--rule=CampDepth=2", "--strict"];
    let args = ["--variant=bloch", "--engine=name=a", "--nodes=20", "--games=4"];
    expect_code(&folder.play(&[&args[..], &rules].concat()), 0);
    assert!(folder.games("match.jsonl").iter().all(|game| game["mismatches"].is_null()));
}

/// However fast a move is, it is passed on when its time is over.
#[test]
fn times_tell_nothing() {
    let engine =
        |name: &str| format!("name={name},cmd='{}' {name}.log", double("recording_engine").display());
    let (a, b) = (engine("a"), engine("b"));
    for limit in [&["--movetime=150"][..], &["--nodes=1", "--hold=150"], &["--tc=60", "--hold=150"]] {
        let folder = Folder::new();
        let args = ["--variant=bloch", "--engine", &a, "--engine", &b, "--games=2", "--max-plies=4"];
        let start = std::time::Instant::now();
        expect_code(&folder.play(&[&args[..], limit].concat()), 0);
        assert!(start.elapsed() >= std::time::Duration::from_millis(8 * 150), "{limit:?}");
    }
}

#[test]
fn positions_without_moves_keep_secrets_too() {
    let folder = Folder::new();
    let engine = |name: &str| {
        format!("name={name},position=fen,cmd='{}' {name}.log", double("recording_engine").display())
    };
    let (a, b) = (engine("a"), engine("b"));
    let args = ["--engine", &a, "--engine", &b, "--variant=bloch", "--nodes=1", "--games=2"];
    expect_code(&folder.play(&[&args[..], &["--max-plies=2"]].concat()), 0);
    // The set-ups are the only moves: nobody is told more than that there was one.
    let heard = fs::read_to_string(folder.path().join("b.log")).expect("a log");
    assert!(heard.contains("position fen 6/6/6/6/6/6/XXXXXX/6 XXX/rrrpppsss 2 "), "{heard}");
}
