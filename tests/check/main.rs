//! `sisku check` against engines with known faults. Nothing here depends on speed: the margin
//! is far beyond any load, and what must be late is late by more than that.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

const SISKU: &str = env!("CARGO_BIN_EXE_sisku");

/// Built beside the tests by `cargo test`, see tests/doubles/rude_engine.rs.
fn rude_engine() -> PathBuf {
    let beside = PathBuf::from(SISKU).with_file_name("examples").join("rude_engine");
    let path = beside.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is missing: cargo build --example rude_engine", path.display());
    path
}

fn check(options: &[&str], mode: &str) -> Output {
    Command::new(SISKU).arg("check").args(options).arg(rude_engine()).arg(mode).output().expect("runs")
}

fn report(options: &[&str], mode: &str) -> (Value, i32) {
    let output = check(&[&["--json"], options].concat(), mode);
    let json = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (json, output.status.code().expect("exits"))
}

/// The steps with a verdict.
fn steps<'a>(report: &'a Value, verdict: &str) -> Vec<&'a str> {
    let steps = report["steps"].as_array().expect("steps");
    steps.iter().filter(|step| step["verdict"] == verdict).filter_map(|step| step["step"].as_str()).collect()
}

fn says<'a>(report: &'a Value, step: &str) -> &'a str {
    let steps = report["steps"].as_array().expect("steps");
    let found = steps.iter().find(|found| found["step"] == step).expect("the step is there");
    found["says"].as_str().expect("words")
}

// The steps that look at one side of an engine. Most faults are sought among these only, for
// the sake of time.
const START: &str = "start,options,isready,setoption,unknown-option,uginewgame";
const STATE: &str = "position-startpos,position-moves,position-fen,moves,query-fen,query-turn,query-result,query-islegal,\
                     garbage,bad-fen,illegal-move";
const THINK: &str = "movetime,bestmove,info,last-info,mate,depth,nodes,clock,game-over,repeatable";
const LISTEN: &str = "isready-in-search,stop";

/// Of these steps, an engine with a fault fails exactly the expected, the first with these words.
#[track_caller]
fn fails(mode: &str, only: &str, expected: &[&str], words: &str) {
    let (report, code) = report(&["--margin", "60000", "--patience", "5", "--only", only], mode);
    assert_eq!(steps(&report, "FAIL"), expected, "{mode}: {report:#}");
    assert!(says(&report, expected[0]).contains(words), "{mode}: {}", says(&report, expected[0]));
    assert_eq!(code, 1);
}

/// Of these steps, an engine with an oddity fails none and is warned about one.
#[track_caller]
fn warns(mode: &str, only: &str, step: &str, words: &str) {
    let (report, code) = report(&["--margin", "60000", "--only", only], mode);
    assert_eq!(steps(&report, "FAIL"), [""; 0], "{mode}: {report:#}");
    assert!(steps(&report, "warn").contains(&step), "{mode}: {report:#}");
    assert!(says(&report, step).contains(words), "{mode}: {}", says(&report, step));
    assert_eq!(code, 0);
}

#[test]
fn sisku_passes_in_every_game() {
    // What does not depend on time; the rest is tested below.
    let steps = format!("{START},{STATE},query-hidden");
    for variant in ["pijersi", "jersi", "bloch"] {
        let args = ["check", "--json", "--margin", "60000", "--variant", variant, "--only", &steps, SISKU];
        let output = Command::new(SISKU).args(args).output().expect("runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        let not_ok = [self::steps(&report, "FAIL"), self::steps(&report, "warn")].concat();
        assert!(not_ok.iter().all(|&step| step == "start"), "{variant}: {report:#}");
    }
}

#[test]
fn a_polite_engine_passes() {
    for variant in ["pijersi", "pijersi51"] {
        let (report, code) = report(&["--margin", "60000", "--variant", variant], "polite");
        assert_eq!(steps(&report, "FAIL"), [""; 0], "{report:#}");
        // Slow machines may be warned about; nothing else may.
        let timed = ["start", "movetime", "isready-in-search", "stop"];
        assert!(steps(&report, "warn").iter().all(|step| timed.contains(step)), "{report:#}");
        assert_eq!((code, report["passed"].as_bool()), (0, Some(true)));
        assert_eq!(report["steps"].as_array().map(Vec::len), Some(sisku::arena::check::names().count()));
        assert_eq!(report["variant"], variant);
    }
}

/// The engine that the manual gives people to begin with.
#[test]
fn the_template_passes() {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 10))";
    let python = Command::new("python3").args(["-c", new_enough]).status();
    if !python.is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 of version 3.10 or newer");
        return;
    }
    let template = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/template_engine.py");
    let args = ["check", "--json", "--margin", "60000", "python3", template];
    let output = Command::new(SISKU).args(args).env("SISKU", SISKU).output().expect("runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let timed = ["start", "movetime", "isready-in-search", "stop"];
    assert!(steps(&report, "warn").iter().all(|step| timed.contains(step)), "{report:#}");
    assert_eq!((steps(&report, "FAIL").len(), output.status.code()), (0, Some(0)), "{report:#}");
}

