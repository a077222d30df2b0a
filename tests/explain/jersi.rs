//! Sentences about turns of Jersi.

use crate::check;
use sisku::games::jersi::{Classic, NoDrop, Position, Ransom};

const START: &str = "p-r-s-k-r-s-p-/f-s-p-r-s-p-r-f-/7/8/9/8/7/F-R-P-S-R-P-S-F-/P-S-R-K-S-R-P- w";

#[test]
fn the_start() {
    check::<Position<Classic>>(
        &format!("{START} M4W2m4w2 0 1"),
        &[
            ("a2-b2=d3", ""),
            ("M:f3/W:f3", ""),
            ("W:f3/m:f4", ""),
            ("hello", ""),
            ("a2b2", ""),
            ("c3-d3", "nothing stands on c3"),
            ("h1-g1", "h1 is player 2's, and player 1 is to move"),
            ("a1-c1", "a1 cannot go to c1: a single cube goes one cell only"),
            ("a3-a4", "a3 cannot go to a4: a4 holds the king, and nothing may lie on a king"),
            ("b4=c4", "'=' moves a stack, and b4 holds scissors"),
            ("b1-c1=d1", "b1-c1 ends the turn: so does every cube that moves to an empty cell"),
            ("a2-b2=d2", "after a2-b2, b2 cannot go to d2: a stack goes one cell, or two in a straight line"),
            ("a2-b2-c2", "after a2-b2 only the new stack may move: '=' instead of '-'"),
            ("a2-b2=b3", "after a2-b2, b2 cannot go to b3: a stack never moves onto a cube of its own side"),
            (
                "a2-b2=b4",
                "after a2-b2, b2 cannot go to b4: the stack may go two cells straight, \
                 but b3 in between holds a paper",
            ),
            ("a2-j1", "there is no cell j1"),
            ("a2-b9", "there is no cell b9"),
            ("b2-b2", "it stands on b2 already"),
            ("a2-b2/K:i1", "no king is captured, so none is put back"),
            ("a2-b2=c2#R", "no king is captured, so no ransom is to be named"),
            ("/K:a2", "no king is to be put back now"),
            ("#b1", "nothing is to be given up now"),
        ],
    );
}

#[test]
fn drops() {
    check::<Position<Classic>>(
        &format!("{START} M4W2m4w2 0 1"),
        &[
            (
                "M:b1",
                "the mountain cannot be dropped on b1: a mountain lies only on a mountain of its colour, \
                 and b1 holds a fool",
            ),
            ("W:a4", "the wise cannot be dropped on a4: a4 holds the king, and nothing may lie on a king"),
            (
                "w:h1",
                "the wise cannot be dropped on h1: it lands on an empty cell or on an own lone cube, \
                 and h1 is player 2's",
            ),
            (
                "M:c1/M:e5",
                "two cubes are dropped on one cell or on two neighbouring ones, and c1 is not next to e5",
            ),
            ("W:c1/W:c2/W:c3", "at most two cubes are dropped in a turn"),
            (
                "W:c1/M:c1",
                "after W:c1, the mountain cannot be dropped on c1: a mountain lies only on a mountain of \
                 its colour, and c1 holds a wise",
            ),
            ("K:c1", "a king is never dropped: only mountains and wise are in reserve"),
            ("M:z1", "there is no cell z1"),
        ],
    );
    let reserve = |reserve: &str, text: &str, words: &str| {
        check::<Position<Classic>>(&format!("{START} {reserve} 0 1"), &[(text, words)]);
    };
    reserve("W1m4", "M:c1", "player 1 has no mountain left in reserve");
    reserve("W1m4", "W:c1/W:c2", "after W:c1, player 1 has no wise left in reserve");
    check::<Position<NoDrop>>(
        &format!("{START} - 0 1"),
        &[("M:c1", "there are no reserves in this variant, so nothing is dropped")],
    );
}

