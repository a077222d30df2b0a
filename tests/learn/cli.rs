//! `sisku selfplay` and `sisku train` as users run them, and the net in the engine.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

fn sisku(folder: &Path, args: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_sisku")).args(args).current_dir(folder).output();
    command.expect("the binary")
}

fn said(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "silent in a pipe: {output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// What is wrong, in one line.
fn fault(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).expect("text");
    assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
    text
}

const SELFPLAY: [&str; 9] =
    ["selfplay", "--nodes", "20", "--eval-file", "hand-made", "--hash", "1", "--out", "a.games"];

#[test]
fn from_games_to_a_net_that_plays() {
    let folder = folder("road");
    let text = said(&sisku(&folder, &[&SELFPLAY[..], &["--games", "30", "--threads", "2"]].concat()));
    assert!(text.starts_with("30 games, ") && text.contains("30 games in the file"), "{text}");
    // A second run adds nothing, a longer one what is missing.
    let text = said(&sisku(&folder, &[&SELFPLAY[..], &["--games", "30", "--resume", "--json"]].concat()));
    assert!(text.contains("\"games\":30,\"new_games\":0,") && text.contains("\"complete\":true"), "{text}");
    let text = said(&sisku(&folder, &[&SELFPLAY[..], &["--games", "34", "--resume", "--json"]].concat()));
    assert!(text.contains("\"games\":34,\"new_games\":4,"), "{text}");
    fault(&sisku(&folder, &[&SELFPLAY[..], &["--games", "30"]].concat()));

    let train = ["train", "--games", "a.games", "--sums", "128", "--epochs", "2", "--out", "a.net"];
    let text = said(&sisku(&folder, &train));
    assert!(text.starts_with("34 games, ") && text.contains("epoch 2: "), "{text}");
    let once = std::fs::read(folder.join("a.net")).expect("a net");
    let text = said(&sisku(&folder, &[&train[..], &["--json", "--threads", "1"]].concat()));
    assert_eq!(text.lines().count(), 2, "{text}");
    assert_eq!(std::fs::read(folder.join("a.net")).expect("a net"), once, "the same every time");

    let mut engine = Command::new(env!("CARGO_BIN_EXE_sisku"))
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary");
    let commands = "setoption name EvalFile value a.net\nposition startpos\ngo nodes 300\n";
    engine.stdin.take().expect("stdin").write_all(commands.as_bytes()).expect("a listener");
    let reply = String::from_utf8(engine.wait_with_output().expect("an end").stdout).expect("text");
    assert!(reply.contains("bestmove ") && !reply.contains("error"), "{reply}");
}

#[test]
fn shards_make_the_same_games() {
    let folder = folder("shards");
    let run = |out: &str, shard: &str| {
        let args = ["selfplay", "--nodes", "10", "--eval-file", "hand-made", "--hash", "1", "--games", "6"];
        said(&sisku(&folder, &[&args[..], &["--threads", "1", "--shard", shard, "--out", out]].concat()));
        std::fs::read(folder.join(out)).expect("games")
    };
    let (whole, one, two) = (run("whole", "1/1"), run("one", "1/2"), run("two", "2/2"));
    let head = b"sisku-games 1 pijersi\n".len();
    assert_eq!(one.len() + two.len() - head, whole.len());
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = folder("wrong");
    std::fs::write(folder.join("text"), "not a net, not games\n").expect("a file");
    for (args, part) in [
        (vec!["selfplay", "--surprise", "2", "--out", "x"], "--surprise '2': expected 0 to 1"),
        (vec!["selfplay", "--full-share=-1", "--out", "x"], "--full-share"),
        (
            vec!["selfplay", "--eval-file", "text", "--out", "x"],
            "'text': expected embedded, hand-made or a net",
        ),
        (vec!["selfplay", "--shard", "3/2", "--out", "x"], "3/2"),
        (vec!["train", "--games", "text", "--out", "x"], "text: expected training games of pijersi"),
        (vec!["train", "--games", "none", "--out", "x"], "cannot read none"),
        (
            vec!["train", "--games", "text", "--sums", "100", "--out", "x"],
            "--sums '100': expected a multiple of 128",
        ),
        (
            vec!["train", "--games", "text", "--from", "text", "--out", "x"],
            "expected a net, which begins with SISKUNET",
        ),
    ] {
        let text = fault(&sisku(&folder, &args));
        assert!(text.contains(part), "{args:?}: {text}");
        assert!(!folder.join("x").exists(), "{args:?}");
    }
}
