//! Queries and answers in JSON.

use crate::{analyze, answers, stdout};
use serde_json::{Value, json};
use std::collections::HashMap;

fn lines(queries: &[Value]) -> String {
    queries.iter().map(|query| format!("{query}\n")).collect()
}

/// The final answers by id and turn.
fn by_id(answers: &[Value]) -> HashMap<(String, u64), Value> {
    let last = answers.iter().filter(|answer| answer.get("during_search").is_none());
    let key = |answer: &Value| {
        let id = answer["id"].as_str().unwrap_or_default().to_string();
        (id, answer["turn"].as_u64().unwrap_or_default())
    };
    last.map(|answer| (key(answer), answer.clone())).collect()
}

#[test]
fn the_example_of_the_manual() {
    let query = json!({"id": "a", "variant": "pijersi", "position": "startpos", "moves": ["a4b5c4"],
        "limits": {"nodes": 500}, "multipv": 2});
    let answers = answers(&lines(&[query]));
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!((&answer["id"], &answer["turn"], &answer["mover"]), (&json!("a"), &json!(1), &json!(2)));
    assert_eq!(answer["root"]["visits"], 500);
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 2);
    for (order, mv) in moves.iter().enumerate() {
        assert_eq!(mv["order"], order);
        assert_eq!(mv["pv"][0], mv["move"]);
        assert!(mv["native"].as_str().is_some_and(|native| native.contains(['-', '='])), "{mv}");
        let sum: f64 = ["win", "draw", "loss"].iter().map(|name| mv[name].as_f64().expect("a share")).sum();
        assert!((sum - 1.0).abs() < 1e-5);
        assert!(mv["prior"].as_f64().is_some_and(|prior| prior > 0.0));
        assert_eq!(mv["proof"], Value::Null);
    }
}

#[test]
fn errors_name_the_id_and_the_field() {
    let cases = [
        (json!({"id": "a", "variant": "chess"}), "variant", "'chess': expected pijersi"),
        (json!({"id": "a", "moves": ["a1b1", "zz"]}), "moves", "as move 2"),
        (json!({"id": "a", "position": "nonsense"}), "position", "'nonsense'"),
        (json!({"id": "a", "limits": {"node": 1}}), "limits.node", "'node': expected nodes"),
        (json!({"id": "a", "limits": 5}), "limits", "'5': expected an object"),
        (json!({"id": "a", "limits": {"nodes": -1}}), "limits.nodes", "'-1': expected a number of playouts"),
        (json!({"id": "a", "rules": {"Draw": 1}}), "rules.Draw", "'Draw': expected DrawLimit"),
        (json!({"id": "a", "rules": {"DrawLimit": []}}), "rules.DrawLimit", "'[]'"),
        (json!({"id": "a", "options": {"Hash": 0}}), "options.Hash", "'0': expected a whole number"),
        (json!({"id": "a", "options": {"Variant": "jersi"}}), "options.Variant", "the field variant"),
        (json!({"id": "a", "turns": [1]}), "turns", "'1': expected \"all\", or a list of turns from 0 to 0"),
        (json!({"id": "a", "turns": "some"}), "turns", "'some'"),
        (json!({"id": "a", "multipv": 0}), "multipv", "'0'"),
        (json!({"id": "a", "allow": ["a1a9"]}), "allow", "'a1a9'"),
        (json!({"id": "a", "avoid": ["a1a9"]}), "avoid", "'a1a9'"),
        (json!({"id": "a", "report_every": 0}), "report_every", "'0': expected seconds"),
        (json!({"id": "a", "include": ["all"]}), "include", "'all': expected policy, belief or time"),
        (json!({"id": "a", "action": "sing"}), "action", "'sing': expected query, terminate"),
        (json!({"id": "a", "colour": 1}), "colour", "'colour': expected id, action, variant"),
    ];
    let input = lines(&cases.iter().map(|case| case.0.clone()).collect::<Vec<_>>());
    let output = analyze(&["--json"], &input);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert_eq!(text.lines().count(), cases.len());
    for (line, (query, field, said)) in text.lines().zip(cases) {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&answer["id"], &answer["field"]), (&json!("a"), &json!(field)), "{query}");
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(said)), "{query}: {answer}");
    }
    for (line, said) in
        [("xx", "JSON"), ("[1]", "a JSON object"), ("{\"id\":3}", "a text"), ("{}", "a text in this field")]
    {
        let answers = answers(&format!("{line}\n"));
        assert_eq!(answers[0]["id"], Value::Null, "{line}");
        assert!(answers[0]["error"].as_str().is_some_and(|error| error.contains(said)), "{answers:?}");
    }
}

