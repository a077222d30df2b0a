//! Texts in games of any variant: which move is meant, and what is wrong with it.

use sisku::formats::GameRecord;
use sisku::games::{Rules, Variant};

fn game(variant: Variant, moves: &str) -> GameRecord {
    let mut game = GameRecord::new(variant, &Rules::of(variant.rule_options()), None).expect("the start");
    moves.split_whitespace().for_each(|text| game.play(text).expect(text));
    game
}

#[test]
fn moves_are_found_in_any_case() {
    let found = |game: &GameRecord, text: &str| game.find_move(text).map(|mv| mv.ugi).unwrap_or_default();
    let pijersi = game(Variant::Pijersi, "");
    for text in ["b4c4d4", "B4C4D4", "b4=c4-d4", "B4=C4-D4", "b4=c4!-d4!"] {
        assert_eq!(found(&pijersi, text), "b4c4d4", "{text}");
    }
    assert_eq!(found(&pijersi, "B4C4"), "b4c4c4", "what other programs leave out");
    assert_eq!(found(&pijersi, "c4d4"), "");
    let jersi = game(Variant::Jersi, "");
    assert_eq!(found(&jersi, "m:F3/w:F3"), "M:f3/W:f3");
    assert_eq!(found(&jersi, "A2-B2=D3"), "a2-b2=d3");
    let mut bloch = game(Variant::Bloch, "");
    assert_eq!(found(&bloch, "=rpsrps"), "=RPSRPS");
    bloch = game(Variant::Bloch, "=RPSRPS =SSPPRR a2a4 a7a5");
    assert_eq!(found(&bloch, "A4XA5"), "a4xa5");
    assert_eq!(found(&bloch, "b2=p"), "b2=P");
    assert_eq!(found(&bloch, "B2=X"), "");
}

/// Every legal move is found under each of its names.
#[test]
fn every_move_is_found() {
    for &variant in Variant::ALL {
        let game = game(variant, "");
        for mv in game.legal_moves(0).iter().step_by(7) {
            for text in [&mv.ugi, &mv.native] {
                for text in [text.clone(), text.to_ascii_uppercase(), text.to_ascii_lowercase()] {
                    assert_eq!(game.find_move(&text).as_ref(), Some(mv), "{text}");
                }
            }
        }
    }
}

/// The other player's kinds are not told, although the record holds them.
#[test]
fn secrets_are_kept() {
    let game = game(Variant::Bloch, "=RPSRPS =SSPPRR a2a4 a7a5");
    assert_eq!(game.explain("a4xa5:RP"), None);
    assert_eq!(game.explain("a4xa5:SP").as_deref(), Some("a4 holds a rock, not scissors"));
    assert_eq!(game.explain("a4a5").as_deref().map(|words| words.len() > 10), Some(true));
}
