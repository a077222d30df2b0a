//! Sentences about turns of Pijersi.

use crate::check;
use sisku::games::pijersi::{Board45, Board51, Position};

#[test]
fn the_start() {
    let start = "s-p-r-s-p-r-/p-r-s-wwr-s-p-/6/7/6/P-S-R-WWS-R-P-/R-P-S-R-P-S- w 0 1";
    check::<Position<Board45>>(
        start,
        &[
            ("b4=c4-d4", ""),
            ("b4c4", ""),
            ("hello", ""),
            ("a1", ""),
            ("", ""),
            ("c3-d3", "nothing stands on c3"),
            ("f1e1", "f1 is player 2's, and player 1 is to move"),
            ("a1c1", "a1 cannot go to c1: a single cube goes one space only"),
            ("a1-a3", "a1 cannot go to a3: a single cube goes one space only"),
            ("b4-d4", "b4 cannot go to d4: the top of a stack goes one space only"),
            ("b4-b5", "b4 cannot go to b5: a wise lies only on a wise, and b5 holds scissors"),
            ("b4b5", "b4 cannot go to b5: a wise lies only on a wise, and b5 holds scissors"),
            ("a4b4", "a4 cannot go to b4: b4 holds a stack of two already"),
            ("b4=b5", "b4 cannot go to b5: a stack never moves onto a cube of its own side"),
            (
                "b4=b6",
                "b4 cannot go to b6: the stack may go two spaces straight, but b5 in between holds scissors",
            ),
            ("b4d4d4", "b4 cannot go to d4: a stack goes one space, or two in a straight line"),
            ("b1=c1", "'=' moves a stack, and b1 holds a single cube"),
            ("b1=c1-d1", "'=' moves a stack, and b1 holds a single cube"),
            ("b1-c1=d1", "b1-c1 ends the turn: so does every cube that moves to an empty space"),
            ("b1c1d1", "b1-c1 ends the turn: so does every cube that moves to an empty space"),
            ("b4c4e4", "after b4=c4, c4 cannot go to e4: the top of a stack goes one space only"),
            ("b4=c4=d4", "after b4=c4 only the top of the stack may move: '-' instead of '='"),
            ("a1-a2-b2", "after a1-a2 only the new stack may move: '=' instead of '-'"),
            ("a1-a2=b2", "after a1-a2, a2 cannot go to b2: a stack never moves onto a cube of its own side"),
            (
                "a1a2c3",
                "after a1-a2, a2 cannot go to c3: the stack may go two spaces straight, \
                 but b3 in between holds a rock",
            ),
            ("b4b4", "it stands on b4 already"),
            ("h1a1", "there is no space h1"),
            ("a1-a10", "there is no space a10"),
            ("a1a2b2c2", "a turn is one or two actions, of three spaces at most"),
        ],
    );
    let start51 = start.replace("/6/7/6/", "/8/9/8/");
    check::<Position<Board51>>(
        &start51,
        &[("d8d9", "nothing stands on d8"), ("b1c9", "there is no space c9")],
    );
}

/// ```text
/// e1  .   s-  .   .   .   .
/// d1  .   PR  p-  w-  WP  .   .
/// c1  .   W-  r-  .   RS  pr
/// ```
#[test]
fn captures_and_stacks() {
    check::<Position<Board45>>(
        "6/7/1s-4/1PRp-w-WP2/1W-r-1RSpr/7/6 w 0 5",
        &[
            ("d2=e2!-f2", ""),
            ("d2-d3", "the rock on d2 cannot capture the paper on d3: rock captures scissors only"),
            (
                "d2=d3",
                "the stack on d2 (rock on top) cannot capture the paper on d3: rock captures scissors only",
            ),
            (
                "d2d4d4",
                "d2 cannot go to d4: the stack may go two spaces straight, but d3 in between holds a paper",
            ),
            ("c2-c3", "the wise on c2 cannot capture the rock on c3: a wise captures nothing"),
            ("d5-d4", "the paper on d5 cannot capture the wise on d4: a wise is never captured"),
            (
                "c5c5c6",
                "the scissors on c5 cannot capture the stack on c6 (rock on top): scissors captures paper only",
            ),
            ("d2-e2!=f2", "d2-e2 ends the turn: so does every cube that captures"),
            (
                "d2-c2=c3",
                "after d2-c2, the stack on c2 (rock on top) cannot capture the rock on c3: rock captures scissors only",
            ),
            ("c3-b3", "c3 is player 2's, and player 1 is to move"),
        ],
    );
}

#[test]
fn after_the_end() {
    let over = |fen: &str, words: &str| check::<Position<Board45>>(fen, &[("f1e1", words), ("d2d1", words)]);
    over("R-5/p-6/6/1R-p-4/6/7/6 b 0 1", "the game is over: player 1 has won (arrival)");
    over("6/7/6/1R-p-4/6/7/6 w 20 1", "the game is over: it is a draw (quiet turns)");
    over("6/7/6/2p-4/6/7/6 w 0 1", "the game is over: player 2 has won (blocked)");
}
