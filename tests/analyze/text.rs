//! Lines for people and shell scripts.

use crate::{analyze, stderr, stdout};

#[test]
fn answers_come_in_the_order_of_the_lines() {
    // The first line takes longest.
    let lines: Vec<String> = (0..20)
        .map(|i| format!("startpos moves a1b1 g1f1{}", if i % 2 == 0 { "" } else { " a2b2" }))
        .collect();
    let output = analyze(&["--nodes", "60", "--threads", "3"], &(lines.join("\n") + "\n"));
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let labels: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let expected: Vec<String> = (0..20).map(|i| format!("{}.{}", i + 1, 2 + i % 2)).collect();
    assert_eq!(labels, expected);
    let first = text.lines().next().expect("a line");
    assert!(first.contains("  cp ") && first.contains("  wdl ") && first.contains("  pv "), "{first}");
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_on() {
    let input = "startpos\n\nnonsense\n# a remark\nstartpos moves a1b1 zz\nstartpos moves a1b1\n";
    let output = analyze(&["--nodes", "20"], input);
    assert_eq!(output.status.code(), Some(1));
    let labels: Vec<String> =
        stdout(&output).lines().filter_map(|line| line.split(' ').next().map(str::to_string)).collect();
    assert_eq!(labels, ["1.0", "6.1"]);
    let errors = stderr(&output);
    assert_eq!(errors.lines().count(), 2, "{errors}");
    assert!(errors.contains("error: standard input, line 3: 'nonsense': expected "), "{errors}");
    assert!(errors.contains("line 5: 'zz': expected a turn such as b4c4"), "{errors}");
    assert!(errors.contains("as move 2"), "{errors}");
}

#[test]
fn every_form_of_a_line_is_understood() {
    let start = "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 0 1";
    let native = "g16:sprspr f13:prs f4:ww f57:rsp b13:PSR b4:WW b57:SRP a16:RPSRPS 1 a1-b1 2 g1-f1";
    let input = format!(
        "startpos moves a1b1 g1f1\nposition startpos moves a1b1 g1f1\n{start} moves a1b1 g1f1\nfen {start} moves a1b1 g1f1\n{native}\n"
    );
    let output = analyze(&["--nodes", "50"], &input);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    let answers: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("  ").map(|(_, rest)| rest)).collect();
    assert_eq!(answers.len(), 5);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{text}");
}

#[test]
fn whole_games_and_several_moves() {
    let output = analyze(&["--nodes", "50", "--multipv", "3", "--all", "startpos moves a1b1"], "");
    let text = stdout(&output);
    let labels: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(labels, ["1.0", "1.0", "1.0", "1.1", "1.1", "1.1"]);
}

#[test]
fn a_finished_game_and_a_win_are_told() {
    let over = "R-5/7/6/7/6/7/5s- b 1 5";
    let won = "6/R-6/6/7/5r-/6S-/6 w 0 5";
    let output = analyze(&["--nodes", "50", over, won], "");
    let text = stdout(&output);
    assert!(text.starts_with("1.0  -  p1win\n2.0  f1g1"), "{text}");
    assert!(text.contains("  mate 1  wdl 1000 0 0  "), "{text}");
}

#[test]
fn wrong_flags_and_files_are_errors() {
    for (args, named) in [
        (vec!["--file", "no-such-file"], "no-such-file"),
        (vec!["--option", "Hash=0", "startpos"], "'0': expected a whole number from 1 to 65536"),
        (vec!["--variant", "chess"], "chess"),
        (vec!["--nodes", "0"], "0"),
    ] {
        let output = analyze(&args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            stderr(&output).starts_with("error: ") && stderr(&output).contains(named),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let folder = env!("CARGO_MANIFEST_DIR");
    for arguments in
        [vec!["--file", folder], vec!["--file", folder, "--json"], vec!["--file", "no such file"]]
    {
        let output = analyze(&arguments, "");
        let errors = stderr(&output);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{arguments:?}: {errors}");
        assert!(stdout(&output).is_empty() && errors.contains(arguments[1]), "{arguments:?}: {errors}");
    }
}
