//! Pieces as vector shapes: the token tells the player (by form, colour and outline), the glyph on
//! it the kind.

use crate::games::{PieceKind, Player};

/// A piece around the origin, half its size being 30.
pub(super) fn piece(player: Player, kind: PieceKind, secret: bool) -> String {
    let owner = class(player);
    // What the other player does not know has a broken outline.
    let dashed = if secret { " secret" } else { "" };
    let token = match player {
        Player::One => {
            format!(r#"<rect class="token {owner}{dashed}" x="-29" y="-29" width="58" height="58" rx="10"/>"#)
        }
        Player::Two => format!(
            r#"<circle class="token {owner}{dashed}" r="29.5"/><circle class="ring {owner}" r="25.5"/>"#
        ),
    };
    format!("{token}{}", glyph(kind, owner))
}

/// The name of a player's class of style.
pub(super) fn class(player: Player) -> &'static str {
    match player {
        Player::One => "one",
        Player::Two => "two",
    }
}

/// The shape of a kind: `ink` is filled, `cut` has the colour of the token, `pen` is a line.
fn glyph(kind: PieceKind, owner: &str) -> String {
    let shapes: &[(&str, &str)] = match kind.name {
        "rock" => &[
            ("ink", "M-17,9 L-13,-7 L-3,-15 L9,-13 L17,-1 L15,10 L6,15 L-10,15Z"),
            ("score", "M-3,-15 L-1,-3 L-13,-7 M-1,-3 L8,3 L17,-1 M8,3 L6,15"),
        ],
        "paper" => &[
            ("ink", "M-12,-17 L5,-17 L13,-9 L13,17 L-12,17Z"),
            ("cut", "M5,-17 L5,-9 L13,-9Z"),
            ("score", "M-7,-4 L8,-4 M-7,3 L8,3 M-7,10 L4,10"),
        ],
        "scissors" => &[
            ("ink", "M9,-18 C13,-13 12,-8 8,-3 L-5,11 L-8,8Z"),
            ("ink", "M-9,-18 C-13,-13 -12,-8 -8,-3 L5,11 L8,8Z"),
            ("loop", "M-14,12 a5.2,5.2 0 1 0 10.4,0 a5.2,5.2 0 1 0 -10.4,0Z"),
            ("loop", "M3.6,12 a5.2,5.2 0 1 0 10.4,0 a5.2,5.2 0 1 0 -10.4,0Z"),
        ],
        "wise" => &[
            ("ink", "M-20,0 C-12,-14 12,-14 20,0 C12,14 -12,14 -20,0Z"),
            ("cut", "M-8,0 a8,8 0 1 0 16,0 a8,8 0 1 0 -16,0Z"),
            ("ink", "M-4,0 a4,4 0 1 0 8,0 a4,4 0 1 0 -8,0Z"),
        ],
        "king" => {
            &[("ink", "M-17,12 L-19,-10 L-9,-1 L0,-16 L9,-1 L19,-10 L17,12Z"), ("score", "M-15,7 L15,7")]
        }
        "fool" => &[
            (
                "ink",
                "M-12,12 L-12,5 C-14,-4 -20,-3 -20,6 C-27,-4 -22,-17 -9,-13 C-4,-18 4,-18 9,-13 \
                 C22,-17 27,-4 20,6 C20,-3 14,-4 12,5 L12,12Z",
            ),
            (
                "ink",
                "M-23.5,9 a3.5,3.5 0 1 0 7,0 a3.5,3.5 0 1 0 -7,0Z M16.5,9 a3.5,3.5 0 1 0 7,0 a3.5,3.5 0 1 0 -7,0Z",
            ),
            ("score", "M0,-17 L0,5 M-12,6 L12,6"),
        ],
        "mountain" => &[
            ("ink", "M-22,14 L-6,-15 L2,-1 L8,-8 L22,14Z"),
            ("cut", "M-6,-15 L-11,-6 L-7,-8 L-4,-5 L-1,-6.5Z"),
        ],
        "unknown" => &[
            ("pen", "M-8,-7 C-8,-19 9,-19 9,-7 C9,0 0,-1 0,7"),
            ("ink", "M-3,14 a3,3 0 1 0 6,0 a3,3 0 1 0 -6,0Z"),
        ],
        "pawn" => &[
            ("ink", "M-12,16 L-12,11 C-6,8 -5,2 -4,-2 L4,-2 C5,2 6,8 12,11 L12,16Z"),
            ("ink", "M-7,-8 a7,7 0 1 0 14,0 a7,7 0 1 0 -14,0Z"),
        ],
        _ => return format!(r#"<text class="letter {owner}" y="11">{}</text>"#, kind.letter),
    };
    let path = |(class, path): &(&str, &str)| format!(r#"<path class="{class} {owner}" d="{path}"/>"#);
    shapes.iter().map(path).collect()
}
