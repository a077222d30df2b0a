//! `sisku solve`.

use crate::{printed, refused, run};

/// A rock that arrives, whatever player two does.
const WON: &str = "6/R-6/6/7/5r-/6S-/6 b 0 5";

#[test]
fn a_proof_is_printed_and_checked() {
    let text = printed(&["solve", WON], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        &lines[..6],
        ["variant pijersi", &format!("fen {WON}"), "player 2", "result p1win", "plies 2", "value 0.000"]
    );
    assert!(lines[6].starts_with("pv ") && lines[6].ends_with(" f1g1"), "{text}");
    assert!(lines[7].starts_with("native ") && lines[7].ends_with(" f1-g1"), "{text}");
    assert!(lines[8].starts_with("check checked, "), "{text}");
    assert!(lines[9].starts_with("nodes ") && lines[10].starts_with("time "), "{text}");
}

#[test]
fn one_move_is_no_moves() {
    let text = printed(&["solve", "5s-/R-6/6/7/6/7/6 w 0 5"], "");
    assert!(text.contains("\ncheck checked, 1 move\n"), "{text}");
}

#[test]
fn every_variant_is_solved() {
    let jersi = "6P-/1p-k-3F-1/S-RK5/1S-6/9/8/3SRrp1RP/8/7 w M4W2m4w2 5 27";
    for (variant, fen, result) in [
        ("pijersi", WON, "p1win"),
        ("pijersi", "6/7/R-5/7/5r-/7/6 b 19 5", "draw"),
        ("pijersi51", "6/R-6/8/9/7r-/6S-/6 b 0 5", "p1win"),
        ("jersi", jersi, "p1win"),
        ("jersi-nodrop", "7/1S-P-5/4k-2/3K-4/9/6r-1/7/6r-p-/3ps3 w - 12 43", "p1win"),
        ("jersi-ransom", jersi, "p1win"),
        ("bloch", "5r/5+S/6/+r2r+s1/1S4/6/6/6 PPP/pss 2 - - 20 34", "p2win"),
    ] {
        let json = printed(&["solve", fen, "--variant", variant, "--json", "--nodes", "20000"], "");
        assert!(json.contains(&format!("\"variant\":\"{variant}\",")), "{json}");
        assert!(json.contains(&format!("\"result\":\"{result}\"")), "{json}");
        assert!(json.contains("\"complete\":true,\"check\":\"checked\""), "{json}");
    }
}

#[test]
fn rules_and_moves_count() {
    // A draw after 19 quiet turns comes before the rock; after 40 it does not.
    let far = "6/7/1R-4/7/5r-/7/6 w 17 5";
    let draw = printed(&["solve", far, "e2-e3", "--rule", "DrawLimit=19", "--nodes", "100000"], "");
    assert!(draw.contains("\nplayer 2\nresult draw\n"), "{draw}");
    let (code, _) = refused(&["solve", far, "--nodes", "1"], "");
    assert_eq!(code, 3);
}

#[test]
fn a_list_goes_on_after_a_bad_line() {
    let list = format!("# a list\n{WON}\n\n6/R-6 b\nposition fen {WON} moves c6c5 f1g1\n");
    let output = run(&["solve", "--json", "--nodes", "5000"], &list);
    let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("error: stdin:4: ") && errors.lines().count() == 1, "{errors}");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let numbers: Vec<u64> = lines.iter().map(|line| line["line"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, [2, 4, 5], "{text}");
    assert_eq!((&lines[0]["result"], &lines[0]["plies"]), (&"p1win".into(), &2.into()));
    assert!(lines[1]["error"].is_string() && lines[1].get("result").is_none(), "{text}");
    // A game that is over is proven by what it is.
    assert_eq!((&lines[2]["result"], &lines[2]["plies"]), (&"p1win".into(), &0.into()));
}

#[test]
fn positions_are_solved_each_by_itself() {
    let jersi = "6P-/1p-k-3F-1/S-RK5/1S-6/9/8/3SRrp1RP/8/7 w M4W2m4w2 5 27";
    let without_time = |text: String| -> Vec<serde_json::Value> {
        let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        lines
            .map(|mut line: serde_json::Value| {
                let object = line.as_object_mut().expect("an object");
                object.remove("time");
                object.remove("line");
                line
            })
            .collect()
    };
    let [nodes, json] = ["--nodes=3000", "--json"];
    let list = without_time(printed(&["solve", nodes, json], &format!("{jersi}\n{WON}\n{jersi}\n")));
    let alone = without_time(printed(&["solve", jersi, nodes, json], ""));
    assert_eq!((&list[0], &list[2]), (&alone[0], &alone[0]));
    // Several threads prove the same.
    let threads = without_time(printed(&["solve", jersi, nodes, json, "--threads", "3"], ""));
    assert_eq!(threads[0]["result"], "p1win");
}

#[test]
fn what_is_wrong_is_one_line() {
    let hidden = "6/xxxxxx/6/6/6/6/RPSRPS/6 RPS/xxx 1 ABCDEFabcdef Bb 0 1";
    for (arguments, part) in [
        (&["solve", "nonsense"][..], "'nonsense': expected"),
        (&["solve", WON, "xyz"], "turn 1: 'xyz': expected"),
        (&["solve", WON, "--time", "0"], "'0'"),
        (&["solve", WON, "--nodes", "0"], "'0'"),
        (&["solve", WON, "--rule", "DrawLimit=many"], "DrawLimit: 'many'"),
        (&["solve", hidden], "expected a position in which every piece is known"),
        (&["solve", "--file", "/nowhere"], "cannot read /nowhere"),
    ] {
        let (code, errors) = refused(arguments, "");
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains(part) && errors.lines().count() == 1, "{errors}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let line = format!("yes '{WON}' | head -2000 | '{}' solve --json", env!("CARGO_BIN_EXE_sisku"));
    let shell = format!("({line}; echo code $? >&2) | head -1");
    let output = std::process::Command::new("sh").args(["-c", &shell]).output().expect("a shell");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(errors, "code 0\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"result\":\"p1win\""));
}

#[cfg(unix)]
#[test]
fn ctrl_c_answers_with_what_there_is() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_sisku"))
        .args(["solve", "startpos", "--time", "100"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sisku runs");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(kill.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("\nresult unknown\n"));
}

#[test]
fn a_list_that_cannot_be_read_is_an_error() {
    for file in [env!("CARGO_MANIFEST_DIR"), "no such file"] {
        let (code, errors) = refused(&["solve", "--file", file], "");
        assert_eq!((code, errors.lines().count()), (2, 1), "{errors}");
        assert!(errors.contains(&format!("cannot read {file}: ")), "{errors}");
    }
}
