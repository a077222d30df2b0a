use super::{Expectimax, Replies};
use crate::contest::{Contest, Score};
use crate::opponents::{Name, Skill, ask};
use crate::{generator, pool, rules};
use sisku::games::bloch::{Hidden, Position, Turn};
use sisku::games::{Game, History, Information, Observer, Player};

const ALL: [Name; 5] = [Name::Runner, Name::Expectimax, Name::Guard, Name::Ismcts, Name::Feint];

fn against_random(name: Name, nodes: u64, pairs: u64) -> Score {
    let skill = Skill::quick(nodes);
    let contest = Contest { player: (name, skill.clone()), opponent: (Name::Random, skill), seed: 7 };
    Score::of(&pool::run(0..pairs, 1, "pairs", |pair| contest.pair(pair)).expect("legal turns"))
}

/// `ask` checks that every turn is legal.
#[test]
fn every_yardstick_plays_to_the_end() {
    for name in ALL {
        let score = against_random(name, 30, 2);
        assert_eq!(score.wdl.iter().sum::<usize>(), 4, "{name:?}");
    }
}

#[test]
fn those_that_count_beat_a_random_player() {
    for (name, least) in
        [(Name::Runner, 0.95), (Name::Expectimax, 0.95), (Name::Ismcts, 0.9), (Name::Guard, 0.8)]
    {
        let score = against_random(name, 300, 5);
        assert!(score.mean >= least, "{name:?}: {score:?}");
    }
}

/// Turns chosen in games that differ in nothing but the other's secrets.
#[test]
fn no_yardstick_uses_what_it_may_not_know() {
    let turns = "a2a4 f7f6 c2c4 d7d6 c4d4 d6d5 b2b3 a7=";
    let chosen = |name: Name, set_up: &str, barter: &str| -> Vec<Turn> {
        let mut game = History::new(Position::start(&rules()));
        let mut agent = Skill::quick(50).agent(name);
        let mut rng = generator(3, 5);
        let mut chosen = Vec::new();
        for turn in ["=RRPPSS", set_up].into_iter().chain(turns.split(' ')) {
            if game.current().mover() == sisku::games::Player::One && game.moves().len() > 1 {
                chosen.push(ask(&mut *agent, &game, &mut rng).expect("a legal turn"));
            }
            let turn = if turn.ends_with('=') { format!("{turn}{barter}") } else { turn.to_string() };
            game.choose(&turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
        }
        chosen.push(ask(&mut *agent, &game, &mut rng).expect("a legal turn"));
        chosen
    };
    for name in ALL {
        let turns = chosen(name, "=RPSRPS", "R");
        assert_eq!(turns.len(), 5);
        assert_eq!(turns, chosen(name, "=SSPPRR", "P"), "{name:?}");
    }
}

#[test]
fn a_win_in_one_is_taken() {
    for name in [Name::Runner, Name::Expectimax, Name::Guard, Name::Ismcts] {
        let start = "R5/1P3r/6/6/6/6/2S3/6 RPS/rps 1 - - 0 9";
        let position = <Position as sisku::games::Notation>::from_fen(start, &rules()).expect(start);
        let game = History::new(position);
        let turn = ask(&mut *Skill::quick(500).agent(name), &game, &mut generator(0, 1)).expect("a turn");
        assert_eq!((turn.from().name(), turn.to().name()), ("b7".to_string(), "b8".to_string()), "{name:?}");
    }
}

/// Expectimax asked with all the pieces that it may have, remembering what it found with others, and
/// anew each time.
#[test]
fn what_is_remembered_changes_no_policy() {
    let mut agents = [Skill::quick(1).agent(Name::Runner), Skill::quick(1).agent(Name::Greedy)];
    let mut rng = generator(5, 6);
    let mut game = History::new(Position::start(&rules()));
    let (mut compared, mut different) = (0, 0);
    while game.current().outcome().is_none() && game.moves().len() < 40 {
        let mover = game.current().mover();
        if game.moves().len() > 8 && mover == Player::One {
            let public = game.observed(Observer::Public);
            let mut known = Replies::default();
            let worlds = Hidden::determinizations(public.current(), mover);
            let mut last = None;
            for (world, _) in worlds.iter().step_by(worlds.len().div_ceil(12)) {
                let observed = History::new(Hidden::view(world, Observer::Player(mover)));
                let policy =
                    |replies: &mut Replies| Expectimax::policy(&observed, 2, replies, &mut generator(1, 2));
                let anew = policy(&mut Replies::default());
                assert_eq!(policy(&mut known), anew);
                compared += 1;
                different += usize::from(last.replace(anew.clone()).is_some_and(|last| last != anew));
            }
        }
        let turn = ask(&mut *agents[mover.index()], &game, &mut rng).expect("legal");
        game.push(turn);
    }
    assert!(compared > 50 && different > 10, "{compared} {different}");
}
