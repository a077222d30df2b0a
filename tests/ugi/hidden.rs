//! Secrets over the protocol: a referee and two players, as an arena runs them.

use crate::engine::{Engine, say};

fn bloch() -> Engine {
    Engine::start(&["--variant", "bloch"])
}

fn answer(engine: &mut Engine, question: &str) -> String {
    engine.ask(question).trim_start_matches("response").trim().to_string()
}

/// The loop of an arena, which knows no rules.
#[test]
fn an_arena_needs_no_rules() {
    let (mut referee, mut players) = (bloch(), [bloch(), bloch()]);
    assert_eq!(answer(&mut referee, "query hidden"), "true");
    let mut moves: Vec<String> = Vec::new();
    loop {
        referee.send(&format!("position startpos moves {}", moves.join(" ")));
        if answer(&mut referee, "query gameover") == "true" {
            break;
        }
        let player = usize::from(answer(&mut referee, "query p1turn") == "false");
        let history = answer(&mut referee, &format!("query history p{}", player + 1));
        players[player].send(&format!("position startpos moves {history}"));
        // The player sees what the referee says it sees.
        let view = answer(&mut referee, &format!("query view p{}", player + 1));
        assert_eq!(answer(&mut players[player], "query fen"), view);
        players[player].send("go nodes 60");
        let (best, _) = players[player].best_move();
        assert_eq!(answer(&mut referee, &format!("query islegal {best}")), "true", "{best} after {moves:?}");
        moves.push(best);
        assert!(moves.len() < 600, "{moves:?}");
    }
    assert!(["p1win", "p2win", "draw"].contains(&answer(&mut referee, "query result").as_str()));
}

/// What the engine says, numbers of time apart.
fn said(position: &str) -> Vec<String> {
    told(&[position, "go nodes 600"])
}

fn told(commands: &[&str]) -> Vec<String> {
    let lines = say(&["--variant", "bloch", "--option", "Seed=5", "--option", "MultiPV=3"], commands);
    let untimed = |line: String| {
        let words: Vec<&str> = line.split(' ').collect();
        let timed = |i: usize| i > 0 && ["nps", "time"].contains(&words[i - 1]);
        (0..words.len()).filter(|&i| !timed(i)).map(|i| words[i]).collect::<Vec<_>>().join(" ")
    };
    lines.into_iter().map(untimed).collect()
}

#[test]
fn what_is_said_depends_on_what_may_be_known() {
    let own = said("position startpos moves =RPSRPS =XXXXXX a2a4 a7a5 b2b4 b7=X");
    assert!(own.len() >= 4, "{own:?}");
    for secrets in [("=SSPPRR", "b7=R"), ("=SSPPRR", "b7=S"), ("=RPPSSR", "b7=P")] {
        let full = format!("position startpos moves =RPSRPS {} a2a4 a7a5 b2b4 {}", secrets.0, secrets.1);
        assert_eq!(said(&full), own, "{secrets:?}");
    }
}

#[test]
fn open_games_hide_nothing() {
    let mut engine = Engine::start(&[]);
    engine.send("position startpos moves a4b5c4");
    let fen = answer(&mut engine, "query fen");
    for reader in ["p1", "p2", "public"] {
        assert_eq!(answer(&mut engine, &format!("query view {reader}")), fen);
        assert_eq!(answer(&mut engine, &format!("query history {reader}")), "a4b5c4");
    }
}

/// Two positions that player one cannot tell apart, and what it sees of both: pieces were
/// removed that the text does not name.
#[test]
fn equal_views_get_equal_answers() {
    let views = [
        "position fen 6/xxxx2/6/6/6/6/RPSRPS/6 RPS/xxx 1 - - 0 9",
        "position fen 6/rrrp2/6/6/6/6/RPSRPS/6 RPS/sss 1 - - 0 9",
        "position fen 6/rrrs2/6/6/6/6/RPSRPS/6 RPS/ppp 1 - - 0 9",
    ];
    let alone = said(views[0]);
    for view in views {
        assert_eq!(said(view), alone, "{view}");
        // Nor does what another position told before matter.
        for before in views {
            let both = told(&[before, "go nodes 300", view, "go nodes 600"]);
            assert!(both.ends_with(&alone), "{before}, then {view}");
        }
    }
}

#[test]
fn moves_to_search_are_read_as_their_player_knows_them() {
    let position = "position startpos moves =RPSRPS =SSPPRR a2a4 a7a5";
    let search = |mv: &str| told(&[position, &format!("go nodes 50 searchmoves {mv}")]);
    assert_eq!(search("a4xa5:RS"), search("a4xa5"));
    // What is not true is no secret of the player's.
    assert_eq!(search("a4xa5:RP"), search("a4xa5"));
}

#[test]
fn what_cannot_be_foreseen_is_not_pondered_on() {
    let lines = told(&[
        "setoption name Ponder value true",
        "position startpos moves =RPSRPS =XXXXXX a2a4 a7a5",
        "go nodes 500 searchmoves b2b4",
    ]);
    assert_eq!(lines.last().map(String::as_str), Some("bestmove b2b4"));
}

#[test]
fn only_what_is_known_can_be_counted() {
    let lines = told(&["position startpos moves =RPSRPS =XXXXXX", "go perft 2", "isready"]);
    let error = "info string error: 'perft': expected a position of which all is known";
    assert_eq!(lines, [error, "readyok"]);
}

/// A seed that was not asked for is nobody's to foresee; one that was gives the same each time.
#[test]
fn fresh_engines_differ_unless_they_are_given_a_seed() {
    let set_up = |more: &[&str]| {
        let args = [&["--variant", "bloch"], more].concat();
        say(&args, &["uginewgame", "position startpos", "go nodes 1"]).pop().expect("a move")
    };
    let fresh: std::collections::BTreeSet<String> = (0..8).map(|_| set_up(&[])).collect();
    assert!(fresh.len() > 2, "{fresh:?}");
    let zero = ["--option", "Seed=0"];
    assert_eq!(set_up(&zero), set_up(&zero));
    // Nor do the games of one engine tell of each other, whatever was announced.
    let lines = say(&["--variant", "bloch"], &["ugi"]);
    assert!(lines.contains(&"option name Seed type spin default 0 min 0 max 4294967295".to_string()));
}

/// Analysis of the open game has no secrets, and repeats itself.
#[test]
fn open_analysis_is_the_same_every_time() {
    let search = || {
        let open = ["setoption name Information value open", "position startpos moves =RPSRPS =SSPPRR"];
        say(&["--variant", "bloch"], &[&open[..], &["go nodes 300"]].concat()).pop()
    };
    assert_eq!(search(), search());
}
