//! Tables: games that the server keeps.

use super::{Page, Server};
use serde_json::{Value, json};

fn new(page: &mut Page, request: Value) -> (String, Value) {
    let mut reply = page.get("table-new", request);
    (reply["table"].as_str().expect("a name").to_string(), reply["view"].take())
}

#[test]
fn a_game_against_the_engine_is_played() {
    let server = Server::start();
    let (mut page, mut other) = (server.connect(), server.connect());
    let request = json!({"variant": "pijersi", "seats": ["person", "engine"], "level": 1, "movetime": 100});
    let (table, mut view) = new(&mut page, request);
    assert_eq!(
        view["table"],
        json!({"name": table, "seats": ["person", "engine"], "level": 1, "offer": null})
    );
    assert_eq!((&view["viewer"], &view["clock"]), (&json!(1), &Value::Null));
    other.get("view", json!({"table": table, "viewer": 1}));
    let mut turns = 0;
    while view["finish"].is_null() && turns < 20 {
        let mv = view["legal"][0]["ugi"].clone();
        assert!(mv.is_string(), "{view}");
        view = page.get("table-play", json!({"table": table, "viewer": 1, "move": mv}))["view"].take();
        turns += 1;
        assert_eq!(view["turns"], turns);
        // The other page is told of both moves, the first one of the engine's only.
        other.news(&table, |view| view["turns"] == turns);
        if view["finish"].is_null() {
            assert_eq!((&view["mover"], &view["legal"]), (&json!(2), &json!([])));
            view = page.news(&table, |view| view["turns"] == turns + 1);
            turns += 1;
            other.news(&table, |view| view["turns"] == turns);
        }
    }
    let resigned = page.ask("table-resign", json!({"table": table, "viewer": 1}))["view"].take();
    assert!(!resigned["finish"].is_null());
    let fail = |page: &mut Page, action: &str, more: Value| {
        let mut request = json!({"table": table, "viewer": 1});
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        page.fail(action, request)
    };
    assert_eq!(fail(&mut page, "table-play", json!({"move": "b4c4"})).0, "move");
    assert_eq!(fail(&mut page, "table-draw", json!({})).0, "action");
    assert_eq!(fail(&mut page, "table-resign", json!({"viewer": 2})).0, "viewer");
    assert_eq!(page.get("table-drop", json!({"table": table}))["table"], table.as_str());
    assert_eq!(fail(&mut page, "table-play", json!({"move": "b4c4"})).0, "table");
}

#[test]
fn what_is_wrong_with_a_table_is_said() {
    let server = Server::start();
    let mut page = server.connect();
    for (request, field) in [
        (json!({"seats": ["person"]}), "seats"),
        (json!({"seats": ["person", "cat"]}), "seats"),
        (json!({"variant": "chess"}), "variant"),
        (json!({"setup": "none"}), "setup"),
        (json!({"position": "x"}), "position"),
        (json!({"clock": "x"}), "clock"),
        (json!({"level": 99}), "level"),
        (json!({"movetime": 0}), "movetime"),
        (json!({"more": 0}), "more"),
    ] {
        assert_eq!(page.fail("table-new", request.clone()).0, field, "{request}");
    }
    let (table, _) = new(&mut page, json!({"seats": ["person", "person"]}));
    for (request, field) in [
        (json!({"viewer": 1, "move": "b4c4"}), "table"),
        (json!({"table": table, "move": "b4c4"}), "viewer"),
        (json!({"table": table, "viewer": 1}), "move"),
        (json!({"table": table, "viewer": 2, "move": "b4c4"}), "viewer"),
        (json!({"table": table, "viewer": 1, "move": "b4b5"}), "move"),
        (json!({"table": "../x", "viewer": 1, "move": "b4c4"}), "table"),
    ] {
        assert_eq!(page.fail("table-play", request.clone()).0, field, "{request}");
    }
    let (_, error) = page.fail("table-play", json!({"table": table, "viewer": 1, "move": "b4-b5"}));
    assert_eq!(
        error,
        "'b4-b5': expected a legal turn; b4 cannot go to b5: a wise lies only on a wise, and b5 holds scissors"
    );
    assert_eq!(page.fail("table-drop", json!({"table": "x"})).0, "table");
}