/// ```text
///     g1  .   .   .   f-  .   .   .
///   f1  .   mm  .   mR  mp  .   .   .
/// e1  .   M-  PR  s-  Ms  W-  RF  k-  .
///   d1  .   .   p-  w-  r-  .   .   .
/// ```
#[test]
fn mountains_and_captures() {
    check::<Position<Classic>>(
        "7/8/3f-3/1mm1mRmp3/1M-PRs-MsW-RFk-1/2p-w-r-3/7/8/3K-3 w - 0 9",
        &[
            ("e3-e4", ""),
            ("e7-e8/K:i1", ""),
            ("e2-e1", "e2 holds a mountain, and mountains never move"),
            ("f2-f1", "f2 holds a wall, and mountains never move"),
            ("e3-f2", "e3 cannot go to f2: f2 holds a wall of two mountains, which nobody climbs"),
            ("e3=e2", "e3 cannot go to e2: e2 holds a mountain, which only a single cube climbs"),
            ("e3-e2=d2", "e3-e2 ends the turn: so does every cube that climbs a mountain"),
            ("e3-e4=f3", "e3-e4 ends the turn: so does every cube that captures"),
            (
                "e3-d3",
                "the rock on e3 cannot capture the paper on d3: rock captures only scissors, fool, king and wise",
            ),
            ("e7-d6", ""),
            ("e6-d5", "the wise on e6 cannot capture the rock on d5: a wise captures nothing"),
            ("f4=f3", "'=' moves a stack, and f4 holds a rock on a mountain"),
            ("f4-e5", ""),
            (
                "f4-f5",
                "the rock on f4 cannot capture the paper on f5: rock captures only scissors, fool, king and wise",
            ),
            ("f4-d4", "f4 cannot go to d4: the cube on top goes one cell only"),
            (
                "e3=e5",
                "e3 cannot go to e5: the stack may go two cells straight, but e4 in between holds scissors",
            ),
            ("e6-e7", "e6 cannot go to e7: e7 holds a stack, two cubes already"),
            ("e7=e8", "the king of player 2 is captured: say where it returns, such as /K:i1, at the end"),
            ("e7=e8!!/K:a1", "the king of player 2 cannot be put on a1: it returns to its own first row, i"),
            ("e7=e8#R", "there is no ransom in this variant: say where the king returns, such as /K:i1"),
            ("e7=f6=g6", "after e7=f6 only the top of the stack may move: '-' instead of '='"),
            ("e7=f6-g6-h6", "a turn is one or two actions, not more"),
            ("e7=f6-f5", ""),
        ],
    );
    // A stack against what stands on a mountain; a fool against a wise.
    check::<Position<Classic>>(
        "3k-3/8/7/8/2PRmsF-W-3/4w-3/7/8/3K-3 w - 0 9",
        &[
            (
                "e3=e4",
                "the stack on e3 (rock on top) cannot capture the scissors on e4: \
                 what stands on a mountain is captured only by a single cube, not by a stack",
            ),
            (
                "e5-d5",
                "the fool on e5 cannot capture the wise on d5: \
                 fool captures only rock, paper, scissors, fool and king",
            ),
        ],
    );
}

#[test]
fn the_king_returns_where_there_is_room() {
    check::<Position<Classic>>(
        "p-prmmmrM-2/3k-4/3R-3/8/9/8/7/8/3K-3 w M2m1 7 12",
        &[
            ("g4-h4!!/K:i1", ""),
            ("g4-h4/k:i5", ""),
            (
                "g4-h4/K:i2",
                "the king of player 2 cannot be put on i2: it may stand on an empty cell, on a lone cube of \
                 its side or on a lone mountain, and i2 holds a stack",
            ),
            (
                "g4-h4/K:i3",
                "the king of player 2 cannot be put on i3: it may stand on an empty cell, on a lone cube of \
                 its side or on a lone mountain, and i3 holds a wall",
            ),
            (
                "g4-h4/K:i4",
                "the king of player 2 cannot be put on i4: it may stand on an empty cell, on a lone cube of \
                 its side or on a lone mountain, and i4 holds a rock on a mountain",
            ),
            ("g4-h4/K:i9", "there is no cell i9"),
        ],
    );
}

#[test]
fn ransoms() {
    let with = |phase: &str, cases: &[(&str, &str)]| {
        let king = if phase.is_empty() { "k-" } else { "1" };
        let side = if phase.starts_with("#") { "b" } else { "w" };
        let fen = format!("7/3{king}4/3R-3/8/9/2p-5/rp6/8/3K-3 {side} - 7 12 {phase}");
        check::<Position<Ransom>>(fen.trim_end(), cases);
    };
    with(
        "",
        &[
            ("g4-h4#P", ""),
            ("g4-h4", "the king of player 2 is captured: name the kind of its ransom, of #P, at the end"),
            ("g4-h4#R", "player 2 has no rock on the board, single or on top; it has #P"),
            ("g4-h4#M", "a mountain is never a ransom: name one of #P"),
            (
                "g4-h4/K:i1",
                "the king returns only after its ransom: name a kind of cube to give up instead, of #P",
            ),
        ],
    );
    with(
        "#P",
        &[
            ("#d3", ""),
            ("#c1", ""),
            ("#d4", "nothing stands on d4"),
            ("#g4", "g4 is player 1's, and player 2 is to move"),
            ("d3-d4", "player 2 has to give up a paper as ransom first, such as #c1"),
        ],
    );
    with(
        "/K",
        &[
            ("/K:i1", ""),
            ("g4-h4", "the captured king has to be put back first, such as /K:i1"),
            ("/K:a1", "the king of player 2 cannot be put on a1: it returns to its own first row, i"),
            ("/K:k1", "there is no cell k1"),
        ],
    );
}

#[test]
fn after_the_end() {
    check::<Position<Classic>>(
        "K-6/8/7/8/9/8/7/8/3k-3 b - 0 9",
        &[("a4-a5", "the game is over: player 1 has won (arrival)")],
    );
}