/// A query of every variant.
fn one_of_each(id: &str) -> Vec<Value> {
    let bloch = "6/pspssr/6/6/6/6/RSSPSP/6 RRP/rrp 1 ABCDEFabcdef Bb 0 1";
    let variants = ["pijersi", "pijersi51", "jersi", "jersi-nodrop", "jersi-ransom", "bloch"];
    let query = |variant: &&str| {
        let position = if *variant == "bloch" { bloch } else { "startpos" };
        json!({"id": format!("{variant} {id}"), "variant": variant, "position": position, "limits": {"nodes": 60},
            "multipv": 3, "include": ["policy", "belief"]})
    };
    variants.iter().map(query).collect()
}

#[test]
fn an_answer_does_not_depend_on_what_else_was_asked() {
    let alone: Vec<Value> =
        one_of_each("0").iter().flat_map(|query| answers(&lines(std::slice::from_ref(query)))).collect();
    let queries: Vec<Value> = (0..6).flat_map(|i| one_of_each(&i.to_string())).collect();
    let together = by_id(&answers(&lines(&queries)));
    assert_eq!(together.len(), queries.len());
    for answer in alone {
        let variant = answer["id"].as_str().and_then(|id| id.split(' ').next()).expect("an id").to_string();
        for i in 0..6 {
            let mut other = together[&(format!("{variant} {i}"), 0)].clone();
            other["id"] = answer["id"].clone();
            assert_eq!(other, answer);
        }
    }
}

#[test]
fn all_turns_of_a_game_with_policy_and_rules() {
    let query = json!({"id": "g", "moves": ["a1b1", "g1f1"], "turns": "all", "limits": {"nodes": 30},
        "rules": {"DrawLimit": 2}, "include": ["policy", "time"]});
    let answers = by_id(&answers(&lines(&[query])));
    assert_eq!(answers.len(), 3);
    for turn in 0..2 {
        let answer = &answers[&("g".to_string(), turn)];
        let priors = answer["policy"].as_array().expect("a policy");
        let sum: f64 = priors.iter().map(|entry| entry["prior"].as_f64().expect("a prior")).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        assert!(priors.len() > 100 && answer["time"].is_u64());
    }
    let over = &answers[&("g".to_string(), 2)];
    assert_eq!((&over["outcome"], &over["moves"]), (&json!("draw"), &json!([])));
}

#[test]
fn moves_can_be_allowed_and_avoided() {
    let base = json!({"id": "x", "limits": {"nodes": 100}, "multipv": 9});
    let with = |field: &str, moves: Value| {
        let mut query = base.clone();
        query[field] = moves;
        answers(&lines(&[query])).remove(0)
    };
    let names = |answer: &Value| -> Vec<String> {
        let moves = answer["moves"].as_array().expect("moves");
        moves.iter().map(|mv| mv["move"].as_str().expect("a move").to_string()).collect()
    };
    let mut allowed = names(&with("allow", json!(["a1b1", "a2-b2"])));
    allowed.sort();
    assert_eq!(allowed, ["a1b1", "a2b2"]);
    let best = names(&answers(&lines(std::slice::from_ref(&base))).remove(0)).remove(0);
    assert!(!names(&with("avoid", json!([best]))).contains(&best));
}

