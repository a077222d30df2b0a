//! Who knows the truth about a game: our own rules, or an engine that is trusted.

use super::config::{EngineSettings, PositionForm};
use super::engine::pool::ANSWER;
use super::engine::{Client, Fault};
use super::openings::Opening;
use crate::games::{
    History, Information, Notation, NotationError, Observer, Outcome, Player, Rules, Variant, Visitor,
};
use crate::ugi::wire::{Command, GameResult, PositionCommand, Query, Response, Start};

/// Where the truth about the game comes from.
#[derive(Clone, Debug)]
pub(crate) enum RuleSource {
    /// We know its rules.
    Rules(Variant, Rules),
    /// This engine is trusted.
    Engine(Box<EngineSettings>),
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GameState {
    /// This player decides next.
    Turn(Player),
    /// It has ended, in this way.
    Over(Outcome, String),
}

/// Why a referee cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefereeError {
    /// The opening does not suit the game.
    Opening(String),
    /// The referee is an engine and has failed.
    Fault(Fault),
    /// The referee is an engine and makes no sense.
    Nonsense { query: Query, answer: String },
}

impl From<Fault> for RefereeError {
    fn from(fault: Fault) -> Self {
        RefereeError::Fault(fault)
    }
}

impl std::fmt::Display for RefereeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RefereeError::Opening(why) => write!(f, "opening: {why}"),
            RefereeError::Fault(fault) => write!(f, "the referee {fault}"),
            RefereeError::Nonsense { query, answer } => {
                write!(f, "the referee answers '{query}' with '{answer}'")
            }
        }
    }
}

/// Knows the rules and keeps the true state of one game at a time.
pub(crate) trait Referee {
    /// Sets up a game.
    fn begin(&mut self, opening: &Opening) -> Result<(), RefereeError>;
    /// How the game stands.
    fn state(&mut self) -> Result<GameState, RefereeError>;
    /// Plays a move and gives its proper text, or says why it is not legal.
    fn play(&mut self, text: &str) -> Result<Result<String, NotationError>, RefereeError>;
    /// The `position` command for an engine that plays this side: only what it may know.
    fn position(&mut self, observer: Player, form: PositionForm) -> Result<PositionCommand, RefereeError>;
    /// The position in the game's notation, if it is known.
    fn fen(&self) -> Option<String>;
    /// Whether players know only a part of the position.
    fn hidden(&self) -> bool;
}

/// A referee for a game we know.
pub(crate) fn of_variant(variant: Variant, rules: &Rules) -> Box<dyn Referee + Send> {
    struct Make<'a>(&'a Rules);
    impl Visitor for Make<'_> {
        type Output = Box<dyn Referee + Send>;
        fn visit<G: Notation>(self) -> Self::Output {
            let rules = self.0.clone();
            Box::new(Ruled { record: History::new(G::start(&rules)), rules, usual: true })
        }
    }
    variant.visit(Make(rules))
}

/// Our own rules.
struct Ruled<G: Notation> {
    rules: Rules,
    record: History<G>,
    /// Whether the game began in the usual position.
    usual: bool,
}

impl<G: Notation> Referee for Ruled<G> {
    fn begin(&mut self, opening: &Opening) -> Result<(), RefereeError> {
        let wrong = |error: NotationError| RefereeError::Opening(error.to_string());
        let start = match &opening.fen {
            Some(fen) => G::from_fen(fen, &self.rules).map_err(wrong)?,
            None => G::start(&self.rules),
        };
        self.record = History::new(start);
        self.usual = opening.fen.is_none();
        for text in &opening.moves {
            self.record.choose(text).map_err(wrong)?;
        }
        Ok(())
    }

    fn state(&mut self) -> Result<GameState, RefereeError> {
        let position = self.record.current();
        Ok(match position.outcome() {
            Some(outcome) => GameState::Over(outcome, position.ending().to_string()),
            None => GameState::Turn(position.mover()),
        })
    }

    fn play(&mut self, text: &str) -> Result<Result<String, NotationError>, RefereeError> {
        let before = self.record.current().clone();
        let played = self.record.choose(text);
        Ok(played.map(|mv| before.ugi_move(mv)))
    }

