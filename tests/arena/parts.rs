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
    assert!(chart.starts_with("<svg") && chart.contains("a against all others"), "{chart}");
    // The joined file goes on like any other, and has nothing left to do.
    expect_code(&play(&folder, &["--out=all.jsonl", "--resume"]), 0);
    assert_eq!(folder.games("all.jsonl").len(), 18);
}

#[test]
fn games_count_once_and_strangers_are_refused() {
    let folder = Folder::new();
    expect_code(&play(&folder, &["--out=a.jsonl", "--shard=1/2"]), 0);
    fs::copy(folder.path().join("a.jsonl"), folder.path().join("b.jsonl")).expect("copied");
    let twice = folder.play(&["merge", "a.jsonl", "b.jsonl"]);
    expect_code(&twice, 0);
    let count = folder.games("a.jsonl").len();
    assert!(stdout(&twice).starts_with(&format!("Merged: {count} of {count} games")), "{}", stdout(&twice));
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
