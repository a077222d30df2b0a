//! `sisku show`.

use super::game_input::{Source, VariantArgs, View};
use crate::draw::{self, Arrow, Colour, Picture};
use crate::formats::GameRecord;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a position or a game as text or SVG
#[derive(Args)]
#[command(
    after_help = "Without --svg the board is drawn as text: upper case letters are player one's, the lower cube \
    of a stack stands\nfirst, the cells of the last move stand in [ ], marked ones in ( ). Colours only on terminals, \
    and none if\nNO_COLOR is set.\n\n\
    Exit codes: 0 done, 2 an illegal move or position, or bad usage.\n\n\
    Examples:\n  sisku show startpos\n  sisku show game.txt --turn 12\n  sisku show game.txt --svg game.svg --animate\n  \
    sisku show '6/7/1s-4/1PR5/6/7/6 w 0 5' --svg board.svg --arrow d2=e2-f2 --mark e2\n  \
    sisku show startpos --variant jersi --json"
)]
pub(super) struct Show {
    /// A FEN, startpos, moves, or a file with a game (- for the standard input)
    #[arg(value_name = "FEN|FILE")]
    what: String,
    #[command(flatten)]
    variant: VariantArgs,
    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,
    /// The position after so many turns, or 'all'; without it, the last
    #[arg(long, value_name = "N")]
    turn: Option<Turn>,
    /// Write an SVG file, or - for the standard output
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// Draw the whole game, moving; needs --svg
    #[arg(long, requires = "svg", conflicts_with_all = ["turn", "arrows", "marks"])]
    animate: bool,
    /// Write a PNG file
    #[cfg(feature = "png")]
    #[arg(long, value_name = "OUT", conflicts_with = "animate")]
    png: Option<PathBuf>,
    /// An arrow from cell to cell, such as a1b2, or along a legal move; may be repeated
    #[arg(long = "arrow", value_name = "CELLS|MOVE")]
    arrows: Vec<String>,
    /// Mark a cell; may be repeated
    #[arg(long = "mark", value_name = "CELL")]
    marks: Vec<String>,
    /// Draw player two below
    #[arg(long)]
    flip: bool,
    /// What this observer has seen, in games with secrets
    #[arg(long, value_name = "OBSERVER")]
    view: Option<View>,
    /// Colours in text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: When,
    /// Print the scene as JSON, for programs that draw
    #[arg(long, conflicts_with_all = ["svg", "animate"])]
    json: bool,
}

/// Which turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    All,
    After(usize),
}

impl std::str::FromStr for Turn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "all" => Ok(Turn::All),
            _ => text.parse().map(Turn::After).map_err(|_| "expected a number or 'all'".to_string()),
        }
    }
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    /// On terminals, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl When {
    fn colour(self) -> Colour {
        let wanted = || std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        match self {
            When::Always => Colour::Always,
            When::Auto if std::io::stdout().is_terminal() && wanted() => Colour::Always,
            _ => Colour::Never,
        }
    }
}

impl Show {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let (game, count) = self.read()?;
        let turns = match self.turn {
            None => vec![game.turns()],
            Some(Turn::All) => (0..=game.turns()).collect(),
            Some(Turn::After(turn)) if turn <= game.turns() => vec![turn],
            Some(Turn::After(turn)) => bail!("'{turn}': expected a turn up to {}", game.turns()),
        };
        let mut drawn = false;
        if let Some(path) = &self.svg {
            let svg = match *turns.as_slice() {
                _ if self.animate => draw::animate(&game, self.flip),
                [turn] => self.picture(&game, turn)?.svg(),
                _ => bail!("--turn all: expected one turn, or --animate"),
            };
            write(path, svg.as_bytes())?;
            drawn = true;
        }
        #[cfg(feature = "png")]
        if let Some(path) = &self.png {
            let &[turn] = turns.as_slice() else { bail!("--turn all: expected one turn") };
            write(
                path,
                &draw::png(&self.picture(&game, turn)?.svg()).map_err(|error| anyhow::anyhow!("{error}"))?,
            )?;
            drawn = true;
        }
        if !drawn {
            super::print(&self.text(&game, count, &turns)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The game, and how many there are in the file.
    fn read(&self) -> anyhow::Result<(GameRecord, usize)> {
        let source = Source::file_or_text(&self.what)?;
        let (game, count) = source.game(self.game, &self.variant.options()?)?;
        Ok((
            match self.view {
                Some(view) => game.observed(view.observer()),
                None => game,
            },
            count,
        ))
    }

    fn picture(&self, game: &GameRecord, turn: usize) -> anyhow::Result<Picture> {
        let mut picture = Picture { flipped: self.flip, ..Picture::of_turn(game, turn) };
        for text in &self.arrows {
            let cells = cells(game, turn, text);
            let legal =
                || game.legal_moves(turn).into_iter().find(|mv| mv.ugi == *text || same(&mv.native, text));
            match (cells, legal()) {
                (_, Some(mv)) => picture.point_out(&mv.steps),
                (Some((from, to)), None) => picture.arrows.push(Arrow { from, to }),
                (None, None) => bail!("--arrow '{text}': expected two cells such as a1b2, or a legal move"),
            }
        }
        for text in &self.marks {
            if picture.scene.cell(text).is_none() {
                bail!("--mark '{text}': expected a cell such as a1");
            }
            picture.marks.push(text.clone());
        }
        Ok(picture)
    }

    fn text(&self, game: &GameRecord, count: usize, turns: &[usize]) -> anyhow::Result<String> {
        let mut text = String::new();
        if self.json {
            for &turn in turns {
                text.push_str(&super::json_line(&self.picture(game, turn)?.scene)?);
            }
            return Ok(text);
        }
        if count > 1 {
            writeln!(text, "Game {} of {count}", self.game)?;
        }
        if let [Some(one), Some(two)] = &game.header.players {
            writeln!(text, "{one} - {two}")?;
        }
        for (i, &turn) in turns.iter().enumerate() {
            let picture = self.picture(game, turn)?;
            if i > 0 {
                text.push('\n');
            }
            if !picture.caption.is_empty() {
                writeln!(text, "{}", picture.caption)?;
            }
            text.push_str(&picture.text(self.color.colour()));
        }
        Ok(text)
    }
}

/// Whether a native move is what somebody wrote, but for the marks of captures.
fn same(native: &str, text: &str) -> bool {
    native.replace('!', "") == text.replace('!', "")
}

/// The two cells that a text names, with or without a sign between them.
fn cells(game: &GameRecord, turn: usize, text: &str) -> Option<(String, String)> {
    let scene = game.scene(turn);
    let (from, to) = text.split_at_checked(2)?;
    let to = to.strip_prefix(['-', '=']).unwrap_or(to);
    (scene.cell(from).is_some() && scene.cell(to).is_some()).then(|| (from.to_string(), to.to_string()))
}

/// Writes a file, or to the standard output if it is `-`.
fn write(path: &std::path::Path, bytes: &[u8]) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        return super::print(&String::from_utf8_lossy(bytes));
    }
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
