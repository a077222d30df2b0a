//! One game between two engines, from the opening to its end, whatever they do.

use super::engine::{Engine, Fault};
use super::limits::{Clock, go};
use super::openings::Opening;
use super::record::{GameResult, MoveRecord, milliseconds};
use super::referee::{Referee, State, Trouble, outcome_of};
use super::settings::EngineSettings;
use super::slot::ANSWER;
use crate::games::Player;

/// An engine at the board.
pub struct Seat<'a> {
    pub engine: &'a mut Engine,
    pub settings: &'a EngineSettings,
}

/// What a game needs.
pub struct Table<'a> {
    pub seats: [Seat<'a>; 2],
    pub referee: &'a mut dyn Referee,
    /// A game of more moves is drawn.
    pub max_plies: u32,
    /// Whether the engines' own views are checked.
    pub strict: bool,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub result: GameResult,
    pub reason: String,
    pub detail: Option<String>,
    pub moves: Vec<MoveRecord>,
    pub thought_ms: [f64; 2],
    pub mismatches: Vec<String>,
    /// The player whose engine is not fit for another game.
    pub broken: Option<Player>,
}

impl Played {
    /// A game that a fault decides before the first move.
    pub fn forfeit(player: Player, fault: &Fault) -> Self {
        Played {
            result: GameResult::lost_by(player),
            reason: reason_of(fault).to_string(),
            detail: Some(fault.to_string()),
            moves: Vec::new(),
            thought_ms: [0.0; 2],
            mismatches: Vec::new(),
            broken: Some(player),
        }
    }
}

/// The fault in a word or two.
fn reason_of(fault: &Fault) -> &'static str {
    match fault {
        Fault::Start(_) => "no start",
        Fault::Crash(_) => "crash",
        Fault::Hang(_) => "hang",
        Fault::NoBestMove(_) => "no bestmove",
        Fault::Cancelled => "cancelled",
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGame {
    /// It was cancelled from outside.
    Cancelled,
    /// The referee cannot go on.
    Trouble(Trouble),
}

impl From<Trouble> for NoGame {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Fault(Fault::Cancelled) => NoGame::Cancelled,
            trouble => NoGame::Trouble(trouble),
        }
    }
}

/// How a game has ended.
struct End {
    result: GameResult,
    reason: String,
    detail: Option<String>,
    broken: Option<Player>,
}

impl End {
    fn lost(player: Player, reason: &str, detail: String) -> Self {
        let result = GameResult::lost_by(player);
        End { result, reason: reason.to_string(), detail: Some(detail), broken: Some(player) }
    }
}

/// Plays a game.
pub fn play(table: Table<'_>, opening: &Opening) -> Result<Played, NoGame> {
    let clocks = table.seats.each_ref().map(|seat| Clock::new(seat.settings.limits));
    let (moves, mismatches, doubtful) = (Vec::new(), Vec::new(), Vec::new());
    let mut game = Game { table, clocks, moves, thought_ms: [0.0; 2], mismatches, doubtful };
    game.table.referee.begin(opening)?;
    let end = loop {
        if let Some(end) = game.step()? {
            break end;
        }
    };
    let End { result, reason, detail, broken } = end;
    let Game { moves, thought_ms, mismatches, .. } = game;
    Ok(Played { result, reason, detail, moves, thought_ms, mismatches, broken })
}

struct Game<'a> {
    table: Table<'a>,
    clocks: [Clock; 2],
    moves: Vec<MoveRecord>,
    thought_ms: [f64; 2],
    mismatches: Vec<String>,
    /// Questions that an engine has answered wrong: once a game is enough.
    doubtful: Vec<(Player, &'static str)>,
}

