//! Game files: what is written is read again, whatever the format, and what is wrong is named.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::formats::{Format, GameRecord, ReadOptions, read, write};
use sisku::games::{Observer, Outcome, Player, Rules, Variant};

/// The example game of Jersi's rulebook, as jersi-certu has it: black's drops in lower case.
const RULEBOOK: &str = "   1 a2-b2=d3             2 h4-h3=f4
   3 b3-b4=d5             4 f4=d3!
   5 d5=d3!-e4            6 m:f3/m:f4
   7 a4-a3=c2             8 i1-i2=g3
   9 c2=e2               10 h1-h2=f1
  11 e2=g2-h2            12 f1=h2!!-g2!/K:a2
";

fn one(text: &str) -> GameRecord {
    one_of(text, &ReadOptions::default())
}

fn one_of(text: &str, options: &ReadOptions) -> GameRecord {
    let mut games = read(text, options);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    read(text, &ReadOptions::default()).pop().expect("something").expect_err(text).to_string()
}

/// What a game consists of.
fn essence(game: &GameRecord) -> (Variant, Vec<String>, Vec<String>) {
    let fens = (0..=game.turns()).map(|turn| game.fen(turn)).collect();
    (game.variant(), fens, game.moves().map(|mv| mv.ugi).collect())
}

/// A random game under unusual rules.
fn random(variant: Variant, seed: u64) -> GameRecord {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rules = Rules::of(variant.rule_options());
    rules.set("DrawLimit", "30").expect("a number");
    let mut game = GameRecord::new(variant, &rules, None).expect("the start");
    for turn in 0..60 {
        let Some(mv) = game.legal_moves(turn).choose(&mut rng).cloned() else { break };
        let text = if seed.is_multiple_of(2) { &mv.ugi } else { &mv.native };
        game.choose(text).expect("legal");
    }
    game
}

#[test]
fn every_format_reads_what_it_writes() {
    for &variant in Variant::ALL {
        for seed in 0..4 {
            let game = random(variant, seed);
            for format in [Format::Native, Format::Ugi, Format::Json] {
                let text = write(&game, format).expect("any game");
                assert_eq!(Format::detect(&text), Some(format), "{text}");
                let again = one(&text);
                assert_eq!(essence(&again), essence(&game), "{text}");
                assert_eq!(again.rules(), game.rules());
                assert_eq!(write(&again, format).as_deref(), Ok(text.as_str()));
            }
            let rules = game.rules().changes().map(|(name, value)| (name.to_string(), value)).collect();
            let options = ReadOptions { variant: Some(variant), rules };
            let fens = write(&game, Format::Fen).expect("any game");
            assert_eq!(fens.lines().count(), game.turns() + 1);
            if variant == Variant::Pijersi {
                // Several turns may lead to one position, but the positions are the same.
                let again = one_of(&fens, &options);
                assert_eq!(write(&again, Format::Fen).as_deref(), Ok(fens.as_str()));
            }
            if matches!(variant, Variant::Pijersi | Variant::Jersi | Variant::JersiNoDrop) {
                let text = write(&game, Format::Certu).expect("a game of certu's");
                let again = one_of(&text, &options);
                assert_eq!(essence(&again), essence(&game), "{text}");
            }
        }
    }
}

#[test]
fn many_games_stand_in_a_file() {
    let games: Vec<GameRecord> = Variant::ALL.iter().map(|&variant| random(variant, 7)).collect();
    for format in [Format::Native, Format::Ugi, Format::Json] {
        let text: String = games.iter().map(|game| write(game, format).expect("any game")).collect();
        // UGI says nothing of the default variant.
        let again = read(&text, &ReadOptions::default());
        assert_eq!(again.len(), games.len(), "{text}");
        for (again, game) in again.iter().zip(&games) {
            assert_eq!(essence(again.as_ref().expect("as written")), essence(game));
        }
    }
}

#[test]
fn the_rulebook_is_read_and_written_as_jersi_certu_does() {
    let game = one(RULEBOOK);
    assert_eq!((game.variant(), game.turns()), (Variant::Jersi, 12));
    assert_eq!(write(&game, Format::Certu).as_deref(), Ok(RULEBOOK));
    assert!(game.fen(12).contains("/P-K-2S-R-P- w "), "{}", game.fen(12));
}

#[test]
fn certu_files_have_prose_scores_and_set_ups() {
    let text = "\
Player black-cmalo-depth-3 wins against white-natsel-depth-5 ; 157 versus 200 seconds
----------------------------------------
   g16:sprspr f13:prs f4:ww f57:rsp
   b13:PSR b4:WW b57:SRP a16:RPSRPS

   1 b4=c4-d4   +12       2 g6-f6=e5   -3*
   3 b7-b6=d7

Hello from PIJERSI-CERTU
Copyright (C) 2022
";
    let game = one(text);
    let [one, two] = game.header.players.clone();
    assert_eq!((one.as_deref(), two.as_deref()), (Some("natsel-depth-5"), Some("cmalo-depth-3")));
    assert_eq!(game.result(), Some(Outcome::Win(Player::Two)));
    let expected = "   g16:sprspr f13:prs f4:ww f57:rsp
   b13:PSR b4:WW b57:SRP a16:RPSRPS

   1 b4=c4-d4             2 g6-f6=e5
   3 b7-b6=d7
";
    assert_eq!(write(&game, Format::Certu).as_deref(), Ok(expected));
}

