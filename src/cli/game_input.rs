//! Games and positions as subcommands take them: from a file, the standard input or the command
//! line itself.

use crate::formats::{self, FormatError, GameRecord, ReadOptions};
use crate::games::{Observer, Player, Variant};
use anyhow::{Context, anyhow, ensure};
use clap::{Args, ValueEnum};
use std::io::Read;
use std::path::Path;

/// Which game, where a text does not say it itself.
#[derive(Args)]
pub(super) struct VariantArgs {
    /// The game; without it, what the input names, or the first game that fits
    #[arg(long, value_name = "NAME", value_parser = super::variant_names(), ignore_case = true)]
    variant: Option<String>,
    /// A rule that differs from the usual ones, such as DrawLimit=30; may be repeated
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    rules: Vec<String>,
}

impl VariantArgs {
    pub(super) fn options(&self) -> anyhow::Result<ReadOptions> {
        let rule = |text: &String| {
            let pair = text.split_once('=').map(|(name, value)| (name.to_string(), value.to_string()));
            pair.with_context(|| format!("--rule '{text}': expected NAME=VALUE"))
        };
        let rules = self.rules.iter().map(rule).collect::<anyhow::Result<_>>()?;
        Ok(ReadOptions { variant: self.variant.as_deref().and_then(Variant::find), rules })
    }
}

/// Who looks at a game with secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum View {
    /// Player one
    #[value(name = "1")]
    One,
    /// Player two
    #[value(name = "2")]
    Two,
    /// Everybody else
    Public,
}

impl View {
    pub(super) fn observer(self) -> Observer {
        match self {
            View::One => Observer::Player(Player::One),
            View::Two => Observer::Player(Player::Two),
            View::Public => Observer::Public,
        }
    }
}

/// A text with games in it, and what it is called in messages.
pub(super) struct Source {
    name: String,
    text: String,
}

impl Source {
    /// Reads a file, or the standard input if it is `-`.
    pub(super) fn file(path: &str) -> anyhow::Result<Source> {
        let mut bytes = Vec::new();
        let name = if path == "-" { "stdin" } else { path };
        let read = match path {
            "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
            path => std::fs::read(path).map(|read| bytes = read),
        };
        read.with_context(|| format!("cannot read {name}"))?;
        ensure!(!bytes.contains(&0), "{name}: expected text");
        let text = String::from_utf8_lossy(&bytes);
        Ok(Source { name: name.to_string(), text: text.trim_start_matches('\u{feff}').to_string() })
    }

    /// A file if there is one of this name, else the text itself.
    pub(super) fn file_or_text(text: &str) -> anyhow::Result<Source> {
        if text == "-" || Path::new(text).is_file() {
            return Source::file(text);
        }
        // What looks like a path and is none would be explained badly as a game.
        let looks_like_path = !text.contains(char::is_whitespace)
            && formats::Format::detect(text).is_none_or(|_| text.contains('.'));
        if looks_like_path && text != "startpos" {
            return Err(anyhow!("'{text}': expected a FEN, moves, startpos, or a file that can be read"));
        }
        Ok(Source { name: "argument".to_string(), text: text.to_string() })
    }

    /// All games, good and bad.
    pub(super) fn games(&self, options: &ReadOptions) -> Vec<Result<GameRecord, FormatError>> {
        formats::read(&self.text, options)
    }

    /// The game of this number, from 1, and how many there are.
    pub(super) fn game(&self, number: u32, options: &ReadOptions) -> anyhow::Result<(GameRecord, usize)> {
        let games = self.games(options);
        let count = games.len();
        let game = games.into_iter().nth(number as usize - 1);
        let game = game.with_context(|| {
            format!("--game '{number}': expected a game from 1 to {count} in {}", self.name)
        })?;
        Ok((game.map_err(|error| anyhow!("{}", self.explain(&error)))?, count))
    }

    /// What the text is called in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// An error with its place.
    pub(super) fn explain(&self, error: &FormatError) -> String {
        error.in_file(&self.name)
    }
}
