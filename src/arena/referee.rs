//! Who knows the truth about a game: our own rules, or an engine that is trusted.

use super::engine::{Engine, Fault};
use super::openings::Opening;
use super::settings::PositionForm;
use crate::games::{
    History, Information, Notation, NotationError, Observer, Outcome, Player, Rules, Variant, Visitor,
};
use std::time::Duration;

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// This player decides next.
    Turn(Player),
    /// It has ended, in this way.
    Over(Outcome, String),
}

/// Why a referee cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The opening does not suit the game.
    Opening(String),
    /// The referee is an engine and has failed.
    Fault(Fault),
    /// The referee is an engine and makes no sense.
    Nonsense { question: String, answer: String },
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Opening(why) => write!(f, "opening: {why}"),
            Trouble::Fault(fault) => write!(f, "the referee {fault}"),
            Trouble::Nonsense { question, answer } => {
                write!(f, "the referee answers 'query {question}' with '{answer}'")
            }
        }
    }
}

/// Knows the rules and keeps the true state of one game at a time.
pub trait Referee {
    /// Sets up a game.
    fn begin(&mut self, opening: &Opening) -> Result<(), Trouble>;
    /// How the game stands.
    fn state(&mut self) -> Result<State, Trouble>;
    /// Plays a move and gives its proper text, or says why it is not legal.
    fn play(&mut self, text: &str) -> Result<Result<String, String>, Trouble>;
    /// The `position` command for an engine that plays this side: only what it may know.
    fn position(&mut self, reader: Player, form: PositionForm) -> Result<String, Trouble>;
    /// The position in the game's notation, if it can be told.
    fn fen(&self) -> Option<String>;
    /// Whether players know only a part of the position.
    fn hidden(&self) -> bool;
}

