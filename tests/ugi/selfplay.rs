//! Two engines play each other while the rules core referees. Part of `.ci/run`:
//! `cargo test --test ugi selfplay -- --ignored`.

use crate::engine::Engine;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sisku::games::{History, Notation, Rules, Variant, Visitor};

/// Games on each variant.
const GAMES: u64 = 10;
/// No game lasts longer: a capture is due every 20 turns, and there are 28 cubes. Only the
/// kings of Jersi come back for ever, unless a rule ends the game.
const LONGEST_GAME: usize = 600;
const END: (&str, &str) = ("MaxTurns", "300");

#[test]
#[ignore = "takes a while; .ci/run runs it"]
fn selfplay_is_legal() {
    for &variant in Variant::ALL {
        let mut players = [&["2", "16"], &["1", "1"]].map(|&[threads, hash]| {
            let mut engine = Engine::start(&["--variant", variant.name()]);
            engine.send(&format!("setoption name Threads value {threads}"));
            engine.send(&format!("setoption name Hash value {hash}"));
            if variant.rule_options().iter().any(|rule| rule.name == END.0) {
                engine.send(&format!("setoption name {} value {}", END.0, END.1));
            }
            engine
        });
        for game in 0..GAMES {
            variant.visit(Play { players: &mut players, seed: game });
        }
        for mut player in players {
            player.send("quit");
            assert!(player.ended().well().is_empty());
        }
    }
}

struct Play<'a> {
    players: &'a mut [Engine; 2],
    seed: u64,
}

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: Notation>(self) {
        let Play { players, seed } = self;
        let mut rules = Rules::of(G::rule_options());
        // Games that have no such rule stay as they are.
        assert!(rules.set(END.0, END.1).is_ok());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let start = (G::SET_UPS[seed as usize % G::SET_UPS.len()].draw)(&rules, &mut rng);
        let start_text = start.fen();
        let mut record = History::new(start);
        let mut moves = String::new();
        for player in players.iter_mut() {
            player.send("uginewgame");
        }
        for ply in 0..LONGEST_GAME {
            let position = record.current();
            if position.outcome().is_some() {
                return;
            }
            // Colours change with the game.
            let player = &mut players[(position.mover().index() + seed as usize) % 2];
            player.send(&format!("position fen {start_text} moves{moves}"));
            player.send(
                ["go movetime 20", "go nodes 400", "go p1time 500 p2time 500 p1inc 5 p2inc 5"][ply % 3],
            );
            let (best, infos) = player.best_move();
            assert!(infos.iter().all(|info| info.starts_with("info depth ")), "{infos:?}");
            assert!(!infos.is_empty(), "an info line before each best move");
            let canonical = record.current().parse_move(&best).map(|mv| record.current().ugi_move(mv));
            assert_eq!(canonical.as_deref(), Ok(best.as_str()), "in {}", record.current().fen());
            record.play(&best).expect("a legal move");
            moves.push(' ');
            moves.push_str(&best);
        }
        panic!("the game from {start_text} does not end:{moves}");
    }
}
