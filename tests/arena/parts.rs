//! Matches played in parts and joined.

use super::{Folder, engine, expect_code, stderr, stdout};
use std::fs;

fn with(more: &[&str]) -> Vec<String> {
    let engines = ["a", "b", "c"].map(|name| format!("{},option.Seed={}", engine(name, "none"), name.len()));
    let mut args: Vec<String> =
        engines.into_iter().flat_map(|engine| ["--engine".to_string(), engine]).collect();
    args.extend(["--nodes=1", "--games=6"].map(str::to_string));
    args.extend(more.iter().map(|arg| arg.to_string()));
    args
}

fn play(folder: &Folder, more: &[&str]) -> std::process::Output {
    let args = with(more);
    folder.play(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn parts_make_the_whole() {
    let folder = Folder::new();
    expect_code(&play(&folder, &["--out=whole.jsonl"]), 0);
    for part in 1..=4 {
        let (shard, out) = (format!("--shard={part}/4"), format!("--out=part-{part}.jsonl"));
        expect_code(&play(&folder, &[&shard, &out]), 0);
    }
    let files = ["part-4.jsonl", "part-2.jsonl", "part-1.jsonl", "part-3.jsonl"];
    let merged = folder.play(
        &[&["merge"], &files[..], &["--out=all.jsonl", "--record=all.txt", "--chart=all.svg"]].concat(),
    );
    expect_code(&merged, 0);
    assert!(stdout(&merged).starts_with("Merged: 18 of 18 games\n"), "{}", stdout(&merged));
    assert!(stdout(&merged).contains("\nSettings: pijersi, round robin, openings half-random, seed 1, "));
    assert_eq!(folder.timeless("all.jsonl"), folder.timeless("whole.jsonl"));
    let record = fs::read_to_string(folder.path().join("all.txt")).expect("a record");
    assert_eq!(record.matches("# Game ").count(), 18);
    let chart = fs::read_to_string(folder.path().join("all.svg")).expect("a chart");
    assert!(chart.starts_with("<svg") && chart.contains("Round robin, 3 engines"), "{chart}");
    for name in ["a", "b", "c"] {
        assert!(chart.contains(&format!(">{name}</text>")), "{name}: {chart}");
    }
    // The joined file goes on like any other, and has nothing left to do.
    expect_code(&play(&folder, &["--out=all.jsonl", "--resume"]), 0);
    assert_eq!(folder.games("all.jsonl").len(), 18);
}

#[test]
fn games_count_once_and_strangers_are_refused() {
    let folder = Folder::new();
    expect_code(&play(&folder, &["--out=a.jsonl", "--shard=1/2"]), 0);
    fs::copy(folder.path().join("a.jsonl"), folder.path().join("b.jsonl")).expect("copied");
    let twice = folder.play(&["merge", "a.jsonl", "b.jsonl", "--partial"]);
    expect_code(&twice, 0);
    let count = folder.games("a.jsonl").len();
    assert!(stdout(&twice).starts_with(&format!("Merged: {count} of 18 games")), "{}", stdout(&twice));
    assert!(stderr(&twice).contains(&format!("{count} games were in several files and count once")));
    // The same games played once more are not the same games.
    expect_code(&play(&folder, &["--out=c.jsonl", "--shard=1/2"]), 0);
    let again = folder.play(&["merge", "a.jsonl", "c.jsonl"]);
    expect_code(&again, 2);
    assert!(stderr(&again).contains("both were played"), "{}", stderr(&again));
    expect_code(&play(&folder, &["--out=d.jsonl", "--seed=2"]), 0);
    let other = folder.play(&["merge", "a.jsonl", "d.jsonl"]);
    expect_code(&other, 2);
    assert!(
        stderr(&other).contains("d.jsonl has other settings than a.jsonl: openings.seed: here 2, there 1")
    );
}

/// The last part of four has the last games: nothing but what the files say of the whole match
/// shows that it is missing.
#[test]
fn a_part_that_is_missing_is_named() {
    let folder = Folder::new();
    let (a, b) = (engine("a", "none"), engine("b", "none"));
    let play = |part: u32, games: &str| {
        let (shard, out) = (format!("--shard={part}/4"), format!("--out=part-{part}.jsonl"));
        let args = ["--engine", &a, "--engine", &b, "--nodes=1", games, &shard, &out, "--resume"];
        expect_code(&folder.play(&args), 0);
    };
    (1..=4).for_each(|part| play(part, "--games=8"));
    let merge = |parts: &[u32], more: &[&str]| {
        let files: Vec<String> = parts.iter().map(|part| format!("part-{part}.jsonl")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        folder.play(&[&["merge"], &files[..], more].concat())
    };
    expect_code(&merge(&[1, 2, 3, 4], &[]), 0);
    for (parts, missing) in [(&[1, 2, 3][..], "part 4/4"), (&[4, 2], "part 1/4, part 3/4")] {
        let output = merge(parts, &["--out=all.jsonl"]);
        expect_code(&output, 2);
        assert_eq!(stderr(&output), format!("error: missing: {missing}; --partial goes without\n"));
        assert!(!folder.path().join("all.jsonl").exists());
        let output = merge(parts, &["--partial"]);
        expect_code(&output, 0);
        assert!(stderr(&output).contains(&format!("note: missing: {missing}\n")), "{}", stderr(&output));
        let count = 2 * parts.len();
        assert!(stdout(&output).starts_with(&format!("Merged: {count} of 8 games\n")), "{}", stdout(&output));
    }
    // A part that was not played to its end is not whole either.
    (1..=3).for_each(|part| play(part, "--games=16"));
    let output = merge(&[1, 2, 3, 4], &[]);
    expect_code(&output, 2);
    assert!(stderr(&output).contains("missing: 2 of 4 games of part 4/4;"), "{}", stderr(&output));
}

#[test]
fn parts_do_not_overwrite_each_others_files() {
    let folder = Folder::new();
    let text =
        "games = 4\nrecord = 'games.txt'\nchart = 'chart.svg'\n[each]\nnodes = 1\n[[engine]]\nname = 'a'\n";
    fs::write(folder.path().join("match.toml"), text).expect("writable");
    for part in 1..=2 {
        let (shard, out) = (format!("--shard={part}/2"), format!("--out=part-{part}.jsonl"));
        expect_code(&folder.play(&["-c", "match.toml", &shard, &out]), 0);
    }
    assert!(!folder.path().join("games.txt").exists() && !folder.path().join("chart.svg").exists());
    for part in 1..=2 {
        let record =
            fs::read_to_string(folder.path().join(format!("games-{part}of2.txt"))).expect("a record");
        assert_eq!(record.matches("# Game ").count(), 2);
        assert!(record.contains(&format!("pair {part}: ")), "{record}");
        assert!(folder.path().join(format!("chart-{part}of2.svg")).exists());
    }
}
