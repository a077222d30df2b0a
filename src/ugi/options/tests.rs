//! Options as users set them and clients read them.

use super::*;

fn options() -> Options {
    Options::new(Variant::Pijersi)
}

#[test]
fn chosen_rules_survive_a_change_of_variant_and_defaults_do_not() {
    let mut options = options();
    assert_eq!(options.rules.get("DrawLimit"), 20);
    assert_eq!(options.set("Variant", Some("jersi")), Ok(Change::Variant));
    assert_eq!((options.rules.get("DrawLimit"), options.rules.get("MaxTurns")), (40, 0));
    assert_eq!(options.set("DrawLimit", Some("30")), Ok(Change::Rules));
    assert_eq!(options.set("MaxTurns", Some("200")), Ok(Change::Rules));
    assert_eq!(options.set("Variant", Some("jersi-ransom")), Ok(Change::Variant));
    assert_eq!((options.rules.get("DrawLimit"), options.rules.get("MaxTurns")), (30, 200));
    assert_eq!(options.set("Variant", Some("pijersi")), Ok(Change::Variant));
    assert_eq!((options.rules.get("DrawLimit"), options.rules.get("MaxTurns")), (30, 0));
}

#[test]
fn names_are_read_in_any_case() {
    let mut options = options();
    assert_eq!(options.set("hash", Some("64")), Ok(Change::Settings));
    assert_eq!(options.set("THREADS", Some("2")), Ok(Change::Settings));
    assert_eq!(options.set("multipv", Some("3")), Ok(Change::Settings));
    assert_eq!(options.set("moveoverhead", Some("30")), Ok(Change::Settings));
    assert_eq!(options.set("seed", Some("7")), Ok(Change::Settings));
    assert_eq!(options.set("showwdl", Some("TRUE")), Ok(Change::Replies));
    assert_eq!(options.set("ponder", Some("true")), Ok(Change::Replies));
    assert_eq!(options.set("clearhash", None), Ok(Change::ClearHash));
    assert_eq!(options.set("drawlimit", Some("40")), Ok(Change::Rules));
    let expected = Settings {
        hash_mb: 64,
        threads: 2,
        multi_pv: 3,
        move_overhead: Duration::from_millis(30),
        keep_trunk: false,
        information: InformationMode::Player,
        evaluation: EvalSource::Embedded,
        strength: Strength::Full,
        tuned: Vec::new(),
    };
    assert_eq!((options.settings, options.seed), (expected, Some(7)));
    assert!(options.show_wdl && options.ponder);
    assert_eq!(options.rules.get("DrawLimit"), 40);
}

#[test]
fn bad_values_change_nothing() {
    let mut options = options();
    for (name, value, message) in [
        ("Hash", Some("0"), "'0': expected a whole number from 1 to 65536"),
        ("Hash", Some("-1"), "'-1': expected a whole number from 1 to 65536"),
        ("Hash", Some("lots"), "'lots': expected a whole number from 1 to 65536"),
        ("hash", None, "'Hash': expected 'value' and a value after it"),
        ("Threads", Some("1000"), "'1000': expected a whole number from 1 to 256"),
        ("Ponder", Some("maybe"), "'maybe': expected true or false"),
        (
            "Variant",
            Some("chess"),
            "'chess': expected a variant, one of pijersi pijersi51 jersi jersi-nodrop jersi-ransom bloch",
        ),
        ("drawlimit", Some("9999"), "'9999': expected a whole number from 0 to 1000"),
        ("drawlimit", None, "'DrawLimit': expected 'value' and a value after it"),
    ] {
        let before = options.clone();
        assert_eq!(options.set(name, value).map_err(|error| error.to_string()), Err(message.to_string()));
        assert_eq!(format!("{options:?}"), format!("{before:?}"), "{name}");
    }
}

#[test]
fn unknown_options_are_errors_that_list_the_known_ones() {
    let message = options().set("ownbook", Some("false")).expect_err("unknown").to_string();
    let expected = "'ownbook': expected an option, one of Variant Hash Threads MultiPV Ponder \
                    MoveOverhead Seed Level LimitStrength Elo ShowWDL ClearHash EvalFile DrawLimit";
    let known = message.split(" RootCpuct").next();
    assert_eq!(known, Some(expected));
}

#[test]
fn rules_stay_when_the_variant_changes() {
    let mut options = options();
    assert_eq!(options.set("DrawLimit", Some("33")), Ok(Change::Rules));
    assert_eq!(options.set("variant", Some("PIJERSI51")), Ok(Change::Variant));
    assert_eq!(options.variant, Variant::Pijersi51);
    assert_eq!(options.rules.get("DrawLimit"), 33);
}

#[test]
fn games_with_secrets_have_an_option_more() {
    let mut open = options();
    let unknown = open.set("Information", Some("open")).expect_err("no secrets").to_string();
    assert!(!unknown.contains(" Information "), "{unknown}");
    let mut options = Options::new(Variant::Bloch);
    assert_eq!(options.set("information", Some("OPEN")), Ok(Change::Settings));
    assert_eq!(options.settings.information, InformationMode::Open);
    assert!(options.set("Information", Some("all")).is_err());
    assert_eq!(options.set("Information", Some("player")), Ok(Change::Settings));
    assert_eq!(options.settings.information, InformationMode::Player);
    let line = "option name Information type combo default player var player var open";
    let announced =
        |options: &Options, line: &str| options.announce().iter().any(|option| option.to_string() == line);
    assert!(announced(&options, line));
    let line = "option name DefenderAdvances type check default true";
    assert!(announced(&options, line));
    for (value, number) in [("false", 0), ("1", 1), ("0", 0), ("True", 1)] {
        assert_eq!(options.set("DefenderAdvances", Some(value)), Ok(Change::Rules));
        assert_eq!(options.rules.get("DefenderAdvances"), number);
    }
    assert!(options.set("DefenderAdvances", Some("2")).is_err());
}

/// One desktop GUI pairs the words after a one-word name.
#[test]
fn announcements_have_one_word_names_and_pairs_of_words() {
    let lines = options().announce();
    assert_eq!(lines.len(), 14 + tunables().count() + skill_option().iter().count());
    for line in lines.iter().map(ToString::to_string) {
        assert_eq!(line.parse::<OptionLine>().map(|option| option.to_string()), Ok(line.clone()));
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], ["option", "name"]);
        assert_eq!(words[3], "type", "{line}");
        assert_eq!(words.len() % 2, 1, "{line}");
    }
}

#[test]
fn the_variant_begun_with_is_the_default() {
    let lines = Options::new(Variant::Pijersi51).announce();
    let first = "option name Variant type combo default pijersi51 var pijersi var pijersi51";
    assert!(lines[0].to_string().starts_with(first), "{}", lines[0]);
}

#[cfg(feature = "tune")]
#[test]
fn constants_of_the_search_are_options() {
    let mut options = options();
    assert_eq!(options.set("cpuct", Some("2.5")), Ok(Change::Settings));
    assert_eq!(options.set("Cpuct", Some("2.75")), Ok(Change::Settings));
    assert_eq!(options.settings.tuned, [("Cpuct", 2.75)]);
    let error = options.set("Cpuct", Some("much")).expect_err("no number").to_string();
    assert_eq!(error, "'much': expected a number from 0.1 to 10");
}

#[cfg(not(feature = "tune"))]
#[test]
fn constants_of_the_search_are_no_options() {
    assert!(options().set("Cpuct", Some("2.5")).is_err());
}
