//! `sisku convert`.

use super::game_input::{Source, VariantArgs, View};
use crate::formats::{self, Format};
use anyhow::bail;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::process::ExitCode;

/// Convert games between formats
#[derive(Args)]
#[command(
    after_help = "The format of FILE is found by looking: native records and certu's files (numbered turns), UGI \
    commands or\nbare moves (a game a line), FENs (positions that follow from one another are one game), or the \
    JSON lines\nof 'sisku match'. What is wrong is told with file, line, turn and what was expected there.\n\n\
    Formats:\n  native  comments that name game and players, then numbered turns\n  \
    certu   as pijersi-certu and jersi-certu show and read them\n  \
    ugi     position … moves …, with setoption lines where the game is not Pijersi\n  \
    fen     the positions, one a line, a blank line between games\n  \
    json    one object a game and line\n\n\
    Exit codes: 0 all games, 1 only some of them, 2 none, or bad usage.\n\n\
    Examples:\n  sisku convert game.txt --to ugi\n  sisku convert games.jsonl --to native > games.txt\n  \
    printf 'b4c4d4 g6f6e5\\n' | sisku convert - --to native"
)]
pub(super) struct Convert {
    /// The file with games, or - for the standard input
    file: String,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(Format::ALL.map(Format::name)), ignore_case = true)]
    to: String,
    #[command(flatten)]
    variant: VariantArgs,
    /// Write only what this observer has seen, in games with secrets
    #[arg(long, value_name = "OBSERVER")]
    view: Option<View>,
}

/// How many errors are told one by one.
const ERRORS: usize = 20;

impl Convert {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let source = Source::file(&self.file)?;
        let format = Format::find(&self.to).unwrap_or(Format::Native);
        let (mut written, mut errors) = (String::new(), Vec::new());
        for game in source.games(&self.variant.options()?) {
            let game = game.map(|game| match self.view {
                Some(view) => game.observed(view.observer()),
                None => game,
            });
            match game.and_then(|game| formats::write(&game, format)) {
                Ok(text) => {
                    let between = if written.is_empty() || matches!(format, Format::Ugi | Format::Json) {
                        ""
                    } else {
                        "\n"
                    };
                    written.push_str(between);
                    written.push_str(&text);
                }
                Err(error) => errors.push(source.explain(&error)),
            }
        }
        if let (true, [only]) = (written.is_empty(), errors.as_slice()) {
            bail!("{only}");
        }
        for error in errors.iter().take(ERRORS) {
            super::tell(&format!("error: {error}"));
        }
        if errors.len() > ERRORS {
            super::tell(&format!("error: {} more like these", errors.len() - ERRORS));
        }
        let code = match (written.is_empty(), errors.is_empty()) {
            (_, true) => 0,
            (false, false) => 1,
            (true, false) => 2,
        };
        super::print(&written)?;
        Ok(ExitCode::from(code))
    }
}
