//! Who knows the truth about a game: our own rules, or an engine that is trusted.

use super::engine::{Engine, Fault};
use super::openings::Opening;
use super::settings::PositionForm;
use crate::games::{Game, NotationError, Outcome, Player, Record, Rules, Variant, Visitor};
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
    fn hidden(&self) -> bool {
        false
    }
}

/// A referee for a game we know.
pub fn of_variant(variant: Variant, rules: &Rules) -> Box<dyn Referee + Send> {
    struct Make<'a>(&'a Rules);
    impl Visitor for Make<'_> {
        type Output = Box<dyn Referee + Send>;
        fn visit<G: Game>(self) -> Self::Output {
            let (rules, opening) = (self.0.clone(), Opening::default());
            Box::new(Ruled { record: Record::new(G::start(&rules)), rules, opening, played: Vec::new() })
        }
    }
    variant.visit(Make(rules))
}

/// Our own rules.
struct Ruled<G: Game> {
    rules: Rules,
    opening: Opening,
    record: Record<G>,
    /// All moves since the start of the opening.
    played: Vec<String>,
}

impl<G: Game> Ruled<G> {
    fn record_move(&mut self, text: &str) -> Result<String, NotationError> {
        let before = self.record.current().clone();
        let text = before.ugi_move(self.record.play(text)?);
        self.played.push(text.clone());
        Ok(text)
    }
}

impl<G: Game> Referee for Ruled<G> {
    fn begin(&mut self, opening: &Opening) -> Result<(), Trouble> {
        let wrong = |error: NotationError| Trouble::Opening(error.to_string());
        let start = match &opening.fen {
            Some(fen) => G::parse(fen, &self.rules).map_err(wrong)?,
            None => G::start(&self.rules),
        };
        self.opening = opening.clone();
        self.record = Record::new(start);
        self.played.clear();
        for text in &opening.moves {
            self.record_move(text).map_err(wrong)?;
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
        Ok(self.record_move(text).map_err(|error| error.to_string()))
    }

    fn position(&mut self, _reader: Player, form: PositionForm) -> Result<String, Trouble> {
        Ok(match form {
            PositionForm::Fen => format!("position fen {}", self.record.current().notation()),
            PositionForm::Moves => position_command(self.opening.fen.as_deref(), &self.played),
        })
    }

    fn fen(&self) -> Option<String> {
        Some(self.record.current().notation())
    }
}

/// The `position` command for a game that began there.
fn position_command(fen: Option<&str>, moves: &[String]) -> String {
    let start = fen.map_or_else(|| "startpos".to_string(), |fen| format!("fen {fen}"));
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
    format!("position {start}{moves}")
}

/// An engine that is asked by `query`.
pub struct Trusted {
    engine: Engine,
    patience: Duration,
    hidden: bool,
    opening: Opening,
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
        Ok(Trusted { engine, patience, hidden, opening: Opening::default(), played: Vec::new() })
    }

    fn ask(&mut self, question: &str) -> Result<String, Trouble> {
        Ok(self.engine.query(question, self.patience)?)
    }

    fn yes(&mut self, question: &str) -> Result<bool, Trouble> {
        let answer = self.ask(question)?;
        answer.parse().map_err(|_| Trouble::Nonsense { question: question.to_string(), answer })
    }

    fn tell(&mut self) {
        let command = position_command(self.opening.fen.as_deref(), &self.played);
        self.engine.send(&command);
    }
}

impl Referee for Trusted {
    fn begin(&mut self, opening: &Opening) -> Result<(), Trouble> {
        self.engine.send("uginewgame");
        (self.opening, self.played) = (opening.clone(), Vec::new());
        self.tell();
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
        let side = format!("p{}", reader.index() + 1);
        Ok(match form {
            PositionForm::Moves if self.hidden => {
                let told = self.ask(&format!("history {side}"))?;
                let moves: Vec<String> = told.split_whitespace().map(str::to_string).collect();
                position_command(self.opening.fen.as_deref(), &moves)
            }
            PositionForm::Moves => position_command(self.opening.fen.as_deref(), &self.played),
            PositionForm::Fen if self.hidden => {
                format!("position fen {}", self.ask(&format!("view {side}"))?)
            }
            PositionForm::Fen => format!("position fen {}", self.ask("fen")?),
        })
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