#[test]
fn faults_at_the_start_are_found() {
    fails("nameless", START, &["start"], "no 'id name'");
    fails("own-book", START, &["options"], "'OwnBook' is on by default");
    fails("bad-option", START, &["options"], "unknown type 'float'");
    fails("deaf-options", START, &["setoption"], "refuses its own default");
    warns("chatty", START, "isready", "'hello' before 'readyok'");
}

#[test]
fn an_engine_that_never_greets_is_done_with_at_once() {
    for only in ["start,isready,nodes,quit", "isready,nodes"] {
        let (report, code) = report(&["--patience", "1", "--only", only], "no-ugiok");
        assert_eq!(code, 1);
        let first = only.split(',').next().expect("a step");
        assert_eq!(steps(&report, "FAIL"), [first], "{report:#}");
        assert_eq!(report["steps"].as_array().map(Vec::len), Some(1));
        assert!(says(&report, first).contains("no 'ugiok' within 1.0 s"));
    }
}

#[test]
fn what_follows_the_engine_is_the_engines() {
    let check = |args: &[&str]| {
        let all = [&["check", "--json", "--only", "start,options"], args].concat();
        let output = Command::new(SISKU).args(all).output().expect("runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default(), said)
    };
    // An option that both have is the engine's after its name, and ours before it.
    let (after, _) = check(&[SISKU, "--variant", "bloch"]);
    assert_eq!((&after["variant"], &after["passed"]), (&"pijersi".into(), &true.into()), "{after:#}");
    let lines = after["steps"][0]["dialogue"].to_string();
    assert!(lines.contains("option name Variant type combo default bloch"), "{lines}");
    let (before, _) = check(&["--variant", "bloch", SISKU]);
    assert_eq!(before["variant"], "bloch");
    // One that we do not have is no mistake of ours.
    let (other, _) = check(&[SISKU, "--option", "Threads=2"]);
    assert_eq!(other["passed"], true);
    let (wrong, _) = check(&[SISKU, "--no-such-option"]);
    assert!(says(&wrong, "start").contains("--no-such-option"), "{wrong:#}");
    let (_, ours) = check(&["--no-such-option", SISKU]);
    assert!(ours.starts_with("error: unexpected argument '--no-such-option'"), "{ours}");
}

#[test]
fn words_on_stderr_are_no_fault() {
    let (report, code) = report(&["--margin", "60000", "--only", "quit,quit-in-search"], "complains");
    assert_eq!((steps(&report, "ok").len(), code), (2, 0), "{report:#}");
}

#[test]
fn wrong_positions_and_answers_are_found() {
    fails("bare-fen", STATE, &["query-fen"], "without 'response'");
    fails("wrong-turn", STATE, &["query-turn", "query-result", "query-islegal"], "with 'false', not 'true'");
    fails("wrong-fen", STATE, &["position-startpos", "position-moves", "position-fen"], "another position");
    fails("moves-anew", STATE, &["moves"], "has led to another position");
    warns("no-moves", STATE, "moves", "cutergames sends it");
    fails("plays-illegal", STATE, &["illegal-move"], "'rubbish' was played");
}

#[test]
fn a_crash_is_named_and_the_check_goes_on() {
    fails("crash-on-rubbish", STATE, &["garbage"], "the engine ended: exit code 3: cannot bear 'rubbish'");
}

#[test]
fn a_hang_is_named_and_the_check_goes_on() {
    fails("hang-on-new-game", START, &["uginewgame"], "no 'readyok' within 5.0 s");
    let (report, _) = report(&["--patience", "5", "--only", "uginewgame,query-turn"], "hang-on-new-game");
    assert_eq!(steps(&report, "ok"), ["query-turn"], "{report:#}");
}

#[test]
fn bad_moves_are_found() {
    let thinking = ["bestmove", "depth", "nodes", "clock"];
    fails("illegal-move", THINK, &[&thinking[..], &["game-over"]].concat(), "'bestmove a1g6' is illegal in");
    fails("three-words", THINK, &thinking, "more than two words");
    fails("plays-on", THINK, &["game-over"], "plays on in a finished game: 'bestmove a1a2'");
    let (silent, _) = report(&["--patience", "1", "--only", "movetime,nodes"], "no-bestmove");
    assert_eq!(steps(&silent, "FAIL"), ["movetime", "nodes"], "{silent:#}");
    assert!(says(&silent, "nodes").contains("no 'bestmove'"));
}

#[test]
fn bad_info_is_found() {
    fails("fractions", THINK, &["info"], "not a whole number");
    fails("microseconds", THINK, &["last-info"], "'time 999");
    warns("no-nps", THINK, "last-info", "lacks 'nps'");
    fails("greedy", THINK, &["nodes"], "took 92000 nodes");
    warns("mute", THINK, "info", "no info line before 'bestmove'");
    warns("moody", THINK, "repeatable", "cannot be repeated exactly");
    warns("no-nodes", THINK, "nodes", "is not supported");
}

/// One known mate in each, see `src/arena/check/mates.rs`; time for them to be found is not
/// short of, for the search proves ends so near within some hundred playouts.
#[test]
fn wrong_mates_are_found() {
    fails("mate-in-moves", "mate", &["mate"], "it counts moves");
    fails("mate-of-white", "mate", &["mate"], "the sign is wrong");
    fails("mate-nowhere", "mate", &["mate"], "'score mate 0'");
    let (polite, _) = report(&["--margin", "60000", "--only", "mate"], "polite");
    assert!(says(&polite, "mate").contains("counts plies"), "{polite:#}");
    let (mute, _) = report(&["--margin", "60000", "--only", "mate"], "mute");
    assert!(says(&mute, "mate").contains("no 'score mate' is reported"), "{mute:#}");
}

/// Whatever is not about tolerance keeps to what the specification lets clients send.
#[test]
fn only_three_commands_are_sent_during_a_search() {
    let (report, _) = report(&["--margin", "60000"], "polite");
    for step in report["steps"].as_array().expect("steps").iter().filter(|step| step["basis"] != "tolerance")
    {
        let mut searching = false;
        for line in step["dialogue"].as_array().expect("lines").iter().filter_map(Value::as_str) {
            match line.split(' ').nth(1).unwrap_or_default() {
                "go" => searching = true,
                "bestmove" if line.starts_with('<') => searching = false,
                word if line.starts_with('>') && searching => {
                    assert!(["isready", "stop", "quit"].contains(&word), "{}: {line}", step["step"]);
                }
                _ => {}
            }
        }
    }
}

#[test]
fn engines_that_do_not_listen_are_found() {
    let (slow, _) = report(&["--only", "start,movetime"], "late");
    assert_eq!(steps(&slow, "FAIL"), ["movetime"], "{slow:#}");
    assert!(says(&slow, "movetime").contains("overrun"));
    let (deaf, _) = report(&["--only", "start,stop"], "no-stop");
    assert_eq!(steps(&deaf, "FAIL"), ["stop"], "{deaf:#}");
    assert!(says(&deaf, "stop").contains("not obeyed"));
    fails("busy", LISTEN, &["isready-in-search"], "answered only after it");
}

#[test]
fn engines_that_do_not_leave_are_found() {
    let leaving = [
        "--margin",
        "4000",
        "--patience",
        "4",
        "--only",
        "quit,quit-in-search,quit-bestmove,end-of-input,end-in-search",
    ];
    let (stays, _) = report(&leaving, "no-quit");
    assert_eq!(steps(&stays, "FAIL"), ["quit", "quit-in-search", "quit-bestmove"], "{stays:#}");
    let (silent, _) = report(&leaving, "quits-at-once");
    assert_eq!(steps(&silent, "FAIL"), ["quit-bestmove"], "{silent:#}");
    assert!(says(&silent, "quit-bestmove").contains("no 'bestmove'"));
    let (stays, _) = report(&leaving, "no-end");
    assert_eq!(steps(&stays, "FAIL"), ["end-of-input", "end-in-search"], "{stays:#}");
}

#[test]
fn people_get_a_line_for_each_step() {
    let output = check(&["--margin", "60000", "--only", STATE], "bare-fen");
    let text = String::from_utf8(output.stdout).expect("text");
    let failed = text.lines().find(|line| line.starts_with("FAIL")).expect("a failure");
    assert!(
        failed.contains("query-fen") && failed.contains("| sent: ") && failed.contains("| got: "),
        "{failed}"
    );
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text}");
    let last = text.lines().last().expect("a summary");
    assert!(last.ends_with("11 steps, 10 ok, 0 warn, 1 FAIL"), "{last}");
    assert_eq!(text.lines().count(), 13);
    let first = text.lines().next().expect("a heading");
    assert_eq!(first, "Testing pijersi by UGI 1.0 of 2025-03-17, https://github.com/kz04px/ugi (ugi.md)");
    let manual = include_str!("../../docs/check.md");
    assert!(manual.contains(first), "the manual shows another heading");
    let (json, _) = report(&["--only", "start"], "polite");
    assert_eq!(json["specification"]["name"], "UGI");
    assert_eq!(json["specification"]["version"], "1.0");
}

#[test]
fn the_manual_names_every_step() {
    let manual = include_str!("../../docs/check.md");
    let rows = manual.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((name, rest.split_once(" | ")?.0))
    });
    let steps = sisku::arena::check::steps().map(|(name, basis)| (name, basis.name()));
    assert_eq!(rows.collect::<Vec<_>>(), steps.collect::<Vec<_>>());
    let sample = format!(" {} steps, ", sisku::arena::check::names().count());
    assert!(manual.contains(&sample), "the sample has another number than{sample}");
}

#[test]
fn bad_command_lines_are_refused() {
    for args in [&["check"][..], &["check", "/nowhere/engine"], &["check", "--only", "nothing", "e"]] {
        let output = Command::new(SISKU).args(args).output().expect("runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(error.starts_with("error: ") && error.lines().count() == 1, "{error}");
        assert!(output.stdout.is_empty());
    }
}
