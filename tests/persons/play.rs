//! `sisku play`, driven through a pipe.

use crate::{Folder, run, stderr, stdout};
use sisku::formats::GameRecord;
use sisku::games::{Outcome, Player, Rules, Variant};
use sisku::play::{Seat, Table, TimeControl};
use std::time::Duration;

/// What is printed when these lines are typed.
fn play(args: &[&str], typed: &str) -> String {
    let mut all = vec!["play", "--seed", "1", "--movetime", "20"];
    all.extend(args);
    let output = run(&all, typed);
    assert!(output.status.success(), "{typed}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn a_person_and_the_engine_take_turns() {
    let text = play(&["--level", "1"], "B4C4\nboard\nA1-B1\nmoves b1\nfen\nquit\n");
    assert!(text.contains("Pijersi on 45 spaces"), "{text}");
    assert_eq!(text.matches("Sisku plays ").count(), 2, "any case, then any notation: {text}");
    assert!(!text.contains('\x1b'), "no colours in a pipe");
    assert!(text.contains("b1=") && text.contains("b1-"), "the moves of a stack: {text}");
}

#[test]
fn what_is_wrong_with_a_move_is_said_in_words() {
    let text = play(&["--level", "1"], "b4e4\na4-b4\ng1f1\nzz\nquit\n");
    assert!(text.contains("b4"), "{text}");
    assert!(!text.contains("Sisku plays"), "nothing was played: {text}");
    assert!(text.contains("player 2"), "g1 is the other player's: {text}");
}

#[test]
fn turns_are_taken_back_and_games_given_up() {
    let text = play(&["--level", "2"], "undo\na1b1\nundo\nfen\nhint\neval\nresign\nhint\nnew\nfen\nquit\n");
    assert!(text.contains("'undo': expected a move to take back"), "{text}");
    assert!(text.contains("Taken back: 2 turns."), "{text}");
    assert_eq!(text.matches(" w 0 1\n").count(), 2, "back at the start twice: {text}");
    assert!(text.contains("of the points expected"), "{text}");
    assert!(text.contains("Player 2 wins (resigned)."), "{text}");
    assert!(text.contains("The game is over."), "{text}");
}

#[test]
fn two_persons_agree_to_a_draw() {
    let text = play(&["--two"], "a1b1\ndraw\nno\ndraw\nyes\nquit\n");
    assert!(text.contains("Player 1, do you accept a draw?"), "{text}");
    assert!(text.contains("The draw is declined.") && text.contains("A draw (agreed)."), "{text}");
    assert!(!text.contains("Sisku plays"));
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let folder = Folder::new();
    let file = folder.path().join("game.txt");
    let file = file.to_str().expect("a path");
    let text = play(&["--level", "1", "--clock", "5+1"], &format!("a1b1\nfen\nsave {file}\nquit\n"));
    let fen = text
        .lines()
        .find_map(|line| line.strip_prefix("player 1> ").filter(|line| line.contains(" w ")))
        .expect("a FEN");
    let again = play(&["--resume", file], "fen\nquit\n");
    assert!(again.contains(fen) && again.contains("Clocks: player 1 5:0"), "{again}");
    // Another file is not overwritten; one of ours is.
    std::fs::write(folder.path().join("other"), "mine").expect("writable");
    let other = folder.path().join("other");
    let text = play(&["--level", "1"], &format!("save {}\nsave {file}\nsave\nquit\n", other.display()));
    assert!(text.contains("there is another file of this name") && text.contains("Saved: "), "{text}");
    assert!(text.contains("expected the name of a file"), "{text}");
}

#[test]
fn secrets_are_kept_on_the_screen_and_in_files() {
    let folder = Folder::new();
    let file = folder.path().join("secret.txt");
    let file = file.to_str().expect("a path");
    let typed = format!("=RPSRPS\nfen\nsave {file}\nundo\nquit\n");
    let text = play(&["--variant", "bloch", "--level", "1"], &typed);
    let fen = text
        .lines()
        .filter_map(|line| line.strip_prefix("player 1> "))
        .find(|line| line.contains('/'))
        .expect("a FEN");
    assert!(fen.contains("xxxxxx"), "the engine's pieces are hidden: {text}");
    assert!(text.contains("what was seen cannot be unseen"), "{text}");
    let saved = std::fs::read_to_string(file).expect("saved");
    let visible: String = saved.lines().filter(|line| !line.starts_with("# sealed: ")).collect();
    assert!(visible.contains("=RPSRPS") && visible.contains("=XXXXXX"), "{saved}");
    // The sealed half brings the game back, the engine's secret included.
    let again = play(&["--resume", file], "fen\nresign\nfen\nquit\n");
    assert!(again.contains(fen), "{again}");
    let open =
        again.lines().filter_map(|line| line.strip_prefix("new, save or quit> ")).next().expect("a FEN");
    assert!(!open.contains('x'), "after the end everything is shown: {again}");
}

#[test]
fn two_persons_with_secrets_pass_the_screen() {
    let text = play(&["--variant", "bloch", "--two"], "=RPSRPS\n\nfen\n=SSPPRR\n\nfen\nquit\n");
    assert_eq!(text.matches("Pass the screen to player ").count(), 2, "{text}");
    assert!(text.contains(&"\n".repeat(60)), "a blank page");
    let fens: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("> ").map(|(_, rest)| rest)).collect();
    assert!(
        fens.iter().any(|fen| fen.contains("XXXXXX")) && fens.iter().any(|fen| fen.contains("xxxxxx")),
        "{text}"
    );
    assert!(!fens.iter().any(|fen| fen.contains("RPSRPS") && fen.contains("ssppr")), "{text}");
}

