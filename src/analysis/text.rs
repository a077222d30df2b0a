//! Queries and answers as lines for people and shell scripts.

use super::{Answer, Defaults, Include, MoveAnswer, ProofAnswer, Query, Reply, Turns, ValueAnswer};
use crate::games::{History, Notation, NotationError, Rules, Visitor};
use crate::ugi::score;
use crate::ugi::wire::{Command, Start};
use std::collections::BTreeMap;

/// The query that a line of text is: a FEN or `startpos`, perhaps with `moves` after it, as
/// `position` takes them, or a whole game in native notation. Its id is the line's number.
pub fn query_of_line(number: usize, line: &str, defaults: &Defaults) -> Result<Query, NotationError> {
    let (position, moves) = match native_game(line) {
        true => {
            let Defaults { options, .. } = defaults;
            options.variant.visit(ReadNative { text: line, rules: &options.rules })?
        }
        false => position_and_moves(line)?,
    };
    Ok(Query {
        id: number.to_string(),
        options: defaults.options.clone(),
        position,
        moves,
        turns: Turns::Last,
        limits: defaults.limits.clone(),
        allow: Vec::new(),
        avoid: Vec::new(),
        priority: 0,
        session: None,
        report_every: None,
        include: Include::default(),
    })
}

/// Whether a line is a game in native notation: a number 1 with a move after it.
fn native_game(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_move = |word: &str| word != "moves" && word.starts_with(|c: char| c.is_ascii_alphabetic());
    words.windows(2).any(|pair| pair[0] == "1" && is_move(pair[1]))
}

struct ReadNative<'a> {
    text: &'a str,
    rules: &'a Rules,
}

impl Visitor for ReadNative<'_> {
    type Output = Result<(String, Vec<String>), NotationError>;

    fn visit<G: Notation>(self) -> Self::Output {
        let game = History::<G>::read_native(self.text, self.rules)?;
        let moves = History::new(game.start().clone()).ugi_line(game.moves());
        Ok((game.start().fen(), moves))
    }
}

fn position_and_moves(line: &str) -> Result<(String, Vec<String>), NotationError> {
    let first = line.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let command = match first.as_str() {
        "position" => line.to_string(),
        "startpos" | "fen" => format!("position {line}"),
        _ => format!("position fen {line}"),
    };
    match Command::read(&command)? {
        Some(Command::Position(position)) => {
            let start = match position.start {
                Start::Startpos => "startpos".to_string(),
                Start::Fen(fen) => fen,
            };
            Ok((start, position.moves))
        }
        _ => Err(NotationError::new(line, "a position")),
    }
}

/// Puts answers back into the order of their lines.
#[derive(Default)]
pub struct InOrder {
    lines: BTreeMap<usize, Line>,
}

/// The answers to a line that are there already.
struct Line {
    expected: usize,
    texts: Vec<(usize, Result<String, String>)>,
}

impl InOrder {
    /// Announces a line that will have this many answers. Lines are announced in order.
    pub fn expect(&mut self, number: usize, answers: usize) {
        self.lines.insert(number, Line { expected: answers, texts: Vec::new() });
    }

    /// Takes the reply to a line; returns what can be printed now: text, or what is wrong with
    /// the line of this number.
    pub fn take(&mut self, reply: Reply) -> Vec<(usize, Result<String, String>)> {
        let (id, turn, text) = match reply {
            Reply::Answer(answer) if answer.during_search => return Vec::new(),
            Reply::Answer(answer) => (answer.id.clone(), answer.turn, Ok(answer.to_text())),
            Reply::Failure(failure) => (failure.id.unwrap_or_default(), usize::MAX, Err(failure.error)),
            Reply::Terminated { id, turn, .. } => (id, turn, Ok(String::new())),
            Reply::Done { .. } => return Vec::new(),
        };
        if let Some(line) = id.parse().ok().and_then(|number: usize| self.lines.get_mut(&number)) {
            if text.is_err() {
                line.expected = 1;
            }
            line.texts.push((turn, text));
        }
        let mut ready = Vec::new();
        while let Some(first) =
            self.lines.first_entry().filter(|line| line.get().texts.len() >= line.get().expected)
        {
            let (number, mut line) = first.remove_entry();
            line.texts.sort_by_key(|&(turn, _)| turn);
            ready.extend(line.texts.into_iter().map(|(_, text)| (number, text)));
        }
        ready
    }
}

impl Answer {
    /// The answer as lines of text, one for each move: number of the line and turn, move, score,
    /// thousandths of win, draw and loss, visits, principal variation.
    pub fn to_text(&self) -> String {
        let label = format!("{}.{}", self.id, self.turn);
        if let Some(outcome) = self.outcome {
            return format!("{label}  -  {}\n", crate::ugi::wire::GameResult::from(outcome));
        }
        self.moves.iter().map(|mv| format!("{label}  {}\n", mv.to_text())).collect()
    }
}

impl MoveAnswer {
    fn to_text(&self) -> String {
        let MoveAnswer { mv, visits, value, .. } = self;
        let thousandths = |share: f64| (share * 1000.0).round() as u32;
        let wdl = [value.win, value.draw, value.loss].map(|share| thousandths(share).to_string()).join(" ");
        let score = score_text(*value, self.proof);
        format!("{mv}  {score}  wdl {wdl}  visits {visits}  pv {}", self.pv.join(" "))
    }
}

/// A score as UGI writes it: centipawns, or plies to the end.
fn score_text(value: ValueAnswer, proof: Option<ProofAnswer>) -> String {
    match proof {
        Some(ProofAnswer { result: "win", plies: Some(plies) }) => format!("mate {plies}"),
        Some(ProofAnswer { result: "loss", plies: Some(plies) }) => format!("mate -{plies}"),
        Some(_) => "draw".to_string(),
        None => format!("cp {}", score::centipawns((value.win + value.draw / 2.0) as f32)),
    }
}
