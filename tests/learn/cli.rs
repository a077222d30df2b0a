//! `sisku selfplay` and `sisku train` as users run them, and the net in the engine.

use sisku::games::Variant;
use sisku::learn::games::{GamesReader, TrainingGame};
use std::collections::BTreeSet;
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
    ["selfplay", "--nodes", "20", "--eval-file", "handcrafted", "--hash", "1", "--out", "a.games"];

/// Arguments without a flag and its value.
fn without<'a>(args: &[&'a str], flag: &str) -> Vec<&'a str> {
    let at = args.iter().position(|&arg| arg == flag);
    let kept = |index: &usize| at.is_none_or(|at| *index != at && *index != at + 1);
    (0..args.len()).filter(kept).map(|index| args[index]).collect()
}

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
    // Games made otherwise do not get into the file.
    let before = std::fs::read(folder.join("a.games")).expect("games");
    for (other, found) in [
        (&["--nodes", "21"][..], "expected games made with nodes 21 full"),
        (&["--seed", "2"], "seed 2 hash 1 net handcrafted; found nodes 20 "),
        (&["--noise", "0"], "noise 0 seed"),
        (&["--hash", "2"], "hash 2 net"),
        (&["--temperature-plies", "3"], "temperature-plies 3 "),
        (&["--full-search-prob", "0.5"], "full-search-prob 0.5 "),
        (&["--eval-file", "embedded"], "found nodes 20"),
    ] {
        let args = without(&SELFPLAY, other[0]);
        let text = fault(&sisku(&folder, &[&args[..], other, &["--games", "40", "--resume"]].concat()));
        assert!(text.contains("a.games: ") && text.contains(found), "{text}");
    }
    let text = fault(&sisku(&folder, &SELFPLAY));
    assert!(text.contains("a.games exists: expected --resume"), "{text}");
    assert_eq!(std::fs::read(folder.join("a.games")).expect("games"), before);

    let train = ["train", "--games", "a.games", "--accumulator", "128", "--epochs", "2", "--out", "a.net"];
    let text = said(&sisku(&folder, &train));
    assert!(text.starts_with("34 games: ") && text.contains("epoch 2: "), "{text}");
    let once = std::fs::read(folder.join("a.net")).expect("a net");
    let text = fault(&sisku(&folder, &train));
    assert!(text.contains("a.net exists: expected --force"), "{text}");
    let text = said(&sisku(&folder, &[&train[..], &["--json", "--threads", "1", "--force"]].concat()));
    assert_eq!(text.lines().count(), 2, "{text}");
    assert_eq!(std::fs::read(folder.join("a.net")).expect("a net"), once, "the same every time");

    let (new, embedded) = (searched(&folder, "a.net"), searched(&folder, "embedded"));
    for reply in [&new, &embedded] {
        assert!(reply.contains("bestmove ") && !reply.contains("error"), "{reply}");
    }
    assert_ne!(last_score(&new), last_score(&embedded), "the net is used");
    // A net of another game is refused, in one line.
    let commands = [&train[..], &["--variant", "bloch", "--from", "a.net", "--force"]].concat();
    let text = fault(&sisku(&folder, &commands));
    assert!(
        text.contains("a.net: expected a net for bloch, features revision 2; found pijersi revision 1"),
        "{text}"
    );
}

/// What the engine says about the start position with a net.
fn searched(folder: &Path, net: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_sisku"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary");
    let commands = format!("setoption name EvalFile value {net}\nposition startpos\ngo nodes 300\n");
    engine.stdin.take().expect("stdin").write_all(commands.as_bytes()).expect("a listener");
    String::from_utf8(engine.wait_with_output().expect("an end").stdout).expect("text")
}

fn last_score(reply: &str) -> &str {
    let (_, score) = reply.rsplit_once(" score ").expect("a score");
    score.split(" nodes").next().unwrap_or(score)
}

