//! Every action, with good and bad input.

use super::{SISKU, Server};
use serde_json::{Value, json};
use std::process::Command;

const VARIANTS: [&str; 6] = ["pijersi", "pijersi51", "jersi", "jersi-nodrop", "jersi-ransom", "bloch"];

#[test]
fn variants_are_described() {
    let server = Server::start();
    let mut page = server.connect();
    let reply = page.get("variants", json!({}));
    let variants = reply["variants"].as_array().expect("a list");
    assert_eq!(variants.iter().map(|v| v["name"].as_str().expect("a name")).collect::<Vec<_>>(), VARIANTS);
    for variant in variants {
        assert_eq!(
            (&variant["hidden"], &variant["levels"]),
            (&json!(variant["name"] == "bloch"), &json!(10))
        );
        assert_eq!(variant["setups"][0], "classic");
    }
    let rule = json!({"name": "DrawLimit", "kind": "number", "default": 20, "min": 0, "max": 1000});
    assert_eq!(variants[0]["rules"], json!([rule]));
    assert_eq!(page.fail("variants", json!({"more": 1})).0, "more");
}

#[test]
fn what_is_no_request_is_answered() {
    let server = Server::start();
    let mut page = server.connect();
    for (text, id, field) in [
        ("", Value::Null, Value::Null),
        ("[]", Value::Null, Value::Null),
        ("{", Value::Null, Value::Null),
        ("{}", Value::Null, json!("id")),
        (r#"{"id":7}"#, Value::Null, json!("id")),
        (r#"{"id":"a","action":"fly"}"#, json!("a"), json!("action")),
        (r#"{"id":"a","action":"table-fly"}"#, json!("a"), json!("action")),
        (r#"{"id":"a","action":7}"#, json!("a"), json!("action")),
        (r#"{"id":"a","fly":7}"#, json!("a"), json!("fly")),
    ] {
        page.socket.send(tungstenite::Message::text(text)).expect("sent");
        let reply = page.next().expect("a reply");
        assert_eq!((&reply["id"], &reply["field"]), (&id, &field), "{text}: {reply}");
        assert!(reply["error"].as_str().is_some_and(|error| error.contains("expected")), "{reply}");
    }
}

#[test]
fn set_ups_are_drawn() {
    let server = Server::start();
    let mut page = server.connect();
    let request = json!({"variant": "pijersi", "kind": "full-random"});
    let first = page.get("setup", request.clone())["position"].take();
    let second = page.get("setup", request)["position"].take();
    assert_ne!(first, second);
    assert_eq!(page.get("view", json!({"position": first}))["view"]["start"], first);
    let rules = json!({"DrawLimit": 7});
    assert!(page.get("setup", json!({"variant": "jersi", "rules": rules}))["position"].is_string());
    let (field, error) = page.fail("setup", json!({"variant": "jersi", "kind": "half-random"}));
    assert_eq!(
        (field.as_str(), error.as_str()),
        ("kind", "'half-random': expected a set-up of jersi: classic, random-plies")
    );
    assert_eq!(page.fail("setup", json!({"variant": "chess"})).0, "variant");
    assert_eq!(page.fail("setup", json!({"rules": {"DrawLimit": "x"}})).0, "rules.DrawLimit");
}

#[test]
fn views_are_of_a_turn() {
    let server = Server::start();
    let mut page = server.connect();
    let moves = ["b4=c4-d4", "g6f6e5", "b7-b6=d7"];
    let view = page.get("view", json!({"moves": moves, "turn": 1}))["view"].take();
    assert_eq!((&view["turn"], &view["turns"], &view["mover"]), (&json!(1), &json!(3), &json!(2)));
    assert_eq!(view["moves"][0]["ugi"], "b4c4d4");
    assert_eq!(view["moves"][2]["native"], "b7-b6=d7");
    assert_eq!(view["moves"][0]["steps"][0], json!({"action": "stack", "from": "b4", "to": "c4"}));
    for (field, expected) in
        [("finish", Value::Null), ("viewer", Value::Null), ("table", Value::Null), ("thinking", json!(false))]
    {
        assert_eq!(view[field], expected, "{field}");
    }
    assert_eq!(view["scene"]["cells"].as_array().map(Vec::len), Some(45));
    // Any legal move leads to the next view.
    let legal = view["legal"].as_array().expect("moves");
    assert!(legal.len() > 100 && legal.iter().any(|mv| mv["ugi"] == "g6f6e5"));
    let next = page.get("view", json!({"position": view["fen"], "moves": ["g6f6e5"]}))["view"].take();
    let same = page.get("view", json!({"moves": moves, "turn": 2}))["view"].take();
    assert_eq!(next["fen"], same["fen"]);
    for variant in VARIANTS {
        let view = page.get("view", json!({"variant": variant}))["view"].take();
        assert_eq!((&view["variant"], &view["turn"]), (&json!(variant), &json!(0)));
    }
    let won = "6/R-6/6/7/5r-/6S-/6 w 0 5";
    let over = page.get("view", json!({"position": won, "moves": ["f1g1"]}))["view"].take();
    assert_eq!((&over["finish"]["outcome"], &over["legal"]), (&json!("p1win"), &json!([])));
    assert_eq!(
        page.fail("view", json!({"moves": ["b4=c4-d4", "zz"]})),
        ("moves".into(), "'zz': expected a turn such as b4c4, b4c4c4 or b4=c4-d4, as move 2".into())
    );
    for (request, field) in [
        (json!({"position": "x"}), "position"),
        (json!({"turn": 1}), "turn"),
        (json!({"viewer": 3}), "viewer"),
        (json!({"moves": "a"}), "moves"),
        (json!({"moves": vec!["b4c4"; 2001]}), "moves"),
        (json!({"table": "x"}), "table"),
        (json!({"level": 1}), "level"),
    ] {
        assert_eq!(page.fail("view", request.clone()).0, field, "{request}");
    }
}

/// What the page needs to offer a choice by shape.
#[test]
fn steps_name_the_pieces_that_are_chosen() {
    let server = Server::start();
    let mut page = server.connect();
    let steps = |page: &mut super::Page, request: Value, ugi: &str| {
        let view = page.get("view", request)["view"].take();
        let legal = view["legal"].as_array().expect("moves").clone();
        let mv = legal.into_iter().find(|mv| mv["ugi"] == ugi);
        mv.unwrap_or_else(|| panic!("{ugi}: {}", view["legal"]))["steps"].take()
    };
    let start = |variant: &str| json!({"variant": variant});
    let drop = steps(&mut page, start("jersi"), "M:c3/W:c4");
    assert_eq!(
        drop[0],
        json!({"action": "place", "from": null, "to": "c3", "piece": {"letter": "M", "name": "mountain"}})
    );
    assert_eq!(drop[1]["piece"]["name"], "wise");
    // A king that is captured and put back by its captor.
    let king = json!({"variant": "jersi", "position": "7/3k-4/3R-3/8/9/8/7/8/3K-3 w M4W2m4w2 7 12"});
    let view = page.get("view", king)["view"].take();
    let back = view["legal"]
        .as_array()
        .expect("moves")
        .iter()
        .find(|mv| mv["ugi"].as_str().is_some_and(|ugi| ugi.contains("/k:") || ugi.contains("/K:")));
    let back = back.unwrap_or_else(|| panic!("{}", view["legal"]));
    let last = back["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
    assert_eq!((&last["action"], &last["piece"]["name"]), (&json!("place"), &json!("king")), "{back}");
    // A ransom: the kind that is demanded.
    let ransom = json!({"variant": "jersi-ransom", "position": "7/3k-4/3R-3/8/9/8/7/8/3K-3 w M4W2m4w2 7 12"});
    let reply = page.ask("view", ransom);
    if let Some(legal) = reply["view"]["legal"].as_array() {
        for mv in legal.iter().filter(|mv| mv["ugi"].as_str().is_some_and(|ugi| ugi.contains('#'))) {
            let ugi = mv["ugi"].as_str().expect("text");
            let last = mv["steps"].as_array().and_then(|steps| steps.last()).expect("a step");
            assert!(last["piece"]["letter"].as_str().is_some_and(|letter| ugi.ends_with(letter)), "{mv}");
        }
    }
    // Barter and announcements.
    let set_ups = json!(["=RPSRPS", "=SPRSPR"]);
    let barter = steps(&mut page, json!({"variant": "bloch", "moves": set_ups}), "a2=R");
    assert_eq!(
        barter,
        json!([{"action": "place", "from": null, "to": "a2", "piece": {"letter": "R", "name": "rock"}}])
    );
}

#[test]
fn set_ups_in_secret_are_a_form() {
    let server = Server::start();
    let mut page = server.connect();
    let view = page.get("view", json!({"variant": "bloch", "viewer": 1}))["view"].take();
    let form = &view["placement"];
    assert_eq!(form["cells"], json!(["a2", "b2", "c2", "d2", "e2", "f2"]));
    assert_eq!(form["kinds"].as_array().map(Vec::len), Some(3));
    assert_eq!(form["choices"].as_object().map(serde_json::Map::len), Some(510));
    assert_eq!((&form["choices"]["RRRPPP"], &view["legal"]), (&json!("=RRRPPP"), &json!([])));
    // The other player has nothing to choose, and other games have no such form.
    let other = page.get("view", json!({"variant": "bloch", "viewer": 2}))["view"].take();
    assert!(other.get("placement").is_none() && other["legal"] == json!([]));
    assert!(page.get("view", json!({}))["view"].get("placement").is_none());
}

#[test]
fn moves_are_explained() {
    let server = Server::start();
    let mut page = server.connect();
    let words = page.get("explain", json!({"move": "b4-b5"}))["words"].take();
    assert_eq!(words, "b4 cannot go to b5: a wise lies only on a wise, and b5 holds scissors");
    assert_eq!(page.get("explain", json!({"move": "b4c4d4"}))["words"], Value::Null);
    assert!(page.get("explain", json!({"move": "?"}))["words"].is_string());
    assert_eq!(page.fail("explain", json!({})).0, "move");
}

#[test]
fn games_are_read_and_written() {
    let server = Server::start();
    let mut page = server.connect();
    let text = "1 b4=c4-d4  2 g6-f6=e5\n3 b7-b6=d7";
    let reply = page.get("read", json!({"text": text}));
    assert_eq!((&reply["games"], &reply["game"]["variant"]), (&json!(1), &json!("pijersi")));
    assert_eq!(reply["game"]["moves"], json!(["b4c4d4", "g6f6e5", "b7b6d7"]));
    let mut game = reply["game"].clone();
    game.as_object_mut().expect("an object").remove("header");
    for (format, part) in [
        ("native", "# variant: pijersi\n1 b4=c4-d4 2 g6-f6=e5 3 b7-b6=d7\n"),
        ("ugi", "position startpos moves b4c4d4 g6f6e5 b7b6d7\n"),
        ("json", "\"moves\""),
        ("certu", "b4=c4-d4"),
        ("svg", "<svg"),
        ("text", "to move"),
    ] {
        game["format"] = json!(format);
        let written = page.get("write", game.clone())["text"].take();
        let written = written.as_str().expect("a text");
        assert!(written.contains(part), "{format}: {written}");
        if !["svg", "text"].contains(&format) {
            let again = page.get("read", json!({"text": written, "variant": "pijersi"}));
            assert_eq!(again["game"]["moves"], reply["game"]["moves"], "{format}");
        }
    }
    game["format"] = json!("fen");
    game["turn"] = json!(0);
    let fen = page.get("write", game.clone())["text"].take();
    assert_eq!(page.get("read", json!({"text": fen}))["game"]["position"], reply["game"]["position"]);
    game["format"] = json!("pdf");
    assert_eq!(page.fail("write", game).0, "format");
    assert_eq!(page.fail("read", json!({})).0, "text");
    assert_eq!(page.fail("read", json!({"text": "hello"})).0, "text");
    assert_eq!(page.fail("read", json!({"text": text, "game": 2})).0, "game");
    assert_eq!(page.fail("read", json!({"text": text, "variant": "chess"})).0, "variant");
    assert_eq!(page.fail("read", json!({"text": "1 b4=c4-d4 2 a1-b1"})).0, "text");
}

#[test]
fn the_engine_thinks_at_every_level() {
    let server = Server::start();
    let mut page = server.connect();
    for variant in VARIANTS {
        let request = json!({"variant": variant, "level": 2, "movetime": 50});
        let reply = page.get("think", request);
        let legal = page.get("view", json!({"variant": variant, "moves": [reply["move"]["ugi"]]}));
        assert_eq!(legal["view"]["turns"], 1, "{reply}");
        assert_eq!(reply["stopped"], false);
    }
    let won = json!({"position": "6/R-6/6/7/5r-/6S-/6 w 0 5", "nodes": 1000});
    let reply = page.get("think", won.clone());
    assert_eq!(
        (&reply["proof"], &reply["value"]["win"]),
        (&json!({"result": "win", "plies": 1}), &json!(1.0))
    );
    assert_eq!(reply["pv"].as_array().map(Vec::len), Some(1));
    let over = json!({"position": won["position"], "moves": ["f1g1"]});
    assert_eq!(page.get("think", over)["move"], Value::Null);
    for (request, field) in [
        (json!({"level": 11}), "level"),
        (json!({"level": 0}), "level"),
        (json!({"movetime": 60_001}), "movetime"),
        (json!({"nodes": 0}), "nodes"),
        (json!({"infinite": true}), "infinite"),
    ] {
        assert_eq!(page.fail("think", request.clone()).0, field, "{request}");
    }
}

#[test]
fn thoughts_are_stopped_and_replaced() {
    let server = Server::start();
    let mut page = server.connect();
    let long = |id: &str| json!({"id": id, "action": "think", "movetime": 60_000, "nodes": 100_000_000});
    page.send(&long("a"));
    let reply = page.get("stop", json!({"stop_id": "a"}));
    assert_eq!((&reply["action"], &reply["stop_id"]), (&json!("stop"), &json!("a")));
    let ended = page.wait_for(|message| message["id"] == "a");
    assert!(ended["stopped"] == true && ended["move"].is_object(), "{ended}");
    // The fifth takes the place of the first.
    for id in ["1", "2", "3", "4", "5"] {
        page.send(&long(id));
    }
    assert_eq!(page.wait_for(|message| message["stopped"] == true)["id"], "1");
    page.get("stop", json!({}));
    for id in ["2", "3", "4", "5"] {
        page.wait_for(|message| message["id"] == id);
    }
}

#[test]
fn queries_are_answered_as_analyze_does() {
    let server = Server::start();
    let mut page = server.connect();
    let queries = [
        json!({"id": "a", "moves": ["a4b5c4"], "limits": {"nodes": 300}, "multipv": 2}),
        json!({"id": "b", "variant": "bloch", "moves": ["=RPSRPS", "=XXXXXX"], "include": ["belief"], "limits": {"nodes": 200}}),
        json!({"id": "c", "variant": "jersi", "turns": "all", "moves": ["a2-b2=d3"], "limits": {"nodes": 50}}),
        json!({"id": "d", "moves": ["zz"]}),
        json!({"id": "e", "action": "query", "position": "x"}),
        json!({"id": "f", "action": "version"}),
    ];
    for query in queries {
        let output =
            Command::new(SISKU).args(["analyze", "--json", "--threads", "1"]).arg(query.to_string()).output();
        let output = output.expect("sisku runs").stdout;
        let mut expected: Vec<Value> = String::from_utf8_lossy(&output)
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        page.send(&query);
        let mut replies: Vec<Value> =
            expected.iter().map(|_| page.wait_for(|m| m["id"] == query["id"])).collect();
        let turn = |reply: &Value| reply["turn"].as_u64();
        expected.sort_by_key(turn);
        replies.sort_by_key(turn);
        assert_eq!(replies, expected, "{query}");
    }
}

#[test]
fn queries_are_bounded_and_read_no_files() {
    let server = Server::start();
    let mut page = server.connect();
    for (request, field) in [
        (json!({"options": {"Hash": 2048}}), "options.Hash"),
        (json!({"options": {"Threads": 3}}), "options.Threads"),
        (json!({"options": {"EvalFile": "/etc/passwd"}}), "options.EvalFile"),
        (json!({"options": {"evalfile": "/etc/passwd"}}), "options.evalfile"),
        (json!({"report_every": 0.001}), "report_every"),
        (json!({"multipv": 10_000}), "multipv"),
        (json!({"moves": vec!["b4c4"; 2001]}), "moves"),
    ] {
        assert_eq!(page.fail("query", request.clone()).0, field, "{request}");
    }
    let modest =
        json!({"options": {"Hash": 16, "Threads": 2, "EvalFile": "handcrafted"}, "limits": {"nodes": 20}});
    assert_eq!(page.get("query", modest)["turn"], 0);
}

#[test]
fn live_analysis_is_terminated_and_replaced() {
    let server = Server::start();
    let mut page = server.connect();
    let live =
        |id: &str| json!({"id": id, "limits": {"infinite": true}, "report_every": 0.05, "session": id});
    page.send(&live("a"));
    page.wait_for(|message| message["id"] == "a" && message["during_search"] == true);
    page.get("terminate", json!({"terminate_id": "a"}));
    assert_eq!(
        page.wait_for(|message| message["id"] == "a" && message.get("during_search").is_none())["terminated"],
        true
    );
    for id in ["1", "2", "3", "4", "5"] {
        page.send(&live(id));
    }
    page.wait_for(|message| message["id"] == "1" && message["terminated"] == true);
    page.get("terminate", json!({}));
}

#[test]
fn reviews_tell_their_progress() {
    let server = Server::start();
    let mut page = server.connect();
    let moves = ["b4c4d4", "g6f6e5", "b7b6d7"];
    page.send(&json!({"id": "r", "action": "review", "moves": moves, "nodes": 100}));
    let mut last = 0;
    let review = loop {
        let reply = page.wait_for(|message| message["id"] == "r");
        let Some(progress) = reply["progress"].as_array() else { break reply };
        let done = progress[0].as_u64().expect("a number");
        assert!(done > last && done < 6 && progress[1] == 6, "{reply}");
        last = done;
    };
    assert_eq!(review["review"]["turns"].as_array().map(Vec::len), Some(3));
    assert_eq!((&review["stopped"], &review["review"]["variant"]), (&json!(false), &json!("pijersi")));
    // One that is stopped tells what it has.
    page.send(&json!({"id": "s", "action": "review", "moves": moves, "nodes": 50_000_000}));
    page.get("stop", json!({"stop_id": "s"}));
    let review = page.wait_for(|message| message["id"] == "s" && message["review"].is_object());
    assert_eq!(review["stopped"], true);
    assert_eq!(page.fail("review", json!({"nodes": 0})).0, "nodes");
}
