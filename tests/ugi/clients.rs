//! What known clients say, word by word, and what they need to hear.

use crate::START;
use crate::engine::Engine;

/// The arena cutegames: lower-case options, everything asked before each ply.
#[test]
fn cutegames_plays_a_game() {
    let mut players = [Engine::start(&[]), Engine::start(&[])];
    for player in &mut players {
        player.send("ugi");
        player.until("ugiok");
        for (name, value) in [("debug", "false"), ("hash", "128"), ("ownbook", "false"), ("threads", "1")] {
            player.send(&format!("setoption name {name} value {value}"));
        }
        is_ready(player);
        is_ready(player);
        player.send("uginewgame");
    }
    let mut moves: Vec<String> = Vec::new();
    let mut clocks = [800, 800];
    loop {
        let position = match moves.as_slice() {
            [] => "position startpos".to_string(),
            moves => format!("position startpos moves {}", moves.join(" ")),
        };
        players[0].send(&position);
        let first = query(&mut players[0], "p1turn") == "true";
        assert_eq!(first, moves.len().is_multiple_of(2));
        let mover = usize::from(!first);
        is_ready(&mut players[mover]);
        players[mover].send(&position);
        players[mover].send(&position);
        if query(&mut players[mover], "gameover") == "true" {
            let results = players.each_mut().map(|player| {
                is_ready(player);
                player.send(&position);
                assert_eq!(query(player, "gameover"), "true");
                query(player, "result")
            });
            assert_eq!(results[0], results[1]);
            assert!(["p1win", "p2win", "draw"].contains(&results[0].as_str()), "{results:?}");
            break;
        }
        let go = match moves.len() % 4 {
            0 => "go movetime 20".to_string(),
            1 => "go depth 1".to_string(),
            2 => "go nodes 200".to_string(),
            _ => format!("go p1time {} p2time {} p1inc 10 p2inc 10", clocks[0], clocks[1]),
        };
        clocks[mover] -= 5;
        players[mover].send(&go);
        let (best, _) = players[mover].best_move();
        assert_eq!(query(&mut players[mover], &format!("islegal {best}")), "true");
        moves.push(best);
        assert!(moves.len() < 500, "the game does not end");
    }
    for mut player in players {
        player.send("quit");
        assert!(player.ended().well().is_empty());
    }
}

/// The arena cutergames: a process for each game, `moves` after every move, and a result from
/// player one.
#[test]
fn cutergames_plays_a_game() {
    let mut players =
        [Engine::start(&["--option", "DrawLimit=0"]), Engine::start(&["--option", "DrawLimit=0"])];
    for player in &mut players {
        player.send("ugi");
        player.until("ugiok");
        is_ready(player);
        player.send(&format!("position fen {START}"));
    }
    let mut plies = 0;
    while query(&mut players[0], "gameover") == "false" {
        let mover = usize::from(query(&mut players[0], "p1turn") == "false");
        assert_eq!(mover, plies % 2);
        is_ready(&mut players[mover]);
        players[mover].send("go movetime 10");
        let (best, _) = players[mover].best_move();
        for player in &mut players {
            player.send(&format!("moves {best}"));
        }
        plies += 1;
        assert!(plies < 500, "the game does not end");
    }
    let result = query(&mut players[0], "result");
    assert!(["p1win", "p2win"].contains(&result.as_str()), "{result}");
    for mut player in players {
        player.send("stop");
        player.send("quit");
        assert!(player.ended().well().is_empty());
    }
}

fn is_ready(engine: &mut Engine) {
    engine.send("isready");
    engine.until("readyok");
}

/// The arena looks for a line of exactly two words.
fn query(engine: &mut Engine, question: &str) -> String {
    let line = engine.ask(&format!("query {question}"));
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!((words.len(), words[0]), (2, "response"), "{line}");
    words[1].to_string()
}

fn certu() -> Engine {
    let mut engine = Engine::start(&["--compat", "certu"]);
    engine.send("ugi");
    for line in engine.until("ugiok") {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["ugiok"] | ["id", "name" | "author", _, ..] => {}
            ["option", "name", _name, properties @ ..] => assert_eq!(properties.len() % 2, 0, "{line}"),
            _ => panic!("{line}"),
        }
    }
    assert_eq!(engine.ask("isready"), "readyok");
    engine.send("uginewgame");
    engine
}

/// Reads a search as the GUI does, and returns the move and the last score.
fn certu_search(engine: &mut Engine, go: &str) -> (String, f64) {
    engine.send(go);
    let (best, infos) = engine.best_move();
    let (mut last_depth, mut score) = (None, None);
    for info in infos {
        let words: Vec<&str> = info.split(' ').collect();
        assert!(words[0] == "info" && words.iter().all(|word| !word.is_empty()), "{info}");
        for pair in words.windows(2) {
            let number = || pair[1].parse::<f64>().expect("a bare number");
            match pair[0] {
                "depth" => {
                    assert!(last_depth.is_none_or(|last| number() > last), "{info}");
                    last_depth = Some(number());
                }
                "score" => score = Some(number()),
                _ => {}
            }
        }
    }
    (best, score.expect("a score"))
}

/// The desktop GUI starts a process for every move.
#[test]
fn certu_plays_a_move_per_process() {
    for go in ["go depth 2", "go movetime 30", "go movetime 30.0"] {
        let mut engine = certu();
        engine.send(&format!("position fen {START}"));
        let (best, _) = certu_search(&mut engine, go);
        assert_eq!(engine.ask(&format!("query islegal {best}")), "response true");
        engine.send("quit");
        assert!(engine.ended().well().is_empty());
    }
}

/// Its Review calibrates a scale on four positions and then tries every turn.
#[test]
fn certu_reviews_a_turn() {
    let mut engine = certu();
    let mut calibrate = |fen: &str| {
        engine.send(&format!("position fen {fen}"));
        certu_search(&mut engine, "go depth 5").1
    };
    let win = calibrate("5s-/R-6/6/7/6/7/6 w 0 5");
    let loss = calibrate("5s-/R-6/6/7/6/7/6 b 0 5");
    let draw = calibrate("6/R-6/6/7/5r-/6S-/6 b 19 5");
    let small = calibrate("r-5/7/6/7/6/s-6/R-5 w 0 5");
    assert_eq!((win, loss, draw), (16384.0, -16384.0, 0.0));
    assert!((1.3..44.0).contains(&small), "{small}");

    let fen = "6/R-6/6/7/5r-/6S-/6 w 0 5";
    engine.send(&format!("position fen {fen}"));
    let moves = engine.ask("query moves");
    let mut wins = 0;
    for mv in moves.split(' ').skip(1) {
        engine.send(&format!("position fen {fen}"));
        engine.send(&format!("go manual {mv}"));
        // The GUI knows finished games itself; they must not confuse the engine.
        let (_, score) = certu_search(&mut engine, "go depth 4");
        wins += usize::from(-score == win);
    }
    assert!(wins >= 1, "f1-g1 wins");
}
