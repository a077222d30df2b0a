//! What ends with a page or a server, and what goes on.

use super::{Page, SISKU, Server, folder};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::{
    thread,
    time::{Duration, Instant},
};

fn new(page: &mut Page, request: Value) -> (String, Value) {
    let mut reply = page.get("table-new", request);
    (reply["table"].as_str().expect("a name").to_string(), reply["view"].take())
}

#[test]
fn a_killed_server_goes_on_with_its_tables() {
    let state = folder();
    let server = Server::start_with(&state, &["--port", "0"]);
    let mut page = server.connect();
    let request = json!({"variant": "bloch", "seats": ["person", "engine"], "level": 2, "movetime": 30, "clock": "5+3"});
    let (table, _) = new(&mut page, request);
    page.get("table-play", json!({"table": table, "viewer": 1, "move": "=RPSRPS"}));
    page.news(&table, |view| view["turns"] == 2);
    let (open, _) = new(&mut page, json!({"seats": ["person", "person"], "rules": {"DrawLimit": 7}}));
    page.get("table-play", json!({"table": open, "viewer": 1, "move": "b4c4d4"}));
    page.get("table-resign", json!({"table": open, "viewer": 1}));
    // While the engine thinks, or just after.
    let (thinking, view) =
        new(&mut page, json!({"seats": ["person", "engine"], "level": 10, "movetime": 60_000}));
    page.get("table-play", json!({"table": thinking, "viewer": 1, "move": view["legal"][0]["ugi"]}));
    let (port, token) = (server.port.to_string(), server.token.clone());
    let files = state.join(&port).join("tables");
    for entry in fs::read_dir(&files).expect("a folder") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("a text");
        // What the person may not know is sealed.
        assert!(
            !text.contains("variant: bloch") || text.contains("=XXXXXX") && text.contains("# sealed: "),
            "{text}"
        );
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &std::path::Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(&state.join(&port)), 0o700);
        assert_eq!(mode(&state.join(&port).join("token")), 0o600);
    }
    drop(server);
    assert!(page.next().is_none());
    let server = Server::start_with(&state, &["--port", &port]);
    // The page has its cookie still.
    assert_eq!(server.token, token);
    let mut page = server.connect();
    let mut view = page.get("view", json!({"table": table, "viewer": 1}))["view"].take();
    assert_eq!((&view["turns"], &view["table"]["level"]), (&json!(2), &json!(2)));
    assert_eq!((&view["moves"][0]["ugi"], &view["moves"][1]["ugi"]), (&json!("=RPSRPS"), &json!("=XXXXXX")));
    assert_eq!(view["clock"]["control"], "5+3");
    let mv = view["legal"][0]["ugi"].clone();
    view = page.get("table-play", json!({"table": table, "viewer": 1, "move": mv}))["view"].take();
    if view["finish"].is_null() {
        page.news(&table, |view| view["turns"] == 4);
    }
    let over = page.get("view", json!({"table": open}))["view"].take();
    assert_eq!(
        (&over["finish"], &over["rules"]),
        (&json!({"outcome": "p2win", "reason": "resigned"}), &json!({"DrawLimit": "7"}))
    );
    let view = page.get("view", json!({"table": thinking, "viewer": 1}))["view"].take();
    assert_eq!((&view["turns"], &view["mover"]), (&json!(1), &json!(2)));
    page.get("table-resign", json!({"table": thinking, "viewer": 1}));
}

#[test]
fn files_that_are_no_tables_are_passed_over() {
    let state = folder();
    let server = Server::start_with(&state, &["--port", "0"]);
    let (port, tables) = (server.port.to_string(), state.join(server.port.to_string()).join("tables"));
    drop(server);
    fs::write(tables.join("0123456789abcdef.game"), "# sealed: 12\nnonsense").expect("written");
    fs::write(tables.join("0123456789abcdee.game"), [0xff, 0xfe]).expect("written");
    fs::write(tables.join("other.txt"), "1 b4=c4-d4").expect("written");
    fs::write(state.join(&port).join("token"), "short").expect("written");
    let server = Server::start_with(&state, &["--port", &port]);
    assert_eq!(server.token.len(), 64);
    assert_eq!(server.connect().get("table-list", json!({}))["tables"], json!([]));
}