#[test]
fn bare_moves_and_dialogues_are_games() {
    assert_eq!(one("b4c4d4 g6f6e5\n").turns(), 2);
    assert_eq!(one("startpos moves b4=c4-d4").turns(), 1);
    assert_eq!(one("=RPSRPS =XXXXXX b2b3").variant(), Variant::Bloch);
    let dialogue = "ugi\nsetoption name Variant value jersi\nsetoption name Hash value 8\nisready\n\
        position startpos moves a2-b2=d3\ngo nodes 5\n";
    assert_eq!(one(dialogue).variant(), Variant::Jersi);
    let lines = read("b4c4d4\nb4c4d9\nb4c4d4 g6f6e5", &ReadOptions::default());
    assert_eq!(lines.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
}

#[test]
fn what_is_wrong_is_named() {
    let with = |text: &str, parts: &[&str]| {
        let error = error(text);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    };
    with("1 b4=c4-d4 2 g6-f6=e9", &["line 1: turn 2: 'g6-f6=e9'", "a turn such as"]);
    with("1 b4=c4-d4\n2 d4-d5", &["line 2: turn 2: 'd4-d5'", "d4 is player 1's, and player 2 is to move"]);
    with("1 b4=c4-d4\n2 c3-d3", &["nothing stands on c3"]);
    with("1 a1-c1", &["'a1-c1': expected a legal turn; a1 cannot go to c1: a single", "(read as pijersi)"]);
    with("1 b4=c4-d4\n3 g6-f6=e5", &["line 2: '3': expected the number 2"]);
    with("1 b4=c4-d4 2", &["line 1: '2': expected a move after the number"]);
    with("1 b4=c4-d4\nx2 g6-f6=e5", &["line 2: 'g6-f6=e5': expected the number 2 before it"]);
    with("# variant: chess\n1 e2e4", &["'chess': expected a variant: pijersi, "]);
    with("# variant: jersi\n# rules: Draw=3\n1 a2-b2", &["'Draw': expected a rule of jersi: DrawLimit, "]);
    with("{\"moves\":3}", &["line 1: not a game: "]);
    with("", &["line 1: '': expected a game"]);
    with("hello", &["line 1: 'hello': expected a game"]);
    with("s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- x 0 1", &["line 1: 'x': expected"]);
    let rules = Rules::of(Variant::Bloch.rule_options());
    let bloch = GameRecord::new(Variant::Bloch, &rules, None).expect("the start");
    assert_eq!(write(&bloch, Format::Certu).expect_err("none").to_string(), "certu does not play bloch");
}

#[test]
fn moves_are_taken_back_and_hidden() {
    let mut game = random(Variant::Bloch, 3);
    let own = game.observed(Observer::Player(Player::One));
    assert!(own.fen(2).contains("xxxxxx"), "{}", own.fen(2));
    assert_eq!(own.turns(), game.turns());
    assert_eq!(one(&write(&own, Format::Native).expect("any game")).turns(), own.turns());
    let before = game.fen(5);
    game.truncate(5);
    assert_eq!((game.turns(), game.fen(5)), (5, before));
}

/// The lines of `sisku match` are read with the day they were played.
#[test]
fn lines_of_matches_are_games() {
    let line = r#"{"game":0,"pair":0,"round":0,"players":["a","b"],"ids":["",""],"result":"p2win",
        "reason":"time","opening":{"moves":["b4c4d4"]},"moves":[{"by":2,"move":"g6f6e6","ms":1.5}],
        "thought_ms":[0,1.5],"ended":1794970548,"settings":{"variant":"pijersi51","rules":{"DrawLimit":"30"}}}"#;
    let game = one(&line.replace("\n        ", ""));
    assert_eq!((game.variant(), game.turns(), game.rules().get("DrawLimit")), (Variant::Pijersi51, 2, 30));
    assert_eq!(game.result(), Some(Outcome::Win(Player::Two)));
    assert_eq!(game.header.date.as_deref(), Some("2026-11-18"));
    let native = write(&game, Format::Native).expect("any game");
    assert_eq!(
        native,
        "# variant: pijersi51\n# rules: DrawLimit=30\n# player 1: a\n# player 2: b\n# date: 2026-11-18\n\
         # result: 0-1\n# reason: time\n1 b4=c4-d4 2 g6-f6=e6\n"
    );
    assert_eq!(one(&native).header, game.header);
}
