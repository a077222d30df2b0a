use super::*;
use crate::contest::{Contest, Score};
use crate::opponents::{Name, Skill, ask};
use crate::yardsticks::chances;
use crate::{generator, rules};
use sisku::games::bloch::Hidden;
use sisku::games::{Game, Information, Notation, Observer, Player};

/// The yardsticks that it knows.
const KNOWN: [Name; 3] = [Name::Runner, Name::Expectimax, Name::Guard];

fn settings(name: Name) -> Settings {
    Settings { against: Yardstick::of(name).expect("one that it knows"), ..Settings::default() }
}

#[test]
fn it_plays_to_the_end_and_foresees() {
    for name in [Name::Runner, Name::Expectimax] {
        let insider = settings(name);
        let skill = Skill { insider: insider.clone(), ..Skill::quick(8) };
        let contest = Contest { player: (Name::Insider, skill.clone()), opponent: (name, skill), seed: 1 };
        let score = Score::of(&[contest.pair(0).expect("legal turns")]);
        assert_eq!(score.wdl.iter().sum::<usize>(), 2);
        // A model that knew nothing would foresee one turn of some 30.
        let foreseen = insider.tally.mean_foreseen();
        assert!(foreseen > 0.2, "{name:?}: {foreseen}");
    }
}

/// All along games of the yardsticks, their true pieces stay among the possible ones, and what they do
/// tells more than counting.
#[test]
fn the_truth_is_found() {
    let mut gains = Vec::new();
    for name in KNOWN {
        let mut model = Model::new(settings(name).against, Arc::default());
        let mut agents = [Skill::quick(1).agent(Name::Greedy), Skill::quick(1).agent(name)];
        let mut rng = generator(3, 4);
        let mut game = History::new(Position::start(&rules()));
        let mut filter: Option<Filter> = None;
        let mut gain = 0.0;
        while game.current().outcome().is_none() && game.moves().len() < 12 {
            let mover = game.current().mover();
            if mover == Player::One {
                let observed = game.observed(Observer::Player(mover));
                let mut next = filter.take().unwrap_or_else(|| Filter::new(&observed));
                next.follow(&observed, &mut model, usize::MAX, &mut rng);
                let theirs = game.observed(Observer::Player(!mover));
                let truth = next.worlds().iter().find(|world| world.theirs.moves() == theirs.moves());
                let even = Hidden::determinizations(observed.current(), !mover).len() as f64;
                gain = even * truth.expect("the truth is never ruled out").weight;
                filter = Some(next);
            }
            let turn = ask(&mut *agents[mover.index()], &game, &mut rng).expect("legal");
            game.push(turn);
        }
        gains.push(gain);
    }
    assert!(gains.iter().all(|&gain| gain > 0.9), "{gains:?}");
    assert!(gains.iter().sum::<f64>() > 4.0, "{gains:?}");
}

/// What the model says of a yardstick is how often the yardstick does it.
#[test]
fn the_model_has_the_frequencies_of_the_yardstick() {
    for name in KNOWN {
        let start = "6/4p1/1+r4/6/2P+S2/6/R5/6 RPS/rps 2 - Bb 3 21";
        let game = History::new(Position::from_fen(start, &rules()).expect(start));
        let observed = game.observed(Observer::Player(Player::Two));
        let mut model = Model::new(settings(name).against, Arc::default());
        let policy = crate::responder::filter::Strategist::policy(&mut model, &observed);
        let mut agent = Skill::quick(1).agent(name);
        let mut rng = generator(8, 8);
        let mut likely = 0.0;
        for _ in 0..40 {
            let turn = agent.choose(&observed, &mut rng).expect("a turn");
            let p = policy.iter().find(|(other, _)| *other == turn).map_or(0.0, |&(_, p)| p);
            assert!(p > 1e-3, "{name:?}: {turn:?}");
            likely += p / 40.0;
        }
        let squares: f64 = policy.iter().map(|(_, p)| p * p).sum();
        assert!((likely - squares).abs() < 0.2, "{name:?}: {likely} {squares}");
    }
}

#[test]
fn ties_are_shared() {
    let turns = crate::legal_moves(&Position::start(&rules()));
    let shares = |values: &[f32]| -> Vec<f64> {
        let valued: Vec<(Turn, f32)> = turns.iter().copied().zip(values.iter().copied()).collect();
        chances(&valued).into_iter().map(|(_, p)| p).collect()
    };
    let near = |found: Vec<f64>, expected: &[f64]| {
        let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.01);
        assert!(found.len() == expected.len() && close, "{found:?} {expected:?}");
    };
    near(shares(&[1.0, 3.0, 2.0]), &[1.0]);
    near(shares(&[3.0, 3.0, 2.0, 3.0]), &[1.0 / 3.0; 3]);
    // Half of what breaks ties behind: u wins over v where v < u − ½, an eighth of the square.
    near(shares(&[0.0, 0.0005]), &[0.125, 0.875]);
}

#[test]
fn a_win_in_one_is_taken() {
    let start = "R5/1P3r/6/6/6/6/2S3/6 RPS/rps 1 - - 0 9";
    let game = History::new(Position::from_fen(start, &rules()).expect(start));
    let turn =
        ask(&mut *Skill::quick(200).agent(Name::Insider), &game, &mut generator(0, 1)).expect("a turn");
    assert_eq!((turn.from().name(), turn.to().name()), ("b7".to_string(), "b8".to_string()));
}
