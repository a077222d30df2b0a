//! Options that engines do not take are found before the first game.

use super::{Folder, engine, expect_code, stderr};

/// Plays two games of an engine described so, with more flags; the code and what was said.
fn play(spec: &str, more: &[&str]) -> (Folder, std::process::Output) {
    let folder = Folder::new();
    let args = ["--engine", spec, "--engine=name=other", "--nodes=1", "--games=2", "--max-plies=2"];
    let output = folder.play(&[&args[..], more].concat());
    (folder, output)
}

/// Expects an error with these words before the first game, and a warning with `--lenient`.
#[track_caller]
fn refused(spec: &str, more: &[&str], words: &[&str]) {
    let (folder, output) = play(spec, more);
    expect_code(&output, 2);
    let text = stderr(&output);
    assert!(text.starts_with("error: ") && text.lines().count() == 1, "{text}");
    assert!(!folder.path().join("match.jsonl").exists(), "nothing is played");
    let (folder, lenient) = play(spec, &[more, &["--lenient"]].concat());
    expect_code(&lenient, 0);
    let warning = stderr(&lenient);
    assert!(warning.starts_with("warning: "), "{warning}");
    for word in words {
        assert!(text.contains(word) && warning.contains(word), "{word} in {text} and {warning}");
    }
    assert_eq!(folder.games("match.jsonl").len(), 2);
}

#[test]
fn rejected_options_are_errors_unless_that_is_allowed() {
    let said = "engine 'new': 'setoption name EvalFile value nofile.net' is answered with 'info string error";
    refused("name=new,option.EvalFile=nofile.net", &[], &[said]);
    refused(
        "name=new,option.OwnBook=true",
        &[],
        &["engine 'new': option 'OwnBook' is not announced, only Var"],
    );
    let range = "engine 'new': option 'Threads': '1000': expected a whole number from 1 to 256";
    refused("name=new,option.threads=1000", &[], &[range]);
    refused("name=new,option.Ponder=maybe", &[], &["'Ponder': 'maybe': expected true or false"]);
    // Options for all engines, rules, and lines that are sent as they are.
    refused("name=new", &["--each=option.Nonsense=1"], &["option 'Nonsense'"]);
    refused("name=new,init=setoption use-book false", &[], &["'setoption use-book false' is answered with"]);
    let double = engine("new", "rejects");
    refused(
        &format!("{double},option.Seed=3"),
        &[],
        &["'setoption name Seed value 3' is answered with 'info"],
    );
    refused(&format!("{double},option.Hash=3"), &[], &["option 'Hash' is not announced, only Seed"]);
}

#[test]
fn files_may_be_lenient_too() {
    let folder = Folder::new();
    let text = "lenient = true\ngames = 2\nmax_plies = 2\n[each]\nnodes = 1\noptions = { Nonsense = 1 }\n[[engine]]\n";
    std::fs::write(folder.path().join("match.toml"), text).expect("writable");
    let output = folder.play(&["-c", "match.toml"]);
    expect_code(&output, 0);
    assert_eq!(stderr(&output).matches("warning: engine 'sisku").count(), 2, "{}", stderr(&output));
    expect_code(&folder.play(&["-c", "match.toml", "--lenient=false", "--resume"]), 2);
}

#[test]
fn options_that_only_some_games_have_are_known_once_the_game_is() {
    let (_, output) = play("name=new,option.Information=open", &["--variant=bloch"]);
    expect_code(&output, 0);
    // Whoever names the game itself, however it is written, has its options too.
    let (_, output) = play("name=new,option.Information=open,option.variant=Bloch", &["--variant=bloch"]);
    expect_code(&output, 0);
    // Rules are for engines that announce them.
    let (_, output) = play(&engine("new", "none"), &["--rule=DrawLimit=30"]);
    expect_code(&output, 0);
}
