//! `sisku moves`.

use crate::{printed, refused};

#[test]
fn moves_are_listed_in_both_notations() {
    let text = printed(&["moves", "startpos"], "");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        &lines[..5],
        [
            "variant pijersi",
            "fen s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 0 1",
            "player 1",
            "result none",
            "moves 186",
        ]
    );
    assert_eq!(lines.len(), 5 + 186);
    assert!(lines.contains(&"b4c4d4 b4=c4-d4"), "{text}");
}

#[test]
fn moves_lead_to_a_position() {
    let fen = "6/7/1s-4/1PR5/6/7/6 w 0 5";
    let json = printed(&["moves", fen, "d2=e2!-f2", "--json"], "");
    let expected =
        r#"{"variant":"pijersi","fen":"6/1R-5/1P-4/7/6/7/6 b 0 5","mover":2,"result":"p1win","reason":"#;
    assert!(json.starts_with(expected) && json.ends_with("\"moves\":[]}\n"), "{json}");
}

#[test]
fn views_of_hidden_games_have_moves() {
    let text = printed(&["moves", "startpos", "=RPSRPS", "=XXXXXX", "--variant", "bloch", "--view", "1"], "");
    assert!(text.contains("fen 6/xxxxxx/6/6/6/6/RPSRPS/6 RPS/xxx 1 ABCDEFabcdef Bb 0 1\n"), "{text}");
    assert!(text.contains("\nmoves 36\n"), "{text}");
    // The variant follows from the moves.
    assert!(printed(&["moves", "startpos", "=RPSRPS"], "").starts_with("variant bloch\n"));
}

#[test]
fn what_is_wrong_is_one_line() {
    for (arguments, part) in [
        (&["moves"][..], "<POSITION>"),
        (&["moves", "nonsense"], "'nonsense': expected rows, side w|b"),
        (&["moves", "startpos", "b4c4d4", "xyz"], "turn 2: 'xyz': expected"),
        (
            &["moves", "startpos", "a1c1", "--variant", "pijersi"],
            "turn 1: 'a1c1': expected a legal turn; a1 cannot go to c1: ",
        ),
        (&["moves", "startpos", "--variant", "chess"], "'chess'"),
        (&["moves", "startpos", "--rule", "DrawLimit=many"], "DrawLimit: 'many': expected a whole number"),
    ] {
        let (code, errors) = refused(arguments, "");
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains(part) && errors.lines().count() == 1, "{errors}");
    }
}