#[test]
fn a_game_with_secrets_goes_on_behind_a_blank_page() {
    let folder = Folder::new();
    let file = folder.path().join("two.txt");
    let file = file.to_str().expect("a path");
    play(&["--variant", "bloch", "--two"], &format!("=RPSRPS\n\n=SSPPRR\n\na2a4\n\nsave {file}\nquit\n"));
    let text = play(&["--resume", file], "fen\n\nfen\nquit\n");
    let before = text.split("Pass the screen to player 2, who presses Enter.").next().expect("a part");
    assert!(text.contains("Pass the screen") && !before.contains("a7"), "nothing is shown before: {text}");
    assert!(text.contains("XXXXX"), "then what player 2 may see: {text}");
}

#[test]
fn what_was_seen_at_the_end_cannot_be_unseen() {
    let text = play(&["--variant", "bloch", "--level", "1"], "=RPSRPS\nresign\nundo\nquit\n");
    assert!(text.contains("what was seen cannot be unseen") && !text.contains("Taken back"), "{text}");
}

#[test]
fn an_end_by_hand_is_taken_back_alone() {
    let text = play(&["--level", "1"], "a1b1\nresign\nundo\nfen\nquit\n");
    assert!(text.contains("Taken back: the end of the game.") && text.contains(" w 2 2\n"), "{text}");
}

#[test]
fn every_game_shows_how_its_turns_are_written() {
    let text = play(&["--variant", "bloch", "--level", "1"], "quit\n");
    assert!(text.contains("Turns look like this: ="), "a secret set-up is wanted: {text}");
    let text = play(&["--variant", "jersi", "--level", "1", "--fen", "startpos"], "help\nmoves\nquit\n");
    assert_eq!(text.matches("Turns look like this: ").count(), 2, "{text}");
    assert!(text.lines().all(|line| line.len() < 200), "long lists are broken: {text}");
}

#[test]
fn only_enter_uncovers_the_screen() {
    let text = play(&["--variant", "bloch", "--two"], "=RPSRPS\n");
    let after = text.split("who presses Enter.").nth(1).expect("a blank page");
    assert_eq!(after.trim(), "", "the end of the input shows nothing to anybody");
}

