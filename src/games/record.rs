//! A game as it is being played: where it began, what was played, where it stands.

use super::{Game, NotationError, Reader, Rules};

/// A start position, the moves played from it and the position they lead to.
#[derive(Clone)]
pub struct Record<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    current: G,
}

impl<G: Game> Record<G> {
    /// A game that begins here.
    pub fn new(start: G) -> Self {
        Record { current: start.clone(), moves: Vec::new(), start }
    }

    /// Where the game began.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// What was played.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Where the game stands.
    pub fn current(&self) -> &G {
        &self.current
    }

    /// Plays a move as somebody was told of it, given in notation; the record stays as it
    /// was if it is not legal.
    pub fn play(&mut self, text: &str) -> Result<G::Move, NotationError> {
        self.play_read(text, G::parse_told)
    }

    /// Plays a move as its player chooses it: one that keeps nothing back.
    pub fn choose(&mut self, text: &str) -> Result<G::Move, NotationError> {
        self.play_read(text, G::parse_move)
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: G::Move) {
        self.current.play(mv);
        self.moves.push(mv);
    }

    fn play_read(
        &mut self,
        text: &str,
        read: impl Fn(&G, &str) -> Result<G::Move, NotationError>,
    ) -> Result<G::Move, NotationError> {
        if self.current.outcome().is_some() {
            return Err(NotationError::new(text, "no move, the game is over"));
        }
        let mv = read(&self.current, text)?;
        self.push(mv);
        Ok(mv)
    }

    /// The game as the reader was told of it.
    pub fn told(&self, reader: Reader) -> Self {
        let mut record = Record::new(self.start.first_view(reader));
        let mut position = self.start.clone();
        for &mv in &self.moves {
            let told = position.told(mv, reader);
            position.play(mv);
            record.push(told);
        }
        record
    }

    /// The moves as UGI carries them, separated by blanks.
    pub fn history(&self) -> String {
        let mut position = self.start.clone();
        let texts = self.moves.iter().map(|&mv| {
            let text = position.ugi_move(mv);
            position.play(mv);
            text
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Reads a game as people write it: a native position, which may be left out for
    /// the usual one, then numbers from 1 with a move after each.
    pub fn read_native(text: &str, rules: &Rules) -> Result<Self, NotationError> {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let is_number = |token: &&str| token.chars().all(|c| c.is_ascii_digit());
        let (set_up, moves) = tokens.split_at(tokens.iter().position(is_number).unwrap_or(tokens.len()));
        let start = if set_up.is_empty() { G::start(rules) } else { G::parse(&set_up.join(" "), rules)? };
        let mut record = Record::new(start);
        for (number, pair) in (1..).zip(moves.chunks(2)) {
            let &[found, ref mv @ ..] = pair else { break };
            if found.parse() != Ok(number) {
                return Err(NotationError::new(found, format!("the number {number}")));
            }
            let &[mv] = mv else {
                return Err(NotationError::new(found, "a move after the number"));
            };
            record.play(mv)?;
        }
        Ok(record)
    }

    /// Writes the game as people do, or `None` if the start has no native form.
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
