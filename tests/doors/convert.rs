//! `sisku convert`.

use crate::{GAME, printed, refused, run};

#[test]
fn games_go_round() {
    let ugi = printed(&["convert", "-", "--to", "ugi"], GAME);
    assert_eq!(ugi, "position startpos moves b4c4d4 g6f6e5 b7b6d7 e5e6f6 d7d7c6 f7e6d7\n");
    let json = printed(&["convert", "-", "--to", "json"], &ugi);
    assert!(json.starts_with(r#"{"variant":"pijersi","result":"none","opening":{"fen":"s-p-r-s-"#), "{json}");
    assert!(json.contains(r#"{"by":2,"move":"f7e6d7","native":"f7-e6=d7!","fen":"s-p-"#), "{json}");
    let fens = printed(&["convert", "-", "--to", "fen"], &json);
    assert_eq!(fens.lines().count(), 7);
    let certu = printed(&["convert", "-", "--to", "certu"], &fens);
    let expected = "   5 d7-c6                6 f7-e6=d7!\n";
    assert!(
        certu.starts_with("   g16:sprspr f13:prs f4:ww f57:rsp\n") && certu.ends_with(expected),
        "{certu}"
    );
    let native = printed(&["convert", "-", "--to", "native"], &certu);
    assert_eq!(native, format!("# variant: pijersi\n{GAME}"));
}

#[test]
fn the_engine_reads_what_is_written_for_it() {
    let ugi = printed(&["convert", "-", "--to", "ugi", "--rule", "DrawLimit=30"], "1 a2-b2=d3 2 h4-h3=f4");
    let expected = "setoption name Variant value jersi\nsetoption name DrawLimit value 30\n\
        position startpos moves a2-b2=d3 h4-h3=f4\n";
    assert_eq!(ugi, expected);
    let said = printed(&["--strict"], &format!("{ugi}query p1turn\nquit\n"));
    assert_eq!(said, "response true\n");
}

#[test]
fn views_hide_what_they_should() {
    let game = "=RPSRPS =SSPPRR a2a4 a7a5 a4xa5";
    let told = printed(&["convert", "-", "--to", "ugi", "--view", "2"], game);
    assert!(told.ends_with("position startpos moves =XXXXXX =SSPPRR a2a4 a7a5 a4xa5:RS\n"), "{told}");
}

#[test]
fn bad_games_are_told_and_the_others_go_on() {
    let output = run(&["convert", "-", "--to", "native"], "b4c4d4\nb4c4d9\nb4c4d4 g6f6e5\n");
    assert_eq!(output.status.code(), Some(1));
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.matches("# variant: pijersi").count(), 2);
    assert!(errors.starts_with("error: stdin:2: turn 1: 'b4c4d9': expected "), "{errors}");
    assert_eq!(errors.lines().count(), 1);

    let (code, errors) = refused(&["convert", "-", "--to", "ugi"], "1 b4=c4-d4 2 a1-b1\n");
    assert_eq!(code, 2);
    let expected = "error: stdin:1: turn 2: 'a1-b1': expected a legal turn; a1 is player 1's, and player 2 is to \
        move (read as pijersi)\n";
    assert_eq!(errors, expected);
}

#[test]
fn bad_usage_is_one_line() {
    for (arguments, input, part) in [
        (&["convert", "-"][..], "", "--to"),
        (&["convert", "-", "--to", "pgn"], "", "'pgn'"),
        (&["convert", "-", "--to", "ugi"], "", "stdin:1: '': expected a game"),
        (&["convert", "no-such-file", "--to", "ugi"], "", "cannot read no-such-file"),
        (&["convert", "-", "--to", "ugi"], "1 \0", "stdin: expected text"),
        (&["convert", "-", "--to", "ugi", "--rule", "x"], GAME, "--rule 'x': expected NAME=VALUE"),
        (
            &["convert", "-", "--to", "ugi", "--rule", "x=1"],
            GAME,
            "'x': expected a rule of pijersi: DrawLimit",
        ),
        (&["convert", "-", "--to", "certu", "--variant", "bloch"], "=RPSRPS", "certu does not play bloch"),
    ] {
        let (code, errors) = refused(arguments, input);
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains(part) && errors.lines().count() == 1, "{errors}");
    }
}
