//! `sisku show`.

use crate::{GAME, printed, refused};

#[test]
fn games_are_drawn_as_text() {
    let text = printed(&["show", "-", "--mark", "c6"], GAME);
    let expected = "\
6. f7-e6=d7!
  g1  s-  p-  r-  s-  p-  .  g6
f1  p-  r-  s-  ww  r-  r- [. ]f7
  e1  .   .   .   .   .  [. ]e6
d1  .   .   .   W-  .   .  [sp]d7
  c1  .   .   .   W-  .  (P-)c6
b1  P-  S-  R-  .   S-  .   .  b7
  a1  R-  P-  S-  R-  P-  S- a6
Player 1: lost R1
Player 1 to move
Quiet turns: 0 of 20
Full turn: 4
";
    assert_eq!(text, expected);
    let all = printed(&["show", "-", "--turn", "all"], GAME);
    assert_eq!(all.matches("to move\n").count(), 7);
    assert!(printed(&["show", "-", "--turn", "2", "--flip"], GAME).starts_with("2. g6-f6=e5\n  a6  S-  P-"));
}

/// Colours add to the text and say nothing that it does not.
#[test]
fn colours_are_only_colours() {
    for variant in ["pijersi", "jersi", "bloch"] {
        let plain = printed(&["show", "startpos", "--variant", variant], "");
        let coloured = printed(&["show", "startpos", "--variant", variant, "--color", "always"], "");
        let mut bare = String::new();
        for part in coloured.split("\x1b[") {
            bare.push_str(if bare.is_empty() { part } else { part.split_once('m').expect("a colour").1 });
        }
        assert_ne!(plain, coloured);
        assert_eq!(plain, bare);
    }
}

#[test]
fn svg_goes_to_a_file() {
    let path = std::env::temp_dir().join(format!("sisku-show-{}.svg", std::process::id()));
    let name = path.to_str().expect("text");
    for more in
        [&[][..], &["--animate"], &["--turn", "3"], &["--arrow", "c6d7", "--arrow", "d4-d5", "--flip"]]
    {
        let printed = printed(&[&["show", "-", "--svg", name], more].concat(), GAME);
        assert_eq!(printed, "");
        let svg = std::fs::read_to_string(&path).expect("written");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert_eq!(svg.contains("<animateTransform"), more == ["--animate"]);
    }
    std::fs::remove_file(&path).expect("there");
    assert!(printed(&["show", "startpos", "--svg", "-"], "").starts_with("<svg "));
}

#[test]
fn scenes_are_json() {
    let json = printed(&["show", "startpos", "--variant", "jersi", "--json"], "");
    assert!(
        json.contains(r#""reserves":[{"player":1,"kind":{"letter":"M","name":"mountain"},"count":4}"#),
        "{json}"
    );
}

#[test]
fn views_show_only_what_is_seen() {
    let game = "=RPSRPS =SSPPRR a2a4 a7a5 a4xa5";
    let text = printed(&["show", game, "--view", "2"], "");
    assert!(text.contains("a5 [R+]") && text.contains("a2  .   X   X   X   X   X  f2\n"), "{text}");
    assert!(text.contains("Player 1: reserve X3\n"), "{text}");
    let svg = printed(&["show", game, "--view", "public", "--svg", "-"], "");
    assert!(!svg.contains("scissors"), "{svg}");
}

#[test]
fn what_is_wrong_is_one_line() {
    for (arguments, part) in [
        (&["show"][..], "FEN|FILE"),
        (&["show", "no/such/file.txt"], "'no/such/file.txt': expected a FEN, moves, startpos, or a file"),
        (&["show", "startpos", "--turn", "1"], "'1': expected a turn up to 0"),
        (&["show", "startpos", "--turn", "x"], "expected a number or 'all'"),
        (&["show", "startpos", "--mark", "z9"], "--mark 'z9': expected a cell"),
        (&["show", "startpos", "--arrow", "a1z9"], "--arrow 'a1z9': expected two cells"),
        (&["show", "startpos", "--arrow", "ä"], "--arrow 'ä': expected two cells"),
        (&["show", "startpos", "--animate"], "--svg"),
        (&["show", "startpos", "--game", "2"], "--game '2': expected a game from 1 to 1 in argument"),
        (&["show", "b4c4d9"], "turn 1: 'b4c4d9': expected"),
        (&["show", "startpos", "--svg", "/no/such/folder/x.svg"], "cannot write /no/such/folder/x.svg"),
    ] {
        let (code, errors) = refused(arguments, "");
        assert_eq!(code, 2, "{errors}");
        assert!(errors.contains(part) && errors.lines().count() == 1, "{errors}");
    }
}
