//! The doors for people: scenes, game files, drawings, and the subcommands on top of them.

mod convert;
mod draw;
mod examples;
mod formats;
mod moves;
mod scene;
mod setups;
mod show;
mod solve;

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A real game's length of Pijersi that begins with a stack's move and ends with an arrival.
const GAME: &str = "1 b4=c4-d4 2 g6-f6=e5 3 b7-b6=d7 4 e5=e6-f6 5 d7-c6 6 f7-e6=d7!\n";

/// Runs sisku with this on its standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sisku"));
    command.args(arguments).env_remove("RUST_LOG").env_remove("NO_COLOR");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("sisku runs");
    // A run that is refused does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("sisku ends")
}

/// What a successful run prints.
fn printed(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The exit code and the messages of a run.
fn refused(arguments: &[&str], input: &str) -> (i32, String) {
    let output = run(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code().expect("no signal"), errors)
}