    fn position(&mut self, observer: Player, form: PositionForm) -> Result<PositionCommand, RefereeError> {
        let observed = self.record.observed(Observer::Player(observer));
        Ok(match form {
            PositionForm::Fen => position_command(Some(observed.current().fen()), ""),
            PositionForm::Moves => {
                let start = (!self.usual).then(|| observed.start().fen());
                position_command(start, &observed.ugi_moves())
            }
        })
    }

    fn fen(&self) -> Option<String> {
        Some(self.record.current().fen())
    }

    fn hidden(&self) -> bool {
        G::Information::HIDDEN
    }
}

/// The `position` command for a game that began there, with moves separated by blanks.
fn position_command(fen: Option<String>, moves: &str) -> PositionCommand {
    let start = fen.map_or(Start::Startpos, Start::Fen);
    PositionCommand { start, moves: moves.split_whitespace().map(str::to_string).collect() }
}

/// An engine that is asked by `query`.
pub(crate) struct Trusted {
    engine: Client,
    hidden: bool,
    opening: Opening,
    /// Where the game began, as each player sees it; `None` for the usual position.
    starts: [Option<String>; 2],
    played: Vec<String>,
}

impl Trusted {
    /// Makes a referee of an engine that is ready.
    pub(crate) fn new(mut engine: Client) -> Result<Self, Fault> {
        // Engines of open games may not know the question: what comes before `readyok`
        // is the answer.
        engine.send(Query::Hidden);
        let lines = engine.ready(ANSWER)?;
        let yes = Response(true.to_string());
        let hidden = lines.iter().any(|line| line.text.parse().as_ref() == Ok(&yes));
        let (opening, starts, played) = (Opening::default(), [None, None], Vec::new());
        Ok(Trusted { engine, hidden, opening, starts, played })
    }

    fn ask(&mut self, query: &Query) -> Result<String, RefereeError> {
        Ok(self.engine.query(query, ANSWER)?)
    }

    fn yes(&mut self, query: Query) -> Result<bool, RefereeError> {
        let answer = self.ask(&query)?;
        answer.parse().map_err(|_| RefereeError::Nonsense { query, answer })
    }

    fn tell(&mut self) {
        let command = position_command(self.opening.fen.clone(), &self.played.join(" "));
        self.engine.send(command);
    }

    /// The position as a player sees it.
    fn view(&mut self, observer: Player) -> Result<String, RefereeError> {
        self.ask(&if self.hidden { Query::View(Observer::Player(observer)) } else { Query::Fen })
    }
}

impl Referee for Trusted {
    fn begin(&mut self, opening: &Opening) -> Result<(), RefereeError> {
        self.engine.send(Command::NewGame);
        (self.opening, self.played) = (opening.clone(), Vec::new());
        self.tell();
        self.starts = [opening.fen.clone(), opening.fen.clone()];
        if self.hidden && opening.fen.is_some() {
            self.starts = [Some(self.view(Player::One)?), Some(self.view(Player::Two)?)];
        }
        for text in &opening.moves {
            if let Err(why) = self.play(text)? {
                return Err(RefereeError::Opening(why.to_string()));
            }
        }
        Ok(())
    }

    fn state(&mut self) -> Result<GameState, RefereeError> {
        if !self.yes(Query::GameOver)? {
            let one = self.yes(Query::P1Turn)?;
            return Ok(GameState::Turn(if one { Player::One } else { Player::Two }));
        }
        let answer = self.ask(&Query::Result)?;
        let outcome = answer.parse().ok().and_then(GameResult::outcome);
        let outcome = outcome.ok_or(RefereeError::Nonsense { query: Query::Result, answer })?;
        Ok(GameState::Over(outcome, "referee".to_string()))
    }

    fn play(&mut self, text: &str) -> Result<Result<String, NotationError>, RefereeError> {
        if !self.yes(Query::IsLegal(text.to_string()))? {
            return Ok(Err(NotationError::new(text, "a legal move, says the referee")));
        }
        self.played.push(text.to_string());
        self.tell();
        Ok(Ok(text.to_string()))
    }

