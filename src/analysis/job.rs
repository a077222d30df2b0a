//! A turn of a query as a search to run, typed by its game.

use super::answer::{KindProbability, rounded};
use super::{Answer, Belief, Failure, MoveAnswer, Policy, ProofAnswer, Query, RootAnswer, Turns};
use crate::games::{
    History, Information, Notation, NotationError, Observer, PieceKind, Player, Scene, Visitor,
};
use crate::search::{
    Control, InformationMode, PvLine, Search, SearchReport, SearchRequest, SearchResult, World,
};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// The searches that a worker or a session keeps, one of each game.
#[derive(Default)]
pub(super) struct Searches {
    by_game: HashMap<TypeId, Box<dyn Any + Send>>,
}

impl Searches {
    /// The search of a game, made if need be.
    fn of<G: Notation>(&mut self, query: &Query) -> &mut Search<G> {
        let mut settings = query.options.settings.clone();
        settings.keep_trunk = query.session.is_some();
        let entry = self.by_game.entry(TypeId::of::<G>());
        let kept = entry.or_insert_with(|| Box::new(Search::<G>::new(settings.clone())));
        let Some(search) = kept.downcast_mut::<Search<G>>() else { unreachable!("the key is the type") };
        search.set(settings);
        if query.session.is_none() {
            search.reset();
        }
        search
    }
}

/// The search of one turn.
pub(super) trait Job: Send {
    /// The query.
    fn query(&self) -> &Query;
    /// The turn.
    fn turn(&self) -> usize;
    /// Searches, and gives an answer at the end, others before it if the query wants them.
    fn run(&self, searches: &mut Searches, control: &Control, answer: &mut dyn FnMut(Answer));
}

/// The searches that a query asks for, or what is wrong with it.
pub(super) fn plan(query: Query) -> Result<Vec<Box<dyn Job>>, Failure> {
    let variant = query.options.variant;
    variant.visit(Plan(Arc::new(query)))
}

struct Plan(Arc<Query>);

impl Visitor for Plan {
    type Output = Result<Vec<Box<dyn Job>>, Failure>;

    fn visit<G: Notation>(self) -> Self::Output {
        let Plan(query) = self;
        let failure = |field: &str, error: NotationError| Failure {
            id: Some(query.id.clone()),
            error: error.to_string(),
            field: Some(field.to_string()),
        };
        let start = match query.position.trim() {
            word if word.eq_ignore_ascii_case("startpos") => G::start(&query.options.rules),
            fen => G::from_fen(fen, &query.options.rules).map_err(|error| failure("position", error))?,
        };
        let mut histories = vec![History::<G>::new(start)];
        for (number, mv) in (1..).zip(&query.moves) {
            let mut next = histories[number - 1].clone();
            next.play(mv).map_err(|error| failure("moves", error.in_move(number)))?;
            histories.push(next);
        }
        let turns = match &query.turns {
            Turns::Last => vec![query.moves.len()],
            Turns::All => (0..histories.len()).collect(),
            Turns::These(turns) => turns.clone(),
        };
        let mut jobs: Vec<Box<dyn Job>> = Vec::with_capacity(turns.len());
        for turn in turns {
            let history = histories[turn].clone();
            let moves = Moves::<G>::new(&query, history.current());
            let search_moves = moves.to_search().map_err(|(field, error)| failure(field, error))?;
            jobs.push(Box::new(TurnJob { query: query.clone(), turn, history, search_moves }));
        }
        Ok(jobs)
    }
}

/// The moves that a query allows at a turn.
struct Moves<'a, G: Notation> {
    query: &'a Query,
    /// The position as the search will see it.
    view: G,
    over: bool,
}

impl<'a, G: Notation> Moves<'a, G> {
    fn new(query: &'a Query, position: &G) -> Self {
        let view = match query.options.settings.information {
            InformationMode::Player => G::Information::view(position, Observer::Player(position.mover())),
            InformationMode::Open => position.clone(),
        };
        Moves { query, view, over: position.outcome().is_some() }
    }

    /// The moves to search; empty for all of them.
    fn to_search(&self) -> Result<Vec<G::Move>, (&'static str, NotationError)> {
        let Query { allow, avoid, .. } = self.query;
        if self.over || (allow.is_empty() && avoid.is_empty()) {
            return Ok(Vec::new());
        }
        let parse = |field: &'static str, moves: &[String]| {
            let moves = moves.iter().map(|mv| self.view.parse_move(mv).map_err(|error| (field, error)));
            moves.collect::<Result<Vec<G::Move>, _>>()
        };
        let (mut moves, avoided) = (parse("allow", allow)?, parse("avoid", avoid)?);
        if moves.is_empty() {
            self.view.legal_moves(&mut moves);
        }
        moves.retain(|mv| !avoided.contains(mv));
        if moves.is_empty() {
            let error = NotationError::new(avoid.join(" "), "some move that is not avoided");
            return Err(("avoid", error));
        }
        Ok(moves)
    }
}

struct TurnJob<G: Notation> {
    query: Arc<Query>,
    turn: usize,
    history: History<G>,
    search_moves: Vec<G::Move>,
}

impl<G: Notation> Job for TurnJob<G> {
    fn query(&self) -> &Query {
        &self.query
    }

    fn turn(&self) -> usize {
        self.turn
    }

