//! What a release needs: a version in one place, and a list of changes for it.

const VERSION: &str = env!("CARGO_PKG_VERSION");

#[test]
fn the_changelog_has_the_version_or_what_is_to_come() {
    let changes = include_str!("../CHANGELOG.md");
    let titles: Vec<&str> = changes.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let first = titles.first().expect("a section");
    let of_version = |title: &str| title.split_whitespace().next() == Some(VERSION);
    assert!(*first == "Unreleased" || of_version(first), "{first}: expected Unreleased or {VERSION}");
    assert_eq!(titles.iter().filter(|title| of_version(title)).count(), 1, "one section for {VERSION}");
}

#[test]
fn the_version_is_in_one_place() {
    // Not part of the published crate.
    for file in ["lab/Cargo.toml", "fuzz/Cargo.toml", "tools/release"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        assert!(!text.contains(VERSION), "{file} repeats the version {VERSION}");
    }
}

#[test]
fn the_script_finds_the_version() {
    let manifest = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).expect("a manifest");
    let first = manifest.lines().find_map(|line| line.strip_prefix("version = "));
    assert_eq!(first, Some(format!("\"{VERSION}\"").as_str()), "tools/release takes the first one");
}

#[test]
fn programs_tell_their_version() {
    let run = |args: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sisku")).args(args).output();
        String::from_utf8(output.expect("runs").stdout).expect("text")
    };
    assert_eq!(run(&["--version"]).trim_end(), format!("sisku {VERSION}"));
}
