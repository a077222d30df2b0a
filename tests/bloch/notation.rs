//! Texts, good and bad.

use crate::{generator, rules};
use rand::RngExt;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Hidden, Position};
use sisku::games::{Game, History, Information, Notation};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, &rules()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn after(moves: &str) -> Result<Position, String> {
    let mut record = History::new(Position::start(&rules()));
    for mv in moves.split_whitespace() {
        record.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(*record.current())
}

#[test]
fn announced_attacks_are_read_and_checked() {
    let open = "=RPSRPS =SSPPRR a2a4 a7a5";
    let plain = after(&format!("{open} a4xa5")).expect("legal");
    assert_eq!(after(&format!("{open} a4xa5:RS")), Ok(plain));
    assert!(after(&format!("{open} a4xa5:RP")).is_err_and(|error| error.contains("that stand there")));
    assert!(after(&format!("{open} a4xa5:XX")).is_err() && after(&format!("{open} a4xa5:R")).is_err());
    assert!(after(&format!("{open} a4b4:RS")).is_err(), "only attacks are announced");

    let masked = "=RPSRPS =XXXXXX a2a4 a7a5";
    let told = after(&format!("{masked} a4xa5:RS")).expect("legal");
    assert_eq!(told.fen(), "6/1xxxxx/6/+R5/6/6/1PSRPS/6 RPS/xxx 2 BCDEFbcdef Bb 0 2");
    let error = after(&format!("{masked} a4xa5")).expect_err("nothing is said of what stands on a5");
    assert_eq!(error, "'a4xa5': expected the announced kinds, attacker and target, as in c3xd3:RS");
    let undecided = after(masked).expect("legal");
    assert!(undecided.parse_move("a4xa5").is_ok(), "it may be chosen all the same");
}

#[test]
fn nobody_announces_a_fourth_rock() {
    let fen = "6/6/6/+r+r+rx2/3S2/6/6/6 RPS/xxx 1 - Bb 0 9";
    assert!(Hidden::parse_observed(&position(fen), "d4xd5:SR").is_err());
    assert!(Hidden::parse_observed(&position(fen), "d4xd5:SP").is_ok());
}

/// Masks are for histories: a player has to say what it sets up and barters in.
#[test]
fn masked_turns_are_told_but_not_chosen() {
    let start = Position::start(&rules());
    assert!(Hidden::parse_observed(&start, "=XXXXXX").is_ok() && start.parse_move("=XXXXXX").is_err());
    assert!(
        Hidden::parse_observed(&start, "=RXXXXX").is_err()
            && Hidden::parse_observed(&start, "=RRRRPP").is_err()
    );
    let open = after("=RPSRPS =SSPPRR").expect("legal");
    assert!(Hidden::parse_observed(&open, "a2=X").is_ok() && open.parse_move("a2=X").is_err());
    assert!(Hidden::parse_observed(&open, "a3=X").is_err() && Hidden::parse_observed(&open, "a7=X").is_err());
    // Where the own reserve is not known, nothing better can be said.
    let masked = after("=XXXXXX =SSPPRR").expect("legal");
    assert!(masked.parse_move("a2=X").is_ok() && masked.parse_move("a2=R").is_err());
}

#[test]
fn bad_positions_are_refused() {
    for fen in [
        "",
        "6/6/6/6/6/6/6/6",
        "6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "7/6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "06/6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "+6/6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "+X5/6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "++R5/6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "W5/6/6/6/6/6/6/6 RPS/rps 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPSS/rps 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RP/rps 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 rps/RPS 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 ++RPS/rps 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS+/rps 1 - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps w - Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 B Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 AA Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 G Bb 0 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 - bB 0 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 - Bb x 1",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 - Bb 0 99999",
        "6/r5/6/6/6/6/R5/6 RPS/rps 1 - Bb 0 1 1",
        "6/rrr3/6/6/6/6/R5/6 RPS/rps 1 - Bb 0 1",
        "6/6/6/6/6/6/6/6 RRRPPPSSS/rrrpppsss 2 - Bb 0 0",
        "6/rpsrps/6/6/6/6/6/6 RRRPPPSSS/rps 1 - Bb 0 0",
        "6/R5/6/6/6/6/6/6 RPS/rrrpppsss 2 - Bb 0 0",
    ] {
        let error = Position::from_fen(fen, &rules()).expect_err(fen).to_string();
        assert!(!error.contains('\n') && error.contains("expected"), "{error}");
    }
    assert!(Position::from_fen("6/6/6/6/6/6/RPSRPS/6 RPS/rrrpppsss 2 ABCDEF Bb 0 0", &rules()).is_ok());
    assert!(
        Position::from_fen("6/r5/6/6/6/6/R5/6 RPS/rps 1 - Bb", &rules()).is_ok(),
        "counters may be left out"
    );
}

/// Texts broken in all ways, and whatever can be played in what is read of them.
#[test]
fn garbage_never_panics() {
    let mut rng = generator(21);
    let seeds = [
        "6/xxxxxx/6/6/6/6/RPSRPS/6 RPS/xxx 1 ABCDEFabcdef Bb 0 1",
        "6/6/6/2+s3/2X3/6/6/6 +SXX/rrp 2 - b 0 9",
        "R1x3/6/p1X3/2+s3/2X3/6/3x2/1r4 +SXX/xrp 2 - - 58 9",
        "6/6/6/6/6/6/6/6 RRRPPPSSS/rrrpppsss 1 - Bb 0 0",
    ];
    let words =
        ["a2a4", "c4xc5", "c4xc5:RS", "=XXXXXX", "=RPSRPS", "c4=X", "c4=R", "0000", "b3c3xd3", "d4c4xc5:PP"];
    let letters: Vec<char> = "RPSXrpsx+/0123456789 -BbAaFf:=é".chars().collect();
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = seeds.choose(&mut rng).expect("some").chars().collect();
        for _ in 0..rng.random_range(0..4) {
            let at = rng.random_range(0..text.len());
            match rng.random_range(0..3) {
                0 => text[at] = *letters.choose(&mut rng).expect("some"),
                1 => text.insert(at, *letters.choose(&mut rng).expect("some")),
                _ => _ = text.remove(at),
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(mut position) = Position::from_fen(&text, &rules()) else { continue };
        read += 1;
        for _ in 0..6 {
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            assert_eq!(position.count_moves(), moves.len() as u64, "{text}");
            let mut mv: Vec<char> = words.choose(&mut rng).expect("some").chars().collect();
            let at = rng.random_range(0..mv.len());
            mv[at] = *letters.choose(&mut rng).expect("some");
            let _ = Hidden::parse_observed(&position, &mv.into_iter().collect::<String>());
            let Some(&turn) = moves.choose(&mut rng) else { break };
            position.play(turn);
            assert_eq!(position.placement(), position.fresh_placement(), "{text}");
        }
    }
    assert!(read > 3000, "{read}");
}
