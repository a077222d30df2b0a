//! The examples of docs/serve.md are what the server says.

use super::Server;
use serde_json::Value;

/// Whether a reply has everything that an example shows; `"…"` stands for anything, and at the end
/// of a list for what is left out.
fn fits(shown: &Value, told: &Value) -> bool {
    match (shown, told) {
        (Value::String(text), _) if text == "…" => true,
        (Value::Array(shown), Value::Array(told)) => match shown.split_last() {
            Some((Value::String(last), rest)) if last == "…" => {
                told.len() >= rest.len() && rest.iter().zip(told).all(|(shown, told)| fits(shown, told))
            }
            _ => shown.len() == told.len() && shown.iter().zip(told).all(|(shown, told)| fits(shown, told)),
        },
        (Value::Object(shown), Value::Object(told)) => {
            let open = shown.contains_key("…");
            let there = shown.iter().filter(|(name, _)| *name != "…");
            (open || shown.len() == told.len())
                && there.clone().all(|(name, shown)| told.get(name).is_some_and(|told| fits(shown, told)))
        }
        _ => shown == told,
    }
}

#[test]
fn the_examples_are_what_the_server_says() {
    let text = include_str!("../../docs/serve.md");
    let server = Server::start();
    let mut page = server.connect();
    let (mut table, mut examples) = (String::new(), 0);
    for block in text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("json\n")) {
        for line in block.lines() {
            let (mark, json) = line.split_at_checked(2).expect("a mark");
            let json = json.replace("TABLE", &table);
            let value: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
            if mark == "> " {
                page.send(&value);
                examples += 1;
                continue;
            }
            let reply = page.wait_for(|message| match value.get("id") {
                Some(id) => message["id"] == *id,
                None => message.get("id").is_none() && fits(&value, message),
            });
            assert!(fits(&value, &reply), "{json}\n{reply}");
            if let Some(name) = reply["table"].as_str() {
                table = name.to_string();
            }
        }
    }
    assert!(examples >= 15, "{examples}");
}
