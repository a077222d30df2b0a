//! How likely the true kinds are under the belief, along games of the engine against itself.

use crate::opponents::{Agent, Name, Skill, ask};
use crate::{generator, rules};
use sisku::games::bloch::{Position, Turn};
use sisku::games::{Game, History, Information, Observer, Player};
use sisku::search::{Belief, Evaluator, Params};

/// Turns between two looks at the belief, and the turn of the first: both have set up.
const EVERY: usize = 6;
const FIRST: usize = 2;

/// The worlds that fit a game as it was observed, by the engine's Bayes filter, kept from
/// move to move.
#[derive(Default)]
pub struct Filter {
    known: Option<Known>,
}

struct Known {
    game: History<Position>,
    about: Player,
    belief: Belief<Position>,
}

impl Filter {
    /// The belief after this game; what was worked out for its beginning is used again.
    pub fn follow(&mut self, game: &History<Position>, about: Player) -> &Belief<Position> {
        let goes_on = |known: &Known| {
            known.about == about
                && known.game.start() == game.start()
                && game.moves().starts_with(known.game.moves())
        };
        let mut known = self.known.take().filter(goes_on).unwrap_or_else(|| Known {
            game: History::new(*game.start()),
            about,
            belief: Belief::new(game.start(), about),
        });
        for &turn in &game.moves()[known.game.moves().len()..] {
            known.belief.update(turn, &Evaluator::new(None), &Params::HANDCRAFTED);
            known.game.push(turn);
        }
        &self.known.insert(known).belief
    }
}

/// Sums of logarithms of the probability of the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LogLikelihood {
    /// With the net's policy as the likelihood of a move.
    net: f64,
    /// With the handcrafted policy.
    handcrafted: f64,
    /// With all worlds that fit equally likely.
    uniform: f64,
    /// Number of terms added up.
    count: f64,
}

impl LogLikelihood {
    fn add(&mut self, other: &LogLikelihood) {
        self.net += other.net;
        self.handcrafted += other.handcrafted;
        self.uniform += other.uniform;
        self.count += other.count;
    }

    fn mean(&self, sum: f64) -> f64 {
        (sum / self.count.max(1.0)).exp()
    }
}

/// What the beliefs of a player about the other are at a turn of many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Turns played, the set-ups included.
    pub turns: usize,
    /// Number of beliefs.
    pub count: f64,
    /// Geometric mean of the probability of the truth, by the net's policy.
    pub net: f64,
    /// By the handcrafted policy.
    pub handcrafted: f64,
    /// With all worlds that fit equally likely.
    pub uniform: f64,
}

/// Adds games up, turn by turn.
pub fn rows(games: &[Vec<LogLikelihood>]) -> Vec<Row> {
    let longest = games.iter().map(Vec::len).max().unwrap_or(0);
    let mut sums = vec![LogLikelihood::default(); longest];
    for game in games {
        sums.iter_mut().zip(game).for_each(|(sum, one)| sum.add(one));
    }
    let row = |(i, sum): (usize, &LogLikelihood)| Row {
        turns: FIRST + EVERY * i,
        count: sum.count,
        net: sum.mean(sum.net),
        handcrafted: sum.mean(sum.handcrafted),
        uniform: sum.mean(sum.uniform),
    };
    sums.iter().enumerate().map(row).collect()
}

/// What a player believes of the other.
struct Watcher {
    player: Player,
    net: Belief<Position>,
    handcrafted: Belief<Position>,
}

impl Watcher {
    fn new(start: &Position, player: Player) -> Self {
        let view = <Position as Game>::Information::initial_view(start, Observer::Player(player));
        let belief = Belief::new(&view, !player);
        Watcher { player, net: belief.clone(), handcrafted: belief }
    }

    fn watch(&mut self, position: &Position, turn: Turn, net: &Evaluator<Position>) {
        let observer = Observer::Player(self.player);
        let observed = <Position as Game>::Information::observed(position, turn, observer);
        let params = if net.has_net() { Params::NET } else { Params::HANDCRAFTED };
        self.net.update(observed, net, &params);
        self.handcrafted.update(observed, &Evaluator::new(None), &Params::HANDCRAFTED);
    }