impl Game<'_> {
    /// Looks at the state of the game and, if it is not over, has a move made.
    fn step(&mut self) -> Result<Option<End>, NoGame> {
        let state = self.table.referee.state()?;
        if self.table.strict
            && let Some(end) = self.cross_check(&state)?
        {
            return Ok(Some(end));
        }
        let player = match state {
            State::Over(outcome, reason) => {
                return Ok(Some(End { result: outcome.into(), reason, detail: None, broken: None }));
            }
            State::Turn(player) => player,
        };
        if self.moves.len() >= self.table.max_plies as usize {
            let reason = "length".to_string();
            return Ok(Some(End { result: GameResult::Draw, reason, detail: None, broken: None }));
        }
        self.move_of(player)
    }

    fn move_of(&mut self, player: Player) -> Result<Option<End>, NoGame> {
        let index = player.index();
        let seat = &mut self.table.seats[index];
        let position = self.table.referee.position(player, seat.settings.position)?;
        // How long the opponent has thought may tell something of what it has.
        let secret = self.table.referee.hidden();
        let go = go(&self.clocks, player, secret);
        let clock = &mut self.clocks[index];
        let allowance = clock.allowance();
        let thought = match seat.engine.think(&position, &go, allowance) {
            Ok(thought) => thought,
            Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
            Err(fault) => return Ok(Some(End::lost(player, reason_of(&fault), fault.to_string()))),
        };
        self.thought_ms[index] += milliseconds(thought.time);
        if !clock.press(thought.time) {
            let reason = if clock.is_timed() { "time" } else { "timeout" };
            let (took, had) = (milliseconds(thought.time), milliseconds(allowance));
            return Ok(Some(End::lost(player, reason, format!("took {took:.3} ms, had {had:.3} ms"))));
        }
        let Some(best) = thought.best else {
            let detail = "'bestmove' without a move".to_string();
            return Ok(Some(End::lost(player, "no bestmove", detail)));
        };
        match self.table.referee.play(&best)? {
            Ok(text) => self.moves.push(MoveRecord::new(player, text, thought.time, thought.info)),
            Err(why) => return Ok(Some(End::lost(player, "illegal move", why))),
        }
        if secret && seat.engine.rest(clock.rest(thought.time)) == Err(Fault::Cancelled) {
            return Err(NoGame::Cancelled);
        }
        Ok(None)
    }

    /// Asks both engines how the game stands. A different opinion is noted; only an
    /// engine that breaks down over the question ends the game.
    fn cross_check(&mut self, state: &State) -> Result<Option<End>, NoGame> {
        let mut expected = vec![];
        match state {
            State::Turn(player) => {
                expected.push(("gameover", "false".to_string()));
                expected.push(("p1turn", (*player == Player::One).to_string()));
            }
            State::Over(outcome, _) => {
                expected.push(("gameover", "true".to_string()));
                expected.push(("result", GameResult::from(*outcome).name().to_string()));
            }
        }
        // Nobody knows the whole position of a hidden game.
        if let Some(fen) = self.table.referee.fen().filter(|_| !self.table.referee.hidden()) {
            expected.push(("fen", fen));
        }
        for player in [Player::One, Player::Two] {
            let seat = &mut self.table.seats[player.index()];
            let position = self.table.referee.position(player, seat.settings.position)?;
            seat.engine.send(&position);
            for &(question, ref expected) in &expected {
                if self.doubtful.contains(&(player, question)) {
                    continue;
                }
                let answer = match ask(seat.engine, question) {
                    Ok(answer) => answer,
                    Err(Fault::Cancelled) => return Err(NoGame::Cancelled),
                    Err(Fault::Hang(_)) => "nothing".to_string(),
                    Err(fault) => return Ok(Some(End::lost(player, reason_of(&fault), fault.to_string()))),
                };
                let agrees = match question {
                    "result" => outcome_of(&answer) == outcome_of(expected),
                    _ => answer == *expected,
                };
                if !agrees {
                    let (name, plies) = (&seat.settings.name, self.moves.len());
                    let note = format!(
                        "{name} answers 'query {question}' with '{answer}' after {plies} moves: \
                         expected '{expected}'"
                    );
                    self.mismatches.push(note);
                    self.doubtful.push((player, question));
                }
            }
        }
        Ok(None)
    }
}

/// Asks a question. Natural Selection gives the position without `response`.
fn ask(engine: &mut Engine, question: &str) -> Result<String, Fault> {
    if question != "fen" {
        return engine.query(question, ANSWER);
    }
    engine.send("query fen");
    let deadline = std::time::Instant::now() + ANSWER;
    loop {
        let line = engine.read_line(deadline)?;
        match line.word() {
            "info" | "" => {}
            "response" => {
                let words: Vec<&str> = line.text.split_whitespace().skip(1).collect();
                return Ok(words.join(" "));
            }
            _ => return Ok(line.text.trim().to_string()),
        }
    }
}
