//! What a viewer may not know is in no message.

use super::{Page, Server};
use serde_json::{Value, json};
use sisku::formats::GameRecord;
use sisku::games::{Observer, Player, Rules, Variant};

fn new(page: &mut Page, request: Value) -> (String, Value) {
    let mut reply = page.get("table-new", request);
    (reply["table"].as_str().expect("a name").to_string(), reply["view"].take())
}

/// Every view that a page has got.
fn views(page: &Page) -> Vec<Value> {
    let messages = page.heard.iter().map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    messages.filter_map(|message| message.get("view").cloned()).collect()
}

/// Whether a view shows no kind that the viewer may not know: all of the other player's pieces
/// that are marked as secret are unknown, and so are those in its reserve.
fn check_pieces(view: &Value, viewer: u8) {
    let other = 3 - viewer;
    let scene = &view["scene"];
    for piece in scene["pieces"].as_array().expect("pieces").iter().filter(|piece| piece["player"] == other) {
        if piece["secret"] == true {
            assert_eq!(piece["kind"]["name"], "unknown", "{piece} in {view}");
        }
    }
    let placed = scene["pieces"].as_array().expect("pieces").iter().any(|piece| piece["player"] == other);
    // A piece that was announced is known in the reserve as well, once it was bartered.
    let bartered = |mv: &Value| mv["ugi"].as_str().is_some_and(|ugi| ugi.ends_with("=X"));
    let announced = |mv: &Value| mv["ugi"].as_str().is_some_and(|ugi| ugi.contains(':'));
    let moves = view["moves"].as_array().expect("moves");
    let told = moves.iter().any(bartered) && moves.iter().any(announced);
    for some in scene["reserves"].as_array().expect("reserves").iter().filter(|some| some["player"] == other)
    {
        assert!(!placed || told || some["kind"]["name"] == "unknown", "{some} in {view}");
    }
    let turns: Vec<&Value> = view["moves"].as_array().expect("moves").iter().collect();
    for (index, mv) in turns.iter().enumerate() {
        let ugi = mv["ugi"].as_str().expect("a move");
        let by_other = view["moves"].as_array().is_some() && (index % 2 == usize::from(other - 1));
        if index < 2 && by_other {
            assert_eq!(ugi, "=XXXXXX", "{view}");
        }
    }
}

/// Whether views are exactly what this player has seen of the game that the end has told.
fn check_against_the_end(views: &[Value], end: &Value, viewer: Player) -> usize {
    let rules = Rules::of(Variant::Bloch.rule_options());
    let mut game = GameRecord::new(Variant::Bloch, &rules, end["start"].as_str()).expect("a start");
    for mv in end["moves"].as_array().expect("moves") {
        game.play(mv["ugi"].as_str().expect("a move")).expect("a legal move");
    }
    let seen = game.observed(Observer::Player(viewer));
    let mut checked = 0;
    for view in views.iter().filter(|view| view["finish"].is_null()) {
        let turns = view["turns"].as_u64().expect("a number") as usize;
        let turn = view["turn"].as_u64().expect("a number") as usize;
        let moves: Vec<String> = seen.moves().take(turns).map(|mv| mv.ugi).collect();
        let told: Vec<&str> =
            view["moves"].as_array().expect("moves").iter().filter_map(|mv| mv["ugi"].as_str()).collect();
        assert_eq!(told, moves);
        assert_eq!(view["fen"], seen.fen(turn));
        assert_eq!(view["scene"], serde_json::to_value(seen.scene(turn)).expect("plain"));
        assert_eq!(view["start"], seen.fen(0));
        if view["mover"] != viewer.index() as u64 + 1 {
            assert_eq!(view["legal"], json!([]));
        }
        checked += 1;
    }
    checked
}

/// A move of a view: attacks first, so that games end; the form of a set-up if there is one.
fn choose(view: &Value, turn: usize) -> String {
    if let Some(choices) = view["placement"]["choices"].as_object() {
        let at = (turn * 37 + 11) % choices.len();
        return choices.values().nth(at).and_then(Value::as_str).expect("a move").to_string();
    }
    let legal: Vec<&str> =
        view["legal"].as_array().expect("moves").iter().filter_map(|mv| mv["ugi"].as_str()).collect();
    let attack = legal.iter().find(|ugi| ugi.contains('x'));
    let barter = legal.iter().find(|ugi| ugi.contains('=')).filter(|_| turn % 7 == 4);
    let chosen = barter.or(attack).unwrap_or(&legal[(turn * 13) % legal.len()]);
    chosen.to_string()
}