    /// How likely it thinks the truth.
    fn likelihood(&self, truth: &Position) -> anyhow::Result<LogLikelihood> {
        let log = |belief: &Belief<Position>| {
            let true_ones = belief.worlds().iter().filter(|world| world.position == *truth);
            let weight: f32 = true_ones.map(|world| world.weight).sum();
            anyhow::ensure!(weight > 0.0, "the belief has ruled out the truth: {truth:?}");
            Ok(f64::from(weight).ln())
        };
        Ok(LogLikelihood {
            net: log(&self.net)?,
            handcrafted: log(&self.handcrafted)?,
            uniform: -(self.net.worlds().len() as f64).ln(),
            count: 1.0,
        })
    }
}

/// Plays a game of the engine against itself; what both believe every few turns.
pub fn game(
    skill: &Skill,
    net: &Evaluator<Position>,
    seed: u64,
    number: u64,
) -> anyhow::Result<Vec<LogLikelihood>> {
    let mut rng = generator(seed, number);
    let mut agents: [Box<dyn Agent>; 2] = [skill.agent(Name::Engine), skill.agent(Name::Engine)];
    let mut game = History::new(Position::start(&rules()));
    let mut watchers = Player::BOTH.map(|player| Watcher::new(game.start(), player));
    let mut along = Vec::new();
    while game.current().outcome().is_none() {
        let position = *game.current();
        let turn = ask(&mut *agents[position.mover().index()], &game, &mut rng)?;
        watchers.iter_mut().for_each(|watcher| watcher.watch(&position, turn, net));
        game.push(turn);
        if game.moves().len() % EVERY == FIRST {
            let mut both = LogLikelihood::default();
            for watcher in &watchers {
                both.add(&watcher.likelihood(game.current())?);
            }
            along.push(both);
        }
    }
    Ok(along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponents::evaluation;
    use sisku::search::EvalSource;

    #[test]
    fn the_truth_is_never_ruled_out_and_becomes_likelier() {
        let skill = Skill { evaluation: evaluation(false), ..Skill::quick(50) };
        let EvalSource::Net(net) = evaluation(false) else { panic!("the game has a net") };
        let net = Evaluator::new(Some(net));
        let games: Vec<_> = (0..4).map(|number| game(&skill, &net, 0, number).expect("truth")).collect();
        let rows = rows(&games);
        assert_eq!((rows[0].turns, rows[0].count), (2, 8.0));
        // 510 set-ups, of which nothing has been seen; the belief takes half of the opponents to draw
        // from the engine's mixed strategy, as these do.
        assert!((rows[0].uniform * 510.0 - 1.0).abs() < 0.01);
        assert!(rows[0].net == rows[0].handcrafted && rows[0].net > rows[0].uniform, "{:?}", rows[0]);
        let row = rows.iter().find(|row| row.turns == 26).expect("games last longer");
        assert!(row.net > 10.0 * rows[0].net, "{row:?}");
        let whole = |part: fn(&LogLikelihood) -> f64| games.iter().flatten().map(part).sum::<f64>();
        assert!(whole(|sum| sum.net) > whole(|sum| sum.uniform), "likelihoods tell something");
    }

    #[test]
    fn the_filter_goes_on_from_where_it_was() {
        let mut rng = generator(0, 5);
        let mut game = History::new(Position::start(&rules()));
        let mut filter = Filter::default();
        for _ in 0..12 {
            let turn = *rand::seq::IndexedRandom::choose(&crate::legal_moves(game.current())[..], &mut rng)
                .expect("not over");
            game.push(turn);
            let observed = game.observed(Observer::Player(Player::One));
            let kept = filter.follow(&observed, Player::Two).worlds().to_vec();
            assert_eq!(kept, Filter::default().follow(&observed, Player::Two).worlds());
            assert!(kept.iter().any(|world| world.position == *game.current()) || game.moves().len() < 2);
        }
    }
}
