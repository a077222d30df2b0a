//! What holds of every sentence, on random positions of every game.

use crate::common::generator;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::{Information, Notation, NotationError, Observer, Rules, Scene, Variant, Visitor};

/// Games of each variant, and texts tried in each position.
const GAMES: usize = 6;
const TEXTS: usize = 60;

#[test]
fn nothing_is_said_of_legal_moves_and_the_truth_of_others() {
    for &variant in Variant::ALL {
        let Seen { legal, faults, kings, ransoms } = variant.visit(Walk { variant });
        let name = variant.name();
        assert!(legal > 500 && faults > 5000, "{name}: {legal} {faults}");
        assert!(kings >= 20 || !name.starts_with("jersi"), "{name}: {kings} kings put back");
        assert!(ransoms >= 20 || variant != Variant::JersiRansom, "{name}: {ransoms} ransoms given up");
    }
}

/// Texts that make no sense get no reason, or one; nothing panics.
#[test]
fn anything_may_be_asked() {
    struct Ask;
    impl Visitor for Ask {
        type Output = ();

        fn visit<G: Notation>(self) {
            let position = (G::SET_UPS[1].draw)(&Rules::of(G::rule_options()), &mut generator(1));
            let parts = [
                "a1", "b4", "é", "🦀", "=", "-", "x", ":", "/", "#", "!", "K:", "M", "R", "0000", "a99", " ",
            ];
            for first in parts {
                for second in parts {
                    for third in parts {
                        let text = format!("{first}{second}{third}");
                        let said = position.explain(&text);
                        assert!(said.is_none() || position.parse_move(&text).is_err(), "{text}: {said:?}");
                    }
                }
            }
            let endless = position.explain(&"a1-".repeat(10_000));
            assert!(endless.is_none_or(|said| said.len() < 200));
        }
    }
    Variant::ALL.iter().for_each(|variant| variant.visit(Ask));
}

struct Walk {
    variant: Variant,
}

/// What was asked about.
#[derive(Default)]
struct Seen {
    legal: usize,
    faults: usize,
    /// Legal moves among them that put a king back or give a ransom up.
    kings: usize,
    ransoms: usize,
}

impl Visitor for Walk {
    type Output = Seen;

    fn visit<G: Notation>(self) -> Seen {
        let mut rng = generator(15);
        let mut seen = Seen::default();
        for game in 0..GAMES {
            let set_up = &G::SET_UPS[game % G::SET_UPS.len()];
            let mut rules = Rules::of(G::rule_options());
            if game % 2 == 1 {
                rules.set("CampDepth", "2").expect("a depth");
            }
            let mut position = (set_up.draw)(&rules, &mut rng);
            for _ in 0..60 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                // Mostly captures, so that kings fall and boards empty.
                let captures = captures(&position, &moves);
                let some = captures.choose(&mut rng).filter(|_| rng.random_ratio(2, 3));
                let Some(&mv) = some.or(moves.choose(&mut rng)) else { break };
                // As a player sees it, the kinds of the other's pieces unknown.
                let view = G::Information::view(&position, Observer::Player(position.mover()));
                for position in [&position, &view] {
                    for i in 0..TEXTS {
                        let likely = if i % 2 == 0 || captures.is_empty() { &moves } else { &captures };
                        let text = some_text(self.variant, position, likely, &mut rng);
                        seen.count(&text, check(position, &text));
                    }
                }
                position.play(mv);
            }
        }
        seen
    }
}

impl Seen {
    fn count(&mut self, text: &str, legal: bool) {
        self.legal += usize::from(legal);
        self.faults += usize::from(!legal);
        self.kings += usize::from(legal && text.contains("/K:"));
        self.ransoms += usize::from(legal && text.starts_with('#'));
    }
}

