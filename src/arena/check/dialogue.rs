//! Steps: starting up and options.

use super::Found;
use super::report::Finding;
use super::under_test::{EngineUnderTest, is_complaint};
use crate::ugi::wire::{Command, Id, Info, OptionFlaw, OptionKind, OptionLine, first_word};
use std::time::Duration;

/// GUIs that start a process for every move feel every millisecond of this.
const SLOW_START: Duration = Duration::from_secs(1);

pub(crate) fn start(engine: &mut EngineUnderTest) -> Found {
    engine.greet()?;
    let (time, name) = (engine.start_time.as_millis(), engine.name());
    if !engine.has_name() {
        return Ok(Finding::fail("'ugiok' came, but no 'id name' before it"));
    }
    let known = [Id::WORD, OptionLine::WORD, Info::WORD];
    if let Some(line) = engine.hello().iter().find(|line| !known.contains(&first_word(line))) {
        return Ok(Finding::warn(format!(
            "before 'ugiok' comes '{line}', which is no id, option or info line"
        )));
    }
    if !engine.has_author() {
        return Ok(Finding::warn(format!("{name}, 'ugiok' after {time} ms, but no 'id author'")));
    }
    if engine.start_time > SLOW_START {
        return Ok(Finding::warn(format!("{name}, 'ugiok' only after {time} ms")));
    }
    Ok(Finding::ok(format!("{name}, 'ugiok' after {time} ms")))
}

/// The options declared, as far as they are well-formed, and what is wrong with the others.
fn declared(engine: &EngineUnderTest) -> (Vec<OptionLine>, Vec<OptionFlaw>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for line in engine.options() {
        match line.parse() {
            Ok(option) => good.push(option),
            Err(flaw) => bad.push(flaw),
        }
    }
    (good, bad)
}

pub(crate) fn options(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    let (good, bad) = declared(engine);
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
    let own_book = good.iter().find(|option| option.name.eq_ignore_ascii_case("OwnBook"));
    if let Some(option) = own_book.filter(|option| option.kind.default_text().as_deref() == Some("true")) {
        return Ok(Finding::fail(format!(
            "option '{}' is on by default; opening books have to be asked for",
            option.name
        )));
    }
    if let Some(option) = good.iter().find(|option| option.name.contains(' ')) {
        return Ok(Finding::warn(format!(
            "option '{}' has several words; some clients read one",
            option.name
        )));
    }
    Ok(Finding::ok(format!("{} options, all well-formed", good.len())))
}

pub(crate) fn ready(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    let before = engine.fence()?;
    if let Some(line) = before.first() {
        return Ok(Finding::warn(format!("'isready' is answered with '{line}' before 'readyok'")));
    }
    Ok(Finding::ok("'isready' is answered with 'readyok'"))
}

pub(crate) fn set_options(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    let (good, _) = declared(engine);
    let mut refused = Vec::new();
    let has_value = |option: &&OptionLine| option.kind != OptionKind::Button && option.name != "Variant";
    for option in good.iter().filter(has_value) {
        let value = option.kind.default_text().unwrap_or_default();
        let said = engine.tell(Command::set_option(&option.name, &value))?;
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

pub(crate) fn unknown_option(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    let mut reported = false;
    let name = "NoSuchOption".to_string();
    for line in [
        Command::set_option(&name, "1").to_string(),
        "setoption".to_string(),
        "setoption name".to_string(),
        Command::SetOption { name, value: None }.to_string(),
    ] {
        reported |= engine.tell(line)?.iter().any(|line| line.starts_with(Info::WORD));
    }
    Ok(Finding::ok(if reported {
        "unknown options are reported and survived"
    } else {
        "unknown options are survived in silence"
    }))
}

pub(crate) fn new_game(engine: &mut EngineUnderTest) -> Found {
    engine.ready()?;
    let said = engine.tell(Command::NewGame)?;
    Ok(match said.iter().find(|line| is_complaint(line)) {
        Some(complaint) => Finding::fail(format!("'uginewgame' is met with '{complaint}'")),
        None => Finding::ok("'uginewgame' is accepted"),
    })
}
