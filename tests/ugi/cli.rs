//! The subcommands.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sisku"));
    command.args(arguments).env_remove("RUST_LOG").output().expect("sisku runs")
}

/// What a successful run prints.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn perft_counts_both_boards() {
    assert!(printed(&["perft", "3", "--threads", "2"]).starts_with("depth 3 result 6410472 time "));
    let split = printed(&["perft", "1", "--variant", "pijersi51", "--split"]);
    assert_eq!(split.lines().count(), 199);
    let json = printed(&["perft", "1", "--fen", "5s-/R-6/6/7/6/7/6 b 0 5", "--split", "--json"]);
    assert!(json.starts_with("{\"variant\":\"pijersi\",\"depth\":1,\"result\":3,\"time_ms\":"), "{json}");
    assert!(json.ends_with("\"split\":{\"g6f6\":1,\"g6f7\":1,\"g6g5\":1}}\n"), "{json}");
}

#[test]
fn set_ups_follow_their_seed() {
    assert_eq!(printed(&["setup"]), format!("{}\n", crate::START));
    let draw = |kind, seed, count| printed(&["setup", kind, "--seed", seed, "--count", count]);
    for kind in ["half-random", "full-random"] {
        let five = draw(kind, "1", "5");
        assert_eq!(five.lines().count(), 5);
        assert_eq!(five, draw(kind, "1", "5"));
        assert!(five.starts_with(&draw(kind, "1", "2")));
        assert_ne!(five, draw(kind, "2", "5"));
    }
    assert!(printed(&["setup", "full-random", "--variant", "pijersi51"]).contains("/8/9/8/"));
    for variant in ["jersi", "jersi-nodrop", "jersi-ransom"] {
        let draw =
            |seed| printed(&["setup", "random-plies", "--variant", variant, "--seed", seed, "--count", "3"]);
        assert_eq!((draw("1").lines().count(), draw("1")), (3, draw("1")));
        assert_ne!(draw("1"), draw("2"));
    }
}