#[test]
fn shards_make_the_same_games() {
    let folder = folder("shards");
    let run = |out: &str, shard: &str| {
        let args = ["selfplay", "--nodes", "10", "--eval-file", "handcrafted", "--hash", "1", "--games", "6"];
        said(&sisku(&folder, &[&args[..], &["--threads", "1", "--shard", shard, "--out", out]].concat()));
        let mut reader = GamesReader::open(&folder.join(out), Variant::Pijersi).expect("games");
        std::iter::from_fn(|| reader.next_game().expect("a game")).collect::<Vec<TrainingGame>>()
    };
    let (whole, one, two) = (run("whole", "1/1"), run("one", "1/2"), run("two", "2/2"));
    assert_eq!((whole.len(), one.len(), two.len()), (6, 3, 3));
    let mut parts = [one, two].concat();
    parts.sort_by_key(|game| game.number);
    assert_eq!(parts, whole);
}

#[test]
fn without_a_validation_set_no_loss_is_perfect() {
    let folder = folder("no-validation");
    said(&sisku(&folder, &[&SELFPLAY[..], &["--games", "1"]].concat()));
    let train = ["train", "--games", "a.games", "--accumulator", "128", "--epochs", "1"];
    let text = said(&sisku(&folder, &[&train[..], &["--out", "a.net"]].concat()));
    assert!(text.contains("0 in the validation set") && text.contains("; no validation; "), "{text}");
    let text = said(&sisku(&folder, &[&train[..], &["--out", "b.net", "--json"]].concat()));
    assert!(text.contains("\"validation_value_loss\":null,") && !text.contains("loss\":0.0,"), "{text}");
}

/// The long flags in a text, whole: `--out` is not in `--outcome-share`.
fn flags(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words
        .filter(|word| {
            word.starts_with("--") && word.as_bytes().get(2).is_some_and(u8::is_ascii_alphanumeric)
        })
        .collect()
}

#[test]
fn every_flag_of_the_document_exists() {
    assert_eq!(
        flags("[--outcome-share=X], `--from`; a --- b -- c"),
        BTreeSet::from(["--outcome-share", "--from"])
    );
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/nets.md");
    let document = std::fs::read_to_string(document).expect("a document");
    let help = |command: &str| said(&sisku(Path::new("."), &[command, "--help"]));
    let (selfplay, train, other) = (help("selfplay"), help("train"), help("match"));
    let known: BTreeSet<&str> =
        [&selfplay, &train, &other].into_iter().flat_map(|text| flags(text)).collect();
    for flag in flags(&document) {
        assert!(known.contains(flag), "docs/nets.md: {flag} does not exist");
    }
    // And what shapes a net is explained.
    for flag in [
        "--nodes",
        "--noise",
        "--temperature-plies",
        "--full-search-prob",
        "--shard",
        "--resume",
        "--accumulator",
        "--epochs",
        "--batch-size",
        "--learning-rate",
        "--outcome-share",
        "--td-lambda",
        "--from",
        "--out",
    ] {
        assert!(flags(&document).contains(flag), "docs/nets.md: {flag} is missing");
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = folder("wrong");
    std::fs::write(folder.join("text"), "not a net, not games\n").expect("a file");
    for (args, part) in [
        (vec!["selfplay", "--noise", "2", "--out", "x"], "--noise '2': expected 0 to 1"),
        (vec!["selfplay", "--full-search-prob=-1", "--out", "x"], "--full-search-prob '-1': expected 0 to 1"),
        (
            vec!["selfplay", "--eval-file", "text", "--out", "x"],
            "'text': expected embedded, handcrafted or a net",
        ),
        (vec!["selfplay", "--shard", "3/2", "--out", "x"], "3/2"),
        (vec!["train", "--games", "text", "--out", "x"], "text: expected training games of pijersi"),
        (vec!["train", "--games", "none", "--out", "x"], "cannot read none"),
        (
            vec!["train", "--games", "text", "--accumulator", "100", "--out", "x"],
            "--accumulator '100': expected a multiple of 128 up to 1024",
        ),
        (
            vec!["train", "--games", "text", "--td-lambda", "1.5", "--out", "x"],
            "--td-lambda '1.5': expected 0 to 1",
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
