//! The command line: help, results, errors.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn lab(args: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sisku-lab")).args(args.split_whitespace()).output().expect("runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in ["", "match", "exploit", "belief", "fit", "levels", "reference", "proofs", "setups"] {
        let output = lab(&format!("{command} --help"));
        assert_eq!(output.status.code(), Some(0));
        let example = format!("sisku-lab {command}");
        let examples = stdout(&output).split("Examples:").nth(1).unwrap_or_default().to_string();
        assert!(examples.contains(example.trim_end()), "{command}: {}", stdout(&output));
    }
}

#[test]
fn errors_are_one_line_and_exit_code_two() {
    for (args, says) in [
        ("", "expected a subcommand"),
        ("match", "OPPONENT"),
        ("match nobody", "nobody"),
        ("match random --pairs 0", "0"),
        ("match random --nodes 5 --movetime 5", "--movetime"),
        ("match random --param Nonsense=1", "HiddenCpuct"),
        ("match random --param HiddenCpuct=-1", "expected a number from"),
        ("match random --param HiddenCpuct", "NAME=VALUE"),
        ("match random --opponent-param HiddenCpuct=1", "does not search"),
        ("match engine --player greedy --param HiddenCpuct=1", "does not search"),
        ("match greedy --player insider", "runner, expectimax and guard"),
        ("match runner --player insider --param HiddenCpuct=1", "does not search"),
        ("tree tiny --search-strategy /tmp/none", "--search"),
        ("exploit --iterations 10,x", "x"),
        ("exploit --uniform --iterations 10", "--uniform"),
        ("fit --games 1", "1"),
        ("reference --variant chess", "chess"),
        ("levels --variant chess", "chess"),
        ("levels --games 3", "even"),
        ("levels --skills 1,x", "x"),
        ("levels --sisku /nowhere/sisku --games 2 --out /tmp", "/nowhere/sisku"),
        ("proofs --variant chess", "expected one of pijersi"),
        ("proofs --threads 0", "0"),
    ] {
        let output = lab(args);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args}: {text}");
        assert!(text.starts_with("error: ") && text.lines().count() == 1, "{args}: {text}");
        assert!(text.contains(says), "{args}: {text}");
        assert!(output.stdout.is_empty(), "{args}");
    }
}

#[test]
fn results_can_be_read_by_programs() {
    for (args, key) in [
        ("match greedy --pairs 2 --nodes 10 --handcrafted --threads 2 --json", "standard_error"),
        ("match cheater --pairs 1 --nodes 10 --handcrafted --show --json", "not_won"),
        ("match runner --player insider --pairs 1 --nodes 5 --handcrafted --json", "foreseen"),
        ("exploit --iterations 10 --json", "exploitability"),
        ("exploit --uniform --json", "exploitability"),
        ("belief --games 1 --nodes 10 --handcrafted --json", "rows"),
        ("fit --games 4 --nodes 5 --handcrafted --json", "weights"),
        // Every variant twice, and no claim may be wrong.
        ("proofs --searches 96 --threads 1,2 --json", "rows"),
    ] {
        let output = lab(args);
        let value: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        assert!(
            !value[key].is_null(),
            "{args}: {} {}",
            stdout(&output),
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(output.stderr.is_empty(), "progress is for terminals: {args}");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// As `lab/openspiel.py --against` reads it.
#[test]
fn the_strategy_of_the_search_is_written() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("search-strategy.json");
    let output =
        lab(&format!("tree small --horizon 1 --search 5 --search-strategy {} --json", path.display()));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let printed: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let written: Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("a file")).expect("JSON");
    let given = written["exploitability"].as_f64().expect("a number");
    assert!((given - printed["runs"][0]["exploitability"].as_f64().expect("a number")).abs() < 1e-5);
    // A set for each hand of player one, who has the only turn.
    let sets = written["players"][0].as_array().expect("sets");
    assert_eq!(sets.len(), 18);
    for set in sets {
        let sum: f64 = set.as_object().expect("turns").values().filter_map(Value::as_f64).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{set}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let game =
        |seed: &str| stdout(&lab(&format!("match cheater --pairs 1 --nodes 10 --handcrafted --show {seed}")));
    assert_eq!(game(""), game("--seed 0"));
    assert_ne!(game(""), game("--seed 1"));
}
