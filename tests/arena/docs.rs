//! docs/arena.md tells the truth: its commands run, in order, as they stand there.
#![cfg(unix)]

use super::{Folder, SISKU};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The blocks of a language, each with the line of its mark before it.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_commands_of_the_manual_run() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/arena.md")).expect("a manual");
    let folder = Folder::new();
    let [config, ..] = blocks(&text, "toml")[..] else { panic!("a file of settings") };
    fs::write(folder.path().join("match.toml"), config).expect("writable");
    let path = format!(
        "{}:{}",
        Path::new(SISKU).parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let commands = blocks(&text, "sh");
    assert!(commands.len() >= 5, "{} blocks", commands.len());
    for (i, command) in commands.into_iter().enumerate() {
        if command.starts_with("parallel") && Command::new("parallel").arg("--version").output().is_err() {
            eprintln!("GNU parallel is not here: not tried");
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", command]).env("PATH", &path).current_dir(folder.path());
        let output = shell.output().expect("a shell");
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{command}\n{}{}", said(&output.stdout), said(&output.stderr));
        if i == 0 {
            // The summary, which the manual shows after it.
            let [sample, ..] = blocks(&text, "text")[..] else { panic!("a sample") };
            let (sample, said) = (shape(sample), shape(&said(&output.stdout)));
            assert!(said.ends_with(&sample), "the sample is not what is printed:\n{sample}\n{said}");
        }
    }
}

/// A text whose numbers do not matter.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for c in text.chars() {
        // A number is one `0`, with its sign and its decimals.
        let part = c.is_ascii_digit() || c == '.';
        if !part || !shape.ends_with('0') {
            shape.push(if part { '0' } else { c });
        }
    }
    shape.replace("-0", "0").replace("+0", "0")
}

#[test]
fn every_flag_and_key_is_in_the_manual() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/arena.md")).expect("a manual");
    let help = Command::new(SISKU).args(["match", "--help"]).output().expect("sisku runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let wanted = flags(&help);
    assert!(wanted.len() > 25, "{wanted:?}");
    let told = flags(&text);
    for flag in wanted {
        assert!(told.contains(flag), "{flag} is missing");
    }
}

/// The flags in a text, each whole: `--outcome` is not `--out`.
fn flags(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.filter(|word| word.starts_with("--") && word.len() > 3).collect()
}

#[test]
fn flags_are_whole_words() {
    let expected = BTreeSet::from(["--out", "--outcome-share", "--max-plies"]);
    assert_eq!(flags("`--out=FILE`, --outcome-share, |--max-plies| - -- a--b"), expected);
}