/// The moves that capture; of a king alone, if one can be captured.
fn captures<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<G::Move> {
    let marked = |mark: &str| {
        let has = |&mv: &G::Move| position.native_move(mv).contains(mark);
        moves.iter().copied().filter(has).collect::<Vec<_>>()
    };
    ["!!", "!", "x"].into_iter().map(marked).find(|moves| !moves.is_empty()).unwrap_or_default()
}

/// A well-formed text: a legal move, one with something changed, or something made up.
fn some_text<G: Notation>(
    variant: Variant,
    position: &G,
    moves: &[G::Move],
    rng: &mut Xoshiro256PlusPlus,
) -> String {
    let cells: Vec<String> = position.scene().cells.into_iter().map(|cell| cell.name).collect();
    let mut cell = |rng: &mut Xoshiro256PlusPlus| cells.choose(rng).cloned().unwrap_or_default();
    let legal = moves.choose(rng).map(|&mv| match rng.random() {
        true => position.ugi_move(mv),
        false => position.native_move(mv),
    });
    match (rng.random_range(0..8), legal) {
        (0, Some(legal)) => legal,
        (1..=4, Some(legal)) => changed(&legal, &mut cell, rng),
        _ => {
            let [a, b, c] = [cell(rng), cell(rng), cell(rng)];
            let forms: &[&str] = match variant {
                Variant::Pijersi | Variant::Pijersi51 => {
                    &["ab", "abc", "a-b", "a=b", "a-b=c", "a=b-c", "a=b=c"]
                }
                Variant::Bloch => &["ab", "axb", "abxc", "a=R", "axb:RS", "=RPSRPS", "0000"],
                _ => &[
                    "a-b", "a=b", "a-b=c", "a=b-c", "M:a", "W:a/M:b", "W:a/W:a", "#a", "/K:a", "a-b/K:c",
                    "a-b#R",
                ],
            };
            let form = forms.choose(rng).copied().unwrap_or_default();
            form.replace('a', "1").replace('b', "2").replace('c', "3").chars().fold(
                String::new(),
                |text, letter| match letter {
                    '1' => text + &a,
                    '2' => text + &b,
                    '3' => text + &c,
                    letter => format!("{text}{letter}"),
                },
            )
        }
    }
}

/// A move with one of its cells or of its kinds replaced.
fn changed(
    text: &str,
    cell: &mut impl FnMut(&mut Xoshiro256PlusPlus) -> String,
    rng: &mut Xoshiro256PlusPlus,
) -> String {
    let bytes = text.as_bytes();
    let is_cell =
        |&i: &usize| bytes[i].is_ascii_lowercase() && bytes.get(i + 1).is_some_and(u8::is_ascii_digit);
    let places: Vec<usize> = (0..bytes.len()).filter(is_cell).collect();
    let kinds: Vec<usize> = (0..bytes.len()).filter(|&i| b"RPSMWF".contains(&bytes[i])).collect();
    let mut changed = text.to_string();
    if let Some(&place) = kinds.choose(rng).filter(|_| places.is_empty() || rng.random_ratio(1, 3)) {
        let kind = ["R", "P", "S", "M", "W"].choose(rng).copied().unwrap_or("R");
        // Where the game has no such kind, the text makes no sense.
        let known = text.starts_with('=') || !text.contains(['/', '#', ':']);
        changed.replace_range(place..=place, if known && "MW".contains(kind) { "P" } else { kind });
    } else if let Some(&place) = places.choose(rng) {
        changed.replace_range(place..place + 2, &cell(rng));
    }
    changed
}

/// Checks a text in a position; whether it is a legal move.
fn check<G: Notation>(position: &G, text: &str) -> bool {
    let (parsed, said) = (position.parse_move(text), position.explain(text));
    let context = format!("{}\n{}\n{text}: {said:?}", position.fen(), position.diagram());
    assert_eq!(parsed.is_ok(), said.is_none(), "{context}");
    assert_eq!(position.explain(&text.to_ascii_uppercase()), said, "{context}");
    if let Some(said) = &said {
        check_truth(position, said, &context);
    }
    parsed.is_ok()
}

