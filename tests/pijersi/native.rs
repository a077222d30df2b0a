//! Native set-ups and whole game records.

use crate::common::generator;
use crate::wild::thrown;
use crate::{after, position, rules, turns};
use rand::seq::IndexedRandom;
use sisku::games::pijersi::{Board, Board45, Board51, Position};
use sisku::games::{Game, History, Notation};

const CLASSIC: &str = "g16:sprspr f13:prs f4:ww f57:rsp b13:PSR b4:WW b57:SRP a16:RPSRPS";

#[test]
fn the_classic_set_up_is_the_start_of_both_boards() {
    fn check<B: Board>() {
        let start = Position::<B>::start(&rules::<B>());
        assert_eq!(start.native_position().as_deref(), Some(CLASSIC));
        assert_eq!(position::<B>(CLASSIC), start);
    }
    check::<Board45>();
    check::<Board51>();
}

#[test]
fn stacks_are_written_top_first() {
    let fen = "6/3pr3/6/7/WS5/7/R-5 w 0 1";
    assert_eq!(position::<Board45>(fen).native_position().as_deref(), Some("f4:rp c1:SW a1:R"));
    assert_eq!(position::<Board45>("f4:rp c1:SW a1:R").fen(), fen);
}

#[test]
fn tokens_may_come_in_any_order_and_size() {
    let shuffled = "a1:R a26:PSRPS b4:WW b57:SRP f4:ww f13:prs  b13:PSR f5:r f67:sp\tg16:sprspr";
    assert_eq!(position::<Board45>(shuffled), position(CLASSIC));
}

#[test]
fn set_ups_round_trip() {
    fn run<B: Board>(board: &str, seed: u64) {
        let mut rng = generator(seed);
        for _ in 0..2000 {
            let mut slow = thrown(board, &mut rng);
            (slow.white, slow.quiet, slow.number) = (true, 0, 1);
            let position = position::<B>(&slow.fen());
            match position.native_position() {
                Some(text) => assert_eq!(Position::from_fen(&text, &rules::<B>()), Ok(position), "{text}"),
                None => assert!(slow.cubes.iter().all(String::is_empty), "{}", slow.fen()),
            }
        }
    }
    run::<Board45>("45", 21);
    run::<Board51>("51", 22);
}

#[test]
fn only_fresh_positions_have_a_set_up() {
    for fen in ["6/7/6/3R-3/6/7/r-5 b 0 1", "6/7/6/3R-3/6/7/r-5 w 1 1", "6/7/6/3R-3/6/7/r-5 w 0 2"] {
        assert_eq!(position::<Board45>(fen).native_position(), None, "{fen}");
    }
}

#[test]
fn refused_set_ups_say_what_is_wrong() {
    for (text, token, expected) in [
        ("g16:sprspr f4", "f4", "a set-up token"),
        ("h16:sprspr", "h16:sprspr", "a set-up token"),
        ("g17:sprsprs", "g17:sprsprs", "a set-up token"),
        ("g61:sprspr", "g61:sprspr", "a set-up token"),
        ("g1+6:sprspr", "g1+6:sprspr", "a set-up token"),
        ("g1é:sp", "g1é:sp", "a set-up token"),
        ("g166:sprspr", "g166:sprspr", "a set-up token"),
        (":r", ":r", "a set-up token"),
        ("g1:x", "g1:x", "cubes"),
        ("g1:ß", "g1:ß", "cubes"),
        ("g1:", "g1:", "a cube for each cell"),
        ("g16:sprsp", "g16:sprsp", "a cube for each cell"),
        ("f4:www", "f4:www", "a cube for each cell"),
        ("f4:wr", "f4:wr", "a wise only on a wise"),
        ("f4:Rr", "f4:Rr", "one colour"),
        ("f4:ww f35:rrr", "f35:rrr", "each cell once, but f4 again"),
    ] {
        let error = Position::<Board45>::from_fen(text, &rules::<Board45>()).expect_err(text);
        assert_eq!(error.token, token, "{error}");
        assert!(error.expected.contains(expected), "{error}");
    }
}

#[test]
fn records_round_trip() {
    fn run<B: Board>(seed: u64) {
        let mut rng = generator(seed);
        for set_up in Position::<B>::SET_UPS.iter().cycle().take(30) {
            let start = (set_up.draw)(&rules::<B>(), &mut rng);
            let mut record = History::new(start);
            while let Some(&turn) = turns(record.current()).choose(&mut rng) {
                let text = record.current().native_move(turn);
                let expected = after(record.current(), turn);
                assert_eq!(record.play(&text), Ok(turn));
                assert_eq!(*record.current(), expected);
            }
            let text = record.write_native().expect("set-ups have a native form");
            let read = History::<Position<B>>::read_native(&text, &rules::<B>()).expect("what was written");
            assert_eq!(read.start(), record.start());
            assert_eq!(read.moves(), record.moves());
            assert_eq!(read.current(), record.current());
        }
    }
    run::<Board45>(23);
    run::<Board51>(24);
}

#[test]
fn records_may_leave_out_the_set_up_and_the_moves() {
    let read = |text: &str| History::<Position<Board45>>::read_native(text, &rules::<Board45>());
    let short = read("1 b4=c4-d4\n 2 g6-f6=e5").expect("a record");
    let long = read(&format!("{CLASSIC}\n1 b4=c4-d4 2 g6-f6=e5")).expect("a record");
    assert_eq!(short.current(), long.current());
    assert_eq!(short.write_native(), Some(format!("{CLASSIC} 1 b4=c4-d4 2 g6-f6=e5")));
    assert_eq!(read("").expect("a record").current(), &position(CLASSIC));
    assert_eq!(read(CLASSIC).expect("a record").current(), &position(CLASSIC));
}

#[test]
fn refused_records_say_what_is_wrong() {
    for (text, token, expected) in [
        ("b4=c4", "b4=c4", "rows, side"),
        ("1", "1", "a move after the number"),
        ("1 b4=c4 3 g6-f6", "3", "the number 2"),
        ("1 b4=c4 g6-f6", "g6-f6", "the number 2"),
        ("1 b4=c4 2 b4=c4", "b4=c4", "a legal turn"),
        ("g6:w f1:R a1:W 1 f1-g1 2 g6-f7", "g6-f7", "the game is over"),
        ("g6:w f1:Q 1 f1-g1", "f1:Q", "cubes"),
        ("99999999999999999999 b4=c4", "99999999999999999999", "the number 1"),
    ] {
        let Err(error) = History::<Position<Board45>>::read_native(text, &rules::<Board45>()) else {
            panic!("{text} was read");
        };
        assert_eq!(error.token, token, "{error}");
        assert!(error.expected.contains(expected), "{error}");
    }
}
