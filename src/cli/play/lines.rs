//! Lines that a person types: edited and completed at a terminal, read as they are from a pipe.

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Write};

/// The words that are no turns.
const COMMANDS: &[&str] = &[
    "help", "hint", "eval", "moves ", "undo", "board", "flip", "fen", "draw", "resign", "new", "save ",
    "quit",
];

/// What came.
pub(super) enum Input {
    /// A line.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// The end of the input.
    End,
}

/// Where lines come from.
pub(super) enum Lines {
    Terminal(Box<Editor<Words, DefaultHistory>>),
    Pipe,
}

impl Lines {
    pub(super) fn new() -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let config = Config::builder().completion_type(CompletionType::List).build();
        match terminal.then(|| Editor::with_config(config)) {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(Words::default()));
                Lines::Terminal(Box::new(editor))
            }
            // A terminal that cannot be edited at can still be read.
            _ => Lines::Pipe,
        }
    }

    /// Forgets what was typed before.
    pub(super) fn forget(&mut self) {
        if let Lines::Terminal(editor) = self {
            // A history in memory cannot fail to be cleared.
            let _ = editor.clear_history();
        }
    }

    /// What Tab completes to, besides commands.
    pub(super) fn complete_with(&mut self, moves: Vec<String>) {
        if let Lines::Terminal(editor) = self
            && let Some(words) = editor.helper_mut()
        {
            words.moves = moves;
        }
    }

    /// The next line.
    pub(super) fn next(&mut self, prompt: &str) -> anyhow::Result<Input> {
        match self {
            Lines::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A history that is full forgets its oldest line.
                    let _ = editor.add_history_entry(&line);
                    Ok(Input::Text(line))
                }
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(error) => Err(error.into()),
            },
            Lines::Pipe => {
                let mut out = io::stdout().lock();
                // A closed output is noticed by whoever prints next.
                let _ = out.write_all(prompt.as_bytes()).and_then(|()| out.flush());
                let mut bytes = Vec::new();
                match io::stdin().lock().read_until(b'\n', &mut bytes)? {
                    0 => Ok(Input::End),
                    _ => Ok(Input::Text(String::from_utf8_lossy(&bytes).trim_end().to_string())),
                }
            }
        }
    }
}

/// Completes commands and legal moves.
#[derive(Default)]
pub(super) struct Words {
    moves: Vec<String>,
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, completions(line.get(..at).unwrap_or(line), &self.moves)))
    }
}

/// The commands and moves that begin with what was typed, in any case.
fn completions(typed: &str, moves: &[String]) -> Vec<String> {
    let begins = |word: &str| word.get(..typed.len()).is_some_and(|start| start.eq_ignore_ascii_case(typed));
    let commands = COMMANDS.iter().copied().filter(|word| begins(word)).map(str::to_string);
    let mut found: Vec<String> = commands.collect();
    if !typed.is_empty() {
        found.extend(moves.iter().filter(|word| begins(word)).cloned());
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_moves_are_completed_in_any_case() {
        let moves = ["b4c4", "b4-c4", "h1h2"].map(str::to_string);
        assert_eq!(completions("B4", &moves), ["b4-c4", "b4c4"]);
        assert_eq!(completions("h", &moves), ["h1h2", "help", "hint"]);
        assert_eq!(completions("", &moves).len(), COMMANDS.len());
        assert!(completions("zz", &moves).is_empty());
    }
}