/// A referee for a game we know.
pub fn of_variant(variant: Variant, rules: &Rules) -> Box<dyn Referee + Send> {
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
    fn begin(&mut self, opening: &Opening) -> Result<(), Trouble> {
        let wrong = |error: NotationError| Trouble::Opening(error.to_string());
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

    fn state(&mut self) -> Result<State, Trouble> {
        let position = self.record.current();
        Ok(match position.outcome() {
            Some(outcome) => State::Over(outcome, position.ending().to_string()),
            None => State::Turn(position.mover()),
        })
    }

    fn play(&mut self, text: &str) -> Result<Result<String, String>, Trouble> {
        let before = self.record.current().clone();
        let played = self.record.choose(text);
        Ok(played.map(|mv| before.ugi_move(mv)).map_err(|error| error.to_string()))
    }

    fn position(&mut self, reader: Player, form: PositionForm) -> Result<String, Trouble> {
        let told = self.record.observed(Observer::Player(reader));
        Ok(match form {
            PositionForm::Fen => format!("position fen {}", told.current().fen()),
            PositionForm::Moves => {
                let start = (!self.usual).then(|| told.start().fen());
                position_command(start.as_deref(), &told.ugi_moves())
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

/// The `position` command for a game that began there.
fn position_command(fen: Option<&str>, moves: &str) -> String {
    let start = fen.map_or_else(|| "startpos".to_string(), |fen| format!("fen {fen}"));
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
    format!("position {start}{moves}")
}

/// An engine that is asked by `query`.
pub struct Trusted {
    engine: Engine,
    patience: Duration,
    hidden: bool,
    opening: Opening,
    /// Where the game began, as each player sees it; `None` for the usual position.
    starts: [Option<String>; 2],
    played: Vec<String>,
}

impl Trusted {
    /// Makes a referee of an engine that is ready.
    pub fn new(mut engine: Engine, patience: Duration) -> Result<Self, Fault> {
        // Engines of open games may not know the question: what comes before `readyok`
        // is the answer.
        engine.send("query hidden");
        engine.send("isready");
        let lines = engine.read_until("readyok", patience)?;
        let hidden = lines.iter().any(|line| line.text.trim() == "response true");
        let (opening, starts, played) = (Opening::default(), [None, None], Vec::new());
        Ok(Trusted { engine, patience, hidden, opening, starts, played })
    }

    fn ask(&mut self, question: &str) -> Result<String, Trouble> {
        Ok(self.engine.query(question, self.patience)?)
    }

    fn yes(&mut self, question: &str) -> Result<bool, Trouble> {
        let answer = self.ask(question)?;
        answer.parse().map_err(|_| Trouble::Nonsense { question: question.to_string(), answer })
    }

    fn tell(&mut self) {
        let command = position_command(self.opening.fen.as_deref(), &self.played.join(" "));
        self.engine.send(&command);
    }

    /// The position as a player sees it.
    fn view(&mut self, reader: Player) -> Result<String, Trouble> {
        self.ask(&if self.hidden { format!("view {}", side(reader)) } else { "fen".to_string() })
    }
}

/// A player as questions name it.
fn side(player: Player) -> String {
    format!("p{}", player.index() + 1)
}

impl Referee for Trusted {
    fn begin(&mut self, opening: &Opening) -> Result<(), Trouble> {
        self.engine.send("uginewgame");
        (self.opening, self.played) = (opening.clone(), Vec::new());
        self.tell();
        self.starts = [opening.fen.clone(), opening.fen.clone()];
        if self.hidden && opening.fen.is_some() {
            self.starts = [Some(self.view(Player::One)?), Some(self.view(Player::Two)?)];
        }
        for text in &opening.moves {
            if let Err(why) = self.play(text)? {
                return Err(Trouble::Opening(why));
            }
        }
        Ok(())
    }

    fn state(&mut self) -> Result<State, Trouble> {
        if !self.yes("gameover")? {
            let one = self.yes("p1turn")?;
            return Ok(State::Turn(if one { Player::One } else { Player::Two }));
        }
        let answer = self.ask("result")?;
        let outcome = outcome_of(&answer)
            .ok_or_else(|| Trouble::Nonsense { question: "result".to_string(), answer })?;
        Ok(State::Over(outcome, "referee".to_string()))
    }

    fn play(&mut self, text: &str) -> Result<Result<String, String>, Trouble> {
        if !self.yes(&format!("islegal {text}"))? {
            return Ok(Err(format!("'{text}': expected a legal move, says the referee")));
        }
        self.played.push(text.to_string());
        self.tell();
        Ok(Ok(text.to_string()))
    }

    fn position(&mut self, reader: Player, form: PositionForm) -> Result<String, Trouble> {
        if form == PositionForm::Fen {
            return Ok(format!("position fen {}", self.view(reader)?));
        }
        let moves = match self.hidden {
            true => self.ask(&format!("history {}", side(reader)))?,
            false => self.played.join(" "),
        };
        Ok(position_command(self.starts[reader.index()].as_deref(), &moves))
    }

    fn fen(&self) -> Option<String> {
        None
    }

    fn hidden(&self) -> bool {
        self.hidden
    }
}

/// Reads the answer to `query result`.
pub fn outcome_of(answer: &str) -> Option<Outcome> {
    match answer {
        "p1win" => Some(Outcome::Win(Player::One)),
        "p2win" => Some(Outcome::Win(Player::Two)),
        "draw" => Some(Outcome::Draw),
        _ => None,
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
        assert_eq!(referee.state(), Ok(State::Turn(Player::Two)));
        assert_eq!(referee.play("f1-e1"), Ok(Ok("f1e1".into())));
        assert!(referee.play("f1e1").is_ok_and(|played| played.is_err()));
        let told = |referee: &mut Box<dyn Referee + Send>, form| referee.position(Player::One, form);
        assert_eq!(told(&mut referee, PositionForm::Moves), Ok("position startpos moves b1c1 f1e1".into()));
        let fen = format!("position fen {}", referee.fen().expect("known"));
        assert_eq!(told(&mut referee, PositionForm::Fen), Ok(fen));
        referee.begin(&Opening::default()).expect("usual");
        assert_eq!(told(&mut referee, PositionForm::Moves), Ok("position startpos".into()));
    }

    #[test]
    fn players_of_a_hidden_game_are_told_what_they_may_know() {
        let variant = Variant::Bloch;
        let mut referee = of_variant(variant, &Rules::of(variant.rule_options()));
        assert!(referee.hidden());
        assert!(referee.play("=XXXXXX").is_ok_and(|played| played.is_err()), "a set-up has kinds");
        for mv in ["=RPSRPS", "=SSPPRR", "a2a4", "a7a5", "a4xa5", "b7=S"] {
            assert_eq!(referee.play(mv), Ok(Ok(mv.into())));
        }
        let mut told = |reader, form| referee.position(reader, form).expect("known");
        let (one, two) = (Player::One, Player::Two);
        assert_eq!(
            told(one, PositionForm::Moves),
            "position startpos moves =RPSRPS =XXXXXX a2a4 a7a5 a4xa5:RS b7=X"
        );
        assert_eq!(
            told(two, PositionForm::Moves),
            "position startpos moves =XXXXXX =SSPPRR a2a4 a7a5 a4xa5:RS b7=S"
        );
        let board = "position fen 6/1xxxxx/6/+R5/6/6/1PSRPS/6 RPS/xxx 1 BCDEFbcdef B 0 3";
        assert_eq!(told(one, PositionForm::Fen), board);
        let fen = "6/sspprr/6/6/6/6/RPSRPS/6 RPS/rps 1 ABCDEFabcdef Bb 0 1";
        referee.begin(&Opening { fen: Some(fen.into()), moves: vec!["a2a4".into()] }).expect("a position");
        let told = referee.position(two, PositionForm::Moves);
        let seen = "6/sspprr/6/6/6/6/XXXXXX/6 XXX/rps 1 ABCDEFabcdef Bb 0 1";
        assert_eq!(told, Ok(format!("position fen {seen} moves a2a4")));
    }

    #[test]
    fn endings_have_names() {
        let mut referee = referee();
        let mut after = |fen: &str, mv: &str| {
            referee.begin(&Opening { fen: Some(fen.into()), moves: vec![mv.into()] }).expect(fen);
            referee.state().expect("sure")
        };
        let won = |ending: &str| State::Over(Outcome::Win(Player::One), ending.into());
        assert_eq!(after("5s-/R-6/6/7/6/7/6 w 0 5", "f1g1"), won("arrival"));
        assert_eq!(
            after("6/7/S-5/7/6/p-6/6 w 19 5", "e1d1"),
            State::Over(Outcome::Draw, "quiet turns".into())
        );
        assert_eq!(after("6/7/6/S-p-5/6/7/6 w 0 5", "d1d2"), won("blocked"));
    }
}
