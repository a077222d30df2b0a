//! Drawings of whole games of every variant.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use sisku::draw::{Picture, animate};
use sisku::formats::GameRecord;
use sisku::games::{Observer, Player, Rules, Variant};

fn random(variant: Variant) -> GameRecord {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut game = GameRecord::new(variant, &Rules::of(variant.rule_options()), None).expect("the start");
    for turn in 0..80 {
        let Some(mv) = game.legal_moves(turn).choose(&mut rng).cloned() else { break };
        game.choose(&mv.ugi).expect("legal");
    }
    game
}

/// Tags are closed in their order, and attributes are quoted: enough for what we write.
fn check_xml(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains("NaN") && !tag.contains("NaN") && !tag.contains("inf"), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Times of an animation grow from 0 to 1, and there are as many values.
fn check_times(svg: &str) {
    for tag in svg.split('<').filter(|tag| tag.starts_with("animate")) {
        let list = |name: &str| {
            let rest = tag.split(&format!("{name}=\"")).nth(1).expect("an attribute");
            rest.split('"').next().expect("a value").split(';').map(str::to_string).collect::<Vec<_>>()
        };
        let times: Vec<f32> = list("keyTimes").iter().map(|time| time.parse().expect("a number")).collect();
        assert_eq!(times.len(), list("values").len(), "{tag}");
        assert_eq!(times[0], 0.0, "{tag}");
        assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{tag}");
        assert!(tag.contains("discrete") || times.last() == Some(&1.0), "{tag}");
    }
}

#[test]
fn every_game_is_drawn_and_animated() {
    for &variant in Variant::ALL {
        let game = random(variant);
        let games = match variant.hidden() {
            true => vec![game.observed(Observer::Player(Player::Two)), game],
            false => vec![game],
        };
        for game in games {
            for turn in [0, 1, 7, game.turns()] {
                let mut picture = Picture::of_turn(&game, turn);
                if let Some(mv) = game.legal_moves(turn).first() {
                    picture.point_out(&mv.steps);
                }
                let svg = picture.svg();
                check_xml(&svg);
                let tokens = svg.matches("class=\"token").count();
                let scene = &picture.scene;
                assert_eq!(tokens, scene.pieces.len() + scene.reserves.len() + scene.captured.len());
            }
            let svg = animate(&game, false);
            check_xml(&svg);
            check_times(&svg);
            assert!(svg.len() < 2_000_000, "{}", svg.len());
        }
    }
}

/// In Pijersi no piece looks different after a move, so that nobody new appears.
#[test]
fn pieces_stay_who_they_are() {
    for variant in [Variant::Pijersi, Variant::Pijersi51, Variant::JersiNoDrop] {
        let mut game = random(variant);
        // A king that returns is somebody new.
        let returns = game.moves().position(|mv| mv.native.contains("/K:"));
        game.truncate(returns.unwrap_or(game.turns()));
        let svg = animate(&game, false);
        let beside: usize = (0..=game.turns())
            .map(|turn| game.scene(turn))
            .map(|scene| scene.captured.len() + scene.reserves.len())
            .sum();
        let tokens = svg.matches("class=\"token").count();
        assert_eq!(tokens - beside, game.scene(0).pieces.len(), "{}", variant.name());
    }
}