#[test]
fn a_whole_game_against_the_engine_tells_no_secret() {
    let server = Server::start();
    for (viewer, player) in [(1, Player::One), (2, Player::Two)] {
        let mut page = server.connect();
        let seats = if viewer == 1 { ["person", "engine"] } else { ["engine", "person"] };
        let request = json!({"variant": "bloch", "seats": seats, "level": 3, "movetime": 20});
        let (table, mut view) = new(&mut page, request);
        let mut turns = 0;
        while view["finish"].is_null() {
            check_pieces(&view, viewer);
            if view["mover"] != viewer {
                let now = view["turns"].as_u64().expect("a number");
                view = page.news(&table, |view| view["turns"].as_u64() > Some(now));
                continue;
            }
            turns += 1;
            // Hints are the viewer's own; the other side cannot be asked about.
            if turns == 3 {
                let hint = page.get("think", json!({"table": table, "viewer": viewer, "nodes": 50}));
                assert!(hint["move"].is_object());
                assert_eq!(page.fail("view", json!({"table": table, "viewer": 3 - viewer})).0, "viewer");
                assert_eq!(page.fail("think", json!({"table": table, "viewer": 3 - viewer})).0, "viewer");
                assert_eq!(page.fail("think", json!({"table": table})).0, "viewer");
                assert_eq!(page.fail("explain", json!({"table": table, "move": "a2a3"})).0, "viewer");
                assert_eq!(page.fail("review", json!({"table": table, "viewer": viewer})).0, "table");
                let native = page.get("write", json!({"table": table, "viewer": viewer, "format": "native"}));
                assert!(native["text"].as_str().is_some_and(|text| text.contains("=XXXXXX")), "{native}");
                let public = page.get("view", json!({"table": table}))["view"].take();
                check_pieces(&public, 1);
                check_pieces(&public, 2);
                page.get("view", json!({"table": table, "viewer": viewer}));
            }
            if turns == 40 {
                page.get("table-resign", json!({"table": table, "viewer": viewer}));
                break;
            }
            let mv = choose(&view, turns);
            view =
                page.get("table-play", json!({"table": table, "viewer": viewer, "move": mv}))["view"].take();
        }
        // Afterwards everything is told.
        let end = page.get("view", json!({"table": table, "viewer": viewer}))["view"].take();
        assert!(
            end["moves"]
                .as_array()
                .expect("moves")
                .iter()
                .all(|mv| !mv["ugi"].as_str().is_some_and(|ugi| ugi.contains('X')))
        );
        let own: Vec<Value> = views(&page).into_iter().filter(|view| view["viewer"] == viewer).collect();
        assert!(check_against_the_end(&own, &end, player) > 6);
        // The belief of the engine is then a matter of a query.
        let moves: Vec<&Value> =
            end["moves"].as_array().expect("moves").iter().map(|mv| &mv["ugi"]).collect();
        let belief = page.get("query", json!({"variant": "bloch", "moves": moves, "turns": [2], "include": ["belief"], "limits": {"nodes": 20}}));
        assert!(belief["belief"].as_array().is_some_and(|belief| belief.len() == 6), "{belief}");
    }
}

/// Two games with the same moves and other secrets of player two: until an attack, player one is
/// told the same, to the letter.
#[test]
fn other_secrets_make_no_difference() {
    let server = Server::start();
    let play = |secret: &str, barter: &str| {
        let (mut one, mut two) = (server.connect(), server.connect());
        let (table, _) =
            new(&mut one, json!({"variant": "bloch", "seats": ["person", "person"], "viewer": 1}));
        two.get("view", json!({"table": table, "viewer": 2}));
        let moves =
            [(1, "=RPSRPS"), (2, secret), (1, "a2a3"), (2, "a7a6"), (1, "b2b3"), (2, barter), (1, "c2c3")];
        for (viewer, mv) in moves {
            let page = if viewer == 1 { &mut one } else { &mut two };
            page.get("table-play", json!({"table": table, "viewer": viewer, "move": mv}));
            let public = one.get("write", json!({"table": table, "format": "native"}));
            assert!(!public.to_string().contains(secret), "{public}");
            if viewer == 2 {
                one.get("think", json!({"table": table, "viewer": 1, "nodes": 1, "level": 10}));
            }
        }
        // What depends on chance, and names.
        let told = one.heard.iter().filter(|text| !text.contains("\"pv\""));
        told.map(|text| text.replace(&table, "TABLE")).collect::<Vec<String>>()
    };
    let (first, second) = (play("=RPSRPS", "b7=R"), play("=SSPPRR", "b7=S"));
    assert!(first.len() > 14);
    assert_eq!(first, second);
    // The form of player one's own set-up has all there are.
    let after = second.iter().filter(|text| !text.contains("placement"));
    assert!(after.clone().count() > 12);
    assert!(!after.clone().any(|text| text.contains("SSPPRR")));
}

/// Two persons, a whole game: each hears what it may know.
#[test]
fn a_whole_game_of_two_persons_tells_no_secret() {
    let server = Server::start();
    let (mut one, mut two, mut public) = (server.connect(), server.connect(), server.connect());
    let (table, mut view) =
        new(&mut one, json!({"variant": "bloch", "seats": ["person", "person"], "viewer": 1}));
    let mut other = two.get("view", json!({"table": table, "viewer": 2}))["view"].take();
    public.get("view", json!({"table": table}));
    let mut turns = 0;
    while view["finish"].is_null() && turns < 120 {
        check_pieces(&view, 1);
        check_pieces(&other, 2);
        turns += 1;
        let next = |message: &Value| message["turns"] == turns;
        if view["mover"] == 1 {
            let mv = choose(&view, turns);
            view = one.get("table-play", json!({"table": table, "viewer": 1, "move": mv}))["view"].take();
            other = two.news(&table, next);
        } else {
            let mv = choose(&other, turns);
            other = two.get("table-play", json!({"table": table, "viewer": 2, "move": mv}))["view"].take();
            view = one.news(&table, next);
        }
        let seen = public.news(&table, next);
        if seen["finish"].is_null() {
            check_pieces(&seen, 1);
            check_pieces(&seen, 2);
            assert_eq!(seen["legal"], json!([]));
        }
    }
    if view["finish"].is_null() {
        one.get("table-resign", json!({"table": table, "viewer": 1}));
    }
    let end = one.get("view", json!({"table": table}))["view"].take();
    assert!(check_against_the_end(&views(&one), &end, Player::One) > 6);
    assert!(check_against_the_end(&views(&two), &end, Player::Two) > 6);
}
