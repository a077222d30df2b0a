//! The inputs of nets follow the symmetries of their games.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sisku::games::{Features, Notation, Rules, jersi, pijersi};

/// Cubes and gaps of a row, each with its letters.
fn units(row: &str) -> Vec<String> {
    let mut units = Vec::new();
    let mut letters = row.chars();
    while let Some(c) = letters.next() {
        let second = if c.is_ascii_digit() { None } else { letters.next() };
        units.push([Some(c), second].into_iter().flatten().collect());
    }
    units
}

/// A position's text with other rows and the rest as it is.
fn redrawn(text: &str, change: impl Fn(Vec<Vec<String>>) -> Vec<Vec<String>>) -> String {
    let (rows, rest) = text.split_once(' ').expect("more than rows");
    let rows = change(rows.split('/').map(units).collect());
    let rows: Vec<String> = rows.into_iter().map(|row| row.concat()).collect();
    format!("{} {rest}", rows.join("/"))
}

/// A position's text as a symmetry shows it: mirrored if odd, roles moved on in a circle.
fn image(text: &str, symmetry: usize) -> String {
    let turned = |c: char| {
        let place = "RPSrps".find(c);
        place.map_or(c, |i| "RPSrps".as_bytes()[i / 3 * 3 + (i % 3 + symmetry / 2) % 3] as char)
    };
    redrawn(text, |mut rows| {
        for row in &mut rows {
            row.iter_mut().for_each(|unit| *unit = unit.chars().map(turned).collect());
            if symmetry % 2 == 1 {
                row.reverse();
            }
        }
        rows
    })
}

/// A position's text with the board turned round and the colours exchanged.
fn other_side(text: &str) -> String {
    let case = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let text = redrawn(text, |mut rows| {
        rows.reverse();
        for row in &mut rows {
            row.reverse();
            row.iter_mut().for_each(|unit| *unit = unit.chars().map(case).collect());
        }
        rows
    });
    let side = |field: &str| match field {
        "w" => "b".to_string(),
        "b" => "w".to_string(),
        _ => field.to_string(),
    };
    text.split(' ').map(side).collect::<Vec<_>>().join(" ")
}

pub fn inputs<G: Notation>(position: &G, symmetry: usize) -> Vec<usize> {
    let mut list = Vec::new();
    G::Features::position(position, |input| {
        assert!(input < G::Features::INPUTS);
        list.push(G::Features::image(symmetry, input));
    });
    list.sort_unstable();
    list
}

pub fn move_inputs<G: Notation>(position: &G, symmetry: usize) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut lists = Vec::new();
    G::Features::moves(position, &moves, |on| {
        assert!(on.iter().all(|&input| usize::from(input) < G::Features::MOVE_INPUTS));
        let image = |&input: &u16| G::Features::move_image(symmetry, input.into());
        let mut list: Vec<usize> = on.iter().map(image).collect();
        list.sort_unstable();
        lists.push(list);
    });
    assert_eq!(lists.len(), moves.len());
    lists.sort();
    lists
}

/// Positions of random games.
pub fn walk<G: Notation>(games: usize, mut check: impl FnMut(&G)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let rules = Rules::of(G::rule_options());
    for _ in 0..games {
        let start = G::SET_UPS.last().map(|set_up| (set_up.draw)(&rules, &mut rng));
        let mut position = start.unwrap_or_else(|| G::start(&rules));
        for _ in 0..40 {
            if position.outcome().is_some() {
                break;
            }
            check(&position);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            position.play(*moves.choose(&mut rng).expect("a move"));
        }
    }
}

fn symmetries_hold<G: Notation>(games: usize) {
    let rules = Rules::of(G::rule_options());
    let mut checked = 0;
    walk::<G>(games, |position| {
        let text = position.fen();
        let parse = |text: String| G::from_fen(&text, &rules).expect(&text);
        for symmetry in 0..G::Features::SYMMETRIES {
            let image = parse(image(&text, symmetry));
            assert_eq!(inputs(position, symmetry), inputs(&image, 0), "{text}");
            assert_eq!(move_inputs(position, symmetry), move_inputs(&image, 0), "{text}");
        }
        checked += 1;
    });
    assert!(checked > 20);
}

fn colours_see_alike<G: Notation>(games: usize) {
    let rules = Rules::of(G::rule_options());
    walk::<G>(games, |position| {
        let text = other_side(&position.fen());
        // A reserve belongs to a colour, and is not exchanged by a change of rows.
        let Ok(other) = G::from_fen(&text, &rules) else { panic!("{text}") };
        assert_eq!(inputs(position, 0), inputs(&other, 0), "{text}");
        assert_eq!(move_inputs(position, 0), move_inputs(&other, 0), "{text}");
    });
}

#[test]
fn inputs_of_pijersi_follow_every_symmetry() {
    symmetries_hold::<pijersi::Position<pijersi::Board45>>(6);
    symmetries_hold::<pijersi::Position<pijersi::Board51>>(6);
}

#[test]
fn both_players_see_pijersi_alike() {
    colours_see_alike::<pijersi::Position<pijersi::Board45>>(6);
    colours_see_alike::<pijersi::Position<pijersi::Board51>>(6);
}

#[test]
fn inputs_of_jersi_follow_every_symmetry() {
    symmetries_hold::<jersi::Position<jersi::Classic>>(3);
    symmetries_hold::<jersi::Position<jersi::NoDrop>>(3);
}

#[test]
fn both_players_see_jersi_alike() {
    colours_see_alike::<jersi::Position<jersi::NoDrop>>(4);
}

/// The logits of moves are the sums over their inputs, however a game adds them up.
fn logits_add_up<G: Notation>(games: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let scores: Vec<f32> = (0..G::Features::MOVE_INPUTS).map(|_| rng.random_range(-1.0..1.0)).collect();
    let (mut logits, mut checked) = (Vec::new(), 0);
    walk::<G>(games, |position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        G::Features::logits(position, &moves, &scores, &mut logits);
        let mut rest = logits.iter();
        G::Features::moves(position, &moves, |on| {
            let sum: f32 = on.iter().map(|&input| scores[usize::from(input)]).sum();
            let logit = rest.next().expect("a logit for each move");
            assert!((logit - sum).abs() < 1e-4, "{logit}, {sum}: {}", position.fen());
            checked += 1;
        });
        assert_eq!(rest.next(), None);
    });
    assert!(checked > 1000);
}

#[test]
fn logits_are_sums_over_inputs() {
    logits_add_up::<pijersi::Position<pijersi::Board45>>(2);
    logits_add_up::<jersi::Position<jersi::Classic>>(3);
    logits_add_up::<jersi::Position<jersi::NoDrop>>(1);
    logits_add_up::<jersi::Position<jersi::Ransom>>(2);
}
