//! What a match tells: results, codes, errors, cross-checks, other games.

use super::{Folder, SISKU, engine, expect_code, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn mistakes_are_errors_before_the_first_game() {
    let folder = Folder::new();
    let healthy = engine("healthy", "none");
    let broken = engine("broken", "no-start");
    let lines = |args: &[&str]| {
        let output = folder.play(args);
        expect_code(&output, 2);
        let text = stderr(&output);
        assert_eq!(text.lines().count(), 1, "one line: {text}");
        assert!(stdout(&output).is_empty());
        text
    };
    // On Windows the path begins with the drive.
    let nowhere = std::env::current_dir().expect("a folder").join(Path::new("/nowhere/x"));
    let nowhere = format!("engine 'x': cannot be started: {}", nowhere.display());
    let log = format!("--log={SISKU}");
    for (args, expected) in [
        (vec!["--engine", "cmd=/nowhere/x"], nowhere.as_str()),
        (vec!["--engine", &broken], "engine 'broken': ended: exit code 7: cannot start"),
        (vec!["--engine", &healthy, "--games=3"], "'3': expected an even number of games"),
        (vec!["--engine", &healthy, "--games=0"], "'0': expected an even number of games, 2 or more"),
        (
            vec!["--engine=name=a", "--engine=name=a"],
            "--engine name=a: expected a name that no other engine has",
        ),
        (
            vec!["--engine", &healthy, "--chart=chart.png"],
            "'chart.png': expected the name of a chart to end in .svg or .html",
        ),
        (vec!["--engine", &healthy, "--chart=nowhere/chart.svg"], "cannot write nowhere"),
        (vec!["--engine", &healthy, "--record=nowhere/games.txt"], "cannot write nowhere"),
        (vec!["--engine", &healthy, &log], "cannot make the folder "),
        (vec!["--engine=sisku"], "'sisku': expected key=value, or a program with its path, as ./NAME"),
        (vec!["--engine=./no-such-engine"], "engine 'no-such-engine': cannot be started: "),
        (vec!["--engine", &healthy, "--tc=soon"], "'soon': expected a time control like"),
        (vec!["--engine", &healthy, "--openings=nowhere.txt"], "openings 'nowhere.txt': expected"),
        (vec!["--engine", &healthy, "--shard=3/2"], "'3/2': expected i/n"),
        (vec!["-c", "none.toml"], "cannot read none.toml"),
        (vec!["--engine", &healthy, "--out=no/such/folder/x"], "cannot write no/such/folder/x"),
        (
            vec!["--engine=name=a", "--variant=chess", "--openings=classic"],
            "'chess': expected a variant that it plays: pijersi, pijersi51, jersi",
        ),
        (vec!["merge", "none.jsonl"], "cannot read none.jsonl"),
        (vec![], "no engine: expected --engine"),
    ] {
        let text = lines(&args);
        assert!(text.starts_with("error: ") && text.contains(expected), "{text}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "no file was touched");
}

#[test]
fn our_own_engine_plays_and_everything_is_told() {
    let folder = Folder::new();
    fs::write(
        folder.path().join("match.toml"),
        "games = 4\nrecord = 'games.txt'\n[openings]\nplies = 2\n[each]\nnodes = 20\n\
         [[engine]]\nname = 'one'\n[[engine]]\nname = 'two'\noptions = { Seed = 5 }\n",
    )
    .expect("writable");
    let output = folder.play(&["-c", "match.toml", "--strict", "--engine", "name=two,nodes=40"]);
    expect_code(&output, 0);
    let text = stdout(&output);
    for part in [
        "game 1: one - two ",
        "game 2: two - one ",
        "Match complete: 4 of 4 games",
        "Elo ",
        "LOS ",
        "Pairs [",
        "Ends: ",
        "Settings: pijersi, round robin, openings half-random and 2 random moves, seed 1, at most 1000 moves",
        concat!("one: sisku ", env!("CARGO_PKG_VERSION"), ", nodes 20, margin 20 ms, timeout 60 s (Sisku "),
        concat!(
            "two: sisku ",
            env!("CARGO_PKG_VERSION"),
            ", nodes 40, margin 20 ms, timeout 60 s, options Seed=5 (Sisku "
        ),
        "games file match.jsonl, concurrency 1, shard 1/1",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let games = folder.games("match.jsonl");
    assert_eq!(games[0]["opening"], games[1]["opening"]);
    assert_ne!(games[0]["opening"], games[2]["opening"]);
    let nodes = |game: &Value, ply: usize| game["moves"][ply]["nodes"].as_u64();
    assert_eq!((nodes(&games[0], 0), nodes(&games[1], 0)), (Some(20), Some(40)));
    let record = fs::read_to_string(folder.path().join("games.txt")).expect("a record");
    assert_eq!(record.matches("# Game ").count(), 4);
    // What people read can be read back as openings.
    let lines = record.lines().filter(|line| line.starts_with("1 ")).count();
    assert_eq!(lines, 4);
}

#[test]
fn a_path_is_description_enough() {
    let folder = Folder::new();
    let double = super::faulty_engine().display().to_string();
    let output = folder.play(&["--engine", &double, "--nodes=1", "--games=2", "--max-plies=1"]);
    expect_code(&output, 0);
    let text = stdout(&output);
    assert!(text.contains("faulty_engine 1 - 1 sisku"), "{text}");
    assert!(text.contains(", length, 1 move;") && text.contains("at most 1 move\n"), "{text}");
    assert!(!text.contains("1 moves"), "{text}");
}

#[test]
fn games_are_given_up_only_when_asked_for() {
    let (a, b) = (engine("a", "none"), engine("b", "none"));
    let play = |more: &[&str]| {
        let folder = Folder::new();
        let args = ["--engine", &a, "--engine", &b, "--nodes=1", "--games=2"];
        expect_code(&folder.play(&[&args[..], more].concat()), 0);
        folder.games("match.jsonl")
    };
    // Both say 12 centipawns for ever.
    let drawn = play(&["--draw=from=6,moves=2,score=12"]);
    assert!(
        drawn.iter().all(|game| game["reason"] == "agreed draw" && game["result"] == "draw"),
        "{drawn:?}"
    );
    assert!(drawn.iter().all(|game| game["moves"].as_array().map(Vec::len) == Some(6)), "{drawn:?}");
    assert_eq!(drawn[0]["settings"]["draw"]["from"], 6);
    // Who says that it wins does not resign, and nobody agrees when nobody is asked.
    for more in [&["--resign=moves=1,score=10"][..], &["--draw=moves=2,score=11"], &[]] {
        let given_up = |game: &Value| game["reason"] == "resigned" || game["reason"] == "agreed draw";
        assert!(!play(more).iter().any(given_up), "{more:?}");
    }
    // One that sees itself lost, and another that agrees.
    let folder = Folder::new();
    let gloomy = engine("gloomy", "gloomy");
    let args = ["--engine", &a, "--engine", &gloomy, "--nodes=1", "--games=2", "--resign=moves=2,score=12"];
    expect_code(&folder.play(&args), 0);
    for game in folder.games("match.jsonl") {
        let won = if game["players"][0] == "a" { "p1win" } else { "p2win" };
        assert!(game["reason"] == "resigned" && game["result"] == won && game["detail"].is_null(), "{game}");
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(4));
    }
}

#[test]
fn engines_ponder_when_asked_to() {
    // One opponent plays what is expected of it, the other hardly ever.
    let (mut hits, mut misses) = (0, 0);
    for opponent in ["name=b".to_string(), engine("b", "none")] {
        let folder = Folder::new();
        let args = ["--engine=name=a,ponder=true", "--engine", &opponent, "--tc=3+0.05", "--margin=2000"];
        let output = folder.play(&[&args[..], &["--games=2", "--log=logs"]].concat());
        expect_code(&output, 0);
        let games = folder.games("match.jsonl");
        assert!(games.iter().all(|game| game["detail"].is_null()), "{games:?}");
        assert!(stdout(&output).contains(", pondering (Sisku "), "{}", stdout(&output));
        let log = |name: &str| fs::read_to_string(folder.path().join("logs").join(name)).expect("a log");
        let (a, b) = (log("a-1.log"), log("b-1.log"));
        assert!(!b.contains("go ponder") && !b.contains("ponderhit"), "{b}");
        let sent = |text: &str| a.matches(text).count();
        let (hit, pondered) = (sent(" > ponderhit\n"), sent(" > go ponder "));
        (hits, misses) = (hits + hit, misses + pondered - hit);
        // Every `go` has its one answer, or was the last word of a game.
        let (asked, answered) = (sent(" > go "), sent(" < bestmove "));
        assert!(answered <= asked && asked <= answered + 2, "{asked} asked, {answered} answered");
    }
    assert!(hits > 0 && misses > 0, "{hits} hits, {misses} misses");
    // Nobody ponders on secrets, and this is said.
    let folder = Folder::new();
    let secret = ["--variant=bloch", "--engine=name=a,ponder=true", "--engine=name=b", "--nodes=1"];
    let output = folder.play(&[&secret[..], &["--games=2", "--log=logs"]].concat());
    expect_code(&output, 0);
    assert!(
        stderr(&output).contains("note: 'a' does not ponder: not in hidden games"),
        "{}",
        stderr(&output)
    );
    let log = fs::read_to_string(folder.path().join("logs/a-1.log")).expect("a log");
    assert!(!log.contains("go ponder"), "{log}");
    // Who cannot is found out before the first game.
    let folder = Folder::new();
    let other = folder.play(&["--engine", &format!("{},ponder=true", engine("x", "none")), "--games=2"]);
    expect_code(&other, 2);
    assert!(stderr(&other).contains("option 'Ponder' is not announced"), "{}", stderr(&other));
}

#[test]
fn files_of_games_are_shown() {
    let folder = Folder::new();
    let (good, bad) = (engine("good", "none"), engine("bad", "illegal 2"));
    let args = ["--engine", &good, "--engine", &bad, "--nodes=1", "--games=4", "--plies=1", "-q"];
    let played = stdout(&{
        let output = folder.play(&args);
        expect_code(&output, 0);
        output
    });
    let shown = folder.play(&["show", "match.jsonl"]);
    expect_code(&shown, 0);
    let text = stdout(&shown);
    assert!(text.starts_with("So far: 4 of 4 games\ngood "), "{text}");
    assert_eq!(text.lines().nth(1), played.lines().nth(1), "as the match has it");
    let games = folder.games("match.jsonl");
    let faults = games.iter().filter(|game| !game["detail"].is_null()).count();
    assert!(faults > 0 && text.matches("\nFault in game ").count() == faults, "{text}");
    // One game, move by move.
    let game = stdout(&folder.play(&["show", "match.jsonl", "--game=2"]));
    assert!(game.starts_with("Game 2, pair 1: bad - good, "), "{game}");
    let moves = games[1]["moves"].as_array().map_or(0, Vec::len);
    assert_eq!(
        game.lines().filter(|line| line.contains(" ms, score cp 12, depth 1, nodes 10")).count(),
        moves
    );
    assert!(game.contains(" opening\n") && game.contains("\nAfter "), "{game}");
    // While it grows: the end of a line that is being written does not count.
    let path = folder.path().join("match.jsonl");
    let whole = fs::read(&path).expect("a file");
    fs::write(&path, &whole[..whole.len() - 10]).expect("writable");
    let text = stdout(&folder.play(&["show", "match.jsonl"]));
    assert!(text.starts_with("So far: 3 of 4 games\n"), "{text}");
    for (args, part) in [
        (["show", "match.jsonl", "--game=9"], "match.jsonl: expected game 9, found none"),
        (["show", "none.jsonl", "--game=1"], "cannot read none.jsonl"),
    ] {
        let output = folder.play(&args);
        expect_code(&output, 2);
        assert!(stderr(&output).contains(part), "{}", stderr(&output));
    }
}

#[test]
fn summaries_for_programs_are_one_object() {
    let folder = Folder::new();
    let (a, b, c) = (engine("a", "none"), engine("b", "none"), engine("c", "crash"));
    let args = ["--engine", &a, "--engine", &b, "--engine", &c, "--nodes=1", "--games=2", "--json"];
    let output = folder.play(&args);
    expect_code(&output, 0);
    let summary: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((summary["games"].as_u64(), summary["faults"].as_u64()), (Some(6), Some(4)));
    // Another end of a game is told with what the engine said.
    let games = fs::read_to_string(folder.path().join("match.jsonl")).expect("a file");
    assert_eq!(summary["endings"]["crash of c"], 4, "{games}");
    assert_eq!(summary["pairings"].as_array().map(Vec::len), Some(3));
    assert_eq!(summary["engines"][2]["results"]["losses"], 4);
    assert_eq!(summary["settings"]["engines"][0]["nodes"], 1);
    assert!(stderr(&output).contains("game 6: "));
    assert_eq!(summary["elo_of_engines"], "above the mean of all engines, by all games together");
    // Programs and people are told the same Elo, of two engines too.
    let duel = Folder::new();
    let args = ["--engine", &a, "--engine=name=b,nodes=20", "--nodes=1", "--games=6", "-q"];
    expect_code(&duel.play(&args), 0);
    let sprt = "--sprt=elo0=0,elo1=9";
    let text = stdout(&duel.play(&["merge", "match.jsonl", sprt, "--chart=duel.svg"]));
    let json = duel.play(&["merge", "match.jsonl", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("one object");
    assert_eq!(json["elo_of_engines"], "against the other engine");
    assert_eq!(json["engines"][0]["elo"], json["pairings"][0]["elo"]);
    if let Some(elo) = json["engines"][0]["elo"]["value"].as_f64() {
        assert!(text.contains(&format!("\nElo {elo:+.1} ")), "{elo} in {text}");
        assert_eq!(json["engines"][1]["elo"]["value"].as_f64(), Some(0.0 - elo));
    }
    let chart = fs::read_to_string(duel.path().join("duel.svg")).expect("a chart");
    let line = text.lines().find(|line| line.starts_with("SPRT ")).expect("a test");
    assert!(chart.contains(&line.replace('<', "&lt;").replace('>', "&gt;")), "{line} in {chart}");
    // The same from the file of games.
    let merged = folder.play(&["merge", "match.jsonl", "--json"]);
    let merged: Value = serde_json::from_slice(&merged.stdout).expect("one object");
    assert_eq!(merged["pairings"], summary["pairings"]);
    assert_eq!(merged["endings"], summary["endings"]);
}

#[test]
fn the_code_tells_the_verdict_of_the_test() {
    let (good, bad) = (engine("good", "none"), engine("bad", "illegal"));
    let play = |first: &str, second: &str, games: &str| {
        let folder = Folder::new();
        let sprt = "--sprt=elo0=0,elo1=100,model=logistic";
        let output = folder.play(&["--engine", first, "--engine", second, "--nodes=1", sprt, games, "-q"]);
        (output.status.code(), stdout(&output))
    };
    let (code, text) = play(&good, &bad, "--games=1000");
    assert!(code == Some(0) && text.contains("Match decided, H1 accepted: "), "{code:?} {text}");
    let (code, text) = play(&bad, &good, "--games=1000");
    assert!(code == Some(1) && text.contains("H0 accepted"), "{code:?} {text}");
    let (code, text) = play(&good, &bad, "--games=2");
    assert!(code == Some(3) && text.contains("undecided"), "{code:?} {text}");
}

#[test]
fn strict_matches_report_what_engines_get_wrong() {
    let folder = Folder::new();
    let (liar, honest) = (engine("liar", "lie"), engine("honest", "none"));
    let args = ["--engine", &liar, "--engine", &honest, "--nodes=1", "--games=2", "--strict"];
    let output = folder.play(&args);
    expect_code(&output, 4);
    let text = stdout(&output);
    for question in ["gameover", "p1turn", "result", "fen"] {
        assert!(
            text.contains(&format!("strict: liar answers 'query {question}' with ")),
            "{question}: {text}"
        );
    }
    assert!(!text.contains("strict: honest"), "{text}");
    let unasked = Folder::new();
    expect_code(&unasked.play(&args[..6]), 0);
    let results = |folder: &Folder| -> Vec<Value> {
        folder.games("match.jsonl").iter().map(|game| game["result"].clone()).collect()
    };
    assert_eq!(results(&folder), results(&unasked)[..2], "our rules decide all the same");
}

#[test]
fn games_we_do_not_know_are_refereed_by_an_engine() {
    let known = Folder::new();
    let unknown = Folder::new();
    let (a, b) = (engine("a", "none"), format!("{},option.Seed=9", engine("b", "none")));
    let args = ["--engine", &a, "--engine", &b, "--nodes=1", "--games=2", "--openings=classic"];
    expect_code(&known.play(&args), 0);
    let output = unknown.play(&[&args[..], &["--variant=mystery"]].concat());
    expect_code(&output, 0);
    assert!(stderr(&output).contains("the rules of 'mystery' are not known here: 'a' is trusted as referee"));
    let moves = |folder: &Folder| -> Vec<Value> {
        folder.timeless("match.jsonl").iter().map(|game| game["moves"].clone()).collect()
    };
    assert_eq!(moves(&known), moves(&unknown));
    let games = unknown.games("match.jsonl");
    assert!(games.iter().all(|game| game["reason"] == "referee"), "{games:?}");
    // And an illegal move is the referee's to find.
    let illegal = Folder::new();
    let bad = engine("bad", "illegal 2");
    let args = ["--engine", &a, "--engine", &bad, "--nodes=1", "--games=2", "--openings=classic"];
    expect_code(&illegal.play(&[&args[..], &["--variant=mystery"]].concat()), 0);
    let games = illegal.games("match.jsonl");
    assert!(games.iter().any(|game| game["reason"] == "illegal move"), "{games:?}");
}

#[test]
fn players_of_hidden_games_are_told_their_own_history_only() {
    let folder = Folder::new();
    let (a, b) = (engine("a", "hidden"), format!("{},option.Seed=9", engine("b", "hidden")));
    let args =
        ["--engine", &a, "--engine", &b, "--nodes=1", "--games=4", "--openings=classic", "--variant=mystery"];
    expect_code(&folder.play(&args), 0);
    for game in folder.games("match.jsonl") {
        assert!(game["detail"].is_null() && game["moves"].as_array().is_some_and(|m| m.len() > 2), "{game}");
    }
}

#[test]
fn a_referee_that_fails_ends_the_match_but_no_game_is_lost() {
    let folder = Folder::new();
    let (a, b) = (engine("a", "none"), engine("b", "none"));
    let referee = format!("cmd='{}' lie", super::faulty_engine().display());
    let args =
        ["--engine", &a, "--engine", &b, "--nodes=1", "--openings=classic", "--variant=mystery", "--games=2"];
    let output = folder.play(&[&args[..], &["--referee", &referee]].concat());
    expect_code(&output, 2);
    assert!(
        stderr(&output).contains("game 1: the referee answers 'query result' with 'none'"),
        "{}",
        stderr(&output)
    );
    assert!(folder.games("match.jsonl").is_empty());
}
