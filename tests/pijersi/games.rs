//! Games that people and programs have played, replayed where they are at hand.

use crate::table::rows;
use crate::{position, rules, status};
use sisku::games::pijersi::{Board45, Position};
use sisku::games::{History, Notation};
use std::fs;
use std::path::Path;

/// The games, unless they are absent: they may be read in place but not copied here.
fn games() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/pijersi/games.tsv");
    let text = fs::read_to_string(&path);
    if text.is_err() {
        println!("skipped: {} is not here", path.display());
    }
    text.ok()
}

#[test]
fn real_games_replay_in_both_notations() {
    let Some(text) = games() else { return };
    for row in rows(&text) {
        let start = position::<Board45>(&format!("{} w 0 1", row.get("start")));
        let mut by_ugi = History::new(start);
        let mut by_native = History::new(start);
        let (ugi, native) = (row.get("ugi").split(' '), row.get("native").split(' '));
        assert_eq!(ugi.clone().count(), native.clone().count());
        for (ugi, native) in ugi.zip(native) {
            let context = format!("{} {ugi}", row.get("source"));
            let before = *by_ugi.current();
            let turn = by_ugi.play(ugi).unwrap_or_else(|e| panic!("{context}: {e}"));
            assert_eq!(by_native.play(native), Ok(turn), "{context}");
            assert_eq!(before.ugi_move(turn), ugi, "{context}");
            assert_eq!(before.native_move(turn), native, "{context}");
        }
        // Results such as `draw (half=20)` tell the quiet turns too.
        let end = by_ugi.current();
        let result = match row.get("result") {
            quiet if quiet.contains('(') => format!("{} (half={})", status(end), end.quiet_turns()),
            _ => status(end).to_string(),
        };
        assert_eq!(result, row.get("result"), "{}", row.get("source"));
        assert_eq!(end, by_native.current());

        let numbered = (1..).zip(row.get("native").split(' ')).map(|(n, turn)| format!("{n} {turn}"));
        let set_up = start.native_position().expect("games begin with a set-up");
        let text = format!("{set_up} {}", numbered.collect::<Vec<_>>().join(" "));
        let read = History::<Position<Board45>>::read_native(&text, &rules::<Board45>()).expect("a record");
        assert_eq!((read.current(), read.moves()), (end, by_ugi.moves()), "{}", row.get("source"));
        assert_eq!(read.write_native(), Some(text));
    }
}
