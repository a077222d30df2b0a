//! The Python client of the manual, which needs nothing but the standard library.

use crate::SISKU;
use std::path::Path;
use std::process::Command;

#[test]
fn the_python_client_gets_answers() {
    let python = ["python3", "python"];
    let Some(python) = python.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
    else {
        eprintln!("skipped: Python is not installed");
        return;
    };
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/analyze_client.py");
    let output = Command::new(python).arg(client).arg(SISKU).output().expect("Python runs");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", said(&output.stdout), said(&output.stderr));
    let lines = said(&output.stdout);
    assert_eq!(lines.lines().count(), 4, "{lines}");
    assert!(lines.lines().take(3).all(|line| line.contains("turn ")), "{lines}");
    assert!(lines.lines().last().is_some_and(|line| line.contains("error in moves")), "{lines}");
}