#[test]
fn a_game_without_a_turn_is_saved_and_goes_on() {
    let folder = Folder::new();
    for (name, args) in [("usual", &[][..]), ("drawn", &["--setup", "half-random"]), ("two", &["--two"])] {
        let file = folder.path().join(name);
        let file = file.to_str().expect("a path");
        let fen_of = |text: &str| {
            let fen = text.lines().filter_map(|line| line.strip_prefix("player 1> "));
            fen.filter(|line| line.contains('/')).map(str::to_string).next().expect("a FEN")
        };
        let text = play(args, &format!("fen\nsave {file}\nquit\n"));
        assert_eq!(fen_of(&play(&["--resume", file], "fen\nquit\n")), fen_of(&text), "{name}");
    }
}

#[test]
fn a_game_that_goes_on_keeps_level_and_result_unless_flags_say_otherwise() {
    let folder = Folder::new();
    let file = |name: &str| folder.path().join(name).to_str().expect("a path").to_string();
    let (level, over, list) = (file("level"), file("over"), file("list"));
    play(&["--level", "3", "--side", "2"], &format!("save {level}\nresign\nsave {over}\nquit\n"));
    let saved = |name: &str| std::fs::read_to_string(name).expect("saved");
    assert!(saved(&level).contains("# level: 3\n") && saved(&level).contains("# seats: engine person\n"));
    play(&["--resume", &level], &format!("save {level}\nquit\n"));
    assert!(saved(&level).contains("# level: 3\n"), "{}", saved(&level));
    play(&["--resume", &level, "--level", "5"], &format!("save {level}\nquit\n"));
    assert!(saved(&level).contains("# level: 5\n"), "{}", saved(&level));
    let text = play(&["--resume", &over], "quit\n");
    assert!(text.contains("Player 1 wins (resigned)."), "{text}");
    // A list of moves says nothing of seats and clocks, and fits two boards.
    std::fs::write(&list, "a1b1\n").expect("writable");
    let text = play(&["--resume", &list, "--side", "1", "--clock", "3"], "quit\n");
    assert!(text.contains("Sisku plays ") && text.contains("Clocks: player 1 3:00"), "{text}");
    let text = play(&["--resume", &list], "quit\n");
    assert!(!text.contains("Sisku plays ") && text.contains("Pijersi on 45 spaces"), "{text}");
    let text = play(&["--resume", &list, "--variant", "pijersi51"], "quit\n");
    assert!(text.contains("Pijersi on 51 spaces"), "{text}");
}

#[test]
fn time_runs_until_the_move_is_made() {
    let rules = Rules::of(Variant::Pijersi.rule_options());
    let game = GameRecord::new(Variant::Pijersi, &rules, None).expect("the usual start");
    let time: TimeControl = "1".parse().expect("a minute");
    let mut table = Table::new(game, [Seat::Person; 2], Some(time));
    assert!(table.play("nonsense", Duration::from_secs(59)).is_err());
    assert!(table.has_time(Duration::from_secs(60)) && table.finish().is_none());
    assert!(table.play("nonsense", Duration::from_secs(61)).is_err());
    let finish = table.finish().expect("out of time, whatever was typed");
    assert_eq!((finish.outcome, finish.reason.as_str()), (Outcome::Win(Player::Two), "out of time"));
    assert_eq!(table.clock().map(|clock| clock.left(Player::One)), Some(Duration::ZERO));
}

#[test]
fn every_variant_can_be_played() {
    for variant in ["pijersi51", "jersi", "jersi-nodrop", "jersi-ransom"] {
        let text = play(&["--variant", variant, "--side", "2", "--level", "1"], "resign\nquit\n");
        assert!(
            text.contains("Sisku plays ") && text.contains("Player 1 wins (resigned)."),
            "{variant}: {text}"
        );
    }
    let text = play(&["--setup", "half-random", "--level", "1"], "quit\n");
    assert!(text.contains("1 to move"), "{text}");
}

#[test]
fn wrong_flags_are_errors() {
    for args in [
        ["--level", "11"],
        ["--side", "3"],
        ["--clock", "soon"],
        ["--setup", "upside-down"],
        ["--fen", "nonsense"],
        ["--resume", "no-such-file"],
        ["--option", "Variant=jersi"],
        ["--option", "level=2"],
    ] {
        let output = run(&["play", args[0], args[1]], "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            stderr(&output).starts_with("error: ") && stderr(&output).contains(args[1]),
            "{}",
            stderr(&output)
        );
    }
}
