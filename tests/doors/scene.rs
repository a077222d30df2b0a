//! Scenes of all games along random ones.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::games::{Information, Notation, Observer, Player, Rules, Scene, Variant, Visitor};
use std::collections::BTreeSet;

/// The pieces of each player, on the board, in reserve or captured.
fn armies(scene: &Scene) -> [usize; 2] {
    Player::BOTH.map(|player| {
        let beside = scene.reserves.iter().chain(&scene.captured);
        let beside = beside.filter(|some| some.player == player).map(|some| usize::from(some.count));
        scene.pieces.iter().filter(|piece| piece.player == player).count() + beside.sum::<usize>()
    })
}

struct Walk;

impl Visitor for Walk {
    type Output = ();

    fn visit<G: Notation>(self) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let rules = Rules::of(G::rule_options());
        let army = armies(&G::start(&rules).scene());
        assert!(army[0] >= 9 && army[0] == army[1]);
        for _ in 0..5 {
            let mut position = G::start(&rules);
            for _ in 0..150 {
                let scene = position.scene();
                assert_eq!(armies(&scene), army, "{}", position.fen());
                check(&scene);
                check(&G::Information::view(&position, Observer::Player(Player::Two)).scene());
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let Some(&mv) = moves.choose(&mut rng) else { break };
                for step in position.move_steps(mv) {
                    for cell in step.from.iter().chain([&step.to]) {
                        assert!(scene.cell(cell).is_some(), "{step:?}");
                    }
                }
                position.play(mv);
            }
        }
    }
}

/// Cells have names and places of their own, and stacks have no gaps.
fn check(scene: &Scene) {
    let names: BTreeSet<&str> = scene.cells.iter().map(|cell| cell.name.as_str()).collect();
    assert_eq!(names.len(), scene.cells.len());
    for (i, cell) in scene.cells.iter().enumerate() {
        let apart = scene.cells[..i].iter().map(|other| (cell.x - other.x).hypot(cell.y - other.y));
        assert!(apart.fold(1.0, f32::min) > 0.999, "{cell:?}");
        let levels: Vec<u8> = scene.on(&cell.name).map(|piece| piece.level).collect();
        assert!(levels.iter().copied().eq(0..levels.len() as u8), "{levels:?}");
    }
    assert!(scene.pieces.iter().all(|piece| names.contains(piece.cell.as_str())));
    assert_eq!(scene.outcome.is_some(), scene.ending.is_some());
}

#[test]
fn scenes_hold_all_that_there_is() {
    for variant in Variant::ALL {
        variant.visit(Walk);
    }
}

#[test]
fn views_show_nothing_secret() {
    use sisku::games::{Game, bloch::Position};
    let rules = Rules::of(Position::rule_options());
    let fen = "6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1";
    let position = Position::from_fen(fen, &rules).expect(fen);
    let letters = |scene: &Scene| scene.pieces.iter().map(|piece| piece.kind.letter).collect::<String>();
    assert_eq!(letters(&position.scene()), "RPSRPSSSPPRR");
    let view = <Position as Game>::Information::view(&position, Observer::Player(Player::One)).scene();
    assert_eq!(letters(&view), "RPSRPSXXXXXX");
    let hidden: Vec<_> = view.reserves.iter().filter(|some| some.player == Player::Two).collect();
    assert_eq!(hidden.iter().map(|some| (some.kind.letter, some.count)).collect::<Vec<_>>(), [('X', 3)]);
}

#[test]
fn scenes_are_json() {
    use sisku::games::{Game, pijersi};
    let start = pijersi::Position::<pijersi::Board45>::start(&Rules::of(Variant::Pijersi.rule_options()));
    let json = serde_json::to_string(&start.scene()).expect("plain");
    for part in [
        r#"{"cells":[{"name":"a1","x":-2.5,"y":0.0,"shape":"hexagon","goal":2},"#,
        r#"{"cell":"b4","level":1,"player":1,"kind":{"letter":"W","name":"wise"},"secret":false}"#,
        r#""mover":1,"outcome":null,"#,
    ] {
        assert!(json.contains(part), "{json}");
    }
}
