//! `sisku review`.

use crate::{run, stderr, stdout};
use serde_json::Value;

/// Player one overlooks a win in one ply at turn 3.
const GAME: &str = "# variant: pijersi\n# player 1: Ann <b>\n# start: 6/R-6/6/7/5r-/6S-/6 w 0 5\n1 f1-e1 2 c6-d7 3 e1-f1 4 d7-c6 5 f1-g1\n";

#[test]
fn what_was_missed_is_said() {
    let output = run(&["review", "-", "--nodes", "300"], GAME);
    let text = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    let first =
        text.lines().find(|line| line.trim_start().starts_with("1 ")).unwrap_or_else(|| panic!("{text}"));
    assert!(first.contains("missed a forced win at once; better f1-g1"), "{text}");
    assert!(first.contains("blunder") || first.contains("??") || first.contains("missed"), "{text}");
    let last = text.lines().find(|line| line.trim_start().starts_with("5 ")).expect("turn 5");
    assert!(last.contains("100.0 %"), "{last}");
    assert!(text.contains("Player 1: accuracy "), "{text}");
}

#[test]
fn the_json_and_the_page_say_the_same() {
    let folder = crate::Folder::new();
    let page = folder.path().join("review.html");
    let output =
        run(&["review", "-", "--nodes", "300", "--json", "--html", page.to_str().expect("a path")], GAME);
    assert!(output.status.success(), "{}", stderr(&output));
    let review: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(review["variant"], "pijersi");
    let turns = review["turns"].as_array().expect("turns");
    assert_eq!(turns.len(), 5);
    assert_eq!((&turns[0]["native"], &turns[0]["better"]["native"]), (&"f1-e1".into(), &"f1-g1".into()));
    for turn in turns {
        let (best, made) =
            (turn["expected_best"].as_f64().expect("a number"), turn["expected"].as_f64().expect("a number"));
        let loss = turn["loss"].as_f64().expect("a number");
        assert!((best - made - loss).abs() < 1e-3 && (0.0..=1.0).contains(&made), "{turn}");
    }
    assert_eq!(turns[4]["verdict"], "best");
    let page = std::fs::read_to_string(page).expect("a page");
    assert_eq!(page.matches("class=\"r-turn\"").count(), 6);
    assert!(page.contains("missed a forced win at once"));
    assert!(page.contains("Ann &lt;b&gt;") && !page.contains("Ann <b>"), "names are text, not markup");
    // Nothing is fetched from anywhere.
    for word in ["http://", "https://", "src=", "@import"] {
        let found = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!found.contains(word), "{word}");
    }
}

#[test]
fn every_variant_is_reviewed() {
    for (variant, moves) in
        [("pijersi51", "a1b1 g1f1"), ("jersi", "a2-b2=d3"), ("bloch", "=RPSRPS =SSPPRR a2a4 a7a5")]
    {
        let input = format!("position startpos moves {moves}\n");
        let output = run(&["review", "-", "--nodes", "50", "--variant", variant], &input);
        assert!(output.status.success(), "{variant}: {}", stderr(&output));
        assert!(stdout(&output).contains("accuracy"), "{variant}: {}", stdout(&output));
    }
}

#[test]
fn what_cannot_be_reviewed_is_an_error() {
    for (input, args, said) in [
        ("nonsense", vec![], "expected a game"),
        ("position startpos moves a1b1 zz", vec![], "stdin:1: turn 2"),
        ("position startpos", vec![], "at least one turn"),
        ("position startpos moves a1b1", vec!["--game", "2"], "'2': expected a game from 1 to 1"),
    ] {
        let mut all = vec!["review", "-"];
        all.extend(args);
        let output = run(&all, input);
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert!(
            stderr(&output).starts_with("error: ") && stderr(&output).contains(said),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(run(&["review", "no-such-file"], "").status.code(), Some(2));
}