    fn run(&self, searches: &mut Searches, control: &Control, answer: &mut dyn FnMut(Answer)) {
        let query = &*self.query;
        let search = searches.of::<G>(query);
        let mut request = SearchRequest {
            search_moves: self.search_moves.clone(),
            seed: query.options.seed.unwrap_or_default(),
            ..SearchRequest::new(self.history.clone(), query.limits.clone())
        };
        if let Some(interval) = query.report_every {
            request.report_every = interval;
        }
        let mut last = Duration::ZERO;
        let mut on_report = |report: &SearchReport<G::Move>| {
            if query.report_every.is_some_and(|interval| report.time >= last + interval) {
                last = report.time;
                answer(Answer { during_search: true, ..self.answer(report, &[]) });
            }
        };
        let result = search.search(&request, control, &mut on_report);
        answer(self.final_answer(search, &result, control.stopped()));
    }
}

impl<G: Notation> TurnJob<G> {
    /// The position as the search has seen it.
    fn view(&self) -> G {
        Moves::<G>::new(&self.query, self.history.current()).view
    }

    fn final_answer(
        &self,
        search: &mut Search<G>,
        result: &SearchResult<G::Move>,
        terminated: bool,
    ) -> Answer {
        let Query { include, .. } = &*self.query;
        let mut answer = self.answer(&result.report, &result.mixture);
        answer.terminated = terminated;
        answer.time = include.time.then_some(result.report.time.as_millis() as u64);
        if answer.outcome.is_none() {
            answer.policy = include.policy.then(|| self.policy(search));
            answer.belief = include.belief.then(|| self.belief(search));
        }
        answer
    }

    fn answer(&self, report: &SearchReport<G::Move>, mixture: &[(G::Move, f64)]) -> Answer {
        let view = self.view();
        let mover = view.mover();
        let lines = report.lines.iter().filter(|line| !line.pv.is_empty());
        Answer {
            id: self.query.id.clone(),
            turn: self.turn,
            during_search: false,
            terminated: false,
            fen: view.fen(),
            mover: mover.index() as u8 + 1,
            outcome: view.outcome(),
            root: RootAnswer {
                value: report.root.value.into(),
                visits: report.root.visits,
                proof: ProofAnswer::of(report.root.proof, mover),
            },
            moves: lines.enumerate().map(|(order, line)| move_answer(&view, order, line, mixture)).collect(),
            nodes: report.nodes,
            time: None,
            policy: None,
            belief: None,
        }
    }

    fn policy(&self, search: &Search<G>) -> Vec<Policy> {
        let view = self.view();
        let mut moves = Vec::new();
        view.legal_moves(&mut moves);
        let priors = search.evaluator().policy(&view, &moves);
        let mut policy: Vec<(G::Move, f32)> = moves.into_iter().zip(priors).collect();
        policy.sort_by(|a, b| b.1.total_cmp(&a.1));
        let entry = |(mv, prior)| Policy { mv: view.ugi_move(mv), prior: rounded(prior) };
        policy.into_iter().map(entry).collect()
    }

    fn belief(&self, search: &mut Search<G>) -> Vec<Belief> {
        if !G::Information::HIDDEN {
            return Vec::new();
        }
        let view = self.view();
        kinds_of_hidden_pieces(&view.scene(), !view.mover(), &search.belief(&self.history))
    }
}

/// The probability of each kind for every piece of a player that a scene does not show.
fn kinds_of_hidden_pieces<G: Notation>(seen: &Scene, player: Player, worlds: &[World<G>]) -> Vec<Belief> {
    let hidden =
        seen.pieces.iter().filter(|piece| piece.player == player && piece.kind == PieceKind::UNKNOWN);
    let mut beliefs: Vec<(&str, Vec<(PieceKind, f64)>)> =
        hidden.map(|piece| (piece.cell.as_str(), Vec::new())).collect();
    for world in worlds {
        let scene = world.position.scene();
        for (cell, kinds) in &mut beliefs {
            let Some(piece) = scene.on(cell).find(|piece| piece.player == player) else { continue };
            match kinds.iter_mut().find(|(kind, _)| *kind == piece.kind) {
                Some((_, sum)) => *sum += f64::from(world.weight),
                None => kinds.push((piece.kind, world.weight.into())),
            }
        }
    }
    let belief = |(cell, mut kinds): (&str, Vec<(PieceKind, f64)>)| {
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.letter.cmp(&b.0.letter)));
        let kind = |(kind, probability): (PieceKind, f64)| KindProbability {
            kind: kind.name.to_string(),
            probability: rounded(probability),
        };
        Belief { cell: cell.to_string(), kinds: kinds.into_iter().map(kind).collect() }
    };
    beliefs.into_iter().map(belief).collect()
}

fn move_answer<G: Notation>(
    view: &G,
    order: usize,
    line: &PvLine<G::Move>,
    mixture: &[(G::Move, f64)],
) -> MoveAnswer {
    let mv = line.pv[0];
    let probability = mixture.iter().find(|(other, _)| *other == mv).map(|&(_, probability)| probability);
    MoveAnswer {
        order,
        mv: view.ugi_move(mv),
        native: view.native_move(mv),
        visits: line.visits,
        prior: rounded(line.prior),
        value: line.value.into(),
        proof: ProofAnswer::of(line.proof, view.mover()),
        probability: (!mixture.is_empty()).then(|| rounded(probability.unwrap_or_default())),
        pv: History::new(view.clone()).ugi_line(&line.pv),
    }
}
