//! What is wrong with a move, in words: the sentences that games share.

use super::{Game, Outcome, Player};

/// How a player is called.
pub(crate) fn player(player: Player) -> &'static str {
    ["player 1", "player 2"][player.index()]
}

/// A move begins where nothing stands.
pub(crate) fn nothing_on(cell: &str) -> String {
    format!("nothing stands on {cell}")
}

/// A move begins with the other player's piece.
pub(crate) fn not_the_movers(cell: &str, owner: Player, mover: Player) -> String {
    format!("{cell} is {}'s, and {} is to move", player(owner), player(mover))
}

/// Nothing can be played any more, if so.
pub(super) fn over<G: Game>(position: &G) -> Result<(), String> {
    let ending = || position.ending();
    match position.outcome() {
        None => Ok(()),
        Some(Outcome::Win(winner)) => {
            Err(format!("the game is over: {} has won ({})", player(winner), ending()))
        }
        Some(Outcome::Draw) => Err(format!("the game is over: it is a draw ({})", ending())),
    }
}

/// A piece does not reach a cell.
pub(super) fn cannot_go(from: &str, to: &str, why: &str) -> String {
    format!("{from} cannot go to {to}: {why}")
}

/// What is wrong with the second action of a turn.
pub(super) fn after(first: &str, fault: &str) -> String {
    format!("after {first}, {fault}")
}

/// One piece of a kind.
pub(super) fn one(kind: &str) -> String {
    // There is no single scissor.
    if kind == "scissors" { kind.to_string() } else { format!("a {kind}") }
}

/// Several things: `a`, `a and b`, `a, b and c`.
pub(super) fn list(things: &[&str]) -> String {
    match things {
        [] => String::new(),
        [one] => one.to_string(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The names of cells, on the board or not, in a text that consists of them and of these signs;
/// none in any other text.
pub(super) fn cell_names<'a>(text: &'a str, signs: &[char]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut rest = text.trim_start_matches(signs);
    while !rest.is_empty() {
        let letter = rest.starts_with(|c: char| c.is_ascii_lowercase());
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        if !letter || digits == 0 || digits > 2 {
            return Vec::new();
        }
        let (name, after) = rest.split_at(1 + digits);
        names.push(name);
        rest = after.trim_start_matches(signs);
    }
    names
}
