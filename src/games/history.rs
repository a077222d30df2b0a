//! The history of a game: start position, moves, current position.

use super::{Game, Information, Notation, NotationError, Observer, Rules};

/// A start position, the moves played from it and the position they lead to.
///
/// ```
/// use sisku::games::{Game, History, Notation, Rules, pijersi::{Board45, Position}};
/// let start = Position::<Board45>::start(&Rules::of(Position::<Board45>::rule_options()));
/// let mut history = History::new(start);
/// history.play("a1b1")?;
/// assert_eq!(history.ugi_moves(), "a1b1");
/// assert!(history.play("a1b1").is_err(), "it is the other player's turn");
/// assert_eq!(history.moves().len(), 1);
/// # Ok::<(), sisku::games::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct History<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    current: G,
}

impl<G: Game> History<G> {
    /// A game that begins here.
    pub fn new(start: G) -> Self {
        History { current: start.clone(), moves: Vec::new(), start }
    }

    /// The start position.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The moves played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The current position.
    pub fn current(&self) -> &G {
        &self.current
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: G::Move) {
        self.current.play(mv);
        self.moves.push(mv);
    }

    /// The game as the observer has observed it.
    pub fn observed(&self, observer: Observer) -> Self {
        let mut history = History::new(G::Information::initial_view(&self.start, observer));
        let mut position = self.start.clone();
        for &mv in &self.moves {
            let observed = G::Information::observed(&position, mv, observer);
            position.play(mv);
            history.push(observed);
        }
        history
    }
}

impl<G: Notation> History<G> {
    /// Plays a move as it was observed, given in notation; an illegal move changes nothing.
    pub fn play(&mut self, text: &str) -> Result<G::Move, NotationError> {
        self.play_parsed(text, G::Information::parse_observed)
    }

    /// Plays a move as its player chooses it, in full.
    pub fn choose(&mut self, text: &str) -> Result<G::Move, NotationError> {
        self.play_parsed(text, G::parse_move)
    }

    fn play_parsed(
        &mut self,
        text: &str,
        parse: impl Fn(&G, &str) -> Result<G::Move, NotationError>,
    ) -> Result<G::Move, NotationError> {
        if self.current.outcome().is_some() {
            return Err(NotationError::new(text, "no move, the game is over"));
        }
        let mv = parse(&self.current, text)?;
        self.push(mv);
        Ok(mv)
    }

    /// The same game under other rules; where the moves cannot have been played under
    /// them, a game that begins with the current position.
    pub fn with_rules(&self, rules: &Rules) -> Self {
        let mut history = History::new(self.start.with_rules(rules));
        let replayed = self.ugi_moves().split_whitespace().try_for_each(|mv| history.play(mv).map(|_| ()));
        match replayed {
            Ok(()) => history,
            Err(_) => History::new(self.current.with_rules(rules)),
        }
    }

    /// The moves in UGI notation, separated by blanks.
    pub fn ugi_moves(&self) -> String {
        line_texts(&self.start, &self.moves, G::ugi_move).join(" ")
    }

    /// Moves that could be played on from here, one after the other, in UGI notation.
    pub fn ugi_line(&self, moves: &[G::Move]) -> Vec<String> {
        line_texts(&self.current, moves, G::ugi_move)
    }

    /// The same in native notation.
    pub fn native_line(&self, moves: &[G::Move]) -> Vec<String> {
        line_texts(&self.current, moves, G::native_move)
    }

    /// Parses a game in native notation: a native position, which may be left out for the usual
    /// one, then move numbers from 1, each with a move.
    pub fn read_native(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let is_number = |token: &&str| token.chars().all(|c| c.is_ascii_digit());
        let (set_up, moves) = tokens.split_at(tokens.iter().position(is_number).unwrap_or(tokens.len()));
        let start = if set_up.is_empty() { G::start(rules) } else { G::from_fen(&set_up.join(" "), rules)? };
        let mut history = History::new(start);
        for (number, pair) in (1..).zip(moves.chunks(2)) {
            let &[found, ref mv @ ..] = pair else { break };
            if found.parse() != Ok(number) {
                return Err(NotationError::new(found, format!("the number {number}")));
            }
            let &[mv] = mv else {
                return Err(NotationError::new(found, "a move after the number"));
            };
            history.play(mv)?;
        }
        Ok(history)
    }

    /// Writes the game in native notation; `None` if the start position has none.
    pub fn write_native(&self) -> Option<String> {
        let mut text = self.start.native_position()?;
        let mut position = self.start.clone();
        for (number, &mv) in (1..).zip(&self.moves) {
            text.push_str(&format!(" {number} {}", position.native_move(mv)));
            position.play(mv);
        }
        Some(text)
    }
}

/// The texts of moves that are played one after the other.
fn line_texts<G: Notation>(start: &G, moves: &[G::Move], text: fn(&G, G::Move) -> String) -> Vec<String> {
    let mut position = start.clone();
    let written = moves.iter().map(|&mv| {
        let text = text(&position, mv);
        position.play(mv);
        text
    });
    written.collect()
}
