//! Who is told what: a observer's view and history depend on nothing that the observer may
//! not know.

use crate::slow::Slow;
use crate::{all_readings, generator, random_beginning, readings, rules, turns};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::bloch::{Action, Hidden, Position, Turn, set_ups};
use sisku::games::{Game, History, Information, Notation, Observer, Player};

const OBSERVERS: [(&str, Observer); 3] = [
    ("p1", Observer::Player(Player::One)),
    ("p2", Observer::Player(Player::Two)),
    ("public", Observer::Public),
];

/// Views and histories against the slow rules, and against each other: a view brought
/// up to date by what is told is the view of the game, and reads back.
#[test]
fn views_and_histories_are_as_the_rules_say() {
    let mut rng = generator(11);
    for reading in all_readings() {
        let rules = readings(reading.0, reading.1, reading.2);
        for _ in 0..40 {
            let (mut record, mut slow) = (History::new(Position::start(&rules)), Slow::new(reading));
            let mut told =
                OBSERVERS.map(|(_, observer)| History::new(Hidden::view(&Position::start(&rules), observer)));
            let mut texts = vec![String::new(); 3];
            for _ in 0..300 {
                let position = *record.current();
                let Some(&turn) = turns(&position).choose(&mut rng) else { break };
                let text = position.ugi_move(turn);
                for ((name, _), (told, texts)) in OBSERVERS.iter().zip(told.iter_mut().zip(&mut texts)) {
                    let said = slow.observed(&text, name);
                    told.play(&said).unwrap_or_else(|error| panic!("{error} in {texts}"));
                    texts.push_str(&format!(" {said}"));
                }
                let (_, next) = slow.turns().into_iter().find(|(other, _)| *other == text).expect("legal");
                slow = next;
                record.play(&text).expect("legal");
                for ((name, observer), told) in OBSERVERS.iter().zip(&told) {
                    let view = Hidden::view(record.current(), *observer);
                    assert_eq!(view.fen(), slow.fen(name), "{}", record.ugi_moves());
                    assert_eq!(&view, told.current(), "{name}: {}", record.ugi_moves());
                    assert_eq!(view.placement(), view.fresh_placement());
                    assert_eq!(view.outcome(), record.current().outcome());
                    let read = Position::from_fen(&view.fen(), &rules).expect("its own notation");
                    assert_eq!(read.fen(), view.fen());
                }
            }
            for ((_, observer), texts) in OBSERVERS.iter().zip(&texts) {
                assert_eq!(record.observed(*observer).ugi_moves(), texts.trim());
                assert_eq!(record.observed(*observer).current(), &Hidden::view(record.current(), *observer));
            }
        }
    }
}

/// Plays the same game as far as the other player and the public can see, with other
/// secrets of `player` where there are any. `None` if these secrets come out wrong.
pub(crate) fn disguise(
    record: &History<Position>,
    player: Player,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<History<Position>> {
    let mut twin = History::new(*record.start());
    let mut position = *record.start();
    for &turn in record.moves() {
        let now = *twin.current();
        let other: Turn = match turn.action() {
            Action::SetUp if position.mover() == player => *set_ups().choose(rng)?,
            Action::Barter if position.mover() == player => {
                let barters: Vec<Turn> = turns(&now)
                    .into_iter()
                    .filter(|b| b.action() == Action::Barter && b.from() == turn.from())
                    .collect();
                *barters.choose(rng)?
            }
            _ => turn,
        };
        // What was said aloud has to be true in the twin as well.
        let public = Observer::Public;
        if Hidden::observed(&position, turn, public) != Hidden::observed(&now, other, public) {
            return None;
        }
        twin.play(&now.ugi_move(other)).ok()?;
        position.play(turn);
    }
    Some(twin)
}

#[test]
fn secrets_do_not_show() {
    let mut rng = generator(12);
    let mut twins = 0;
    for game in 0..4000 {
        // Long games tell nearly everything: most are short.
        let length = if game % 4 == 0 { 400 } else { rng.random_range(1..30) };
        let record = random_beginning(&rules(), length, &mut rng);
        let player = if game % 2 == 0 { Player::One } else { Player::Two };
        for _ in 0..40 {
            let Some(twin) = disguise(&record, player, &mut rng) else { continue };
            for observer in [Observer::Player(!player), Observer::Public] {
                let (mine, other) = (record.observed(observer), twin.observed(observer));
                assert_eq!(mine.ugi_moves(), other.ugi_moves());
                assert_eq!(mine.current().fen(), other.current().fen());
                assert_eq!(mine.current().key(), other.current().key());
            }
            let differ = record.current().fen() != twin.current().fen();
            twins += usize::from(differ);
            if differ {
                break;
            }
        }
    }
    assert!(twins > 2000, "{twins} games had a twin");
}

#[test]
fn the_example_of_the_rules() {
    let mut record = History::new(Position::start(&rules()));
    assert_eq!(record.current().fen(), "6/6/6/6/6/6/6/6 RRRPPPSSS/rrrpppsss 1 - Bb 0 0");
    record.play("=RPSRPS").expect("legal");
    record.play("=SSPPRR").expect("legal");
    let view = Hidden::view(record.current(), Observer::Player(Player::One));
    assert_eq!(view.fen(), "6/xxxxxx/6/6/6/6/RPSRPS/6 RPS/xxx 1 ABCDEFabcdef Bb 0 1");
    assert_eq!(record.observed(Observer::Player(Player::One)).ugi_moves(), "=RPSRPS =XXXXXX");
    assert_eq!(record.observed(Observer::Public).ugi_moves(), "=XXXXXX =XXXXXX");
}

/// A known piece that is bartered is known to be in reserve, what comes in is not.
#[test]
fn a_known_piece_that_is_bartered() {
    let fen = "6/6/6/2+s3/2+S3/6/6/6 RRP/rrp 1 - Bb 0 9";
    let mut record = History::new(Position::from_fen(fen, &rules()).expect(fen));
    record.play("c4=R").expect("legal");
    let view = |observer| Hidden::view(record.current(), observer).fen();
    assert_eq!(view(Observer::Player(Player::One)), "6/6/6/2+s3/2R3/6/6/6 RP+S/xxx 2 - b 0 9");
    assert_eq!(view(Observer::Player(Player::Two)), "6/6/6/2+s3/2X3/6/6/6 +SXX/rrp 2 - b 0 9");
    assert_eq!(view(Observer::Public), "6/6/6/2+s3/2X3/6/6/6 +SXX/xxx 2 - b 0 9");
    assert_eq!(record.observed(Observer::Public).ugi_moves(), "c4=X");
}