#[test]
fn the_kinds_of_set_ups_are_listed_for_each_game() {
    let text = printed(&["setup", "--help"]);
    for line in [
        "  pijersi51     classic, half-random, full-random\n",
        "  jersi         classic, random-plies\n",
        "  jersi-ransom  classic, random-plies\n",
        "  bloch         classic, half-random, full-random\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn the_bench_repeats_itself() {
    let signature = |text: &str| text.split("signature").nth(1).map(|rest| rest[3..19].to_string());
    let json = || printed(&["bench", "--nodes", "50", "--json"]);
    let first = json();
    assert!(first.starts_with("{\"variant\":\"pijersi\",\"positions\":10,\"nodes\":"), "{first}");
    assert_eq!(signature(&first), signature(&json()));
    assert!(printed(&["bench", "--nodes", "50"]).starts_with("10 positions, "));
}

#[test]
fn help_and_version_are_there() {
    assert_eq!(printed(&["--version"]), format!("sisku {}\n", env!("CARGO_PKG_VERSION")));
    for command in [&["--help"][..], &["bench", "--help"], &["perft", "--help"], &["setup", "--help"]] {
        let text = printed(command);
        assert!(text.contains("Usage: sisku") && text.contains("Examples:\n"), "{text}");
    }
}

#[test]
fn every_subcommand_has_examples_and_says_its_exit_codes() {
    let help = printed(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).and_then(|text| text.split("\n\n").next());
    let commands = commands.expect("a list").lines().filter_map(|line| line.split_whitespace().next());
    let mut commands: Vec<Vec<&str>> =
        commands.filter(|&name| name != "help").map(|name| vec![name]).collect();
    assert!(commands.len() > 12, "{commands:?}");
    commands.extend([vec!["match", "merge"], vec!["match", "show"]]);
    for mut command in commands {
        command.push("--help");
        let text = printed(&command);
        assert!(text.contains("\nExample") && text.contains("Exit code"), "{command:?}: {text}");
    }
}

#[test]
fn completions_offer_what_people_type() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("selfplay") && script.contains("variant"), "{shell}");
        assert!(script.contains("noise"), "the flags of subcommands, too: {shell}");
        assert!(!script.contains("reaper"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn nobody_has_to_read_what_is_said_on_stderr() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    for arguments in [&["solve", "--file", "-"][..], &["analyze", "--nodes", "1"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sisku"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("sisku runs");
        drop(child.stderr.take());
        let mut input = child.stdin.take().expect("piped");
        input.write_all(b"nonsense\n5s-/R-6/6/7/6/7/6 w 0 5\n").expect("it reads");
        drop(input);
        assert_eq!(child.wait().expect("sisku ends").code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn what_is_wrong_is_one_line() {
    for (arguments, message) in [
        (&["fly"][..], "error: unrecognized subcommand 'fly'\n"),
        (&["perft"], "error: the following required arguments were not provided: <DEPTH>\n"),
        (&["perft", "deep"], "error: invalid value 'deep' for '<DEPTH>': expected a whole number\n"),
        (&["perft", ""], "error: invalid value '' for '<DEPTH>': expected a whole number\n"),
        (&["perft", "0"], "error: invalid value '0' for '<DEPTH>': 0 is not in 1..=4294967295\n"),
        (&["perft", "1", "--fen", "6/7 w"], "error: '6/7': expected 7 rows separated by '/', not 2\n"),
        (
            &["--variant", "chess"],
            "error: invalid value 'chess' for '--variant <NAME>' [possible values: pijersi, pijersi51, jersi, jersi-nodrop, jersi-ransom, bloch]\n",
        ),
        (
            &["--compat", "arena"],
            "error: invalid value 'arena' for '--compat <CLIENT>' [possible values: certu]\n",
        ),
        (
            &["setup", "neat"],
            "error: 'neat': expected a set-up of pijersi: classic, half-random, full-random\n",
        ),
        (
            &["selfplay", "--out", "nowhere/x", "--games", "100000001"],
            "error: invalid value '100000001' for '--games <GAMES>': 100000001 is not in 1..=100000000\n",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), message);
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn options_may_be_given_on_the_command_line() {
    let output = run(&["--option", "threads=0"]);
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).expect("text");
    assert_eq!(complaint, "error: --option threads=0: '0': expected a whole number from 1 to 256\n");
    let mut engine = crate::engine::Engine::start(&["--option", "MultiPV=2", "--option", "ShowWDL=true"]);
    engine.send("go nodes 50");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ") && line.contains(" wdl ")), "{lines:?}");
}

/// Ctrl-C for a program that has begun to listen for it.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str]) -> Output {
    use std::process::Stdio;
    let mut command = Command::new(env!("CARGO_BIN_EXE_sisku"));
    let command = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("sisku runs");
    let status = format!("/proc/{}/status", child.id());
    let listens = || {
        let status = std::fs::read_to_string(&status).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("signals");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 1 << 1 != 0
    };
    while !listens() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    child.wait_with_output().expect("it ends")
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_stops_long_work_with_what_it_has() {
    for (arguments, said) in [
        (&["perft", "12"][..], "interrupted: depth 12 after "),
        (&["perft", "12", "--threads", "2", "--json"], "\"interrupted\":true,\"counted\":0,"),
        (&["bench", "--nodes", "1000000000"], "interrupted after 0 of 10 positions, "),
        (&["bench", "--nodes", "1000000000", "--json"], "\"positions\":0,\"nodes\":0,\"interrupted\":true,"),
    ] {
        let output = interrupted(arguments);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        let printed = String::from_utf8(output.stdout).expect("text");
        assert!(printed.contains(said) && printed.lines().count() == 1, "{printed}");
        assert!(output.stderr.is_empty());
    }
}