    fn position(&mut self, observer: Player, form: PositionForm) -> Result<PositionCommand, RefereeError> {
        if form == PositionForm::Fen {
            return Ok(position_command(Some(self.view(observer)?), ""));
        }
        let moves = match self.hidden {
            true => self.ask(&Query::History(Observer::Player(observer)))?,
            false => self.played.join(" "),
        };
        Ok(position_command(self.starts[observer.index()].clone(), &moves))
    }

    fn fen(&self) -> Option<String> {
        None
    }

    fn hidden(&self) -> bool {
        self.hidden
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referee() -> Box<dyn Referee + Send> {
        let variant = Variant::ALL[0];
        of_variant(variant, &Rules::of(variant.rule_options()))
    }

    #[test]
    fn moves_are_checked_and_written_properly() {
        let mut referee = referee();
        referee.begin(&Opening { fen: None, moves: vec!["b1c1".into()] }).expect("legal");
        assert_eq!(referee.state(), Ok(GameState::Turn(Player::Two)));
        assert_eq!(referee.play("f1-e1"), Ok(Ok("f1e1".into())));
        assert!(referee.play("f1e1").is_ok_and(|played| played.is_err()));
        let sent = |referee: &mut Box<dyn Referee + Send>, form| {
            referee.position(Player::One, form).map(|position| position.to_string())
        };
        assert_eq!(sent(&mut referee, PositionForm::Moves), Ok("position startpos moves b1c1 f1e1".into()));
        let fen = format!("position fen {}", referee.fen().expect("known"));
        assert_eq!(sent(&mut referee, PositionForm::Fen), Ok(fen));
        referee.begin(&Opening::default()).expect("usual");
        assert_eq!(sent(&mut referee, PositionForm::Moves), Ok("position startpos".into()));
    }

    #[test]
    fn players_of_a_hidden_game_are_sent_what_they_may_know() {
        let variant = Variant::Bloch;
        let mut referee = of_variant(variant, &Rules::of(variant.rule_options()));
        assert!(referee.hidden());
        assert!(referee.play("=XXXXXX").is_ok_and(|played| played.is_err()), "a set-up has kinds");
        for mv in ["=RPSRPS", "=SSPPRR", "a2a4", "a7a5", "a4xa5", "b7=S"] {
            assert_eq!(referee.play(mv), Ok(Ok(mv.into())));
        }
        let mut sent = |observer, form| referee.position(observer, form).expect("known").to_string();
        let (one, two) = (Player::One, Player::Two);
        assert_eq!(
            sent(one, PositionForm::Moves),
            "position startpos moves =RPSRPS =XXXXXX a2a4 a7a5 a4xa5:RS b7=X"
        );
        assert_eq!(
            sent(two, PositionForm::Moves),
            "position startpos moves =XXXXXX =SSPPRR a2a4 a7a5 a4xa5:RS b7=S"
        );
        let board = "position fen 6/1xxxxx/6/+R5/6/6/1PSRPS/6 RPS/xxx 1 BCDEFbcdef B 0 3";
        assert_eq!(sent(one, PositionForm::Fen), board);
        let fen = "6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1";
        referee.begin(&Opening { fen: Some(fen.into()), moves: vec!["a2a4".into()] }).expect("a position");
        let sent = referee.position(two, PositionForm::Moves).map(|position| position.to_string());
        let seen = "6/sspprr/6/6/6/6/XXXXXX/6 XXX/rps 1 ABCDEFabcdef Bb 0 1";
        assert_eq!(sent, Ok(format!("position fen {seen} moves a2a4")));
    }

    #[test]
    fn endings_have_names() {
        let mut referee = referee();
        let mut after = |fen: &str, mv: &str| {
            referee.begin(&Opening { fen: Some(fen.into()), moves: vec![mv.into()] }).expect(fen);
            referee.state().expect("sure")
        };
        let won = |ending: &str| GameState::Over(Outcome::Win(Player::One), ending.into());
        assert_eq!(after("5s-/R-6/6/7/6/7/6 w 0 5", "f1g1"), won("arrival"));
        assert_eq!(
            after("6/7/S-5/7/6/p-6/6 w 19 5", "e1d1"),
            GameState::Over(Outcome::Draw, "quiet turns".into())
        );
        assert_eq!(after("6/7/6/S-p-5/6/7/6 w 0 5", "d1d2"), won("blocked"));
    }
}