#[test]
fn two_persons_play_offer_draws_and_look_away() {
    let server = Server::start();
    let (mut one, mut two) = (server.connect(), server.connect());
    let (table, view) =
        new(&mut one, json!({"seats": ["person", "person"], "setup": "half-random", "viewer": 1}));
    assert_eq!(view["viewer"], 1);
    assert_eq!(two.get("view", json!({"table": table, "viewer": 2}))["view"]["legal"], json!([]));
    let mv = view["legal"][0]["native"].clone();
    one.get("table-play", json!({"table": table, "viewer": 1, "move": mv}));
    let view = two.news(&table, |view| view["turns"] == 1);
    assert!(view["legal"].as_array().is_some_and(|legal| !legal.is_empty()));
    // An offer that is declined by a move, and one that is accepted.
    let reply = one.get("table-draw", json!({"table": table, "viewer": 1}));
    assert_eq!((&reply["accepted"], &reply["view"]["table"]["offer"]), (&json!(false), &json!(1)));
    assert_eq!(one.get("table-draw", json!({"table": table, "viewer": 1}))["accepted"], false);
    two.news(&table, |view| view["table"]["offer"] == 1);
    let mv = view["legal"][0]["ugi"].clone();
    let reply = two.get("table-play", json!({"table": table, "viewer": 2, "move": mv}));
    assert_eq!(reply["view"]["table"]["offer"], Value::Null);
    assert_eq!(two.get("table-draw", json!({"table": table, "viewer": 2}))["accepted"], false);
    let reply = one.get("table-draw", json!({"table": table, "viewer": 1}));
    assert_eq!(
        (&reply["accepted"], &reply["view"]["finish"]),
        (&json!(true), &json!({"outcome": "draw", "reason": "agreed"}))
    );
    two.news(&table, |view| view["finish"]["outcome"] == "draw");
    let listed = one.get("table-list", json!({}));
    let entry = &listed["tables"][0];
    assert_eq!(
        (&entry["table"], &entry["turns"], &entry["finish"]["reason"]),
        (&json!(table), &json!(2), &json!("agreed"))
    );
    // Who looks away is told nothing more.
    let (next, view) = new(&mut one, json!({"seats": ["person", "person"]}));
    two.get("view", json!({"table": next, "viewer": 2}));
    assert_eq!(two.get("table-leave", json!({"table": next}))["table"], next.as_str());
    one.get("table-play", json!({"table": next, "viewer": 1, "move": view["legal"][0]["ugi"]}));
    two.get("version", json!({}));
    assert!(!two.heard.iter().any(|text| text.contains(&next) && text.contains("\"turns\":1,")));
}

#[test]
fn clocks_run_and_run_out() {
    let server = Server::start();
    let mut page = server.connect();
    let (table, view) = new(&mut page, json!({"seats": ["person", "person"], "clock": "0.02"}));
    let clock = &view["clock"];
    assert_eq!(
        (&clock["control"], &clock["running"], &clock["left"][1]),
        (&json!("0.02+0"), &json!(1), &json!(1200))
    );
    let end = page.news(&table, |view| !view["finish"].is_null());
    assert_eq!(end["finish"], json!({"outcome": "p2win", "reason": "out of time"}));
    assert_eq!((&end["clock"]["running"], &end["legal"]), (&Value::Null, &json!([])));
    assert_eq!(page.fail("table-play", json!({"table": table, "viewer": 1, "move": "b4c4"})).0, "move");
}

#[test]
fn the_engine_plays_itself_while_somebody_watches() {
    let server = Server::start();
    let mut page = server.connect();
    let (table, view) =
        new(&mut page, json!({"variant": "bloch", "seats": ["engine", "engine"], "movetime": 20}));
    assert_eq!((&view["viewer"], &view["legal"]), (&Value::Null, &json!([])));
    let view = page.news(&table, |view| view["turns"] == 4);
    // The public knows no kinds.
    assert_eq!((&view["moves"][0]["ugi"], &view["moves"][1]["ugi"]), (&json!("=XXXXXX"), &json!("=XXXXXX")));
}

#[test]
fn tables_are_bounded() {
    let server = Server::start();
    let mut page = server.connect();
    let two = json!({"seats": ["person", "person"]});
    let names: Vec<String> = (0..64).map(|_| new(&mut page, two.clone()).0).collect();
    let (field, error) = page.fail("table-new", two.clone());
    assert!(field == "action" && error.contains("64"), "{error}");
    // One that is over makes room.
    page.get("table-resign", json!({"table": names[5], "viewer": 2}));
    new(&mut page, two.clone());
    assert_eq!(page.fail("view", json!({"table": names[5]})).0, "table");
    page.get("table-drop", json!({"table": names[6]}));
    new(&mut page, two);
    assert_eq!(page.get("table-list", json!({}))["tables"].as_array().map(Vec::len), Some(64));
}
