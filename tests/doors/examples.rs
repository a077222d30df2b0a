//! The examples of `--help` run, and the pages and scripts made from the same definitions.

use crate::printed;

/// The lines under "Examples:".
#[cfg(unix)]
fn examples(command: &str) -> Vec<String> {
    let help = printed(&[command, "--help"], "");
    let (_, list) = help.split_once("Examples:\n").expect(command);
    let lines: Vec<String> = list.lines().map(str::trim).map(str::to_string).collect();
    assert!(lines.len() >= 2 && lines.iter().all(|line| line.contains("sisku ")), "{help}");
    lines
}

#[cfg(unix)]
#[test]
fn examples_run() {
    use std::path::Path;
    use std::process::Command;
    let folder = std::env::temp_dir().join(format!("sisku-examples-{}", std::process::id()));
    let below = |path: &str| folder.join(path);
    for path in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        std::fs::create_dir_all(below(path)).expect("a folder");
    }
    let native = printed(&["convert", "-", "--to", "native"], crate::GAME);
    let longer = format!("{native}7 b5-a4=c5 8 g4-f5=d6 9 c5-c6 10 f6-g5=e6 11 d4-d5 12 f4=e4-e5\n");
    std::fs::write(below("game.txt"), &longer).expect("written");
    let json = printed(&["convert", "-", "--to", "json"], &longer);
    std::fs::write(below("games.jsonl"), json.repeat(3)).expect("written");
    let positions = printed(&["setup", "random-plies", "--variant", "jersi", "--count", "3"], "");
    std::fs::write(below("positions.txt"), positions).expect("written");
    let sisku = Path::new(env!("CARGO_BIN_EXE_sisku")).parent().expect("a folder").to_path_buf();
    let path = format!("{}:{}", sisku.display(), std::env::var("PATH").expect("a path"));
    for command in ["analyze", "show", "convert", "moves", "play", "review", "solve", "completions", "man"] {
        // `man` may not be installed.
        for line in examples(command).iter().filter(|line| !line.contains("man -l")) {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).current_dir(&folder).env("PATH", &path).env("HOME", &folder);
            let output = shell.output().expect("a shell");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && errors.is_empty(), "{line}: {errors}");
        }
    }
    assert!(std::fs::read_to_string(below("game.svg")).expect("written").contains("<animate"));
    std::fs::remove_dir_all(&folder).expect("there");
}

#[test]
fn completions_and_pages_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = printed(&["completions", shell], "");
        assert!(
            script.contains("convert") && script.contains("--animate") || script.contains("-l animate"),
            "{shell}"
        );
    }
    let page = printed(&["man"], "");
    assert!(page.contains(".TH sisku 1") && page.contains("sisku\\-convert(1)"), "{page}");
    let page = printed(&["man", "show"], "");
    assert!(page.contains(".TH sisku-show 1") && page.contains("animate"), "{page}");
    let (code, error) = crate::refused(&["man", "chess"], "");
    assert_eq!((code, error.as_str()), (2, "error: 'chess': expected a subcommand of sisku\n"));
}