/// Checks what a sentence says of the board against the scene.
fn check_truth<G: Notation>(position: &G, said: &str, context: &str) {
    let scene = position.scene();
    if let Some(first) = said.split_once(" ends the turn").map(|(first, _)| first) {
        assert!(can_be_done(position, first), "{context}");
        return;
    }
    if let Some(rest) = said.strip_prefix("after ") {
        let first = rest.split([' ', ',']).next().unwrap_or_default();
        assert!(can_be_done(position, first), "{context}");
        return;
    }
    if let Some(cell) = said.strip_prefix("nothing stands on ") {
        assert_eq!(scene.on(cell).count(), 0, "{context}");
    } else if let Some((cell, owner)) = said.split_once(" is player ") {
        if cell.len() == 2 {
            let top = scene.on(cell).last().expect(context);
            assert_ne!(top.player, scene.mover, "{context}");
            assert!(owner.starts_with(["1", "2"][top.player.index()]), "{context}");
        }
    } else if let Some((from, rest)) = said.split_once(" cannot go to ") {
        check_way(&scene, from, rest, context);
    } else if let Some((captor, rest)) = said.split_once(" cannot capture ") {
        let prey = rest.split(':').next().unwrap_or_default();
        let (captor, prey) = (names_top(&scene, captor), names_top(&scene, prey));
        assert_eq!((captor, prey), (Some(scene.mover), Some(!scene.mover)), "{context}");
    }
}

/// Whether the first action of a turn is legal on its own, but for what a captured king demands.
fn can_be_done<G: Notation>(position: &G, first: &str) -> bool {
    let king = |error: NotationError| {
        error.expected.contains("the captured king") || error.expected.contains("ransom")
    };
    position.parse_move(first).map_or_else(king, |_| true)
}

/// Checks what is said of a way against the cells' centres.
fn check_way(scene: &Scene, from: &str, rest: &str, context: &str) {
    let (to, why) = rest.split_once(": ").expect(context);
    let place = |name: &str| scene.cell(name).map(|cell| (cell.x, cell.y)).expect(context);
    let ((x1, y1), (x2, y2)) = (place(from), place(to));
    let distance = (x1 - x2).hypot(y1 - y2);
    let near = distance < 1.01;
    if why.contains("one space") || why.contains("one cell") || why.contains("one square") {
        assert!(!near, "{context}");
    }
    if why.contains("straight line") {
        let straight = scene.cells.iter().any(|cell| middle((x1, y1), (x2, y2), (cell.x, cell.y)));
        assert!(!straight || (distance - 2.0).abs() > 0.01, "{context}");
    }
    if let Some((_, between)) = why.split_once("but ") {
        let name = &between[..2];
        assert!(middle((x1, y1), (x2, y2), place(name)) && (distance - 2.0).abs() < 0.01, "{context}");
        assert!(scene.on(name).count() > 0, "{context}");
    }
    if why.contains("already") {
        assert_eq!(scene.on(to).count(), 2, "{context}");
    }
    if why.contains("own") {
        assert_eq!(scene.on(to).last().map(|top| top.player), Some(scene.mover), "{context}");
    }
}

fn middle(a: (f32, f32), b: (f32, f32), m: (f32, f32)) -> bool {
    ((a.0 + b.0) / 2.0 - m.0).abs() < 0.01 && ((a.1 + b.1) / 2.0 - m.1).abs() < 0.01
}

/// The owner of what a sentence calls `the rock on a1` or `the stack on a1 (rock on top)`, if it
/// is so.
fn names_top(scene: &Scene, words: &str) -> Option<sisku::games::Player> {
    let words: Vec<&str> = words.split(' ').collect();
    let [_, what, "on", cell, ref rest @ ..] = words[..] else { return None };
    let top = scene.on(cell).last()?;
    let kind = rest.first().map_or(what, |kind| kind.trim_start_matches('('));
    (kind == top.kind.name).then_some(top.player)
}