#[test]
fn beliefs_are_the_movers_and_tell_no_secret() {
    let position = "6/pspssr/6/6/6/6/RSSPSP/6 RRP/rrp 1 ABCDEFabcdef Bb 0 1";
    let query = json!({"id": "b", "variant": "bloch", "position": position, "limits": {"nodes": 100},
        "include": ["belief"]});
    let answer = answers(&lines(&[query])).remove(0);
    assert_eq!(answer["fen"], "6/xxxxxx/6/6/6/6/RSSPSP/6 RRP/xxx 1 ABCDEFabcdef Bb 0 1");
    let belief = answer["belief"].as_array().expect("a belief");
    assert_eq!(belief.len(), 6);
    for piece in belief {
        let kinds = piece["kinds"].as_array().expect("kinds");
        assert_eq!(kinds.len(), 3, "{piece}");
        let sum: f64 = kinds.iter().map(|kind| kind["probability"].as_f64().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{piece}");
        assert!(piece["cell"].as_str().is_some_and(|cell| cell.ends_with('7')));
    }
}

#[test]
fn a_session_keeps_its_tree_forth_and_back() {
    let step =
        |id: &str, moves: Value| json!({"id": id, "session": "s", "moves": moves, "limits": {"nodes": 300}});
    let queries = [
        step("1", json!([])),
        step("2", json!(["b4c3b4"])),
        step("3", json!(["b4c3b4", "f4e4f4"])),
        step("4", json!([])),
    ];
    let answers = by_id(&answers(&lines(&queries)));
    let visits =
        |id: &str, turn| answers[&(id.to_string(), turn)]["root"]["visits"].as_u64().expect("visits");
    assert_eq!(visits("1", 0), 300);
    assert!(visits("2", 1) > 300 && visits("3", 2) > 300);
    // All playouts of the session went through the start position, or begin below it.
    assert!(visits("4", 0) >= 1200, "{}", visits("4", 0));
}

#[test]
fn endless_searches_report_and_are_terminated() {
    let queries = [
        json!({"id": "long", "limits": {"infinite": true}, "report_every": 0.02}),
        json!({"id": "later", "limits": {"nodes": 10}}),
        json!({"id": "t", "action": "terminate", "terminate_id": "later"}),
        json!({"id": "v", "action": "version"}),
        json!({"id": "c", "action": "clear"}),
    ];
    // One thread: the second query waits for the first, and is ended before it begins.
    let mut sisku = std::process::Command::new(crate::SISKU)
        .args(["analyze", "--json", "--threads", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("sisku starts");
    let mut input = sisku.stdin.take().expect("an input");
    let mut output = std::io::BufReader::new(sisku.stdout.take().expect("an output"));
    let mut next = || {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut output, &mut line).expect("a line");
        serde_json::from_str::<Value>(&line).expect("JSON")
    };
    let mut send = |query: &Value| {
        std::io::Write::write_all(&mut input, format!("{query}\n").as_bytes()).expect("it reads")
    };
    send(&queries[0]);
    let first = next();
    assert_eq!((&first["id"], &first["during_search"]), (&json!("long"), &json!(true)));
    queries[1..].iter().for_each(&mut send);
    let mut seen = Vec::new();
    while seen.len() < 4 {
        let answer = next();
        if answer.get("during_search").is_none() {
            seen.push(answer);
        }
    }
    assert_eq!(seen[0], json!({"id": "later", "turn": 0, "terminated": true}));
    assert_eq!(seen[1], json!({"id": "t", "action": "terminate", "terminate_id": "later"}));
    assert_eq!(seen[2], json!({"id": "v", "action": "version", "version": env!("CARGO_PKG_VERSION")}));
    assert_eq!(seen[3], json!({"id": "c", "action": "clear"}));
    // The end of the input ends the endless search, with an answer.
    drop(input);
    let last =
        std::iter::repeat_with(next).find(|answer| answer.get("during_search").is_none()).expect("an answer");
    assert_eq!((&last["id"], &last["terminated"]), (&json!("long"), &json!(true)));
    assert!(sisku.wait().expect("it ends").success());
}

#[test]
fn urgent_queries_come_first() {
    let mut queries = vec![json!({"id": "first", "limits": {"movetime": 300}})];
    queries.extend((0..3).map(|i| json!({"id": format!("low {i}"), "limits": {"nodes": 5}})));
    queries.push(json!({"id": "high", "priority": 5, "limits": {"nodes": 5}}));
    let output = analyze(&["--json", "--threads", "1"], &lines(&queries));
    let text = stdout(&output);
    let ids: Vec<String> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["id"].as_str().expect("an id").to_string()
        })
        .collect();
    let place = |id: &str| ids.iter().position(|other| other == id).expect("answered");
    assert!(place("high") < place("low 0"), "{ids:?}");
}
