//! Lines of UGI, from arbitrary text: what can be read is written as a line that is read as
//! the same value.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sisku::ugi::wire::{
    BestMove, Command, GameResult, Go, Id, Info, OptionLine, PositionCommand, Query, Response,
};
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// Reads a line; what is read survives being written.
fn check<T>(line: &str) -> Option<T>
where
    T: FromStr + Display + Debug + PartialEq,
    T::Err: Debug + Display,
{
    let value: T = match line.parse() {
        Ok(value) => value,
        Err(error) => {
            // Errors are shown to people.
            let _ = error.to_string();
            return None;
        }
    };
    let written = value.to_string();
    assert!(!written.contains('\n'), "{written:?}");
    match written.parse() {
        Ok(again) => assert_eq!(value, again, "{line:?} is written as {written:?}"),
        Err(error) => panic!("{line:?} is written as {written:?}: {error}"),
    }
    Some(value)
}

fn check_info(line: &str) {
    let lenient = Info::lenient(line);
    let _ = lenient.with_bare_score(-1);
    // A line that tells nothing we know, such as `info depth -1`, is written as `info` alone,
    // which is no line.
    if line.parse() != Ok(Info::default()) {
        check::<Info>(line);
    }
}

fuzz_target!(|text: &str| {
    for line in text.lines() {
        if let Some(command) = check::<Command>(line) {
            assert_eq!(Command::read(line), Ok(Some(command)));
        }
        check::<PositionCommand>(line);
        check::<Go>(line);
        check::<Query>(line);
        check_info(line);
        check::<OptionLine>(line);
        let _ = (OptionLine::name_in(line), OptionLine::vars_in(line));
        if let Some(BestMove { mv: Some(mv), .. }) = check::<BestMove>(line) {
            assert_eq!(BestMove::move_in(line), Some(mv.as_str()));
        }
        check::<Id>(line);
        check::<Response>(line);
        check::<GameResult>(line);
    }
});
