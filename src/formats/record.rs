//! One game of any variant: the typed history behind an object-safe face.

use super::header::Header;
use crate::games::{
    Game, History, Information, MoveStep, Notation, NotationError, Observer, Outcome, Player, Rules, Scene,
    Variant, Visitor,
};
use std::any::Any;

/// A game of any variant, with all its positions. Turn 0 is the start, turn n the position after
/// n moves; a turn beyond the last one stands for the last.
///
/// ```
/// use sisku::formats::GameRecord;
/// use sisku::games::{Player, Rules, Variant};
/// let rules = Rules::of(Variant::Jersi.rule_options());
/// let mut game = GameRecord::new(Variant::Jersi, &rules, None)?;
/// game.play("a2-b2=d3")?;
/// assert_eq!((game.turns(), game.mover(0), game.mover(1)), (1, Player::One, Player::Two));
/// assert_eq!(game.made(1).map(|mv| mv.native), Some("a2-b2=d3".to_string()));
/// assert_eq!(game.scene(1).on("d3").count(), 2);
/// # Ok::<(), sisku::games::NotationError>(())
/// ```
pub struct GameRecord {
    /// Who played, when, and how it ended, as far as the file tells.
    pub header: Header,
    variant: Variant,
    rules: Rules,
    game: Box<dyn Replay>,
}

/// A move in both notations, and what it does on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MoveText {
    /// In UGI notation.
    pub ugi: String,
    /// In native notation.
    pub native: String,
    /// Its parts.
    pub steps: Vec<MoveStep>,
}

impl GameRecord {
    /// A game without moves yet, from a position or the usual start.
    pub fn new(variant: Variant, rules: &Rules, start: Option<&str>) -> Result<Self, NotationError> {
        let game = variant.visit(Start { rules, start })?;
        Ok(GameRecord { header: Header::default(), variant, rules: rules.clone(), game })
    }

    /// A game that was played, of a variant of this type.
    pub fn of<G: Notation>(variant: Variant, rules: &Rules, history: &History<G>) -> Self {
        let game = Box::new(Replayed::new(history.clone()));
        GameRecord { header: Header::default(), variant, rules: rules.clone(), game }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The rules that were chosen.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The typed history, if the variant is of this type, as it is within [`Variant::visit`].
    pub fn history<G: Notation>(&self) -> Option<&History<G>> {
        self.game.as_any().downcast_ref::<Replayed<G>>().map(|replayed| &replayed.history)
    }

    /// The number of moves made.
    pub fn turns(&self) -> usize {
        self.game.turns()
    }

    /// The move that led to a turn, from 1.
    pub fn made(&self, turn: usize) -> Option<MoveText> {
        self.game.made(turn)
    }

    /// The moves in their order.
    pub fn moves(&self) -> impl Iterator<Item = MoveText> + '_ {
        (1..=self.turns()).filter_map(|turn| self.made(turn))
    }

    /// A position as FEN.
    pub fn fen(&self, turn: usize) -> String {
        self.game.fen(turn)
    }

    /// A position in native notation, if it has one.
    pub fn native_position(&self, turn: usize) -> Option<String> {
        self.game.native_position(turn)
    }

    /// A position for drawing.
    pub fn scene(&self, turn: usize) -> Scene {
        self.game.scene(turn)
    }

    /// The player to move.
    pub fn mover(&self, turn: usize) -> Player {
        self.game.mover(turn)
    }

    /// The legal moves.
    pub fn legal_moves(&self, turn: usize) -> Vec<MoveText> {
        self.game.legal_moves(turn)
    }

    /// How the game ended by the rules, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Why it ended, in a word or two.
    pub fn ending(&self) -> Option<&'static str> {
        self.outcome().map(|_| self.game.ending())
    }

    /// How the game ended: by the rules, or else as the file says.
    pub fn result(&self) -> Option<Outcome> {
        self.outcome().or(self.header.result)
    }

    /// Whether it begins with the usual start position.
    pub fn is_usual_start(&self) -> bool {
        self.game.is_usual_start(&self.rules)
    }

    /// Plays a move as it was observed; an illegal move changes nothing.
    pub fn play(&mut self, text: &str) -> Result<(), NotationError> {
        self.game.play(text, false)
    }

    /// Plays a move as its player chooses it, in full.
    pub fn choose(&mut self, text: &str) -> Result<(), NotationError> {
        self.game.play(text, true)
    }

    /// The legal move that a text means in the last position: in either notation, whatever the
    /// case of its letters, with or without marks of captures. Where case makes a difference,
    /// what is written exactly so.
    pub fn find_move(&self, text: &str) -> Option<MoveText> {
        self.game.find_move(text)
    }

    /// Why a text is no legal move in the last position, in words for a person; see
    /// [`Notation::explain`]. It tells what the player to move may know, and no more.
    pub fn explain(&self, text: &str) -> Option<String> {
        self.game.explain(text)
    }

    /// Takes moves back until so many are left.
    pub fn truncate(&mut self, turns: usize) {
        self.game.truncate(turns);
    }

    /// The game as an observer has seen it.
    pub fn observed(&self, observer: Observer) -> GameRecord {
        let (header, rules) = (self.header.clone(), self.rules.clone());
        GameRecord { header, variant: self.variant, rules, game: self.game.observed(observer) }
    }
}

