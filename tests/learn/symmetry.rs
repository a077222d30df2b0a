//! The features of nets: their symmetries, their numbers, their sums.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use sisku::games::{
    Features, MAX_ACTIVE, MAX_MOVE_ACTIVE, Notation, Rules, Variant, Visitor, jersi, pijersi,
};
use std::collections::BTreeSet;

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

/// The active features of a position, as a symmetry maps them.
pub(crate) fn features<G: Notation>(position: &G, symmetry: usize) -> Vec<usize> {
    let mut list = Vec::new();
    G::Features::active_features(position, |feature| {
        assert!(feature < G::Features::COUNT);
        list.push(G::Features::symmetric(symmetry, feature));
    });
    list.sort_unstable();
    list
}

/// The features of all moves of a position, as a symmetry maps them.
pub(crate) fn move_features<G: Notation>(position: &G, symmetry: usize) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut lists = Vec::new();
    G::Features::move_features(position, &moves, |features| {
        assert!(features.iter().all(|&feature| usize::from(feature) < G::Features::MOVE_COUNT));
        let symmetric = |&feature: &u16| G::Features::symmetric_move(symmetry, feature.into());
        let mut list: Vec<usize> = features.iter().map(symmetric).collect();
        list.sort_unstable();
        lists.push(list);
    });
    assert_eq!(lists.len(), moves.len());
    lists.sort();
    lists
}

/// Positions of random games, at least one of each.
pub(crate) fn walk<G: Notation>(games: usize, mut check: impl FnMut(&G)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let rules = Rules::of(G::rule_options());
    for game in 0..games {
        let start = G::SET_UPS.last().map(|set_up| (set_up.draw)(&rules, &mut rng));
        let mut position = start.unwrap_or_else(|| G::start(&rules));
        for ply in 0..40 {
            if position.outcome().is_some() {
                assert!(ply > 0, "game {game}: nothing was checked");
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
    assert_eq!(G::Features::SYMMETRIES, 6, "two mirrors times three rotations of the roles");
    let rules = Rules::of(G::rule_options());
    let mut checked = 0;
    walk::<G>(games, |position| {
        let text = position.fen();
        let parse = |text: String| G::from_fen(&text, &rules).expect(&text);
        for symmetry in 0..G::Features::SYMMETRIES {
            let image = parse(image(&text, symmetry));
            assert_eq!(features(position, symmetry), features(&image, 0), "{text}");
            assert_eq!(move_features(position, symmetry), move_features(&image, 0), "{text}");
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
        assert_eq!(features(position, 0), features(&other, 0), "{text}");
        assert_eq!(move_features(position, 0), move_features(&other, 0), "{text}");
    });
}

#[test]
fn features_of_pijersi_follow_every_symmetry() {
    symmetries_hold::<pijersi::Position<pijersi::Board45>>(6);
    symmetries_hold::<pijersi::Position<pijersi::Board51>>(6);
}

#[test]
fn both_players_see_pijersi_alike() {
    colours_see_alike::<pijersi::Position<pijersi::Board45>>(6);
    colours_see_alike::<pijersi::Position<pijersi::Board51>>(6);
}

#[test]
fn features_of_jersi_follow_every_symmetry() {
    symmetries_hold::<jersi::Position<jersi::Classic>>(3);
    symmetries_hold::<jersi::Position<jersi::NoDrop>>(3);
}

#[test]
fn both_players_see_jersi_alike() {
    colours_see_alike::<jersi::Position<jersi::NoDrop>>(4);
}

/// A symmetry maps features one to one: nothing is lost and nothing comes twice.
struct Permutations;

impl Visitor for Permutations {
    type Output = ();

    fn visit<G: Notation>(self) {
        let permutes = |count: usize, map: &dyn Fn(usize) -> usize| {
            let mapped: BTreeSet<usize> = (0..count).map(map).collect();
            assert!(mapped.into_iter().eq(0..count));
        };
        for symmetry in 0..G::Features::SYMMETRIES {
            permutes(G::Features::COUNT, &|feature| G::Features::symmetric(symmetry, feature));
            permutes(G::Features::MOVE_COUNT, &|feature| G::Features::symmetric_move(symmetry, feature));
        }
        assert!((0..G::Features::COUNT).all(|feature| G::Features::symmetric(0, feature) == feature));
        assert!(
            (0..G::Features::MOVE_COUNT).all(|feature| G::Features::symmetric_move(0, feature) == feature)
        );
    }
}

#[test]
fn symmetries_are_permutations_of_features() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Permutations));
}

/// The most active features of a position and of a move in random games, of a game that
/// has nets.
struct MostActive;

impl Visitor for MostActive {
    type Output = Option<(usize, usize)>;

    fn visit<G: Notation>(self) -> Self::Output {
        let (mut most, mut most_of_move) = (0, 0);
        walk::<G>(20, |position| {
            let mut active = 0;
            G::Features::active_features(position, |_| active += 1);
            most = most.max(active);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            G::Features::move_features(position, &moves, |features| {
                most_of_move = most_of_move.max(features.len());
            });
        });
        (G::Features::COUNT > 0).then_some((most, most_of_move))
    }
}

/// What is beyond the bounds would be lost in release builds.
#[test]
fn active_features_stay_below_their_bounds() {
    let mut checked = 0;
    for variant in Variant::ALL {
        let Some((most, most_of_move)) = variant.visit(MostActive) else { continue };
        assert!((10..=MAX_ACTIVE).contains(&most), "{}: {most} features", variant.name());
        assert!(
            (3..=MAX_MOVE_ACTIVE).contains(&most_of_move),
            "{}: {most_of_move} features of a move",
            variant.name()
        );
        checked += 1;
    }
    assert!(checked >= 4, "{checked} variants with features");
}

/// The logits of moves are the sums over their features, however a game adds them up.
fn logits_add_up<G: Notation>(games: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let feature_logits: Vec<f32> =
        (0..G::Features::MOVE_COUNT).map(|_| rng.random_range(-1.0..1.0)).collect();
    let (mut logits, mut checked) = (Vec::new(), 0);
    walk::<G>(games, |position| {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        G::Features::logits(position, &moves, &feature_logits, &mut logits);
        let mut rest = logits.iter();
        G::Features::move_features(position, &moves, |features| {
            let sum: f32 = features.iter().map(|&feature| feature_logits[usize::from(feature)]).sum();
            let logit = rest.next().expect("a logit for each move");
            assert!((logit - sum).abs() < 1e-4, "{logit}, {sum}: {}", position.fen());
            checked += 1;
        });
        assert_eq!(rest.next(), None);
    });
    assert!(checked > 1000);
}

#[test]
fn logits_are_sums_over_features() {
    logits_add_up::<pijersi::Position<pijersi::Board45>>(2);
    logits_add_up::<jersi::Position<jersi::Classic>>(3);
    logits_add_up::<jersi::Position<jersi::NoDrop>>(1);
    logits_add_up::<jersi::Position<jersi::Ransom>>(2);
}
