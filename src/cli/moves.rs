//! `sisku moves`.

use super::game_input::{VariantArgs, View};
use crate::formats::{self, GameRecord};
use crate::games::Player;
use crate::ugi::wire::GameResult;
use anyhow::anyhow;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;
use std::process::ExitCode;

/// List the legal moves of a position, or of the one after some moves
#[derive(Args)]
#[command(
    after_help = "Prints the position, who is to move, the result (none while the game goes on), and every \
    legal move in\nUGI and native notation with a blank between them. Moves may be given in either notation; in games \
    with\nsecrets also as they were observed.\n\n\
    Exit codes: 0 done, 2 an illegal move or position, or bad usage.\n\n\
    Examples:\n  sisku moves startpos\n  sisku moves startpos b4c4d4 g6-f6=e5 --json\n  \
    sisku moves '6/7/1s-4/1PR5/6/7/6 w 0 5' d2e2f2\n  \
    sisku moves startpos =RPSRPS =XXXXXX --variant bloch --view 1"
)]
pub(super) struct Moves {
    /// The position: a FEN, or startpos
    position: String,
    /// Moves to play from there
    moves: Vec<String>,
    #[command(flatten)]
    variant: VariantArgs,
    /// The position as this observer sees it, in games with secrets
    #[arg(long, value_name = "OBSERVER")]
    view: Option<View>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct MovesJson {
    variant: &'static str,
    fen: String,
    mover: Player,
    /// As `query result` names it.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    ugi: String,
    native: String,
}

impl Moves {
    pub(super) fn run(self) -> anyhow::Result<ExitCode> {
        let start = Some(self.position.as_str()).filter(|text| !text.eq_ignore_ascii_case("startpos"));
        let options = self.variant.options()?;
        let game = formats::play(start, &self.moves, &options).map_err(|error| anyhow!("{error}"))?;
        let game = match self.view {
            Some(view) => game.observed(view.observer()),
            None => game,
        };
        let answer = answer(&game);
        super::print(&if self.json { super::json_line(&answer)? } else { text(&answer)? })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn answer(game: &GameRecord) -> MovesJson {
    let turn = game.turns();
    let moves = game.legal_moves(turn).into_iter();
    MovesJson {
        variant: game.variant().name(),
        fen: game.fen(turn),
        mover: game.mover(turn),
        result: GameResult::from(game.outcome()).name(),
        reason: game.ending(),
        moves: moves.map(|mv| MoveJson { ugi: mv.ugi, native: mv.native }).collect(),
    }
}

fn text(answer: &MovesJson) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(text, "variant {}\nfen {}\nplayer {}", answer.variant, answer.fen, answer.mover.index() + 1)?;
    match answer.reason {
        Some(reason) => writeln!(text, "result {} {reason}", answer.result)?,
        None => writeln!(text, "result {}", answer.result)?,
    }
    writeln!(text, "moves {}", answer.moves.len())?;
    for mv in &answer.moves {
        writeln!(text, "{} {}", mv.ugi, mv.native)?;
    }
    Ok(text)
}
