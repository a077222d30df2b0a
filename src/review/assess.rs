//! The searches of a review, and what follows from them.

use super::{Found, Line, Review, TurnReview, Verdict, accuracy, words};
use crate::analysis::{Analyzer, Answer, Include, MoveAnswer, Query, Reply, Request, Turns};
use crate::formats::GameRecord;
use crate::games::{Observer, Player};
use crate::search::{Limits, Proof};
use crate::ugi::Options;
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// A turn that loses at least this much of a point is a turning point.
const TURNING_LOSS: f64 = 0.2;
/// The most turning points named.
const MOST_TURNING_POINTS: usize = 5;

/// How long a search may take until it is asked again whether to go on.
const PATIENCE: Duration = Duration::from_millis(100);

/// How to review.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// What ends each of the two searches of a turn.
    pub limits: Limits,
    /// Searches at the same time.
    pub threads: usize,
    /// Options of the engine; variant and rules are the game's.
    pub options: Options,
}

/// Reviews a game. `progress` is told how much of the work is done, from 0 to 1, and says
/// whether to go on; if not, the turns that were not searched are left out.
pub fn review(game: &GameRecord, settings: &ReviewSettings, progress: &mut dyn FnMut(f64) -> bool) -> Review {
    let mut assessor = Assessor::new(game, settings);
    let best = assessor.search(Kind::Best, 0..game.turns(), &mut |done| progress(done / 2.0));
    let is_best = |turn: &usize| assessor.is_best(*turn, best.get(turn));
    let others: Vec<usize> =
        (0..game.turns()).filter(|turn| best.contains_key(turn) && !is_best(turn)).collect();
    let made = assessor.search(Kind::Made, others, &mut |done| progress(0.5 + done / 2.0));
    let turns = (0..game.turns()).filter_map(|turn| {
        let best = best.get(&turn)?;
        let found = if assessor.is_best(turn, Some(best)) { best } else { made.get(&turn)? };
        Some(assessor.review_turn(turn, best, found))
    });
    summary(game, turns.collect())
}

fn summary(game: &GameRecord, turns: Vec<TurnReview>) -> Review {
    let mean = |player: Player| {
        let own: Vec<f64> =
            turns.iter().filter(|turn| turn.player == player).map(|turn| turn.accuracy).collect();
        (!own.is_empty()).then(|| (own.iter().sum::<f64>() / own.len() as f64 * 10.0).round() / 10.0)
    };
    let mut points: Vec<&TurnReview> = turns.iter().filter(|turn| turn.loss >= TURNING_LOSS).collect();
    points.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    points.truncate(MOST_TURNING_POINTS);
    let mut turning_points: Vec<usize> = points.into_iter().map(|turn| turn.turn).collect();
    turning_points.sort_unstable();
    Review {
        variant: game.variant(),
        players: game.header.players.clone(),
        result: game.result(),
        reason: game.header.reason.clone().or_else(|| game.ending().map(str::to_string)),
        accuracy: Player::BOTH.map(mean),
        turning_points,
        turns,
    }
}

/// Which of the two searches of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Over all moves.
    Best,
    /// Over the move that was made.
    Made,
}

struct Assessor<'a> {
    game: &'a GameRecord,
    settings: &'a ReviewSettings,
    moves: Vec<String>,
    analyzer: Analyzer,
    replies: Receiver<Reply>,
}

impl<'a> Assessor<'a> {
    fn new(game: &'a GameRecord, settings: &'a ReviewSettings) -> Self {
        let (send, replies) = mpsc::channel();
        let analyzer = Analyzer::new(settings.threads, move |reply| {
            // Nobody listens any more once a review was given up.
            let _ = send.send(reply);
        });
        let moves = game.moves().map(|mv| mv.ugi).collect();
        Assessor { game, settings, moves, analyzer, replies }
    }

    fn query(&self, kind: Kind, turn: usize) -> Query {
        let mut options = self.settings.options.clone();
        options.rules = self.game.rules().clone();
        options.settings.multi_pv = 1;
        Query {
            id: turn.to_string(),
            options,
            position: self.game.fen(0),
            moves: self.moves.clone(),
            turns: Turns::These(vec![turn]),
            limits: self.settings.limits.clone(),
            allow: if kind == Kind::Made { vec![self.chosen(turn)] } else { Vec::new() },
            avoid: Vec::new(),
            priority: 0,
            session: None,
            report_every: None,
            include: Include::default(),
        }
    }