/// Processor time that a process has used.
#[cfg(target_os = "linux")]
fn processor_time(server: &Server) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.child.id())).expect("a process");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    fields[11].parse::<u64>().expect("ticks") + fields[12].parse::<u64>().expect("ticks")
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_page_ends_its_searches() {
    let server = Server::start();
    let mut page = server.connect();
    page.send(&json!({"id": "q", "limits": {"infinite": true}, "report_every": 0.05}));
    page.send(&json!({"id": "t", "action": "think", "movetime": 60_000}));
    page.send(&json!({"id": "r", "action": "review", "moves": ["b4c4d4", "g6f6e5"], "nodes": 100_000_000}));
    page.wait_for(|message| message["id"] == "q" && message["during_search"] == true);
    let busy = processor_time(&server);
    let end = Instant::now() + super::PATIENCE;
    while processor_time(&server) < busy + 20 {
        assert!(Instant::now() < end, "the searches run");
        thread::sleep(Duration::from_millis(50));
    }
    drop(page);
    // Quiet once half a second passes without a tick.
    loop {
        assert!(Instant::now() < end, "the searches go on");
        let before = processor_time(&server);
        thread::sleep(Duration::from_millis(500));
        if processor_time(&server) <= before + 1 {
            break;
        }
    }
    assert_eq!(server.connect().get("version", json!({}))["action"], "version");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it() {
    let mut server = Server::start();
    let mut page = server.connect();
    page.send(&json!({"id": "q", "limits": {"infinite": true}, "report_every": 0.05}));
    page.wait_for(|message| message["id"] == "q");
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    while page.next().is_some() {}
    let end = Instant::now() + super::PATIENCE;
    let status = loop {
        assert!(Instant::now() < end, "it ends");
        match server.child.try_wait().expect("a child") {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(20)),
        }
    };
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_file_to_watch_that_is_not_there_is_told() {
    let mut server = Command::new(SISKU)
        .args(["serve", "--no-open", "--port", "0", "--watch", "nowhere.jsonl", "--state"])
        .arg(folder())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sisku starts");
    let mut line = String::new();
    let errors = server.stderr.take().expect("an output");
    BufReader::new(errors).read_line(&mut line).expect("a line");
    assert_eq!(line.trim(), "note: nowhere.jsonl is not there yet");
    server.kill().and_then(|()| server.wait()).expect("ended");
}

#[test]
fn matches_are_watched_while_they_grow() {
    let file = folder().join("match.jsonl");
    let name = file.display().to_string();
    let server = Server::start_with(&folder(), &["--port", "0", "--watch", &name]);
    let mut page = server.connect();
    assert_eq!(page.get("match", json!({}))["files"], json!([name]));
    assert_eq!(page.fail("match", json!({"file": "/etc/passwd"})).0, "file");
    page.send(&json!({"id": "m", "action": "match", "file": name}));
    let empty = page.wait_for(|message| message["id"] == "m");
    assert_eq!((&empty["standings"], &empty["games"]), (&Value::Null, &json!([])));
    let status = Command::new(SISKU)
        .args([
            "match", "--engine", "name=a", "--engine", "name=b", "--nodes", "1", "--games", "2", "--quiet",
            "--out", &name,
        ])
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("sisku runs").success());
    let full = page.wait_for(|message| {
        message["id"] == "m" && message["games"].as_array().is_some_and(|games| games.len() == 2)
    });
    assert_eq!((&full["standings"]["games"], &full["standings"]["planned"]), (&json!(2), &json!(2)));
    assert_eq!(full["games"][0]["players"].as_array().map(Vec::len), Some(2));
    page.get("stop", json!({"stop_id": "m"}));
    let game = page.get("match", json!({"file": name, "game": 2}))["game"].take();
    assert_eq!(
        game["moves"].as_array().map(Vec::len),
        full["games"][1]["turns"].as_u64().map(|turns| turns as usize)
    );
    assert_eq!(
        page.get(
            "view",
            json!({"variant": game["variant"], "moves": game["moves"], "position": game["position"]})
        )["view"]["turns"],
        full["games"][1]["turns"]
    );
    assert_eq!(page.fail("match", json!({"file": name, "game": 3})).0, "game");
}

#[test]
fn files_may_come_from_a_folder() {
    let assets = folder();
    fs::write(assets.join("index.html"), "first").expect("written");
    let shown = assets.display().to_string();
    let server = Server::start_with(&folder(), &["--port", "0", "--assets", &shown]);
    assert!(server.get("/").ends_with("first"));
    fs::write(assets.join("index.html"), "second").expect("written");
    assert!(server.get("/").ends_with("second"));
    for path in ["/../secret", "/..", "/%2e%2e", "/."] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
}

#[test]
fn what_cannot_be_kept_or_watched_is_an_error_at_the_start() {
    let folder = folder();
    let file = folder.join("file");
    fs::write(&file, "").expect("writable");
    for (flag, path, expected) in [
        ("--state", &file, "expected a folder, not a file"),
        ("--watch", &folder, "expected a file, not a folder"),
    ] {
        let mut sisku = Command::new(SISKU);
        sisku.args(["serve", "--no-open", "--port", "0"]).arg(flag).arg(path);
        let output = sisku.output().expect("sisku runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains(flag) && errors.contains(expected) && output.stdout.is_empty(), "{errors}");
    }
    fs::remove_dir_all(folder).expect("removable");
}