impl Clone for GameRecord {
    fn clone(&self) -> Self {
        GameRecord {
            header: self.header.clone(),
            variant: self.variant,
            rules: self.rules.clone(),
            game: self.game.copy(),
        }
    }
}

impl std::fmt::Debug for GameRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameRecord({}, {} turns)", self.variant.name(), self.turns())
    }
}

/// A history of whatever game.
trait Replay: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn copy(&self) -> Box<dyn Replay>;
    fn turns(&self) -> usize;
    fn made(&self, turn: usize) -> Option<MoveText>;
    fn fen(&self, turn: usize) -> String;
    fn native_position(&self, turn: usize) -> Option<String>;
    fn scene(&self, turn: usize) -> Scene;
    fn mover(&self, turn: usize) -> Player;
    fn legal_moves(&self, turn: usize) -> Vec<MoveText>;
    fn outcome(&self) -> Option<Outcome>;
    fn ending(&self) -> &'static str;
    fn is_usual_start(&self, rules: &Rules) -> bool;
    fn play(&mut self, text: &str, in_full: bool) -> Result<(), NotationError>;
    fn find_move(&self, text: &str) -> Option<MoveText>;
    fn explain(&self, text: &str) -> Option<String>;
    fn truncate(&mut self, turns: usize);
    fn observed(&self, observer: Observer) -> Box<dyn Replay>;
}

struct Replayed<G: Game> {
    history: History<G>,
    /// The position before each move.
    before: Vec<G>,
}

impl<G: Notation> Replayed<G> {
    fn new(history: History<G>) -> Self {
        let mut position = history.start().clone();
        let step = |&mv: &G::Move| {
            let before = position.clone();
            position.play(mv);
            before
        };
        let before = history.moves().iter().map(step).collect();
        Replayed { history, before }
    }

    fn position(&self, turn: usize) -> &G {
        self.before.get(turn).unwrap_or(self.history.current())
    }
}

fn move_text<G: Notation>(position: &G, mv: G::Move) -> MoveText {
    MoveText { ugi: position.ugi_move(mv), native: position.native_move(mv), steps: position.move_steps(mv) }
}

impl<G: Notation> Replay for Replayed<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn copy(&self) -> Box<dyn Replay> {
        Box::new(Replayed { history: self.history.clone(), before: self.before.clone() })
    }

    fn turns(&self) -> usize {
        self.before.len()
    }

    fn made(&self, turn: usize) -> Option<MoveText> {
        let index = turn.checked_sub(1)?;
        let (before, &mv) = (self.before.get(index)?, self.history.moves().get(index)?);
        Some(move_text(before, mv))
    }

    fn fen(&self, turn: usize) -> String {
        self.position(turn).fen()
    }

    fn native_position(&self, turn: usize) -> Option<String> {
        self.position(turn).native_position()
    }

    fn scene(&self, turn: usize) -> Scene {
        self.position(turn).scene()
    }

    fn mover(&self, turn: usize) -> Player {
        self.position(turn).mover()
    }

    fn legal_moves(&self, turn: usize) -> Vec<MoveText> {
        let position = self.position(turn);
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        moves.into_iter().map(|mv| move_text(position, mv)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.history.current().outcome()
    }

    fn ending(&self) -> &'static str {
        self.history.current().ending()
    }

    fn is_usual_start(&self, rules: &Rules) -> bool {
        *self.history.start() == G::start(rules)
    }

    fn play(&mut self, text: &str, in_full: bool) -> Result<(), NotationError> {
        let before = self.history.current().clone();
        if in_full {
            self.history.choose(text)?
        } else {
            self.history.play(text)?
        };
        self.before.push(before);
        Ok(())
    }

    fn find_move(&self, text: &str) -> Option<MoveText> {
        let position = self.history.current();
        if position.outcome().is_some() {
            return None;
        }
        let plain = |text: &str| text.replace('!', "");
        let wanted = plain(text);
        let exact = [text, &wanted.to_ascii_lowercase()];
        if let Some(mv) = exact.iter().find_map(|text| position.parse_move(text).ok()) {
            return Some(move_text(position, mv));
        }
        // Letters of kinds may have to be in upper case.
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let fits = |text: String| plain(&text).eq_ignore_ascii_case(&wanted);
        moves.retain(|&mv| fits(position.ugi_move(mv)) || fits(position.native_move(mv)));
        let [mv] = moves[..] else { return None };
        Some(move_text(position, mv))
    }

    fn explain(&self, text: &str) -> Option<String> {
        let position = self.history.current();
        G::Information::view(position, Observer::Player(position.mover())).explain(text)
    }

    fn truncate(&mut self, turns: usize) {
        let mut history = History::new(self.history.start().clone());
        for &mv in self.history.moves().iter().take(turns) {
            history.push(mv);
        }
        self.history = history;
        self.before.truncate(turns);
    }

    fn observed(&self, observer: Observer) -> Box<dyn Replay> {
        Box::new(Replayed::new(self.history.observed(observer)))
    }
}

struct Start<'a> {
    rules: &'a Rules,
    start: Option<&'a str>,
}

impl Visitor for Start<'_> {
    type Output = Result<Box<dyn Replay>, NotationError>;

    fn visit<G: Notation>(self) -> Self::Output {
        let start = match self.start {
            Some(text) => G::from_fen(text, self.rules)?,
            None => G::start(self.rules),
        };
        Ok(Box::new(Replayed::new(History::new(start))))
    }
}
