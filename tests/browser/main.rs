//! The page of `sisku serve` in a real browser: `node --test` of this folder, where Node, its
//! packages and Chromium are installed (`tests/browser/run --install`). Elsewhere the test passes
//! and says what it has skipped. `SISKU_BROWSER=skip` always skips, `SISKU_BROWSER=require` fails
//! instead.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The same places as in `lib/browser.js`.
const BROWSERS: [&str; 3] = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/// What is missing for a run, if anything.
fn missing(folder: &Path) -> Option<&'static str> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let node = Command::new("node").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !named.into_iter().chain(BROWSERS.map(PathBuf::from)).any(|path| path.exists()) {
        Some("Chromium is not installed")
    } else if !node.is_ok_and(|status| status.success()) {
        Some("Node is not installed")
    } else if !folder.join("node_modules").exists() {
        Some("the packages of tests/browser are not installed")
    } else {
        None
    }
}

/// The files with tests, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.to_string_lossy().ends_with(".test.js")).collect();
    files.sort();
    files
}

#[test]
fn the_page_in_a_real_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let wish = std::env::var("SISKU_BROWSER").unwrap_or_default();
    let reason = if wish == "skip" { Some("SISKU_BROWSER=skip") } else { missing(&folder) };
    if let Some(reason) = reason {
        assert!(wish != "require", "{reason}");
        // Not by the macros, whose words a test that passes keeps to itself.
        let words =
            format!("skipped: the page in a real browser ({reason}; tests/browser/run --install runs it)\n");
        let _ = std::io::stderr().write_all(words.as_bytes());
        return;
    }
    let status = Command::new("node")
        // One after the other: they count processor time and frames.
        .args(["--test", "--test-concurrency=1", "--test-reporter=spec"])
        .args(files(&folder))
        .env("SISKU", env!("CARGO_BIN_EXE_sisku"))
        .current_dir(&folder)
        .status()
        .expect("node starts");
    assert!(status.success(), "{status}");
}
