//! `sisku analyze`: lines and queries in, answers out.

mod client;
mod queries;
mod text;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const SISKU: &str = env!("CARGO_BIN_EXE_sisku");

/// Runs `sisku analyze` with these arguments and this input.
fn analyze(args: &[&str], input: &str) -> Output {
    let mut sisku = Command::new(SISKU)
        .arg("analyze")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sisku starts");
    let mut stdin = sisku.stdin.take().expect("an input");
    stdin.write_all(input.as_bytes()).expect("sisku reads");
    drop(stdin);
    sisku.wait_with_output().expect("sisku ends")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The answers to lines of JSON.
fn answers(input: &str) -> Vec<Value> {
    let output = analyze(&["--json", "--threads", "2"], input);
    let lines = stdout(&output);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}
