//! Entry points for the fuzz targets in `fuzz/`: what they need of items that are no part of
//! the public API, with the properties that hold of them. Nothing is promised about this
//! module.
//!
//! Each function panics if a property does not hold; that is how a fuzzer notices.

#![allow(missing_docs, clippy::missing_panics_doc, reason = "for the fuzz targets only")]

use crate::arena::config::{EngineConfig, MatchConfig, MatchSettings, SprtConfig, settle};
use crate::arena::play::Match;
use crate::arena::records::{GameRecord, game_record, parse_file, read_line, write_line};
use crate::arena::report::{MatchReport, Standings};
use crate::arena::schedule::Shard;
use crate::games::{Features, Notation, Variant};
use crate::learn::samples::{Dataset, Example};

/// Random moves at the beginning of a game that a fuzz target waits for.
const MAX_OPENING_PLIES: u32 = 16;

/// Puts the checksum of a net's file where it belongs: at the end.
pub fn seal_net(bytes: &mut Vec<u8>) {
    bytes.extend(crate::net::checksum(bytes).to_le_bytes());
}

/// Encodes all samples, as training does.
pub fn encode<G: Notation>(dataset: &Dataset<G>) {
    let (mut example, mut moves) = (Example::default(), Vec::new());
    for sample in dataset.training.iter().chain(&dataset.validation) {
        for symmetry in 0..G::Features::SYMMETRIES {
            example.encode(sample, symmetry, &mut moves);
        }
    }
}

/// Reads a file of finished games; what is read is written, read again and reported on.
/// Tells how many games there were.
pub fn match_games(bytes: &[u8]) -> Option<usize> {
    let contents = parse_file(bytes).ok()?;
    let settings = contents.settings?;
    let rule_source = settle::rule_source(&settings);
    let mut standings = Standings::new(&settings);
    for game in &contents.games {
        let line = write_line(game, &settings).expect("a game that was read can be written");
        let (again, settings_again) = read_line(&line).expect("a game that was written can be read");
        assert_eq!((&again, &settings_again), (game, &settings));
        standings.add(game);
        if let Ok(rule_source) = &rule_source {
            game_record::write(game, rule_source);
        }
    }
    report(&settings, &standings, &contents.games);
    Some(contents.games.len())
}

fn report(settings: &MatchSettings, standings: &Standings, games: &[GameRecord]) {
    let sprt = SprtConfig::parse("elo0=0,elo1=5").expect("two bounds").test().expect("bounds in order");
    let report = MatchReport {
        settings,
        standings,
        // As the command line has it.
        sprt: (settings.engines.len() <= 2).then_some(&sprt),
        ended: "Merged",
        planned: games.len() as u64,
        run: &[],
    };
    report.text();
    serde_json::to_string(&report.json()).expect("a report is plain");
    report.chart(true);
    report.chart(false);
    MatchReport::brief(standings);
}

/// Reads a file that describes a match, and plans the match. Openings are not read from
/// other files: a fuzzer must not make us read devices.
pub fn match_config(text: &str, json: bool) {
    let Ok(mut config) = MatchConfig::parse(text, json) else { return };
    if config.openings.source.as_ref().is_some_and(|source| !is_set_up(source)) {
        config.openings.source = None;
    }
    let mut doubled = config.clone();
    doubled.overlay(config.clone());
    let Ok(settings) = config.settings() else { return };
    let written = serde_json::to_string(&settings).expect("settings are plain");
    let again: MatchSettings = serde_json::from_str(&written).expect("settings that were written");
    assert_eq!(again, settings);
    assert_eq!(settings.differences(&again), Vec::<String>::new());
    let Ok(game) = Match::plan(&config, Shard::default()) else { return };
    for task in game.schedule.tasks().take(4) {
        assert!(task.seats.into_iter().all(|seat| seat < game.settings.engines.len()));
        if game.settings.openings.plies <= MAX_OPENING_PLIES {
            // There may be none: every game may be over before.
            let _ = game.book.opening(task.round);
        }
    }
    report(&game.settings, &Standings::new(&game.settings), &[]);
}

fn is_set_up(name: &str) -> bool {
    Variant::ALL.iter().any(|variant| variant.set_ups().contains(&name))
}

/// Reads an engine and a test as flags describe them.
pub fn match_flags(text: &str) {
    if let Ok(engine) = EngineConfig::parse(text) {
        let _ = engine.complete();
    }
    if let Ok(sprt) = SprtConfig::parse(text) {
        let _ = sprt.test();
    }
    let _ = text.parse::<Shard>();
}
