//! One game between two engines, from the opening to its end, whatever they do.

use super::adjudicate::adjudicate;
use super::clock::{GameClock, go, go_ponder};
use crate::arena::config::{DrawRule, EngineSettings, PositionForm, ResignRule};
use crate::arena::engine::pool::ANSWER;
use crate::arena::engine::{Client, Fault};
use crate::arena::openings::Opening;
use crate::arena::records::{MoveRecord, milliseconds};
use crate::arena::referee::{GameState, Referee, RefereeError};
use crate::arena::report::plural;
use crate::games::{Outcome, Player};
use crate::ugi::wire::{GameResult, Query};

/// An engine at the board.
pub(crate) struct Seat<'a> {
    pub(crate) engine: &'a mut Client,
    pub(crate) settings: &'a EngineSettings,
}

/// What a game needs.
pub(crate) struct GameConditions<'a> {
    pub(crate) seats: [Seat<'a>; 2],
    pub(crate) referee: &'a mut dyn Referee,
    /// A game of more moves is drawn.
    pub(crate) max_plies: u32,
    /// Whether the engines' own views are checked.
    pub(crate) strict: bool,
    /// When the game is given up, and when it is drawn before its end.
    pub(crate) resign: Option<ResignRule>,
    pub(crate) draw: Option<DrawRule>,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) result: Outcome,
    pub(crate) reason: String,
    pub(crate) detail: Option<String>,
    pub(crate) moves: Vec<MoveRecord>,
    /// The move that came too late.
    pub(crate) late: Option<MoveRecord>,
    pub(crate) thought_ms: [f64; 2],
    pub(crate) mismatches: Vec<String>,
    /// The player whose engine is not fit for another game.
    pub(crate) broken: Option<Player>,
}

impl Played {
    /// A game that a fault decides before the first move.
    pub(crate) fn forfeit(player: Player, fault: &Fault) -> Self {
        Played {
            result: Outcome::Win(!player),
            reason: fault.name().to_string(),
            detail: Some(fault.to_string()),
            moves: Vec::new(),
            late: None,
            thought_ms: [0.0; 2],
            mismatches: Vec::new(),
            broken: Some(player),
        }
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoGame {
    /// It was cancelled from outside.
    Cancelled,
    /// The referee cannot go on.
    Referee(RefereeError),
}

impl From<RefereeError> for NoGame {
    fn from(error: RefereeError) -> Self {
        match error {
            RefereeError::Fault(Fault::Cancelled) => NoGame::Cancelled,
            error => NoGame::Referee(error),
        }
    }
}

/// How a game has ended.
struct End {
    result: Outcome,
    reason: String,
    detail: Option<String>,
    broken: Option<Player>,
}

impl End {
    fn lost(player: Player, reason: &str, detail: String) -> Self {
        let result = Outcome::Win(!player);
        End { result, reason: reason.to_string(), detail: Some(detail), broken: Some(player) }
    }
}

/// Plays a game.
pub(crate) fn play(conditions: GameConditions<'_>, opening: &Opening) -> Result<Played, NoGame> {
    let clocks = conditions.seats.each_ref().map(|seat| GameClock::new(seat.settings.limits));
    let (moves, mismatches, doubtful) = (Vec::new(), Vec::new(), Vec::new());
    let thought_ms = [0.0; 2];
    let mut game = RunningGame {
        conditions,
        clocks,
        moves,
        late: None,
        thought_ms,
        expected: [None, None],
        mismatches,
        doubtful,
    };
    game.conditions.referee.begin(opening)?;
    let end = loop {
        if let Some(end) = game.step()? {
            break end;
        }
    };
    let End { result, reason, detail, broken } = end;
    let RunningGame { moves, late, thought_ms, mismatches, .. } = game;
    Ok(Played { result, reason, detail, moves, late, thought_ms, mismatches, broken })
}

struct RunningGame<'a> {
    conditions: GameConditions<'a>,
    clocks: [GameClock; 2],
    moves: Vec<MoveRecord>,
    late: Option<MoveRecord>,
    thought_ms: [f64; 2],
    /// The replies that engines ponder on.
    expected: [Option<String>; 2],
    mismatches: Vec<String>,
    /// Questions that an engine has answered wrong: once a game is enough.
    doubtful: Vec<(Player, Query)>,
}

impl RunningGame<'_> {
    /// Looks at the state of the game and, if it is not over, has a move made.
    fn step(&mut self) -> Result<Option<End>, NoGame> {
        let state = self.conditions.referee.state()?;
        if self.conditions.strict
            && let Some(end) = self.cross_check(&state)?
        {
            return Ok(Some(end));
        }
        let player = match state {
            GameState::Over(outcome, reason) => {
                return Ok(Some(End { result: outcome, reason, detail: None, broken: None }));
            }
            GameState::Turn(player) => player,
        };
        let GameConditions { resign, draw, .. } = self.conditions;
        if let Some((result, reason)) = adjudicate(&self.moves, resign, draw) {
            return Ok(Some(End { result, reason: reason.to_string(), detail: None, broken: None }));
        }
        if self.moves.len() >= self.conditions.max_plies as usize {
            let reason = "length".to_string();
            return Ok(Some(End { result: Outcome::Draw, reason, detail: None, broken: None }));
        }
        self.move_of(player)
    }

