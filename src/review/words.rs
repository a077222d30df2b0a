//! What was missed, in words.

use super::Found;
use crate::formats::GameRecord;
use crate::games::Player;
use crate::search::Proof;

/// What the move that was made missed, compared with the best one; `None` if there is nothing to
/// say but the loss of expected points.
pub(super) fn missed(game: &GameRecord, player: Player, best: &Found, made: &Found) -> Option<String> {
    match (best.proof, made.proof) {
        (Proof::Win(winner, plies), other) if winner == player && !other.wins(player) => {
            Some(format!("missed a forced win {}", in_plies(plies)))
        }
        (other, Proof::Win(winner, plies)) if winner != player && !other.wins(!player) => {
            let instead = if other == Proof::Draw { ", instead of a draw" } else { "" };
            Some(format!("allowed a forced loss {}{instead}", in_plies(plies)))
        }
        (Proof::Draw, other) if other != Proof::Draw && best.expected > made.expected => {
            Some("missed a forced draw".to_string())
        }
        _ => material(game, player, best, made),
    }
}

fn in_plies(plies: u16) -> String {
    match plies {
        1 => "at once".to_string(),
        plies => format!("in {plies} plies"),
    }
}

/// Pieces that the move loses to the best reply and the best move does not.
fn material(game: &GameRecord, player: Player, best: &Found, made: &Found) -> Option<String> {
    if best.expected - made.expected < MATERIAL_LOSS {
        return None;
    }
    let (kept, left) = (balance_after(game, player, &best.pv)?, balance_after(game, player, &made.pv)?);
    match kept - left {
        1 => Some("lost a piece".to_string()),
        lost if lost > 1 => Some(format!("lost {lost} pieces")),
        _ => None,
    }
}

/// Below this loss of expected points, pieces are not worth a word: the exchange is not over.
const MATERIAL_LOSS: f64 = 0.05;

/// The player's pieces less the other's, after a move and the reply to it.
fn balance_after(game: &GameRecord, player: Player, pv: &[String]) -> Option<i64> {
    let mut game = game.clone();
    for mv in pv.iter().take(2) {
        game.choose(mv).ok()?;
    }
    let scene = game.scene(game.turns());
    let on_board = scene.pieces.iter().map(|piece| (piece.player, 1));
    let waiting = scene.reserves.iter().map(|some| (some.player, i64::from(some.count)));
    let signed = |(owner, count): (Player, i64)| if owner == player { count } else { -count };
    Some(on_board.chain(waiting).map(signed).sum())
}
