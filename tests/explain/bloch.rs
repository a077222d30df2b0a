//! Sentences about turns of Bloch's game.

use crate::check;
use sisku::games::bloch::Position;

#[test]
fn the_set_up() {
    let first = "player 1 has to set up first: '=' and six kinds of pieces for files a to f, such as =RPSRPS";
    check::<Position>(
        "6/6/6/6/6/6/6/6 RRRPPPSSS/rrrpppsss 1 - Bb 0 0",
        &[
            ("=RPSRPS", ""),
            ("=RRRRPS", "4 times rock: there are only 3 of each kind"),
            ("=RPS", "six pieces are set up, one for each of the files a to f, not 3"),
            ("=RPSRPQ", "'Q' is no kind of piece to set up: R, P or S"),
            ("=XXXXXX", "'X' is no kind of piece to set up: R, P or S"),
            ("b2b3", first),
            ("0000", first),
        ],
    );
}

const OPEN: &str = "6/6/6/sP1p2/2R3/3p2/RPSR2/6 PSS/rps 1 ABCD B 0 9";

/// ```text
/// 5  s  P  .  p  .  .
/// 4  .  .  R  .  .  .
/// 3  .  .  .  p  .  .
/// 2  R  P  S  R  .  .
/// ```
#[test]
fn moves_attacks_and_barters() {
    check::<Position>(
        OPEN,
        &[
            ("b2b4", ""),
            ("c4d4xd5", ""),
            ("b5xa5:PS", ""),
            ("b2=S", ""),
            ("hello", ""),
            ("e4e5", "nothing stands on e4"),
            ("d5d4", "d5 is player 2's, and player 1 is to move"),
            ("=RPSRPS", "player 1 has set up already"),
            ("b2b2", "it stands on b2 already"),
            (
                "b2c3",
                "b2 cannot go to c3: a piece goes one square along its file or rank, \
                 or two forward if it has not been played yet",
            ),
            (
                "c4d5",
                "c4 cannot go to d5: a piece that has been played goes one square along its file or rank",
            ),
            (
                "c4c6",
                "c4 cannot go to c6: only a piece that has not been played yet goes two squares forward",
            ),
            ("d2d4", "d2 cannot go to d4: the piece may go two squares forward, but d3 is in between"),
            ("c2c4", "c2 cannot go to c4: an own piece stands on c4"),
            (
                "d2d3",
                "d2 cannot go to d3: a piece of player 2 stands there (an attack is written with x: …xd3)",
            ),
            ("b2xb3", "nothing stands on b3"),
            ("b2xc2", "b2 cannot attack c2: it is player 1's own piece"),
            ("b5xd5", "b5 cannot attack d5: an attack goes one square along the file or rank"),
            ("c4b4xd3", "after c4b4, b4 cannot attack d3: an attack goes one square along the file or rank"),
            ("c4b4xc4", "after c4b4, nothing stands on c4"),
            ("b5xa5:RS", "b5 holds a paper, not a rock"),
            ("b5xa5:PR", "a5 holds scissors, not a rock"),
            ("b5xa5:P", "two kinds are announced, the attacker's and the target's, such as :RS"),
            ("b2b3:RS", "kinds are announced only with an attack"),
            ("b2=R", "there is no rock in the reserve of player 1"),
            ("b2=Q", "a barter names the kind that comes in: R, P or S"),
            ("b2=X", "a barter names the kind that comes in: R, P or S"),
            ("a5=R", "a5 is player 2's, and player 1 is to move"),
            ("0000", "a pass is legal only where nothing else is"),
            ("b2g2", "there is no square g2"),
            ("b2xb9", "there is no square b9"),
        ],
    );
}

#[test]
fn camps_and_barters() {
    check::<Position>(
        "1P4/1p4/6/6/6/6/2R3/2s3 RRP/rps 1 - b 0 9",
        &[
            ("b8a8", ""),
            (
                "b8xb7",
                "b8 cannot attack b7: a piece in the enemy camp does not attack, and b8 is in player 2's",
            ),
            (
                "c2xc1",
                "c2 cannot attack c1: a piece in the enemy camp is not attacked, and c1 is in player 1's",
            ),
            ("c2=R", "player 1 has bartered already, which is allowed once in a game"),
        ],
    );
    check::<Position>(
        "6/1p4/6/6/6/6/2R3/6 RRP/rps 1 - Bb 0 9",
        &[("c2=S", "there is no scissors in the reserve of player 1")],
    );
}

/// What a view does not hold is not told.
#[test]
fn views() {
    check::<Position>(
        "6/6/6/2xx2/2Rx2/6/6/6 RPS/xxx 1 - Bb 0 9",
        &[("c4xc5:RS", ""), ("c4xc5:RP", ""), ("c4xc5:SP", "c4 holds a rock, not scissors")],
    );
    check::<Position>(
        "6/6/6/2xr2/+r1R1+r1/6/6/6 RPS/xxx 1 - Bb 0 9",
        &[("c4xc5:RR", "c5 cannot hold a rock: player 2's three are known to be elsewhere")],
    );
    check::<Position>(
        "6/6/6/2xx2/2Rx2/6/6/6 RPS/xxx 2 - Bb 0 9",
        &[("c5=R", "the kinds in the reserve of player 2 are not known here"), ("c5=X", "")],
    );
}

#[test]
fn after_the_end() {
    check::<Position>(
        "RP4/5r/6/6/6/6/6/6 RPS/rps 2 - - 0 9",
        &[("f7f6", "the game is over: player 1 has won (arrival)")],
    );
}
