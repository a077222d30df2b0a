//! Where a match stands: counts of everything that its report tells.

use crate::arena::config::MatchSettings;
use crate::arena::records::{GameRecord, points};
use crate::arena::stats::{CountedGame, RoundRobin, Sprt, SprtVerdict, Strength, Tally};
use crate::games::{Outcome, Player};
use std::collections::BTreeMap;

/// How the engines of a match have done so far.
#[derive(Clone, Debug)]
pub(crate) struct Standings {
    names: Vec<String>,
    /// What each engine calls itself.
    ids: Vec<String>,
    tallies: BTreeMap<(usize, usize), Tally>,
    table: RoundRobin,
    /// The games of the first engine in the order in which they ended.
    course: Vec<CountedGame>,
    /// How games ended; faults with the name of the engine.
    endings: BTreeMap<String, u64>,
    games: u64,
    plies: u64,
    first_player: [u64; 3],
    thought: Vec<ThinkingTime>,
    mismatches: u64,
    faults: u64,
    late: u64,
}

/// How long an engine has thought about the moves that it made, those that came too late
/// included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ThinkingTime {
    pub(crate) moves: u64,
    pub(crate) ms: f64,
    pub(crate) longest_ms: f64,
}

impl Standings {
    /// Before the first game.
    pub(crate) fn new(settings: &MatchSettings) -> Self {
        let names: Vec<String> = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        Standings {
            ids: vec![String::new(); names.len()],
            tallies: BTreeMap::new(),
            table: RoundRobin::new(names.len()),
            course: Vec::new(),
            endings: BTreeMap::new(),
            games: 0,
            plies: 0,
            first_player: [0; 3],
            thought: vec![ThinkingTime::default(); names.len()],
            mismatches: 0,
            faults: 0,
            late: 0,
            names,
        }
    }

    /// Counts a game; one between strangers is left out.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        let find = |name: &String| self.names.iter().position(|known| known == name);
        let [Some(one), Some(two)] = game.players.each_ref().map(find) else { return };
        let (first, second) = (one.min(two), one.max(two));
        if first == second {
            return;
        }
        let side = if first == one { Player::One } else { Player::Two };
        let counted = CountedGame { pair: Some(game.pair), score: points(game.result, side) };
        self.tallies.entry((first, second)).or_default().add(counted);
        self.table.add(first, second, counted);
        if first == 0 {
            self.course.push(counted);
        }
        for (index, id) in [one, two].into_iter().zip(&game.ids).filter(|(_, id)| !id.is_empty()) {
            self.ids[index].clone_from(id);
        }
        self.games += 1;
        self.plies += game.moves.len() as u64;
        self.first_player[points(game.result, Player::One).halves()] += 1;
        self.mismatches += game.mismatches.len() as u64;
        self.faults += u64::from(game.detail.is_some());
        self.late += u64::from(game.late.is_some());
        *self.endings.entry(ending(game)).or_default() += 1;
        self.add_times(game, [one, two]);
    }

    fn add_times(&mut self, game: &GameRecord, seats: [usize; 2]) {
        for mv in game.moves.iter().chain(&game.late) {
            let seat = if mv.by == 1 { seats[0] } else { seats[1] };
            let thought = &mut self.thought[seat];
            thought.moves += 1;
            thought.ms += mv.ms;
            thought.longest_ms = thought.longest_ms.max(mv.ms);
        }
    }

    /// The names of the engines.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// What an engine calls itself, empty if it never said.
    pub(crate) fn id(&self, engine: usize) -> &str {
        &self.ids[engine]
    }

    /// Games that are over.
    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Moves played, openings not counted.
    pub(crate) fn plies(&self) -> u64 {
        self.plies
    }

    /// Games that the first player lost, drew and won.
    pub(crate) fn first_player(&self) -> [u64; 3] {
        self.first_player
    }

    /// How games ended and how often, the most frequent first.
    pub(crate) fn endings(&self) -> Vec<(&str, u64)> {
        let mut endings: Vec<(&str, u64)> =
            self.endings.iter().map(|(name, &n)| (name.as_str(), n)).collect();
        endings.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        endings
    }

    /// How long an engine has thought.
    pub(crate) fn thought(&self, engine: usize) -> ThinkingTime {
        self.thought[engine]
    }

    /// Answers of engines that contradict the rules.
    pub(crate) fn mismatches(&self) -> u64 {
        self.mismatches
    }

    /// Games that a fault has decided.
    pub(crate) fn faults(&self) -> u64 {
        self.faults
    }

    /// Games that were lost by a move that came too late.
    pub(crate) fn late(&self) -> u64 {
        self.late
    }

    /// The games of two engines, seen by the first.
    pub(crate) fn tally(&self, first: usize, second: usize) -> Tally {
        self.tallies.get(&(first, second)).cloned().unwrap_or_default()
    }

    /// The first engine against the second.
    pub(crate) fn strength(&self) -> Strength {
        Strength::of(&self.tally(0, 1))
    }

    /// The games of the first engine, seen by it, in the order in which they ended.
    pub(crate) fn course(&self) -> &[CountedGame] {
        &self.course
    }

    /// The cross table.
    pub(crate) fn table(&self) -> &RoundRobin {
        &self.table
    }

    /// The log-likelihood ratio of a test of the first engine against the second.
    pub(crate) fn sprt(&self, test: &Sprt) -> (f64, SprtVerdict) {
        let llr = test.llr(&self.tally(0, 1));
        (llr, test.verdict(llr))
    }
}

/// How a game ended, with the one to blame for a fault.
fn ending(game: &GameRecord) -> String {
    match (game.result, &game.detail) {
        (Outcome::Win(winner), Some(_)) => {
            format!("{} of {}", game.reason, game.players[(!winner).index()])
        }
        (Outcome::Draw, _) | (_, None) => game.reason.clone(),
    }
}