    /// The move that was made at a turn, as its player chose it, without what became known by it.
    fn chosen(&self, turn: usize) -> String {
        self.game.chosen(turn + 1).map(|mv| mv.ugi).unwrap_or_default()
    }

    /// Whether a search has found the move that was made.
    fn is_best(&self, turn: usize, found: Option<&Found>) -> bool {
        found.and_then(|found| found.pv.first()).is_some_and(|best| *best == self.chosen(turn))
    }

    /// Searches turns; what could not be searched is left out.
    fn search(
        &mut self,
        kind: Kind,
        turns: impl IntoIterator<Item = usize>,
        progress: &mut dyn FnMut(f64) -> bool,
    ) -> HashMap<usize, Found> {
        let turns: Vec<usize> = turns.into_iter().collect();
        for &turn in &turns {
            self.analyzer.submit(Request::Query(Box::new(self.query(kind, turn))));
        }
        let mut found = HashMap::new();
        let mut done = 0;
        while done < turns.len() {
            let reply = self.replies.recv_timeout(PATIENCE);
            done += usize::from(reply.is_ok());
            match reply {
                Ok(Reply::Answer(answer)) if !answer.terminated => {
                    found.extend(
                        Found::of(&answer, self.game.mover(answer.turn)).map(|found| (answer.turn, found)),
                    );
                }
                Ok(Reply::Failure(failure)) => {
                    log::warn!("turn {:?} is left out: {}", failure.id, failure.error)
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !progress(done as f64 / turns.len() as f64) {
                self.analyzer.terminate(None);
            }
        }
        found
    }

    fn review_turn(&self, turn: usize, best: &Found, made: &Found) -> TurnReview {
        let player = self.game.mover(turn);
        let is_best = self.is_best(turn, Some(best));
        // A move that turned out better than the best one is as good as that.
        let loss = if is_best { 0.0 } else { (best.expected - made.expected).max(0.0) };
        let loss = (loss * 1e4).round() / 1e4;
        let seen = self.seen(turn, player);
        TurnReview {
            turn: turn + 1,
            player,
            made: self.game.made(turn + 1).unwrap_or_default(),
            expected_best: best.expected.max(made.expected),
            expected: made.expected,
            loss,
            verdict: if is_best { Verdict::Best } else { Verdict::of_loss(loss) },
            better: (!is_best && loss > 0.0).then(|| line(&seen, &best.pv)).flatten(),
            missed: if is_best { None } else { words::missed(&seen, player, best, made) },
            accuracy: (accuracy(loss) * 10.0).round() / 10.0,
        }
    }

    /// The game up to a turn, as its mover has seen it.
    fn seen(&self, turn: usize, player: Player) -> GameRecord {
        let mut seen = if self.game.variant().hidden() {
            self.game.observed(Observer::Player(player))
        } else {
            self.game.clone()
        };
        seen.truncate(turn);
        seen
    }
}

impl Found {
    /// What an answer says of its first move.
    fn of(answer: &Answer, mover: Player) -> Option<Found> {
        let MoveAnswer { value, proof, pv, visits, .. } = answer.moves.first()?;
        if *visits == 0 && proof.is_none() {
            // Drawn from a fixed mixed strategy: nothing was searched, and nothing can be said.
            return None;
        }
        let proof = match proof.map(|proof| (proof.result, proof.plies)) {
            None => Proof::Unknown,
            Some(("win", Some(plies))) => Proof::Win(mover, plies),
            Some(("loss", Some(plies))) => Proof::Win(!mover, plies),
            Some(_) => Proof::Draw,
        };
        Some(Found { expected: value.win + value.draw / 2.0, proof, pv: pv.clone() })
    }
}

/// A principal variation from the end of a game, as far as it can be played there.
fn line(game: &GameRecord, pv: &[String]) -> Option<Line> {
    let mut game = game.clone();
    let first = game.turns() + 1;
    for mv in pv {
        if game.choose(mv).is_err() {
            break;
        }
    }
    let mv = game.made(first)?;
    let pv = (first..=game.turns()).filter_map(|turn| game.made(turn)).map(|mv| mv.native).collect();
    Some(Line { mv, pv })
}
