//! Steps: starting up and options.

use super::Found;
use super::options::{self, Declared};
use super::report::Finding;
use super::talk::{Bench, is_complaint};
use std::time::Duration;

/// GUIs that start a process for every move feel every millisecond of this.
const SLOW_START: Duration = Duration::from_secs(1);

pub fn start(bench: &mut Bench) -> Found {
    bench.greet()?;
    let (time, name) = (bench.start_time.as_millis(), bench.name());
    let told = |key: &str| bench.hello.iter().any(|line| line.starts_with(key));
    if !told("id name ") {
        return Ok(Finding::fail("'ugiok' came, but no 'id name' before it"));
    }
    if let Some(line) = bench.hello.iter().find(|line| {
        let word = line.split_whitespace().next().unwrap_or_default();
        !["id", "option", "info"].contains(&word)
    }) {
        return Ok(Finding::warn(format!(
            "before 'ugiok' comes '{line}', which is no id, option or info line"
        )));
    }
    if !told("id author ") {
        return Ok(Finding::warn(format!("{name}, 'ugiok' after {time} ms, but no 'id author'")));
    }
    if bench.start_time > SLOW_START {
        return Ok(Finding::warn(format!("{name}, 'ugiok' only after {time} ms")));
    }
    Ok(Finding::ok(format!("{name}, 'ugiok' after {time} ms")))
}

/// The options declared, as far as they are well-formed, and what is wrong with the others.
fn declared(bench: &Bench) -> (Vec<Declared>, Vec<String>) {
    let lines = bench.hello.iter().filter(|line| line.split_whitespace().next() == Some("option"));
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for line in lines {
        match options::parse(line) {
            Ok(option) => good.push(option),
            Err(what) => bad.push(what),
        }
    }
    (good, bad)
}

pub fn options(bench: &mut Bench) -> Found {
    bench.ready()?;
    let (good, bad) = declared(bench);
    if let Some(what) = bad.first() {
        return Ok(Finding::fail(format!(
            "{what} ({} of {} options malformed)",
            bad.len(),
            bad.len() + good.len()
        )));
    }
    for (i, option) in good.iter().enumerate() {
        if good[..i].iter().any(|other| other.name.eq_ignore_ascii_case(&option.name)) {
            return Ok(Finding::fail(format!("option '{}' is declared twice", option.name)));
        }
    }
    if let Some(option) = good.iter().find(|option| option.name.contains(' ')) {
        return Ok(Finding::warn(format!(
            "option '{}' has several words; some clients read one",
            option.name
        )));
    }
    Ok(Finding::ok(format!("{} options, all well-formed", good.len())))
}

pub fn ready(bench: &mut Bench) -> Found {
    bench.ready()?;
    let before = bench.fence()?;
    if let Some(line) = before.first() {
        return Ok(Finding::warn(format!("'isready' is answered with '{line}' before 'readyok'")));
    }
    Ok(Finding::ok("'isready' is answered with 'readyok'"))
}

pub fn set_options(bench: &mut Bench) -> Found {
    bench.ready()?;
    let (good, _) = declared(bench);
    let mut refused = Vec::new();
    for option in good.iter().filter(|option| option.kind != "button" && option.name != "Variant") {
        let value = option.default.as_deref().unwrap_or_default();
        let said = bench.tell(format!("setoption name {} value {value}", option.name).trim_end())?;
        if let Some(complaint) = said.into_iter().find(|line| is_complaint(line)) {
            refused.push(format!("'{}' refuses its own default '{value}': '{complaint}'", option.name));
        }
    }
    Ok(match refused.first() {
        Some(first) => Finding::fail(format!("option {first} ({} of {} refused)", refused.len(), good.len())),
        None if good.is_empty() => Finding::ok("there are no options to set"),
        None => Finding::ok("every option takes its own default"),
    })
}

pub fn unknown_option(bench: &mut Bench) -> Found {
    bench.ready()?;
    let mut reported = false;
    for line in
        ["setoption name NoSuchOption value 1", "setoption", "setoption name", "setoption name NoSuchOption"]
    {
        reported |= bench.tell(line)?.iter().any(|line| line.starts_with("info"));
    }
    Ok(Finding::ok(if reported {
        "unknown options are reported and survived"
    } else {
        "unknown options are survived in silence"
    }))
}

pub fn new_game(bench: &mut Bench) -> Found {
    bench.ready()?;
    let said = bench.tell("uginewgame")?;
    Ok(match said.iter().find(|line| is_complaint(line)) {
        Some(complaint) => Finding::fail(format!("'uginewgame' is met with '{complaint}'")),
        None => Finding::ok("'uginewgame' is accepted"),
    })
}