    fn move_of(&mut self, player: Player) -> Result<Option<End>, NoGame> {
        let index = player.index();
        let seat = &mut self.conditions.seats[index];
        let position = self.conditions.referee.position(player, seat.settings.position)?;
        // How long the opponent has thought may tell something of what it has.
        let secret = self.conditions.referee.hidden();
        let go = go(&self.clocks, player, secret);
        let clock = &mut self.clocks[index];
        let allowance = clock.allowance();
        let expected = self.expected[index].take();
        let hit = expected.is_some() && expected.as_ref() == self.moves.last().map(|mv| &mv.text);
        let thought = match hit {
            true => seat.engine.ponder_hit(allowance),
            false => seat.engine.think(&position, &go, allowance),
        };
        let thought = match thought {
            Ok(thought) => thought,
            Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
            Err(fault) => return Ok(Some(End::lost(player, fault.name(), fault.to_string()))),
        };
        self.thought_ms[index] += milliseconds(thought.time);
        if !clock.press(thought.time) {
            let reason = if clock.is_timed() { "time" } else { "timeout" };
            let (took, had) = (milliseconds(thought.time), milliseconds(allowance));
            let best = thought.best.unwrap_or_default();
            self.late = Some(MoveRecord::new(player, best, thought.time, thought.info));
            return Ok(Some(End::lost(player, reason, format!("took {took:.3} ms, had {had:.3} ms"))));
        }
        let Some(best) = thought.best else {
            let detail = "'bestmove' without a move".to_string();
            return Ok(Some(End::lost(player, "no bestmove", detail)));
        };
        match self.conditions.referee.play(&best)? {
            Ok(text) => self.moves.push(MoveRecord::new(player, text, thought.time, thought.info)),
            Err(why) => return Ok(Some(End::lost(player, "illegal move", why.to_string()))),
        }
        // Questions would disturb who ponders, and secrets would show.
        if seat.settings.ponder
            && seat.settings.position == PositionForm::Moves
            && !secret
            && !self.conditions.strict
            && let Some(reply) = thought.reply
        {
            let mut position = self.conditions.referee.position(player, PositionForm::Moves)?;
            position.moves.push(reply.clone());
            match seat.engine.ponder(&position, &go_ponder(&self.clocks, player)) {
                Ok(()) => self.expected[index] = Some(reply),
                Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
                Err(fault) => return Ok(Some(End::lost(player, fault.name(), fault.to_string()))),
            }
            return Ok(None);
        }
        if secret && seat.engine.rest(clock.rest(thought.time)) == Err(Fault::Cancelled) {
            return Err(NoGame::Cancelled);
        }
        Ok(None)
    }

    /// Asks both engines how the game stands. A different opinion is noted; only an
    /// engine that breaks down over the question ends the game.
    fn cross_check(&mut self, state: &GameState) -> Result<Option<End>, NoGame> {
        let mut expected = vec![];
        match state {
            GameState::Turn(player) => {
                expected.push((Query::GameOver, false.to_string()));
                expected.push((Query::P1Turn, (*player == Player::One).to_string()));
            }
            GameState::Over(outcome, _) => {
                expected.push((Query::GameOver, true.to_string()));
                expected.push((Query::Result, GameResult::from(*outcome).to_string()));
            }
        }
        // Nobody knows the whole position of a hidden game.
        if let Some(fen) = self.conditions.referee.fen().filter(|_| !self.conditions.referee.hidden()) {
            expected.push((Query::Fen, fen));
        }
        for player in [Player::One, Player::Two] {
            let seat = &mut self.conditions.seats[player.index()];
            let position = self.conditions.referee.position(player, seat.settings.position)?;
            seat.engine.send(&position);
            for (query, expected) in &expected {
                if self.doubtful.contains(&(player, query.clone())) {
                    continue;
                }
                let answer = match query {
                    Query::Fen => seat.engine.query_fen(ANSWER),
                    query => seat.engine.query(query, ANSWER),
                };
                let answer = match answer {
                    Ok(answer) => answer,
                    Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
                    Err(Fault::Hang { .. }) => "nothing".to_string(),
                    Err(fault) => return Ok(Some(End::lost(player, fault.name(), fault.to_string()))),
                };
                if answer != *expected {
                    let (name, plies) = (&seat.settings.name, plural(self.moves.len() as u64, "move"));
                    let note = format!(
                        "{name} answers '{query}' with '{answer}' after {plies}: \
                         expected '{expected}'"
                    );
                    self.mismatches.push(note);
                    self.doubtful.push((player, query.clone()));
                }
            }
        }
        Ok(None)
    }
}
