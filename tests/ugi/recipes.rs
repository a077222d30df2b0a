//! docs/cutegames.md: its settings are whole, its commands run, and the engine takes what they
//! send. (The match runners themselves are not here; the manual says which were tried.)

use crate::engine::Engine;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::Command;

const MANUAL: &str = include_str!("../../docs/cutegames.md");
const SISKU: &str = env!("CARGO_BIN_EXE_sisku");
/// How the manual writes it.
const PATH: &str = "/path/to/sisku";

fn blocks(language: &str) -> Vec<&'static str> {
    let parts = MANUAL.split("```").skip(1).step_by(2);
    parts.filter_map(|part| part.strip_prefix(language)?.strip_prefix('\n')).collect()
}

/// The files of openings that the commands of the manual make: name and lines.
fn openings() -> BTreeMap<&'static str, Vec<String>> {
    let commands = blocks("sh").into_iter().flat_map(str::lines).filter_map(|line| {
        let (command, file) = line.strip_prefix("sisku ")?.split_once(" > ")?;
        let output = Command::new(SISKU).args(command.split(' ')).output().expect("runs");
        assert!(output.status.success(), "{line}");
        let text = String::from_utf8(output.stdout).expect("text");
        Some((file, text.lines().map(str::to_string).collect::<Vec<_>>()))
    });
    commands.collect()
}

/// Everything that the engine says to these lines, none of which may be refused.
#[track_caller]
fn accepts(engine: &mut Engine, lines: impl IntoIterator<Item = String>) {
    for line in lines {
        engine.send(&line);
    }
    engine.send("isready");
    let said = engine.until("readyok");
    assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("no text '{key}' in {value:#}"))
}

#[test]
fn the_settings_for_cutegames_are_whole() {
    let openings = openings();
    let settings: Vec<Value> =
        blocks("json").iter().map(|block| serde_json::from_str(block).expect("JSON")).collect();
    assert_eq!(settings.len(), 2, "Pijersi and Jersi");
    for settings in &settings {
        assert_eq!(text(settings, "game"), "generic");
        assert!(settings["games"].is_u64() && settings["concurrency"].is_u64());
        assert_eq!(text(&settings["timecontrol"], "type"), "movetime");
        assert!(settings["timecontrol"]["time"].is_u64());
        assert!(settings["adjudication"]["timeoutbuffer"].is_u64());
        // Read, and then ignored: it would promise what does not happen.
        assert!(settings["adjudication"]["maxfullmoves"].is_null());
        assert_eq!(settings["protocol"]["askturn"], true);
        let lines = &openings[text(&settings["openings"], "path")];
        let engines = settings["engines"].as_array().expect("engines");
        assert!(engines.len() >= 2, "cutegames wants two");
        for described in engines {
            assert_eq!((text(described, "path"), text(described, "protocol")), (PATH, "UGI"));
            assert!(!text(described, "name").is_empty());
            let mut options = settings["options"].as_object().expect("options").clone();
            options.extend(
                described["options"].as_object().into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())),
            );
            // With a reply it would wait for ever.
            assert_eq!(options["Ponder"], "false");
            let parameters: Vec<&str> =
                described["parameters"].as_str().unwrap_or_default().split_whitespace().collect();
            if parameters.contains(&"jersi") {
                assert_eq!(options["KingResets"], "false", "else games need not end");
            }
            let mut engine = Engine::start(&parameters);
            engine.send("ugi");
            let hello = engine.until("ugiok");
            for name in options.keys() {
                let announced = format!("option name {name} ");
                assert!(hello.iter().any(|line| line.starts_with(&announced)), "{name}");
            }
            let options = options.iter().map(|(name, value)| {
                let value = value.as_str().expect("cutegames takes text only");
                format!("setoption name {name} value {value}")
            });
            accepts(&mut engine, options);
            accepts(&mut engine, lines.iter().map(|line| format!("position fen {line}")));
        }
    }
    assert!(openings.values().all(|lines| lines.len() == 50));
}

#[test]
fn the_commands_for_cutergames_are_whole() {
    let openings = openings();
    let scripts: Vec<Vec<&str>> = blocks("sh")
        .into_iter()
        .filter_map(|block| {
            block.strip_prefix("#!/bin/sh\nexec ").map(|line| line.split_whitespace().collect())
        })
        .collect();
    let names = ["pijersi-net", "pijersi-handcrafted", "jersi-net", "jersi-handcrafted"];
    assert_eq!(scripts.len(), names.len());
    let mut players = 0;
    for line in blocks("sh").into_iter().flat_map(str::lines) {
        let Some(arguments) = line.strip_prefix("cutergames ") else { continue };
        let words: Vec<&str> = arguments.split(' ').collect();
        let after = |flag: &str| words[words.iter().position(|&word| word == flag).expect(flag) + 1];
        assert!(after("--games").parse::<u32>().is_ok());
        let lines = &openings[after("--fens")];
        assert_eq!(words.iter().filter(|&&word| word == "proto=ugi").count(), 2);
        for path in words.iter().filter_map(|word| word.strip_prefix("path=./")) {
            let script =
                &scripts[names.iter().position(|name| *name == path).expect("a script of the manual")];
            assert!(MANUAL.contains(&format!("`{path}`")), "{path}");
            assert_eq!(script[0], PATH);
            // It panics after a draw.
            assert!(script.contains(&"DrawLimit=0"));
            let mut engine = Engine::start(&script[1..]);
            accepts(&mut engine, lines.iter().take(5).map(|line| format!("position fen {line}")));
            players += 1;
        }
    }
    assert_eq!(players, 4);
}

/// What the README shows first: what was typed, and what comes back, lines left out apart.
#[test]
fn the_first_sample_is_what_is_printed() {
    let readme = include_str!("../../README.md");
    let sample = readme.split("```text\n$ sisku\n").nth(1).and_then(|rest| rest.split("```").next());
    let sample: Vec<&str> = sample.expect("a sample").lines().filter(|&line| line != "…").collect();
    let mut engine = Engine::start(&[]);
    let mut said: Vec<String> = Vec::new();
    for typed in sample.iter().filter_map(|line| line.strip_prefix("> ")) {
        engine.send(typed);
        said.extend(if typed.starts_with("go") {
            let (best, before) = engine.best_move();
            before.into_iter().chain([format!("bestmove {best}")]).collect()
        } else {
            engine.send("isready");
            engine.until("readyok")
        });
    }
    for line in sample.iter().filter(|line| !line.starts_with("> ")) {
        // Of a search only what it has proven is the same every time.
        let same = |other: &String| match line.split_once(" score ") {
            Some((_, score)) if score.starts_with("mate") => {
                other.contains(score.split(" nodes").next().unwrap_or(score))
            }
            Some(_) => other.contains(" score cp "),
            None => other == line,
        };
        assert!(said.iter().any(same), "'{line}' is not among {said:#?}");
    }
}
